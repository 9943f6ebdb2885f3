"""Draws a table and distinct questions on it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cache, partial

from tempanswerqa.fresh.declared import naming
from tempanswerqa.fresh.item import Item, Unfit, refuse, stamp, ttqa_item
from tempanswerqa.fresh.solving import count, kept
from tempanswerqa.fresh.tables import measures, points
from tempanswerqa.fresh.tables.dials import DIALS, UNIT_FORMATS, unit_of
from tempanswerqa.fresh.tables.facts import month_first
from tempanswerqa.fresh.tables.kinds import kinds as kinds_of
from tempanswerqa.fresh.tables.record import Kind, Record
from tempanswerqa.fresh.tables.shapes import FIRST_YEAR, LAST_YEAR, Draft, Shape
from tempanswerqa.fresh.tables.solver import solve
from tempanswerqa.fresh.tables.wording import chosen, fits, say, wordings

_MOST = {"years": 150, "months": 160, "days": 4_000}
_YEARS = range(FIRST_YEAR, LAST_YEAR + 1)
_TRIES = 200
_OLDEST = 92
_UNNAMED = 0.15
"""The share of questions that call the table's entity the player, the war ..."""


def draw(
    rng: random.Random,
    level: str,
    picks: Sequence[float],
    *,
    split: str,
    kinds: Mapping[str, Kind] | None = None,
) -> list[Item]:
    """Return a question for each pick, which chooses its unit, on one table of one of the kinds.

    Without `kinds`, these are all of the split.
    """
    kinds = kinds or kinds_of(split)
    units = [unit_of(pick, split) for pick in picks]
    exact = not {"date_years", "years"}.issuperset(units)
    while True:
        category = rng.choice(tuple(kinds))
        record = Record(category, rng, DIALS[level], rare=split == "tail", exact=exact)
        with naming(f"the kind {category!r}"):
            kinds[category](record)
        with suppress(Unfit):
            refuse(not _consistent(record))
            table = record.render()
            questions = _questions(record, table, units)
            break
    table_id = str(rng.randrange(10**6, 10**7))
    return [
        ttqa_item(
            question=question,
            table=table,
            label=month_first(answer) if isinstance(answer, date) else str(answer),
            number=stamp(answer) if isinstance(answer, date) else answer,
            category=category,
            table_id=table_id,
            answer_format=UNIT_FORMATS[unit],
            unit=unit,
            split=split,
            template=f"{unit}.{template}",
        )
        for unit, question, (answer, *_), template in questions
    ]


draw_head, draw_tail = partial(draw, split="head"), partial(draw, split="tail")


def _consistent(record: Record) -> bool:
    """Return whether all events are in known years, and none of a person follows the death."""
    days = [event.day for event in record.events]
    deaths = [moment.day for moment in record.moments if moment.words.noun == "death"]
    last = min(deaths, default=date(LAST_YEAR, 12, 31))
    if record.birth is not None and max(days).year > record.birth.day.year + _OLDEST:
        return False
    return record.sound and min(days).year >= FIRST_YEAR and max(days) <= last


def _questions(
    record: Record, table: str, units: Sequence[str]
) -> list[tuple[str, str, Draft, str]]:
    """Return a question for each unit, no two on the same; Unfit if the table gives too few."""
    asked: list[tuple[str, str, Draft, str]] = []
    told = set()
    for unit in units:
        for _ in range(_TRIES):
            with suppress(Unfit):
                question, draft, template = _question(record, unit)
                refuse((draft.key, draft.answer) in told)
                cells = {"question": question, "answer_temporal_unit": unit, "table_context": table}
                if kept(record.rng, record.dials.steps, count(solve, cells)):
                    break
        else:
            raise Unfit
        told.add((draft.key, draft.answer))
        asked.append((unit, question, draft, template))
    return asked


@cache
def _shapes(unit: str, shares: tuple[float, ...], invented: bool) -> Sequence[Shape]:
    """Return the shapes for a unit, except those of which the level keeps no question."""
    return [
        shape
        for shape in (*measures.SHAPES, *points.SHAPES)
        if unit in shape.units and any(shares[: shape.steps]) and invented >= shape.invented
    ]


def _question(record: Record, unit: str) -> tuple[str, Draft, str]:
    rng = record.rng
    shapes = _shapes(unit, record.dials.steps, record.dials.invented)
    (shape,) = rng.choices(shapes, [shape.weight for shape in shapes])
    draft = shape.find(record, unit)
    refuse(draft.rounded and rng.random() >= record.dials.rounded)
    refuse(not _plausible(draft.answer, unit, record))
    templates = wordings()[draft.key]
    fitting = [place for place, own in enumerate(templates) if fits(own, draft.slots)]
    refuse(not fitting)
    entity = record.entity
    if record.called and rng.random() < _UNNAMED:
        entity = replace(entity, name=f"the {record.called}")
    elif record.short and rng.random() < record.dials.surname:
        entity = replace(entity, name=record.short)
    wording = min(rng.choice(fitting) for _ in range(2))  # plain ones stand first
    question = say(chosen(templates[wording], rng), entity, draft.slots)
    return question, draft, f"{draft.key}.{wording}"


def _plausible(answer: int | date, unit: str, record: Record) -> bool:
    """Return whether the answer is within bounds; a share of other amounts passes, by `Dials`."""
    if isinstance(answer, date):
        return answer.year in _YEARS
    if unit == "date_years":
        return answer in _YEARS
    bound, below, above = record.dials.amounts[unit]
    return 0 < answer <= _MOST[unit] and record.rng.random() < (below if answer < bound else above)
