"""Measures how often `tempanswerqa compare` names a winner if there is none.

    python benchmarks/calibration.py RESPONSES [--repeats 20] [--draws 200]

RESPONSES is a folder of released response files. For every pair of recorded runs of one task,
groups of questions (tables, or templates of arithmetic) are drawn with replacement. The answers to
the questions of each drawn group are swapped with probability 1/2, so that neither side is better.
A comparison is wrong if any of its p-values, corrected together, is below 0.05. For all runs of a
task, the answers to each drawn group are dealt out anew among them, and all pairs are tested.
All figures go to standard output and to benchmarks/calibration.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
from pandas import DataFrame

from tempanswerqa import metrics
from tempanswerqa.metrics.ranks import differences
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.runs import score_files
from tempanswerqa.runs.analysis import comparison
from tempanswerqa.runs.scoring import FILTERS, STRICT

SUMMARY = Path(__file__).with_suffix(".json")
SIZES = (None, 250, 50)
"""The numbers of questions that are drawn, about; None for as many groups as there are."""
TESTED = [metric for metric in METRICS.values() if metric.bounded]

Items = Mapping[str, DataFrame]
"""The items of a run by filter, with the questions in one order."""


def main() -> None:
    """Measure, print and save the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--draws", type=int, default=200)
    given = parser.parse_args()
    scored = score_files.score_places(
        [given.responses], score_files.Options(), print, lambda _: None
    )
    by_task: defaultdict[str, list[Items]] = defaultdict(list)
    for run, by_filter in scored:
        by_task[run.task].append({rule: found[0] for rule, found in by_filter.items()})
    figures = [
        {"task": task, "questions": size or "all", "filters": list(rules), **rates}
        for task, runs in by_task.items()
        for size in SIZES
        for rules in (tuple(FILTERS), (STRICT,))
        for rates in [wrong(runs, given.repeats, size, rules)]
        for rates in [rates if len(rules) > 1 else rates | several(runs, given.draws, size)]
    ]
    SUMMARY.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))


def wrong(
    runs: Sequence[Items], repeats: int, size: int | None, rules: Sequence[str]
) -> dict[str, float]:
    """Return the share of comparisons that name a winner, and the share of uncorrected p-values
    that are significant.
    """
    random, seen = Random(0), Counter[str]()
    for first, second in combinations(runs, 2):
        sides = {rule: comparison.matched(first[rule], second[rule]) for rule in rules}
        for _ in range(repeats):
            p_values = swapped(sides, size, random)
            seen["comparisons"] += 1
            seen["wrong"] += any(p < SIGNIFICANT for p in metrics.holm(p_values))
            seen["p"] += sum(p == p for p in p_values)
            seen["significant"] += sum(p < SIGNIFICANT for p in p_values)
    return {
        "comparisons": seen["comparisons"],
        "name a winner": round(seen["wrong"] / seen["comparisons"], 4),
        "p below 0.05": round(seen["significant"] / seen["p"], 4),
    }


def swapped(
    sides: Mapping[str, tuple[DataFrame, DataFrame]], size: int | None, random: Random
) -> list[float]:
    """Return the p-values of one draw, by filter and metric."""
    questions = next(iter(sides.values()))[0]["group"].tolist()
    places = defaultdict(list)
    for place, group in enumerate(questions):
        places[group].append(place)
    count = round(len(places) * size / len(questions)) if size else len(places)
    drawn = [(random.choice([*places]), random.random() < 0.5) for _ in range(max(2, count))]
    found = []
    for items in sides.values():
        for metric in TESTED:
            columns = [side[metric.name].tolist() for side in items]
            rows = [
                (columns[turned][place], columns[not turned][place], number)
                for number, (group, turned) in enumerate(drawn)
                for place in places[group]
            ]
            found.append(metrics.paired(*zip(*rows, strict=True), metric.highest).p_value)
    return found


def several(runs: Sequence[Items], draws: int, size: int | None) -> dict[str, float]:
    """Return the share of draws in which any pair of the runs has a winner."""
    generator = np.random.default_rng(0)
    answers = [run[STRICT].set_index("id") for run in runs]
    shared = [name for name in answers[0].index if all(name in own.index for own in answers)]
    rows = [own.loc[shared] for own in answers]
    scores = {metric.name: np.array([own[metric.name] for own in rows]) for metric in TESTED}
    _, of = np.unique(rows[0]["group"].tolist(), return_inverse=True)
    places = [np.flatnonzero(of == group) for group in range(of.max() + 1)]
    count = max(2, round(len(places) * size / len(shared)) if size else len(places))
    winners = 0
    for _ in range(draws):
        drawn = [places[group] for group in generator.integers(len(places), size=count)]
        dealt = [generator.permutation(len(runs)) for _ in drawn]
        names = [number for number, group in enumerate(drawn) for _ in group]
        p_values = []
        for metric in TESTED:
            pieces = [scores[metric.name][np.ix_(*at)] for at in zip(dealt, drawn, strict=True)]
            pairs = differences(np.hstack(pieces), names, metric.highest)
            p_values += [p_value for _, p_value in pairs]
        winners += any(p < SIGNIFICANT for p in metrics.holm(p_values))
    return {"draws": draws, "all pairs": winners / draws}


if __name__ == "__main__":
    main()
