"""Measures intervals and tests on made-up answers, whose true scores are known.

    python -m benchmarks.simulated [--draws 2000] [--seed 0]

Right answers have a probability of their own in each group of questions, drawn from a beta
distribution with a mean and a correlation of answers within a group. Rows have the share of draws
whose 95 % interval holds the true score or difference, half the mean width, and the share whose
p-value is below 0.05; the last rows the share of draws that find a true difference of the
detectable size, among so many tests of equal models, corrected (Holm).
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
Shares = Sequence[float]


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    generator = np.random.default_rng(given.seed)

    def drawn(sizes: Sequence[int], shares: Shares, rho: float, responses: int = 1) -> Means:
        return answers(sizes, shares, rho, responses, given.draws, generator)

    rows = []
    for share in (0.98, 0.99, 0.995):
        found = drawn([1] * 200, [share], 0)
        rows.append(["200 questions, nearly perfect", share, *held(found, share)])
    for name, sizes in SIZES.items():
        for rho in (0, 0.2, 0.4):
            found = drawn(sizes, [0.7], rho)
            rows.append([f"groups: {name}", f"ρ {rho}", *held(found, 0.7)])
    for name, sizes in SIZES.items():
        found = drawn(sizes, [0.7, 0.7], 0.3)
        rows.append([f"two equal models: {name}", "ρ 0.3", *told(found, (1, -1), 0)])
    for responses in (1, 4, 16):
        found = drawn([1] * 100, [0.6, 0.6], 0.5, responses)
        rows.append(["two equal models, 100 questions", f"{responses} responses",
                     *told(found, (1, -1), 0)])  # fmt: skip
    for n, shares in ((8, (0.97, 0.03)), (20, (0.97, 0.03)), (100, (0.99, 0.01)), (100, (1, 0.99))):
        found = drawn([1] * n, shares, 0)
        gap = shares[0] - shares[1]
        rows.append([f"{n} questions that mostly differ alike", f"{gap:.2f}",
                     *told(found, (1, -1), gap)])  # fmt: skip
    for later in (0.7, 0.6):
        found = drawn(SIZES["40, 80 of 2"], [0.7, 0.7, 0.7, later], 0.2)
        factors = (1, -1, -1, 1)
        rows.append(["difference of differences", f"{later - 0.7:.2f}",
                     *told(found, factors, later - 0.7)])  # fmt: skip
    for n, memory in product((250, 1_000), MEMORY):
        found = drawn([5] * (n // 5), [0.6 + 0.4 * memory, 0.6], 0.3)
        rows.append([f"{n} twins, remembered", memory, *told(found, (1, -1), 0.4 * memory)])
    headings = ["", "true", "held", "half width", "p < 0.05"]
    print(tabulate(rows, headings, "github", floatfmt=".3f"), "\n")
    rows = [[m, detected(m, given.draws, generator)] for m in (1, 6, 30, 132)]
    print(tabulate(rows, ["tests", "detectable difference found"], "github", floatfmt=".3f"))


def answers(
    sizes: Sequence[int],
    shares: Shares,
    rho: float,
    responses: int,
    draws: int,
    generator: np.random.Generator,
) -> Means:
    """Return the means of models with these true shares of right answers, by draw."""
    group = np.arange(len(sizes)).repeat(sizes)
    scores = []
    for share in shares:
        if rho and 0 < share < 1:
            parts = share * (1 - rho) / rho, (1 - share) * (1 - rho) / rho
            chances = generator.beta(*parts, size=(draws, len(sizes)))[:, group]
        else:
            chances = np.full((draws, len(group)), share)
        scores.append(generator.random((draws, len(group), responses)) < chances[:, :, None])
    column, block, question, _ = np.indices(np.shape(scores)).reshape(4, -1)
    design = Design(group[question], block=block, column=column, question=question)
    return design.means(np.ravel(scores))


def held(found: Means, true: float) -> tuple[float, float, float]:
    """Return the share of intervals of means that hold the true one, and half their width."""
    low, high = wilson(found)
    return np.mean((low <= true) & (true <= high)), np.mean(high - low) / 2, np.nan


def told(found: Means, factors: Sequence[float], true: float) -> tuple[float, float, float]:
    """Return the same of differences, and the share with a p-value below 0.05."""
    gap = contrast(found, [[at] for at in range(len(factors))], factors)
    low, high, p = gap.low, gap.high, gap.p
    within = (low <= true + 1e-9) & (true - 1e-9 <= high)
    return np.mean(within), np.mean(high - low) / 2, np.mean(p < SIGNIFICANT)


def detected(tests: int, draws: int, generator: np.random.Generator) -> float:
    """Return how often a true difference of the detectable size is found among so many tests."""
    finds, block, column, question = 0, *np.indices((tests, 2, 60)).reshape(3, -1)
    design = Design(question, block=block, column=column, question=question)
    for _ in range(draws):
        scores = np.stack([generator.normal(size=(tests, 60)), np.zeros((tests, 60))], axis=1)
        scores[0, 0] += detectable(1 / np.sqrt(60), 59, tests)
        p = contrast(design.means(scores.ravel(), np.inf), ([0], [1]), (1, -1)).p
        finds += holm(p.ravel())[0] < SIGNIFICANT
    return finds / draws


if __name__ == "__main__":
    main()
