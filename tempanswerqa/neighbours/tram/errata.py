"""Released answers that are wrong or spoiled: TRAM arithmetic is checked by `recomputed`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.answers.quantities import MONTHS
from tempanswerqa.neighbours.tram import items, recomputed, stated
from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.neighbours.tram.short_answers import items as short

RIGHT, WRONG, SPOILED, UNKNOWN = "right", "wrong", "spoiled", "unknown"
"""Verdicts. `spoiled`: the month agrees, and the year but for its century, which a spreadsheet
took; `unknown`: nothing to compare with."""


class Checked(NamedTuple):
    """A question whose released answer was compared with the computed one."""

    item: Item
    verdict: str
    released: str
    computed: str
    """The letter and text of the option that is right; `none of them`, or empty where unknown."""


class Erratum(NamedTuple):
    """A row that should not count, or counts against who is right."""

    table: str
    id: str
    """Of the question; short answers that are left out have the number of their row."""
    category: str
    problem: str
    released: str
    computed: str
    question: str


def listed(data_dir: str | Path | None = None) -> list[Erratum]:
    """Return the wrong answers of TRAM arithmetic, and the spoiled short answers of all tasks.

    Spoiled options stay in the multiple-choice questions, where all four are of one kind. Raises
    what `items.load` and `short.load` raise.
    """
    checked = check(items.load("arithmetic", data_dir).items)
    found = [
        Erratum(
            "arithmetic_mcq",
            each.item.id,
            each.item.category,
            each.verdict,
            each.released,
            each.computed,
            each.item.question,
        )
        for each in checked
        if each.verdict in (WRONG, UNKNOWN)
    ]
    for task in short.TASKS:
        for row in short.read(task, data_dir).spoiled:
            computed = _month(row.question) if task == "arithmetic" else ""
            told = (str(row.row), row.category, SPOILED, row.label, computed, row.question)
            found.append(Erratum(f"{task}_saq", *told))
    return found


def check(asked: Iterable[Item]) -> list[Checked]:
    """Return each question of TRAM arithmetic with its verdict."""
    return [_checked(item) for item in asked]


def counts(checked: Iterable[Checked]) -> dict[str, Counter[str]]:
    """Return the number of each verdict by category."""
    found: dict[str, Counter[str]] = {}
    for each in checked:
        found.setdefault(each.item.category, Counter())[each.verdict] += 1
    return found


def _checked(item: Item) -> Checked:
    wanted = recomputed.values(item.question, item.id)
    told = [stated.value(text) for text in item.options]
    right = [at for at, own in enumerate(told) if any(stated.agrees(own, v) for v in wanted)]
    own = told[item.answer]
    released = _option(item, item.answer)
    if not wanted:
        return Checked(item, UNKNOWN, released, "")
    computed = _option(item, right[0]) if right else "none of them"
    if item.answer not in right:
        return Checked(item, WRONG, released, computed)
    spoiled = own is not None and own[0] == "spoiled"
    return Checked(item, SPOILED if spoiled else RIGHT, released, released)


def _month(question: str) -> str:
    months = (v for v in recomputed.values(question, "") if v[0] == "month")
    return next((f"{MONTHS[month - 1]} {year}" for _, year, month in months), "")


def _option(item: Item, at: int) -> str:
    return f"({item.letters[at]}) {item.options[at]}"
