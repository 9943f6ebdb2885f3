"""Prepares the folder of a leaderboard on a static host: submissions and the workflow for them.

The page itself is written by `write`, into the same folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tempanswerqa import __version__
from tempanswerqa.files import check_folder, written_whole
from tempanswerqa.reports.leaderboard import inputs
from tempanswerqa.runs.saved_responses import RecordedError

SUBMISSIONS = "submissions"
FILES = {
    "README.md": "README.md",
    ".github/workflows/leaderboard.yml": "leaderboard.yml",
    f"{SUBMISSIONS}/.gitkeep": "",
}
"""The file in `site_files` for each place in the folder; an empty name makes an empty file, as git
keeps no empty folder."""

_OWN = Path(__file__).with_name("site_files")


def prepare(folder: Path, named: Sequence[str]) -> list[str]:
    """Write the `FILES` that a site lacks, and return a list with the folder of its submissions,
    which is empty if there is no submission yet.

    Files that are there stay as they are. Raises RecordedError if other places are `named`, as the
    host could not rebuild such a page, and OSError if the folder cannot be written.
    """
    if named:
        raise RecordedError(
            f"{named[0]}: --site shows what lies in {folder / SUBMISSIONS} alone; pack the run and "
            "put it there, or use --out"
        )
    check_folder(folder)
    for place, source in FILES.items():
        if (path := folder / place).exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        text = (_OWN / source).read_text(encoding="utf-8") if source else ""
        with written_whole(path, encoding="utf-8") as file:
            file.write(text.replace("@VERSION@", __version__))
    submissions = str(folder / SUBMISSIONS)
    return [submissions] if inputs.sort([submissions]).submissions else []
