"""Runs the commands on differences of models: each prints its tables and returns its exit code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tempanswerqa.cli.terminal import Failures, warn
from tempanswerqa.reports import comparison_tables, tables
from tempanswerqa.runs import samples, score_files
from tempanswerqa.runs.analysis import comparison, fresh_gaps
from tempanswerqa.runs.analysis.comparison import ByTask, ComparisonError
from tempanswerqa.runs.analysis.fresh_gaps import Gap
from tempanswerqa.runs.scoring import Item, Run
from tempanswerqa.runs.summary import RunName, Summary

Scored = tuple[Run, Mapping[str, Sequence[Item]]]


def compare(
    places: Sequence[str],
    every: bool,
    fresh: str | None,
    reference: Sequence[str],
    options: score_files.Options,
    style: str,
) -> int:
    """Print the paired comparison of two runs, or of all pairs of models, or the gaps between a run
    on released and one on fresh questions; returns 1 if a file was unusable.
    """
    if fresh:
        if every or len(places) != 1:
            raise ComparisonError("--fresh compares one run, and without --all; quote a pattern")
        return _with_fresh((places[0], fresh), reference, options, style)
    if reference:
        raise ComparisonError("--reference needs --fresh, which names the run on fresh questions")
    if not every and len(places) != 2:
        raise ComparisonError(
            f"compare takes two runs, and here are {len(places)}; put a pattern in quotes, or "
            "compare every pair of models with --all"
        )
    fail, summaries = Failures(), list[Summary]()
    if every:
        sides = _by_model(scored(places, options, fail, summaries))
    else:
        sides = by_place(places, options, fail, summaries)
        if fail.code and not all(sides):
            return fail.code
        first, second = ({run.path for run, _ in side.values()} for side in sides)
        if first & second:
            warn("both runs are the same file; name two runs")
    compared = comparison.compare([*combinations(sides, 2)])
    notes = [*tables.signatures(summaries), *tables.incomplete(summaries)]
    if every:
        standings = comparison.standings(compared, summaries)
        print(comparison_tables.render_standings(compared, standings, style, notes))
    else:
        notes += [f"RANKS DIFFER: {told}" for told in comparison.disagreements(compared)]
        print(comparison_tables.render_comparison(compared, style, notes))
    return fail.code


def _with_fresh(
    places: tuple[str, str], reference: Sequence[str], options: score_files.Options, style: str
) -> int:
    fail, summaries = Failures(), list[Summary]()
    ours, theirs = by_place(places, options, fail, summaries)
    others = [*scored(reference, options, fail, summaries)]
    if fail.code and not (ours and theirs):
        return fail.code
    found, used, notes = list[Gap](), list[Run](), list[str]()
    for subset, pair in fresh_gaps.pairs(ours, theirs).items():
        one, other = (run for run, _ in pair)
        if not fresh_gaps.same_model(one.model, other.model):
            warn(f"{subset}: the runs are of two models, {one.model} and {other.model}")
        if one.prompting != other.prompting:
            warn(f"{subset}: {one.prompting or 'unknown'} against {other.prompting or 'unknown'}")
        known = fresh_gaps.references(pair, others) if reference else []
        used += [run for sides in known for run, _ in sides]
        notes += [
            f"references of {subset}: {', '.join(sides[0][0].model for sides in known)}"
        ] * bool(known)
        for rule in options.filters:
            sides = [(ours[rule], theirs[rule]) for (_, ours), (_, theirs) in (pair, *known)]
            found += [
                gap._replace(released_model=one.model, fresh_model=other.model)
                for gap in fresh_gaps.gaps(subset, rule, sides[0], sides[1:])
            ]
    tested = {run.subset for run in used}
    for run, _ in others:
        if run.subset in tested and not any(run is one for one in used):
            warn(
                f"{run.path}: {run.task} is left out of the references: it is of the tested model, "
                "has other questions or another prompting, or no partner"
            )
    notes += [*tables.signatures(summaries), *tables.incomplete(summaries)]
    print(comparison_tables.render_gaps(fresh_gaps.corrected(found), style, notes))
    return fail.code


def by_place(
    places: Sequence[str], options: score_files.Options, fail: Failures, summaries: list[Summary]
) -> list[ByTask]:
    """Return the runs of each place by task, and add their summaries to `summaries`."""
    return [
        comparison.by_task(place, scored([place], options, fail, summaries)) for place in places
    ]


def _by_model(runs: Iterable[Scored]) -> list[ByTask]:
    found: dict[RunName, list[Scored]] = {}
    for run, items in runs:
        found.setdefault(RunName.of(run), []).append((run, items))
    if len(found) < 2:
        raise ComparisonError(f"--all compares two models or more, and here are {len(found)}")
    return [comparison.by_task(" ".join(model), own) for model, own in found.items()]


def scored(
    places: Sequence[str], options: score_files.Options, fail: Failures, summaries: list[Summary]
) -> Iterator[Scored]:
    """Yield each run without its responses, with an item for each question by filter, and add its
    summaries to `summaries`.
    """
    for run, by_filter in score_files.score_places(places, options, fail, warn):
        summaries += [summary for _, summary in by_filter.values()]
        items = {rule: samples.by_question(own) for rule, (own, _) in by_filter.items()}
        yield replace(run, answers=[]), items
