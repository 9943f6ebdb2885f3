"""Compares a run on released questions with one on fresh questions that the model cannot know.

The runs are compared within strata: questions of one subset, unit and question type (for TempTabQA
of one unit, as its categories are topics). The gap of a subset weights those of its strata by their
shares of released questions, so that a different mix makes no gap. Harder questions on one side do.
References, models that cannot know the released questions, show how large that gap is.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from tempanswerqa.metrics.intervals import quantile
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.metrics.significance import SIGNIFICANT, holm, p_of
from tempanswerqa.metrics.unpaired import Sample, stratified, unpaired
from tempanswerqa.questions.task_names import is_chat
from tempanswerqa.runs.analysis.comparison import (
    ALL,
    ByTask,
    ComparisonError,
    Row,
    Scored,
    by_task,
)

if TYPE_CHECKING:
    from pandas import DataFrame

TESTED = ("exact_match", "within_one", "smape", "capped_ase")
"""The metrics that are compared. All are bounded, so that no single answer makes a gap."""
FEWEST = 10
"""The smallest number of questions that a stratum has on both sides; others are left out."""
REFERENCES = 5
"""The smallest number of references: fewer models do not show how much their gaps differ."""

Pair = tuple[Scored, Scored]
"""A run on the released questions of a subset and one on fresh ones."""
Sides = tuple["DataFrame", "DataFrame"]
"""The answers of one model to released and to fresh questions."""


def same_model(first: str, second: str) -> bool:
    """Return whether two names may be of one model: one may have folders that the other lacks, such
    as `meta-llama/X` or `meta-llama__X` and `X`. False for an empty name.
    """
    sides = _parts(first), _parts(second)
    length = min(map(len, sides))
    return length > 0 and sides[0][-length:] == sides[1][-length:]


def _parts(name: str) -> list[str]:
    return [*filter(None, re.split("/|__", name.casefold()))]


def pairs(released: ByTask, fresh: ByTask) -> dict[str, Pair]:
    """Return the two runs of each subset that both sides have, by the subset's name, which has the
    ending `_chat` for tasks with it.

    Raises ComparisonError for runs on the wrong questions, and without a common subset.
    """
    sides = []
    for runs, drawn in ((released, False), (fresh, True)):
        for run, _ in runs.values():
            if bool(run.part.draw) != drawn:
                raise ComparisonError(
                    f"{run.path} answers {'released' if drawn else 'fresh'} questions; --fresh "
                    "names the run on fresh questions, and before it stands that on released ones"
                )
        chat = {task: "_chat" * is_chat(task) for task in runs}
        sides.append(
            {f"{run.subset}{chat[task]}": (run, items) for task, (run, items) in runs.items()}
        )
    ours, theirs = sides
    if not ours.keys() & theirs.keys():
        names = " against ".join(", ".join(side) or "none" for side in sides)
        raise ComparisonError(f"no subset in common: {names}; name runs on the same subset")
    return {subset: (ours[subset], theirs[subset]) for subset in ours if subset in theirs}


def references(tested: Pair, runs: Iterable[Scored]) -> list[Pair]:
    """Return the pairs of runs of other models with the tasks, prompting and draw of the tested
    pair. Raises ComparisonError for fewer than `REFERENCES`, and for two runs of one model.
    """
    tasks = [run.task for run, _ in tested]
    by_model: dict[str, list[Scored]] = defaultdict(list)
    for run, items in runs:
        for other in (other for other, _ in tested if other.task == run.task):
            seeds = {each.part.draw and each.part.draw.seed for each in (run, other)}
            prompted = {run.prompting, other.prompting} - {""}  # empty if a file does not say
            alike = len(seeds) == 1 and len(prompted) < 2
            if alike and not same_model(run.model, other.model):
                by_model["".join(_parts(run.model)[-1:])].append((run, items))
    models = [by_task(model, scored) for model, scored in by_model.items()]
    sides = [(runs[tasks[0]], runs[tasks[1]]) for runs in models if runs.keys() == {*tasks}]
    if len(sides) < REFERENCES:
        raise ComparisonError(
            f"{' and '.join(tasks)}: {len(sides)} other models have both, with the same questions "
            f"and prompting; name {REFERENCES} or more with --reference"
        )
    return sides


def gaps(subset: str, rule: str, tested: Sides, references: Sequence[Sides] = ()) -> Iterator[Row]:
    """Yield the gaps of the whole subset, then of each stratum, by metric, not yet `corrected`.

    `released` and `fresh` are points from 0 to 100, and higher is better: an error of 30 points
    counts as 70. The means weight strata like the released questions. `gap` is the first less the
    second, and its interval is at `intervals.LEVEL`. The p-value is against the mean gap of the
    references, or against no gap without them (see `against`). Undefined numbers are NaN. The unit
    of the whole subset is `ALL`, and it has no question type; TempTabQA has none either.

    Raises ComparisonError if no stratum has `FEWEST` questions on both sides.
    """
    sides = [tuple(map(_with_strata, pair)) for pair in (tested, *references)]
    counts = [Counter(side["stratum"]) for side in sides[0]]
    strata = sorted(name for name in counts[0] if min(side[name] for side in counts) >= FEWEST)
    if not strata:
        raise ComparisonError(
            f"{subset}: no unit and question type has {FEWEST} questions or more in both runs; "
            "compare larger runs"
        )
    for (unit, kind), chosen in [((ALL, ""), strata), *((name, [name]) for name in strata)]:
        for metric in TESTED:
            (first, second), *others = (
                (_sample(ours, chosen, metric), _sample(theirs, chosen, metric))
                for ours, theirs in sides
            )
            if not first.values:
                continue
            sizes = Counter(first.strata)
            shares = {stratum: size / sizes.total() for stratum, size in sizes.items()}
            released, fresh = (stratified(sample, shares) for sample in (first, second))
            difference = unpaired(first, second, shares)
            gap: Row = {
                "subset": subset,
                "filter": rule,
                "unit": unit,
                "question_type": kind,
                "metric": metric,
                "n_released": len(first.values),
                "n_fresh": len(second.values),
                "groups_released": released.clusters,
                "groups_fresh": fresh.clusters,
                "released": 100 * released.mean,
                "fresh": 100 * fresh.mean,
                "gap": 100 * difference.value,
                "gap_stderr": 100 * difference.stderr,
                "gap_low": 100 * difference.low,
                "gap_high": 100 * difference.high,
                "p_value": difference.p_value,
                "references": 0,
                **dict.fromkeys(("reference_gap", "reference_low", "reference_high"), NAN),
            }
            apart = [unpaired(*samples, shares) for samples in others]
            values = [(100 * other.value, 100 * other.stderr) for other in apart]
            yield against(gap, values) if references else gap


def _with_strata(items: DataFrame) -> DataFrame:
    """Return items with their stratum: the unit and question type."""
    kinds = items["kind"].where(items["family"] == "tot", "")
    return items.assign(stratum=[*zip(items["unit"], kinds, strict=True)])


def _sample(items: DataFrame, strata: Collection[tuple[str, str]], name: str) -> Sample:
    """Return the defined scores of answers in some strata, as shares: 1 is the best score."""
    scores = items[items["stratum"].isin(strata) & items[name].notna()]
    shares = scores[name] / METRICS[name].highest
    shares = shares if METRICS[name].higher_is_better else 1 - shares
    return Sample(shares.tolist(), scores["stratum"].tolist(), scores["group"].tolist())


def against(gap: Row, others: Iterable[tuple[float, float]]) -> Row:
    """Return a gap with the one that k references predict, by Student's t with k - 1 degrees of
    freedom. `others` has their gaps, each with its standard error.

    `reference_gap` is the mean of their gaps, and its ends those of the interval for one more model
    like them. The standard error of the prediction is the standard deviation of their gaps times
    sqrt(r^2 + 1/k). Here r is the standard error of the gap over that of theirs (the root of their
    mean square), and at least 1: a less certain gap may be farther off. If all their errors are 0,
    it is the standard error of the gap. All is NaN with fewer than two gaps that have an error.
    """
    defined = [(value, stderr) for value, stderr in others if not math.isnan(stderr)]
    gap = gap | {"references": len(defined), "p_value": NAN}
    if len(defined) < 2:
        return gap
    mean, degrees = fmean(value for value, _ in defined), len(defined) - 1
    usual = math.sqrt(fmean(stderr**2 for _, stderr in defined))
    error = gap["gap_stderr"]
    if usual:
        ratio = max(1.0, error / usual)
        error = stdev(value for value, _ in defined) * math.sqrt(ratio**2 + 1 / len(defined))
    reach = quantile(degrees) * error
    return gap | {
        "reference_gap": mean,
        "reference_low": mean - reach,
        "reference_high": mean + reach,
        "p_value": p_of(gap["gap"] - mean, error, degrees),
    }


def corrected(gaps: Sequence[Row]) -> list[Row]:
    """Return the gaps of whole subsets, then those of strata, each with p-values by `holm`.

    `better` is `released` if a gap is significantly larger than that of the references, or than 0
    without them, `fresh` if it is smaller; else empty.
    """
    rows = []
    for whole in (True, False):
        family = [gap for gap in gaps if (gap["unit"] == ALL) == whole]
        for gap, p_holm in zip(family, holm([gap["p_value"] for gap in family]), strict=True):
            expected = gap["reference_gap"] if gap["references"] else 0
            side = "released" if gap["gap"] > expected else "fresh"
            rows.append(gap | {"p_holm": p_holm, "better": side if p_holm < SIGNIFICANT else ""})
    return rows
