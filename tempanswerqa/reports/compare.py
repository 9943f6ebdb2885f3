"""Compares the runs at named places, and returns the tables of their differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from tempanswerqa.answers.result import REASONS
from tempanswerqa.files import written_whole
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.metrics.significance import POWER, SIGNIFICANT
from tempanswerqa.reports import tables, verdicts
from tempanswerqa.reports.names import counted, short_models
from tempanswerqa.reports.tables import HEADINGS, TERMINAL, Column, Table, few_groups, wrapped
from tempanswerqa.reports.verdicts import Lead
from tempanswerqa.runs import samples
from tempanswerqa.runs.analysis import comparison
from tempanswerqa.runs.analysis.comparison import (
    ALL,
    SIDES,
    ByTask,
    ComparedRun,
    ComparisonError,
    Row,
)
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.summary import Summary

Read = Callable[[Sequence[str]], Iterable[Run]]
"""A function that scores the files at places, as `score_files.score_places` does."""
Warn = Callable[[str], None]
LETTERS = ("A", "B")
"""The names of the sides in the headings of a terminal."""
BLOCK = itemgetter("task", "filter")
PAIR, ONLY = ("released", "twin"), ("only_released", "only_twin")
"""The names of the sides in a comparison of questions with their twins, and the keys of the numbers
of questions that are answered rightly on one side alone."""
APART = (
    *("task", "filter", "question", "right", "label", "prediction"),
    *("twin_label", "twin_prediction"),
)
"""The columns of questions that are answered rightly on one side alone; `right` names the side."""

DIFFERENCES = (
    "difference: first minus second on the questions both answer, [95 % interval] and standard "
    "error (SE) clustered by groups of questions; corr.: of the two runs' scores"
)
ON_SCREEN = "A - B: on the questions both answer, with intervals from groups of questions"
TESTED = (
    "p: paired t-test, corrected (Holm) for the {count} of all rows; better: p below "
    f"{SIGNIFICANT}; MASE, which a few answers dominate, has no standard error and no winner"
)
DETECTABLE = "with a power of {power:.0%} one test finds a difference of: {shown} ({where})"
UNTESTED = "no difference can be tested: that needs common questions of two groups or more"
TWINS = (
    "n: released questions whose twin is answered too; alone: how many are right (or within one) "
    "on the released side alone, and on that of twins alone; difference: released minus twin, "
    "[95 % interval] from groups of questions",
    "better released: this model remembers answers of released questions, or twins are harder: "
    "models that cannot know the questions show which; no difference does not rule out that it "
    "knows them and computes",
    f"p: paired t-test, corrected (Holm) for the rows of {ALL} tasks together, or for those of "
    f"single tasks; better: p below {SIGNIFICANT}",
)
NONE = "no question in common"
_P = Column("p_holm", "p", digits=4, show=lambda row: tables.p_shown(row["p_holm"]))


Shown = tuple[Table, list[str], list[str]]
"""A table of differences, its notes, and what a terminal shows above it."""


def compare(
    places: Sequence[str],
    twins: str | None,
    items: str | None,
    style: str,
    read: Read,
    warn: Warn,
) -> str:
    """Return the table of two runs that are compared by question, or of a run on released questions
    and one on their `twins`; questions that only one answers rightly go to a CSV (`items`).

    Each place names the files of one run. The text is empty if a run has no usable file. `warn`
    gets what makes a comparison weak. Raises ComparisonError if the places do not name the runs
    that are needed, or if these have no question in common.
    """
    if items and not twins:
        raise ComparisonError("--items needs --twins")
    places = [*places, *filter(None, [twins])]
    if len(places) != 2:
        raise ComparisonError(
            f"compare takes two runs, got {len(places)}; put a pattern in quotes, and name twins "
            "with --twins"
        )
    summaries: list[Summary] = []
    first, second = (
        comparison.by_task(place, scored([place], read, summaries)) for place in places
    )
    if not (first and second):
        return ""
    if twins:
        shown = _with_twins(first, comparison.by_question(second), items, style, warn)
    else:
        paths = [{run.path for run, _ in side.values()} for side in (first, second)]
        if paths[0] & paths[1]:
            warn("both runs are the same file; name two runs")
        shown = paired([*_with_reasons(comparison.compare(first, second), first, second)], style)
    table, notes, above = shown
    notes += tables.signatures(summaries)
    notes += tables.incomplete(summaries)
    drawn = tables.render(table, style, notes)
    return "\n\n".join([*filter(None, above), drawn] if style == TERMINAL else [drawn])


def scored(places: Sequence[str], read: Read, summaries: list[Summary]) -> Iterator[ComparedRun]:
    """Yield each run without its responses, with an item for each question by filter, and add its
    summaries to `summaries`.
    """
    for run in read(places):
        summaries += run.summaries.values()
        items = {
            filter_name: samples.by_question(
                own.assign(**{why: own["unread"] == why for why in REASONS})
            )
            for filter_name, own in run.items.items()
        }
        yield replace(run, table=run.table.iloc[:0]), items


def paired(rows: Sequence[Row], style: str) -> Shown:
    """Return a paired comparison of two runs. A terminal shows the verdict first."""
    models = [f"{side}_model" for side in SIDES]
    short = short_models(row[key] for row in rows for key in models)
    named = [row | {key: short[row[key]] for key in models} for row in rows]
    names = comparison.side_names(named)
    more = [_scored("difference_stderr", "SE"), Column("correlation", "corr.", digits=2)]
    if style == TERMINAL:
        note, columns = ON_SCREEN, _columns(style, LETTERS, "A - B [95 % interval]")
    else:
        note, columns = DIFFERENCES, _columns(style, names, "difference", more=more)
    tested = sum(row["p_holm"] == row["p_holm"] for row in rows)  # NaN does not equal itself
    test = TESTED.format(count=counted(tested, "p-value")) if tested else UNTESTED
    shown = rows
    if style not in tables.RECORDS:
        shown = [_unread(row) if row["metric"] == "parsed" else row for row in rows]
    table = Table(columns=columns, rows=shown, by=("task", "filter"))
    above = ["\n".join(map(wrapped, _sentences(rows, names))), _key(names)]
    return table, [note, test, *_detectable(rows), *_few_groups(rows)], above


def _with_reasons(rows: Sequence[Row], first: ByTask, second: ByTask) -> Iterator[Row]:
    """Yield the rows; those of a task and filter are followed by the shares of unread answers by
    reason, which are not tested.
    """
    for (task, filter_name), same in groupby(rows, BLOCK):
        of_task = [*same]
        yield from of_task
        sides = comparison.matched(first[task][1][filter_name], second[task][1][filter_name])
        for why in REASONS:
            means = [float(side[why].mean()) for side in sides]
            if any(mean > 0 for mean in means):
                yield {
                    **{k: v if isinstance(v, (str, int)) else NAN for k, v in of_task[-1].items()},
                    **dict(zip(SIDES, means, strict=True)),
                    **{"n": len(sides[0]), "groups": sides[0]["group"].nunique()},
                    **{"metric": why, "difference": means[0] - means[1], "better": ""},
                }


def _unread(row: Row) -> Row:
    low, high = 0 - row["difference_high"], 0 - row["difference_low"]
    sides = {side: 1 - row[side] for side in SIDES}
    gap = {"difference": 0 - row["difference"], "difference_low": low, "difference_high": high}
    return row | sides | gap


def _detectable(rows: Sequence[Row]) -> list[str]:
    lines = []
    for (task, filter_name), same in groupby(rows, BLOCK):
        shown = [
            f"{METRICS[row['metric']].heading} {METRICS[row['metric']].shown(row['detectable'])}"
            for row in same
            if row["detectable"] == row["detectable"]
        ]
        if shown:
            where = f"{task}, {filter_name}"
            lines.append(DETECTABLE.format(power=POWER, shown=", ".join(shown), where=where))
    return lines


def _sentences(rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    """Return a sentence on each task and filter, once for all that have the same."""
    leaders = {"": (*names,), **{side: (name,) for side, name in zip(SIDES, names, strict=True)}}
    places: dict[str, list[str]] = {}
    for (task, filter_name), same in groupby(rows, BLOCK):
        leads = {
            row["metric"]: Lead(leaders[row["better"]])
            for row in same
            if row["metric"] in verdicts.METRICS_SAID and row["p_holm"] == row["p_holm"]
        }
        if sentence := verdicts.sentence(names, leads):
            places.setdefault(sentence, []).append(f"{task}, {filter_name}")
    if len(places) == 1:
        return list(places)
    return [f"{'; '.join(where)}: {sentence}" for sentence, where in places.items()]


def _key(names: Iterable[str]) -> str:
    pairs = zip(LETTERS, names, strict=True)
    return "\n".join(wrapped(f"{letter}: {name}") for letter, name in pairs)


def _with_twins(first: ByTask, second: ByTask, file: str | None, style: str, warn: Warn) -> Shown:
    tasks = [task for task in first if task in second]
    for task in tasks:
        _warn_of_sides(task, first[task][0], second[task][0], warn)
    pairs = [(first, second)]
    if len(tasks) > 1:
        pairs.insert(0, (comparison.together(first, tasks), comparison.together(second, tasks)))
    rows, apart = list[Row](), list[tuple[Any, ...]]()
    for ours, theirs in pairs:
        for row in comparison.compare(ours, theirs, comparison.PAIRED):
            task, filter_name, metric = row["task"], row["filter"], row["metric"]
            sides = comparison.matched(ours[task][1][filter_name], theirs[task][1][filter_name])
            gaps = (sides[0][metric].to_numpy() - sides[1][metric].to_numpy()).tolist()
            alone = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
            rows.append(row | dict(zip(ONLY, alone, strict=True)))
            if metric == "exact_match" and task != ALL:
                cells = (side[name] for side in sides for name in ("label", "number"))
                apart += [
                    (task, filter_name, identity, PAIR[gap < 0], *numbers)
                    for gap, identity, *numbers in zip(gaps, sides[0]["id"], *cells, strict=True)
                    if gap
                ]
    if file:
        with written_whole(Path(file), newline="", encoding="utf-8") as out:
            records = [dict(zip(APART, row, strict=True)) for row in apart]
            out.write(tables.records(records, "csv", APART) + "\n")
    counts = Column(ONLY[0], "alone", show=lambda row: " / ".join(str(row[key]) for key in ONLY))
    columns = _columns(style, PAIR, "difference", more=[counts])
    table = Table(columns=columns, rows=rows, by=("task", "filter"))
    return table, [*TWINS, *_few_groups(rows)], []


def _warn_of_sides(name: str, first: Run, second: Run, warn: Warn) -> None:
    if not comparison.same_model(first.model, second.model):
        warn(f"{name}: the runs are of two models, {first.model} and {second.model}")
    if first.prompting != second.prompting:
        warn(f"{name}: {first.prompting or 'unknown'} against {second.prompting or 'unknown'}")


def _few_groups(rows: Iterable[Row]) -> list[str]:
    bounded = (row for row in rows if METRICS.get(row["metric"], METRICS["parsed"]).bounded)
    return few_groups((row["task"], row["groups"]) for row in bounded)


def _scored(key: str, heading: str) -> Column:
    """Return a column of numbers that each row shows as its metric is shown, the interval beside
    it if the row has one.
    """

    def show(row: tables.Row) -> str:
        ends = (row.get(f"{key}_low"), row.get(f"{key}_high"))
        metric = METRICS.get(row["metric"], METRICS["parsed"])  # reasons are shares, too
        value, low, high = map(metric.shown, (row[key], *ends))
        return value if low == "-" else f"{value} [{low}, {high}]"

    return Column(key, heading, digits=2, show=show)


def _columns(
    style: str,
    sides: Sequence[str],
    difference: str,
    more: Iterable[Column] = (),
) -> list[Column]:
    """Return the columns of a difference: the number of questions and, but for terminals, of
    groups, the scores of both `sides`, `more` columns, p, and the better side.
    """
    counts = ("n",) if style == TERMINAL else ("n", "groups")
    headings = dict(zip(("", *SIDES), ("-", *sides), strict=True))
    won = Column("better", "better", show=lambda row: headings[row["better"]] if row["n"] else NONE)
    return [
        *(Column("task", "task"), Column("filter", "filter")),
        Column("metric", "metric", words=HEADINGS),
        *(Column(key, key, digits=0) for key in counts),
        *(_scored(side, heading) for side, heading in zip(SIDES, sides, strict=True)),
        _scored("difference", difference),
        *(*more, _P, won),
    ]
