"""Measures how often tests of differences name a winner where there is none.

    python -m benchmarks.calibration RESPONSES [--draws 200] [--seed 0] [--filter NAME]

RESPONSES is a folder of released response files. Groups of questions (tables, or templates of
arithmetic) of a task are drawn with replacement, and the answers to each drawn group are dealt out
anew among the recorded runs of the task, so that none is better. The table has

- the share of pairs of runs with a winner by EM or sMAPE, corrected (Holm) for both;
- the share of draws in which any pair has a winner by either, corrected for all pairs;
- the share of p-values below 0.05.

A second table has how often `compare --margin` says that a run is not worse by more than a margin
that equals its loss. Answers are right if a normal variate is below a threshold; it has components
for each group, each run in a group, and each question. In the last column the second run is right
wherever the first is, except in a share of whole groups.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from pandas import DataFrame, concat
from scipy.special import ndtri as normal_quantile
from tabulate import tabulate

from benchmarks.coverage import draws, places_of, scored
from tempanswerqa.analysis import FAMILY, loss
from tempanswerqa.metrics.means import SIGNIFICANT, Design, contrast, holm
from tempanswerqa.metrics.scores import METRICS

SIZES = (None, 250, 50)
"""Approximate numbers of questions that are drawn; None for as many as there are."""
GATES = (
    (10, 200, False, 4),
    (10, 1_000, True, 1),
    (30, 200, True, 1),
    (30, 1_000, False, 4),
    (200, 200, False, 1),
    (200, 1_000, True, 4),
    (1_000, 1_000, False, 1),
)
"""Numbers of groups and questions, whether group sizes differ (the n-th is proportional to 1 / n),
and number of responses to a question."""
RIGHT, MARGINS, RARE = 0.7, (0.02, 0.05), 0.05
"""The share that the first run gets right, the margins, and the share of groups that fail."""


def main() -> None:
    """Measure and print the figures."""
    options, runs = scored(__doc__, draws=200)
    generator = np.random.default_rng(options.seed)
    by_task = defaultdict(list)
    for run, items in runs:
        by_task[run.task].append(items.set_index("id"))
    rows = []
    for task, tables in by_task.items():
        common = sorted(set.intersection(*(set(items.index) for items in tables)))
        scores = np.array([items.loc[common, [*FAMILY]] for items in tables]) / [1, 100]
        places = places_of(tables[0].loc[common])
        for size in SIZES:
            of_draws = [
                dealt(scores, places, size or len(places), generator) for _ in range(options.draws)
            ]
            rows.append([task, size or "all", *np.mean(of_draws, axis=0)])
    headings = ["", "n", "pairs", "all pairs", "p < 0.05"]
    print(tabulate(rows, headings, tablefmt="github", floatfmt=".3f"))
    rows = [
        [*kind, *np.mean([gated(*kind, generator) for _ in range(options.draws)], axis=0)]
        for kind in GATES
    ]
    headings = ["groups", "questions", "unequal", "responses", *(f"{100 * m:g}" for m in MARGINS)]
    print(tabulate(rows, [*headings, "rare"], tablefmt="github", floatfmt=".3f"))


def gated(
    groups: int, questions: int, unequal: bool, responses: int, generator: np.random.Generator
) -> list[bool]:
    """Return whether a run that is worse by each margin passes, and if only rare groups fail."""
    weights = np.arange(1, groups + 1) ** -1.0 if unequal else np.ones(groups)
    sizes = np.maximum(1, questions * weights / weights.sum()).astype(int)
    group, size = np.arange(groups).repeat(sizes), sizes.sum()
    normal = generator.standard_normal
    shared = (0.2**0.5 * normal(groups)[group] + 0.2**0.5 * normal(size))[:, None]
    first, second = (
        shared + 0.1**0.5 * normal(groups)[group][:, None] + 0.5**0.5 * normal((size, responses))
        for _ in range(2)
    )
    keys = {"task": "a", "id": np.arange(size).repeat(responses)}
    keys["group"] = group.repeat(responses)
    right = first < normal_quantile(RIGHT)
    pairs = [(right, second < normal_quantile(RIGHT - m), m) for m in MARGINS]
    fails = (generator.random(groups) < RARE)[group][:, None]
    whole = np.ones_like(right)
    pairs.append((whole, whole & ~fails, RARE))
    passed = []
    for *sides, margin in pairs:
        items = [
            DataFrame({**keys, "side": side, "exact_match": answers.ravel().astype(float)})
            for side, answers in zip(("first", "second"), sides, strict=True)
        ]
        lost = loss(concat(items, ignore_index=True), METRICS["exact_match"], margin)
        passed.append(lost["high"] < margin)
    return passed


def dealt(
    scores: np.ndarray, places: np.ndarray, size: int, generator: np.random.Generator
) -> tuple[float, ...]:
    """Return the three shares of one draw; `scores` are by run, question and metric."""
    rows, group, _ = draws(places, size, 1, generator)
    order = generator.random((len(scores), group[-1] + 1)).argsort(axis=0)
    mixed = scores[order[:, group], rows]
    p_values = np.array([tested(mixed[:, :, at], group) for at in range(len(FAMILY))]).T
    winners = [min(holm(of_pair)) < SIGNIFICANT for of_pair in p_values]
    return (
        np.mean(winners),
        min(holm(p_values.ravel())) < SIGNIFICANT,
        np.mean(p_values < SIGNIFICANT),
    )


def tested(scores: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Return the p-values of all pairs of runs."""
    column, question = np.indices(scores.shape).reshape(2, -1)
    design = Design(np.tile(group, len(scores)), column=column, question=question)
    pairs = np.triu_indices(len(scores), 1)
    return contrast(design.means(scores.ravel()), pairs, (1, -1)).p[0]


if __name__ == "__main__":
    main()
