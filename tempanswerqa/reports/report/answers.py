"""Keeps all answers of a report: as data that its page loads, and the furthest off for the page.

The data lie beside the page, as JavaScript that hands them to it, so that no server is needed.
One file for each task says how every answer was read; others, of `SHARD` questions each, have the
texts. All of it is JSON in ASCII, without `<`: text of others ends no string and no script.
"""

from __future__ import annotations

import hashlib
import heapq
import json
import math
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.answers.markers import as_text
from tempanswerqa.answers.spans import Span, flexible_span, strict_span
from tempanswerqa.files import written_whole
from tempanswerqa.metrics.scores import DATED, METRICS
from tempanswerqa.questions.record import Question
from tempanswerqa.reports.page import names, words
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.runs.analysis.other_questions import Asked
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.scoring import FLEXIBLE, STRICT, Answer, Item, Run, item_names
from tempanswerqa.runs.summary import RunName
from tempanswerqa.text import clipped, shortened, visible

FOLDER = "answers"
SHARD = 50
"""The number of questions whose texts are in one file."""
LONGEST = 20_000
"""The largest number of characters of a response that the data keep."""
QUESTION = 400
"""The largest number of characters of a question in lists, or of an extracted text."""
KEPT = 50
"""The largest number of answers that stand in the page itself: those furthest off."""

_SPANS = {STRICT: strict_span, FLEXIBLE: flexible_span}
ERRORS = {
    name: METRICS[column]
    for name, column in item_names().items()
    if column in METRICS and METRICS[column].of_errors and not METRICS[column].higher_is_better
}
"""The metrics of one answer that grow with its error, by the names of its scores."""


class Read(NamedTuple):
    """Hold an answer as one filter reads it."""

    state: str
    """`right`, `wrong` or `unread`."""
    rule: str
    """The rule that read it; empty if none did."""
    number: str
    """The number that was read, in words; empty if there is none."""
    error: float
    """The number minus the label in the unit of the question, or in days for dates; 0 if unread."""
    off_by: str
    """The error in words; empty if the answer is right or unread."""

    @classmethod
    def of(cls, item: Item) -> Read:
        """Return the reading of an item."""
        unit, label = item.question.unit, item.question.number
        if item.number is None:
            return cls("unread", item.rule, "", 0, "")
        number = words.amount(item.number, unit)
        if item.number == label:
            return cls("right", item.rule, number, 0, "")
        error = (item.number - label) / (words.DAY if unit in DATED else 1)
        return cls("wrong", item.rule, number, error, words.off_by(error, unit))


class Shown(NamedTuple):
    """Hold a response as it is shown, and the span of the answer by filter, in units of UTF-16."""

    text: str
    spans: dict[str, Span | None]

    @classmethod
    def of(cls, answer: Answer, items: Mapping[str, Item]) -> Shown:
        """Return the response of an answer; a span is None if it is unknown or nothing was read."""
        view, response = answer.question.view, answer.response
        text = visible(kept := clipped(response, LONGEST))
        spans = {}
        for rule, item in items.items():
            span = None
            if item.number is not None:
                span = _SPANS[rule](response, view, answer.read)
            spans[rule] = span and _moved(span, response, kept, text)
        return cls(text, spans)

    def pieces(self, rule: str) -> tuple[str, str, str]:
        """Return the text before, within and after a filter's span; all is before if it is None."""
        span = self.spans.get(rule)
        coded = self.text.encode("utf-16-le")
        start, end = span or (len(coded), len(coded))
        parts = coded[: 2 * start], coded[2 * start : 2 * end], coded[2 * end :]
        before, within, behind = (part.decode("utf-16-le") for part in parts)
        return before, within, behind


class Far(NamedTuple):
    """Hold an answer that is far off."""

    size: float
    """The scaled error of the answer, above 0."""
    run: RunName
    task: str
    question: Question
    reads: Mapping[str, Read]
    shown: Shown

    @property
    def times(self) -> str:
        """Return the scaled error as text."""
        return f"{self.size:,.0f}" if self.size >= 100 else f"{self.size:.3g}"


class _Texts(dict[str, int]):
    """The numbers of texts, each of which is kept once."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


class _Task:
    """The questions of a task and the answers of its runs."""

    def __init__(self, title: str, part: Part) -> None:
        self.title, self.part = title, part
        self.places = {key: place for place, key in enumerate(part.questions)}
        self.runs: dict[RunName, dict[str, Any]] = {}
        self.shards: dict[int, dict[RunName, bytes]] = defaultdict(dict)
        self.texts = _Texts()
        self.asked = Asked(part.questions)


class Answers:
    """The answers of runs that are added one by one; texts are packed, but for the furthest off."""

    def __init__(self, rule: str) -> None:
        self._rule = rule
        self._tasks: dict[str, _Task] = {}
        self._far: dict[str, list[Far]] = defaultdict(list)
        self._digest = hashlib.sha256()

    def add(self, run: Run, name: RunName, title: str, by_filter: Mapping[str, list[Item]]) -> None:
        """Add a run, with the items of each filter; `title` is that of its task."""
        task = self._tasks.setdefault(run.task, _Task(title, run.part))
        cells: dict[str, list] = {rule: [None] * len(task.places) for rule in by_filter}
        texts: dict[int, list] = defaultdict(lambda: [0] * SHARD)
        far = []
        for place, answer in enumerate(run.answers):
            items = {rule: own[place] for rule, own in by_filter.items()}
            reads = {rule: Read.of(item) for rule, item in items.items()}
            shown = Shown.of(answer, items)
            at = task.places[answer.question.id]
            for rule, item in items.items():
                cells[rule][at] = _cell(reads[rule], item, task.texts)
            texts[at // SHARD][at % SHARD] = _text(shown, items)
            if 0 < (size := items[self._rule].scores["mase"]) < math.inf:
                far.append(Far(size, name, title, answer.question, reads, shown))
        self._far[run.task] = heapq.nlargest(
            KEPT, [*self._far[run.task], *far], key=lambda one: one.size
        )
        others = task.asked.answered_by(run)
        task.runs[name] = cells | {"others": {str(task.places[k]): o for k, o in others.items()}}
        self._digest.update(_json([run.task, name, task.runs[name]]).encode())
        for number, own in texts.items():
            packed = zlib.compress(_json(own).encode(), 1)
            task.shards[number][name] = packed
            self._digest.update(packed)

    @property
    def digest(self) -> str:
        """Return a digest of the answers, as a page may lie beside the data of another report."""
        return self._digest.hexdigest()[:16]

    def furthest(self) -> list[tuple[Question, str, list[Far]]]:
        """Return at most `KEPT` answers by question, with the largest scaled errors of each task.

        Each task has as many as any other. Each question has the title of its task. The largest
        errors are first.
        """
        share = max(1, KEPT // max(1, len(self._far)))
        kept = [far for own in self._far.values() for far in own[:share]]
        found: dict[str, list[Far]] = defaultdict(list)
        for far in sorted(kept, key=lambda one: -one.size)[:KEPT]:
            found[far.question.id].append(far)
        return [(own[0].question, own[0].task, own) for own in found.values()]

    def manifest(self, cast: Cast) -> str:
        """Return the settings with which the page loads the data, as JSON."""
        runs = cast.ordered({name for task in self._tasks.values() for name in task.runs})
        return _json({
            "digest": self.digest,
            "folder": FOLDER,
            "shard": SHARD,
            "rule": self._rule,
            "errors": {name: _heading(name) for name in ERRORS},
            "runs": [[cast.label(run), cast.slug(run.model), run.prompting] for run in runs],
            "tasks": [[names.slug(name), task.title] for name, task in self._tasks.items()],
        })  # fmt: skip

    def write(self, folder: Path, cast: Cast) -> None:
        """Write the data files into a folder, each whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        runs = cast.ordered({name for task in self._tasks.values() for name in task.runs})
        for name, task in self._tasks.items():
            for part, data in self._files(task, runs):
                own = f"{names.slug(name)}{part}"
                with written_whole(folder / f"{own}.js", encoding="ascii") as file:
                    file.write(f'"use strict";\nanswersData("{own}", "{self.digest}", {data});\n')

    def _files(self, task: _Task, runs: Sequence[RunName]) -> Iterator[tuple[str, str]]:
        """Yield the files of a task: the end of the file's name, and the data as JSON."""
        questions = list(task.part.questions.values())
        index = {
            "questions": [_listed(question) for question in questions],
            "runs": {runs.index(name): own for name, own in task.runs.items()},
            "texts": list(task.texts),
        }
        yield "", _json(index)
        for number, packed in task.shards.items():
            texts = _Texts()
            own = questions[number * SHARD : (number + 1) * SHARD]
            told = [_told(question, texts) for question in own]
            said = [
                f'"{runs.index(name)}":{zlib.decompress(text).decode()}'
                for name, text in packed.items()
            ]
            kept = f'"questions":{_json(told)},"texts":{_json(list(texts))}'
            yield f"-{number}", f'{{{kept},"answers":{{{",".join(said)}}}}}'


def _cell(read: Read, item: Item, texts: _Texts) -> int | list:
    """Return a reading as data: its rule (right), -1 minus that (unread), or a list (wrong)."""
    rule = texts[read.rule]
    if read.state != "wrong":
        return rule if read.state == "right" else -1 - rule
    scores = (item.scores[item_names()[name]] for name in ERRORS)
    error = [_rounded(read.error), texts[read.off_by], *map(_rounded, scores)]
    return [rule, texts[read.number], *error]


def _rounded(number: float) -> float | None:
    return float(f"{number:.6g}") if math.isfinite(number) else None


def _text(shown: Shown, items: Mapping[str, Item]) -> list:
    """Return a response and, for each filter, the span, or the extracted text without a span."""
    told: list = [shown.text]
    for rule, item in items.items():
        extracted = (item.rule and as_text(item.answer)) or ""
        told.append(shown.spans[rule] or visible(clipped(extracted, QUESTION)))
    return told


def _listed(question: Question) -> list[str]:
    label = words.amount(question.number, question.unit)
    told = shortened(_asked(question), QUESTION)
    return [question.id, told, label, question.unit, question.kind, question.answer_format]


def _told(question: Question, texts: _Texts) -> list:
    """Return a question's text and label, and the numbers of its table, instruction and prefill."""
    of_table = question.family == "ttqa"
    context = question.view.context if of_table else ""
    given = [context, "" if of_table else question.system, question.prefill]
    told = [_asked(question), question.label]
    return [*map(visible, told), *(texts[visible(text)] for text in given)]


def _asked(question: Question) -> str:
    return question.view.text if question.family == "ttqa" else question.user


def _heading(name: str) -> str:
    return "scaled error (ASE)" if name == "ase" else ERRORS[name].heading


def _moved(span: Span, response: str, kept: str, text: str) -> Span | None:
    """Return a span of the response as a span of `text`, in which the middle may be left out and
    invisible characters are replaced; None if a part of the span was left out.
    """
    head = LONGEST // 3
    start, end = span
    if kept is not response:
        if end > head and start < len(response) - (LONGEST - head):
            return None
        if end > head:
            start, end = (place + len(kept) - len(response) for place in span)
    if text.isascii() and len(text) == len(kept):
        return start, end
    first, last = (_length(visible(kept[:place])) for place in (start, end))
    return first, last


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _json(value: Any) -> str:
    """Return a value as JSON in ASCII, without `<`."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")
