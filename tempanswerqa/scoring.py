"""Scores one response: what each filter reads in it, and what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tempanswerqa import metrics
from tempanswerqa.answers import markers, places, released_code, thinking
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Reading, Unread
from tempanswerqa.answers.truncation import truncated
from tempanswerqa.answers.unread import why_unread
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import Question
from tempanswerqa.units import UNITS

STRICT, FLEXIBLE = "strict-match", "flexible-extract"
Filter = Callable[[markers.Continuation, QuestionView], Reading]
FILTERS: Mapping[str, Filter] = {STRICT: released_code.find, FLEXIBLE: places.find}


class ScoredReading(NamedTuple):
    """What a filter reads in a response, and what its number scores."""

    filter: str
    reading: Reading
    """The reading, without its span."""
    truncated: bool
    """True if the response was cut off."""
    thinking: bool
    """True if the response has thinking and no answer after it."""
    number: float | None
    """The number that is scored (`Reading.score_for`); None if the response is unread."""
    label: float = NAN
    """The right answer that is nearest to the number, or for strict-match the first one; NaN
    without a label."""
    error: float = NAN
    """The distance of number and label in the unit, for points in time in days or minutes; NaN if
    the response is unread or has no label."""
    scores: Mapping[str, float] = {}
    """The scores by the names in `METRICS`; NaN for undefined ones, empty without a label."""


def score(
    content: object, question: Question | QuestionView, filters: Iterable[str] = tuple(FILTERS)
) -> list[ScoredReading]:
    """Return what each filter (a key of `FILTERS`) reads in a response, and what that scores.

    `content` is a response as text, or what else `thinking.text_of` takes. A view of a question has
    no label, and so no scores.
    """
    view = question.view if isinstance(question, Question) else question
    labelled = question if isinstance(question, Question) else None
    periods = labelled.periods if labelled else ()
    response = thinking.text_of(content, view.think_end)
    parts = thinking.split(response, view.think_end)
    said = markers.continuation(parts, view)
    counted = truncated(parts, view), parts.unfinished
    scored: list[ScoredReading] = []
    known: dict[tuple[float | None, float], Mapping[str, float]] = {}
    unread: Unread | None = None
    for name in filters:
        reading = FILTERS[name](said, view)
        if reading.number is None:
            unread = unread or why_unread(response, view)
            reading = reading._replace(unread=unread)
        number = reading.score_for(periods[:1] if name == STRICT else periods)
        label = error = NAN
        scores: Mapping[str, float] = {}
        if labelled:
            asked = with_one_answer(labelled, number, name)
            label = asked.number
            if number is not None:
                unit = UNITS[asked.unit]
                error = abs(unit.nearest(number, label) - label) / unit.step
            if (number, label) not in known:
                known[number, label] = metrics.item_scores(
                    number, label, unit=asked.unit, centroid=asked.centroid
                )
            scores = known[number, label]
        scored.append(ScoredReading(name, reading, *counted, number, label, error, scores))
    return scored


def shown_first(subset: str, filters: Iterable[str] = tuple(FILTERS)) -> list[str]:
    """Return filters in the order in which they are shown for a set of questions: strict-match is
    the paper's reading of the paper's questions, and so comes last for a user's.
    """
    return sorted(filters, key=lambda name: (name == STRICT) is subsets.find(subset).own)


def with_one_answer(question: Question, number: float | None, filter_name: str) -> Question:
    """Return a question with the one right answer that counts for a filter: the nearest to the
    number, and for strict-match the first.
    """
    return question.nearest(None if filter_name == STRICT else number)


def item_names() -> dict[str, str]:
    """Return the names of the scores of one answer, each with its name in `METRICS`."""
    return {"ase" if name == "mase" else name: name for name in METRICS if name != "parsed"}
