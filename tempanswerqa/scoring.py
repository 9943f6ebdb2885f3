"""Scores one response: what each filter reads in it, and the scores of that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from tempanswerqa import metrics
from tempanswerqa.answers import markers, places, reading, thinking
from tempanswerqa.answers.labels import Right
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import CUT, Period, Reading
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import Question
from tempanswerqa.units import UNITS, find

MOST_UNREAD = 0.05
"""The share of unread answers above which `advice` is given."""

STRICT, FLEXIBLE = "strict-match", "flexible-extract"
Filter = Callable[[markers.Continuation, QuestionView], Reading]
FILTERS: Mapping[str, Filter] = {STRICT: reading.read_strictly, FLEXIBLE: reading.read_flexibly}


class Asked(NamedTuple):
    """The parts of a question that the scoring of a response needs."""

    view: QuestionView
    rights: tuple[tuple[Right, float], ...] = ()
    """The right answers, as in `Question.rights`; without them there are no scores."""


class ScoredReading(NamedTuple):
    """The reading of a response by one filter, with the scores of its number."""

    filter: str
    reading: Reading
    """The reading; its span is valid only if requested."""
    truncated: bool
    """True if the response is unread because it is empty or breaks off."""
    thinking: bool
    """True if the response has thinking and no answer after it."""
    number: float | None
    """The scored number, for `when` its error in days; None if the response is unread."""
    label: float = NAN
    """The right answer that is nearest to the number, or for strict-match the first one, for `when`
    0; NaN without a label."""
    error: float = NAN
    """The distance between number and label in the unit, in days or minutes for points in time; NaN
    if the response is unread or has no label."""
    scores: Mapping[str, float] = {}
    """The scores by the names in `METRICS`; NaN for undefined ones, empty without a label."""
    right: Right = None
    """The right answer that counts; None without one."""


def score(
    response: object,
    question: Question | Asked,
    filters: Collection[str] = tuple(FILTERS),
    choose: places.Choose | None = None,
    spans: bool = False,
) -> list[ScoredReading]:
    """Return what each filter (a key of `FILTERS`) reads in a response, with its scores.

    Parameters
    ----------
    response
        Text or anything else that `thinking.text_of` accepts, or what was already read: a number in
        the unit, or a Period.
    question
        The question, or the part of it that scoring needs.
    filters
        Keys of `FILTERS`.
    choose
        Chooses among the values of a text that announces none, for flexible-extract.
    spans
        True to return spans in the response; otherwise strict readings have none, and flexible ones
        have that in a normalized text.
    """
    view, rights = question.view, question.rights
    thought = False
    if isinstance(response, int | float | Period):
        readings = [Reading(response)] * len(filters)
    else:
        parts = thinking.split(response, view.think_end)
        said = markers.continuation(parts, view)
        thought = parts.unfinished
        readings = [
            reading.read_flexibly(said, view, choose)
            if choose and name == FLEXIBLE
            else FILTERS[name](said, view)
            for name in filters
        ]
        if spans:
            readings = [
                reading.with_strict_span(read, response, said, view)
                if name == STRICT
                else reading.with_span(read, response, said)
                for name, read in zip(filters, readings, strict=True)
            ]
    scored = []
    for name, read in zip(filters, readings, strict=True):
        counting = rights[:1] if name == STRICT else rights
        scores = _scored(read.number, counting, view.unit, read.unread == "refused")
        scored.append(ScoredReading(name, read, read.unread in CUT, thought, *scores))
    return scored


@lru_cache(maxsize=4)
def _scored(
    number: Right, rights: tuple[tuple[Right, float], ...], unit: str, refused: bool
) -> tuple[float | None, float, float, Mapping[str, float], Right]:
    """Return the fields of `ScoredReading` from `number` on."""
    first = rights[0][0] if rights else None
    if first is None:
        scores = dict.fromkeys(METRICS, NAN) if rights else {}
        if rights:  # the answer is unknown, and saying so is right
            scores["exact_match"] = float(number is None and refused)
        return NAN if isinstance(number, Period) else number, NAN, NAN, scores, None
    if isinstance(number, Period) or isinstance(first, Period):
        periods = [right for right, _ in rights if isinstance(right, Period)]
        right, off = periods[0], None
        if isinstance(number, Period):
            right = min(periods, key=number.error)
            off = float(number.error(right))
        scores = metrics.item_scores(off, 0.0, unit=unit, centroid=NAN)
        return off, 0.0, NAN if off is None else off, scores, right
    centroids = dict(reversed(rights))
    label = metrics.nearest(number, [right for right, _ in rights], UNITS[unit])  # type: ignore[misc]
    scores = metrics.item_scores(number, label, unit=unit, centroid=centroids[label])
    error = NAN if number is None else abs(UNITS[unit].error(number, label))
    return number, label, error, scores, label


def shown_first(subset: str, filters: Iterable[str] = tuple(FILTERS)) -> list[str]:
    """Return filters in the order for a set of questions: strict-match is last for a user's."""
    return sorted(filters, key=lambda name: (name == STRICT) is subsets.find(subset).own)


def advice(units: Iterable[str]) -> str:
    """Return what to ask of models so that answers in these units are read."""
    forms = dict.fromkeys(unit.asked for name in units if (unit := find(name)))
    return f"more are read if models end with a line `Final Answer: ` and {'; or '.join(forms)}"
