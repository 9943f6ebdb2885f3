"""Measures how often the intervals of scores contain the true score, and how wide they are.

    python -m benchmarks.coverage RESPONSES [--draws 300] [--seed 0] [--filter NAME]

RESPONSES is a folder of released response files. The score on all questions of a run is taken as
its true score. Whole groups (tables, or templates of arithmetic) are drawn from these questions
with replacement until there are about n questions. Coverage is the share of draws whose interval
contains the true score. Nearly perfect runs are recorded runs in which random wrong answers are
corrected until the exact match is that of the row; better runs are left out. The table has the
mean coverage of runs, the lowest coverage of a run, and half the mean width.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from pandas import DataFrame
from tabulate import tabulate
from tqdm import tqdm

from tempanswerqa.metrics.means import Design, codes, wilson
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs import score_files
from tempanswerqa.runs.run import Run
from tempanswerqa.scoring import FILTERS, STRICT

SIZES = (100, 250, 1_000)
NEARLY_PERFECT = (0.9, 0.98, 0.99, 0.997)
BOUNDED = [metric for metric in METRICS.values() if metric.bounded]


def main() -> None:
    """Measure and print the figures."""
    options, runs = scored(__doc__)
    generator = np.random.default_rng(options.seed)
    measured = defaultdict(list)
    for run, items in tqdm(runs):
        places = places_of(items)
        scores = items[[m.name for m in BOUNDED]].to_numpy() / [m.highest for m in BOUNDED]
        kind = "tables" if run.subset.startswith("ttqa") else "arithmetic"
        wrong = generator.permutation(np.flatnonzero(scores[:, 0] < 1))
        for share, answers in [("recorded", scores), *nearly_perfect(scores, wrong)]:
            for size in SIZES:
                rows, group, draw = draws(places, size, options.draws, generator)
                design = Design(group, block=draw)
                row = [covered(rows, design, values) for values in answers.T]
                measured[kind, size, share].append(row)
    rows = [
        [*row, len(cells), *map("{:.3f}/{:.3f} ±{:.3f}".format, held, least, width)]
        for row, cells in sorted(measured.items(), key=lambda pair: (pair[0][:2], str(pair[0][2])))
        for held, width in [np.mean(cells, axis=0).T]
        for least in [np.min(cells, axis=0).T[0]]
    ]
    headings = ["groups", "n", "exact match", "runs", *(metric.heading for metric in BOUNDED)]
    print(tabulate(rows, headings, tablefmt="github"))


def scored(text: str, draws: int = 300) -> tuple[argparse.Namespace, list[tuple[Run, DataFrame]]]:
    """Return the options of a script whose docstring is `text`, and the items of each run."""
    parser = argparse.ArgumentParser(description=text.splitlines()[0])
    parser.add_argument("responses")
    parser.add_argument("--draws", type=int, default=draws)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--filter", choices=FILTERS, default=STRICT)
    options = parser.parse_args()
    reading = score_files.Options((options.filter,))
    runs = score_files.score_places([options.responses], reading, print, lambda _: None)
    return options, [(run, run.items[options.filter]) for run in runs]


def places_of(items: DataFrame) -> np.ndarray:
    """Return the group of each item, as a number from 0."""
    return codes(items["group"].tolist())


def nearly_perfect(scores: np.ndarray, wrong: np.ndarray) -> Iterator[tuple[float, np.ndarray]]:
    """Yield each of `NEARLY_PERFECT` that exact match does not exceed, and the scores for it.

    `scores` has a row for each answer and a column for each metric; `wrong` has the rows of wrong
    answers, the first of which stay wrong.
    """
    best = [float(metric.higher_is_better) for metric in BOUNDED]
    for share in NEARLY_PERFECT:
        kept = round((1 - share) * len(scores))
        if kept <= len(wrong):
            right = np.where(np.isnan(scores), scores, best)
            right[wrong[:kept]] = scores[wrong[:kept]]
            yield share, right


def draws(
    places: np.ndarray, size: int, number: int, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the questions of draws of whole groups, about `size` questions each.

    Each question comes with its drawn group and its draw. `places` has the groups, as numbers.
    """
    groups = [np.flatnonzero(places == group) for group in range(places.max() + 1)]
    drawn = max(2, round(size * len(groups) / len(places)))
    picked = generator.integers(len(groups), size=number * drawn)
    rows = np.concatenate([groups[group] for group in picked])
    group = np.arange(number * drawn).repeat([len(groups[group]) for group in picked])
    return rows, group, group // drawn


def covered(rows: np.ndarray, design: Design, values: np.ndarray) -> tuple[float, float]:
    """Return the share of intervals with the mean of all values in them, and half their width."""
    low, high = wilson(design.means(values[rows]))
    true = np.nanmean(values)
    return ((low <= true) & (true <= high)).mean(), (high - low).mean() / 2


if __name__ == "__main__":
    main()
