"""Compares two models on the same questions: paired differences, and which are significant."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tempanswerqa import metrics
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.questions.subsets import twin_of
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.run import Run
from tempanswerqa.twins.making import question_id

if TYPE_CHECKING:
    from pandas import DataFrame

ALL = "all"
"""The name of several tasks, or several units, together."""
PAIRED = ("exact_match", "within_one")
"""The metrics by which questions are compared with their twins."""
SIDES = ("first", "second")


class ComparisonError(TempAnswerError, ValueError):
    """Runs that cannot be compared; the message says why and what to do."""


Row = dict[str, Any]
"""One metric of two runs of a task, read with one filter, on the `n` questions in `groups` groups
for which it is defined in both; it also names the models and promptings of both.

`first` and `second` are the means, `difference` is the first less the second. A metric without a
largest score has neither standard error nor p-value. `p_holm` is the p-value, corrected for all
rows that were computed together; `better` is the significantly better side, or empty."""
ComparedRun = tuple[Run, Mapping[str, "DataFrame"]]
"""A run, with an item for each question by filter."""
ByTask = Mapping[str, ComparedRun]
"""The run of each task."""


def by_task(name: str, runs: Iterable[ComparedRun]) -> ByTask:
    """Return the one run of each task. Raises ComparisonError for two of the same task."""
    sides: dict[str, ComparedRun] = {}
    for run, items in runs:
        first, _ = sides.setdefault(run.task, (run, items))
        if run is not first:
            raise ComparisonError(
                f"{name} has several runs of {run.task} ({first.path.name} and "
                f"{run.path.name}); name one run, with a narrower pattern"
            )
    return sides


def by_question(runs: ByTask) -> ByTask:
    """Return runs on twins with the tasks and the ids of the questions that they are twins of.

    Raises ComparisonError for a run on other questions, and for two runs that would become one
    task.
    """
    sides: dict[str, ComparedRun] = {}
    for run, items in runs.values():
        if (twin := twin_of(run.subset)) is None:
            raise ComparisonError(
                f"{run.path} does not answer twins; name the run on the released questions first, "
                "and the one on twins after --twins"
            )
        task = str(replace(TaskName.parse(run.task), subset=twin[0]))
        renamed = {
            filter_name: answers.assign(id=answers["id"].map(question_id))
            for filter_name, answers in items.items()
        }
        first, _ = sides.setdefault(task, (run, renamed))
        if first is not run:
            raise ComparisonError(f"{run.path} and {first.path} answer twins of the same questions")
    return sides


def together(runs: ByTask, tasks: Sequence[str]) -> ByTask:
    """Return the runs of several tasks as one run of the task `ALL`."""
    import pandas as pd

    run, first = runs[tasks[0]]
    items = {
        filter_name: pd.concat([runs[task][1][filter_name] for task in tasks])
        for filter_name in first
    }
    return {ALL: (run, items)}


def compare(first: ByTask, second: ByTask, names: Collection[str] = METRICS) -> list[Row]:
    """Return the paired differences of two runs by task, filter and metric of these `names`.

    A task without a common question has a difference of NaN from 0 questions. Raises
    ComparisonError if there is no common task, or no common question.
    """
    tasks = [task for task in first if task in second]
    if not tasks:
        names = " against ".join(", ".join(side) or "none" for side in (first, second))
        raise ComparisonError(f"no task in common: {names}; name runs of the same task")
    rows = []
    for task in tasks:
        (run, ours), (other, theirs) = first[task], second[task]
        for filter_name in ours:
            sides = matched(ours[filter_name], theirs[filter_name])
            for metric in names:
                rows.append(
                    {
                        "task": task,
                        "filter": filter_name,
                        "metric": metric,
                        "n": 0,
                        "groups": 0,
                        "first_model": run.model,
                        "first_prompting": run.prompting,
                        "second_model": other.model,
                        "second_prompting": other.prompting,
                        **_difference(metric, *sides),
                    }
                )
    if not any(row["n"] for row in rows):
        raise ComparisonError(
            f"{rows[0]['task']}: {' and '.join(side_names(rows))} answer no question in common; "
            "name runs on the same questions"
        )
    corrected = metrics.holm([row["p_value"] for row in rows])
    for row, p_holm in zip(rows, corrected, strict=True):
        is_first = (row["first"] > row["second"]) == METRICS[row["metric"]].higher_is_better
        better = SIDES[not is_first] if p_holm < SIGNIFICANT else ""
        row |= {"p_holm": p_holm, "better": better}
    return rows


def matched(ours: DataFrame, theirs: DataFrame) -> tuple[DataFrame, DataFrame]:
    """Return the items of the questions that both runs answer, in the order of the first."""
    both = ours[ours["id"].isin(theirs["id"])]
    return both, theirs.set_index("id", drop=False).loc[both["id"]]


def _difference(metric: str, ours: DataFrame, theirs: DataFrame) -> Row:
    """Return both means and their difference, on the questions for which both have the score.

    If questions have several responses, scores are means of their own, and vary less than right and
    wrong answers do: their standard error has no least value.
    """
    columns = ours[metric].tolist(), theirs[metric].tolist()
    if any(map(math.isinf, (*columns[0], *columns[1]))):  # then both means are undefined
        columns = ([NAN] * len(ours),) * 2
    largest = METRICS[metric].highest
    several = "samples" in ours or "samples" in theirs
    groups = ours["group"].tolist()
    difference = metrics.paired(*columns, groups, math.inf if several else largest)
    if not METRICS[metric].bounded:
        difference = difference._replace(
            stderr=NAN, low=NAN, high=NAN, p_value=NAN, correlation=NAN, detectable=NAN
        )
    both = [pair for pair in zip(*columns, strict=True) if not math.isnan(pair[0] - pair[1])]
    means = [metrics.mean(pair[side] for pair in both) for side in (0, 1)]
    return {
        "n": difference.questions,
        "groups": difference.groups,
        **dict(zip(SIDES, means, strict=True)),
        "difference": difference.value,
        # within the metric's range; NaN stays
        "difference_low": max(difference.low, -largest),
        "difference_high": min(difference.high, largest),
        "difference_stderr": difference.stderr,
        "detectable": difference.detectable,
        "correlation": difference.correlation,
        "p_value": difference.p_value,
    }


def same_model(first: str, second: str) -> bool:
    """Return whether two names may be of one model: one may have folders that the other lacks, such
    as `meta-llama/X` or `meta-llama__X` and `X`. False for an empty name.
    """
    sides = [[*filter(None, re.split("/|__", name.casefold()))] for name in (first, second)]
    length = min(map(len, sides))
    return length > 0 and sides[0][-length:] == sides[1][-length:]


def side_names(rows: Sequence[Row]) -> list[str]:
    """Return the names of the two sides: their models, with the prompting if the models are the
    same, and with `(first)` and `(second)` if the prompting is the same too.
    """
    for parts in (("model",), ("model", "prompting")):
        names = [
            ", ".join(
                dict.fromkeys(
                    " ".join(filter(None, (row[f"{side}_{part}"] for part in parts)))
                    for row in rows
                )
            )
            for side in SIDES
        ]
        if names[0] != names[1]:
            return names
    return [f"{name} ({side})" for name, side in zip(names, SIDES, strict=True)]
