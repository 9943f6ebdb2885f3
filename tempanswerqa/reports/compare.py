"""Compares the runs at named places, and returns the tables of their differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from tempanswerqa.files import written_whole
from tempanswerqa.reports import comparison_tables, tables
from tempanswerqa.runs import samples, score_files
from tempanswerqa.runs.analysis import comparison, fresh_gaps
from tempanswerqa.runs.analysis.comparison import ByTask, Compared, ComparisonError, Scored
from tempanswerqa.runs.analysis.fresh_gaps import Gap
from tempanswerqa.runs.scoring import Run
from tempanswerqa.runs.summary import RunName, Summary

Read = Callable[[Sequence[str]], Iterable[score_files.Scored]]
"""A function that scores the files at places, as `score_files.score_places` does."""
Warn = Callable[[str], None]


def compare(
    places: Sequence[str],
    every: bool,
    fresh: str | None,
    reference: Sequence[str],
    twins: str | None,
    items: str | None,
    sequential: bool,
    metric: str | None,
    style: str,
    read: Read,
    warn: Warn,
) -> str:
    """Return the table of two runs that are compared pairwise by question, or its stages
    (`sequential`, by one `metric`), that of all pairs of models (`every`), of the gaps between a
    run on released and one on fresh questions (`fresh`), or of a run on released questions and one
    on their `twins`, of which those that only one answers rightly are written to a CSV (`items`).

    Each of `places` names the files of one run. The text is empty if a run has no usable file.
    `warn` gets what makes a comparison weak. Raises ComparisonError if the places do not name the
    runs that are needed, or if these have no question in common.
    """
    if sum(map(bool, (sequential, every, fresh, twins))) > 1:
        raise ComparisonError("give one of --all, --fresh, --twins and --sequential")
    if items and not twins:
        raise ComparisonError("--items needs --twins, which names the run on twins")
    if metric and not sequential:
        raise ComparisonError("--metric needs --sequential; without it all metrics are compared")
    if (fresh or twins) and len(places) != 1:
        raise ComparisonError("--fresh and --twins compare one run with another; quote a pattern")
    if twins:
        return _with_twins((places[0], twins), items, style, read, warn)
    if fresh:
        return _with_fresh((places[0], fresh), reference, style, read, warn)
    if reference:
        raise ComparisonError("--reference needs --fresh, which names the run on fresh questions")
    if not every and len(places) != 2:
        raise ComparisonError(
            f"compare takes two runs, and here are {len(places)}; put a pattern in quotes, or "
            "compare every pair of models with --all"
        )
    summaries: list[Summary] = []
    if every:
        by_name: dict[RunName, list[Scored]] = {}
        for run, own in scored(places, read, summaries):
            by_name.setdefault(RunName.of(run), []).append((run, own))
        if len(by_name) < 2:
            raise ComparisonError(f"--all compares two models or more, and here are {len(by_name)}")
        sides = [comparison.by_task(" ".join(name), runs) for name, runs in by_name.items()]
    else:
        sides = by_place(places, read, summaries, in_stages=sequential)
        if not all(sides):
            return ""
        first, second = ({run.path for run, _ in side.values()} for side in sides)
        if first & second:
            warn("both runs are the same file; name two runs")
    if sequential:
        stages = [*comparison.stages(sides[0], sides[1], metric or "exact_match")]
        return comparison_tables.render_stages(stages, style, tables.signatures(summaries))
    compared = comparison.compare([*combinations(sides, 2)])
    notes = [*tables.signatures(summaries), *tables.incomplete(summaries)]
    if every:
        standings = comparison.standings(compared, summaries)
        return comparison_tables.render_standings(compared, standings, style, notes)
    notes += [f"RANKS DIFFER: {told}" for told in comparison.disagreements(compared)]
    return comparison_tables.render_comparison(compared, style, notes)


def _with_twins(
    places: tuple[str, str], file: str | None, style: str, read: Read, warn: Warn
) -> str:
    summaries: list[Summary] = []
    ours, theirs = by_place(places, read, summaries)
    if not (ours and theirs):
        return ""
    theirs = comparison.by_question(theirs)
    tasks = [task for task in ours if task in theirs]
    for task in tasks:
        _warn_of_sides(task, ours[task][0], theirs[task][0], warn)
    compared, found = list[Compared](), list[comparison_tables.Answered]()
    whole = tuple(comparison.together(side, tasks) for side in (ours, theirs))
    for first, second in (whole, (ours, theirs)) if all(whole) else ((ours, theirs),):
        compared += comparison.compare([(first, second)], comparison.PAIRED)
        found += [
            (task, rule, *comparison.common(task, items, second[task][1][rule]))
            for task in first if task in second for rule, items in first[task][1].items()
        ]  # fmt: skip
    if file:
        with written_whole(Path(file), newline="", encoding="utf-8") as out:
            out.write(comparison_tables.apart(row for row in found if row[0] in tasks))
    notes = [*tables.signatures(summaries), *tables.incomplete(summaries)]
    return comparison_tables.render_twins(compared, found, style, notes)


def _warn_of_sides(name: str, one: Run, other: Run, warn: Warn) -> None:
    if not fresh_gaps.same_model(one.model, other.model):
        warn(f"{name}: the runs are of two models, {one.model} and {other.model}")
    if one.prompting != other.prompting:
        warn(f"{name}: {one.prompting or 'unknown'} against {other.prompting or 'unknown'}")


def _with_fresh(
    places: tuple[str, str], reference: Sequence[str], style: str, read: Read, warn: Warn
) -> str:
    summaries: list[Summary] = []
    ours, theirs = by_place(places, read, summaries)
    others = [*scored(reference, read, summaries)]
    if not (ours and theirs):
        return ""
    found, used, notes = list[Gap](), list[Run](), list[str]()
    for subset, pair in fresh_gaps.pairs(ours, theirs).items():
        one, other = (run for run, _ in pair)
        _warn_of_sides(subset, one, other, warn)
        known = fresh_gaps.references(pair, others) if reference else []
        used += [run for sides in known for run, _ in sides]
        notes += [
            f"references of {subset}: {', '.join(sides[0][0].model for sides in known)}"
        ] * bool(known)
        for rule in pair[0][1]:
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
    return comparison_tables.render_gaps(fresh_gaps.corrected(found), style, notes)


def by_place(
    places: Sequence[str], read: Read, summaries: list[Summary], in_stages: bool = False
) -> list[ByTask]:
    """Return the runs of each place by task, and add their summaries to `summaries`."""
    return [
        comparison.by_task(place, scored([place], read, summaries), in_stages) for place in places
    ]


def scored(places: Sequence[str], read: Read, summaries: list[Summary]) -> Iterator[Scored]:
    """Yield each run without its responses, with an item for each question by filter, and add its
    summaries to `summaries`.
    """
    for run, by_filter in read(places):
        summaries += [summary for _, summary in by_filter.values()]
        items = {rule: samples.by_question(own) for rule, (own, _) in by_filter.items()}
        yield replace(run, items={}), items
