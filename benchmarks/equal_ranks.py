"""Measures how often ranges of ranks tell runs apart of which none is better.

    python benchmarks/equal_ranks.py RESPONSES [--draws 200]

RESPONSES is a folder of released response files, read with strict-match. Of the recorded runs of
one task and prompting, groups of questions (tables, or templates of arithmetic) are drawn with
replacement, and the runs swap their answers to each drawn group at random. A draw is wrong if any
rank is certain to be better than another. It prints the share of wrong draws by task, prompting,
number of questions and metric: for the paired tests of reports, and for the leaderboard's.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from paired_differences import runs

from tempanswerqa.metrics import unpaired
from tempanswerqa.metrics.ranks import differences, ranks
from tempanswerqa.metrics.scores import METRICS, Metric, estimate
from tempanswerqa.runs.summary import Score

SIZES = (None, 250)
"""The numbers of questions that are drawn, about; None for as many groups as there are."""


def main() -> None:
    """Measure and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    parser.add_argument("--draws", type=int, default=200)
    options = parser.parse_args()
    alike = defaultdict(list)
    for run, items in runs(options.responses):
        alike[run.task, run.prompting].append(items.sort_values("id"))
    for name, known in alike.items():
        places: dict[str, list[int]] = defaultdict(list)
        for at, group in enumerate(known[0]["group"]):
            places[group].append(at)
        for metric in (metric for metric in METRICS.values() if metric.in_ranks):
            columns = np.array([items[metric.name] for items in known])
            for size in SIZES:
                generator = np.random.default_rng(1)
                wrong = np.zeros(2)
                for _ in range(options.draws):
                    wrong += list(told_apart(columns, [*places.values()], size, metric, generator))
                shares = (f"{share:.3f}" for share in wrong / options.draws)
                print(*name, size or "all", metric.name, *shares)


def told_apart(
    columns: np.ndarray,
    places: Sequence[Sequence[int]],
    size: int | None,
    metric: Metric,
    generator: np.random.Generator,
) -> Iterator[bool]:
    """Yield for both tests whether ranks of one draw of equal runs are told apart."""
    count = math.ceil(size * len(places) / columns.shape[1]) if size else len(places)
    drawn = [places[at] for at in generator.integers(len(places), size=count)]
    swapped = np.hstack([columns[generator.permutation(len(columns))][:, own] for own in drawn])
    names = [number for number, own in enumerate(drawn) for _ in own]
    means = np.nanmean(swapped, axis=1).tolist()
    shares = [Score.of(metric, estimate(own, names)).share(metric) for own in swapped.tolist()]
    paired = differences(list(swapped), names, metric.highest)
    for gaps in (paired, unpaired.differences(shares)):
        yield any(rank.best > 1 for rank in ranks(means, gaps, metric.higher_is_better))


if __name__ == "__main__":
    main()
