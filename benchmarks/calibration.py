"""Measures how often tests of differences name a winner if there is none.

    python -m benchmarks.calibration RESPONSES [--draws 200] [--seed 0] [--filter NAME]

RESPONSES is a folder of released response files. Groups of questions (tables, or templates of
arithmetic) of a task are drawn with replacement, and the answers to each drawn group are dealt out
anew among the recorded runs of the task, so that none is better. The table has

- the share of pairs of runs with a winner by EM or sMAPE, corrected (Holm) for both;
- the share of draws in which any pair has a winner by either, corrected for all pairs;
- the share of p-values below 0.05, and without the least variance of `Means.least`.

The last rows are of two made-up runs on the groups of the last task, equal in sMAPE: one is off by
10 % in a fifth of the questions, the other by 100 % in a fiftieth, scattered or by whole groups.

A second table has how often `compare --margin` says that a run is not worse by more than a margin
which is just its loss. Answers are right if a normal number is below a threshold; it has parts that
all answers to a group share, those of a run to a group, and all to a question. In the last column
the second run is right wherever the first is, except in a share of whole groups.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
from pandas import DataFrame, concat
from scipy.special import ndtri as normal_quantile
from tabulate import tabulate

from benchmarks.coverage import asked
from tempanswerqa.analysis import FAMILY, loss
from tempanswerqa.metrics.means import SIGNIFICANT, Design, difference, holm
from tempanswerqa.metrics.scores import METRICS

SIZES = (None, 250, 50)
"""The numbers of questions that are drawn, about; None for as many as there are."""
RARE_SIZES = (1_000, 250, 100, 50)
GATES = (
    (10, 200, False, 4),
    (10, 1_000, True, 1),
    (30, 200, True, 1),
    (30, 1_000, False, 4),
    (200, 200, False, 1),
    (200, 1_000, True, 4),
    (1_000, 1_000, False, 1),
)
"""Numbers of groups and questions, whether sizes of groups differ (the n-th has a size in
proportion to 1 / n), and responses to a question."""
RIGHT, MARGINS, RARE = 0.7, (0.02, 0.05), 0.05
"""The share that the first run has right, the margins, and the share of groups that fail."""


def main() -> None:
    """Measure and print the figures."""
    options, runs = asked(__doc__, draws=200)
    generator = np.random.default_rng(options.seed)
    by_task = defaultdict(list)
    for run, items in runs:
        by_task[run.task].append(items.set_index("id"))
    rows = []
    for task, own in by_task.items():
        names = [name for name in own[0].index if all(name in items.index for items in own)]
        own = [items.loc[names] for items in own]
        scores = np.array([items[[*FAMILY]].to_numpy() for items in own]) / [1, 100]
        of = own[0]["group"].cat.remove_unused_categories().cat.codes.to_numpy()
        places = [np.flatnonzero(of == group) for group in range(of.max() + 1)]
        for size in SIZES:
            found = [dealt(scores, places, size, generator) for _ in range(options.draws)]
            rows.append([task, size or "all", *np.mean(found, axis=0)])
    for together in (False, True):
        for size in RARE_SIZES:
            found = [rare(places, size, generator, together) for _ in range(options.draws)]
            name = "rare errors, by whole groups" if together else "rare errors"
            rows.append([name, size, "", "", *np.mean(found, axis=0)])
    headings = ["", "n", "pairs", "all pairs", "p < 0.05", "without"]
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
    """Return for each margin whether a run that is worse by it is said not to be, and if rarely."""
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
    said = []
    for one, other, margin in pairs:
        sides = [
            DataFrame({**keys, "side": side, "exact_match": own.ravel().astype(float)})
            for side, own in (("first", one), ("second", other))
        ]
        found = loss(concat(sides, ignore_index=True), METRICS["exact_match"], margin)
        said.append(found["high"] < margin)
    return said


def drawn(
    places: list[np.ndarray], size: int | None, generator: np.random.Generator
) -> tuple[list[np.ndarray], list[int]]:
    """Return the places of about `size` questions by drawn group, and the group of each."""
    every = sum(map(len, places))
    count = max(2, round(len(places) * (size or every) / every))
    groups = [places[group] for group in generator.integers(len(places), size=count)]
    return groups, [number for number, group in enumerate(groups) for _ in group]


def dealt(
    scores: np.ndarray, places: list[np.ndarray], size: int | None, generator: np.random.Generator
) -> tuple[float, ...]:
    """Return the four shares of one draw; `scores` are by run, question and metric."""
    groups, names = drawn(places, size, generator)
    mixed = np.hstack([scores[generator.permutation(len(scores))][:, at] for at in groups])
    p_values, without = np.array([tested(mixed[:, :, at], names) for at in range(len(FAMILY))]).T
    winners = [min(holm(of_pair)) < SIGNIFICANT for of_pair in p_values]
    return (
        np.mean(winners),
        min(holm(p_values.ravel())) < SIGNIFICANT,
        np.mean(p_values < SIGNIFICANT),
        np.mean(without < SIGNIFICANT),
    )


def tested(scores: np.ndarray, names: list[int]) -> np.ndarray:
    """Return the p-values of all pairs of runs, and those without the least variance."""
    runs, size = scores.shape
    column, question = np.indices((runs, size)).reshape(2, -1)
    design = Design(np.tile(names, runs), column=column, question=question)
    found = design.means(scores.ravel())
    pairs = np.triu_indices(runs, 1)
    return np.array(
        [
            difference(own, *pairs).p[0]
            for own in (found, replace(found, least=np.zeros_like(found.least)))
        ]
    ).T


def rare(
    places: list[np.ndarray], size: int, generator: np.random.Generator, together: bool = False
) -> tuple[bool, ...]:
    """Return whether the test tells two made-up runs apart, and whether it does without a floor.

    The errors are of whole groups, or scattered.
    """
    _, names = drawn(places, size, generator)
    units = np.array(names) if together else np.arange(len(names))
    chances = generator.random((2, len(names)))[:, units]
    columns = np.array([0.1 * (chances[0] < 0.2), 1.0 * (chances[1] < 0.02)])
    return tuple(tested(columns, names)[0] < SIGNIFICANT)


if __name__ == "__main__":
    main()
