"""Draws arithmetic questions: dates, durations, several steps, time zones and trick questions."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import suppress

from tempanswerqa.answers.formats import write_object
from tempanswerqa.fresh.arithmetic import strata
from tempanswerqa.fresh.arithmetic.dials import DIALS, Dials
from tempanswerqa.fresh.arithmetic.pen import Facts, Pen, Template
from tempanswerqa.fresh.arithmetic.solver import solve
from tempanswerqa.fresh.arithmetic.strata import Stratum
from tempanswerqa.fresh.declared import naming
from tempanswerqa.fresh.item import Item, Unfit, refuse, tot_item
from tempanswerqa.fresh.steps import count, kept

__all__ = ["draw", "solve"]


def draw(rng: random.Random, level: str, picks: Sequence[float]) -> list[Item]:
    """Return a question for each pick, which chooses its stratum; KeyError for an unknown level."""
    return [_question(rng, DIALS[level], strata.chosen(pick)) for pick in picks]


def _question(rng: random.Random, dials: Dials, stratum: Stratum) -> Item:
    while True:
        item = _any_question(rng, dials, stratum)
        if kept(rng, dials.steps, count(solve, item.cells)):
            return item


def _any_question(rng: random.Random, dials: Dials, stratum: Stratum) -> Item:
    template = rng.choice(stratum.templates)
    with naming(f"the template {template.name!r} of {stratum.question_type}.yaml"):
        pen, facts = _facts(rng, dials, stratum, template)
        question = pen.write(template, facts)
    return tot_item(
        question=question,
        instruction=stratum.instruction(rng),
        label=_label(stratum, facts),
        number=facts.number,
        question_type=stratum.question_type,
        answer_format=stratum.answer_format,
        unit=stratum.unit,
        split="arithmetic",
        template=f"{stratum.question_type}/{stratum.unit}/{template.name}",
    )


def _facts(
    rng: random.Random, dials: Dials, stratum: Stratum, template: Template
) -> tuple[Pen, Facts]:
    """Return the pen that writes a question, and its facts, which make a good question."""
    while True:
        pen = Pen(rng, dials, stratum.styles)
        with suppress(Unfit):
            facts = template.make(pen)
            refuse(pen.unclear() or (stratum.unit == "date" and pen.turned(facts.number)))
            return pen, facts


def _label(stratum: Stratum, facts: Facts) -> str:
    """Return the answer object as text."""
    if stratum.own_notation:
        return json.dumps({"answer": facts.slots["label"]})
    label = write_object(facts.number, stratum.unit, stratum.answer_format)
    return label.replace('"answer"', f'"{stratum.answer_key}"', 1)
