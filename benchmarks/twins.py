"""Measures how often `compare --twins` finds memory, with and without it.

    python -m benchmarks.twins RESPONSES [--draws 400] [--seed 0] [--filter NAME]

RESPONSES is a folder of released response files. The two promptings of a model stand for its run on
released questions and its run on twins: for each drawn group of questions, chance says which is
which, so that neither side is easier. Groups of the three subsets are drawn with replacement, in
the shares of their twins. Memory turns a share of the wrong answers on the released side into right
ones. The table has the share of comparisons whose exact match of all subsets together is better on
the released side, and its standard error over draws, in percent.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from tabulate import tabulate

from benchmarks.coverage import draws, places_of, scored
from tempanswerqa.metrics.means import SIGNIFICANT, Design, difference
from tempanswerqa.questions.subsets import TWINS
from tempanswerqa.scoring import FLEXIBLE

SIZES, MEMORY = (250, 1_000), (0.0, 0.1, 0.2, 0.3)


def main() -> None:
    """Measure and print the figures."""
    options, runs = scored(__doc__, draws=400, rule=FLEXIBLE)
    generator = np.random.default_rng(options.seed)
    models = defaultdict(lambda: defaultdict(list))
    for run, items in runs:
        models[run.model][run.subset].append(items.set_index("id"))
    rows = []
    for size in SIZES:
        shares = []
        for memory in MEMORY:
            flags = [flagged(m, size, memory, options.draws, generator) for m in models.values()]
            by_draw = 100 * np.mean(flags, axis=0)
            error = by_draw.std(ddof=1) / len(by_draw) ** 0.5
            shares.append(f"{by_draw.mean():.1f} ±{error:.1f}")
        rows.append([size, *shares])
    print(tabulate(rows, ["twins", *(f"{memory:.0%}" for memory in MEMORY)], "github"))


def flagged(
    model: dict[str, list], size: int, memory: float, number: int, generator: np.random.Generator
) -> np.ndarray:
    """Return for each draw whether a comparison calls a model better on the released side.

    `model` has for each subset the items with both promptings, by the ids of questions.
    """
    whole = sum(TWINS[subset] for subset in model)
    parts, last = [], np.zeros(2, int)
    for cell, (subset, (first, second)) in enumerate(model.items()):
        items = first.join(second["exact_match"], rsuffix="_twin", how="inner")
        both = items[["exact_match", "exact_match_twin"]].to_numpy().T
        of_subset = round(size * TWINS[subset] / whole)
        rows, group, draw = draws(places_of(items), of_subset, number, generator)
        turned = (generator.random(group[-1] + 1) < 0.5)[group]
        released, twin = np.where(turned, both[::-1, rows], both[:, rows])
        remembered = generator.random(len(rows)) < memory
        released = np.where(remembered, 1, released)
        question = np.arange(len(rows))
        keys = [group + last[0], draw, np.full(len(rows), cell), question + last[1]]
        last += group[-1] + 1, len(rows)
        parts += [[released, question * 0, *keys], [twin, question * 0 + 1, *keys]]
    scores, *keys = np.concatenate(parts, axis=1)
    column, group, block, cell, question = (key.astype(int) for key in keys)
    design = Design(group, block=block, column=column, cell=cell, question=question)
    gap = difference(design.means(scores), [0], [1])
    return ((gap.p < SIGNIFICANT) & (gap.value > 0)).ravel()


if __name__ == "__main__":
    main()
