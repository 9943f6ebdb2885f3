"""Measures how often `compare --twins` finds memory, with and without it.

    python benchmarks/twins.py RESPONSES [--splits 100]

RESPONSES is a folder of released response files. The two promptings of a model stand for its run on
released questions and its run on twins: for each group of questions, chance says which is which, so
that neither side is easier. Groups of the three subsets are drawn with replacement, in the shares
of their twins. Memory turns a share of the wrong answers on the released side into right ones. The
shares of comparisons whose exact match of all subsets together is better on the released side go to
standard output and to benchmarks/twins.json, with the standard error over splits.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
from tqdm import tqdm

from tempanswerqa.metrics.means import SIGNIFICANT, Design, codes, difference
from tempanswerqa.questions.subsets import TWINS
from tempanswerqa.reports.compare import PAIRED
from tempanswerqa.runs import score_files
from tempanswerqa.scoring import FLEXIBLE

SIZES, MEMORY = (250, 1_000), (0.0, 0.1, 0.2, 0.3)
SUMMARY = Path(__file__).with_suffix(".json")

Pair = tuple[tuple[float, ...], tuple[float, ...]]
"""The scores of `PAIRED` with both promptings."""
Answer = tuple[tuple[float, ...], tuple[float, ...], tuple[str, int]]
"""The scores on the released side and on that of twins, and the group."""
Groups = dict[str, list[Pair]]
"""The answers to the questions of each group."""


def main() -> None:
    """Measure, print and save the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    parser.add_argument("--splits", type=int, default=100)
    given = parser.parse_args()
    models = read(given.responses)
    flagged: dict[str, list[float]] = defaultdict(list)
    for seed in tqdm(range(given.splits)):
        for size in SIZES:
            for share in MEMORY:
                rng = random.Random(f"{seed} {size} {share}")
                name = f"{size} twins, {share:.0%} of wrong answers remembered"
                flagged[name].append(fmean(found(m, size, share, rng) for m in models))
    figures = {
        "comparisons": given.splits * len(models),
        "found %": {
            name: [round(100 * fmean(x), 1), round(100 * stdev(x) / len(x) ** 0.5, 1)]
            for name, x in flagged.items()
        },
    }
    SUMMARY.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))


def read(responses: str) -> list[dict[str, Groups]]:
    """Return the answers of each model to the questions of each subset with both promptings."""
    sides: dict[str, dict[str, list]] = defaultdict(lambda: defaultdict(list))
    options = score_files.Options(filters=(FLEXIBLE,))
    for run in score_files.score_places([responses], options, print, print):
        items = run.items[FLEXIBLE]
        sides[run.model][run.subset].append(items.set_index("id")[[*PAIRED, "group"]])
    models = []
    for by_subset in sides.values():
        subsets: dict[str, Groups] = {}
        for subset, (one, other) in by_subset.items():
            groups = subsets.setdefault(subset, defaultdict(list))
            for row in one.join(other[[*PAIRED]], rsuffix="_other", how="inner").itertuples():
                groups[row.group].append((row[1:3], row[4:6]))
        models.append(subsets)
    return models


def found(model: dict[str, Groups], size: int, share: float, rng: random.Random) -> bool:
    """Return whether a comparison calls a model better on the released side."""
    whole = sum(TWINS[subset] for subset in model)
    drawn = [
        [*answers(subset, groups, round(size * TWINS[subset] / whole), share, rng)]
        for subset, groups in model.items()
    ]
    return is_better(drawn)


def is_better(tasks: list[list[Answer]]) -> bool:
    """Return whether the mean of these tasks is better on the released side."""
    sides = [
        (at, task, group, answer[side][0])
        for side in (0, 1)
        for at, (task, answer) in enumerate((t, a) for t, own in enumerate(tasks) for a in own)
        for group in [answer[2]]
    ]
    question, cell, groups, scores = zip(*sides, strict=True)
    column = np.arange(2).repeat(len(sides) // 2)
    found = Design(codes(groups), column=column, cell=cell, question=question).means(scores)
    gap = difference(found, [0], [1])
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
            if not released[0] and rng.random() < share:
                released = (1.0,) * len(PAIRED)
            yield released, twin, (subset, group)
            left -= 1


if __name__ == "__main__":
    main()
