"""Explains how one response is read by strict-match and by the candidates of flexible-extract."""

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
from tempanswerqa.harness import task_files
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import TOT_PREFILL, Question
from tempanswerqa.reports import tables
from tempanswerqa.reports.words import amount, right
from tempanswerqa.runs.catalog import Library
from tempanswerqa.scoring import FLEXIBLE, STRICT, Asked, ScoredReading, score
from tempanswerqa.text import printable, shown
from tempanswerqa.units import FAMILY_UNITS, UNITS

WIDEST, END = 200, 60
"""Maximum characters of a text on a terminal, and of the end of thinking."""
MOST, WEIGHTS = 8, 4
"""Maximum candidates that are shown, and features of each."""


class ExplainError(TempAnswerError, ValueError):
    """A response or question that is not available; the message says what to give instead."""


class Explanation(NamedTuple):
    """The readings of both filters in a response, with their scores for a loaded question."""

    task: str
    view: QuestionView
    """The question, with the prefill that the response continues."""
    question: Question | None
    thinking: thinking.Response
    scored: Mapping[str, ScoredReading]
    """The reading of each filter, with its scores."""
    place: str
    """The place that flexible-extract reads; empty for none."""
    considered: Sequence[Weighed]
    """The candidates there, the most probable first."""
    text: str
    """The text there."""


def response_text(given: str) -> str:
    """Return `given` itself, or the contents of standard input for `-`, of a file for `@FILE`.

    One line end at the end of these contents is left out, as `echo` and editors add one. Raises
    OSError, and ExplainError for contents that are not UTF-8 or too large.
    """
    if given != "-" and not given.startswith("@"):
        return given
    try:
        path = Path(given[1:])
        is_pipe = given == "-"
        contents = (
            sys.stdin.buffer.read() if is_pipe else files.content(path, limits.RESPONSES_BYTES)
        )
        return contents.decode("utf-8-sig").removesuffix("\n")
    except (files.FileError, UnicodeDecodeError) as error:
        raise ExplainError(f"{given}: {error}") from error


def explain(
    response: str,
    task: str,
    identity: str | None = None,
    unit: str | None = None,
    data_dir: str | None = None,
    think_end: str = "",
) -> Explanation:
    """Return what both filters read of a response to a question of a task.

    The response continues the task's prefill, if it has one.

    Parameters
    ----------
    response, task
        The text, and the name of its task.
    identity, unit
        The id of the question, or the unit of any question, which needs no data.
    data_dir
        The folder of questions.
    think_end
        The closing mark of thinking; empty if none is named.

    Raises
    ------
    ExplainError
        For a group, an unknown id or an unknown unit; also TaskError for an unknown task, and what
        `questions.load` raises.
    """
    known_task = task_files.named([task])[0]
    if known_task.name != task:
        raise ExplainError(f"{task} is a group; name one of its tasks, such as {known_task.name}")
    question = None if identity is None else _loaded(known_task, identity, data_dir)
    view = question.view if question else _view(known_task, unit or "")
    begun = view.prefill if known_task.prefill else ""
    view = view._replace(think_end=think_end, prefill=begun)
    if question:
        question = replace(question, prefill=begun, think_end=think_end)
    scored = {each.filter: each for each in score(response, question or Asked(view))}
    parts = thinking.split(response, think_end)
    considered = places.considered(places.reply_to(markers.continuation(parts, view), view))
    return Explanation(task, view, question, parts, scored, *considered)


def _view(task: task_files.Task, name: str) -> QuestionView:
    """Return a question of a unit."""
    part = subsets.find(task.subset)
    allowed = [*UNITS] if part.own else FAMILY_UNITS[part.family]
    unit = units.find(name)
    if unit is None or unit.name not in allowed:
        known = ", ".join(UNITS[each].title if part.own else each for each in allowed)
        raise ExplainError(f"unit {name!r} is not one that {task.name} asks for: {known}")
    return QuestionView(
        part.family,
        unit.name,
        prefill=TOT_PREFILL if part.family == "tot" else "",
        answer_format=formats.text_of_unit(unit.name, part.family) if part.own else "",
    )


def _loaded(task: task_files.Task, identity: str, data_dir: str | None) -> Question:
    questions = Library(data_dir).part(task.subset).questions
    found = questions.get(identity) or questions.get(f"{task.subset}-{identity}")
    if found is None:
        first = next(iter(questions))
        raise ExplainError(f"{task.name} has no question {identity!r}; its ids are like {first}")
    return found


def as_text(explanation: Explanation) -> str:
    """Return the explanation for a terminal."""
    task, view, question, parts, scored, place, considered, text = explanation
    strict, unit = scored[STRICT], view.unit
    candidates = _weighed(considered, text, unit)
    facts = {"task": task, "id": question.id if question else "", "unit": unit}
    facts |= {"answer_format": view.answer_format, "prefill": view.prefill}
    if thought := parts.thinking:
        state = "closed" if parts.closed else "not closed"
        facts["thinking"] = f"{len(thought)} characters, {state}: ...{thought[-END:]}"
    strict_rows = [("rule", "none: no answer found")]
    if rule := strict.reading.rule:
        unread = f"none: the text cannot be read as {unit}"
        number = unread if strict.number is None else _amount(strict.number, unit)
        strict_rows = [("rule", rule), ("text", strict.reading.text or ""), ("number", number)]
    verb = "agree" if strict.number == scored[FLEXIBLE].number else "differ"
    blocks = [
        _aligned("", [pair for pair in facts.items() if pair[1]]),
        _aligned(STRICT, strict_rows),
        _aligned(
            f"{FLEXIBLE}: the most probable value counts", [("place", place or "none"), *candidates]
        ),
        f"{_aligned('numbers', _numbers(scored, unit))}\n  they {verb}",
    ]
    if question:
        labels = " | ".join(right(own, unit) for own, _ in question.rights)
        blocks.append(_aligned("", [("label", labels, question.label)]))
        scores = [
            (name, *(shown(each.scores[name], digits=3) for each in scored.values()))
            for name in METRICS
            if name != "parsed"
        ]
        blocks.append(_aligned("", [("scores", *scored), *scores]))
    return "\n".join(map(tables.wrapped, "\n\n".join(blocks).split("\n")))


def _numbers(scored: Mapping[str, ScoredReading], unit: str) -> list[tuple[str, ...]]:
    """Return a row for each filter: what it read, and its probability or why it read nothing."""
    numbers = list[tuple[str, ...]]()
    for name, each in scored.items():
        reading, stated = each.reading, _amount(each.number, unit)
        if UNITS[unit].kind == "period" and each.number is not None:
            stated = f"{reading.text}: {stated}"
        sure = "" if reading.probability is None else f"probability {reading.probability:.2f}"
        numbers.append((name, stated, reading.unread or sure))
    return numbers


def _weighed(considered: Sequence[Weighed], text: str, unit: str) -> list[tuple[str, ...]]:
    """Return a row for each candidate: its text, number, probability and heaviest features."""
    rows = list[tuple[str, ...]]()
    model = choice.model()
    for one in considered[:MOST]:
        (quantity, number), rest = one.candidate, [w.score for w in considered if w is not one]
        heaviest = [
            f"{name} {change:+.1f}" for name, change in model.weights(one.features)[:WEIGHTS]
        ]
        stated = " ".join(text[slice(*quantity.span)].split())
        probability = f"{model.probability(one.score, max(rest, default=-9.0)):.2f}"
        is_period = quantity.kind == "period"
        shown_as = str(Period(*quantity.parts)) if is_period else _amount(number, unit)
        rows.append((stated, shown_as, probability, ", ".join(heaviest)))
    return rows


def _amount(number: float | None, unit: str) -> str:
    if number is None:
        return "none"
    return "no label" if isnan(number) else amount(number, unit)


def _aligned(title: str, rows: Sequence[Sequence[str]]) -> str:
    """Return rows in columns, below a title if there is one."""
    cells = [
        [printable(cell[:WIDEST]) + "..." * (len(cell) > WIDEST) for cell in row] for row in rows
    ]
    drawn = tabulate(cells, tablefmt="plain", disable_numparse=True)
    lines = [line.rstrip() for line in drawn.splitlines()]
    return "\n".join([title, *(f"  {line}" for line in lines)] if title else lines)
