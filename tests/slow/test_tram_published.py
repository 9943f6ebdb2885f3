"""Tests the released archives at hand, and the task card's statements on them."""

from datetime import datetime

import pytest

from benchmarks.tram_errata import __main__ as script
from benchmarks.tram_errata import stated
from tempanswerqa.metrics import clusters
from tempanswerqa.neighbours.tram import errata, items, shortcuts
from tempanswerqa.neighbours.tram.short_answers import items as short
from tempanswerqa.neighbours.tram.short_answers.reading import TEXT

pytestmark = pytest.mark.slow

QUESTIONS = {
    "frequency": 4_628, "duration": 7_197, "ambiguity_resolution": 3_624, "arithmetic": 15_584,
    "causality": 590,
}  # fmt: skip
CATEGORIES = {"frequency": 6, "duration": 7, "ambiguity_resolution": 5, "arithmetic": 9}
GIVEN_AWAY = {
    # task, category: rule, and its accuracy in percent
    ("arithmetic", "Date Computation"): ("smallest", 99.8),
    ("arithmetic", "Time Zone Conversion"): ("smallest", 96.0),
    ("duration", "Computation"): ("smallest", 100.0),
    ("frequency", "Computation"): ("middle", 99.4),
    ("ambiguity_resolution", "Shift - LT"): ("smallest", 100.0),
    ("causality", "all"): ("longest text", 80.0),
}


@pytest.mark.parametrize("task", QUESTIONS)
def test_every_row_is_a_question_and_every_category_has_its_exemplars(tram, task):
    table = items.load(task, tram)
    assert len(table.items) == QUESTIONS[task]
    assert table.left_out == []
    assert len({item.id for item in table.items}) == QUESTIONS[task]
    names = {item.category for item in table.items}
    assert len(names) == CATEGORIES.get(task, 2)
    shown = items.load(task, tram, exemplars=True)
    assert shown.left_out == []
    for name in names:
        assert sum(item.category == name for item in shown.items) == 5
    assert {item.context.partition(":")[0] for item in table.items} == {
        "Premise" if task == "causality" else ""
    }


@pytest.mark.parametrize(("task", "category"), GIVEN_AWAY)
def test_what_the_options_give_away(tram, task, category):
    asked = items.load(task, tram).items
    own = [item for item in asked if category in (item.category, shortcuts.ALL)]
    (*_, share) = shortcuts.measure(own)
    rule, accuracy = GIVEN_AWAY[task, category]
    assert share.best == rule
    assert round(100 * share.accuracy[rule], 1) == accuracy


def test_released_answers_of_arithmetic_are_those_computed_but_for_a_few(tram):
    counts = script.counts(script.check(items.load("arithmetic", tram).items))
    wrong = {name: own["wrong"] for name, own in counts.items() if own["wrong"]}
    assert wrong == {"Application": 10, "Time Zone Conversion": 2}
    assert {name: own["spoiled"] for name, own in counts.items() if own["spoiled"]} == {
        "Date Computation": 203
    }
    assert sum(own["unknown"] for own in counts.values()) == 0
    assert sum(own["right"] for own in counts.values()) == 15_584 - 12 - 203
    shown = script.check(items.load("arithmetic", tram, exemplars=True).items)
    assert {each.verdict for each in shown} == {"right"}


def test_errata_are_listed(tram, tmp_path):
    script.write(tmp_path / "errata.csv", tram)
    assert (tmp_path / "errata.csv").read_bytes() == errata.FILE.read_bytes()
    found = errata.listed(tram)
    assert len(found) == 12 + 203 + 160
    assert all(row.computed for row in found if row.table.startswith("arithmetic"))


SPOILED = {
    "arithmetic": "203 of Date Computation", "duration": "", "frequency": "160 of Application",
}  # fmt: skip


@pytest.mark.parametrize("task", SPOILED)
def test_short_answers_read_as_themselves(tram, task, monkeypatch):
    monkeypatch.setattr(clusters, "centroids", pytest.fail)  # all their scales are carried
    table = short.load(task, tram)
    assert table.note == SPOILED[task]
    assert len(table.items) == QUESTIONS[task] - len(table.spoiled)
    for item in table.items:
        known = item.kind == TEXT
        assert (item.centroid != item.centroid) is (item.number != item.number) is known
        if known:
            answer = short.said(f"Final Answer: {item.label}")
            assert short.scores(answer, vars(item))["exact_match"] == 1, item


def test_numbers_of_short_answers_by_another_way(tram):
    """The reading that scores them, against the one that only knows the archive's notations."""
    unlike = []
    for item in short.load("arithmetic", tram).items:
        if item.kind != TEXT:
            wanted = as_number(stated.value(item.label), item.kind)
            if item.number != pytest.approx(wanted, rel=1e-9, abs=1e-9):
                unlike.append(item)
    assert unlike == []


def as_number(value: tuple, kind: str) -> float:
    form, *numbers = value
    if form in ("date", "month", "moment"):
        year, month, day, hour = [*numbers, 1, 0][:4] if form == "month" else [*numbers, 0][:4]
        return (datetime(year, month, day, hour) - datetime(1970, 1, 1)).total_seconds()
    size = {"hours": 3_600, "minutes": 60, "days": 86_400}.get(kind, 1) if form == "seconds" else 1
    return float(numbers[0]) / size
