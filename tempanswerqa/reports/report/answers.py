"""Stores the texts of all answers of a report, as data that its page loads.

The data are beside the page, as JavaScript that passes them to it, so that no server is needed. One
file for each task has its questions and how every answer was read; others, of `SHARD` questions
each, have the responses, and one for each selection has its numbers. All of it is JSON in ASCII,
without `<`, so that untrusted text cannot end a string or a script.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from tempanswerqa.answers import thinking
from tempanswerqa.answers.result import Span
from tempanswerqa.files import save
from tempanswerqa.questions.record import Question
from tempanswerqa.reports import words
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.words import UNKNOWN, amount, measure, mistake, off_by, right
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.scoring import FILTERS, FLEXIBLE
from tempanswerqa.text import clipped, shortened, visible
from tempanswerqa.units import UNITS

FOLDER = "answers"
SHARD = 50
"""The number of questions per file of texts."""
RESPONSE_LENGTH = 20_000
"""Maximum length of a stored response."""
QUESTION = 400
"""Maximum length of a question in lists, or of an extracted text."""


Shown = tuple[Any, ...]
"""A reading in the page's form; see `_shown`."""
Key = TypeVar("Key")


class _Numbers(dict[Key, int]):
    """The numbers of texts or readings, each stored once."""

    def __missing__(self, key: Key) -> int:
        self[key] = number = len(self)
        return number


Packed = tuple[dict[int, str], list[list[tuple[Shown | None, str]]]]
"""The texts of a run as JSON, by file number, and for each question the reading of each response by
each filter with its note: the rule and the probability, or why it is unread."""


def pack(run: Run) -> Packed:
    """Return the answers of a run whose items have texts."""
    places = {name: place for place, name in enumerate(run.part.questions)}
    texts: dict[int, list[Any]] = defaultdict(lambda: [[] for _ in range(SHARD)])
    readings: list[list[tuple[Shown | None, str]]] = [[] for _ in places]
    of_filters = run.items
    for items in zip(*(of_filters[name].itertuples() for name in FILTERS), strict=True):
        question, at = run.question(items[0].id), places[items[0].id]
        texts[at // SHARD][at % SHARD].append(shown(question, items))
        known: dict[tuple[float, ...], Shown | None] = {}
        for name, item in zip(FILTERS, items, strict=True):
            key = item.number, item.label, item.exact_match
            reading = known[key] = known[key] if key in known else _shown(item)
            note = item.unread or (f"{item.probability:.0%}" if name == FLEXIBLE else "")
            readings[at].append((reading, f"{item.rule}|{note}"))
    return {number: as_json(rows) for number, rows in texts.items()}, readings


class _Task:
    """The questions of a task, what was read in the answers to them, and the runs."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.readings = [_Numbers[Shown]() for _ in part.questions]
        self.notes = _Numbers[str]()
        self.runs: dict[RunName, list[list[int]]] = {}
        """For each question, the reading of each response by each filter, followed by its note."""
        self.shards: dict[int, dict[RunName, str]] = defaultdict(dict)


class Answers:
    """The answers of runs, added one by one; texts are compressed."""

    def __init__(self) -> None:
        self._tasks: dict[str, _Task] = {}
        self._digest = hashlib.sha256()

    def add(self, run: Run, packed: Packed) -> None:
        """Add the answers of a run."""
        task, name = self._tasks.setdefault(run.task, _Task(run.part)), RunName.of(run)
        shards, readings = packed
        task.runs[name] = [
            [
                number
                for reading, note in row
                for number in (-1 if reading is None else known[reading], task.notes[note])
            ]
            for known, row in zip(task.readings, readings, strict=True)
        ]
        self._digest.update(as_json([run.task, name, task.runs[name]]).encode())
        for number, texts in shards.items():
            task.shards[number][name] = texts
            self._digest.update(texts.encode())

    @property
    def digest(self) -> str:
        """Return a digest of the answers, as a page may be beside another report's data."""
        return self._digest.hexdigest()[:16]

    def write(self, folder: Path, cast: Cast) -> None:
        """Write the data files into a folder, each atomically."""
        runs = cast.ordered({name for task in self._tasks.values() for name in task.runs})
        for name, task in self._tasks.items():
            questions = list(task.part.questions.values())
            index = {
                "questions": [_facts(question) for question in questions],
                "readings": [list(own) for own in task.readings],
                "runs": {runs.index(run): own for run, own in task.runs.items()},
                "texts": list(task.notes),
            }
            self.hand(folder, words.slug(name), as_json(index))
            for number, packed in task.shards.items():
                texts = _Numbers[str]()
                own = questions[number * SHARD : (number + 1) * SHARD]
                told = []  # the text, and the numbers of table, instruction and prefill
                for question in own:
                    text, *others = _asked(question)
                    given = [texts[visible(other)] for other in (*others, question.prefill)]
                    told.append([visible(text), *given])
                said = ",".join(f'"{runs.index(run)}":{rows}' for run, rows in packed.items())
                kept = f'"questions":{as_json(told)},"texts":{as_json(list(texts))}'
                data = f'{{{kept},"answers":{{{said}}}}}'
                self.hand(folder, f"{words.slug(name)}-{number}", data)

    def hand(self, folder: Path, name: str, data: str) -> None:
        """Write JSON as a file that passes it to the page."""
        head = f'"use strict";\nanswersData("{name}", "{self.digest}", '
        save(folder / f"{name}.js", [head, data, ");\n"])


def _shown(item: Any) -> Shown | None:
    """Return a reading in the page's form; None if nothing was read.

    It has the displayed text, the error in words and its kind, the label in words, whether it is
    right and within one unit, the errors in the unit, in symmetric percent, in days and scaled, the
    capped scaled error, and the number.
    """
    unit, asks, is_right = UNITS[item.unit], item.asks_for, item.exact_match == 1
    is_period, is_known = unit.kind == "period", not math.isnan(item.label)
    said = visible(clipped(item.answer or "", QUESTION)) if is_period else ""
    if math.isnan(item.number) and is_known:
        return None
    if not is_known:
        given = said or ("unread" if item.unread else amount(item.number, unit.name, asks))
        states = [UNKNOWN, ""] if is_right else [given, "it is not known"]
        return (*states, "", UNKNOWN, int(is_right), 0, *[None] * 6)
    gap = unit.error(item.number, item.label)
    numbers = item.error, item.smape, item.error * unit.days, item.mase, item.capped_ase
    return (
        said or amount(item.number, unit.name, asks),
        "" if is_right else off_by(gap, unit.name, asks),
        "" if is_right else mistake(item.number, item.label, unit.name, asks),
        "" if is_period else amount(item.label, unit.name, asks),
        int(is_right),
        int(item.within_one == 1),
        *(number if math.isfinite(number) else None for number in (*numbers, item.number)),
    )


def _facts(question: Question) -> list[Any]:
    """Return text, id, label, unit, measure, kind, and whether it is a point in time."""
    labels = (right(answer, question.unit, question.asks_for) for answer, _ in question.rights)
    unit, text = UNITS[question.unit], shortened(_asked(question)[0], QUESTION)
    facts = [text, question.id, " | ".join(labels), unit.title, measure(question), question.kind]
    return [*facts, int(unit.point)]


def shown(question: Question, items: Sequence[Any]) -> list[Any]:
    """Return a response as displayed, the length of its thinking, and the span of each filter.

    A filter has the span it read, or the extracted text if nothing was read or the span is unknown.
    `items` are rows of `Run.items` of the response.
    """
    response = items[0].response
    text = visible(kept := clipped(response, RESPONSE_LENGTH))
    thought = len(thinking.split(response, question.view.think_end).thinking)
    end = thought and _moved((thought - 1, thought), response, kept, text)
    spans = (
        (item.span and _moved(item.span, response, kept, text))
        or visible(clipped(item.answer or "", QUESTION))
        for item in items
    )
    return [text, end[1] if end else 0, *spans]


def _asked(question: Question) -> tuple[str, str, str]:
    """Return a question's text, table and instruction; empty for missing ones."""
    if question.family == "ttqa":
        return question.view.text, question.view.context, ""
    return question.user, "", question.system


def _moved(span: Span, response: str, kept: str, text: str) -> Span | None:
    """Return a span of the response as a span of `text`.

    `text` may lack its middle, and invisible characters are replaced; None if part of the span is
    missing.
    """
    head = RESPONSE_LENGTH // 3
    start, end = span
    if kept is not response and end > head:
        if start < len(response) - (RESPONSE_LENGTH - head):
            return None
        start, end = (place + len(kept) - len(response) for place in span)
    if text.isascii() and len(text) == len(kept):
        return start, end
    before = (visible(kept[:place]).encode("utf-16-le") for place in (start, end))
    start, end = (len(coded) // 2 for coded in before)
    return start, end


def as_json(value: Any) -> str:
    """Return a value as JSON in ASCII, without `<`."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")
