"""The scores of one run, task and filter, as one record."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tempanswerqa import metrics
from tempanswerqa.metrics import intervals
from tempanswerqa.metrics.scores import COUNTED
from tempanswerqa.runs.scoring import COLUMNS, Answer, Item, Run, column, groups
from tempanswerqa.runs.signature import signature

Summary = dict[str, Any]
CHANGES = ("recovered", "reread", "dropped")
"""Counts of responses that a filter reads otherwise than strict-match does."""


def summarize(
    run: Run,
    rule: str,
    items: Sequence[Item],
    resamples: int = 0,
    seed: int = 0,
    strict: Sequence[Item] | None = None,
) -> Summary:
    """Scores, standard errors, 95 % intervals and signature; None where undefined.

    `exact_match`, `bse`, `parsed`, `truncated` and `thinking` are shares, `smape` is in percent.
    Intervals are closed form, or resampled (whole groups) where `resamples` is not 0. `strict` are
    the same responses as strict-match reads them: `recovered` counts those that have a number only
    in `items`, `dropped` those that have one only in `strict`, `reread` those with two different
    numbers.
    """
    own, drawn = groups(items), seed if resamples else None
    columns = {name: column(items, name) for name in COLUMNS}
    means = {name: metrics.mean(values) for name, values in columns.items()}
    errors = {name: metrics.clustered_stderr(values, own) for name, values in columns.items()}
    if resamples:
        found = intervals.bootstrap(columns, own, resamples=resamples, seed=seed)
    else:
        found = {name: intervals.closed_form(means[name], errors[name]) for name in COLUMNS}
    return {
        "model": run.model,
        "prompting": run.prompting,
        "task": run.task,
        "filter": rule,
        "n": len(items),
        **{name: _known(mean) for name, mean in means.items()},
        "stderr": {name: _known(error) for name, error in errors.items()},
        "intervals": {name: [*map(_known, ends)] for name, ends in found.items()},
        **{name: _known(_share(run.answers, name)) for name in COUNTED},
        **_changes(items, strict),
        "missing": len(run.missing),
        "repeated": len(run.repeated),
        "unknown": len(run.unknown),
        "signature": signature(rule, run.part, len(items), drawn, run.think_end),
    }


def over_tasks(
    scores: Sequence[float | None], errors: Sequence[float | None]
) -> tuple[float | None, float | None, float | None, float | None]:
    """Return the plain mean of a score over tasks, its standard error, and the ends of its
    interval.

    The errors of tasks are taken to be independent: the error of the mean is the root of the sum of
    their squares, over the number of tasks. What is undefined (None) in one task is undefined in
    the mean. There has to be a task.
    """
    value = math.fsum(math.nan if score is None else score for score in scores) / len(scores)
    error = math.hypot(*(math.nan if e is None else e for e in errors)) / len(errors)
    value, error, low, high = map(_known, (value, error, *intervals.closed_form(value, error)))
    return value, error, low, high


def _share(answers: Sequence[Answer], name: str) -> float:
    return metrics.mean([float(getattr(answer, name)) for answer in answers])


def _changes(items: Sequence[Item], strict: Sequence[Item] | None) -> dict[str, int | None]:
    if strict is None:
        return dict.fromkeys(CHANGES)
    pairs = ((before.number, now.number) for before, now in zip(strict, items, strict=True))
    differing = [(before, now) for before, now in pairs if before != now]
    recovered = sum(before is None for before, _ in differing)
    dropped = sum(now is None for _, now in differing)
    counts = recovered, len(differing) - recovered - dropped, dropped
    return dict(zip(CHANGES, counts, strict=True))


def _known(number: float) -> float | None:
    return None if math.isnan(number) else number
