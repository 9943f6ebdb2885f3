"""Describes how several responses to each question of a run differ, as one filter reads them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tempanswerqa import metrics
from tempanswerqa.metrics import sampling
from tempanswerqa.runs import samples
from tempanswerqa.runs.scoring import Item, column, groups
from tempanswerqa.runs.summary import Score, as_json, known

ERRORS = ("stderr_within", "stderr_between", "share_within")
"""The parts of the standard error of a metric's mean over samples: that of sampling, that of the
choice of questions, and the share of sampling in the variance, from 0 to 1."""


def of(items: Sequence[Item]) -> dict[str, Any]:
    """Return how the samples differ, as a JSON object; None for each undefined value.

    `k` is the number of samples of a question: a number, or text such as `1-4`. The scores are
    those of `sampling.declared` for the units of the questions, with `stderr` and `intervals`.
    Each of `ERRORS` has its values by metric.
    """
    means = samples.by_question(items)
    units = sorted({item.question.unit for item in items})
    scores = {}
    for name, metric in sampling.declared(units).items():
        values = [item.scores.get(name, math.nan) for item in means]  # other units lack some
        if name.startswith(sampling.SPREAD):
            scores[name] = Score(known(sampling.median(values)))
        elif not name.endswith(sampling.WITHIN):
            scores[name] = Score.of(metric, metrics.estimate(values, groups(means)))
    errors = {name: _errors(name, items, means) for name in sampling.bounded()}
    k = samples.counts(items)
    return {
        "k": int(k) if k.isdecimal() else k,
        **as_json(scores, scores),
        **{told: {name: known(own[n]) for name, own in errors.items()}
           for n, told in enumerate(ERRORS)},
    }  # fmt: skip


def _errors(name: str, items: Sequence[Item], means: Sequence[Item]) -> tuple[float, float, float]:
    """Return `ERRORS` of a metric; a lone sample takes the mean variance of other questions."""
    scores = column(means, name)
    sizes = map(len, samples.of_questions(items))
    variances = column(means, f"{name}{sampling.WITHIN}")
    alone = metrics.mean(n * variance for n, variance in zip(sizes, variances, strict=True))
    within = sampling.error_within(
        alone if variance != variance else variance
        for score, variance in zip(scores, variances, strict=True)
        if score == score
    )
    stderr = metrics.clustered_stderr(scores, groups(means))
    between = math.sqrt(max(0.0, stderr**2 - within**2))
    return within, between, sampling.share_within(within, stderr)
