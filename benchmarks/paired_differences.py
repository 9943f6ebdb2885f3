"""Measures how much differences of the recorded models vary; `tempanswerqa power` plans with it.

    python benchmarks/paired_differences.py RESPONSES

RESPONSES is a folder of released response files, read with strict-match. For each subset and metric
the variances are means over all pairs of two models with the same prompting; they go to
tempanswerqa/runs/analysis/paired_differences.csv.
"""

from __future__ import annotations

import argparse
import csv
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.runs import score_files
from tempanswerqa.runs.analysis import power
from tempanswerqa.runs.analysis.power import Spread
from tempanswerqa.runs.scoring import STRICT, Item, Run


def main() -> None:
    """Measure and save the variances."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    found = defaultdict(list)
    for subset, metric, spread in spreads(runs(parser.parse_args().responses)):
        found[subset, metric].append(spread)
    with power.RECORDED.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["subset", "metric", *Spread._fields, "pairs"])
        for name, own in found.items():
            writer.writerow([*name, *(f"{value:.4f}" for value in pooled(own)), len(own)])


def runs(folder: str) -> list[tuple[Run, list[Item]]]:
    """Return the runs of a folder with their items."""
    options = score_files.Options((STRICT,))
    scored = score_files.score_places([folder], options, print, lambda _: None)
    return [(run, by_filter[STRICT][0]) for run, by_filter in scored]


def spreads(known: Sequence[tuple[Run, list[Item]]]) -> Iterator[tuple[str, str, Spread]]:
    """Yield subset, metric and spread of each pair of models with the same task and prompting."""
    for (run, ours), (other, theirs) in combinations(known, 2):
        if (run.task, run.prompting) == (other.task, other.prompting):
            for metric in (name for name in METRICS if METRICS[name].bounded):
                yield run.subset, metric, power.of_pair(ours, theirs, metric)[0]


def pooled(known: Sequence[Spread]) -> Spread:
    """Return the spread whose variances are the means of those of the pairs."""
    mean = Spread(*map(statistics.fmean, zip(*known, strict=True)))
    variance = statistics.fmean(spread.sd**2 for spread in known)
    clustered = statistics.fmean(spread.sd**2 * spread.design_effect for spread in known)
    return mean._replace(sd=math.sqrt(variance), design_effect=clustered / variance)


if __name__ == "__main__":
    main()
