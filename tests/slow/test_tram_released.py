"""Tests the available released archives, through the harness, and the list of their errata."""

import csv
from collections import Counter

import pytest
from support import CHECKOUT

from tempanswerqa.neighbours.tram import load

pytestmark = pytest.mark.slow

# task: questions, categories
RELEASED = {
    "frequency": (4_628, 6),
    "duration": (7_197, 7),
    "ambiguity_resolution": (3_624, 5),
    "arithmetic": (15_584, 9),
    "causality": (590, 2),
}


@pytest.mark.parametrize("task", RELEASED)
def test_every_row_is_a_question_and_every_category_has_its_exemplars(tram, task, caplog):
    asked, shown = load(task, tram), load(task, tram, exemplars=True)
    categories = {item.category for item in asked}
    assert (len(asked), len(categories)) == RELEASED[task]
    assert len({item.id for item in asked}) == len(asked)
    assert caplog.records == []
    assert Counter(item.category for item in shown) == dict.fromkeys(categories, 5)
    assert {item.context.partition(":")[0] for item in asked} == {
        "Premise" if task == "causality" else ""
    }


def test_errata_are_of_released_questions(tram):
    asked = {item.id: item for item in load("arithmetic", tram)}
    with (CHECKOUT / "docs/tram-errata.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert Counter((row["verdict"], row["category"]) for row in rows) == {
        ("wrong", "Application"): 10,
        ("wrong", "Time Zone Conversion"): 2,
        ("spoiled", "Date Computation"): 203,
    }
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        item = asked[row["id"]]
        assert item.category == row["category"]
        assert row["computed"] not in item.options
        if row["verdict"] == "spoiled":
            month, year = row["computed"][:3], int(row["computed"][-2:])
            assert item.options[item.answer] in (f"{month}-{year:02}", f"{year}-{month}")
