"""Runs the commands on differences of models: each prints its tables and returns its exit code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tempanswerqa.cli.terminal import Failures, warn
from tempanswerqa.reports import comparison_tables, tables
from tempanswerqa.runs import samples, score_files
from tempanswerqa.runs.analysis import comparison
from tempanswerqa.runs.analysis.comparison import ByTask, ComparisonError
from tempanswerqa.runs.scoring import Item, Run
from tempanswerqa.runs.summary import RunName, Summary

Scored = tuple[Run, Mapping[str, Sequence[Item]]]


def compare(places: Sequence[str], every: bool, options: score_files.Options, style: str) -> int:
    """Print the paired comparison of two runs, or of all pairs of models; returns 1 if a file was
    unusable.
    """
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
