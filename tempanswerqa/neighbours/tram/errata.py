"""Lists released answers that are wrong or spoiled.

`errata.csv` has the verdicts on TRAM arithmetic by the id of the question.
`python -m benchmarks.tram_errata` computed them. The texts come from the archives.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.neighbours.tram import items
from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.neighbours.tram.short_answers import items as short

FILE = Path(__file__).with_name("errata.csv")
WRONG, SPOILED = "wrong", "spoiled"
"""The verdicts. `spoiled`: month and year agree, but a spreadsheet removed the century of the
year."""


class Erratum(NamedTuple):
    """Hold a row with a wrong or spoiled answer, which should not count."""

    table: str
    id: str
    """The id of the question; for short answers that are left out, the number of their row."""
    category: str
    problem: str
    released: str
    computed: str
    """The letter and text of the right option, `none of them`, or a month and year; empty if it is
    not known."""
    question: str


def listed(data_dir: str | Path | None = None) -> list[Erratum]:
    """Return the wrong answers of TRAM arithmetic, and the spoiled short answers of all tasks.

    Multiple-choice questions keep their spoiled options, as all four options are then spoiled.
    Raises the errors of `items.load` and `short.load`.
    """
    with FILE.open(newline="", encoding="utf-8") as file:
        known = {row["id"]: row for row in csv.DictReader(file)}
    asked = items.load("arithmetic", data_dir).items
    found = [_choice(item, **known[item.id]) for item in asked if item.id in known]
    for task in short.TASKS:
        for row in short.read(task, data_dir).spoiled:
            own = known.get(items.identity(f"{task}_saq", row.question), {"computed": ""})
            told = (str(row.row), row.category, SPOILED, row.label, own["computed"], row.question)
            found.append(Erratum(f"{task}_saq", *told))
    return found


def _choice(item: Item, id: str, verdict: str, computed: str) -> Erratum:
    right = _option(item, item.letters.index(computed)) if computed else "none of them"
    told = (item.category, verdict, _option(item, item.answer), right, item.question)
    return Erratum("arithmetic_mcq", id, *told)


def _option(item: Item, at: int) -> str:
    return f"({item.letters[at]}) {item.options[at]}"
