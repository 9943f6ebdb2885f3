"""Summaries as tables: for a terminal, Markdown, CSV, LaTeX or JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from tempanswerqa.runs import signature
from tempanswerqa.runs.summary import Summary
from tempanswerqa.text import csv_cell, markdown, printable, shown

SCORES: Mapping[str, tuple[str, float, int]] = {
    "parsed": ("parsed", 100, 1),
    "exact_match": ("EM", 100, 2),
    "smape": ("sMAPE", 1, 2),
    "mase": ("MASE", 1, 2),
    "bse": ("BSE", 1, 3),
}
"""Column of a score: its heading, the factor it is shown with, and its digits."""

COUNTED: Mapping[str, tuple[str, float, int]] = {
    "truncated": ("cut", 100, 1),
    "thinking": ("thinking", 100, 1),
}
"""Column of one of `scores.COUNTED`, as `SCORES` has it."""

CHANGES: Mapping[str, str] = {"recovered": "new", "reread": "re-read", "dropped": "dropped"}
"""Column of one of `summary.CHANGES`: its heading."""

RECORDS = ("csv", "json")
"""Styles without room for notes."""

_OPTION = re.compile(r"(?<=^ )[\[*]", re.MULTILINE)
"""What begins a row of LaTeX as if it were an option of the line end before it."""

INCOMPLETE = "INCOMPLETE"
NOTE = (
    "parsed, EM, cut (responses that break off) and thinking (responses that never get out of "
    "their thinking) in percent; [95 % interval]; MASE leaves unparsed answers out"
)
CHANGES_NOTE = (
    "responses against strict-match: new = only read here, re-read = read as another number, "
    "dropped = only read there"
)


def render(summaries: Sequence[Summary], style: str) -> str:
    """Return the summaries in one of the `STYLES`, with what must be known to read them."""
    return STYLES[style](summaries)


def warnings(summaries: Sequence[Summary]) -> list[str]:
    """Return what forbids to rank these scores: incomplete runs, and signatures that differ."""
    found = incomplete(summaries)
    ordered = sorted(summaries, key=_task)
    for (task, rule), rows in groupby(ordered, key=_task):
        fields = signature.differences([row["signature"] for row in rows])
        if fields:
            found.append(
                f"NOT COMPARABLE: the rows of {task}, {rule} differ in {', '.join(fields)}; "
                "do not rank them"
            )
    return found


def grid(headings: Sequence[str], rows: Iterable[Sequence[str]], style: str) -> str:
    """Return rows under headings, as `tabulate` draws them; no cell is markup."""
    from tabulate import tabulate

    drawn = {"table": "simple", "markdown": "github", "latex": "latex_booktabs"}[style]
    fit = partial(markdown, cell=True) if style == "markdown" else printable
    cells = [[fit(cell) for cell in row] for row in rows]
    table = tabulate(cells, headings, tablefmt=drawn, disable_numparse=True)
    return _OPTION.sub(r"{\g<0>}", table) if style == "latex" else table


def incomplete(summaries: Sequence[Summary]) -> list[str]:
    """One line for each summary of a run that does not answer every question just once."""
    told = ((_name(summary), _incomplete(summary)) for summary in summaries)
    return [f"{INCOMPLETE}: {name}: {counts}" for name, counts in told if counts]


def signatures(summaries: Sequence[Summary]) -> list[str]:
    """Return the signatures as lines, each once."""
    return list(dict.fromkeys(signature.short(summary["signature"]) for summary in summaries))


def annotated(drawn: str, notes: Sequence[str], style: str) -> str:
    """Return a table with notes below it, each on one line: comments in LaTeX, else plain text."""
    fit = markdown if style == "markdown" else printable
    mark = "% " if style == "latex" else ""
    return "\n".join([drawn, "", *(f"{mark}{fit(note)}" if note else "" for note in notes)])


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
    columns = keys or list(rows[0] if rows else ())
    writer.writerows([columns, *([csv_cell(row[key]) for key in columns] for row in known)])
    return file.getvalue().rstrip("\n")


def _task(summary: Summary) -> tuple[str, str]:
    return summary["task"], summary["filter"]


def _name(summary: Summary) -> str:
    parts = (summary["model"], summary["prompting"], summary["task"], summary["filter"])
    return " ".join(part for part in parts if part)


def _incomplete(summary: Summary) -> str:
    counts = [f"{summary[kind]} {kind}" for kind in ("missing", "repeated", "unknown")]
    return ", ".join(count for count in counts if not count.startswith("0 "))


def _drawn(style: str) -> Callable[[Sequence[Summary]], str]:
    def draw(summaries: Sequence[Summary]) -> str:
        changes = [name for name in CHANGES if any(row[name] is not None for row in summaries)]
        headings = ["run", "", "task", "filter", "n"]
        headings += [*(heading for heading, _, _ in (SCORES | COUNTED).values())]
        headings += [CHANGES[name] for name in changes]
        drawn = grid(headings, (_cells(summary, changes) for summary in summaries), style)
        notes = [NOTE, CHANGES_NOTE] if changes else [NOTE]
        return annotated(drawn, [*notes, *signatures(summaries), *warnings(summaries)], style)

    return draw


def _cells(summary: Summary, changes: Sequence[str]) -> list[str]:
    n = f"{summary['n']}"
    if _incomplete(summary):
        n += f" of {summary['signature']['questions']} {INCOMPLETE}"
    cells = [summary["model"], summary["prompting"], summary["task"], summary["filter"], n]
    cells += [_score(summary, name) for name in SCORES]
    cells += [shown(summary[name], *how) for name, (_, *how) in COUNTED.items()]
    return cells + [shown(summary[name], digits=0) for name in changes]


def _score(summary: Summary, name: str) -> str:
    _, factor, digits = SCORES[name]
    value, low, high = (
        shown(number, factor, digits) for number in (summary[name], *summary["intervals"][name])
    )
    return value if low == "-" else f"{value} [{low}, {high}]"


def _csv(summaries: Sequence[Summary]) -> str:
    return records([_flat(summary) for summary in summaries], "csv")


def _flat(summary: Summary) -> dict[str, Any]:
    flat = {k: v for k, v in summary.items() if not isinstance(v, dict)}
    for name, (low, high) in summary["intervals"].items():
        flat |= {f"{name}_low": low, f"{name}_high": high}
    return flat | {"signature": signature.short(summary["signature"])}


def _json(summaries: Sequence[Summary]) -> str:
    return records(summaries, "json")


STYLES: Mapping[str, Callable[[Sequence[Summary]], str]] = {
    "table": _drawn("table"),
    "markdown": _drawn("markdown"),
    "latex": _drawn("latex"),
    "csv": _csv,
    "json": _json,
}
