"""Computes statistics of wrong answers: sizes, directions and kinds of questions."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass
class ErrorStatistics:
    """Statistics of all wrong answers that were read in one family, collected run by run.

    Errors of dates are in days, others in the unit of the question.
    """

    sizes: Counter[float] = field(default_factory=Counter)
    off_by_one: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The numbers of answers off by one, by question type or category, and answer format."""
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The numbers of all answers, including right and unread ones, by the same keys."""
    directions: Counter[str] = field(default_factory=Counter)
    """The numbers of `negative` errors (too small) and of `positive` ones."""
    scaled: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    """The scores of wrong answers, by direction and by metric."""

    def add(self, items: DataFrame) -> None:
        """Add the items of a run."""
        kinds = [*zip(items["kind"], items["answer_format"], strict=True)]
        self.answers.update(kinds)
        steps = items["unit"].astype(object).map({name: unit.step for name, unit in UNITS.items()})
        errors = (items["number"] - items["label"]) / steps
        for at, error in enumerate(errors.tolist()):
            if error and error == error:
                self.sizes[abs(error)] += 1
                self.off_by_one[kinds[at]] += abs(error) == 1
        for direction, rows in (("negative", errors < 0), ("positive", errors > 0)):
            self.directions[direction] += int(rows.sum())
            for name in METRICS:
                self.scaled[direction, name] += items[name][rows].tolist()

    def share_of(self, size: float) -> float:
        """Return the percentage of parsed wrong answers off by `size`; NaN if there are none."""
        return _percent(self.sizes[size], self.sizes.total())

    def spread(self, direction: str, metric: str) -> tuple[float, float]:
        """Return the mean and standard deviation of a metric's finite values.

        Both are NaN for fewer than two.
        """
        values = [value for value in self.scaled[direction, metric] if math.isfinite(value)]
        if len(values) < 2:
            return math.nan, math.nan
        return statistics.fmean(values), statistics.stdev(values)


def shares(counts: Counter[tuple[str, str]], by: int) -> dict[str, float]:
    """Return percentages of `answers` or `off_by_one`.

    `by` is 0 for question type or category, 1 for answer format.
    """
    sums = totals(counts, by)
    return {name: _percent(count, sums.total()) for name, count in sums.items()}


def totals(counts: Counter[tuple[str, str]], by: int) -> Counter[str]:
    """Return the numbers that `shares` returns as percentages."""
    sums: Counter[str] = Counter()
    for kind, count in counts.items():
        sums[kind[by]] += count
    return sums


def _percent(count: int, total: int) -> float:
    return 100 * count / total if total else math.nan
