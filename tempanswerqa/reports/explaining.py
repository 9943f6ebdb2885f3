"""Explains how one response is read by strict-match and by each rule of flexible-extract."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tabulate import tabulate

from tempanswerqa import files, limits, units
from tempanswerqa.answers import formats, free_text, markers, quantities, thinking
from tempanswerqa.answers.flexible.rules import attempts as flexible_attempts
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.fresh import bank
from tempanswerqa.harness import task_files
from tempanswerqa.questions import draws, subsets
from tempanswerqa.questions.record import TOT_PREFILL, Question
from tempanswerqa.reports import tables
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import FILTERS, FLEXIBLE, STRICT, item_names, score
from tempanswerqa.runs.summary import known
from tempanswerqa.text import printable, suggestion
from tempanswerqa.units import DATED, FAMILY_UNITS, UNITS

CLOSE = 0.8
"""The least similarity of an id that a hint names, from 0 to 1; ids of one task begin alike."""

WIDEST = 200
"""The largest number of characters of a text on a terminal; the rest is cut off."""

ENDS = 60
"""The number of characters that are shown from the end of thinking."""

_EPOCH = datetime(1970, 1, 1)

Explanation = dict[str, Any]


class ExplainError(TempAnswerError, ValueError):
    """A response or question that is not available; the message says what to give instead."""


def response_text(given: str) -> str:
    """Return `given` itself, or the contents of standard input for `-`, of a file for `@FILE`.

    One line end at the end of these contents is left out, as `echo` and editors add one. Raises
    OSError, and ExplainError for contents that are not UTF-8 and for a file of more than
    `limits.LINE_BYTES`.
    """
    if given != "-" and not given.startswith("@"):
        return given
    try:
        if given == "-":
            contents = sys.stdin.buffer.read()
        else:
            contents = files.content(Path(given[1:]), limits.LINE_BYTES)
    except files.FileError as error:
        raise ExplainError(f"{given}: {error}") from error
    try:
        return contents.decode("utf-8-sig").removesuffix("\n")
    except UnicodeDecodeError as error:
        raise ExplainError(f"{given}: {error}; a response has to be UTF-8") from error


def explain(
    response: str,
    task: str,
    identity: str | None = None,
    unit: str | None = None,
    answer_format: str | None = None,
    text: str | None = None,
    prefill: bool = True,
    data_dir: str | None = None,
    think_end: str = "",
) -> Explanation:
    """Return what both filters read of a response to a question of a task, each under its name, and
    for a loaded question what it scores.

    The question is one that is loaded by its id, or one of a unit. Only the second kind takes an
    answer format and the question's text, and it needs no data. The response goes on from the
    task's prefill, if it has one and `prefill` is true. `think_end` is the closing mark of
    thinking; empty if none is named.

    `number` is in the asked unit, or None if nothing was read; `date` is the same as a date, or
    None. `certainty` says how sure flexible-extract is (`answers.extraction.certainty`), `unread`
    why a filter reads no number (`answers.unread.REASONS`). `counts` marks the one rule of
    flexible-extract whose reading is the filter's.
    `thinking` describes the text before the answer, which is not read; `ends` are its last
    characters. `label` and `scores` are None without a question; an undefined score is None.

    Raises TaskError for an unknown task, ExplainError for a group, an unknown id or an unknown
    unit, and the errors of `questions.load` for a loaded question.
    """
    asked_task = task_files.named([task])[0]
    if asked_task.name != task:
        raise ExplainError(f"{task} is a group; name one of its tasks, such as {asked_task.name}")
    question: Question | None = None
    part = subsets.find(asked_task.subset)
    if identity is None:
        family = part.family
        units_asked = [*UNITS] if part.folder else FAMILY_UNITS[family]
        named = units.find(unit or "")
        if named is None or named.name not in units_asked:
            names = [UNITS[name].title if part.folder else name for name in units_asked]
            hint = suggestion(str(unit), names)
            raise ExplainError(f"unit {unit!r} is none that {task} asks for; {hint}")
        if part.folder and not answer_format:
            answer_format = formats.text_of_unit(named.name, family)
        asked = QuestionView(
            family,
            named.name,
            prefill=TOT_PREFILL if family == "tot" else "",
            answer_format=answer_format or "",
            user=text or "",
        )
    elif answer_format is not None or text is not None or unit is not None:
        raise ExplainError(
            "a question with an id has its own unit, format and text: leave them out"
        )
    else:
        if draw := asked_task.draw:
            stated = draws.draw_of(identity)
            if stated and stated.subset == draw.subset and stated.n <= limits.QUESTIONS:
                draw = stated._replace(n=max(stated.n, draw.n))
            questions = {question.id: question for question in bank.load(draw)}
        else:
            questions = Library(data_dir).part(asked_task.subset).questions
        if identity not in questions:
            hint = f"its ids are like {next(iter(questions))}"
            hint = suggestion(identity, questions, hint, CLOSE)
            raise ExplainError(f"{task} has no question {identity!r}; {hint}")
        question = questions[identity]
        asked = question.view
    begun = asked.prefill if prefill and asked_task.prefill else ""
    asked = asked._replace(think_end=think_end, prefill=begun)
    label = question and replace(question, prefill=asked.prefill, think_end=asked.think_end)
    readings = {reading.filter: reading for reading in score(response, label or asked)}
    numbers = {rule: reading.number for rule, reading in readings.items()}
    parts, thought = thinking.split(response, asked.think_end), None
    if parts.thinking:
        size, ends = len(parts.thinking), parts.thinking[-ENDS:]
        thought = {"characters": size, "closed": parts.closed, "ends": ends}
    shown: Explanation = {
        "task": task,
        "id": question.id if question else None,
        "unit": asked.unit,
        "answer_format": asked.answer_format,
        "prefill": asked.prefill,
        "thinking": thought,
    }
    for rule, reading in readings.items():
        amount = _amount(reading.number, asked.unit)
        read = {
            "rule": reading.rule or None,
            "text": reading.text,
            "unread": reading.unread or None,
        }
        shown[rule] = read | amount
    shown[FLEXIBLE]["certainty"] = readings[FLEXIBLE].certainty or None
    attempts: list[Explanation] = []  # every rule, in order; the first that reads something counts
    tried = flexible_attempts if asked.is_native else free_text.attempts
    for rule, value in tried(response, asked):
        text = number = notation = None
        if value is not None:
            text, notation = markers.plain_text(value.value), value.notation
            number = quantities.read(text, asked.family, asked.unit)
        counts = value is not None and not any(before["counts"] for before in attempts)
        found = {"rule": rule, "text": text, **_amount(number, asked.unit)}
        attempts.append(found | {"notation": notation, "counts": counts})
    shown[FLEXIBLE]["rules"] = attempts
    shown["differs"] = numbers[STRICT] != numbers[FLEXIBLE]
    shown["label"] = shown["scores"] = None
    if question:
        shown["label"] = {"text": question.label, **_amount(question.number, question.unit)}
        shown["scores"] = {
            rule: {name: known(reading.scores[column]) for name, column in item_names().items()}
            for rule, reading in readings.items()
        }
    return shown


def _amount(number: float | None, unit: str) -> Explanation:
    if unit not in DATED or number is None:
        return {"number": number, "date": None}
    when = (_EPOCH + timedelta(seconds=number)).isoformat(" ")
    return {"number": number, "date": when.partition(" ")[0] if unit == "date" else when}


def as_text(explanation: Explanation) -> str:
    """Return the explanation for a terminal."""
    readings, unit = {name: explanation[name] for name in FILTERS}, explanation["unit"]
    strict, found = readings[STRICT], readings[FLEXIBLE]
    strict_rows = [("rule", "none: no answer found")]
    if strict["rule"] is not None:
        unread = f"none: the text cannot be read as {unit}"
        number = unread if strict["number"] is None else _number(strict)
        strict_rows = [
            *(("rule", strict["rule"]), ("text", strict["text"] or "")),
            ("number", number),
        ]
    attempts = []
    for attempt in found["rules"]:
        number, notation = "nothing", attempt["notation"] or ""
        if attempt["number"] is not None:
            number = _number(attempt)
        elif attempt["text"] is not None:
            number = f"out of range for {unit}: {attempt['text']}"
        attempts.append((attempt["rule"], number, notation, "counts" * attempt["counts"]))
    given = {name: explanation[name] for name in ("task", "id", "unit", "answer_format", "prefill")}
    if thought := explanation["thinking"]:
        state = "closed" if thought["closed"] else "not closed"
        given["thinking"] = f"{thought['characters']} characters, {state}: ...{thought['ends']}"
    parts = [
        _aligned((name, text) for name, text in given.items() if text),
        f"{STRICT}\n" + _indented(strict_rows),
        f"{FLEXIBLE}: the first rule that reads something counts\n" + _indented(attempts),
        "numbers\n"
        + _indented(
            (name, _number(read), read["unread"] or read.get("certainty") or "")
            for name, read in readings.items()
        )
        + ("\n  they differ" if explanation["differs"] else "\n  they agree"),
    ]
    if label := explanation["label"]:
        parts.append(_aligned([("label", _number(label), label["text"])]))
        columns = [Column("filter", ""), *(Column(name, name, digits=3) for name in item_names())]
        rows = [{"filter": name, **own} for name, own in explanation["scores"].items()]
        parts.append(tables.render(Table(columns=columns, rows=rows), "table"))
    return "\n".join(map(tables.wrapped, "\n\n".join(parts).split("\n")))


def _number(amount: Explanation) -> str:
    """Return a number in full, with its date: `1078444800 (2004-03-05)`."""
    if amount["number"] is None:
        return "none"
    number = repr(amount["number"]).removesuffix(".0")
    return f"{number} ({amount['date']})" if amount["date"] else number


def _indented(rows: Iterable[Sequence[str]]) -> str:
    return textwrap.indent(_aligned(rows), "  ")


def _aligned(rows: Iterable[Sequence[str]]) -> str:
    cells = [[printable(cell[:WIDEST]) + "..." * (len(cell) > WIDEST) for cell in row]
             for row in rows]  # fmt: skip
    drawn = tabulate(cells, tablefmt="plain", disable_numparse=True)
    return "\n".join(line.rstrip() for line in drawn.splitlines())
