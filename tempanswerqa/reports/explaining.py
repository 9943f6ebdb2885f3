"""Explains how strict-match and the candidates of flexible-extract read one response."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

from tempanswerqa import files, limits, units
from tempanswerqa.answers import choice, formats, markers, places, thinking
from tempanswerqa.answers.choice import Weighed
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Period
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import TOT_PREFILL, Question
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables
from tempanswerqa.reports.words import amount, right
from tempanswerqa.runs.catalog import Library
from tempanswerqa.scoring import FLEXIBLE, STRICT, Asked, ScoredReading, score
from tempanswerqa.text import listed, printable, shown
from tempanswerqa.units import FAMILY_UNITS, UNITS

WIDEST, END, MOST, WEIGHTS = 200, 60, 8, 4
"""Maximum lengths of a text and of the end of thinking, and numbers of candidates and features."""


class ExplainError(TempAnswerError, ValueError):
    """An unavailable response or question; the message says what to give instead."""


class Explanation(NamedTuple):
    """The readings of both filters in a response, with scores if the question is loaded."""

    task: str
    view: QuestionView
    question: Question | None
    thinking: thinking.Response
    scored: Mapping[str, ScoredReading]
    """The reading of each filter."""
    place: str
    """The place that flexible-extract reads, or empty."""
    considered: Sequence[Weighed]
    """The candidates there, most probable first."""
    text: str
    """The text there."""


def response_text(given: str) -> str:
    """Return `given` itself, or the contents of standard input for `-`, of a file for `@FILE`.

    One trailing line end is dropped. Raises ExplainError if they are not UTF-8 or too large.
    """
    if given != "-" and not given.startswith("@"):
        return given
    try:
        if given == "-":
            contents = sys.stdin.buffer.read()
        else:
            contents = files.content(Path(given[1:]), limits.RESPONSES_BYTES)
        return contents.decode("utf-8-sig").removesuffix("\n")
    except (files.FileError, UnicodeDecodeError) as error:
        raise ExplainError(f"{given}: {files.reason(error)}") from error


def explain(
    response: str,
    task: str,
    identity: str | None = None,
    unit: str | None = None,
    data_dir: str | None = None,
    think_end: str = "",
) -> Explanation:
    """Return what both filters read in a response to a question of a task.

    Raises ExplainError for a group, an unknown id or an unknown unit.

    Parameters
    ----------
    response, task
        The text, which continues the task's prefill, if any, and the name of its task.
    identity, unit
        The id of the question, or a unit, for which no data is needed.
    data_dir
        The folder of questions.
    think_end
        The closing mark of thinking; empty if none is stated.
    """
    known_task = TaskName.parse(task)
    if not known_task.subset:
        raise ExplainError(f"{task} is a group; name one of its tasks")
    question = None
    if identity is not None:
        loaded = Library(data_dir).part(known_task.subset).questions
        question = loaded.get(identity) or loaded.get(f"{known_task.subset}-{identity}")
        if question is None:
            raise ExplainError(f"{task} has no question {identity!r}; some are {listed(loaded)}")
    view = question.view if question else _view(known_task, unit or "")
    begun = "" if known_task.chat else view.prefill
    view = view._replace(think_end=think_end, prefill=begun)
    if question:
        question = replace(question, prefill=begun, think_end=think_end)
    scored = {each.filter: each for each in score(response, question or Asked(view))}
    parts = thinking.split(response, think_end)
    considered = places.considered(places.reply_to(markers.continuation(parts, view), view))
    return Explanation(task, view, question, parts, scored, *considered)


def _view(task: TaskName, name: str) -> QuestionView:
    """Return a question of a unit."""
    part, unit = subsets.find(task.subset), units.find(name)
    allowed = [*UNITS] if part.own else FAMILY_UNITS[part.family]
    if unit is None or unit.name not in allowed:
        raise ExplainError(f"{task} does not ask for {name!r}, but for {', '.join(allowed)}")
    return QuestionView(
        part.family,
        unit.name,
        prefill=TOT_PREFILL if part.family == "tot" else "",
        answer_format=formats.text_of_unit(unit.name, part.family) if part.own else "",
    )


def as_text(explanation: Explanation) -> str:
    """Return the explanation for a terminal."""
    task, view, question, parts, scored, place, considered, text = explanation
    strict, unit = scored[STRICT], view.unit
    facts = [("task", task), ("id", question.id if question else ""), ("unit", unit)]
    facts += [("answer_format", view.answer_format), ("prefill", view.prefill)]
    if thought := parts.thinking:
        state = "closed" if parts.closed else "not closed"
        facts.append(("thinking", f"{len(thought)} characters, {state}: ...{thought[-END:]}"))
    read = [("rule", "none: no answer found")]
    if rule := strict.reading.rule:
        stated = f"none: the text cannot be read as {unit}"
        if strict.number is not None:
            stated = _amount(strict.number, unit)
        read = [("rule", rule), ("text", strict.reading.text or ""), ("number", stated)]
    numbers = []
    for name, (_, reading, _, _, number, *_) in scored.items():
        sure = "" if reading.probability is None else f"probability {reading.probability:.2f}"
        named = f"{reading.text}: " * (UNITS[unit].kind == "period" and number is not None)
        numbers.append((name, f"{named}{_amount(number, unit)}", reading.unread or sure))
    candidates = [("place", place or "none"), *_weighed(considered, text, unit)]
    blocks = [
        _aligned("", [pair for pair in facts if pair[1]]),
        _aligned(STRICT, read),
        _aligned(f"{FLEXIBLE}: the most probable value counts", candidates),
        _aligned("numbers", numbers),
    ]
    if question:
        labels = " | ".join(right(answer, unit) for answer, _ in question.rights)
        scores = [
            (name, *(shown(each.scores[name], digits=3) for each in scored.values()))
            for name in METRICS
            if name != "parsed"
        ]
        blocks.append(_aligned("", [("label", labels, question.label)]))
        blocks.append(_aligned("", [("scores", *scored), *scores]))
    return "\n".join(map(tables.wrapped, "\n\n".join(blocks).split("\n")))


def _weighed(considered: Sequence[Weighed], text: str, unit: str) -> list[tuple[str, ...]]:
    """Return a row for each candidate: its text, number, probability and heaviest features."""
    rows, model = list[tuple[str, ...]](), choice.model()
    for weighed in considered[:MOST]:
        quantity, number = weighed.candidate
        stated = " ".join(text[slice(*quantity.span)].split())
        is_period = quantity.kind == "period"
        value = str(Period(*quantity.parts)) if is_period else _amount(number, unit)
        rest = max((other.score for other in considered if other is not weighed), default=-9.0)
        heaviest = model.weights(weighed.features)[:WEIGHTS]
        features = ", ".join(f"{name} {change:+.1f}" for name, change in heaviest)
        rows.append((stated, value, f"{model.probability(weighed.score, rest):.2f}", features))
    return rows


def _amount(number: float | None, unit: str) -> str:
    if number is None:
        return "none"
    return "no label" if isnan(number) else amount(number, unit)


def _aligned(title: str, rows: Sequence[Sequence[str]]) -> str:
    """Return rows in columns, below any title."""
    cells = [
        [printable(cell[:WIDEST]) + "..." * (len(cell) > WIDEST) for cell in row] for row in rows
    ]
    drawn = tabulate(cells, tablefmt="plain", disable_numparse=True)
    lines = [line.rstrip() for line in drawn.splitlines()]
    return "\n".join([title, *(f"  {line}" for line in lines)] if title else lines)
