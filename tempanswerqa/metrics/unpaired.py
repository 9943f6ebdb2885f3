"""Differences of mean scores on two sets of questions, which share no question and no group."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa.metrics.intervals import ROUNDING, quantile
from tempanswerqa.metrics.scores import NAN, Estimate, mean
from tempanswerqa.metrics.significance import p_of

if TYPE_CHECKING:
    import numpy as np

Shares = Mapping[Hashable, float]
"""The weight of each stratum in a mean; the weights sum to 1."""


class Sample(NamedTuple):
    """Hold defined scores from 0 to 1, with the stratum and the group of questions of each."""

    values: list[float]
    strata: list[Hashable]
    groups: list[Hashable]


class Unpaired(NamedTuple):
    """Hold the difference of two means, first minus second; undefined is NaN."""

    value: float
    stderr: float
    low: float
    high: float
    """The ends of its interval at `intervals.LEVEL`."""
    p_value: float


def stratified(sample: Sample, shares: Shares) -> Estimate:
    """Return the mean of strata weighted by `shares`, with its standard error over groups.

    Stratum s has n_s values with the mean m_s. R_g is the sum of share_s (x_i - m_s) / n_s over the
    values of one of G groups, which may span strata. With N values in S strata the variance is
    (N - 1) / (N - S) * G / (G - 1) * sum R_g^2. This is the variance of least squares on one dummy
    per stratum with clustered errors. The mean is NaN if a stratum with a share has no value. The
    error is NaN with fewer than two groups, or if every stratum has a single value. Raises KeyError
    for a stratum without a share.
    """
    means, counts = _means(sample, shares), Counter(sample.strata)
    center = math.fsum(share * means[stratum] for stratum, share in shares.items())
    weights = {stratum: shares[stratum] / count for stratum, count in counts.items()}
    error = math.sqrt(_variance(sample, means, weights))
    error = error if center == center else NAN
    return Estimate(center, error, len(set(sample.groups)), len(sample.values))


def unpaired(first: Sample, second: Sample, shares: Shares) -> Unpaired:
    """Return the difference of two means of `stratified`, its interval and its p-value.

    The variance of a side is that of `stratified`, or, if larger, that of the residuals of both
    sides around their common means. So a few answers that are all right do not count as certain.
    The degrees of freedom are the groups less one. Interval and p-value are Student's; NaN if an
    error is NaN.
    """
    sides = [stratified(sample, shares) for sample in (first, second)]
    value = sides[0].mean - sides[1].mean
    value = 0.0 if abs(value) < ROUNDING else value
    if math.isnan(sides[0].stderr + sides[1].stderr):
        return _tested(value, [(NAN, 0)])
    tagged: list[Hashable] = [(0, group) for group in first.groups]
    tagged += [(1, group) for group in second.groups]
    both = Sample(first.values + second.values, first.strata + second.strata, tagged)
    means, counts = _means(both, shares), Counter(both.strata)
    errors = []
    for sample, side in zip((first, second), sides, strict=True):
        own = Counter(sample.strata)
        weights = {s: shares[s] / math.sqrt(own[s] * counts[s]) for s in counts}
        common = _variance(both, means, weights), len(set(tagged)) - 1
        errors.append(max(common, (side.stderr**2, side.clusters - 1)))
    return _tested(value, errors)


def differences(estimates: Sequence[Estimate]) -> np.ndarray:
    """Return the difference of each pair of means between 0 and 1 and its p-value by Welch's test,
    a row for each pair in the order of `itertools.combinations`.

    The variance of a side is `Estimate.variance`, which has a least value. A difference whose error
    is 0 has the p-value of `significance.p_of`. NaN if an error is NaN.
    """
    import numpy as np
    from scipy.special import stdtr

    sides = [(side.mean, side.variance, side.degrees) for side in estimates]
    means, variances, degrees = np.reshape(sides, (-1, 3)).T
    first, second = np.triu_indices(len(sides), 1)
    gaps = means[first] - means[second]
    variance = variances[first] + variances[second]
    stderr = np.sqrt(variance)
    with np.errstate(divide="ignore", invalid="ignore"):
        squares = variances**2 / degrees
        together = variance**2 / (squares[first] + squares[second])
        p_values = 2 * stdtr(together, -abs(gaps) / stderr)
    certain = stderr <= ROUNDING * abs(gaps)
    signs = 2.0 ** -(degrees[first] + degrees[second])
    p_values[certain] = np.where(gaps == 0, 1.0, signs)[certain]
    return np.column_stack([gaps, p_values])


def _tested(value: float, sides: Sequence[tuple[float, float]]) -> Unpaired:
    """Return a difference with its test, from the variance and the degrees of freedom of each side.

    The sum has Satterthwaite's degrees of freedom. The interval is NaN if the error is 0 or NaN.
    """
    variance = math.fsum(variance for variance, _ in sides)
    if math.isnan(variance):
        return Unpaired(value, NAN, NAN, NAN, NAN)
    squares = math.fsum(own**2 / degrees for own, degrees in sides)
    degrees = variance**2 / squares if squares else sum(degrees for _, degrees in sides)
    stderr = math.sqrt(variance)
    reach = quantile(degrees) * stderr if stderr > ROUNDING else NAN
    ends = max(value - reach, -1.0), min(value + reach, 1.0)  # NaN stays
    return Unpaired(value, stderr, *ends, p_of(value, stderr, degrees))


def _means(sample: Sample, shares: Shares) -> dict[Hashable, float]:
    values: dict[Hashable, list[float]] = {stratum: [] for stratum in shares}
    for value, stratum in zip(sample.values, sample.strata, strict=True):
        values[stratum].append(value)
    return {stratum: mean(own) for stratum, own in values.items()}


def _variance(sample: Sample, means: Shares, weights: Shares) -> float:
    """Return the variance of the sum of weighted values by the formula of `stratified`."""
    residuals: defaultdict[Hashable, list[float]] = defaultdict(list)
    for value, stratum, group in zip(*sample, strict=True):
        residuals[group].append(weights[stratum] * (value - means[stratum]))
    n, groups = len(sample.values), len(residuals)
    if groups < 2 or n == len(weights):
        return NAN
    squares = math.fsum(math.fsum(own) ** 2 for own in residuals.values())
    return (n - 1) / (n - len(weights)) * groups / (groups - 1) * squares
