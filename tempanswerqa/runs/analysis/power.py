"""How many questions tell two models apart, and how far apart two models have to be for so many.

All numbers are shares of a metric's largest score, so that metrics compare: 0.05 are 5 points.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tempanswerqa import metrics
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics.sampling import WITHIN
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.runs.analysis.comparison import common
from tempanswerqa.runs.scoring import Item, column, groups

POWER = 0.8
"""The chance that a difference as large as the one that is asked for is found significant."""
MOST = 10**9
"""More questions than anyone has."""
RECORDED = Path(__file__).with_name("published") / "paired_differences.csv"
"""Written by benchmarks/paired_differences.py."""


class PowerError(TempAnswerError, ValueError):
    """What no power can be told from; says why and what to do."""


class Spread(NamedTuple):
    """How much the difference of two models in a metric varies from question to question."""

    sd: float
    """Standard deviation of the differences of the questions for which the metric is defined."""
    design_effect: float
    """Their clustered variance over the one that takes questions as independent."""
    correlation: float
    """Of the two models' scores."""
    defined: float
    """Share of the questions for which the metric is defined."""
    per_group: float
    """Questions in a group of these, on average."""
    held: float = NAN
    """How much of the variance of the differences sampling made; NaN where it is not known, as of
    runs with one response to each question."""
    within: float = NAN
    """How much it makes with one response to each question."""

    def variance(self, samples: int) -> float:
        """Return the clustered variance of the differences with so many responses to a question.

        NaN where sampling is not known.
        """
        return max(self.sd**2 * self.design_effect - self.held, 0.0) + self.within / samples

    def error(self, n: float, samples: int | None = None) -> float:
        """Return the standard error of the difference on n questions: with so many responses to
        each, or (None) with those that there were.
        """
        if samples:
            return math.sqrt(self.variance(samples) / (self.defined * n))
        return self.sd * math.sqrt(self.design_effect / (self.defined * n))

    def detectable(self, n: float, tests: int = 1, samples: int | None = None) -> float:
        """Return the difference that is found with `POWER` on n questions.

        It is (t(1 - `SIGNIFICANT` / 2 tests) + t(`POWER`)) times the standard error, with the
        quantiles of Student's t for groups - 1 degrees of freedom; infinite with fewer than two
        groups. `tests` are the p-values that a correction is made for.
        """
        from scipy.special import stdtrit

        degrees = self.defined * n / self.per_group - 1
        if degrees < 1:
            return math.inf
        quantiles = stdtrit(degrees, 1 - SIGNIFICANT / 2 / tests) + stdtrit(degrees, POWER)
        return float(quantiles) * self.error(n, samples)

    def needed(self, difference: float, tests: int = 1, samples: int | None = None) -> int:
        """Return the least number of questions on which a difference is `detectable`.

        Raises PowerError for a difference that no number finds.
        """
        low, high = 1, MOST
        if not self.detectable(high, tests, samples) <= difference:
            raise PowerError(
                f"a difference of {100 * difference:g} points needs more than {MOST:,} questions; "
                "name a larger one"
            )
        while low < high:
            middle = (low + high) // 2
            if self.detectable(middle, tests, samples) <= difference:
                high = middle
            else:
                low = middle + 1
        return low


FIGURES = Spread._fields[:5]
"""What is known of runs with one response to each question."""


class Planned(NamedTuple):
    """A metric of a task, and what n questions of it can tell."""

    task: str
    metric: str
    spread: Spread
    basis: str
    """Whose variances these are."""
    n: int
    detects: float
    """The difference that is `detectable` on n questions; NaN if beyond the metric's range."""
    needs: int | None
    """The questions that are `needed` for the difference that was asked for, if one was."""
    samples: int | None
    """The responses to each question that are planned; None for as many as there were."""

    @classmethod
    def of(
        cls, task: str, metric: str, spread: Spread, basis: str, n: int, difference: float | None,
        tests: int, samples: int | None = None,
    ) -> Planned:  # fmt: skip
        """Return what a spread tells.

        Raises PowerError where `samples` are planned and the spread tells nothing of sampling, and
        what `Spread.needed` raises.
        """
        if samples and math.isnan(spread.within):
            raise PowerError(
                f"{basis}: variances with one response to each question tell nothing of more; name "
                "runs with several by --runs, or leave --repeats out"
            )
        needs = None if difference is None else spread.needed(difference, tests, samples)
        detects = spread.detectable(n, tests, samples)
        detects = detects if detects <= 1 else math.nan
        return cls(task, metric, spread, basis, n, detects, needs, samples)

    @property
    def share_within(self) -> float:
        """Return the share of the variance that sampling makes; NaN where no `samples` are
        planned.
        """
        if not self.samples:
            return NAN
        return self.spread.within / self.samples / self.spread.variance(self.samples)


def of_pair(ours: Sequence[Item], theirs: Sequence[Item], metric: str) -> tuple[Spread, str]:
    """Return the spread of two runs on the questions that both answer, and whose it is.

    Raises ComparisonError where there is none, and PowerError where all differ alike
    or are in one group.
    """
    one, other = common("the two runs", ours, theirs)
    found = _spread(metric, column(one, metric), column(other, metric), groups(one))
    sides = _sampling(metric, one), _sampling(metric, other)
    held, within = (sum(parts) for parts in zip(*sides, strict=True))
    return found._replace(held=held, within=within), "two runs"


def of_run(subset: str, items: Sequence[Item], metric: str) -> tuple[Spread, str]:
    """Return the spread of a run and another model like it, and whose it is.

    The variance of the difference is 2 (1 - r) times that of the run's scores; the correlation r
    and the design effect are those of the recorded models. What sampling makes of the run's
    variance has neither: it counts twice. Raises PowerError where all scores are equal or in one
    group, and what `recorded` raises.
    """
    typical, _ = recorded(subset, metric)
    scores = column(items, metric)
    found = _spread(metric, scores, [value * 0 for value in scores], groups(items))
    found = found._replace(correlation=typical.correlation)
    held, within = (2 * part for part in _sampling(metric, items))
    if math.isnan(held):
        sd = found.sd * math.sqrt(2 * (1 - typical.correlation))
        return found._replace(sd=sd, design_effect=typical.design_effect), "one run"
    between = (1 - typical.correlation) * max(2 * found.sd**2 - held, 0.0)
    effect = (typical.design_effect * between + held) / (between + held)
    sd = math.sqrt(between + held)
    return found._replace(sd=sd, design_effect=effect, held=held, within=within), "one run"


def _sampling(metric: str, items: Sequence[Item]) -> tuple[float, float]:
    """Return the mean variance that sampling made of the questions' scores, and the one that it
    makes with one response to each; NaN where no question has several.
    """
    known = [
        (variance, variance * item.scores["samples"])
        for item in items
        if (variance := item.scores.get(f"{metric}{WITHIN}", NAN)) == variance
    ]
    most = METRICS[metric].highest ** 2
    held, within = (metrics.mean(part[n] for part in known) / most for n in (0, 1))
    return held, within


def _spread(
    metric: str, first: Sequence[float], second: Sequence[float], own: Sequence[str]
) -> Spread:
    clustered = metrics.paired(first, second, own)
    alone = metrics.paired(first, second, range(len(first)))
    if clustered.groups < 2:
        raise PowerError(f"{metric} has fewer than two groups of questions; take larger runs")
    if not (alone.stderr > 0 and clustered.stderr > 0):
        raise PowerError(f"{metric} does not vary from question to question; take other runs")
    return Spread(
        sd=alone.stderr * math.sqrt(alone.questions) / METRICS[metric].highest,
        design_effect=(clustered.stderr / alone.stderr) ** 2,
        correlation=clustered.correlation,
        defined=clustered.questions / len(first),
        per_group=clustered.questions / clustered.groups,
    )


def recorded(subset: str, metric: str) -> tuple[Spread, str]:
    """Return the spread of the paper's models, and whose it is.

    Where no runs of the subset were recorded, the largest standard deviation and design effect
    and the least correlation of the others stand in. Raises PowerError for a metric that the
    recorded figures do not have.
    """
    known = _recorded()
    if (subset, metric) in known:
        return known[subset, metric], "the paper's models"
    others = [spread for (_, name), spread in known.items() if name == metric]
    if not others:
        raise PowerError(f"no variances of {metric} come with the package; name runs with --runs")
    most = Spread(*map(max, zip(*others, strict=True)))
    least = min(spread.correlation for spread in others)
    return most._replace(correlation=least), "the paper's models on other tasks"


@cache
def _recorded() -> Mapping[tuple[str, str], Spread]:
    with RECORDED.open(newline="", encoding="utf-8") as file:
        return {
            (row["subset"], row["metric"]): Spread(*(float(row[n]) for n in FIGURES))
            for row in csv.DictReader(file)
        }
