"""Scores of chosen options; an undefined score is NaN, and means skip it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence


def likeliest(log_likelihoods: Sequence[float], lengths: Sequence[int] | None = None) -> int:
    """Return the position of the largest log-likelihood, divided by the length if lengths are
    given.

    Of equal ones, it is the first; NaN is never the largest. A length of 0 counts as 1. Raises
    ValueError if there is no option.
    """
    divisors = [max(1, length) for length in lengths or [1] * len(log_likelihoods)]
    ratios = [value / length for value, length in zip(log_likelihoods, divisors, strict=True)]
    return max(
        range(len(ratios)), key=lambda at: -math.inf if ratios[at] != ratios[at] else ratios[at]
    )


def macro_f1(pairs: Iterable[tuple[str, str | None]]) -> float:
    """Return the unweighted mean over classes of F1 = 2 tp / (2 tp + fp + fn), from 0 to 1.

    A pair has the right class and the chosen one; neither is an empty text. The classes are all
    that are right or chosen in any pair. A choice of None is a false negative of the right class,
    and no false positive. NaN without pairs.
    """
    from sklearn.metrics import f1_score  # slow to import

    if not (pairs := list(pairs)):
        return math.nan
    right, chosen = ([name or "" for name in names] for names in zip(*pairs, strict=True))
    classes = sorted({*right, *chosen} - {""})
    return float(f1_score(right, chosen, labels=classes, average="macro", zero_division=0))
