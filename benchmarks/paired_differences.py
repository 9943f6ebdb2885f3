"""Measures how much differences of the recorded models vary; `tempanswerqa power` plans with it.

    python benchmarks/paired_differences.py RESPONSES

RESPONSES is a folder of released response files, read with strict-match. For each subset and metric
the variances are means over all pairs of two models with the same prompting; they go to
tempanswerqa/runs/analysis/paired_differences.csv. It prints the least, mean and largest chance with
which single pairs find the difference that `power` says is detected.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import fmean

from pandas import DataFrame
from scipy.special import stdtr, stdtrit

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.questions import subsets
from tempanswerqa.runs import score_files
from tempanswerqa.runs.analysis import power
from tempanswerqa.runs.analysis.power import Spread
from tempanswerqa.runs.scoring import STRICT, Run


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
    for (subset, metric), own in found.items():
        n = subsets.find(subset).questions
        difference = pooled(own).detectable(n)
        chances = [chance(spread, n, difference) for spread in own]
        told = " ".join(f"{value:.2f}" for value in (min(chances), fmean(chances), max(chances)))
        print(f"{subset} {metric} {told}")


def chance(spread: Spread, n: int, difference: float) -> float:
    """Return the chance that n questions find a difference, by Student's t."""
    degrees = spread.defined * n / spread.per_group - 1
    limit = stdtrit(degrees, 1 - SIGNIFICANT / 2)
    return float(stdtr(degrees, difference / spread.error(n) - limit))


def runs(folder: str) -> list[tuple[Run, DataFrame]]:
    """Return the runs of a folder with their items."""
    options = score_files.Options((STRICT,))
    scored = score_files.score_places([folder], options, print, lambda _: None)
    return [(run, by_filter[STRICT][0]) for run, by_filter in scored]


def spreads(known: Sequence[tuple[Run, DataFrame]]) -> Iterator[tuple[str, str, Spread]]:
    """Yield subset, metric and spread of each pair of models with the same task and prompting."""
    for (run, ours), (other, theirs) in combinations(known, 2):
        if (run.task, run.prompting) == (other.task, other.prompting):
            for metric in (name for name in METRICS if METRICS[name].bounded):
                yield run.subset, metric, power.of_pair(ours, theirs, metric)


def pooled(known: Sequence[Spread]) -> Spread:
    """Return the spread whose variances are the means of those of the pairs."""
    mean = Spread(*map(fmean, zip(*known, strict=True)))
    variance = fmean(spread.sd**2 for spread in known)
    clustered = fmean(spread.sd**2 * spread.design_effect for spread in known)
    return mean._replace(sd=math.sqrt(variance), design_effect=clustered / variance)


if __name__ == "__main__":
    main()
