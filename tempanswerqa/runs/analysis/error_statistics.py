"""Statistics of wrong answers, as in the paper's Tables 3 to 6."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tempanswerqa.metrics.scores import DATED, DAY
from tempanswerqa.runs.scoring import COLUMNS, Item


@dataclass
class ErrorStatistics:
    """Of all parsed wrong answers of one family, collected run by run.

    Errors of dates are in days, others in the unit of the question.
    """

    sizes: Counter[float] = field(default_factory=Counter)
    off_by_one: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By question type or category, and answer format."""
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    """All answers by the same, right and unparsed ones among them."""
    directions: Counter[str] = field(default_factory=Counter)
    """`negative` (too small) and `positive`."""
    scaled: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    """Scores of wrong answers, by direction and metric that tells how far off they are."""

    def add(self, items: Iterable[Item]) -> None:
        """Take the items of a run."""
        scaled = [name for name, metric in COLUMNS.items() if metric.of_errors]
        for item in items:
            question = item.question
            kind = question.kind, question.answer_format
            self.asked[kind] += 1
            if item.number is None or item.number == question.number:
                continue
            error = (item.number - question.number) / (DAY if question.unit in DATED else 1)
            self.sizes[abs(error)] += 1
            self.off_by_one[kind] += abs(error) == 1
            direction = "positive" if error > 0 else "negative"
            self.directions[direction] += 1
            for metric in scaled:
                self.scaled[direction, metric].append(item.scores[metric])

    def share_of(self, size: float) -> float:
        """Return the percent of wrong, parsed answers off by `size`; NaN where none is wrong."""
        return _percent(self.sizes[size], self.sizes.total())

    def spread(self, direction: str, metric: str) -> tuple[float, float]:
        """Return mean and standard deviation of a metric's defined values; NaN below two."""
        values = [value for value in self.scaled[direction, metric] if not math.isnan(value)]
        if len(values) < 2:
            return math.nan, math.nan
        return statistics.fmean(values), statistics.stdev(values)


def shares(counts: Counter[tuple[str, str]], by: int) -> dict[str, float]:
    """Return percents of `asked` or `off_by_one` by question type or category (0) or format (1)."""
    found = totals(counts, by)
    return {name: _percent(count, found.total()) for name, count in found.items()}


def totals(counts: Counter[tuple[str, str]], by: int) -> Counter[str]:
    """Return the numbers whose percentages `shares` gives."""
    found: Counter[str] = Counter()
    for kind, count in counts.items():
        found[kind[by]] += count
    return found


def _percent(count: int, total: int) -> float:
    return 100 * count / total if total else math.nan
