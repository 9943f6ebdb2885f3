"""Holds a generated question, a row of a question file, and what the generators share."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.fresh.declared import declared
from tempanswerqa.questions.loading import COLUMNS

EPOCH = date(1970, 1, 1)
_NAMES: dict[str, list[str]] = declared(Path(__file__).with_name("given_names.yaml"))
WOMEN, MEN = (tuple(_NAMES[name]) for name in ("women", "men"))
"""The first names of the invented people in tables and facts."""


class Unfit(TempAnswerError):
    """Facts that make no good question."""


def refuse(unfit: object) -> None:
    """Raise Unfit if the condition holds."""
    if unfit:
        raise Unfit


def ordinal(number: int) -> str:
    """Return a number from 0 on as an ordinal: 1st, 2nd, 3rd, 4th, 11th, ..."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def stamp(day: date) -> int:
    """Return the seconds from 1970-01-01 to the day."""
    return (day - EPOCH).days * 86_400


class Item(NamedTuple):
    """Holds a generated question."""

    cells: dict[str, str]
    """The cells of a row of a question file, with all `loading.COLUMNS` of the family."""
    number: float
    """The label in the unit of the row, which the template computes."""
    template: str
    """The name of the template, for tests and error messages."""


def tot_item(
    *, number: float, template: str, question: str, instruction: str, unit: str, **cells: str
) -> Item:
    """Return a question in the columns of Test of Time; `cells` has the other columns."""
    texts = {"question_wo_instruct": question, "instruction": instruction}
    cells |= texts | {"question": f"{question} {instruction}", "answer_temporal_unit": unit}
    return _item("tot", number, template, cells)


def ttqa_item(*, number: float, template: str, table: str, unit: str, **cells: str) -> Item:
    """Return a question in the columns of TempTabQA, with its table in linear form."""
    cells |= {"table_context": table, "answer_temporal_unit": unit}
    return _item("ttqa", number, template, cells)


def _item(family: str, number: float, template: str, cells: Mapping[str, str]) -> Item:
    """Return a question with its cells in the order of the columns. Raises KeyError for others."""
    return Item({name: cells[name] for name in COLUMNS[family]}, float(number), template)
