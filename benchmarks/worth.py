"""Measures how many questions each score needs to tell two models apart.

    python -m benchmarks.worth RESPONSES [--draws 100] [--filter NAME] [--pairs] [--without]

RESPONSES is a folder of released response files. For each pair of models with the same task and
prompting, n is the number of questions on which the paired, clustered t-test of their difference
finds it at 5 % (two-sided) with a probability of 80 %, taking the measured difference d and its
standard error s on N questions for true: n = N (1.96 + 0.84)² s² / d². A score is worth more than
exact match if its n is smaller. The table has the median over pairs of exact match's n, and of the
other scores' n divided by it; the last column has sMAPE's n divided by exact match's, both on the
questions that have an sMAPE and both of whose answers were read. Intervals (95 %) come from drawing
groups (tables, or templates of arithmetic) with replacement; the pairs stay the same. --pairs
prints n of each pair, and --without leaves out the least variance of a mean (`Means.least`).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import numpy as np
from scipy.stats import norm
from tabulate import tabulate

from benchmarks.coverage import asked, draws
from tempanswerqa.metrics.means import POWER, SIGNIFICANT, Design, difference
from tempanswerqa.metrics.scores import METRICS

SCORES = ("exact_match", "within_one", "smape", "capped_ase", "parsed")
READ = ("exact_match", "smape")
"""The scores compared on the questions that have an sMAPE and both of whose answers were read."""


def main() -> None:
    """Measure and print the figures."""
    options, runs = asked(__doc__, "--pairs", "--without", draws=100)
    drawn: dict[str, list[tuple[np.ndarray, Design]]] = {}
    needs, rows = defaultdict(list), []
    for (run, ours), (other, theirs) in combinations(runs, 2):
        if (run.task, run.prompting) != (other.task, other.prompting):
            continue
        theirs = theirs.set_index("id").loc[ours["id"]]
        places = ours["group"].cat.remove_unused_categories().cat.codes.to_numpy()
        if run.task not in drawn:
            generator = np.random.default_rng(options.seed)
            drawn[run.task] = [
                draws(places, len(places), options.draws, generator, 2),
                (np.arange(len(places)), every(places)),
            ]
        sides = [{n: s[n].to_numpy() / METRICS[n].highest for n in SCORES} for s in (ours, theirs)]
        parsed, smape = (sides[0][name] + sides[1][name] for name in ("parsed", "smape"))
        read = np.where((parsed == 2) & ~np.isnan(smape), 1, np.nan)
        scores = [[side[name] for side in sides] for name in SCORES]
        scores += [[read * side[name] for side in sides] for name in READ]
        pair = [
            np.concatenate(
                [
                    needed(rows, design, *both, options.without)
                    for rows, design in drawn[run.task][::-1]
                ]
            )
            for both in scores
        ]
        for row in ((run.task, run.prompting), (run.task, "both")):
            needs[row].append(pair)
        measured = (f"{numbers[0]:,.0f}" for numbers in pair)
        rows.append([run.task, run.prompting, run.model, other.model, *measured])
    headings = [METRICS[name].heading for name in SCORES]
    headings += [f"{METRICS[name].heading} both read" for name in READ]
    if options.pairs:
        print(tabulate(rows, ["task", "prompting", "", "", *headings], tablefmt="github"), "\n")
    table = [
        [
            *row,
            len(pairs),
            *summary(needed_by[:, : -len(READ)]),
            *summary(needed_by[:, -len(READ) :])[1:],
        ]
        for row, pairs in sorted(needs.items())
        for needed_by in [np.array(pairs)]
    ]
    ratios = [heading for at, heading in enumerate(headings) if at not in (0, len(SCORES))]
    titles = ["task", "prompting", "pairs", "n by EM", *(f"n by {h} / EM" for h in ratios)]
    print(tabulate(table, titles, tablefmt="github"))


def every(places: np.ndarray) -> Design:
    """Return the design of two runs on all questions; `places` has the group of each."""
    column, question = np.indices((2, len(places))).reshape(2, -1)
    return Design(np.tile(places, 2), column=column, question=question)


def needed(
    rows: np.ndarray, design: Design, ours: np.ndarray, theirs: np.ndarray, without: bool = False
) -> np.ndarray:
    """Return the number of questions that a difference needs, for each draw of groups.

    `rows` has the questions that are drawn, and `ours` and `theirs` the scores of all. Infinite if
    the mean difference is 0. `without` leaves out the least variance.
    """
    known = np.where(np.isnan(ours - theirs), np.nan, 1)
    found = design.means(np.concatenate([known[rows] * ours[rows], known[rows] * theirs[rows]]))
    if without:
        found = replace(found, least=np.zeros_like(found.least))
    gap = difference(found, [0], [1])
    questions = design.means(np.ones(2 * len(rows))).n[:, 0]
    reach = norm.ppf(1 - SIGNIFICANT / 2) + norm.ppf(POWER)
    with np.errstate(divide="ignore"):
        return questions * (reach * gap.stderr[:, 0] / gap.value[:, 0]) ** 2


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
