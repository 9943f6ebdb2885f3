"""Compares released with fresh questions: is a model better on those that it may have seen?

The two runs answer different questions, so they are compared within strata: questions of one
subset, unit and question type (for TempTabQA unit alone, as its categories are topics). The gap
of a subset weights the gaps of its strata by their shares of released questions, so that a
different mix of questions makes no gap. Harder questions on one side do make a gap. The references,
models that cannot have seen the released questions, show how large that gap is.

All scores are points from 0 to 100, and higher is better: an error of 30 points counts as 70.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from tempanswerqa.metrics.intervals import quantile
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import SIGNIFICANT, holm, p_of
from tempanswerqa.metrics.unpaired import Sample, Unpaired, stratified, unpaired
from tempanswerqa.questions.record import Question
from tempanswerqa.runs.analysis.comparison import ComparisonError
from tempanswerqa.runs.scoring import Item

TESTED = ("exact_match", "within_one", "smape", "capped_ase")
"""The metrics that are compared. All are bounded, so that no single answer makes a gap."""
ALL = "all"
"""The unit in the row of a whole subset."""
FEWEST = 10
"""The smallest number of questions that a stratum has on both sides; others are left out."""

Stratum = tuple[str, str]
Sides = tuple[Sequence[Item], Sequence[Item]]
"""The answers of one model to released and to fresh questions."""


class Expected(NamedTuple):
    """The gap, in points, that references predict for a model that has not seen the questions."""

    models: int
    """The number of references."""
    gap: float
    """The mean gap of the references."""
    low: float
    high: float
    """The ends of the interval for the gap of one more such model, at `intervals.LEVEL`."""
    p_value: float
    """The p-value of the tested model's gap, if that model is one more reference."""


class Gap(NamedTuple):
    """Hold one metric on the questions of a stratum, or of all strata that are compared."""

    subset: str
    rule: str
    unit: str
    """The unit of the questions; `ALL` for the whole subset."""
    kind: str
    """The question type; empty for TempTabQA and for the whole subset."""
    metric: str
    questions: tuple[int, int]
    """The numbers of released and of fresh questions with a defined score."""
    groups: tuple[int, int]
    """The numbers of groups of these questions."""
    points: tuple[float, float]
    """The means of released and of fresh questions; both weight strata like the released ones."""
    difference: Unpaired
    """The gap in points, released minus fresh."""
    expected: Expected | None
    """The expected gap; None without references."""
    p_holm: float = math.nan
    """The p-value, corrected for all gaps of whole subsets, or for all gaps of strata."""

    @property
    def p_value(self) -> float:
        """Return the p-value against the gap of the references, or against no gap without them."""
        return (self.expected or self.difference).p_value

    @property
    def better(self) -> int:
        """Return 1 if the gap is significantly larger than expected, -1 if smaller, else 0.

        The expected gap is 0 without references.
        """
        if not self.p_holm < SIGNIFICANT:
            return 0
        return 1 if self.difference.value > (self.expected.gap if self.expected else 0) else -1


def stratum(question: Question) -> Stratum:
    """Return the stratum of a question: its unit, and in Test of Time its question type."""
    return question.unit, question.kind if question.family == "tot" else ""


def gaps(subset: str, rule: str, tested: Sides, references: Sequence[Sides] = ()) -> Iterator[Gap]:
    """Yield the gaps of the whole subset, then of each stratum, by metric, not yet `corrected`.

    Raises ComparisonError if no stratum has `FEWEST` questions on both sides.
    """
    models = [(_by_stratum(ours), _by_stratum(theirs)) for ours, theirs in (tested, *references)]
    strata = sorted(s for s in models[0][0] if min(len(side[s]) for side in models[0]) >= FEWEST)
    if not strata:
        raise ComparisonError(
            f"{subset}: no unit and question type has {FEWEST} questions or more in both runs; "
            "compare larger runs"
        )
    for name, chosen in [((ALL, ""), strata), *((one, [one]) for one in strata)]:
        for metric in TESTED:
            samples = [
                (_sample(ours, chosen, metric), _sample(theirs, chosen, metric))
                for ours, theirs in models
            ]
            if samples[0][0].values:
                yield _gap((subset, rule, *name, metric), samples)


def corrected(found: Sequence[Gap]) -> list[Gap]:
    """Return the gaps of whole subsets, then those of strata, each with p-values by `holm`."""
    families = [[gap for gap in found if (gap.unit == ALL) == whole] for whole in (True, False)]
    return [
        gap._replace(p_holm=p_holm)
        for family in families
        for gap, p_holm in zip(family, holm([gap.p_value for gap in family]), strict=True)
    ]


def _by_stratum(items: Sequence[Item]) -> defaultdict[Stratum, list[Item]]:
    found = defaultdict(list)
    for item in items:
        found[stratum(item.question)].append(item)
    return found


def _sample(side: Mapping[Stratum, Sequence[Item]], strata: Sequence[Stratum], name: str) -> Sample:
    """Return the defined scores of a run in some strata, as shares: 1 is the best score."""
    metric, found = METRICS[name], Sample([], [], [])
    for one in strata:
        for item in side[one]:
            share = item.scores[name] / metric.highest
            if not math.isnan(share):
                found.values.append(share if metric.higher_is_better else 1 - share)
                found.strata.append(one)
                found.groups.append(item.question.group)
    return found


def _gap(name: tuple[str, str, str, str, str], samples: Sequence[tuple[Sample, Sample]]) -> Gap:
    """Return the gap of the first model, with the gap that the others predict if there are any."""
    first, second = samples[0]
    counts = Counter(first.strata)
    shares = {one: count / counts.total() for one, count in counts.items()}
    ours, theirs = (stratified(sample, shares) for sample in (first, second))
    found, *others = (_in_points(unpaired(*sides, shares)) for sides in samples)
    return Gap(
        *name,
        (len(first.values), len(second.values)),
        (ours.clusters, theirs.clusters),
        (100 * ours.mean, 100 * theirs.mean),
        found,
        expect(found, others) if others else None,
    )


def _in_points(share: Unpaired) -> Unpaired:
    value, stderr, low, high = (100 * number for number in share[:4])
    return Unpaired(value, stderr, low, high, share.p_value)


def expect(found: Unpaired, others: Sequence[Unpaired]) -> Expected:
    """Return the gap that k other gaps predict, by Student's t with k - 1 degrees of freedom.

    The standard error of the prediction is their standard deviation times sqrt(r^2 + 1/k). Here r
    is the standard error of the found gap over that of the others (the root of their mean square),
    and at least 1: a less certain gap may be farther off. If all errors of the others are 0, it is
    the standard error of the found gap. All is NaN with fewer than two others.
    """
    known = [other for other in others if not math.isnan(other.stderr)]
    if len(known) < 2:
        return Expected(len(known), math.nan, math.nan, math.nan, math.nan)
    gaps_of_others = [other.value for other in known]
    mean, degrees = fmean(gaps_of_others), len(known) - 1
    usual = math.sqrt(fmean(other.stderr**2 for other in known))
    error = found.stderr
    if usual:
        ratio = max(1.0, found.stderr / usual)
        error = stdev(gaps_of_others) * math.sqrt(ratio**2 + 1 / len(known))
    reach = quantile(degrees) * error
    p_value = p_of(found.value - mean, error, degrees)
    return Expected(len(known), mean, mean - reach, mean + reach, p_value)
