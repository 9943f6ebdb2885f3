"""Tests that the tables of docs/fresh.md state the settings of the package."""

from pathlib import Path

import pytest

import tempanswerqa
from tempanswerqa.fresh.arithmetic.dials import DIALS as ARITHMETIC
from tempanswerqa.fresh.semantic.dials import DIALS as SEMANTIC
from tempanswerqa.fresh.tables.dials import DIALS as TABLES
from tempanswerqa.questions.draws import LEVELS

ROWS = {
    "arithmetic: days added to a date": lambda level: ARITHMETIC[level].spans["day"],
    "arithmetic: years that pass, BC and AD": lambda level: ARITHMETIC[level].era_span,
    "arithmetic: durations that are summed or averaged": lambda level: ARITHMETIC[level].parts,
    "arithmetic: pieces of work": lambda level: ARITHMETIC[level].pieces,
    "semantic: facts": lambda level: SEMANTIC[level].facts,
    "semantic: entities": lambda level: SEMANTIC[level].entities,
    "semantic: years from the first to the last": lambda level: SEMANTIC[level].span,
    "tables: rows without dates": lambda level: TABLES[level].extras,
    "tables: spans in a list": lambda level: TABLES[level].spans,
    "tables: years in a list": lambda level: TABLES[level].wins,
}


def shown(value) -> str:
    return "{:,} to {:,}".format(*value)


@pytest.fixture(scope="module")
def text() -> str:
    docs = Path(tempanswerqa.__file__).parents[1] / "docs" / "fresh.md"
    if not docs.exists():
        pytest.skip("the docs are beside the package in a clone alone")
    return docs.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ROWS)
def test_levels(text, name):
    semantic = name.startswith("semantic")
    cells = [shown(ROWS[name](level)) for level in (SEMANTIC if semantic else LEVELS)]
    assert f"| {name} | {' | '.join(cells)} |{'' if semantic else ' |'}\n" in text


def test_no_other_row_of_levels(text):
    rows = [
        line
        for line in text.splitlines()
        if line.startswith(("| arithmetic:", "| semantic:", "| tables:"))
    ]
    named = {row.split(" | ")[0].removeprefix("| ") for row in rows}
    assert named == {*ROWS, "arithmetic: offsets from UTC"}
