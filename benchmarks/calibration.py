"""Measures how often tests of differences name a winner if there is none.

    python -m benchmarks.calibration RESPONSES [--draws 200] [--seed 0] [--filter NAME]

RESPONSES is a folder of released response files. Groups of questions (tables, or templates of
arithmetic) of a task are drawn with replacement, and the answers to each drawn group are dealt out
anew among the recorded runs of the task, so that none is better. The table has

- the share of pairs of runs with a winner by any score, corrected (Holm) for the scores;
- the share of draws in which any pair has a winner by any score, corrected for all pairs;
- the share of p-values below 0.05, and without the least variance of `Estimate.variance`.

The last rows are of two made-up runs on the groups of the last task, equal in sMAPE: one is off by
10 % in a fifth of the questions, the other by 100 % in a fiftieth.
"""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
from tabulate import tabulate

from benchmarks.coverage import BOUNDED, asked
from tempanswerqa.metrics import holm
from tempanswerqa.metrics.ranks import differences
from tempanswerqa.metrics.significance import SIGNIFICANT

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
        scores = np.array([items[[m.name for m in BOUNDED]].to_numpy() for items in own])
        _, of = np.unique(own[0]["group"].tolist(), return_inverse=True)
        places = [np.flatnonzero(of == group) for group in range(of.max() + 1)]
        for size in SIZES:
            found = [dealt(scores, places, size, generator) for _ in range(options.draws)]
            rows.append([task, size or "all", *np.mean(found, axis=0)])
    for size in RARE_SIZES:
        found = [rare(places, size, generator) for _ in range(options.draws)]
        rows.append(["rare errors", size, "", "", *np.mean(found, axis=0)])
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
    runs = len(scores)
    mixed = np.hstack([scores[generator.permutation(runs)][:, at] for at in groups])
    tested = []
    for independent in (None, [math.inf] * runs):
        tested.append(
            [
                [p for _, p in differences(mixed[:, :, at], names, metric.highest, independent)]
                for at, metric in enumerate(BOUNDED)
            ]
        )
    p_values, without = map(np.array, tested)
    winners = [min(holm(of_pair)) < SIGNIFICANT for of_pair in p_values.T]
    return (
        np.mean(winners),
        min(holm(p_values.ravel().tolist())) < SIGNIFICANT,
        np.mean(p_values < SIGNIFICANT),
        np.mean(without < SIGNIFICANT),
    )


def rare(places: list[np.ndarray], size: int, generator: np.random.Generator) -> tuple[bool, ...]:
    """Return whether the two made-up runs are told apart, and without the least variance."""
    _, names = drawn(places, size, generator)
    chances = generator.random((2, len(names)))
    columns = [0.1 * (chances[0] < 0.2), 1.0 * (chances[1] < 0.02)]
    return tuple(
        differences(columns, names, independent=independent)[0][1] < SIGNIFICANT
        for independent in (None, [math.inf] * 2)
    )


if __name__ == "__main__":
    main()
