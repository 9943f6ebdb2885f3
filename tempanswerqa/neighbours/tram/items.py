"""TRAM's multiple-choice questions: the record that the other rooms work on, and reading it."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.neighbours.tram.archives import ArchiveError, Cells, rows
from tempanswerqa.questions import record

LETTERS = "ABCDEFGH"
_OPTION = re.compile(rf"Option ([{LETTERS}])")
_OWN = ("Question", "Answer", "Category", "Source", "")
"""Columns that are no context; one without a name numbers the rows."""

_NUMBERING = re.compile(r"(?i)unnamed: ?\d+|index|id")
_KNOWN = ("Question", "Option A", "Option B", "Answer", "Category")
_LEAST = ("Option A", "Option B", "Answer")


class Layout(NamedTuple):
    """Where the questions of a task are, and the columns without which they make no sense."""

    archive: str
    table: str
    """The stem of the tables' names."""
    columns: Sequence[str]

    def member(self, exemplars: bool = False) -> str:
        """Return the table of the questions, or of the exemplars."""
        return f"{self.table}_{'shots_' if exemplars else ''}mcq.csv"


def _layout(name: str, columns: Sequence[str] = _LEAST, archive: str = "") -> Layout:
    return Layout(f"{archive or name}.zip", name, columns)


LAYOUTS = {
    "ordering": _layout("ordering"),
    "frequency": _layout("frequency", _KNOWN),
    "duration": _layout("duration", _KNOWN),
    "typical_time": _layout("typical_time"),
    "ambiguity_resolution": _layout("ambiguity_resolution", _KNOWN),
    "arithmetic": _layout("arithmetic", _KNOWN),
    "relation": _layout("relation"),
    "nli": _layout("nli", archive="nli_mcq"),
    "causality": _layout("causality", ("Premise", *_KNOWN)),
    "storytelling": _layout("storytelling"),
}
"""By task, in the order of the published table. Of five, only what every table has is known."""

TASKS = tuple(LAYOUTS)


@dataclass(frozen=True)
class Item:
    """A question with its options; plain types, so that it makes a dataset row."""

    id: str
    """The task and a digest of the content, the same in any order of any copy. A number follows
    where a table has rows of equal content."""
    category: str
    """Empty where a table has no such column."""
    context: str
    """One line per column that is no other part, after the column's name; often empty."""
    question: str
    letters: tuple[str, ...]
    """Of the options that are there: an empty cell is no option."""
    options: tuple[str, ...]
    answer: int
    """Position of the right option."""


class LeftOut(NamedTuple):
    """A row that is no question."""

    row: int
    """The first row below the header is 1."""
    reason: str


class Table(NamedTuple):
    """A table as it was read."""

    items: list[Item]
    left_out: list[LeftOut]


def load(task: str, data_dir: str | Path | None = None, exemplars: bool = False) -> Table:
    """Return the questions of a task (a key of `LAYOUTS`), or its exemplars, in the order of the
    table.

    Rows that are no question are told apart, never guessed at: an answer that is neither the
    letter nor the text of an option, a right option that stands there twice, fewer than two
    options, or no text at all. Raises ArchiveError where no row is left, and what
    `archives.rows` raises.
    """
    layout = LAYOUTS[task]
    member = layout.member(exemplars)
    found = rows(layout.archive, member, data_dir, columns=layout.columns)
    table = Table([], [])
    for position, cells in enumerate(found, 1):
        item = _item(task, cells)
        if isinstance(item, Item):
            table.items.append(item)
        else:
            table.left_out.append(LeftOut(position, item))
    if not table.items:
        raise ArchiveError(
            f"no row of {member} in {layout.archive} is a question: {reasons(table.left_out)}"
        )
    identities = record.numbered(item.id for item in table.items)
    numbered = map(lambda item, identity: replace(item, id=identity), table.items, identities)
    return Table(list(numbered), table.left_out)


def sample(items: Sequence[Item], per_category: int, seed: int) -> list[Item]:
    """Return at most so many items of each category, in the order of the table.

    The seed alone decides which; what is drawn of one category does not depend on the others.
    Raises ValueError where `per_category` is no whole number from 1 on.
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


def reasons(left_out: Iterable[LeftOut]) -> str:
    """Return how many rows were left out for which reasons, in words."""
    counts = Counter(row.reason for row in left_out)
    return "; ".join(f"{count} with {reason}" for reason, count in sorted(counts.items()))


def _item(task: str, cells: Cells) -> Item | str:
    """Return the item of a row, or why it is none."""
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
    """Return the position of the option that a cell names by its letter, or by its whole text."""
    letter = cell.strip("()[]. ").upper()
    if letter in options:
        return list(options).index(letter)
    same = [position for position, text in enumerate(options.values()) if text == cell]
    return same[0] if len(same) == 1 else None
