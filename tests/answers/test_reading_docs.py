"""Tests the examples of docs/extraction.md, each read as it says there."""

import re
from pathlib import Path

import pytest
from readings import ask

from tempanswerqa import units
from tempanswerqa.answers import formats
from tempanswerqa.answers.reading import flexible

DOCS = Path(__file__).parents[2] / "docs/extraction.md"
FORMATS = {"H/M/S": 'H, "M": M, "S": S', "day": formats.TIME_OF_DAY.text}


def tables() -> list[list[list[str]]]:
    """Return the rows of each table, without its header."""
    blocks = re.findall(r"^---\|.*\n((?:.+ \| .+\n)+)", DOCS.read_text(encoding="utf-8"), re.M)
    return [[line.split(" | ") for line in block.splitlines()] for block in blocks]


PLACES, NOTATIONS, SILENCE = tables()


def extract(response: str, asked: str):
    """Return what is read in a cell with a response; a unit may have a format in brackets."""
    unit, _, kind = asked.removesuffix(")").partition(" (")
    response = re.fullmatch("`(.*)`", response)[1].replace("\\n", "\n")
    family = "tot" if response.startswith(" ") else "ttqa"
    return flexible(response, ask(family, units.find(unit).name, FORMATS.get(kind, "")))


@pytest.mark.parametrize(
    ("part", "row"),
    [*((0, row) for row in PLACES), *((1, row) for row in NOTATIONS)],
    ids=lambda value: value[2] if isinstance(value, list) else "",
)
def test_an_example_is_read_as_the_docs_say(part, row):
    name, _, response, read_as = row
    value, _, unit = read_as.partition(" ")
    found = extract(response, unit)
    assert found.text == value
    assert f"`{found.name.split(':')[part]}`" == name


@pytest.mark.parametrize("row", SILENCE, ids=lambda row: row[0])
def test_where_the_docs_say_so_nothing_is_read(row):
    assert extract(*row[1:]).number is None
