"""Measures how often `tempanswerqa compare` names a winner if there is none.

    python benchmarks/calibration.py RESPONSES [--repeats 10]

RESPONSES is a folder of released response files. For every pair of recorded runs of one task, the
answers to the questions of each group are swapped with probability 1/2, so that neither side is
better. A comparison is wrong if it names any winner. Further figures use few groups, drawn without
replacement. All figures go to standard output and to benchmarks/calibration.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.runs import score_files
from tempanswerqa.runs.analysis import comparison
from tempanswerqa.runs.scoring import FILTERS, STRICT, Item, Run, groups

SUMMARY = Path(__file__).with_suffix(".json")
FEWER = (None, 30, 10)
"""The numbers of groups that are drawn; None for all groups."""

Items = Mapping[str, Sequence[Item]]
"""The items of a run by filter, with the questions in one order."""


def main() -> None:
    """Measure, print and save the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    parser.add_argument("--repeats", type=int, default=10)
    given = parser.parse_args()
    scored = score_files.score_places(
        [given.responses], score_files.Options(), print, lambda _: None
    )
    known = [(run, {rule: found[0] for rule, found in by.items()}) for run, by in scored]
    figures = [
        {"groups": count or "all", "filters": list(rules), **rates}
        for count in FEWER
        for rules in (tuple(FILTERS), (STRICT,))
        for rates in [wrong(known, given.repeats, count, rules)]
    ]
    SUMMARY.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))


def wrong(
    known: Sequence[tuple[Run, Items]], repeats: int, count: int | None, rules: Sequence[str]
) -> dict[str, float]:
    """Return the share of comparisons that name a winner, and the share of uncorrected p-values
    that are significant.
    """
    random, seen = Random(0), Counter[str]()
    for (run, ours), (other, theirs) in combinations(known, 2):
        if run.task == other.task:
            for _ in range(repeats):
                sides = swapped({r: ours[r] for r in rules}, theirs, count, random)
                first, second = (
                    {run.task: (r, s)} for r, s in zip((run, other), sides, strict=True)
                )
                rows = comparison.compare([(first, second)])
                p_values = [row.difference.p_value for row in rows]
                seen["comparisons"] += 1
                seen["wrong"] += any(row.better for row in rows)
                seen["p"] += sum(p == p for p in p_values)
                seen["significant"] += sum(p < SIGNIFICANT for p in p_values)
    return {
        "comparisons": seen["comparisons"],
        "name a winner": round(seen["wrong"] / seen["comparisons"], 4),
        "p below 0.05": round(seen["significant"] / seen["p"], 4),
    }


def swapped(ours: Items, theirs: Items, count: int | None, random: Random) -> tuple[Items, Items]:
    """Return both sides, with whole groups swapped at random, for `count` groups or all groups."""
    first = next(iter(ours.values()))
    names = sorted(set(groups(first)))
    kept = set(random.sample(names, min(count, len(names))) if count else names)
    turned = {name for name in names if random.random() < 0.5}
    found: tuple[dict[str, list[Item]], dict[str, list[Item]]] = {}, {}
    for rule, items in ours.items():
        pairs = zip(*comparison.common("", items, theirs[rule]), strict=True)
        own = [pair for pair in pairs if pair[0].question.group in kept]
        for side in (0, 1):
            found[side][rule] = [pair[side ^ (pair[0].question.group in turned)] for pair in own]
    return found


if __name__ == "__main__":
    main()
