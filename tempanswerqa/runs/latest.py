"""Chooses which of several runs of a model and task counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.runs.saved_responses import Origin, origin

AGAIN = (
    "another file has the same model, prompting and questions; name one of them, or rename the "
    "file or folder of the other"
)
"""The reason to leave out a run that has the model, prompting and questions of an earlier one."""


class _File(NamedTuple):
    """A file of a run; of several files the largest tuple counts."""

    complete: bool
    date: str
    path: Path


def latest(paths: Iterable[Path], tell: Callable[[str], None]) -> list[Path]:
    """Return the files without the samples of the harness that another run replaces.

    A run replaces another if results files and folders state the same model, prompting and task,
    and the same level, n and seed of fresh questions. The last complete run counts, or the last one
    if none is complete. Files of other kinds all stay. `tell` gets a message on each file that is
    left out, with the reason.
    """
    runs: dict[Hashable, list[_File]] = {}
    for path in paths:
        source = origin(path)
        run: Hashable = path
        file = _File(True, "", path)
        if source.date:
            stated = source.results.metadata(source.task) if source.results else {}
            drawn = [repr(stated.get(name)) for name in ("level", "n", "seed")]
            run = (source.model, source.prompting, source.task, *drawn)
            file = _File(_is_complete(source), source.date, path)
        runs.setdefault(run, []).append(file)
    kept = []
    for files in runs.values():
        *others, last = sorted(files)
        kept.append(last.path)
        for other in others:
            why = "complete" if last.complete > other.complete else "later"
            tell(f"{other.path}: left out, as {last.path} is of a {why} run of the same task")
    return kept


def _is_complete(source: Origin) -> bool:
    """Return whether all questions were asked; False without a results file."""
    if not source.results or source.results.limit is not None:
        return False
    counts = source.results.of_task("n-samples", source.task)
    return not isinstance(counts, dict) or counts.get("original") == counts.get("effective")
