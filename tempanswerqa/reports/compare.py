"""Compares the runs at named places by question, and returns the tables of their differences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tempanswerqa import analysis
from tempanswerqa.analysis import FAMILY
from tempanswerqa.answers.result import REASONS
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import written_whole
from tempanswerqa.items import join, named, quantity
from tempanswerqa.metrics.means import LEVEL, POWER, SIGNIFICANT
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.questions.subsets import twin_of
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables, verdicts
from tempanswerqa.reports.names import short_models
from tempanswerqa.reports.tables import HEADINGS, TERMINAL, Column, Row, Table, few_groups, wrapped
from tempanswerqa.runs import details, other_tasks
from tempanswerqa.runs.other_tasks import OtherRun
from tempanswerqa.runs.run import Run
from tempanswerqa.text import listed
from tempanswerqa.twins.making import question_id

if TYPE_CHECKING:
    from pandas import DataFrame

Read = Callable[[Sequence[str]], Iterable[Run | OtherRun]]
"""A function that reads the runs at places: `score_places` and `other_tasks.read`."""
MetricOf = Callable[[Row], Metric]
"""A function that returns the metric of a row."""
Warn = Callable[[str], None]
AnyRun = TypeVar("AnyRun", Run, OtherRun)
Side = Mapping[str, Run]
"""The run of each task."""
ALL, OTHERS = "all", "other tasks"
"""The names of several tasks together: those that are scored here, and others."""
SIDES, PAIR = ("first", "second"), ("released", "twin")
READ = details.DETAILS["smape"][0]
SHOWN = METRICS | {READ.name: READ}
LETTERS = ("A", "B")
"""The names of the sides in the headings of a terminal."""
BLOCK = itemgetter("task", "filter")
ONLY = ("only_released", "only_twin")
"""The keys of the numbers of questions that are answered rightly on one side alone."""
APART = ("label", "prediction", "error", "unread")
"""What a file of such questions has of each side."""
PAIRED = ("exact_match", "within_one")
"""The scores by which questions are compared with their twins."""

DIFFERENCES = (
    "difference: first minus second on the questions both answer, [95 % interval] and standard "
    "error (SE) clustered by groups of questions"
)
ON_SCREEN = "A - B: on the questions both answer, with intervals from groups of questions"
TESTED = (
    "p: paired t-tests, corrected (Holm) for EM and sMAPE of a task and filter; better: p below "
    f"{SIGNIFICANT}; other scores are not tested, and intervals are for one row alone"
)
OTHERS_TESTED = "other tasks: all metrics of a task and filter are tested, corrected (Holm)"
DETECTABLE = "with a power of {power:.0%} one test finds a difference of: {shown} ({where})"
UNTESTED = "no difference can be tested: that needs common questions of two groups or more"
TWINS = (
    "n: released questions whose twin is answered too; alone: how many are right (or within one) "
    "on the released side alone, and on that of twins alone; difference: released minus twin, "
    "[95 % interval] from groups of questions",
    "better released: this model remembers answers of released questions, or twins are harder: "
    "models that cannot know the questions show which; no difference does not rule out that it "
    "knows them and computes",
    f"p: paired t-test of EM; better: p below {SIGNIFICANT}",
)
NONE = "no question in common"
_P = Column("p_holm", "p", digits=4, show=lambda row: tables.p_shown(row["p_holm"]))


class ComparisonError(TempAnswerError, ValueError):
    """Runs that cannot be compared; the message says why and what to do."""


def compare(
    places: Sequence[str],
    twins: str | None,
    items: str | None,
    margin: tuple[str, float] | None,
    style: str,
    read: Read,
    warn: Warn,
) -> tuple[str, str, bool]:
    """Return the table of two runs that are compared by question.

    With `twins`, these are a run on released questions and one on their twins. Questions that
    only one answers rightly go to a CSV (`items`).

    Each place names the files of one run. The text is empty if a run has no usable file. `warn`
    gets what makes a comparison weak. With a `margin`, the second text and the truth value are
    those of `not_worse`. Raises ComparisonError if the places do not name the runs that are needed,
    or if these have no question in common.
    """
    places = [*places, *filter(None, [twins])]
    if len(places) != 2:
        raise ComparisonError(
            f"compare takes two runs, got {len(places)}; put a pattern in quotes, and name twins "
            "with --twins"
        )
    every = [_by_task(place, read([place])) for place in places]
    if not all(every):
        return "", "", True
    sides: list[Side] = [_of(Run, side) for side in every]
    others = [_of(OtherRun, side) for side in every]
    records = [row for side in sides for run in side.values() for row in details.records(run)]
    if twins:
        sides[1], names = _by_question(sides[1]), [*PAIR]
        _warn_of_sides(sides, warn)
    else:
        names = _names(every, warn)
    both, of_others = _joined(sides), other_tasks.joined(others)
    if both is None and (twins or items or of_others is None):
        against = " against ".join(", ".join(side) or "none" for side in every)
        raise ComparisonError(f"no task in common: {against}; name runs of the same task")
    more = other_tasks.metrics(of_others, others)
    compared = _compared(both, of_others, more, names, PAIRED if twins else None)
    if items and both is not None:
        _write_apart(both, names, Path(items))
    of_other = {OTHERS, *others[0]}

    def metric_of(row: Row) -> Metric:
        """Return the metric of a row; shares of reasons are shown as that of unread answers."""
        return (more if row["task"] in of_other else SHOWN).get(row["score"], METRICS["parsed"])

    if twins and both is not None:
        table, notes = _with_twins(compared, both, style, metric_of)
    else:
        table, notes = _paired(compared, names, style, metric_of)
        notes[2:2] = [OTHERS_TESTED] if more else []
    notes += tables.signatures(records)
    notes += tables.incomplete(records)
    measured = [(both, SHOWN), (of_others, more)]
    said = not_worse(measured, names, *margin) if margin else ("", True)
    drawn = tables.render(table, style, notes)
    if style != TERMINAL or twins:
        return drawn, *said
    return _on_screen(compared, names, drawn), *said


def _compared(
    both: DataFrame | None,
    of_others: DataFrame | None,
    more: Mapping[str, Metric],
    names: Sequence[str],
    paired: Sequence[str] | None,
) -> DataFrame:
    """Return the differences of two sides in all tasks, those of other tasks last.

    Raises ComparisonError if no question is in common.
    """
    import pandas as pd

    parts = [] if both is None else [differences(both, names, paired)]
    if of_others is not None:
        found = _of_sides(of_others, names, [*more.values()], [*more], OTHERS)
        parts.append(found[found["difference"].notna()])
    compared = pd.concat(parts, ignore_index=True)
    if not compared["n"].any():
        task = next(iter(compared["task"]), OTHERS)
        raise ComparisonError(
            f"{task}: {' and '.join(names)} answer no question in common; name runs on the same "
            "questions"
        )
    return compared


def _on_screen(compared: DataFrame, names: Sequence[str], drawn: str) -> str:
    """Return a drawn table below what it says and the names of its sides."""
    key = "\n".join(wrapped(f"{a}: {b}") for a, b in zip(LETTERS, names, strict=True))
    sentences = "\n".join(map(wrapped, _sentences(compared)))
    return "\n\n".join([*filter(None, [sentences]), key, drawn])


def not_worse(
    sides: Iterable[tuple[DataFrame | None, Mapping[str, Metric]]],
    names: Sequence[str],
    score: str,
    margin: float,
) -> tuple[str, bool]:
    """Return whether the second side is not worse by more than a margin, as a sentence and a bool.

    It is not worse if the end of the 95 % interval on its worse side is within the margin.
    The plain mean over all tasks with the score counts, each by its first filter. Without any
    difference, n answers may hide one of t²/(n + t²), where t is the quantile of Student's t.

    Parameters
    ----------
    sides
        The items of both sides, or None, and their metrics.
    names
        The names of the sides.
    score, margin
        The metric, and the margin as the metric is shown.

    References
    ----------
    Piaggio, Elbourne, Pocock, Evans and Altman, JAMA 308 (2012), for non-inferiority by an
    interval; Tango, Statistics in Medicine 17 (1998), for pairs that do not differ.
    """
    import pandas as pd
    from scipy.special import stdtrit

    parts, metrics = [], []
    for items, known in sides:
        if items is None or score not in known:
            continue
        rules = items["filter"].astype(str)
        own = items[rules == rules.groupby(items["task"].astype(str)).transform("first")]
        keys = ["task", "id", "group", "side"]
        parts.append(own[[*keys, score]].dropna().astype(dict.fromkeys(keys, object)))
        metrics.append(known[score])
    ranges = {(m.higher_is_better, m.highest, m.free) for m in metrics}
    if len(ranges) != 1 or not metrics[0].bounded:
        why = "have a range in common" if len(ranges) > 1 else "has such a metric with an interval"
        raise ComparisonError(f"--margin {score}: no task has it, or not all {why}")
    metric = metrics[0]
    ((_, row),) = analysis.compare(pd.concat(parts), (), ("task",), [metric], (), "side").iterrows()
    low, high = row["low"], row["high"]
    if row["stderr"] == row["difference"] == 0 and not metric.free:
        t = stdtrit(row["groups"] - 1, (1 + LEVEL) / 2)
        high = metric.highest * t**2 / (row["n"] + t**2)
        low = -high
    lost = high if metric.higher_is_better else -low
    shown = bool(lost < margin / metric.factor)
    gap, *ends = map(metric.shown, (-row["difference"], -high, -low))
    what = "is not worse than" if shown else "is not shown to be no worse than"
    name = HEADINGS.get(score, score)
    tasks = listed([*dict.fromkeys(name for part in parts for name in part["task"])])
    return (
        f"{names[1]} {what} {names[0]} by more than {margin:g} {name}: {gap} "
        f"[{ends[0]}, {ends[1]}] ({tasks})",
        shown,
    )


def _names(sides: Sequence[Mapping[str, Run | OtherRun]], warn: Warn) -> list[str]:
    """Return the names of two sides that are paired, and warn of what makes that weak."""
    paths = [{run.path for run in side.values()} for side in sides]
    if paths[0] & paths[1]:
        warn("both runs are the same file; name two runs")
    if alone := sorted(sides[0].keys() ^ sides[1].keys()):
        warn(f"only one of both runs has {listed(alone)}")
    short = short_models(run.model for side in sides for run in side.values())
    return side_names([[(short[r.model], r.prompting) for r in own.values()] for own in sides])


def _of(kind: type[AnyRun], side: Mapping[str, Run | OtherRun]) -> dict[str, AnyRun]:
    return {task: run for task, run in side.items() if isinstance(run, kind)}


def _by_task(name: str, runs: Iterable[Run | OtherRun]) -> dict[str, Run | OtherRun]:
    """Return the one run of each task. Raises ComparisonError for two of the same task."""
    sides: dict[str, Run | OtherRun] = {}
    for run in runs:
        first = sides.setdefault(run.task, run)
        if run is not first:
            raise ComparisonError(
                f"{name} has several runs of {run.task} ({first.path.name} and "
                f"{run.path.name}); name one run, with a narrower pattern"
            )
    return sides


def _by_question(runs: Side) -> Side:
    """Return runs on twins with the tasks and the ids of the questions that they are twins of.

    Raises ComparisonError for a run on other questions, and for two runs that would become one
    task.
    """
    sides: dict[str, Run] = {}
    for run in runs.values():
        if (twin := twin_of(run.subset)) is None:
            raise ComparisonError(
                f"{run.path} does not answer twins; name the run on the released questions first, "
                "and the one on twins after --twins"
            )
        task = str(replace(TaskName.parse(run.task), subset=twin[0]))
        ids = run.table["id"].cat
        ids = ids.rename_categories(ids.categories.map(question_id).astype(object))
        if task in sides:
            first = sides[task].path
            raise ComparisonError(f"{run.path} and {first} answer twins of the same questions")
        sides[task] = replace(run, table=run.table.assign(id=ids))
    return sides


def _warn_of_sides(sides: Sequence[Side], warn: Warn) -> None:
    for name in sides[0].keys() & sides[1].keys():
        first, second = (side[name] for side in sides)
        if not same_model(first.model, second.model):
            warn(f"{name}: the runs are of two models, {first.model} and {second.model}")
        if first.prompting != second.prompting:
            warn(f"{name}: {first.prompting or 'unknown'} against {second.prompting or 'unknown'}")


def same_model(first: str, second: str) -> bool:
    """Return whether two names may be of one model.

    One may have folders that the other lacks, such as `meta-llama/X` or `meta-llama__X` and
    `X`. False for an empty name.
    """
    sides = [[*filter(None, re.split("/|__", name.casefold()))] for name in (first, second)]
    length = min(map(len, sides))
    return length > 0 and sides[0][-length:] == sides[1][-length:]


def side_names(sides: Sequence[Sequence[tuple[str, str]]]) -> list[str]:
    """Return the names of two sides, of which each has the models and promptings of its runs.

    A name has the models, with the prompting if the models are the same, and with `(first)` and
    `(second)` if the prompting is the same too.
    """
    for parts in (1, 2):
        names = [
            ", ".join(dict.fromkeys(" ".join(filter(None, run[:parts])) for run in side))
            for side in sides
        ]
        if names[0] != names[1]:
            return names
    return [f"{name} ({side})" for name, side in zip(names, SIDES, strict=True)]


def _joined(sides: Sequence[Side]) -> DataFrame | None:
    """Return the items of the tasks that both sides have, with their `side`; None without one."""
    tasks = [task for task in sides[0] if task in sides[1]]
    if not tasks:
        return None
    return join(
        [
            named(runs[task].table, side=side, task=task)
            for side, runs in zip(SIDES, sides, strict=True)
            for task in tasks
        ]
    )


def differences(
    items: DataFrame, names: Sequence[str], paired: Sequence[str] | None = None
) -> DataFrame:
    """Return the paired differences of two sides by task and filter, with the `names` of the sides.

    Those of several tasks come first, as the task `ALL`.

    By default they are those of all `METRICS`, and of the shares of unread answers by reason, of
    which `FAMILY` is tested; else those `paired`, of which exact match is tested.
    """
    whys = [] if paired else [why for why in REASONS if (items["unread"] == why).any()]
    items = items.assign(
        smape_read=details.smape_read(items), **{why: items["unread"] == why for why in whys}
    )
    measured = [METRICS[name] for name in paired or METRICS]
    if "smape" in (paired or METRICS):
        measured.insert(1 + measured.index(METRICS["smape"]), READ)
    scores = (*measured, *(Metric(why, why, False) for why in whys))
    return _of_sides(items, names, scores, ("exact_match",) if paired else FAMILY, ALL)


def _of_sides(
    items: DataFrame,
    names: Sequence[str],
    scores: Sequence[Metric],
    family: Sequence[str],
    together: str,
) -> DataFrame:
    """Return the differences of two sides by task and filter, those of several tasks first."""
    import pandas as pd

    parts = [analysis.compare(items, ("task", "filter"), (), scores, family, "side")]
    shared = items.groupby("filter", observed=True)["task"].transform("nunique") > 1
    if shared.any():
        whole = analysis.compare(items[shared], ("filter",), ("task",), scores, family, "side")
        whole.insert(0, "task", together)
        parts.insert(0, whole)
    compared = pd.concat(parts, ignore_index=True).astype({"task": object, "filter": object})
    shown = dict(zip(SIDES, names, strict=True))
    for name in ("first", "second", "better"):
        compared[name] = compared[name].map(lambda side: shown.get(side, ""))
    return compared


def _paired(
    compared: DataFrame, names: Sequence[str], style: str, metric_of: MetricOf
) -> tuple[Table, list[str]]:
    """Return the table of a paired comparison of two runs, and its notes."""
    rows: list[Row] = compared.to_dict("records")
    if style == TERMINAL:
        note = ON_SCREEN
        columns = _columns(style, names, LETTERS, "A - B [95 % interval]", metric_of)
    else:
        more = [_scored("stderr", "SE", metric_of)]
        note, columns = DIFFERENCES, _columns(style, names, names, "difference", metric_of, more)
    test = TESTED if compared["p_holm"].notna().any() else UNTESTED
    if style not in tables.RECORDS:
        rows = [_unread(row) if row["score"] == "parsed" else row for row in rows]
    table = Table(columns=columns, rows=rows, by=("task", "filter"))
    return table, [note, test, *_detectable(rows, metric_of), *_few_groups(compared)]


def _unread(row: Row) -> Row:
    sides = {f"{side}_value": 1 - row[f"{side}_value"] for side in SIDES}
    gap = {"difference": 0 - row["difference"], "low": 0 - row["high"], "high": 0 - row["low"]}
    return {**row, **sides, **gap}


def _detectable(rows: Sequence[Row], metric_of: MetricOf) -> list[str]:
    lines = []
    for (task, filter_name), same in groupby(rows, BLOCK):
        shown = [
            f"{metric_of(row).heading} {metric_of(row).shown(row['detectable'])}"
            for row in same
            if row["p_holm"] == row["p_holm"] and row["detectable"] == row["detectable"]  # not NaN
        ]
        if shown:
            where = f"{task}, {filter_name}"
            lines.append(DETECTABLE.format(power=POWER, shown=", ".join(shown), where=where))
    return lines


def _sentences(compared: DataFrame) -> list[str]:
    """Return a sentence on each task and filter, once for all that have the same."""
    places: dict[str, list[str]] = {}
    for (task, filter_name), same in compared.groupby(["task", "filter"], sort=False):
        leads = {
            score: verdicts.Lead((better,) if better else (first, second))
            for score, first, second, better in same.loc[
                same["p_holm"].notna(), ["score", *SIDES, "better"]
            ].itertuples(index=False)
        }
        if sentence := verdicts.sentence([*same[[*SIDES]].iloc[0]], leads):
            places.setdefault(sentence, []).append(f"{task}, {filter_name}")
    if len(places) == 1:
        return list(places)
    return [f"{'; '.join(where)}: {sentence}" for sentence, where in places.items()]


def _with_twins(
    compared: DataFrame, items: DataFrame, style: str, metric_of: MetricOf
) -> tuple[Table, list[str]]:
    """Return the table of a run on released questions and one on their twins, and its notes."""
    counts: dict[tuple[str, ...], list[int]] = {}
    for score in PAIRED:
        apart = analysis.apart(items, ("task", "filter"), "side", score)
        for task, rule, *values in apart[["task", "filter", *SIDES]].itertuples(index=False):
            for name in (task, ALL):
                own = counts.setdefault((name, rule, score), [0, 0])
                own[values[0] < values[1]] += 1
    rows = [
        row | dict(zip(ONLY, counts.get((*BLOCK(row), row["score"]), (0, 0)), strict=True))
        for row in compared.to_dict("records")
    ]
    alone = Column(ONLY[0], "alone", show=lambda row: " / ".join(str(row[key]) for key in ONLY))
    columns = _columns(style, PAIR, PAIR, "difference", metric_of, [alone])
    table = Table(columns=columns, rows=rows, by=("task", "filter"))
    return table, [*TWINS, *_few_groups(compared)]


def _write_apart(items: DataFrame, names: Sequence[str], path: Path) -> None:
    """Write a row for each question that one side answers better.

    It has the better side, and for both the label, what was read first, its error, and why it
    is unread.
    """
    keys = ["task", "filter", "id"]
    apart = analysis.apart(items, keys[:-1], "side", "exact_match")
    first = items[items["sample"] == 0].set_index("side")
    read = [first.loc[[side]].set_index(keys) for side in SIDES]
    rows = []
    for *key, one, other in apart[[*keys, *SIDES]].itertuples(index=False):
        row = dict(zip(keys, key, strict=True)) | {"right": names[one < other]}
        for side, own in zip(SIDES, read, strict=True):
            cell = own.loc[tuple(key)]
            values = (quantity(cell[name], cell["unit"]) for name in ("label", "number"))
            error = "" if cell["error"] != cell["error"] else cell["error"]
            cells = zip(APART, (*values, error, cell["unread"]), strict=True)
            row |= {f"{side}_{name}": value for name, value in cells}
        rows.append(row)
    columns = [*keys, "right", *(f"{s}_{k}" for s in SIDES for k in APART)]
    with written_whole(path, newline="", encoding="utf-8") as out:
        out.write(tables.records(rows, "csv", columns) + "\n")


def _few_groups(compared: DataFrame) -> list[str]:
    shown = compared[compared["stderr"].notna() | (compared["groups"] == 1)]
    return few_groups(zip(shown["task"], 1 + shown["degrees"], strict=True))


def _scored(key: str, heading: str, metric_of: MetricOf, interval: bool = False) -> Column:
    """Return a column of numbers that each row shows as its metric is shown.

    The interval stands beside the number if the row has one.
    """

    def show(row: tables.Row) -> str:
        ends = (row["low"], row["high"]) if interval else (None, None)
        value, low, high = map(metric_of(row).shown, (row[key], *ends))
        return value if low == "-" else f"{value} [{low}, {high}]"

    return Column(key, heading, digits=2, show=show)


def _columns(
    style: str,
    names: Sequence[str],
    headings: Sequence[str],
    difference: str,
    metric_of: MetricOf,
    more: Iterable[Column] = (),
) -> list[Column]:
    """Return the columns of a difference.

    They are the number of questions and, except for terminals, of groups, the scores of both
    sides, `more` columns, p, and the better side.
    """
    counts = ("n",) if style == TERMINAL else ("n", "groups")
    won = dict(zip(("", *names), ("-", *headings), strict=True))
    values = zip(SIDES, headings, strict=True)
    return [
        *(Column("task", "task"), Column("filter", "filter")),
        Column("score", "metric", words=HEADINGS | {READ.name: "sMAPE both read"}),
        *(Column(key, key, digits=0) for key in counts),
        *(_scored(f"{side}_value", heading, metric_of) for side, heading in values),
        _scored("difference", difference, metric_of, interval=True),
        *(*more, _P),
        Column("better", "better", show=lambda row: won[row["better"]] if row["n"] else NONE),
    ]
