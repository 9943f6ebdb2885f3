"""Keeps the texts of all answers of a report, as data that its page loads.

The data lie beside the page, as JavaScript that hands them to it, so that no server is needed.
One file for each task has its questions and says how every answer was read; others, of `SHARD`
questions each, have the responses. All of it is JSON in ASCII, without `<`, so that untrusted text
cannot end a string or a script.
"""

from __future__ import annotations

import hashlib
import json
import math
import zlib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.answers import thinking
from tempanswerqa.answers.reading import flexible, strict
from tempanswerqa.answers.result import Span
from tempanswerqa.files import written_whole
from tempanswerqa.questions.record import Question
from tempanswerqa.reports import names
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.summary import RunName
from tempanswerqa.scoring import FLEXIBLE, STRICT
from tempanswerqa.text import clipped, shortened, visible

FOLDER = "answers"
SHARD = 50
"""The number of questions whose texts are in one file."""
RESPONSE_LENGTH = 20_000
"""The largest number of characters of a response that the data keep."""
QUESTION = 400
"""The largest number of characters of a question in lists, or of an extracted text."""


class _Texts(dict[str, int]):
    """The numbers of texts, each of which is kept once."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


class _Task:
    """The questions of a task and the answers of its runs."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.runs: dict[RunName, dict[str, Any]] = {}
        self.shards: dict[int, dict[RunName, bytes]] = defaultdict(dict)
        self.texts = _Texts()


class Packed(NamedTuple):
    """The first answers of a run to each question of its task."""

    notes: dict[str, list[str | None]]
    """How each filter read each answer: the rule and the probability, or why it is unread; None
    for a question without an answer."""
    shards: dict[int, bytes]
    """The packed texts, by the number of their file."""


def pack(run: Run) -> Packed:
    """Return the answers of a run that has the texts of its items."""
    run = run.first_responses()
    places = {key: place for place, key in enumerate(run.part.questions)}
    notes: dict[str, list[str | None]] = {rule: [None] * len(places) for rule in run.items}
    texts: dict[int, list[Any]] = defaultdict(lambda: [0] * SHARD)
    for rows in zip(*(items.itertuples() for items in run.items.values()), strict=True):
        items, question = dict(zip(run.items, rows, strict=True)), run.question(rows[0].id)
        at = places[question.id]
        for rule, item in items.items():
            note = item.unread or (f"{item.probability:.0%}" if rule == FLEXIBLE else "")
            notes[rule][at] = f"{item.rule}|{note}"
        texts[at // SHARD][at % SHARD] = shown(question, items)
    return Packed(notes, {n: zlib.compress(as_json(own).encode(), 1) for n, own in texts.items()})


class Answers:
    """The answers of runs that are added one by one; texts are packed."""

    def __init__(self) -> None:
        self._tasks: dict[str, _Task] = {}
        self._digest = hashlib.sha256()

    def add(self, run: Run, name: RunName, packed: Packed) -> None:
        """Add the answers of a run."""
        task = self._tasks.setdefault(run.task, _Task(run.part))
        task.runs[name] = {
            rule: [None if note is None else task.texts[note] for note in notes]
            for rule, notes in packed.notes.items()
        }
        self._digest.update(as_json([run.task, name, task.runs[name]]).encode())
        for number, own in packed.shards.items():
            task.shards[number][name] = own
            self._digest.update(own)

    @property
    def digest(self) -> str:
        """Return a digest of the answers, as a page may lie beside the data of another report."""
        return self._digest.hexdigest()[:16]

    def write(self, folder: Path, cast: Cast) -> None:
        """Write the data files into a folder, each whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        runs = cast.ordered({name for task in self._tasks.values() for name in task.runs})
        for name, task in self._tasks.items():
            questions = list(task.part.questions.values())
            index = {
                "questions": [shortened(_asked(question)[0], QUESTION) for question in questions],
                "runs": {runs.index(run): own for run, own in task.runs.items()},
                "texts": list(task.texts),
            }
            self._write(folder, names.slug(name), as_json(index))
            for number, packed in task.shards.items():
                texts = _Texts()
                own = questions[number * SHARD : (number + 1) * SHARD]
                told = []  # the text, and the numbers of table, instruction and prefill
                for question in own:
                    text, *others = _asked(question)
                    given = [texts[visible(other)] for other in (*others, question.prefill)]
                    told.append([visible(text), *given])
                said = ",".join(
                    f'"{runs.index(run)}":{zlib.decompress(rows).decode()}'
                    for run, rows in packed.items()
                )
                kept = f'"questions":{as_json(told)},"texts":{as_json(list(texts))}'
                data = f'{{{kept},"answers":{{{said}}}}}'
                self._write(folder, f"{names.slug(name)}-{number}", data)

    def _write(self, folder: Path, name: str, data: str) -> None:
        with written_whole(folder / f"{name}.js", encoding="ascii") as file:
            file.write(f'"use strict";\nanswersData("{name}", "{self.digest}", {data});\n')


def shown(question: Question, items: Mapping[str, Any]) -> list[Any]:
    """Return a response as it is shown, the length of its thinking, then for each filter the span
    that it read, or the extracted text if nothing was read or the span is unknown. Places are in
    units of UTF-16; `items` are rows of `Run.items` by filter.
    """
    view, response = question.view, next(iter(items.values())).response
    text = visible(kept := clipped(response, RESPONSE_LENGTH))
    thought = len(thinking.split(response, view.think_end).thinking)
    end = thought and _moved((thought - 1, thought), response, kept, text)
    row: list[Any] = [text, end[1] if end else 0]
    for rule, item in items.items():
        span = None
        if not math.isnan(item.number):
            span = (strict if rule == STRICT else flexible)(response, view).span
        moved = span and _moved(span, response, kept, text)
        row.append(moved or visible(clipped(item.answer or "", QUESTION)))
    return row


def _asked(question: Question) -> tuple[str, str, str]:
    """Return a question's text, table and instruction; empty for what it does not have."""
    if question.family == "ttqa":
        return question.view.text, question.view.context, ""
    return question.user, "", question.system


def _moved(span: Span, response: str, kept: str, text: str) -> Span | None:
    """Return a span of the response as a span of `text`, in which the middle may be left out and
    invisible characters are replaced; None if a part of the span was left out.
    """
    head = RESPONSE_LENGTH // 3
    start, end = span
    if kept is not response:
        if end > head and start < len(response) - (RESPONSE_LENGTH - head):
            return None
        if end > head:
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
