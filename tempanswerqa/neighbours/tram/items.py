"""Reads TRAM's multiple-choice questions, and defines their record."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.neighbours.tram.archives import ArchiveError, Cells, rows
from tempanswerqa.questions import record

LETTERS = "ABCDEFGH"
_OPTION = re.compile(rf"Option ([{LETTERS}])")
_OWN = ("Question", "Answer", "Category", "Source", "")
"""The columns that are no context; the column without a name numbers the rows."""

_NUMBERING = re.compile(r"(?i)unnamed: ?\d+|index|id")
_KNOWN = ("Question", "Option A", "Option B", "Answer", "Category")
_LEAST = ("Option A", "Option B", "Answer")

COLUMNS: Mapping[str, Sequence[str]] = {
    "ordering": _LEAST,
    "frequency": _KNOWN,
    "duration": _KNOWN,
    "typical_time": _LEAST,
    "ambiguity_resolution": _KNOWN,
    "arithmetic": _KNOWN,
    "relation": _LEAST,
    "nli": _LEAST,
    "causality": ("Premise", *_KNOWN),
    "storytelling": _LEAST,
}
"""The columns that the questions of a task need, in the order of the published table. Five tasks
have only the columns that every table has, as no more is known."""

TASKS = tuple(COLUMNS)


@dataclass(frozen=True)
class Item:
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


class LeftOut(NamedTuple):
    """Hold a row that is no question."""

    row: int
    """The number of the row; the first row below the header is 1."""
    reason: str


class Table(NamedTuple):
    """Hold the questions of a table, and its rows that are no questions."""

    items: list[Item]
    left_out: list[LeftOut]

    @property
    def note(self) -> str:
        """Return in words how many rows are left out for each reason; empty if none is."""
        counts = sorted(Counter(row.reason for row in self.left_out).items())
        return "; ".join(f"{count} with {reason}" for reason, count in counts)


def place(task: str, exemplars: bool = False, kind: str = "mcq") -> tuple[str, str]:
    """Return the archive of a task, and the table in it of its questions or its exemplars."""
    archive = "nli_mcq" if task == "nli" else task
    return f"{archive}.zip", f"{task}_{'shots_' if exemplars else ''}{kind}.csv"


def load(task: str, data_dir: str | Path | None = None, exemplars: bool = False) -> Table:
    """Return the questions of a task (a key of `COLUMNS`), or its exemplars, in the order of the
    table.

    Rows that are no question are listed apart and never guessed: their answer is neither the letter
    nor the text of an option, the right option occurs twice, or there are fewer than two options or
    no text at all. Raises ArchiveError if no row is left, and the errors of `archives.rows`.
    """
    archive, member = place(task, exemplars)
    found = rows(archive, member, data_dir, columns=COLUMNS[task])
    table = Table([], [])
    for position, cells in enumerate(found, 1):
        item = _item(task, cells)
        if isinstance(item, Item):
            table.items.append(item)
        else:
            table.left_out.append(LeftOut(position, item))
    if not table.items:
        raise ArchiveError(f"no row of {member} in {archive} is a question: {table.note}")
    identities = record.numbered(item.id for item in table.items)
    numbered = map(lambda item, identity: replace(item, id=identity), table.items, identities)
    return Table(list(numbered), table.left_out)


def sample(items: Sequence[Item], per_category: int, seed: int) -> list[Item]:
    """Return at most `per_category` items of each category, in the order of the table.

    The seed decides the draw; the draw of one category does not depend on the others. Raises
    ValueError if `per_category` is no whole number from 1 on.
    """
    if not isinstance(per_category, int) or per_category < 1:
        raise ValueError(f"per_category has to be a whole number from 1 on, not {per_category!r}")
    members: dict[str, list[int]] = {}
    for position, item in enumerate(items):
        members.setdefault(item.category, []).append(position)
    kept: list[int] = []
    for category, positions in members.items():
        generator = random.Random(f"{seed} {category}")
        kept += generator.sample(positions, min(per_category, len(positions)))
    return [items[position] for position in sorted(kept)]


def identity(table: str, *content: str) -> str:
    """Return the id of a question: the name of its table and a digest of its content."""
    joined = "\x1f".join(content).encode()
    return f"{table}-{hashlib.sha1(joined, usedforsecurity=False).hexdigest()[:12]}"


def _item(task: str, cells: Cells) -> Item | str:
    """Return the item of a row, or the reason why the row is no question."""
    filled = {
        match[1]: cell
        for name, cell in cells.items()
        if (match := _OPTION.fullmatch(name)) and cell
    }
    options = dict(sorted(filled.items()))
    context = "\n".join(f"{name}: {cell}" for name, cell in cells.items() if _shown(name, cell))
    question = cells.get("Question", "")
    if not (question or context):
        return "no question"
    if len(options) < 2:
        return "fewer than two options"
    answer = _answer(cells["Answer"], options)
    if answer is None:
        return "an answer that names no option" if cells["Answer"] else "no answer"
    texts = tuple(options.values())
    if texts.count(texts[answer]) > 1:
        return "the right option under two letters"
    return Item(
        id=identity(task, context, question, *texts),
        category=cells.get("Category", ""),
        context=context,
        question=question,
        letters=tuple(options),
        options=texts,
        answer=answer,
    )


def _shown(name: str, cell: str) -> bool:
    numbering = name in _OWN or _NUMBERING.fullmatch(name) or _OPTION.fullmatch(name)
    return bool(cell) and not numbering


def _answer(cell: str, options: dict[str, str]) -> int | None:
    """Return the position of the option that a cell names by its letter or by its whole text."""
    letter = cell.strip("()[]. ").upper()
    if letter in options:
        return list(options).index(letter)
    same = [position for position, text in enumerate(options.values()) if text == cell]
    return same[0] if len(same) == 1 else None
