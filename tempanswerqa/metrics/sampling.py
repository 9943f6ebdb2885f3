"""Statistics on several samples of one question: their mean, their agreement, their distance.

The standard error of a mean over questions is split as in Miller (*Adding Error Bars to Evals*,
2024). The part of sampling falls with the number of samples. The other part falls with the number
of questions alone.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tempanswerqa.metrics.scores import METRICS, NAN, Metric, mean
from tempanswerqa.units import UNITS

MEDIAN, WITHIN, SPREAD = "_median", "_within", "spread_"


def vote(numbers: Sequence[float | None]) -> int:
    """Return the place of the first sample that has the number on which the samples agree.

    This is the most frequent number. If several are equally frequent, it is their median, and of
    two middle ones the first to come. Samples without a number (None) have no vote. 0 if no sample
    has a number.
    """
    counts = Counter(number for number in numbers if number is not None)
    if not counts:
        return 0
    most = max(counts.values())
    tied = sorted(number for number, count in counts.items() if count == most)
    middle = tied[(len(tied) - 1) // 2], tied[len(tied) // 2]
    return next(place for place, number in enumerate(numbers) if number in middle)


def distance(numbers: Iterable[float | None]) -> float:
    """Return Gini's mean difference: the mean of |p - q| over all pairs of samples with a number.

    Unlike a range, it does not grow with the number of samples. NaN for fewer than two numbers.
    """
    counts = Counter(number for number in numbers if number is not None)
    pairs = math.comb(counts.total(), 2)
    apart = math.fsum(
        n * m * abs(first - second) for (first, n), (second, m) in combinations(counts.items(), 2)
    )
    return apart / pairs if pairs else NAN


def of_question(
    samples: Sequence[Mapping[str, float]], numbers: Sequence[float | None], unit: str
) -> dict[str, float]:
    """Return the scores of one question with several samples; undefined ones are NaN.

    Each score is its mean over the samples. The statistics that `declared` names follow. Each
    metric has the score of the `vote`, and the variance of its mean (the variance of the samples
    over their number). `exact_match_best` is the EM of the best sample, and `samples` the number of
    samples. If two samples have different numbers, `disagree` is 1 and the spread their `distance`
    (for dates in days); else `disagree` is 0 and the spread NaN.
    """
    means = {name: mean(sample[name] for sample in samples) for name in samples[0]}
    agreed = samples[vote(numbers)]
    means |= {f"{name}{MEDIAN}": agreed[name] for name in METRICS}
    for name in bounded():
        known = [sample[name] for sample in samples if sample[name] == sample[name]]
        variance = statistics.variance(known) / len(known) if len(known) > 1 else NAN
        means[f"{name}{WITHIN}"] = variance
    means["exact_match_best"] = max(sample["exact_match"] for sample in samples)
    apart = distance(numbers) / UNITS[unit].step
    means["disagree"], means["samples"] = float(apart > 0), float(len(samples))
    means[f"{SPREAD}{unit}"] = apart if apart > 0 else NAN
    return means


def bounded() -> list[str]:
    """Return the metrics whose means have standard errors."""
    return [name for name, metric in METRICS.items() if metric.bounded]


def declared(units: Iterable[str] = ()) -> dict[str, Metric]:
    """Return the metrics of several samples, by name, without the means.

    `units` are the units of the questions. The name of a score of the `vote` ends with `MEDIAN`,
    that of a part of a standard error with `WITHIN`; that of a distance begins with `SPREAD`.
    """
    medians = [replace(metric, name=f"{metric.name}{MEDIAN}") for metric in METRICS.values()]
    within = [
        replace(METRICS[name], name=f"{name}{WITHIN}", higher_is_better=False) for name in bounded()
    ]
    others = [
        Metric("exact_match_best", "EM of best", True, factor=100),
        Metric("disagree", "disagree", False, factor=100, digits=1),
        *(Metric(f"{SPREAD}{unit}", f"apart, {unit}", False, highest=math.inf) for unit in units),
    ]
    return {metric.name: metric for metric in (*medians, *others, *within)}


def median(values: Iterable[float | None]) -> float:
    """Return the median of the defined values; NaN if there is none."""
    known = [value for value in values if value is not None and value == value]
    return statistics.median(known) if known else NAN


def error_within(variances: Iterable[float | None]) -> float:
    """Return the part of sampling in the standard error of a mean over questions.

    `variances` are those of the questions' means. The part is the root of their sum, divided by the
    number of questions. Questions of unknown variance are left out; NaN if no variance is known.
    """
    known = [value for value in variances if value is not None and value == value]
    return math.sqrt(math.fsum(known)) / len(known) if known else NAN


def share_within(within: float, stderr: float) -> float:
    """Return the share of the variance of a mean that sampling makes, from 0 to 1.

    By chance the estimate may exceed 1; it is then 1. NaN if `within` or `stderr` is NaN, or if
    `stderr` is 0.
    """
    return min(1.0, (within / stderr) ** 2) if stderr else NAN


def summing(name: str) -> Callable[[Iterable[float | None]], float] | None:
    """Return the function that sums up the scores of questions for a task; None for the mean."""
    if name.endswith(WITHIN):
        return error_within
    return median if name.startswith(SPREAD) else None
