"""Draws arithmetic questions: dates, durations, several steps, time zones and trick questions."""

from __future__ import annotations

import json
import random
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.answers import formats
from tempanswerqa.fresh.arithmetic import add_subtract, duration, multi_op, timezones, trick
from tempanswerqa.fresh.arithmetic.dials import DIALS, Dials
from tempanswerqa.fresh.arithmetic.pen import Facts, Pen, Template
from tempanswerqa.fresh.arithmetic.solver import solve
from tempanswerqa.fresh.declared import bound, declared, functions, naming
from tempanswerqa.fresh.item import Item, Unfit, refuse, tot_item
from tempanswerqa.fresh.solving import count, kept

TYPES = ("add_subtract", "duration", "multi_op", "timezone", "trick")
"""The question types, which are file names, in the order in which picks choose them."""
_STYLES = {"month_first": 2, "day_first": 2, "short": 1, "short_day": 1, "iso": 1, "named_iso": 1}
_REASONING = (
    "<your reasoning>",
    "<how you work it out>",
    "<the steps you take>",
    "<your calculation>",
    "<your working>",
)
_MAKERS = functions(add_subtract, duration, multi_op, timezones, trick)


class Stratum(NamedTuple):
    """Hold the questions of one type, unit and answer format."""

    question_type: str
    unit: str
    answer_format: str
    weight: int
    """The weight; its share of the sum of all weights is the stratum's share of the family."""
    name: str
    instructions: tuple[str, ...]
    """The wordings of the instruction; `{json}` is the object that is asked for."""
    templates: tuple[Template, ...]
    styles: tuple[str, ...]
    """The styles of dates; a style that is listed twice is twice as likely."""
    own_notation: bool
    """True if the answer is a date in the notation of the question."""
    quote: str
    """The quotation mark around the keys of the object."""
    answer_key: str

    def instruction(self, rng: random.Random) -> str:
        fields = (("explanation", rng.choice(_REASONING)), (self.answer_key, self.answer_format))
        json = ", ".join(f"{self.quote}{key}{self.quote}: {value}" for key, value in fields)
        return rng.choice(self.instructions).replace("{json}", f"{{{json}}}")


def _strata() -> Iterator[Stratum]:
    for question_type in TYPES:
        for name, stated in declared(Path(__file__).with_name(f"{question_type}.yaml")).items():
            form = formats.text_of(stated["answer_format"])
            styles = stated.get("styles", _STYLES)
            yield Stratum(
                question_type=question_type,
                unit=stated["unit"],
                answer_format=form,
                weight=stated["weight"],
                name=name,
                instructions=tuple(stated["instructions"]),
                templates=tuple(_template(*own) for own in stated["templates"].items()),
                styles=tuple(style for style, times in styles.items() for _ in range(times)),
                own_notation=stated.get("own_notation", False),
                quote=stated.get("quote", '"'),
                answer_key=stated.get("answer_key") or formats.answer_format(form).keys[0],
            )


def _template(name: str, stated: Mapping[str, Any]) -> Template:
    with naming(f"the template {name!r}"):
        return Template(name, bound(_MAKERS, stated["make"]), tuple(stated["texts"]))


STRATA = tuple(_strata())
_ENDS = tuple(accumulate(stratum.weight for stratum in STRATA))


def chosen(pick: float) -> Stratum:
    """Return the stratum for a number in [0, 1), of which each stratum has its share."""
    return STRATA[bisect_right(_ENDS, pick * _ENDS[-1])]


def draw(rng: random.Random, level: str, picks: Sequence[float]) -> list[Item]:
    """Return a question for each pick, which chooses its stratum; KeyError for an unknown level."""
    return [_question(rng, DIALS[level], chosen(pick)) for pick in picks]


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
    if stratum.own_notation:
        label = json.dumps({"answer": facts.slots["label"]})
    else:
        label = formats.write_object(facts.number, stratum.unit, stratum.answer_format)
    return tot_item(
        question=question,
        instruction=stratum.instruction(rng),
        label=label.replace('"answer"', f'"{stratum.answer_key}"', 1),
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
        with suppress(Unfit):
            pen = Pen(rng, dials, stratum.styles)
            facts = template.make(pen)
            refuse(pen.unclear() or (stratum.unit == "date" and pen.turned(facts.number)))
            return pen, facts
