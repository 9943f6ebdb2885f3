"""Sorts named files, folders and patterns into saved responses and submissions."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.saved_responses import RecordedError
from tempanswerqa.runs.submission.bundle import SUFFIXES

IN_FOLDERS = tuple(f"submission*{suffix}" for suffix in SUFFIXES)
"""The patterns of submissions' names in folders."""


class Places(NamedTuple):
    """Hold the places to read, each once, in the order in which they were named."""

    responses: list[str]
    """The places for `score_files.score_places`; it reports missing ones, which are kept."""
    submissions: list[Path]
    left_out: list[Path]
    """The saved responses in folders of submissions, which are not read."""


def sort(places: Sequence[str]) -> Places:
    """Return the places by what they hold: files, folders with all below them, and patterns.

    A named file is a submission if its name ends in one of `bundle.SUFFIXES`, but for the harness's
    `results_*.json`. A file in a folder is one if its name matches
    `IN_FOLDERS`; then the folder's other files are left out, as anybody may have put them there.
    All else is saved responses.
    """
    responses: dict[str, None] = {}
    submissions: dict[Path, None] = {}
    left_out: dict[Path, None] = {}
    for path in (path for place in places for path in _matched(place)):
        own = _submissions(path)
        submissions |= dict.fromkeys(own)
        if not own:
            responses[str(path)] = None
        elif path.is_dir():
            left_out |= dict.fromkeys(_responses(path))
    return Places(list(responses), list(submissions), list(left_out))


def _matched(place: str) -> list[Path]:
    path = Path(place).expanduser()
    if path.exists():
        return [path]
    return [Path(name) for name in sorted(glob.glob(str(path)))] or [path]


def _submissions(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(file for pattern in IN_FOLDERS for file in path.rglob(pattern))
    own = path.name.endswith(SUFFIXES) and not path.name.startswith("results_")
    return [path] if own else []


def _responses(folder: Path) -> list[Path]:
    try:
        return saved_responses.response_files(folder)
    except RecordedError:
        return []
