"""Plans comparisons: the questions that a difference needs, the difference that questions detect.

Differences and standard deviations are shares of a metric's largest score: 0.05 is 5 points.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa import metrics
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.runs.analysis.comparison import matched

if TYPE_CHECKING:
    from pandas import DataFrame

POWER = 0.8
"""The probability that a difference of the planned size is found significant."""
MOST = 10**9
"""The largest number of questions in a plan."""
RECORDED = Path(__file__).with_name("paired_differences.csv")
"""The spreads of the paper's models; benchmarks/paired_differences.py writes the file."""


class PowerError(TempAnswerError, ValueError):
    """Runs or metrics that have no power to compute; the message says why and what to do."""


class Spread(NamedTuple):
    """Hold the variation of the difference of two models in a metric from question to question."""

    sd: float
    """The standard deviation of the differences of questions for which the metric is defined."""
    design_effect: float
    """The clustered variance of their mean over its variance if questions were independent."""
    defined: float
    """The share of questions for which the metric is defined."""
    per_group: float
    """The mean number of these questions in a group."""

    def error(self, n: float) -> float:
        """Return the standard error of the difference on n questions."""
        return self.sd * math.sqrt(self.design_effect / (self.defined * n))

    def detectable(self, n: float) -> float:
        """Return the difference that is found with `POWER` on n questions.

        It is (t(1 - `SIGNIFICANT` / 2) + t(`POWER`)) times the standard error, with the quantiles
        of Student's t for groups - 1 degrees of freedom; infinite with fewer than two groups.
        """
        from scipy.special import stdtrit

        degrees = self.defined * n / self.per_group - 1
        if degrees < 1:
            return math.inf
        quantiles = stdtrit(degrees, 1 - SIGNIFICANT / 2) + stdtrit(degrees, POWER)
        return float(quantiles) * self.error(n)

    def needed(self, difference: float) -> int:
        """Return the least number of questions on which a difference is `detectable`.

        Raises PowerError for a difference that needs more than `MOST` questions.
        """
        if not self.detectable(MOST) <= difference:
            raise PowerError(
                f"a difference of {100 * difference:g} points needs more than {MOST:,} questions; "
                "name a larger one"
            )
        return bisect_left(range(MOST), True, lo=1, key=lambda n: self.detectable(n) <= difference)


def of_pair(ours: DataFrame, theirs: DataFrame, metric: str) -> Spread:
    """Return the spread of two runs on the questions that both answer. Raises PowerError if all
    have the same difference or are in one group.
    """
    first, second = matched(ours, theirs)
    scores, groups = (first[metric].tolist(), second[metric].tolist()), first["group"].tolist()
    clustered = metrics.paired(*scores, groups, math.inf)
    alone = metrics.paired(*scores, range(len(groups)), math.inf)
    if clustered.groups < 2:
        raise PowerError(f"{metric} has fewer than two groups of questions; take larger runs")
    if not (alone.stderr > 0 and clustered.stderr > 0):
        raise PowerError(f"{metric} does not vary from question to question; take other runs")
    return Spread(
        sd=alone.stderr * math.sqrt(alone.questions) / METRICS[metric].highest,
        design_effect=(clustered.stderr / alone.stderr) ** 2,
        defined=clustered.questions / len(groups),
        per_group=clustered.questions / clustered.groups,
    )


def recorded(subset: str, metric: str) -> tuple[Spread, str]:
    """Return the spread of the paper's models, and a name of these.

    If no runs of the subset were recorded, its figures are the largest of the other subsets. Raises
    PowerError for a metric without recorded figures.
    """
    import pandas as pd

    spreads = pd.read_csv(RECORDED).query("metric == @metric")
    if spreads.empty:
        raise PowerError(f"no variances of {metric} come with the package; name runs with --runs")
    same = spreads[spreads["subset"] == subset]
    whose = "the paper's models" if len(same) else "the paper's models on other tasks"
    largest = (same if len(same) else spreads)[[*Spread._fields]].max()
    return Spread(*largest.tolist()), whose
