"""Compares the runs at two places by question, and returns the table of their differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tempanswerqa import analysis
from tempanswerqa.analysis import FAMILY
from tempanswerqa.answers.result import REASONS
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.items import join, named, write
from tempanswerqa.metrics.means import POWER, SIGNIFICANT
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.questions.subsets import twin_of
from tempanswerqa.reports import tables, words
from tempanswerqa.reports.tables import TERMINAL, Column, Table, few_groups, wrapped
from tempanswerqa.reports.words import mistake, short_models
from tempanswerqa.runs import details, other_tasks
from tempanswerqa.runs.other_tasks import OtherRun
from tempanswerqa.runs.run import Run
from tempanswerqa.text import listed
from tempanswerqa.twins.making import question_id

if TYPE_CHECKING:
    from pandas import DataFrame

AnyRun = Run | OtherRun
Read = Callable[[Sequence[str]], Iterable[AnyRun]]
Warn = Callable[[str], None]
ALL = "all"
"""The name of all tasks scored here taken together; `other_tasks.KIND` is that of others."""
SIDES, PAIR = ("first", "second"), ("released", "twin")
UNREAD = Metric("unread", "unread", False, factor=100, digits=1)
READ = replace(details.DETAILS["smape"][0], heading="sMAPE both read")
TWINS = {name: METRICS[name] for name in ("exact_match", "within_one")}
"""The metrics by which questions are compared with their twins."""

READING = (
    "A - B: on the questions both answer, with 95 % intervals from groups of questions, each for "
    "a single row"
)
TESTED = (
    "p: paired t-tests of EM, sMAPE and all metrics of other tasks (only EM of twins), corrected "
    f"(Holm) in each task and filter; better: p below {SIGNIFICANT}"
)
FOUND = f"one test finds with a power of {POWER:.0%} a difference of"
TWINS_NOTE = (
    "A better: this model remembers answers of released questions, or twins are harder: models "
    "that cannot know the questions show which; no difference does not rule out that it knows "
    "them and computes"
)
UNTESTED = "no difference can be tested: that needs common questions of two groups or more"


def shown() -> dict[str, Metric]:
    """Return what is compared for tasks scored here, by name and in order."""
    return {
        **{name: metric for name, metric in METRICS.items() if name != "parsed"},
        **{metric.name: metric for metric in (READ, UNREAD)},
        **{why: replace(UNREAD, name=why, heading=why) for why in REASONS},
    }


class ComparisonError(TempAnswerError, ValueError):
    """Runs that are not comparable; the message says why and what to do."""


def compare(
    places: Sequence[str],
    twins: str | None,
    beside: Sequence[str] | None,
    items: str | None,
    margin: tuple[str, float] | None,
    style: str,
    read: Read,
    warn: Warn,
) -> tuple[str, str, bool]:
    """Return the table of two runs compared by question, a sentence and its verdict.

    Parameters
    ----------
    places
        The files of each run.
    twins
        The files of a run on twins, which is then the second run.
    beside
        The files of a second model's runs, for the sentence of `_beside` instead of a margin's.
    items
        The .csv or .parquet for items of questions that only one side answers correctly.
    margin
        The metric and the margin of `_not_worse`.
    style
        A style of `tables.render`.
    read, warn
        Functions that read runs, and that receive what weakens a comparison. If a run has no usable
        file, the table is empty.
    """
    places = [*places, *([twins] if twins else [])]
    sides = _sides(places, bool(twins), read, warn)
    others = _sides(beside, True, read, warn) if beside else sides
    if not all(sides + others):
        return "", "", True
    names = [*PAIR] if twins else _names(sides, places)
    common = [task for task in sides[0] if task in sides[1]]
    if not common:
        against = " against ".join(", ".join(side) for side in sides)
        raise ComparisonError(f"no task in common: {against}; name runs of the same task")
    runs = {side: [own[task] for task in common] for side, own in zip(SIDES, sides, strict=True)}
    metrics = TWINS if twins else shown() | other_tasks.metrics([*chain(*runs.values())])
    table = _scores(runs)
    compared = _differences(table, names, metrics)
    for task in {*common}.difference(compared["task"]):
        warn(f"{task}: {' and '.join(names)} answer no question in common")
    if compared.empty:
        raise ComparisonError("no question in common; name runs on the same questions")
    if items:
        _write_apart(runs, names, Path(items))
    said = _not_worse(table, names, metrics, *margin) if margin else ("", True)
    if beside:
        others_table = _scores({s: [*own.values()] for s, own in zip(SIDES, others, strict=True)})
        said = _beside([table, others_table], [sides[0], others[0]]), True
    notes = _notes(compared, names, metrics, chain(*runs.values()))
    drawn = tables.render(_table(compared, names, metrics), style, notes)
    if style == TERMINAL:
        drawn = "\n\n".join([*map(wrapped, _sentences(compared, names)), drawn])
    return drawn, *said


def _sides(places: Sequence[str], twins: bool, read: Read, warn: Warn) -> list[dict[str, AnyRun]]:
    """Return each side's one run of each task. Raises ComparisonError for two of a task."""
    if len(places) != 2:
        raise ComparisonError(
            f"compare takes two runs, got {len(places)}; quote a pattern, and name twins "
            "with --twins"
        )
    sides: list[dict[str, AnyRun]] = []
    for place in places:
        own: dict[str, AnyRun] = {}
        for run in read([place]):
            run = _as_released(run) if twins and sides else run
            first = own.setdefault(run.task, run)
            if run is not first:
                raise ComparisonError(
                    f"{place} has several runs of {run.task} ({first.path.name} and "
                    f"{run.path.name}); name one run, with a narrower pattern"
                )
        sides.append(own)
    if {run.path for run in sides[0].values()} & {run.path for run in sides[1].values()}:
        warn("both runs are the same file; name two runs")
    if alone := sorted(sides[0].keys() ^ sides[1].keys()) if all(sides) else ():
        warn(f"only one of the two runs has {listed(alone)}")
    return sides


def _as_released(run: AnyRun) -> AnyRun:
    """Return a run on twins with the task and ids of the questions they were made from."""
    if not isinstance(run, Run) or (twin := twin_of(run.subset)) is None:
        raise ComparisonError(
            f"{run.path} does not answer twins; name the run on the released questions first, and "
            "the one on twins after --twins"
        )
    task = replace(run.task_name, subset=twin[0])
    ids = run.table["id"].cat
    ids = ids.rename_categories(ids.categories.map(question_id).astype(object))
    return replace(run, task_name=task, table=run.table.assign(id=ids))


def _names(sides: Sequence[Mapping[str, AnyRun]], places: Sequence[str]) -> list[str]:
    """Return the models of two sides; if equal, with the prompting, and then with the place."""
    short = short_models(run.model for side in sides for run in side.values())
    models = ([short[run.model] for run in side.values()] for side in sides)
    promptings = ([run.prompting for run in side.values()] for side in sides)
    names = ["", ""]
    for more in (models, promptings, ([f"({place})"] for place in places)):
        if names[0] == names[1]:
            parts = [", ".join(dict.fromkeys(part)) for part in more]
            names = [f"{name} {part}".strip() for name, part in zip(names, parts, strict=True)]
    return names


def _scores(runs: Mapping[str, Sequence[AnyRun]]) -> DataFrame:
    """Return the scores of the runs of each side, with the columns `other_tasks.KEYS`."""
    import pandas as pd

    parts = []
    for side, run in ((side, run) for side, of_side in runs.items() for run in of_side):
        scores = run.table
        if isinstance(run, Run):
            whys = {why: scores["unread"].eq(why).astype(float) for why in REASONS}
            more = {"smape_read": details.smape_read(scores), "unread": 1 - scores["parsed"]}
            scores = scores[["filter", "id", "group", *METRICS]].assign(kind=ALL, **more, **whys)
        parts.append(scores.assign(task=run.task, side=side))
    table = pd.concat(parts, ignore_index=True)
    for name in ("kind", "task", "filter"):
        table[name] = pd.Categorical(table[name], [*dict.fromkeys(table[name])])
    return table.drop(columns=[why for why in REASONS if why in table and not table[why].any()])


def _differences(
    table: DataFrame, names: Sequence[str], metrics: Mapping[str, Metric]
) -> DataFrame:
    """Return the differences of two sides by task and filter, those over several tasks first.

    `FAMILY` and all metrics of other tasks are tested.
    """
    import pandas as pd

    scores = [metric for name, metric in metrics.items() if name in table]
    family = [name for name in metrics if name in FAMILY or name not in shown()]
    parts = [analysis.compare(table, ("kind", "task", "filter"), (), scores, family, "side")]
    table = table[table["task"].isin(parts[0]["task"][parts[0]["n"] > 0])]
    shared = table.groupby(["kind", "filter"], observed=True)["task"].transform("nunique") > 1
    if shared.any():
        by = ("kind", "filter")
        whole = analysis.compare(table[shared], by, ("task",), scores, family, "side")
        parts.insert(0, whole.assign(task=whole["kind"]))
    compared = pd.concat(parts, ignore_index=True)
    compared = compared[compared["n"] > 0].astype({"task": object, "filter": object})
    side_names = dict(zip(SIDES, names, strict=True)) | {"": ""}
    columns = {name: compared[name].map(side_names) for name in ("first", "second", "better")}
    return compared.assign(**columns).drop(columns="kind")


def _of_first_filters(table: DataFrame) -> DataFrame:
    """Return the scores of each task by only its first filter."""
    rules = table["filter"].astype(str)
    return table[rules == rules.groupby(table["task"].astype(str)).transform("first")]


def _not_worse(
    table: DataFrame,
    names: Sequence[str],
    metrics: Mapping[str, Metric],
    score: str,
    margin: float,
) -> tuple[str, bool]:
    """Return whether the second side is worse by at most a margin, as a sentence and a bool.

    This is by the plain mean over all tasks with the score, each by its first filter.
    """
    usable = [name for name, own in metrics.items() if name in table and own.bounded]
    if score not in usable:
        raise ComparisonError(
            f"--margin: no common task has {score} with an interval; choose one of "
            f"{listed(usable)}, such as {usable[0]}={margin:g}"
        )
    metric = metrics[score]
    row = analysis.loss(_of_first_filters(table), metric, margin / metric.factor)
    if row is None:
        raise ComparisonError(f"--margin: no question in common has {score}")
    is_shown = bool(row["high"] < margin / metric.factor)
    what = "is not worse than" if is_shown else "is not shown to be no worse than"
    value, low, high = map(metric.shown, (row["difference"], row["low"], row["high"]))
    tasks = listed([*dict.fromkeys(table["task"][table[score].notna()])])
    return (
        f"{names[1]} {what} {names[0]} by more than {margin:g} {metric.heading}: worse by {value} "
        f"[{low}, {high}] ({tasks})",
        is_shown,
    )


def _beside(parts: Sequence[DataFrame], runs: Sequence[Mapping[str, AnyRun]]) -> str:
    """Return how two models' losses from released questions to twins differ, in a sentence.

    Each task counts by its first filter, and only questions that both models answer on both sides.
    """
    import pandas as pd

    table = pd.concat([part.assign(model=at) for at, part in enumerate(parts)], ignore_index=True)
    metric = METRICS["exact_match"]
    row = analysis.twofold(_of_first_filters(table), metric)
    if not row["n"]:
        raise ComparisonError("--beside: all four runs have no question in common; name such runs")
    value, low, high = (metric.shown(row[name]) for name in ("difference", "low", "high"))
    models = [", ".join(dict.fromkeys(run.model for run in side.values())) for side in runs]
    return (
        f"{models[0]} loses {value} [{low}, {high}] points of EM more than {models[1]} from "
        f"released questions to twins (p {tables.p_shown(row['p'])}, n {row['n']:.0f})"
    )


def _write_apart(runs: Mapping[str, Sequence[AnyRun]], names: Sequence[str], path: Path) -> None:
    """Write the items of questions that one side answers better, with side and kind of error."""
    parts = [
        named(run.table, side=name, task=run.task)
        for name, side in zip(names, runs.values(), strict=True)
        for run in side
        if isinstance(run, Run)
    ]
    if not parts:
        raise ComparisonError("--items is for tasks that `score` accepts; no common task is one")
    items, keys = join(parts), ["task", "filter", "id"]
    apart = items.merge(analysis.apart(items, keys, "exact_match"), on=keys)
    apart = apart.sort_values([*keys, "side"])
    kinds = [
        None
        if item.exact_match == 1 or math.isnan(item.error)
        else mistake(item.number, item.label, item.unit, item.asks_for)
        for item in apart.itertuples()
    ]
    write(apart.assign(mistake=kinds), path)


def _table(compared: DataFrame, names: Sequence[str], metrics: Mapping[str, Metric]) -> Table:
    """Return differences as a table, with numbers formatted as their metrics."""
    gap = "A - B [95 % interval]"
    columns = [
        *(Column("task", "task"), Column("filter", "filter")),
        Column("score", "metric", words={name: own.heading for name, own in metrics.items()}),
        Column("n", "n", digits=0),
        Column("first_value", "A", digits=2, metrics=metrics),
        Column("second_value", "B", digits=2, metrics=metrics),
        Column("difference", gap, digits=2, ends=("low", "high"), metrics=metrics),
        Column("p_holm", "p", digits=4, show=lambda row: tables.p_shown(row["p_holm"])),
        Column("better", "better", words={"": "-", names[0]: "A", names[1]: "B"}),
    ]
    return Table(columns, compared.to_dict("records"), by=("task", "filter"))


def _notes(
    compared: DataFrame, names: Sequence[str], metrics: Mapping[str, Metric], runs: Iterable[AnyRun]
) -> list[str]:
    """Return the names of the sides, how to read the table, and what weakens it."""
    gaps: dict[str, list[str]] = {}
    for row in compared[compared["detectable"].notna()].to_dict("records"):
        metric = metrics[row["score"]]
        gap = f"{metric.heading} {metric.shown(row['detectable'])}"
        gaps.setdefault(f"{row['task']}, {row['filter']}", []).append(gap)
    all_read = compared[~compared["score"].isin(("mase", READ.name))]  # as in `details.records`
    tested = all_read[all_read["stderr"].notna() | (all_read["groups"] == 1)]
    records = [row for run in runs if isinstance(run, Run) for row in details.facts(run)]
    return [
        *(f"A: {names[0]}", f"B: {names[1]}"),
        *(READING, TESTED if compared["p_holm"].notna().any() else UNTESTED),
        *(f"{FOUND}: {', '.join(gap)} ({place})" for place, gap in gaps.items()),
        *([TWINS_NOTE] if [*names] == [*PAIR] else []),
        *few_groups(zip(tested["task"], 1 + tested["degrees"], strict=True)),
        *tables.signatures(records),
        *tables.incomplete(records),
    ]


def _sentences(compared: DataFrame, names: Sequence[str]) -> list[str]:
    """Return the sentences on tasks and filters, equal ones once."""
    places: dict[str, list[str]] = {}
    tested = compared[compared["p_holm"].notna()]
    for place, rows in tested.groupby(["task", "filter"], sort=False):
        sentence = words.verdict(rows, dict(zip(names, names, strict=True)))
        places.setdefault(sentence, []).append(", ".join(place))
    if len(places) == 1:
        return list(places)
    return [f"{'; '.join(where)}: {sentence}" for sentence, where in places.items()]
