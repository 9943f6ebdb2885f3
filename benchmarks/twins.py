"""Measures how often `compare --twins` finds memory, with and without it.

    python benchmarks/twins.py RESPONSES [--splits 50]

RESPONSES is a folder of released response files. The two promptings of a model stand for its run on
released questions and its run on twins: for each group of questions, chance says which is which, so
that neither side is easier. Groups of the three subsets are drawn with replacement, in the shares
of their twins. Memory turns a share of the wrong answers on the released side into right ones. The
table has the share of comparisons whose exact match of all subsets together is better on the
released side, and its standard error over splits, in percent.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from statistics import fmean, stdev

import numpy as np
from tabulate import tabulate
from tqdm import tqdm

from tempanswerqa.metrics.means import SIGNIFICANT, Design, codes, difference
from tempanswerqa.questions.subsets import TWINS
from tempanswerqa.runs import score_files
from tempanswerqa.scoring import FLEXIBLE

SIZES, MEMORY = (250, 1_000), (0.0, 0.1, 0.2, 0.3)

Answer = tuple[float, float, tuple[str, int]]
"""Exact match on the released side and on that of twins, and the group."""
Groups = dict[str, list[tuple[float, float]]]
"""Exact match with both promptings, for each question of each group."""


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    parser.add_argument("--splits", type=int, default=50)
    given = parser.parse_args()
    models = read(given.responses)
    flagged: dict[tuple[int, float], list[float]] = defaultdict(list)
    for seed in tqdm(range(given.splits)):
        for size, share in product(SIZES, MEMORY):
            rng = random.Random(f"{seed} {size} {share}")
            flagged[size, share].append(100 * fmean(found(m, size, share, rng) for m in models))
    rows = []
    for size in SIZES:
        drawn = [flagged[size, share] for share in MEMORY]
        rows.append([size, *(f"{fmean(x):.1f} ±{stdev(x) / len(x) ** 0.5:.1f}" for x in drawn)])
    print(tabulate(rows, ["twins", *(f"{share:.0%}" for share in MEMORY)], "github"))


def read(responses: str) -> list[dict[str, Groups]]:
    """Return the answers of each model to the questions of each subset with both promptings."""
    sides: dict[str, dict[str, list]] = defaultdict(lambda: defaultdict(list))
    options = score_files.Options(filters=(FLEXIBLE,))
    for run in score_files.score_places([responses], options, print, print):
        items = run.items[FLEXIBLE]
        sides[run.model][run.subset].append(items.set_index("id")[["exact_match", "group"]])
    models = []
    for by_subset in sides.values():
        subsets: dict[str, Groups] = {}
        for subset, (one, other) in by_subset.items():
            groups = subsets.setdefault(subset, defaultdict(list))
            joined = one.join(other["exact_match"], rsuffix="_other", how="inner")
            for row in joined.itertuples():
                groups[row.group].append((row.exact_match, row.exact_match_other))
        models.append(subsets)
    return models


def found(model: dict[str, Groups], size: int, share: float, rng: random.Random) -> bool:
    """Return whether a comparison calls a model better on the released side."""
    whole = sum(TWINS[subset] for subset in model)
    drawn = [
        (task, *answer)
        for task, (subset, groups) in enumerate(model.items())
        for answer in answers(subset, groups, round(size * TWINS[subset] / whole), share, rng)
    ]
    cell, released, twin, group = zip(*drawn, strict=True)
    column = np.arange(2).repeat(len(drawn))
    question = np.tile(np.arange(len(drawn)), 2)
    means = Design(codes(group * 2), column=column, cell=cell * 2, question=question)
    gap = difference(means.means(released + twin), [0], [1])
    return bool(gap.p < SIGNIFICANT) and bool(gap.value > 0)


def answers(
    subset: str, groups: Groups, size: int, share: float, rng: random.Random
) -> Iterator[Answer]:
    """Yield the scores of so many released questions and their twins, each with its group."""
    names, left, group = sorted(groups), size, 0
    while left:
        group += 1
        turned = rng.random() < 0.5
        for pair in groups[rng.choice(names)][:left]:
            released, twin = pair[::-1] if turned else pair
            if not released and rng.random() < share:
                released = 1.0
            yield released, twin, (subset, group)
            left -= 1


if __name__ == "__main__":
    main()
