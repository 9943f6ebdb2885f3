"""Runs `contamination`: prints its gaps and returns its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from tempanswerqa.cli.terminal import Failures, warn
from tempanswerqa.reports import contamination_tables, tables
from tempanswerqa.runs import samples
from tempanswerqa.runs.analysis import contamination_pairs
from tempanswerqa.runs.analysis.contamination import Sides, corrected, gaps
from tempanswerqa.runs.analysis.contamination_pairs import Pair
from tempanswerqa.runs.score_files import Options, Scored, score_places


def contamination(
    released: str, fresh: str, reference: Sequence[str], options: Options, style: str
) -> int:
    """Print the gaps between a run on released and one on fresh questions.

    Returns 1 if a file was unusable.
    """
    fail = Failures()
    ours, theirs, others = (
        [*score_places(places, options, fail, warn)] for places in ([released], [fresh], reference)
    )
    if fail.code and not (ours and theirs):
        return fail.code
    tested = contamination_pairs.pairs(ours, theirs)
    references = contamination_pairs.references(tested, others) if reference else {}
    _warn(tested, references, others)
    found = [
        gap
        for subset, pair in tested.items()
        for rule in options.filters
        for gap in gaps(
            subset, rule, _items(pair, rule), [_items(o, rule) for o in references.get(subset, ())]
        )
    ]
    runs = chain(*tested.values(), *chain(*references.values()))
    summaries = [summary for one in runs for _, summary in one.by_filter.values()]
    notes = [*_names(references), *tables.signatures(summaries), *tables.incomplete(summaries)]
    models = {
        subset: (pair.released.run.model, pair.fresh.run.model) for subset, pair in tested.items()
    }
    print(contamination_tables.render_gaps(corrected(found), models, style, notes))
    return fail.code


def _items(pair: Pair, rule: str) -> Sides:
    released, fresh = (samples.by_question(side.by_filter[rule][0]) for side in pair)
    return released, fresh


def _names(references: dict[str, list[Pair]]) -> list[str]:
    """Return a line that names the reference models; no line without references."""
    models = dict.fromkeys(pair.fresh.run.model for pair in chain(*references.values()))
    return [f"references: {', '.join(models)}"] if models else []


def _warn(
    tested: dict[str, Pair], references: dict[str, list[Pair]], others: Sequence[Scored]
) -> None:
    """Warn of pairs that differ in more than their questions, and of runs that are in no pair."""
    for subset, (one, other) in ((s, (p.released.run, p.fresh.run)) for s, p in tested.items()):
        if not contamination_pairs.same_model(one.model, other.model):
            warn(
                f"{subset}: {one.model} on released against {other.model} on fresh questions; the "
                "gap of two models says nothing of either"
            )
        if one.prompting != other.prompting:
            warn(f"{subset}: {one.prompting or 'unknown'} against {other.prompting or 'unknown'}")
    used = {id(one) for one in chain(*chain(*references.values()))}
    for run in (one.run for one in others if one.run.subset in tested and id(one) not in used):
        warn(
            f"{run.path}: {run.task} is left out of the references: it is of the tested model, has "
            "other questions or another prompting, or no partner"
        )
