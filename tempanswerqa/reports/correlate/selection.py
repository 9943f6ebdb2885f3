"""Finds the scores that are asked for among those of results files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.correlate.results import CorrelateError, Models
from tempanswerqa.text import shortened, suggestion

OURS = "tempanswerqa"
SAID = 12
"""The largest number of names in a list."""
NAME = 100
"""The largest number of characters of a foreign name in a sentence."""


class Measure(NamedTuple):
    """Hold the task, metric and filter of a score."""

    task: str
    metric: str
    rule: str
    """The filter."""

    @property
    def key(self) -> str:
        """Return the score's name in results files."""
        return f"{self.metric},{self.rule}"

    @property
    def stderr_key(self) -> str:
        """Return the name of the score's standard error in results files."""
        return f"{self.metric}_stderr,{self.rule}"

    @property
    def name(self) -> str:
        """Return the score as `TASK:METRIC,FILTER`, on one line."""
        return line(f"{self.task}:{self.key}")


def line(name: str) -> str:
    """Return a foreign name on one line, without characters that would move or hide other text."""
    return shortened(name, NAME)


def ours(models: Models, rule: str, tasks: Sequence[str] | None = None) -> list[Measure]:
    """Return the scores of the tasks by our metrics with one filter; by default all tasks of this
    project count.

    Raises CorrelateError for a named task that no file has, or that has no such score; by default
    only if no task has one.
    """
    chosen = tasks if tasks is not None else sorted(filter(_is_ours, models.entries))
    for task in chosen:
        _check_task(models, task, f"--tasks {line(task)}")
    found = [
        Measure(task, metric, rule)
        for task in dict.fromkeys(chosen)
        for metric in METRICS
        if rule in models.filters(task).get(metric, ())
    ]
    without = [task for task in chosen if task not in {measure.task for measure in found}]
    if without and (tasks or not found):
        raise CorrelateError(
            f"{line(without[0])} has no temporal score with the filter {rule}; it has "
            f"{_scores(models, without[0])}; --filter chooses another"
        )
    if not found:
        raise CorrelateError(
            f"no task of {OURS} in the results, but {_listed(sorted(models.entries))}; run lm_eval "
            f"on one of them, or choose other temporal tasks with --tasks"
        )
    return found


def left_out(models: Models, own: Iterable[Measure]) -> list[str]:
    """Return the tasks of this project that have none of these scores."""
    shown = {measure.task for measure in own}
    return [line(task) for task in sorted(models.entries) if _is_ours(task) and task not in shown]


def other(models: Models, asked: str) -> Measure:
    """Return the score that is asked for as `TASK:METRIC,FILTER`, in the names of results files.

    The filter may be left out if the metric has only one. Raises CorrelateError if there is no
    such task, metric or filter, or if several filters are possible.
    """
    task, _, key = asked.rpartition(":") if ":" in asked else (asked, "", "")
    metric, given, rule = key.partition(",")
    said = f"--with {line(asked)}"
    _check_task(models, task, said)
    filters = models.filters(task).get(metric, [])
    if given:
        filters = [name for name in filters if name == rule]
    if not filters:
        missing = f"{line(task)} has no {line(key)}" if key else "name a metric, too"
        raise CorrelateError(f"{said}: {missing}; it has {_scores(models, task)}")
    if len(filters) > 1:
        named = " or ".join(Measure(task, metric, name).name for name in filters)
        raise CorrelateError(f"{said}: name one of its filters, too: {named}")
    return Measure(task, metric, filters[0])


def _is_ours(task: str) -> bool:
    return task == OURS or task.startswith(f"{OURS}_")


def _check_task(models: Models, task: str, said: str) -> None:
    if task in models.entries:
        return
    there = f"there are {_listed(sorted(models.entries))}"
    hint = suggestion(line(task), map(line, models.entries), there)
    raise CorrelateError(f"{said}: no results file has the task {line(task)!r}; {hint}")


def _scores(models: Models, task: str) -> str:
    filters = models.filters(task)
    return _listed(f"{metric},{rule}" for metric, rules in filters.items() for rule in rules)


def _listed(names: Iterable[str]) -> str:
    shown = [line(name) for name in names]
    more = len(shown) - SAID
    return ", ".join(shown[:SAID]) + (f" and {more} more" if more > 0 else "") or "nothing"
