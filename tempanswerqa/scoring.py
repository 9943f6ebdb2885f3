"""Scores one response: what each filter reads in it, and what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tempanswerqa import metrics
from tempanswerqa.answers import markers, quantities, thinking
from tempanswerqa.answers.extraction import certainty, flexible
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import find_strict
from tempanswerqa.answers.truncation import truncated
from tempanswerqa.answers.unread import why_unread
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.questions.record import Question

STRICT, FLEXIBLE = "strict-match", "flexible-extract"
Filter = Callable[[markers.Response, QuestionView], tuple[markers.Answer, str] | None]
FILTERS: Mapping[str, Filter] = {STRICT: find_strict, FLEXIBLE: flexible}


class Reading(NamedTuple):
    """What a filter reads in a response, and what its number scores."""

    response: str
    view: QuestionView
    said: markers.Continuation
    """The part of the response that filters read, without its thinking."""
    truncated: bool
    """True if the response was cut off."""
    thinking: bool
    """True if the response has thinking and no answer after it."""
    filter: str
    answer: markers.Answer = ""
    """The extracted answer; empty text if there is none."""
    rule: str = ""
    """The extraction rule that found the answer; empty if there is none."""
    number: float | None = None
    """The number in the unit of the question; None if the response is unread."""
    label: float = NAN
    """The right answer that is nearest to the number, or for strict-match the first one; NaN
    without a label."""
    scores: Mapping[str, float] = {}
    """The scores by the names in `METRICS`; NaN for undefined ones, empty without a label."""

    @property
    def text(self) -> str | None:
        """Return the extracted answer as text; None if there is none."""
        return markers.as_text(self.answer) if self.rule else None

    @property
    def certainty(self) -> str:
        """Return how sure a flexible reading is (`extraction.certainty`); empty for others."""
        return certainty(self.rule) if self.number is not None and self.filter == FLEXIBLE else ""

    @property
    def unread(self) -> str:
        """Return why there is no number (a key of `unread.REASONS`); empty if there is one."""
        return why_unread(self.response, self.view) if self.number is None else ""


def score(
    content: object, question: Question | QuestionView, filters: Iterable[str] = tuple(FILTERS)
) -> list[Reading]:
    """Return what each filter (a key of `FILTERS`) reads in a response, and what that scores.

    `content` is a response as text, or what else `thinking.text_of` takes. A view of a question has
    no label, and so no scores.
    """
    view = question.view if isinstance(question, Question) else question
    response = thinking.text_of(content, view.think_end)
    parts = thinking.split(response, view.think_end)
    said = markers.continuation(parts, view)
    shared = response, view, said, truncated(parts, view), parts.unfinished
    readings: list[Reading] = []
    periods = question.periods if isinstance(question, Question) else ()
    for name in filters:
        if match := FILTERS[name](said, view):
            labels = periods[:1] if name == STRICT else periods
            number = quantities.read(match[0], view.family, view.unit, labels)
        else:
            match, number = ("", ""), None
        label: float = NAN
        scores: Mapping[str, float] = {}
        if isinstance(question, Question):
            asked = with_one_answer(question, number, name)
            label = asked.number
            if readings and readings[-1].number == number and readings[-1].label == label:
                scores = readings[-1].scores
            else:
                scores = metrics.item_scores(
                    number, label, unit=asked.unit, centroid=asked.centroid
                )
        readings.append(Reading(*shared, name, *match, number, label, scores))
    return readings


def with_one_answer(question: Question, number: float | None, rule: str) -> Question:
    """Return a question with the one right answer that counts for a filter: the nearest to the
    number, and for strict-match the first.
    """
    return question.nearest(None if rule == STRICT else number)


def item_names() -> dict[str, str]:
    """Return the names of the scores of one answer, each with its name in `METRICS`."""
    return {"ase" if name == "mase" else name: name for name in METRICS if name != "parsed"}
