"""Measures intervals and tests on simulated answers, whose true scores are known.

    python -m benchmarks.simulated [--draws 2000] [--seed 0]

Each group of questions has its own probability of right answers, drawn from a beta distribution
with a given mean and correlation of answers within a group. Rows have the share of draws whose 95 %
interval contains the true score or difference, half the mean width, and the share whose p-value is
below 0.05; the last rows have the share of draws that detect a true difference of the detectable
size, among a number of tests of equal models, corrected (Holm).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import product

import numpy as np
from tabulate import tabulate

from tempanswerqa.metrics.means import (
    SIGNIFICANT,
    Design,
    Means,
    contrast,
    detectable,
    holm,
    wilson,
)

SIZES = {
    "100 of 2": [2] * 100,
    "40, 80 of 2": [40, *[2] * 80],
    "200/k": [max(1, 200 // k) for k in range(1, 101)],
    "300, 40 of 5": [300, *[5] * 40],
}
"""The sizes of groups of questions."""
MEMORY = (0, 0.1, 0.2, 0.3)
"""The shares of wrong answers to released questions that are remembered."""


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    generator = np.random.default_rng(options.seed)
    rows = []

    def add(
        *names: str,
        sizes: Sequence[int],
        shares: Sequence[float],
        rho: float = 0,
        factors: Sequence[float] = (1, -1),
        responses: int = 1,
        worth: Sequence[float] = (1, 1, 1, 1),
    ) -> None:
        means = answers(sizes, shares, rho, responses, options.draws, generator, worth)
        if len(shares) == 1:
            rows.append([*names, *covered(*wilson(means), shares[0])])
        else:
            gap = contrast(means, [[at] for at in range(len(shares))], factors)
            scores = np.multiply(shares, worth[: len(shares)])
            ends = covered(gap.low, gap.high, float(np.dot(factors, scores)))
            rows.append([*names, *ends, np.mean(gap.p < SIGNIFICANT)])

    for share in (0.98, 0.99, 0.995):
        add("200 questions, nearly perfect", f"{share}", sizes=[1] * 200, shares=[share])
    for name, sizes in SIZES.items():
        for rho in (0, 0.2, 0.4):
            add(f"groups: {name}", f"ρ {rho}", sizes=sizes, shares=[0.7], rho=rho)
    for name, sizes in SIZES.items():
        add(f"two equal models: {name}", "ρ 0.3", sizes=sizes, shares=[0.7, 0.7], rho=0.3)
    for count in (1, 4, 16):
        names = "two equal models, 100 questions", f"{count} responses"
        add(*names, sizes=[1] * 100, shares=[0.6, 0.6], rho=0.5, responses=count)
    for n, shares in ((8, (0.97, 0.03)), (20, (0.97, 0.03)), (100, (0.99, 0.01)), (100, (1, 0.99))):
        gap = f"{shares[0] - shares[1]:.2f}"
        add(f"{n} questions that mostly differ alike", gap, sizes=[1] * n, shares=shares)
    for later in (0.7, 0.6):
        change = {"shares": [0.7, 0.7, 0.7, later], "factors": (1, -1, -1, 1), "rho": 0.2}
        sizes = SIZES["40, 80 of 2"]
        add("difference of differences", f"{later - 0.7:.2f}", sizes=sizes, **change)
    for n, memory in product((250, 1_000), MEMORY):
        names, shares = (f"{n} twins, remembered", f"{memory}"), [0.6 + 0.4 * memory, 0.6]
        add(*names, sizes=[5] * (n // 5), shares=shares, rho=0.3)
    for n in (50, 250, 1_000):
        names = f"{n} questions, equal errors", "rare and large, small"
        add(*names, sizes=[1] * n, shares=[0.02, 0.2], worth=(1, 0.1))
    headings = ["", "true", "held", "half width", "p < 0.05"]
    print(tabulate(rows, headings, "github", floatfmt=".3f"), "\n")
    rows = [[m, detected(m, options.draws, generator)] for m in (1, 6, 30, 132)]
    print(tabulate(rows, ["tests", "detectable difference found"], "github", floatfmt=".3f"))


def answers(
    sizes: Sequence[int],
    shares: Sequence[float],
    rho: float,
    responses: int,
    draws: int,
    generator: np.random.Generator,
    worth: Sequence[float],
) -> Means:
    """Return the means of models with these true shares of right answers, by draw.

    A right answer of each model has the score that `worth` states.
    """
    group = np.arange(len(sizes)).repeat(sizes)
    scores = []
    for share, score in zip(shares, worth, strict=False):
        if rho and 0 < share < 1:
            parts = share * (1 - rho) / rho, (1 - share) * (1 - rho) / rho
            chances = generator.beta(*parts, size=(draws, len(sizes)))[:, group]
        else:
            chances = np.full((draws, len(group)), share)
        right = generator.random((draws, len(group), responses)) < chances[:, :, None]
        scores.append(score * right)
    column, block, question, _ = np.indices(np.shape(scores)).reshape(4, -1)
    design = Design(group[question], block=block, column=column, question=question)
    return design.means(np.ravel(scores))


def covered(low: np.ndarray, high: np.ndarray, true: float) -> tuple[float, float]:
    """Return the share of intervals that contain the true value, and half their mean width."""
    return np.mean((low <= true + 1e-9) & (true - 1e-9 <= high)), np.mean(high - low) / 2


def detected(tests: int, draws: int, generator: np.random.Generator) -> float:
    """Return how often a difference of the detectable size is found among this many tests."""
    hits, block, column, question = 0, *np.indices((tests, 2, 60)).reshape(3, -1)
    design = Design(question, block=block, column=column, question=question)
    for _ in range(draws):
        scores = np.stack([generator.normal(size=(tests, 60)), np.zeros((tests, 60))], axis=1)
        scores[0, 0] += detectable(1 / np.sqrt(60), 59, tests)
        p = contrast(design.means(scores.ravel(), np.inf), ([0], [1]), (1, -1)).p
        hits += holm(p.ravel())[0] < SIGNIFICANT
    return hits / draws


if __name__ == "__main__":
    main()
