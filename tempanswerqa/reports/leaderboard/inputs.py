"""Sorts the files of a leaderboard into saved responses and submissions, and prepares the folder of
a site: submissions and the workflow for them.
"""

from __future__ import annotations

import glob
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.files import written_whole
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.saved_responses import RecordedError
from tempanswerqa.runs.submission.bundle import SUFFIXES

IN_FOLDERS = tuple(f"submission*{suffix}" for suffix in SUFFIXES)
"""The patterns of submissions' names in folders."""

JSON = "leaderboard.json"
SUBMISSIONS = "submissions"
KEEP = ".gitkeep"
FILES = {
    "README.md": "README.md",
    ".github/workflows/leaderboard.yml": "leaderboard.yml",
    f"{SUBMISSIONS}/{KEEP}": "",
}
"""The file in `site_files` for each place in the folder; an empty name makes an empty file, as git
keeps no empty folder."""


class Places(NamedTuple):
    """Hold the places to read, each once, in the order in which they were named."""

    responses: list[str]
    """The places for `score_files.score_places`; it reports missing ones, which are kept."""
    submissions: list[Path]
    left_out: list[Path]
    """The files in folders that may be responses or submissions and are not read."""


def sort(places: Sequence[str]) -> Places:
    """Return the places by what they hold: files, folders with all below them, and patterns.

    A named file is a submission if its name ends in one of `bundle.SUFFIXES`, but for the harness's
    `results_*.json`. A file in a folder is one if its name matches `IN_FOLDERS`; then the folder's
    saved responses are left out, as anybody may have put them there. All else is saved responses.
    """
    paths: list[Path] = []
    for place in places:
        named = Path(place).expanduser()
        matched = [] if named.exists() else sorted(glob.glob(str(named)))
        paths += [Path(name) for name in matched] or [named]
    responses: list[str] = []
    submissions: list[Path] = []
    left_out: list[Path] = []
    for path in paths:
        inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else []
        packed = [file for file in inside if any(map(file.match, IN_FOLDERS))]
        submissions += packed
        if not path.is_dir() and _may_be_submission(path):
            submissions.append(path)
        elif not packed:
            responses.append(str(path))
        readable = tuple(saved_responses.READERS) if packed else ()
        for file in inside:
            if file not in packed and (file.name.endswith(readable) or _may_be_submission(file)):
                left_out.append(file)
    return Places([*dict.fromkeys(responses)], [*dict.fromkeys(submissions)], left_out)


def prepare(folder: Path, named: Sequence[str]) -> Places:
    """Write the `FILES` that a site lacks, and return its submissions: all files in and below the
    folder of submissions whose names end in one of `bundle.SUFFIXES`. All others are left out, and
    so are files of such names beside that folder.

    Files that are there stay as they are. Raises RecordedError if other places are `named`, as the
    host could not rebuild such a page, and OSError if the folder cannot be written.
    """
    if named:
        raise RecordedError(
            f"{named[0]}: --site shows what lies in {folder / SUBMISSIONS} alone; pack the run and "
            "put it there, or use --out"
        )
    for place, source in FILES.items():
        if (path := folder / place).exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        own = Path(__file__).with_name("site_files") / source
        text = own.read_text(encoding="utf-8") if source else ""
        with written_whole(path, encoding="utf-8") as file:
            file.write(text)
    files = [path for path in sorted((folder / SUBMISSIONS).rglob("*")) if not path.is_dir()]
    submissions = [path for path in files if path.name.endswith(SUFFIXES)]
    beside = [path for path in sorted(folder.iterdir()) if path.name != JSON]
    left_out = [path for path in files if path not in submissions and path.name != KEEP]
    return Places([], submissions, [*filter(_may_be_submission, beside), *left_out])


def _may_be_submission(path: Path) -> bool:
    return path.name.endswith(SUFFIXES) and not path.name.startswith("results_")
