"""Measures how often `compare --fresh` finds a gap if there is none.

    python benchmarks/fresh_calibration.py RESPONSES [--splits 100]

RESPONSES is a folder of released response files. Each split halves the groups of questions at
random. One half stands for released questions, the other for fresh ones. The same halves of the
other models with the same prompting are the references. A comparison has all rows that the command
shows of one model: all subsets, filters and metrics. The shares of comparisons that flag any row go
to standard output and to benchmarks/fresh_calibration.json, with the standard error over
splits.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean, stdev

from pandas import DataFrame
from tqdm import tqdm

from tempanswerqa.runs import score_files
from tempanswerqa.runs.analysis.fresh_gaps import ALL, Row, Sides, against, corrected, gaps

Answers = Mapping[tuple[str, str], DataFrame]
"""The items of one model and prompting, by subset and filter."""
SUMMARY = Path(__file__).with_suffix(".json")


def main() -> None:
    """Measure, print and save the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    parser.add_argument("--splits", type=int, default=100)
    given = parser.parse_args()
    models = read(given.responses)
    flagged: dict[str, list[float]] = defaultdict(list)
    for seed in tqdm(range(given.splits)):
        for name, shares in of_split(models, random.Random(seed)).items():
            flagged[name].append(fmean(shares))
    figures = {
        "splits": given.splits,
        "comparisons": given.splits * sum(map(len, models.values())),
        "flagged %": {
            name: [round(100 * fmean(x), 1), round(100 * stdev(x) / len(x) ** 0.5, 1)]
            for name, x in flagged.items()
        },
    }
    SUMMARY.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))


def read(responses: str) -> dict[str, list[Answers]]:
    """Return the answers of each model, by prompting."""
    found: dict[tuple[str, str], dict[tuple[str, str], DataFrame]] = defaultdict(dict)
    for run, by_filter in score_files.score_places(
        [responses], score_files.Options(), print, print
    ):
        for rule, (items, _) in by_filter.items():
            found[run.prompting, run.model][run.subset, rule] = items
    by_prompting = defaultdict(list)
    for (prompting, _), answers in found.items():
        by_prompting[prompting].append(answers)
    return by_prompting


def of_split(models: Mapping[str, list[Answers]], rng: random.Random) -> dict[str, list[bool]]:
    """Return whether the comparison of each model flags a row, by kind of row and of comparison."""
    everything = [items for of in models.values() for own in of for items in own.values()]
    groups = sorted({group for items in everything for group in items["group"]})
    released = set(rng.sample(groups, len(groups) // 2))
    flagged: dict[str, list[bool]] = defaultdict(list)
    for of in models.values():
        halves = [{k: halved(items, released) for k, items in own.items()} for own in of]
        alone = [compared(own) for own in halves]
        for own in alone:
            others = [other for other in alone if other is not own]
            with_references = {
                row: against(
                    gap, [(other[row]["gap"], other[row]["gap_stderr"]) for other in others]
                )
                for row, gap in own.items()
            }
            for name, found in (("alone", own), ("with references", with_references)):
                told = [gap for gap in corrected([*found.values()]) if gap["better"]]
                flagged[f"whole subsets, {name}"].append(any(gap["unit"] == ALL for gap in told))
                flagged[f"units and types, {name}"].append(any(gap["unit"] != ALL for gap in told))
    return flagged


def halved(items: DataFrame, released: set[str]) -> Sides:
    """Return the answers in groups that count as released, and those in all other groups."""
    chosen = items["group"].isin(released)
    return items[chosen], items[~chosen]


def compared(own: Mapping[tuple[str, str], Sides]) -> dict[tuple[str, ...], Row]:
    """Return the gaps of one model in all subsets and filters, by row."""
    keys = ("subset", "filter", "unit", "question_type", "metric")
    found = (gap for key, sides in own.items() for gap in gaps(*key, sides))
    return {tuple(gap[key] for key in keys): gap for gap in found}


if __name__ == "__main__":
    main()
