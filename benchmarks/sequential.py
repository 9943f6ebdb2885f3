"""Measures how often `compare --sequential` is wrong, and how many questions it saves.

    python benchmarks/sequential.py RESPONSES

RESPONSES is a folder of released response files, read with strict-match, with the questions in the
order of --limit. Equal runs are pairs of recorded runs of one task that swap their answers to each
group of questions by the toss of a coin; a verdict after any question is wrong. Beside it stands a
t-test that is repeated at ten stages, and stops when its p is below 0.05. Real pairs have the same
prompting. "Rare errors" are pairs of made-up runs with equal means in the long run: one is off by
the whole range in 1 or 2 % of questions (or groups), the other by a tenth of it in ten times as
many. All figures go to standard output and to benchmarks/sequential.json.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

from pandas import DataFrame

from tempanswerqa import metrics
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.sequential import sequence
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.questions.mixing import mixed
from tempanswerqa.runs import score_files
from tempanswerqa.runs.scoring import STRICT, Run

SUMMARY = Path(__file__).with_suffix(".json")
RARE = 200
"""The number of pairs with rare errors for each task, share of errors and place of errors."""

Pair = tuple[Sequence[float], Sequence[float], Sequence[str], float]
"""The arguments of `sequence`."""


def main() -> None:
    """Measure, print and save the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    parser.add_argument("--repeats", type=int, default=10, help="equal runs made of each pair")
    arguments = parser.parse_args()
    options = score_files.Options((STRICT,))
    scored = score_files.score_places([arguments.responses], options, print, lambda _: None)
    by_task: defaultdict[str, list[tuple[Run, DataFrame]]] = defaultdict(list)
    for run, by_filter in scored:
        items = by_filter[STRICT][0].set_index("id")
        asked = mixed(run.part.questions.values())
        by_task[run.task].append((run, items.loc[[question.id for question in asked]]))
    figures = {
        "pairs": [
            {"task": task, "metric": name, **of_pairs(runs, name, arguments.repeats)}
            for task, runs in by_task.items()
            for name in METRICS
            if METRICS[name].bounded and METRICS[name].in_ranks
        ],
        "rare errors": [
            {"task": task, **wrong_with_rare_errors(runs[0][1]["group"].tolist())}
            for task, runs in by_task.items()
        ],
    }
    SUMMARY.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))


def of_pairs(runs: Sequence[tuple[Run, DataFrame]], name: str, repeats: int) -> dict[str, float]:
    """Return the shares of wrong and right verdicts of one task and metric, in percent."""
    random, wrong, repeated = Random(0), list[bool](), list[bool]()
    stops, whole, opposite, total = list[int](), list[bool](), 0, len(runs[0][1])
    for (run, ours), (other, theirs) in combinations(runs, 2):
        columns = ours[name].tolist(), theirs[name].tolist()
        pair = (*columns, ours["group"].tolist(), METRICS[name].highest)
        for equal in swapped(pair, repeats, random):
            wrong.append(decided(equal)[0] > 0)
            repeated.append(any_stage(equal))
        if run.prompting == other.prompting:
            stop, value = decided(pair)
            full = metrics.paired(*pair)
            stops.append(stop)
            whole.append(full.p_value < SIGNIFICANT)
            opposite += value * full.value < 0
    return {
        "equal runs": len(wrong),
        "repeated t-test": percent(repeated),
        "wrong": percent(wrong),
        "real pairs": len(stops),
        "decided": percent(stop > 0 for stop in stops),
        "decided by all": percent(whole),
        "opposite": opposite,
        "median questions": statistics.median(stop for stop in stops if stop),
        "all questions": total,
        "asked": percent((stop or total) / total for stop in stops),
    }


def swapped(pair: Pair, repeats: int, random: Random) -> Iterator[Pair]:
    """Yield pairs of runs of which neither is better."""
    first, second, names, highest = pair
    for _ in range(repeats):
        turned = {name: random.random() < 0.5 for name in dict.fromkeys(names)}
        rows = zip(first, second, names, strict=True)
        sides = [(y, x) if turned[name] else (x, y) for x, y, name in rows]
        yield [x for x, _ in sides], [y for _, y in sides], names, highest


def decided(pair: Pair) -> tuple[int, float]:
    """Return the number of questions that decide and the difference then; zeros if none do."""
    for n, look in enumerate(sequence(*pair), 1):
        if look.p_value < SIGNIFICANT:
            return n, look.value
    return 0, 0.0


def any_stage(pair: Pair) -> bool:
    """Return whether a t-test at any of ten stages is significant."""
    first, second, names, highest = pair
    ends = [len(names) * stage // 10 for stage in range(1, 11)]
    return any(
        metrics.paired(first[:n], second[:n], names[:n], highest).p_value < SIGNIFICANT
        for n in ends
    )


def wrong_with_rare_errors(names: Sequence[str]) -> dict[str, float]:
    """Return the shares of verdicts, in percent; all are wrong."""
    random, shares = Random(0), {}
    for share in (0.01, 0.02):
        for place, keys in (("questions", range(len(names))), ("groups", names)):
            verdicts = []
            for _ in range(RARE):
                rare, many = (errors(keys, share * times, random) for times in (1, 10))
                pair = rare, [0.1 * error for error in many], names, 1
                verdicts.append(decided(pair)[0] > 0)
            shares[f"{share:.0%} of {place}"] = percent(verdicts)
    return shares


def errors(keys: Sequence[str | int], share: float, random: Random) -> list[float]:
    """Return an error of 1 for about this share of keys, the same for equal keys, else 0."""
    wrong = {key: float(random.random() < share) for key in dict.fromkeys(keys)}
    return [wrong[key] for key in keys]


def percent(shares: Iterable[float]) -> float:
    """Return the mean of shares, or of truths, in percent."""
    return round(100 * statistics.fmean(shares), 1)


if __name__ == "__main__":
    main()
