"""Measures how many questions each score needs to tell two models apart.

    python -m benchmarks.worth RESPONSES [--draws 2000] [--filter NAME] [--pairs] [--without]

RESPONSES is a folder of released response files. For each pair of models with the same task and
prompting, n is the number of questions on which the paired, clustered t-test of their difference
finds it at 5 % (two-sided) with a probability of 80 %, taking the measured difference d and its
standard error s on N questions for true: n = N (1.96 + 0.84)² s² / d². A score is worth more than
exact match if its n is smaller. The table has the median over pairs of exact match's n, and of the
other scores' n divided by it. Intervals (95 %) come from drawing groups (tables, or templates of
arithmetic) with replacement; the pairs stay the same. --pairs prints n of each pair, and
--without leaves out the least variance of a mean (`Estimate.variance`).
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np
from scipy.stats import norm
from tabulate import tabulate

from benchmarks.coverage import asked, draws, estimates
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import POWER, SIGNIFICANT, tested
from tempanswerqa.runs.analysis.comparison import matched

SCORES = ("exact_match", "within_one", "smape", "capped_ase")


def main() -> None:
    """Measure and print the figures."""
    options, runs = asked(__doc__, "--pairs", "--without")
    weights: dict[str, np.ndarray] = {}
    needs, rows = defaultdict(list), []
    for (run, ours), (other, theirs) in combinations(runs, 2):
        if (run.task, run.prompting) != (other.task, other.prompting):
            continue
        ours, theirs = matched(ours, theirs)
        _, places = np.unique(ours["group"].tolist(), return_inverse=True)
        if run.task not in weights:
            generator = np.random.default_rng(options.seed)
            drawn = draws(places, len(places), options.draws, generator)
            weights[run.task] = np.vstack([np.ones_like(drawn[:1]), drawn])
        pair = [
            needed(
                weights[run.task],
                places,
                *(side[name].to_numpy() for side in (ours, theirs)),
                METRICS[name].highest,
                options.without,
            )
            for name in SCORES
        ]
        for row in ((run.task, run.prompting), (run.task, "both")):
            needs[row].append(pair)
        measured = (f"{numbers[0]:,.0f}" for numbers in pair)
        rows.append([run.task, run.prompting, run.model, other.model, *measured])
    headings = [METRICS[name].heading for name in SCORES]
    if options.pairs:
        print(tabulate(rows, ["task", "prompting", "", "", *headings], tablefmt="github"), "\n")
    table = [[*row, len(pairs), *summary(np.array(pairs))] for row, pairs in sorted(needs.items())]
    titles = ["task", "prompting", "pairs", "n by EM", *(f"n by {h} / EM" for h in headings[1:])]
    print(tabulate(table, titles, tablefmt="github"))


def needed(
    weights: np.ndarray,
    places: np.ndarray,
    ours: np.ndarray,
    theirs: np.ndarray,
    highest: float,
    without: bool = False,
) -> np.ndarray:
    """Return the number of questions that a difference needs, for each draw of groups.

    `ours` and `theirs` have the scores of each question, and `places` its group as a number from 0.
    Infinite if the mean difference is 0. `without` leaves out the least variance.
    """
    questions = weights @ np.bincount(places)
    shares = (ours - theirs) / highest, ours / highest, theirs / highest
    known = np.where(np.isnan(shares[0]), np.nan, 1)
    drawn = zip(*(estimates(weights, places, known * share) for share in shares), strict=True)
    found = np.array(
        [
            (gap.mean, gap.stderr if without else tested(gap.mean, gap.stderr, *sides)[0])
            for gap, *sides in drawn
        ]
    )
    reach = norm.ppf(1 - SIGNIFICANT / 2) + norm.ppf(POWER)
    with np.errstate(divide="ignore"):
        return questions * (reach * found[:, 1] / found[:, 0]) ** 2


def summary(pairs: np.ndarray) -> list[str]:
    """Return the median n of exact match, and the medians of the others' ratios, with intervals.

    `pairs` has the numbers by pair, score and draw; the first draw is that of all questions. A
    ratio leaves out pairs that differ neither in exact match nor in the other score.
    """
    with np.errstate(invalid="ignore"):
        ratios = np.nanmedian(pairs[:, 1:] / pairs[:, :1], axis=0)
    low, high = np.quantile(ratios[:, 1:], (0.025, 0.975), axis=1)
    cells = map("{:.2f} [{:.2f}, {:.2f}]".format, ratios[:, 0], low, high)
    return [f"{np.median(pairs[:, 0, 0]):,.0f}", *cells]


if __name__ == "__main__":
    main()
