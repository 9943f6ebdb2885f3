"""Reads TRAM's public archives: each CSV table is a member of the zip file of its task."""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath

from tempanswerqa import files
from tempanswerqa.questions import sources
from tempanswerqa.questions.record import QuestionError

_TRAM_COMMIT = "cca694f091316bf5e6eabdd47a3d77b637d57713"

TRAM = sources.Home(
    name=f"tram-{_TRAM_COMMIT[:7]}",
    url=f"https://raw.githubusercontent.com/EternityYW/TRAM-Benchmark/{_TRAM_COMMIT}/datasets/",
    folder_variable="TRAM_DATA",
    blobs={
        "ambiguity_resolution.zip": "becf6178056f0fb125d75b126666b2803db8a1f4",
        "arithmetic.zip": "3b2a5f8655be23f5578763690f91328a7739d087",
        "causality.zip": "5889cde6baa46b57ef3761caa8e60cb43cdbb31f",
        "duration.zip": "ebee4b2c5ee94c0baa99fe8b927a6813cd99f0ab",
        "frequency.zip": "b19628e200326c2fe35db4beba9af304693110e3",
        "nli_mcq.zip": "b4042bfec26302b14757f029c765a7ab009e2476",
        "nli_saq.zip": "e02a4b50ec56630c82ef1b24ea9d1d5c9913214c",
        "ordering.zip": "d5dacb6c3b21a8aa9077aec39ac5ae65a9452ddf",
        "relation.zip": "9f2c90f8bf6001a79b05954c91f9625df9c60306",
        "storytelling.zip": "2f3781d62ae5d61fdddde4a981cfa22fb354fa2a",
        "typical_time.zip": "67c2acea4d45689535b42923d265e33d6d919989",
    },
    limit=512 << 20,
)


Cells = Mapping[str, str]

ENCODINGS = ("utf-8-sig", "cp1252")
"""The encodings to try, in order: a spreadsheet wrote one released table, which is no UTF-8."""

LARGEST = 1 << 27
"""The largest size of an unpacked table, in bytes."""

_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError)
"""The errors of `zipfile`: its own, and those of unpacking, encryption, methods and the disk."""

_ADVICE = "take a fresh copy of the released archive"


class ArchiveError(QuestionError):
    """An archive that cannot be used; the message says which, what is wrong and what to do."""


def rows(
    archive: str,
    member: str,
    data_dir: str | Path | None = None,
    home: sources.Home = TRAM,
    columns: Iterable[str] = (),
) -> tuple[Cells, ...]:
    """Return the rows of the table `member` in `archive`, without white space around cells.

    `sources.locate` finds the archive, which is never unpacked. Folders within it do not matter.
    Blank lines are no rows. Raises ArchiveError if the archive is damaged, or if the member is
    missing, is no table or lacks one of the `columns`. Raises sources.SourceError if there is no
    archive.
    """
    path = sources.locate(archive, data_dir, home)
    state = path.stat()
    found = _rows(path, member, state.st_size, state.st_mtime_ns)
    if missing := [name for name in columns if name not in found[0]]:
        raise ArchiveError(
            f"{member} in {archive} lacks the column(s) {', '.join(missing)}; it has "
            f"{', '.join(found[0])}: {_ADVICE}"
        )
    return found


@lru_cache(maxsize=8)
def _rows(path: Path, member: str, size: int, changed: int) -> tuple[Cells, ...]:
    """Return the rows of an archive, cached by its state, as several tasks share a table."""
    where = f"{member} in {path}"
    reader = csv.reader(io.StringIO(_text(path, member), newline=""))
    try:
        header = [name.strip() for name in next(reader, [])]
        repeated = sorted({name for name in header if name and header.count(name) > 1})
        if repeated:
            raise ArchiveError(f"{where} repeats the column(s) {', '.join(repeated)}; {_ADVICE}")
        found = []
        for values in reader:
            if not any(map(str.strip, values)):
                continue
            if len(values) != len(header):
                raise ArchiveError(
                    f"{where}, line {reader.line_num}: {len(values)} cells under {len(header)} "
                    f"columns; {_ADVICE}"
                )
            found.append(dict(zip(header, map(str.strip, values), strict=True)))
    except csv.Error as error:
        raise ArchiveError(f"{where}, line {reader.line_num}: {error}; {_ADVICE}") from error
    if not found:
        raise ArchiveError(f"{where} has no rows; {_ADVICE}")
    return tuple(found)


def _text(path: Path, member: str) -> str:
    content = _content(path, member)
    for encoding in ENCODINGS:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise ArchiveError(f"{member} in {path} is neither {' nor '.join(ENCODINGS)}; {_ADVICE}")


def _content(path: Path, member: str) -> bytes:
    try:
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if not name.startswith("__MACOSX/")]
            own = [name for name in names if PurePosixPath(name).name == member]
            if not own:
                held = ", ".join(names) or "nothing"
                raise ArchiveError(f"{path} holds no {member}, but {held}; {_ADVICE}")
            table = files.Bounded(archive.open(own[0]), LARGEST, LARGEST)
            with io.BufferedReader(table, files.PIECE) as file:
                return file.read(LARGEST + 1)
    except _UNREADABLE as error:
        raise ArchiveError(f"{path} cannot be read as a zip archive: {error}; {_ADVICE}") from error
