"""Measures how often the intervals of correlations given exact match hold the truth.

    python benchmarks/given_exact_match.py [--draws 500] [--seed 0]

Each model has an ability, a carefulness and the score of another task, which are normal. It is
right on a question with the probability that its ability and the group of the question give; if it
is wrong, its symmetric error is small where it is careful. Exact match and sMAPE are means over 200
questions in 50 groups, with the standard errors of `scores.estimate`. The other score depends on
the ability, and by `beyond` on the carefulness; it is seen with an error of 2 points. The truth is
the correlation of the scores on all possible questions, over 200,000 models. The table has the
share of draws whose correlation is undefined, and of the others the share whose interval holds the
truth (95 % are promised), with and without the errors of the questions, and half its mean width.
"""

from __future__ import annotations

import argparse
import math

import numpy as np
from scipy.stats import norm
from tabulate import tabulate
from tqdm import tqdm

from tempanswerqa.metrics.correlation import spearman
from tempanswerqa.metrics.scores import estimate

MODELS = (3, 4, 5, 8, 11, 12, 30)
BEYOND = (0.0, 0.5, 0.9)
GROUPS, SIZE = 50, 4
SPREAD = 1.0
"""The standard deviation of what groups of questions add to the ability that they need."""
ERROR = 0.02


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--draws", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    generator = np.random.default_rng(options.seed)
    cases = [(beyond, n) for beyond in BEYOND for n in MODELS]
    rows = [[*case, *measured(*case, options.draws, generator)] for case in tqdm(cases)]
    headings = ["beyond", "models", "truth", "undefined", "held", "models alone", "half width"]
    print(tabulate(rows, headings, floatfmt=("", "", *[".2f"] * 5)))


def measured(beyond: float, n: int, draws: int, generator: np.random.Generator) -> list[float]:
    """Return the truth, and the shares and the width of the draws."""
    ability, careful, other = population(200_000, beyond, generator)
    right = norm.cdf(ability / math.sqrt(1 + SPREAD**2))
    truth = spearman((right - 1) * norm.cdf(-careful / math.sqrt(2)), other, given=right).rho
    found, alone = [], []
    for _ in range(draws):
        sides, errors = seen(*population(n, beyond, generator), generator)
        first, second, given = sides
        found.append(spearman(first, second, given=given, errors=errors))
        alone.append(spearman(first, second, given=given))
    held = [np.mean([c.low <= truth <= c.high for c in each if c.low == c.low] or [math.nan])
            for each in (found, alone)]  # fmt: skip
    widths = [(c.high - c.low) / 2 for c in found if c.low == c.low]
    return [truth, 1 - len(widths) / draws, *held, np.mean(widths or [math.nan])]


def population(n: int, beyond: float, generator: np.random.Generator) -> np.ndarray:
    """Return the ability, the carefulness and the other score of n models."""
    ability, own, rest = generator.normal(size=(3, n))
    careful = 0.7 * ability + math.sqrt(1 - 0.7**2) * own
    mixed = 0.7 * ability + 0.7 * (beyond * own + math.sqrt(1 - beyond**2) * rest)
    return np.array([ability, careful, norm.cdf(mixed)])


def seen(
    ability: np.ndarray, careful: np.ndarray, other: np.ndarray, generator: np.random.Generator
) -> tuple[list[list[float]], list[list[float]]]:
    """Return sMAPE with its sign turned, the other score and exact match as they are measured, and
    their standard errors.
    """
    groups = np.repeat(np.arange(GROUPS), SIZE)
    needed = SPREAD * generator.normal(size=GROUPS)[groups]
    estimates = []
    for own, care in zip(ability, careful, strict=True):
        right = own - needed + generator.normal(size=groups.size) > 0
        error = norm.cdf(-care + generator.normal(size=groups.size))
        scores = [np.where(right, 0, -error), right.astype(float)]
        estimates.append([estimate(score.tolist(), groups.tolist()) for score in scores])
    size, exact = zip(*estimates, strict=True)
    measured = other + ERROR * generator.normal(size=len(other))
    return (
        [[e.mean for e in size], measured.tolist(), [e.mean for e in exact]],
        [[e.stderr for e in size], [ERROR] * len(other), [e.stderr for e in exact]],
    )


if __name__ == "__main__":
    main()
