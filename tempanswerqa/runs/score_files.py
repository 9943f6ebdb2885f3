"""Scores all saved responses at the given places, file by file."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.questions.sources import SourceError
from tempanswerqa.questions.subsets import Subset
from tempanswerqa.runs import harness_files, saved_responses
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.harness_files import RecordedError
from tempanswerqa.runs.run import Run, read_runs
from tempanswerqa.runs.saved_responses import Origin
from tempanswerqa.scoring import FILTERS
from tempanswerqa.text import listed

NAMED = 5
"""The largest number of missing, repeated or unknown questions that a warning names."""
SMALL = 1 << 20
"""Bytes of files up to which one process is faster than several."""
AGAIN = (
    "another file has the same model, prompting and questions; name one of them, or rename the "
    "file or folder of the other"
)
"""The reason to leave out a run that has the model, prompting and questions of an earlier one."""
UNUSABLE = (RecordedError, QuestionError, SourceError)
"""The errors of a file that cannot be used."""


@dataclass(frozen=True)
class Options:
    """The settings of scoring; `filters` are keys of `FILTERS`."""

    filters: Sequence[str] = tuple(FILTERS)
    data_dir: str | None = None
    think_end: str = ""
    """The closing mark of thinking; empty for the one that a file names."""
    samples: str = ""
    """`first` or `mean` of several responses; empty for the mean of as many as most questions of a
    file have."""
    texts: bool = False
    """Keep the responses in the items."""
    beside: Callable[[Run], Any] | None = None
    """A function of a module, which the process that scores a run calls with its texts; these are
    not kept then."""
    latest: bool = False
    """Keep only the latest files; see `latest`."""
    apart: bool = False
    """Keep the latest files of each folder."""
    others: bool = False
    """Say nothing of samples of other tasks, as `other_tasks` reads them."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The shown names of models, which `score_places` sets."""
    jobs: int = 1
    """The number of processes; 0 for as many as there are processors."""


class _Outcome(NamedTuple):
    """The runs of a file, or why it cannot be used, and warnings."""

    runs: list[Run]
    failure: str
    warnings: list[str]
    limited: Sequence[str] = ()
    """The numbers of questions of runs with --limit, such as `20 of 1,016`."""


def score_places(
    places: Sequence[str],
    options: Options,
    fail: Callable[[str], None],
    warn: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Iterator[Run]:
    """Score every file at `places`, and yield its runs.

    `fail` gets a message on each place or file that cannot be used; the others are still scored.
    `warn` gets messages on missing, repeated and unknown questions, on a run with a single group,
    and on what `files` leaves out. `progress` wraps the list of files.
    """
    library = Library(options.data_dir, options.think_end)
    paths = files(places, fail, warn, options.others)
    if options.latest:
        paths = latest(paths, warn, options.apart)
    models: list[str] = []
    for path in paths:
        with suppress(RecordedError):  # `_score` reports it
            models.append(saved_responses.origin(path).model)
    options = replace(options, names=harness_files.without_folders(models))
    outcomes = _outcomes(paths, options, library)
    bar = iter(progress(paths))
    limited: list[str] = []
    for outcome in outcomes:
        next(bar)
        for problem in outcome.failure.splitlines():  # several files may share one
            fail(problem)
        for problem in outcome.warnings:
            warn(problem)
        limited += outcome.limited
        yield from outcome.runs
        del outcome  # else it would stay in memory with the next one
    next(bar, None)
    if limited:
        warn(f"limited to {', '.join(dict.fromkeys(limited))} questions")


def _outcomes(paths: Sequence[Path], options: Options, library: Library) -> Iterator[_Outcome]:
    """Yield what each file gives, in their order, from as many processes as asked."""
    processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    jobs = min(options.jobs or processors, len(paths))
    if jobs < 2 or sum(path.stat().st_size for path in paths) <= SMALL:
        yield from (_score(path, options, library) for path in paths)
        return
    import pandas  # noqa: F401  # here, as processes share what is loaded before they begin

    import tempanswerqa.answers.places  # noqa: F401

    for path in paths:  # its questions, too; so there is one warning of their files
        with suppress(*UNUSABLE):
            for saved in islice(saved_responses.read_saved(path), 1):
                library.find(saved)

    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    others = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(jobs, context, _begin, (library, [*subsets.known().values()]))
    try:
        waiting: deque[Future[_Outcome]] = deque()
        for path in paths:
            waiting.append(pool.submit(_score_here, path, options))
            if len(waiting) > 2 * jobs:  # the results of more files would fill the memory
                yield _with_parts(waiting.popleft().result(), library)
        while waiting:
            yield _with_parts(waiting.popleft().result(), library)
    except BrokenExecutor as error:
        raise RecordedError(
            "a scoring process ended unexpectedly, perhaps for lack of memory; use fewer --jobs"
        ) from error
    finally:
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()
        # else the pool's thread would wait forever for the rest of what one was just sending
        pool._result_queue._writer.close()  # type: ignore[attr-defined]
        # its thread must not outlive the pool: it would close pipes that Python uses when it ends
        pool.shutdown(wait=True, cancel_futures=True)


_LIBRARY = Library()
"""The questions of a process that scores files."""


def _begin(library: Library, parts: Iterable[Subset]) -> None:
    """Start a process that scores files; an interruption ends it silently."""
    global _LIBRARY
    _LIBRARY = library
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for part in parts:
        subsets.include(part)


def _score_here(path: Path, options: Options) -> _Outcome:
    """Return an outcome without its questions, which every process has."""
    outcome = _score(path, options, _LIBRARY)
    for run in outcome.runs:
        run.part = run.part._replace(questions={})
    return outcome


def _with_parts(outcome: _Outcome, library: Library) -> _Outcome:
    """Return an outcome of another process with its questions."""
    for run in outcome.runs:
        run.part = library.part(run.subset)
    return outcome


def _score(path: Path, options: Options, library: Library) -> _Outcome:
    """Return what a file gives."""
    every = bool(options.samples)
    try:
        with_texts = options.texts or options.beside is not None
        runs = read_runs(path, library, options.filters, every, with_texts)
    except UNUSABLE as error:
        return _Outcome([], str(error), [])
    warnings = [*library.problems.values()] if runs[0].unknown else []
    summed, limited = [], []
    for run in runs:
        named = run.table["model"].cat.rename_categories(options.names)
        run.table = run.table.assign(model=named)
        run.model = options.names.get(run.model, run.model)
        if run.limited and run.missing and not run.asked:
            limited.append(f"{run.answered:,} of {len(run.part.questions):,}")
        warnings += [f"{run.path}: {run.task}: {problem}" for problem in _problems(run, every)]
        if options.samples == "first":
            run = run.first_responses()
        if options.beside:
            run.beside = options.beside(run)
            run = run.without_texts()
        summed.append(run)
    return _Outcome(summed, "", warnings, limited)


def _problems(run: Run, every: bool) -> Iterator[str]:
    """Yield what to warn of in a run; with `every`, questions may have any number of responses."""
    if run.asked:
        yield (
            f"the file ends early, with {run.answered:,} of the {run.asked:,} questions that were "
            "asked"
        )
    if len(run.responses) > 1 and run.responses["group"].nunique() == 1:
        yield "all questions are in one group, so scores have no standard errors and intervals"
    fewer: list[str] = []
    if run.samples > 1:
        numbers = run.responses.groupby("id", observed=True)["number"]
        if numbers.nunique(False).max() == 1:
            yield (
                "all responses to a question have one reading, as if the model was not sampled, or "
                "had the same seed each time"
            )
        counts = numbers.size()
        fewer = [] if every else [*map(str, counts.index[counts < run.samples])]
    for kind, names in (
        ("missing", [] if run.limited or run.asked else run.missing),
        (f"with fewer than {run.samples} responses", fewer),
        (f"repeated (the first {run.samples} count)", run.repeated),
        ("unknown, in rows", [str(n) for n in run.unknown if n not in run.damaged]),
        ("cut or damaged, in rows", [*map(str, run.damaged)]),
    ):
        if names:
            first = ", ".join(names[:NAMED]) + ", ..." * (len(names) > NAMED)
            yield f"{len(names)} {kind}: {first}"


def files(
    places: Sequence[str],
    fail: Callable[[str], None],
    warn: Callable[[str], None],
    silent: bool = False,
) -> list[Path]:
    """Return the files at `places`, each once; `fail` gets a message on each place without files.

    Samples of other tasks are left out: unless `silent`, `warn` gets the names of these tasks, or
    `fail` if there are no other files.
    """
    paths: dict[Path, None] = {}  # each file once, in order
    for place in places:
        try:
            paths |= dict.fromkeys(saved_responses.response_files(place))
        except RecordedError as error:
            fail(str(error))
    others = {path: task for path in paths if (task := saved_responses.other_task(path))}
    if others and not silent:
        names = listed(sorted(set(others.values())))
        if len(others) < len(paths):
            warn(f"samples of tasks that are not scored here are left out: {names}")
        else:
            fail(f"nothing to score: all samples are of other tasks: {names}")
    return [path for path in paths if path not in others]


def latest(paths: Iterable[Path], warn: Callable[[str], None], apart: bool = False) -> list[Path]:
    """Return the files without the samples of the harness that another run replaces.

    A run replaces another if results files and folders state the same model, prompting, task and
    seed of twins, and with `apart` if it is in the same folder, too. The last complete run counts,
    or the last one if none is complete. Files of other kinds all stay. `warn` gets a message on
    each file that is left out, with the reason.
    """
    runs: dict[Hashable, list[tuple[bool, str, Path]]] = {}
    for path in paths:
        run: Hashable = path
        try:
            origin = saved_responses.origin(path)
        except RecordedError:  # `score_places` reports it
            origin = Origin("", "")
        if origin.date:
            setting = origin.results.of_task if origin.results else lambda *_: None
            seed = repr(setting("configs", origin.task, "metadata", "twin_seed"))
            folder = path.parent if apart else None
            run = folder, origin.model, origin.prompting, origin.task, seed
        runs.setdefault(run, []).append((origin.complete, origin.date, path))
    kept = []
    for files_of_run in runs.values():
        *others, (complete, _, last) = sorted(files_of_run)
        kept.append(last)
        for other_complete, _, other in others:
            why = "complete" if complete > other_complete else "later"
            warn(f"{other}: left out, as {last} is of a {why} run of the same task")
    return kept
