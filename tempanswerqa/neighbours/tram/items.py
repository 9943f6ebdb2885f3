"""Reads TRAM's questions from its public archives, the zip files of its CSV tables."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tempanswerqa import limits
from tempanswerqa.questions import record, sources
from tempanswerqa.questions.mixing import mixed

_COMMIT = "cca694f091316bf5e6eabdd47a3d77b637d57713"
TRAM = sources.Home(
    name=f"tram-{_COMMIT[:7]}",
    url=f"https://raw.githubusercontent.com/EternityYW/TRAM-Benchmark/{_COMMIT}/datasets/",
    copy="TRAM-Benchmark/datasets of `git clone https://github.com/EternityYW/TRAM-Benchmark && "
    f"git -C TRAM-Benchmark checkout {_COMMIT[:7]}`",
    folder_variable="TRAM_DATA",
    blobs={
        "ambiguity_resolution.zip": "becf6178056f0fb125d75b126666b2803db8a1f4",
        "arithmetic.zip": "3b2a5f8655be23f5578763690f91328a7739d087",
        "causality.zip": "5889cde6baa46b57ef3761caa8e60cb43cdbb31f",
        "duration.zip": "ebee4b2c5ee94c0baa99fe8b927a6813cd99f0ab",
        "frequency.zip": "b19628e200326c2fe35db4beba9af304693110e3",
        "nli_mcq.zip": "b4042bfec26302b14757f029c765a7ab009e2476",
        "ordering.zip": "d5dacb6c3b21a8aa9077aec39ac5ae65a9452ddf",
        "relation.zip": "9f2c90f8bf6001a79b05954c91f9625df9c60306",
        "storytelling.zip": "2f3781d62ae5d61fdddde4a981cfa22fb354fa2a",
        "typical_time.zip": "67c2acea4d45689535b42923d265e33d6d919989",
    },
)

_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError)
"""The errors of `zipfile`: its own, and those of unpacking, encryption, methods and the disk."""

_OPTION = re.compile(r"Option ([A-H])")
_NO_CONTEXT = ("Question", "Answer", "Category", "Source", "")
"""The columns that are no context; the column without a name numbers the rows."""

_NUMBERING = re.compile(r"(?i)unnamed: ?\d+|index|id")
_NEEDED = ("Option A", "Option B", "Answer")
TASKS = (
    *("ordering", "frequency", "duration", "typical_time", "ambiguity_resolution", "arithmetic"),
    *("relation", "nli", "causality", "storytelling"),
)
"""The tasks in the order of the published table."""


class ArchiveError(record.QuestionError):
    """An archive that cannot be used; the message says which, what is wrong and what to do."""


@dataclass(frozen=True)
class TramItem:
    """Hold a question with its options, in plain types, so that it can be a dataset row."""

    id: str
    """The task and a digest of the content, so that the order of rows does not matter. A number
    follows if a table has rows of equal content."""
    category: str
    """The category; empty if the table has no such column."""
    context: str
    """A line with name and text for each column that is no other field; often empty."""
    question: str
    letters: tuple[str, ...]
    """The letters of the options that are not empty."""
    options: tuple[str, ...]
    answer: int
    """The position of the right option, from 0."""


class TramTable(NamedTuple):
    """Hold the questions of a table."""

    items: list[TramItem]
    left_out: str
    """The number of other rows that are no questions, by reason; empty if none is left out."""


def place(task: str, exemplars: bool = False) -> tuple[str, str]:
    """Return the archive of a task, and the table in it of its questions or its exemplars."""
    archive = "nli_mcq" if task == "nli" else task
    return f"{archive}.zip", f"{task}_{'shots_' if exemplars else ''}mcq.csv"


def load(task: str, data_dir: str | Path | None = None, exemplars: bool = False) -> TramTable:
    """Return the questions of one of `TASKS`, or its exemplars, in the order of the
    table.

    `sources.locate` finds the archive, which is never unpacked. Folders within it do not matter.
    White space around cells is removed, and blank lines are no rows. Rows that are no question are
    counted apart and never guessed: their answer is neither the letter nor the text of an option,
    the right option occurs twice, or there are fewer than two options or no text at all. Raises
    ArchiveError if the archive is damaged, if the table is missing, is no table or lacks a column,
    or if no row is a question. Raises sources.SourceError if there is no archive.
    """
    archive, member = place(task, exemplars)
    path = sources.locate(archive, data_dir, TRAM)
    state = path.stat()
    rows = _rows(path, member, state.st_size, state.st_mtime_ns)
    columns = rows[0] if rows else ()
    if missing := [name for name in _NEEDED if name not in columns]:
        raise ArchiveError(f"{member} in {archive} lacks the column(s) {', '.join(missing)}")
    read = [_item(task, cells) for cells in rows]
    items = [item for item in read if isinstance(item, TramItem)]
    reasons = Counter(reason for reason in read if isinstance(reason, str))
    left_out = "; ".join(f"{count} with {reason}" for reason, count in sorted(reasons.items()))
    if not items:
        raise ArchiveError(f"no row of {member} in {archive} is a question: {left_out}")
    identities = record.numbered(item.id for item in items)
    numbered = map(lambda item, identity: replace(item, id=identity), items, identities)
    return TramTable(list(numbered), left_out)


def sample(items: Iterable[TramItem], per_category: int | None = None) -> list[TramItem]:
    """Return the items in the order of `mixed`, so that the first ones are a fair sample of
    categories; with `per_category` at most so many of each.

    Raises ValueError if `per_category` is no whole number from 1 on.
    """
    order = mixed(items, lambda item: (item.category,))
    if per_category is None:
        return order
    if not isinstance(per_category, int) or per_category < 1:
        raise ValueError(f"per_category has to be a whole number from 1 on, not {per_category!r}")
    counts: Counter[str] = Counter()
    kept = []
    for item in order:
        counts[item.category] += 1
        if counts[item.category] <= per_category:
            kept.append(item)
    return kept


@lru_cache(maxsize=8)
def _rows(path: Path, member: str, size: int, changed: int) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a table, cached by the state of its archive, as several tasks share it."""
    where = f"{member} in {path}"
    try:
        with zipfile.ZipFile(path) as archive:
            members = [name for name in archive.namelist() if not name.startswith("__MACOSX/")]
            tables = [name for name in members if PurePosixPath(name).name == member]
            if not tables:
                raise ValueError(f"the archive holds {', '.join(members) or 'nothing'}")
            with archive.open(tables[0]) as file:
                content = file.read(limits.TRAM_TABLE + 1)
        if len(content) > limits.TRAM_TABLE:
            raise ValueError(f"it has more than {limits.TRAM_TABLE:,} bytes")
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252")  # as a spreadsheet wrote one released table
        header, *rows = csv.reader(io.StringIO(text, newline=""))
        named = [name.strip() for name in header]
        return tuple(
            dict(zip(named, map(str.strip, row), strict=True))
            for row in rows
            if "".join(row).strip()
        )
    except (*_UNREADABLE, ValueError, csv.Error) as error:
        raise ArchiveError(f"{where}: {error}; take a fresh copy of the archive") from error


def _item(task: str, cells: Mapping[str, str]) -> TramItem | str:
    """Return the item of a row, or the reason why the row is no question."""
    filled = {
        match[1]: cell
        for name, cell in cells.items()
        if (match := _OPTION.fullmatch(name)) and cell
    }
    options = dict(sorted(filled.items()))
    context = "\n".join(
        f"{name}: {cell}"
        for name, cell in cells.items()
        if cell
        and name not in _NO_CONTEXT
        and not (_NUMBERING.fullmatch(name) or _OPTION.fullmatch(name))
    )
    question = cells.get("Question", "")
    if not (question or context):
        return "no question"
    if len(options) < 2:
        return "fewer than two options"
    texts = tuple(options.values())
    letter = cells["Answer"].strip("()[]. ").upper()
    if letter in options:
        answer = list(options).index(letter)
    elif texts.count(cells["Answer"]) == 1:
        answer = texts.index(cells["Answer"])
    else:
        return "an answer that names no option" if cells["Answer"] else "no answer"
    if texts.count(texts[answer]) > 1:
        return "the right option under two letters"
    content = "\x1f".join((context, question, *texts)).encode()
    return TramItem(
        id=f"{task}-{hashlib.sha1(content, usedforsecurity=False).hexdigest()[:12]}",
        category=cells.get("Category", ""),
        context=context,
        question=question,
        letters=tuple(options),
        options=texts,
        answer=answer,
    )
