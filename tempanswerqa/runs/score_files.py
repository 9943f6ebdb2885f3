"""Scores all saved responses at the given places, file by file."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions import subsets
from tempanswerqa.questions.subsets import Subset
from tempanswerqa.runs import harness_files, saved_responses
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.harness_files import RecordedError
from tempanswerqa.runs.run import Run, read_runs
from tempanswerqa.runs.saved_responses import Origin
from tempanswerqa.scoring import FILTERS
from tempanswerqa.text import listed

SMALL = 1 << 20
"""Total bytes of files up to which one process is faster than several."""
AGAIN = "another file has the same model, prompting and questions; rename one of them"
"""The reason to leave out a run with the model, prompting and questions of an earlier one."""


@dataclass(frozen=True)
class Options:
    """The settings of scoring."""

    filters: Sequence[str] = tuple(FILTERS)
    data_dir: str | None = None
    think_end: str = ""
    """The closing mark of thinking; empty for the one that a file states."""
    samples: str = ""
    """`first` or `mean` of several responses; empty for the mean of as many as most questions have
    in a file."""
    texts: bool = False
    """Keep the responses in the items."""
    beside: Callable[[Run], Any] | None = None
    """A function that the scoring process calls with the run's texts, which are not kept."""
    latest: bool = False
    """Keep only the latest files; with `apart`, the latest of each folder."""
    apart: bool = False
    others: bool = False
    """Do not report samples of other tasks, which `other_tasks` reads."""
    jobs: int = 1
    """The number of processes; 0 for one per processor."""


_Outcome = tuple[list[Run], str, list[str]]
"""The runs of a file, or why it cannot be used, and warnings."""


def score_places(
    places: Sequence[str],
    options: Options,
    fail: Callable[[str], None],
    warn: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Iterator[Run]:
    """Score every file at `places`, and yield its runs; `progress` wraps the list of files.

    `fail` gets a message on each unusable place or file, and if all are samples of other tasks; the
    rest are still scored. `warn` gets messages on missing, repeated and unknown questions, and on
    files that are left out.
    """
    library = Library(options.data_dir, options.think_end)
    tasks = saved_responses.files_with_tasks(places, fail)
    paths = [path for path, other in tasks.items() if not other]
    if (others := sorted({*tasks.values()} - {""})) and not options.others:
        if paths:
            warn(f"samples of tasks that are not scored here are left out: {listed(others)}")
        else:
            fail(f"nothing to score: all samples are of other tasks: {listed(others)}")
    if options.latest:
        paths = latest(paths, warn, options.apart)
    names = harness_files.without_folders(_origin(path).model for path in paths)
    bar = iter(progress(paths))
    for runs, failure, warnings in _outcomes(paths, options, library):
        next(bar)
        for problem in failure.splitlines():  # several files may share one
            fail(problem)
        for problem in warnings:
            warn(problem)
        while runs:  # each would be kept in memory with the next ones
            run = runs.pop(0)
            model = run.table["model"].cat.rename_categories(names)
            run = replace(run, model=names[run.model], table=run.table.assign(model=model))
            yield replace(run, part=library.part(run.subset))
            del run
    next(bar, None)


def _outcomes(paths: Sequence[Path], options: Options, library: Library) -> Iterator[_Outcome]:
    """Yield the result of each file, in order, from the requested number of processes."""
    processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    jobs = min(options.jobs or processors, len(paths))
    if jobs < 2 or sum(path.stat().st_size for path in paths) <= SMALL:
        yield from (_score(path, options, library) for path in paths)
        return
    import pandas  # noqa: F401  # here, as processes share what is loaded before they start

    import tempanswerqa.answers.places  # noqa: F401

    for path in paths:  # its questions, too; so their files cause one warning
        with suppress(TempAnswerError):
            for saved in islice(saved_responses.read_saved(path), 1):
                library.find(saved)

    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    others = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(jobs, context, _begin, (library, [*subsets.known().values()]))
    try:
        waiting: deque[Future[_Outcome]] = deque()
        for path in paths:
            waiting.append(pool.submit(_score, path, options))
            if len(waiting) > 2 * jobs:  # the results of more files would fill the memory
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenExecutor as error:
        raise RecordedError("a process ended, perhaps for lack of memory; lower --jobs") from error
    finally:
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()
        # or the pool's thread would wait forever for the rest of what one was just sending
        pool._result_queue._writer.close()  # type: ignore[attr-defined]
        # its thread must not outlive the pool: it would close pipes that Python uses on exit
        pool.shutdown(wait=True, cancel_futures=True)


_LIBRARY = Library()
"""The questions of a process that scores files."""


def _begin(library: Library, parts: Iterable[Subset]) -> None:
    """Start a process that scores files; an interrupt ends it silently."""
    global _LIBRARY
    _LIBRARY = library
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for part in parts:
        subsets.include(part)


def _score(path: Path, options: Options, library: Library | None = None) -> _Outcome:
    """Return the result of a file, without its questions, which every process has."""
    every, library = bool(options.samples), library or _LIBRARY
    try:
        with_texts = options.texts or options.beside is not None
        runs = read_runs(path, library, options.filters, every, with_texts)
    except TempAnswerError as error:
        return [], str(error), []
    warnings = [*library.problems.values()] if runs[0].unknown else []
    for at, run in enumerate(runs):
        warnings += [f"{path}: {run.task}: {problem}" for problem in _problems(run, every)]
        if options.samples == "first":
            run = replace(run, table=run.table[run.table["sample"] == 0], samples=1)
        if options.beside:
            run = replace(run.without_texts(), beside=options.beside(run))
        runs[at] = replace(run, part=run.part._replace(questions={}))
    return runs, "", warnings


def _problems(run: Run, every: bool) -> Iterator[str]:
    """Yield warnings on a run; with `every`, questions may have any number of responses."""
    asked = saved_responses.origin(run.path).asked
    if is_cut := run.answered + len(run.unknown) < asked:
        yield f"the file ends early, with {run.answered:,} of {asked:,} questions asked"
    counts = run.responses["id"].value_counts() if not every else {}
    fewer = [name for name, count in counts.items() if 0 < count < run.samples]
    for kind, names in (
        ("missing", [] if run.limited or is_cut else run.missing),
        (f"with fewer than {run.samples} responses", fewer),
        (f"repeated (the first {run.samples} count)", run.repeated),
        ("unknown or damaged, in rows", run.unknown),
    ):
        if names:
            yield f"{len(names)} {kind}: {listed(names)}"


def latest(paths: Iterable[Path], warn: Callable[[str], None], apart: bool = False) -> list[Path]:
    """Return the files without the samples of the harness that another run replaces.

    The other run has the same model, prompting, task and seed of twins, and with `apart` folder.
    The last complete run counts, or the last one if none is complete. Files of other kinds are all
    kept. `warn` gets a message on each file that is left out, with the reason.
    """
    runs: dict[Hashable, list[tuple[bool, str, Path]]] = {}
    for path in paths:
        origin = _origin(path)
        run: Hashable = path
        if origin.date:
            seed = repr(origin.results.of_task("configs", origin.task, "metadata", "twin_seed"))
            run = path.parent if apart else None, *origin[:3], seed
        runs.setdefault(run, []).append((origin.complete, origin.date, path))
    kept = []
    for files_of_run in runs.values():
        *others, last = (path for _, _, path in sorted(files_of_run))
        kept.append(last)
        for other in others:
            warn(f"{other}: left out, as {last} of the same task is later, or complete")
    return kept


def _origin(path: Path) -> Origin:
    """Return the origin of a file; an empty one if unreadable, which `_score` reports."""
    try:
        return saved_responses.origin(path)
    except RecordedError:
        return Origin("", "")
