"""Scores all saved responses at the given places, file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.questions.draws import FreshError
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.questions.sources import SourceError
from tempanswerqa.runs import agreement, latest, samples, saved_responses, scoring
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.saved_responses import RecordedError
from tempanswerqa.runs.scoring import FILTERS, STRICT, Item, Run
from tempanswerqa.runs.summary import Summary, summarize
from tempanswerqa.text import listed

NAMED = 5
"""The largest number of missing, repeated or unknown questions that a warning names."""


class Scored(NamedTuple):
    """A run with its items and summary by filter."""

    run: Run
    by_filter: dict[str, tuple[list[Item], Summary]]


@dataclass(frozen=True)
class Options:
    """Hold the settings of scoring; `filters` are keys of `scoring.FILTERS`."""

    filters: Sequence[str] = tuple(FILTERS)
    data_dir: str | None = None
    think_end: str = ""
    """The closing mark of thinking; empty for the one that a file names."""
    samples: str = ""
    """One of `samples.CHOICES`; empty for the mean if a file answers each question equally often,
    else for the first answer."""
    join: str = ""
    """The name of the one run that all files are samples of; empty to join as `latest.joined`."""


def score_places(
    places: Sequence[str],
    options: Options,
    fail: Callable[[str], None],
    warn: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Iterator[Scored]:
    """Score every file at `places`, and yield its runs; memory holds one run at a time.

    `fail` gets a message on each place or file that cannot be used; the others are still scored.
    `warn` gets messages on missing, repeated and unknown questions, on a run with a single group,
    and on what `files` leaves out. `progress` wraps the list of files.
    """
    library = Library(options.data_dir, options.think_end)
    named = files(places, fail, warn)
    joined = [named] if options.join and named else latest.joined(named)
    others = {path: more for path, *more in joined}
    for path in progress([*others]):
        try:
            every = bool(options.samples)
            runs = scoring.read_runs(path, library, every, others[path], options.join)
        except (RecordedError, QuestionError, SourceError, FreshError) as error:
            fail(str(error))
            continue
        if runs[0].unknown:
            for problem in library.released.problems:
                warn(problem)
        for run in runs:
            for problem in _problems(run):
                warn(problem)
            yield _scored(run, options)


def files(
    places: Sequence[str], fail: Callable[[str], None], warn: Callable[[str], None]
) -> list[Path]:
    """Return the files at `places`, each once; `fail` gets a message on each place without files.
    Samples of other tasks are left out: `warn` gets the names of these tasks, or `fail` if there
    are no other files.
    """
    found: dict[Path, None] = {}  # each file once, in order
    for place in places:
        try:
            found |= dict.fromkeys(saved_responses.response_files(place))
        except RecordedError as error:
            fail(str(error))
    others = {path: task for path in found if (task := saved_responses.other_task(path))}
    if others:
        tell = warn if len(others) < len(found) else fail
        names = listed(sorted(set(others.values())))
        tell(f"samples of tasks that are not scored here are left out: {names}")
    return [path for path in found if path not in others]


def _scored(run: Run, options: Options) -> Scored:
    how = options.samples or samples.MEAN
    if how == samples.FIRST:
        run = replace(run, answers=[one for one in run.answers if not one.sample])
    read = {rule: scoring.score(run, rule) for rule in options.filters}
    by_filter = {}
    for rule, items in read.items():
        strict = read.get(STRICT) if rule != STRICT else None
        summary = summarize(run, rule, items, strict, how)
        if run.samples > 1:
            summary = replace(summary, samples=agreement.of(items))
        by_filter[rule] = [*samples.picked(items, how)], summary
    return Scored(run, by_filter)


def _problems(run: Run) -> Iterator[str]:
    if len(run.answers) > 1 and len({answer.question.group for answer in run.answers}) == 1:
        yield (
            f"{run.path}: {run.task}: all questions are in one group, so scores have no standard "
            "errors and intervals"
        )
    kinds = (
        ("missing", [*run.missing]),
        ("repeated (the first answer counts)", [*run.repeated]),
        ("unknown, in rows", [*map(str, run.unknown)]),
    )
    for kind, names in kinds:
        if names:
            more = ", ..." if len(names) > NAMED else ""
            yield f"{run.path}: {run.task}: {len(names)} {kind}: {', '.join(names[:NAMED])}{more}"
