"""Two models on the same questions: paired differences, and what each metric would rank first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from tempanswerqa import metrics
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics import intervals
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs.scoring import Item, Run, column, groups


class ComparisonError(TempAnswerError, ValueError):
    """Two runs that cannot be compared; says why and what to do."""


class Compared(NamedTuple):
    """One metric of two runs on the questions that both answer."""

    task: str
    filter: str
    metric: str
    questions: int
    first: float
    second: float
    difference: intervals.Difference
    """First minus second."""

    @property
    def better(self) -> int:
        """1 or 2, the run that the metric ranks first; 0 where they are equal or undefined."""
        if not (self.first < self.second or self.first > self.second):
            return 0
        return 1 if (self.first > self.second) == METRICS[self.metric].higher_is_better else 2


ByTask = dict[str, tuple[Run, dict[str, Sequence[Item]]]]
"""Run and items by filter, of each task."""


def by_task(
    name: str,
    runs: Iterable[tuple[Run, dict[str, Sequence[Item]]]],
    key: Callable[[Run], str] = lambda run: run.task,
) -> ByTask:
    """Return the one run of each task, or of what else `key` tells apart.

    Raises ComparisonError for two of the same task.
    """
    found: ByTask = {}
    for run, items in runs:
        if key(run) in found:
            raise ComparisonError(
                f"{name} has several runs of {key(run)} ({found[key(run)][0].path.name} and "
                f"{run.path.name}); name one run, with a narrower pattern"
            )
        found[key(run)] = run, items
    return found


def compare(first: ByTask, second: ByTask, resamples: int, seed: int) -> list[Compared]:
    """Paired comparison of two models, by task, filter and metric.

    Only questions that both answer count. Intervals and p-values come from resampling whole
    groups of questions. Raises ComparisonError where there is no common task or question.
    """
    tasks = [task for task in first if task in second]
    if not tasks:
        raise ComparisonError(
            f"no task in common: {', '.join(first) or 'none'} against {', '.join(second) or 'none'}"
        )
    compared = []
    for task in tasks:
        (_, ours), (_, theirs) = first[task], second[task]
        for rule in ours:
            sides = _common(task, ours[rule], theirs[rule])
            compared += [
                Compared(task, rule, name, len(sides[0]), *means, difference)
                for name, means, difference in _by_metric(*sides, resamples, seed)
            ]
    return compared


def disagreements(compared: Sequence[Compared]) -> list[str]:
    """Return where metrics rank the two models differently, one sentence per task and filter."""
    found = []
    for task, rule in dict.fromkeys(row[:2] for row in compared):
        rows = [row for row in compared if row[:2] == (task, rule)]
        ranked = {n: [row.metric for row in rows if row.better == n] for n in (1, 2)}
        if ranked[1] and ranked[2]:
            found.append(
                f"{task}, {rule}: the first is ahead by {', '.join(ranked[1])}, "
                f"the second by {', '.join(ranked[2])}"
            )
    return found


def _common(
    task: str, ours: Sequence[Item], theirs: Sequence[Item]
) -> tuple[list[Item], list[Item]]:
    other = {item.question.id: item for item in theirs}
    both = [item for item in ours if item.question.id in other]
    if not both:
        raise ComparisonError(f"{task}: the two runs answer no question in common")
    return both, [other[item.question.id] for item in both]


def _by_metric(
    ours: Sequence[Item], theirs: Sequence[Item], resamples: int, seed: int
) -> Iterator[tuple[str, tuple[float, float], intervals.Difference]]:
    """Yield each metric with its two means and their difference."""
    one, other = ({name: column(items, name) for name in METRICS} for items in (ours, theirs))
    differences = intervals.paired_bootstrap(
        one, other, groups(ours), resamples=resamples, seed=seed
    )
    for name, difference in differences.items():
        yield name, (metrics.mean(one[name]), metrics.mean(other[name])), difference
