"""Scores of chosen options; NaN is undefined, which means skip."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence


def likeliest(log_likelihoods: Sequence[float], lengths: Sequence[int] | None = None) -> int:
    """Return the position of the largest log-likelihood, per unit of length where lengths are
    given.

    The first of equals; NaN is never the largest. A length of 0 counts as 1. Raises ValueError
    where there is no option.
    """
    divisors = [max(1, length) for length in lengths or [1] * len(log_likelihoods)]
    ratios = [value / length for value, length in zip(log_likelihoods, divisors, strict=True)]
    return max(
        range(len(ratios)), key=lambda at: -math.inf if ratios[at] != ratios[at] else ratios[at]
    )


def macro_f1(pairs: Iterable[tuple[str, str | None]]) -> float:
    """Return the plain mean over classes of F1 = 2 tp / (2 tp + fp + fn), from pairs of right and
    chosen, which are never empty.

    From 0 to 1. Classes are all that are right or chosen somewhere. Nothing chosen (None) is a
    miss of the right class and an error of no other. NaN without pairs.
    """
    from sklearn.metrics import f1_score  # slow to import

    if not (pairs := list(pairs)):
        return math.nan
    right, chosen = ([name or "" for name in names] for names in zip(*pairs, strict=True))
    classes = sorted({*right, *chosen} - {""})
    return float(f1_score(right, chosen, labels=classes, average="macro", zero_division=0))
