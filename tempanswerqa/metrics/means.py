"""Weighted means of scores and their clustered covariance: the source of intervals and tests.

Questions on one source (a table, a graph) tend to be answered rightly or wrongly together, so the
unit of sampling is a group of questions, never a single one. Responses to a question, questions of
a cell (such as a task and a prompting) and cells of a column (such as a model) have equal weights.
NaN is an undefined score, which is left out, or an undefined result.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

LEVEL = 0.95
"""The level of intervals."""
SIGNIFICANT = 0.05
"""The level below which a corrected p-value is significant."""
POWER = 0.8
"""The probability that a test finds a true difference of the detectable size."""
FEW_GROUPS = 10
"""The number of groups below which intervals and p-values are marked as unreliable: their formulas
assume many groups."""
SUMMED = 1e-14
"""Variances below this fraction of those they come from are rounding errors of sums that cancel."""
_EXACT = 52
"""The bits up to which sums of integers are exact."""


@dataclass(frozen=True)
class Means:
    """The means of columns of scores, by block; arrays of (blocks, columns)."""

    mean: Floats
    stderr: Floats
    """The clustered standard error of each mean."""
    least: Floats
    """The minimum variance of each mean: that of independent answers, the largest that values
    between 0 and `highest` with this mean can have (Bhatia and Davis, American Mathematical Monthly
    107, 2000). If a few answers dominate a mean, too few are sampled to show how rare they are, and
    the clustered variance by itself is too small. It is 0 for unbounded scores."""
    answers: Floats
    """The number of independent, equally weighted answers whose mean would be as precise."""
    degrees: Floats
    """The degrees of freedom of the standard errors: the effective number of groups minus one, but
    at least 1, and 0 for fewer than two groups."""
    n: Floats
    """The number of questions with a defined score; one of several cells counts in each."""
    responses: Floats
    groups: Floats
    residuals: Floats
    """The sums of weighted residuals by group of a block and column."""
    block: Codes
    """The block of each row of `residuals`, in rising order."""
    highest: float
    """The maximum score."""

    @cached_property
    def covariance(self) -> Floats:
        """Return the clustered covariance of the columns of each block, G / (G - 1) sum R_g R_g'.

        R_g are the sums of weighted residuals in group g, of G groups. It is NaN for fewer than two
        groups.

        References
        ----------
        Liang and Zeger, Biometrika 73 (1986), with the factor for few clusters of Cameron and
        Miller, Journal of Human Resources 50 (2015).
        """
        ends = np.searchsorted(self.block, np.arange(1, len(self.mean)))
        products = np.array([part.T @ part for part in np.split(self.residuals, ends)])
        factor = _few(self.groups)
        return products * np.sqrt(factor[:, :, None] * factor[:, None, :])

    @property
    def variance(self) -> Floats:
        """Return the square of the standard error of each mean, but at least `least`."""
        return np.maximum(self.stderr**2, self.least)


class Design:
    """Computes weighted means of scores, and their covariance, for rows in blocks and groups."""

    def __init__(
        self,
        group: ArrayLike,
        *,
        block: ArrayLike = 0,
        column: ArrayLike = 0,
        cell: ArrayLike = 0,
        question: ArrayLike | None = None,
        shape: tuple[int, int] = (1, 1),
    ) -> None:
        """Take the codes of each row, integers from 0.

        Parameters
        ----------
        group
            The clusters of standard errors.
        block, column
            Each block, and each column of a block, such as a model, has separate means; the
            covariance is that of the columns of a block.
        cell
            The parts of a column, whose plain mean is taken.
        question
            Rows with the same code are responses to one question. By default each row is a
            question.
        shape
            The minimum numbers of blocks and columns; those without rows are NaN.
        """
        if question is None:
            question = np.arange(np.size(group))
        given = group, block, column, cell, question
        codes = np.broadcast_arrays(*(np.asarray(values, np.int64) for values in given))
        sizes = [int(of_row.max(initial=-1)) + 1 for of_row in codes]
        self.blocks, self.columns = map(max, sizes[1:3], shape)
        of_group, of_block, of_column, of_cell, of_question = codes
        groups, cells, questions = (max(sizes[at], 1) for at in (0, 3, 4))
        # a table with a row for each question of a cell of a block, and all columns
        keys, row = dense((of_block * cells + of_cell) * questions + of_question)
        self._place = row * self.columns + of_column
        whole, self._cell = dense(keys // questions)
        self._block = whole // cells
        self._asked = np.zeros((len(whole), self.columns), bool)
        self._asked[self._cell[row], of_column] = True
        group_of_row = np.zeros(len(keys), np.int64)
        group_of_row[row] = of_block * groups + of_group
        whole, self._group = dense(group_of_row)
        self._group_block = whole // groups

    def means(self, scores: ArrayLike, highest: float = 1.0) -> Means:
        """Return the means of scores between 0 and `highest`, which may be infinite.

        A column has no mean in a block if any of its cells there has no defined score.
        """
        values = np.asarray(scores, float)
        known = ~np.isnan(values)
        place, size = self._place[known], len(self._cell) * self.columns
        count = np.bincount(place, minlength=size).reshape(-1, self.columns)
        total = _sums(values[known, None], place, size).reshape(-1, self.columns)
        return self._means(total / np.maximum(count, 1), count, highest, _sums)

    def within(self, errors: ArrayLike, tolerances: ArrayLike) -> Means:
        """Return the shares of errors within each tolerance, one column each.

        They equal `means` for each tolerance, if the design has one column and all rows have a
        score. Tolerances increase. An error of NaN is never within. Errors are rounded numbers: one
        that exceeds a tolerance by less than a part of 10^9 equals it.
        """
        columns = np.size(tolerances) + 1
        accepted = np.asarray(tolerances, float) * (1 + 1e-9)
        places = self._place * columns + np.searchsorted(accepted, errors)
        table = np.bincount(places, minlength=len(self._cell) * columns).reshape(-1, columns)
        count = table.sum(1, keepdims=True)
        return self._means(np.cumsum(table[:, :-1], 1) / count, count, 1.0, _quick_sums)

    def _means(
        self,
        score: Floats,
        count: NDArray[np.int64],
        highest: float,
        sums: Callable[..., Floats],
    ) -> Means:
        """Return the means of the table of scores, each of `count` responses.

        The effective number of groups is (sum a_g)² / sum a_g², where a_g = s_g + r (W_g² - s_g)
        is the part of group g in the variance if the answers of a group have correlation r: W_g
        and s_g are the sums of weights and of their squares. r, from 0 to 1, is estimated from the
        residuals; it is 0 if all of them are.

        References
        ----------
        Carter, Schnepel and Steigerwald, Review of Economics and Statistics 99 (2017).
        """
        defined = count > 0
        of_cell = self._block[self._cell]
        with np.errstate(all="ignore"):
            size = sums(defined, self._cell, len(self._block))
            center = sums(score, self._cell, len(self._block)) / size
            cells = sums(self._asked, self._block, self.blocks)
            mean = sums(np.where(self._asked, center, 0), self._block, self.blocks) / cells
            weight = np.where(defined, 1 / (size[self._cell] * cells[of_cell]), 0)
            residual = np.where(defined, weight * (score - center[self._cell]), 0)
            spread = np.maximum(0, center * (highest - center if highest < np.inf else 0))
            least = np.where(defined, weight**2 * spread[self._cell] / count, 0)
            answers = 1 / sums(np.where(defined, weight**2 / count, 0), of_cell, self.blocks)
            share, single, apart, together = (
                sums(table, self._group, len(self._group_block))
                for table in (weight, weight**2, residual**2, residual)
            )
            pairs = share**2 - single
            groups, *squares, alike, alone, weights, of_pairs, variance = (
                sums(table, self._group_block, self.blocks)
                for table in (
                    *(share > 0, single**2, single * pairs, pairs**2),
                    *(together**2 - apart, apart, single, pairs, together**2),
                )
            )
            rho = alike / of_pairs * weights / alone
            rho = np.clip(np.where(np.isfinite(rho), rho, 0), 0, 1)
            spread = squares[0] + 2 * rho * squares[1] + rho**2 * squares[2]
            degrees = np.maximum(1, (weights + rho * of_pairs) ** 2 / spread - 1)
        return Means(
            mean,
            np.sqrt(_few(groups) * variance),
            sums(least, of_cell, self.blocks),
            answers,
            np.where(groups > 1, degrees, 0),
            sums(size, self._block, self.blocks),
            sums(count, of_cell, self.blocks),
            groups,
            together,
            self._group_block,
            highest,
        )


def _few(groups: Floats) -> Floats:
    """Return the factor of the variance for this many groups; NaN for fewer than two."""
    return groups / np.where(groups < 2, np.nan, groups - 1)


def _sums(rows: NDArray[Any], of: Codes, size: int) -> Floats:
    """Return the sums of a table's rows by their code `of`, which is below `size`.

    They do not depend on the order of rows: integer multiples of a small number are summed exactly,
    and separately the remainders, which are smaller than the last digit of a sum.
    """
    columns, numbers = rows.shape[1], rows.ravel().astype(float)
    places = (of[:, None] * columns + np.arange(columns)).ravel()
    finite = np.isfinite(numbers)
    most = max(1e-200, np.abs(numbers).max(initial=0, where=finite) * len(numbers))
    unit = 2.0 ** (np.ceil(np.log2(most)) - _EXACT)
    whole = np.rint(numbers / unit) * unit
    rest = np.subtract(numbers, whole, out=np.zeros_like(numbers), where=finite)
    sums = [np.bincount(places, part, size * columns) for part in (whole, rest)]
    return np.asarray(sums[0] + sums[1], float).reshape(size, columns)


def _quick_sums(rows: NDArray[Any], of: Codes, size: int) -> Floats:
    """Return the row sums of a wide table, whose last digits depend on the order."""
    from scipy.sparse import csr_array

    table = csr_array((np.ones(len(of)), of, np.arange(len(of) + 1)), (len(of), size))
    return np.asarray(table.T @ rows.astype(float))


def dense(numbers: Codes) -> tuple[Codes, Codes]:
    """Return the distinct numbers in order, and the index of each number among them."""
    import pandas as pd

    places, values = pd.factorize(numbers, sort=True)
    return values, places


def codes(values: Sequence[Hashable]) -> Codes:
    """Return a code from 0 for each value, the same for equal ones."""
    places = {value: place for place, value in enumerate(dict.fromkeys(values))}
    return np.array([places[value] for value in values], np.int64)


def means(scores: ArrayLike, group: Sequence[Hashable]) -> Means:
    """Return the mean of scores from 0 to 1, one per question, with a group for each.

    Examples
    --------
    >>> made = means([0, 1, 1, 1], ["a", "a", "b", "b"])
    >>> made.mean.item(), made.stderr.item()
    (0.75, 0.25)
    """
    return Design(codes(group)).means(scores)


def wilson(means: Means) -> tuple[Floats, Floats]:
    """Return the 95 % intervals of means of bounded scores.

    With the mean m as a share of the maximum, its variance v and the quantile t of Student's t, the
    effective number of values is k = m (1 - m) / v, or `Means.answers` if all groups are equal. The
    ends are (m + t²/2k ± t sqrt(m (1 - m) / k + t²/4k²)) / (1 + t²/k).

    References
    ----------
    Wilson, JASA 22 (1927); Korn and Graubard, Survey Methodology 24 (1998), who use k and t in an
    interval for a proportion.
    """
    from scipy.special import stdtrit

    with np.errstate(all="ignore"):
        mean, stderr = means.mean / means.highest, means.stderr / means.highest
        share, variance = mean * (1 - mean), means.variance / means.highest**2
        k = np.where(stderr**2 > SUMMED, share / variance, means.answers)
        t = stdtrit(means.degrees, (1 + LEVEL) / 2)
        reach = t * np.sqrt(share / k + (t / (2 * k)) ** 2)
        low, high = ((mean + t * t / (2 * k) + end) / (1 + t * t / k) for end in (-reach, reach))
        low, high = np.clip(low, 0, mean), np.clip(high, mean, 1)  # rounding may exceed these
        low, high = (np.where(np.isnan(stderr), np.nan, means.highest * end) for end in (low, high))
    return low, high


class Differences(NamedTuple):
    """Differences of means on the same questions, as arrays of (blocks, pairs)."""

    value: Floats
    stderr: Floats
    low: Floats
    high: Floats
    """The ends of the 95 % interval."""
    p: Floats
    """The two-sided p-value of Student's t-test."""
    degrees: Floats


def contrast(means: Means, columns: Sequence[ArrayLike], factors: Sequence[float]) -> Differences:
    """Return contrasts of means on the same questions: weighted sums whose factors add up to 0.

    With the variances v of the means (`Means.variance`), their correlations r over groups and the
    factors c, the standard error is sqrt(sum c_i c_j r_ij sqrt(v_i v_j)). That is the clustered
    standard error of the differences, unless a few answers dominate a mean: then its variance is
    larger, so that no run wins just because its rare errors were not sampled. The degrees of
    freedom are the smallest of the means', a conservative rule. If all groups differ equally, the
    interval is that of independent means, from their `wilson` intervals, and the p-value is 2^(1 -
    groups), that of a sign test on the groups. If no answer differs, the p-value is 1, and k
    effective answers may hide t² / (k + t²) of the maximum score, where t is the quantile of
    Student's t.

    References
    ----------
    Miller, "Adding Error Bars to Evals" (2024), except for the minimum variance. Mickey and Brown,
    Annals of Mathematical Statistics 37 (1966), for the degrees of freedom of two means. Zou and
    Donner, Statistics in Medicine 27 (2008), for the interval if all groups differ equally. Tango,
    Statistics in Medicine 17 (1998), for pairs that do not differ.
    """
    from scipy.special import stdtr, stdtrit

    places = [np.asarray(column, np.int64) for column in columns]
    low, high = wilson(means)
    parts = [*zip(factors, places, strict=True)]
    degrees = np.minimum.reduce([means.degrees[:, at] for at in places])
    stderr, deviation = means.stderr, np.sqrt(means.variance)
    squares = raised = total = below = above = np.zeros_like(degrees)
    with np.errstate(all="ignore"):
        value = sum(c * means.mean[:, at] for c, at in parts) + np.zeros(1)
        for c, i in parts:
            total = total + c * c * stderr[:, i] ** 2
            ends = c * (low[:, i] - means.mean[:, i]), c * (high[:, i] - means.mean[:, i])
            below = below + np.minimum(*ends) ** 2
            above = above + np.maximum(*ends) ** 2
            for d, j in parts:
                both, product = means.covariance[:, i, j], stderr[:, i] * stderr[:, j]
                r = np.where(product > 0, both / product, i == j)
                squares = squares + c * d * both
                raised = raised + c * d * r * deviation[:, i] * deviation[:, j]
        varies = squares > SUMMED * total
        error = np.sqrt(np.where(varies, np.maximum(squares, raised), squares * 0))
        p = 2 * stdtr(degrees, -abs(value) / error)
        p = np.where(error == 0, np.where(value == 0, 1, 2 ** (1 - means.groups[:, places[0]])), p)
        t, k = stdtrit(degrees, (1 + LEVEL) / 2), means.answers[:, places[0]]
        hidden = np.where(error == 0, means.highest * t**2 / (k + t**2), np.nan)
        reach = np.where(error > 0, t * error, hidden)
        alike = ~varies & (value != 0)
        low = value - np.where(alike, np.sqrt(below), reach)
        high = value + np.where(alike, np.sqrt(above), reach)
    return Differences(value, error, low, high, p, degrees)


def detectable(stderr: ArrayLike, degrees: ArrayLike, tests: ArrayLike = 1) -> Floats:
    """Return the true differences that one of this many corrected tests finds.

    It finds them with probability `POWER`, even if it is the strictest: (t(1 - `SIGNIFICANT`
    / (2 tests)) + t(`POWER`)) standard errors, with quantiles of Student's t.

    References
    ----------
    Bloom, Evaluation Review 19 (1995).
    """
    from scipy.special import stdtrit

    quantiles = stdtrit(degrees, 1 - SIGNIFICANT / (2 * np.asarray(tests))) + stdtrit(
        degrees, POWER
    )
    return np.asarray(quantiles * np.where(np.asarray(stderr) > 0, stderr, np.nan))


def holm(p: ArrayLike) -> Floats:
    """Return p-values corrected for their number.

    In rising order, the k-th of m p-values is multiplied by m - k + 1. The result is at least the
    previous one and at most 1. NaN stays NaN and is not counted.

    References
    ----------
    Holm, Scandinavian J. Statistics 6 (1979).

    Examples
    --------
    >>> holm([0.5, 0.125, float("nan")]).tolist()
    [0.5, 0.25, nan]
    """
    corrected = np.array(p, float)
    order = np.argsort(corrected)[: np.count_nonzero(corrected == corrected)]
    factors = np.arange(len(order), 0, -1)
    corrected[order] = np.maximum.accumulate(np.minimum(1, factors * corrected[order]))
    return corrected
