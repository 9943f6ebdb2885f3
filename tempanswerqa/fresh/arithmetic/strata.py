"""The strata of the family, from the YAML files beside this one: what is asked, and how."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.answers import formats
from tempanswerqa.fresh.arithmetic import (
    add_eras,
    add_subtract,
    clock_spans,
    duration,
    multi_op,
    schedules,
    timezones,
    trick,
    trick_ages,
    zone_gaps,
)
from tempanswerqa.fresh.arithmetic.pen import Make, Template
from tempanswerqa.fresh.declared import declared

TYPES = ("add_subtract", "duration", "multi_op", "timezone", "trick")
"""Question types, in the order in which picks choose them: names of the files."""
_STYLES = {"month_first": 2, "day_first": 2, "short": 1, "short_day": 1, "iso": 1, "named_iso": 1}
_REASONING = (
    "<your reasoning>",
    "<how you work it out>",
    "<the steps you take>",
    "<your calculation>",
    "<your working>",
)
_MAKERS = {
    name: value
    for module in (
        *(add_subtract, add_eras, duration, clock_spans, multi_op, schedules, timezones),
        *(zone_gaps, trick, trick_ages),
    )
    for name, value in vars(module).items()
    if getattr(value, "__module__", "") == module.__name__
}
"""What draws the facts of a question, or returns what does, by the names in the files."""


class Stratum(NamedTuple):
    """Questions of one type, unit and answer format."""

    question_type: str
    unit: str
    answer_format: str
    weight: int
    """Its share of the family, in parts of the sum of all weights."""
    name: str
    instructions: tuple[str, ...]
    """Wordings; `{json}` is the object that is asked for."""
    templates: tuple[Template, ...]
    styles: tuple[str, ...]
    """Of dates, see `pen.written`; one that comes twice is as likely again."""
    own_notation: bool
    """Whether a date is wanted in the notation of the question."""
    quote: str
    """What stands around the keys of the object."""
    answer_key: str
    """The first key of the answer."""

    def instruction(self, rng: random.Random) -> str:
        """Return one of the wordings."""
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
    return Template(name, _make(stated["make"]), tuple(stated["texts"]))


def _make(stated: str | dict[str, Any]) -> Make:
    if isinstance(stated, str):
        return _MAKERS[stated]
    ((name, given),) = stated.items()
    return _MAKERS[name](*given) if isinstance(given, list) else _MAKERS[name](**given)


STRATA = tuple(_strata())
_ENDS = tuple(accumulate(stratum.weight for stratum in STRATA))


def chosen(pick: float) -> Stratum:
    """Return the stratum at a number in [0, 1), each taking up its share."""
    return STRATA[bisect_right(_ENDS, pick * _ENDS[-1])]
