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
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
from tabulate import tabulate

from benchmarks.coverage import asked
from tempanswerqa.analysis import FAMILY
from tempanswerqa.metrics.means import SIGNIFICANT, Design, difference, holm

SIZES = (None, 250, 50)
"""The numbers of questions that are drawn, about; None for as many as there are."""
RARE_SIZES = (1_000, 250, 100, 50)


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
