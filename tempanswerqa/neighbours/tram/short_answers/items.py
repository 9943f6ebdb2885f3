"""Reads TRAM's short answers: the record, its number and scale, and answers that are only text."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import metrics
from tempanswerqa.metrics.scores import NAN
from tempanswerqa.neighbours.scaling import scaled
from tempanswerqa.neighbours.tram import letters
from tempanswerqa.neighbours.tram.archives import ArchiveError, Cells, rows
from tempanswerqa.neighbours.tram.choices import without_edges
from tempanswerqa.neighbours.tram.items import identity, place
from tempanswerqa.neighbours.tram.short_answers import reading
from tempanswerqa.neighbours.tram.short_answers.reading import KINDS, POINTS, TEXT
from tempanswerqa.questions import record

TASKS = ("arithmetic", "duration", "frequency")
COLUMNS = ("Question", "Answer", "Category")
MARK = "Final Answer:"
LONGEST_TEXT = 200

_ANSWER = re.compile(r"(?im)\banswer\b[ \t]{0,3}(?:is\b|[:=])[ \t:\"']{0,5}(?P<text>\S[^\n]*)$")
_ARTICLE = re.compile(r"^(?:the|a|an) ")


@dataclass(frozen=True)
class ShortItem:
    """Hold a question with its short answer, in plain types, so that it can be a dataset row."""

    id: str
    """The id as in the multiple-choice questions, with `_saq` behind the task."""
    category: str
    question: str
    label: str
    kind: str
    """The kind of the label: a key of `reading.KINDS`, or `text`."""
    number: float
    """The label as a number of its kind; NaN for text."""
    centroid: float


class Spoiled(NamedTuple):
    """Hold a row whose answer a spreadsheet read as a date, so that its century is lost."""

    row: int
    """The number of the row; the first row below the header is 1."""
    category: str
    question: str
    label: str


class ShortTable(NamedTuple):
    """Hold the questions of a table, and its rows with a spoiled answer."""

    items: list[ShortItem]
    spoiled: list[Spoiled]

    @property
    def note(self) -> str:
        """Return in words how many rows of each category are spoiled; empty if none is."""
        counts = Counter(row.category for row in self.spoiled)
        return ", ".join(f"{n} of {name}" for name, n in counts.items())


def load(task: str, data_dir: str | Path | None = None, exemplars: bool = False) -> ShortTable:
    """Return what `read` returns, with scales; numbers of one kind in a task share a scale."""
    table = read(task, data_dir, exemplars)
    if exemplars:
        return table
    kinds = ["" if item.kind == TEXT else item.kind for item in table.items]
    return ShortTable(scaled(table.items, kinds), table.spoiled)


def read(task: str, data_dir: str | Path | None = None, exemplars: bool = False) -> ShortTable:
    """Return the short-answer questions of a task, or its exemplars, in the order of the table.

    A label that states no number of its kind is text. Raises ArchiveError if an answer is missing,
    and the errors of `archives.rows`.
    """
    archive, member = place(task, exemplars, "saq")
    table = ShortTable([], [])
    for position, cells in enumerate(rows(archive, member, data_dir, columns=COLUMNS), 1):
        category, question, answer = cells["Category"], cells["Question"], cells["Answer"]
        if not answer or not question:
            raise ArchiveError(f"{member} in {archive}, row {position}: no question or no answer")
        kind = reading.kind(answer, question)
        if kind is None:
            table.spoiled.append(Spoiled(position, category, question, answer))
        else:
            table.items.append(_item(task, cells, kind))
    identities = record.numbered(item.id for item in table.items)
    unique = map(lambda item, name: replace(item, id=name), table.items, identities)
    return ShortTable(list(unique), table.spoiled)


def said(response: str) -> str | None:
    """Return the text behind the last `answer:` of a response.

    Without `answer:`, return a response of one short line as a whole; None for other responses.
    """
    text = letters.own_text(response).strip()
    marked = list(_ANSWER.finditer(text))
    found = marked[-1]["text"] if marked else "" if "\n" in text else text
    return normal(found) if normal(found) and len(found) <= LONGEST_TEXT else None


def normal(text: str) -> str:
    """Return the text `without_edges`, and without an article at its start."""
    return _ARTICLE.sub("", without_edges(text))


def scores(answer: float | str | None, item: Mapping[str, Any]) -> dict[str, float]:
    """Return all metrics of an answer that was read as the item's kind; None is unparsed.

    A text has `exact_match`, of its `normal` form, and `parsed`; all other metrics are NaN.
    """
    if item["kind"] == TEXT:
        same = float(answer == normal(letters.own_text(str(item["label"]))))
        undefined = dict.fromkeys(metrics.METRICS, NAN)
        return undefined | {"exact_match": same, "parsed": float(answer is not None)}
    number = answer if isinstance(answer, float) else None
    return metrics.item_scores(
        number,
        float(item["number"]),
        unit=POINTS.get(str(item["kind"]), str(item["kind"])),
        centroid=float(item["centroid"]),
    )


def _item(task: str, cells: Cells, kind: str) -> ShortItem:
    question, label = cells["Question"], cells["Answer"]
    number = reading.read(f"{MARK} {label}", kind, question) if kind in KINDS else None
    return ShortItem(
        id=identity(f"{task}_saq", question),
        category=cells["Category"],
        question=question,
        label=label,
        kind=TEXT if number is None else kind,
        number=math.nan if number is None else number,
        centroid=math.nan,
    )
