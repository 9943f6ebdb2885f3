"""Pairs the runs of a model, and of reference models, on released and on fresh questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from tempanswerqa.runs.analysis.comparison import ComparisonError
from tempanswerqa.runs.score_files import Scored
from tempanswerqa.runs.scoring import Run
from tempanswerqa.runs.submission import model_names

FEWEST = 5
"""The smallest number of references: fewer models do not show how much their gaps differ."""

Key = TypeVar("Key")


class Pair(NamedTuple):
    """A run on the released questions of a subset and one on fresh ones."""

    released: Scored
    fresh: Scored


def same_model(first: str, second: str) -> bool:
    """Return whether two names may be of one model: one may have folders that the other lacks, such
    as `meta-llama/X` or `meta-llama__X` and `X`. False for an empty name.
    """
    one, other = _parts(first), _parts(second)
    length = min(len(one), len(other))
    return length > 0 and one[-length:] == other[-length:]


def _parts(name: str) -> list[str]:
    return [*filter(None, re.split("/|__", model_names.normalized(name).casefold()))]


def pairs(released: Sequence[Scored], fresh: Sequence[Scored]) -> dict[str, Pair]:
    """Return the two runs of each subset that both have.

    Raises ComparisonError for runs on the wrong questions, for two runs of one subset, and if the
    two sides have no subset in common.
    """
    for side, drawn in ((released, False), (fresh, True)):
        for run in (one.run for one in side):
            if bool(run.part.draw) != drawn:
                raise ComparisonError(
                    f"{run.path} answers {'released' if drawn else 'fresh'} questions; first comes "
                    "the run on released questions, then that on fresh ones"
                )
    ours, theirs = (_each_once(side, lambda run: run.subset) for side in (released, fresh))
    found = {subset: Pair(ours[subset], theirs[subset]) for subset in ours if subset in theirs}
    if not found:
        raise ComparisonError(
            f"no subset in common: {', '.join(ours) or 'none'} against "
            f"{', '.join(theirs) or 'none'}; name runs on the same subset"
        )
    return found


def references(tested: Mapping[str, Pair], runs: Sequence[Scored]) -> dict[str, list[Pair]]:
    """Return the pairs of runs of other models, by subset.

    A pair has one model, whose names may differ in their folders, and the tasks, prompting and draw
    of the tested pair. Raises ComparisonError if a subset has fewer than `FEWEST`, and for two runs
    of one model.
    """
    found = {}
    for subset, pair in tested.items():
        ours, theirs = (
            _each_once(
                (one for one in runs if _comparable(one.run, side.run)),
                lambda run: "".join(_parts(run.model)[-1:]),
            )
            for side in pair
        )
        found[subset] = [Pair(ours[model], theirs[model]) for model in ours if model in theirs]
        if len(found[subset]) < FEWEST:
            raise ComparisonError(
                f"{subset}: {len(found[subset])} other models have runs on the same released and "
                f"the same fresh questions with the same prompting; name {FEWEST} or more with "
                "--reference"
            )
    return found


def _each_once(runs: Iterable[Scored], key: Callable[[Run], Key]) -> dict[Key, Scored]:
    found: dict[Key, Scored] = {}
    for one in runs:
        other = found.setdefault(key(one.run), one)
        if other is not one:
            raise ComparisonError(
                f"{other.run.path} and {one.run.path} are both runs of {one.run.task}; name one "
                "of each model, with a narrower pattern"
            )
    return found


def _comparable(run: Run, tested: Run) -> bool:
    """Return whether a run is of another model, with the same questions and prompting."""
    seeds = [one.part.draw.seed if one.part.draw else None for one in (run, tested)]
    prompted = {run.prompting, tested.prompting} - {""}  # empty if a file does not say
    same_questions = run.task == tested.task and seeds[0] == seeds[1] and len(prompted) < 2
    return same_questions and not same_model(run.model, tested.model)
