"""Shows summaries as tables: for a terminal, Markdown, CSV, LaTeX or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any

from tempanswerqa.metrics.intervals import FEW_GROUPS
from tempanswerqa.metrics.scores import COUNTED, METRICS, Metric
from tempanswerqa.reports import latex
from tempanswerqa.runs import agreement, signature
from tempanswerqa.runs.summary import DETAILS, Summary
from tempanswerqa.text import csv_cell, markdown, printable, shown

CHANGES: Mapping[str, str] = {"recovered": "new", "reread": "re-read", "dropped": "dropped"}
"""The heading of each count of `summary.CHANGES`."""

GRIDS = {"table": "simple", "markdown": "github", "latex": ""}
"""The styles for people, each with its name in `tabulate`, which does not draw `latex`."""

INCOMPLETE = "INCOMPLETE"
INCOMPLETE_NOTE = f"{INCOMPLETE}: not every question was answered, and just once; do not rank it"
NOTE = (
    "{percent}, cut (truncated responses) and thinking (responses that never end their thinking) "
    "in percent; [95 % interval]; MASE leaves unparsed answers out and has no interval, as few "
    "answers make most of it: largest % is the share of its sum that one answer has"
)
CAPTION = "Scores of every run with 95 % intervals. Bold: the best of those that may be compared."
CHANGES_NOTE = (
    "responses against strict-match: new = only read here, re-read = read as another number, "
    "dropped = only read there"
)


def parsed_first(summaries: Iterable[Summary] = ()) -> list[Metric]:
    """Return the metrics with parsed first, each followed by those of its `DETAILS` that any of the
    summaries has.
    """
    known = {
        name for row in summaries for name, score in row.scores.items() if score.value is not None
    }
    order = sorted(METRICS.values(), key=lambda metric: metric.name != "parsed")
    return [
        one
        for metric in order
        for one in (metric, *(more for more in DETAILS.get(metric.name, ()) if more.name in known))
    ]


def in_percent(metrics: Iterable[Metric]) -> list[str]:
    """Return the headings of those metrics that are shown in percent."""
    return [metric.heading for metric in metrics if metric.percent]


def render(summaries: Sequence[Summary], style: str) -> str:
    """Return the summaries in one of the `STYLES`, with notes that explain them."""
    if style in RECORDS:
        return records([RECORDS[style](summary) for summary in summaries], style)
    changes = [n for n in CHANGES if any(row.changes[n] is not None for row in summaries)]
    metrics = parsed_first(summaries)
    headings = [metric.heading for metric in (*metrics, *COUNTED.values())]
    headings = ["run", "", "task", "filter", "n", *headings, *(CHANGES[name] for name in changes)]
    cells = [_cells(row, metrics, changes) for row in summaries]
    if style == "latex":
        ranked = zip(summaries, rankable(summaries), strict=True)
        groups = [(row.task, row.filter) if known else None for row, known in ranked]
        scored = [
            (METRICS.get(one.name), [row.mean(one.name) for row in summaries]) for one in metrics
        ]
        first = headings.index(metrics[0].heading)
        bold = {(row, first + at) for row, at in best(scored, groups)}
        drawn = latex.floating(latex.tabular(headings, cells, bold), CAPTION, "scores")
    else:
        drawn = grid(headings, cells, style)
    notes = [NOTE.format(percent=", ".join(in_percent(parsed_first())))]
    notes += [CHANGES_NOTE] if changes else []
    notes += signatures(summaries)
    notes += [INCOMPLETE_NOTE] if any(row.flaws for row in summaries) else []
    return annotated(drawn, [*notes, *not_comparable(summaries)], style)


def rankable(summaries: Sequence[Summary]) -> list[bool]:
    """Return whether each row may be compared with the others of its task and filter: it is
    complete, and all complete ones are on the same questions and scored alike.
    """
    complete: dict[tuple[str, str], list[Summary]] = {}
    for row in summaries:
        if not row.flaws:
            complete.setdefault((row.task, row.filter), []).append(row)
    alike = {
        key: not signature.differences([row.signature for row in rows])
        for key, rows in complete.items()
    }
    return [not row.flaws and alike[row.task, row.filter] for row in summaries]


def best(
    columns: Sequence[tuple[Metric | None, Sequence[float | None]]],
    groups: Sequence[Hashable],
) -> set[tuple[int, int]]:
    """Return the cells, by row and column, that are shown with the best number of their group.

    A column without a metric has no best cell, nor has the group None, nor a group with fewer than
    two numbers in the column.
    """
    found = set()
    for group in set(groups) - {None}:
        for column, (metric, values) in enumerate(columns):
            own = {
                row: value
                for row, (value, of) in enumerate(zip(values, groups, strict=True))
                if of == group and value is not None
            }
            if metric and len(own) > 1:
                top = metric.shown((max if metric.higher_is_better else min)(own.values()))
                found |= {(row, column) for row, value in own.items() if metric.shown(value) == top}
    return found


def warnings(summaries: Sequence[Summary]) -> list[str]:
    """Return the reasons not to rank these scores: incomplete runs, then `not_comparable`."""
    return incomplete(summaries) + not_comparable(summaries)


def not_comparable(summaries: Sequence[Summary]) -> list[str]:
    """Return a line for each task and filter whose rows differ in their signatures, and a line for
    each task with few groups of questions.
    """
    found = []
    task_and_filter = attrgetter("task", "filter")
    ordered = sorted(summaries, key=task_and_filter)
    for (task, rule), rows in groupby(ordered, key=task_and_filter):
        if fields := signature.differences([row.signature for row in rows]):
            found.append(
                f"NOT COMPARABLE: the rows of {task}, {rule} differ in {', '.join(fields)}; "
                "do not rank them"
            )
    known = ((row.task, score.groups) for row in ordered for score in row.scores.values())
    return found + few_groups(known)


def grid(headings: Sequence[str], rows: Iterable[Sequence[str]], style: str) -> str:
    """Return rows under headings, as `tabulate` or `latex` draws them; no cell is markup."""
    from tabulate import tabulate

    if style == "latex":
        return latex.tabular(headings, list(rows))
    fit = partial(markdown, cell=True) if style == "markdown" else printable
    cells = [[fit(cell) for cell in row] for row in rows]
    return tabulate(cells, [*map(fit, headings)], tablefmt=GRIDS[style], disable_numparse=True)


def incomplete(summaries: Sequence[Summary]) -> list[str]:
    """Return one line for each summary of a run that does not answer every question just once."""
    return [f"{INCOMPLETE}: {_name(row)}: {', '.join(row.flaws)}" for row in summaries if row.flaws]


def signatures(summaries: Sequence[Summary]) -> list[str]:
    """Return the different signatures, each on one line."""
    return list(dict.fromkeys(signature.short(summary.signature) for summary in summaries))


def few_groups(groups: Iterable[tuple[str, int | None]]) -> list[str]:
    """Return a line for each name that has fewer than `FEW_GROUPS` groups of questions anywhere.

    None and 0, the numbers of groups of undefined scores, are left out.
    """
    least: dict[str, int] = {}
    for name, count in groups:
        least[name] = min(least.get(name, FEW_GROUPS), count or FEW_GROUPS)
    return [
        f"FEW GROUPS: {name} has {count} groups of questions; its intervals and p-values are rough"
        if count > 1
        else f"FEW GROUPS: {name} has one group of questions; intervals and p-values need two"
        for name, count in least.items()
        if count < FEW_GROUPS
    ]


def p_shown(p: float) -> str:
    """Return a p-value with four decimals, `<0.0001` if it is smaller, or `-` if it is NaN."""
    return "<0.0001" if p < 0.0001 else shown(p, digits=4)


def annotated(drawn: str, notes: Sequence[str], style: str) -> str:
    """Return a table with notes below it, each on one line: comments in LaTeX, else plain text."""
    fit = markdown if style == "markdown" else printable
    mark = "% " if style == "latex" else ""
    return "\n".join([drawn, "", *(f"{mark}{fit(note)}" if note else "" for note in notes)])


def noted(
    headings: Sequence[str], rows: Iterable[Sequence[str]], notes: Sequence[str], style: str
) -> str:
    """Return rows under headings as `grid` draws them, with notes below as `annotated` has them."""
    return annotated(grid(headings, rows, style), notes, style)


def records(
    rows: Sequence[Mapping[str, Any]], style: str, keys: Sequence[str] | None = None
) -> str:
    """Return rows as `json`, with null for NaN, or as `csv`, with empty cells.

    `keys` are the columns (default: those of the first row).
    """
    known = [{k: None if v != v else v for k, v in row.items()} for row in rows]
    if style == "json":
        return json.dumps(known, indent=1, allow_nan=False)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    columns = keys or list(dict.fromkeys(key for row in rows for key in row))
    writer.writerows([columns, *([csv_cell(row.get(key)) for key in columns] for row in known)])
    return file.getvalue().rstrip("\n")


def _name(summary: Summary) -> str:
    parts = (summary.model, summary.prompting, summary.task, summary.filter)
    return " ".join(part for part in parts if part)


def _cells(summary: Summary, metrics: Iterable[Metric], changes: Sequence[str]) -> list[str]:
    n = f"{summary.n}"
    if summary.flaws:
        n += f" of {summary.signature['questions']} {INCOMPLETE}"
    cells = [summary.model, summary.prompting, summary.task, summary.filter, n]
    cells += [summary.scores[metric.name].shown(metric) for metric in metrics]
    cells += [metric.shown(summary.counted[name]) for name, metric in COUNTED.items()]
    return cells + [shown(summary.changes[name], digits=0) for name in changes]


def flat(summary: Summary) -> dict[str, Any]:
    """Return a summary as one flat record: the ends of intervals are `<score>_low` and
    `<score>_high`, and standard errors are left out. The statistics of `agreement.of` follow if
    there are several samples.
    """
    found = {k: v for k, v in summary.as_dict().items() if not isinstance(v, dict)}
    for name in METRICS:
        score = summary.scores[name]
        found |= {f"{name}_low": score.low, f"{name}_high": score.high}
    found |= {"signature": signature.short(summary.signature)}
    told = {name: value for name, value in summary.samples.items() if not isinstance(value, dict)}
    errors = {f"{name}_{error}": value for error in agreement.ERRORS
              for name, value in summary.samples.get(error, {}).items()}  # fmt: skip
    return found | {"samples" if name == "k" else name: told[name] for name in told} | errors


RECORDS: Mapping[str, Callable[[Summary], dict[str, Any]]] = {
    "csv": flat,
    "json": Summary.as_dict,
}
"""The styles for programs, which have no notes; each function makes a record of a summary."""
STYLES = (*GRIDS, *RECORDS)
