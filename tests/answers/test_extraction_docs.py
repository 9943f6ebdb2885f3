"""Tests the examples of docs/extraction.md, each read as it says there."""

import re
from datetime import date
from pathlib import Path

import pytest
from cases import results_of
from readings import ask

from tempanswerqa import units
from tempanswerqa.answers import formats
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.flexible.rules import RULES

DOCS = Path(__file__).parents[2] / "docs/extraction.md"
FORMATS = {"H/M/S": 'H, "M": M, "S": S', "day": formats.TIME_OF_DAY.text}


def tables() -> dict[str, list[list[str]]]:
    """Return the rows of each table without its header, by the heading or line of text above it."""
    found: dict[str, list[list[str]]] = {}
    above = ""
    for line in DOCS.read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            cells = [cell.strip(" ") for cell in line[1:-1].split(" | ")]
            found.setdefault(above, []).append(cells)
        elif line:
            above = line.removeprefix("## ")
    return {name: rows[2:] for name, rows in found.items()}


TABLES = tables()
TTQA_PLACES = TABLES["Places"]
TOT_PLACES = next(rows for rows in TABLES.values() if rows[0][0] == "`last_words`")
TTQA_NOTATIONS, TTQA_SILENCE = TABLES["Notations"], TABLES["Where it abstains"]
TOT_NOTATIONS = TABLES["For Test of Time there are more:"]
TOT_SILENCE = TABLES["For Test of Time also:"]


def extract(family: str, unit: str, cell: str):
    unit, _, kind = unit.partition(", ")
    unit = units.find(unit).name
    response = re.fullmatch("`(.*)`", cell)[1].replace("\\n", "\n")
    return flexible(response, ask(family, unit, FORMATS.get(kind, "")))


@pytest.mark.parametrize(
    ("family", "part", "row"),
    [
        *(("tot", 0, row) for row in TOT_PLACES),
        *(("ttqa", 0, row) for row in TTQA_PLACES),
        *(("tot", 1, row) for row in TOT_NOTATIONS),
        *(("ttqa", 1, row) for row in TTQA_NOTATIONS),
    ],
    ids=lambda value: value[3] if isinstance(value, list) else "",
)
def test_an_example_is_read_as_the_docs_say(family, part, row):
    name, _, unit, response, value = row
    found = extract(family, unit, response)
    assert found.text == value
    assert f"`{found.name.split(':')[part]}`" == name


test_where_the_docs_say_so_nothing_is_read = results_of(
    lambda *asked: extract(*asked).number,
    [
        *(("tot", *row[1:], None) for row in TOT_SILENCE),
        *(("ttqa", *row[1:], None) for row in TTQA_SILENCE),
    ],
)


def test_the_docs_name_every_rule_in_its_order():
    both, objects = ([row[0].strip("`") for row in rows] for rows in (TTQA_PLACES, TOT_PLACES))
    assert both == list(RULES["ttqa"])
    behind = both.index("tagged") + 1
    rest = [place for place in both[behind:] if place != "answer_object"]
    assert [*both[:behind], *objects, *rest] == list(RULES["tot"])


def test_examples_with_dates_name_days():
    for row in (*TTQA_NOTATIONS, *TOT_NOTATIONS):
        if row[2] == "date":
            assert date.fromisoformat(row[4])
