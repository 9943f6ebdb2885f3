"""Tests drawn questions on tables: shares of units, kinds and texts."""

import random
import re
from collections import Counter

import fresh_support
import pytest

from tempanswerqa.fresh.item import Item
from tempanswerqa.fresh.tables import dials, drawing
from tempanswerqa.fresh.tables.kinds import FILES, kinds
from tempanswerqa.fresh.tables.wording import wordings
from tempanswerqa.questions.draws import LEVELS

SPLITS = tuple(FILES)

every = pytest.mark.parametrize(
    ("split", "level"), [(split, level) for split in SPLITS for level in LEVELS]
)


def items(split: str, level: str) -> list[Item]:
    return fresh_support.items(f"ttqa_{split}", level)


@every
def test_units_have_their_shares(split, level):
    weights = dials.UNIT_WEIGHTS[split]
    counts = Counter(item.cells["answer_temporal_unit"] for item in items(split, level))
    for unit, weight in weights.items():
        assert counts[unit] == pytest.approx(
            fresh_support.NUMBER * weight / sum(weights.values()), abs=1.01
        )


@pytest.mark.parametrize(("pick", "unit"), [
    # of 1,103 in head: 773 years, 221 calendar years, 46 months, 32 dates, 31 spans of days
    (0.0, "years"), (772.9 / 1103, "years"), (773.1 / 1103, "date_years"),
    (993.9 / 1103, "date_years"), (994.1 / 1103, "months"), (1040.1 / 1103, "date"),
    (1072.1 / 1103, "days"), (0.999999, "days"),
])  # fmt: skip
def test_a_pick_falls_on_its_unit(pick, unit):
    assert dials.unit_of(pick, "head") == unit


def test_every_wording_is_drawn():
    found = [item for split in SPLITS for level in LEVELS for item in items(split, level)]
    drawn = {item.template.split(".", 1)[1] for item in found}
    declared = {f"{name}.{n}" for name, own in wordings().items() for n in range(len(own))}
    assert drawn == declared


@every
def test_every_kind_is_drawn_and_gives_every_unit(split, level):
    own = kinds(split)
    assert {item.cells["category"] for one in LEVELS for item in items(split, one)} == set(own)
    for category, kind in own.items():
        only = {category: kind}
        picks = (0.3, 0.85, 0.92, 0.955, 0.99)
        rng = random.Random(category)
        block = drawing.draw(rng, level, picks, split=split, kinds=only)
        assert len(block) == 5


@every
def test_ages_are_of_people(split, level):
    for item in items(split, level):
        if item.template.startswith("years.age"):
            assert 8 <= item.number <= 100, item


@every
def test_texts_are_well_formed(split, level):
    for item in items(split, level):
        question, table = item.cells["question"], item.cells["table_context"]
        assert re.fullmatch(r"[A-Z][^?{}|]+\?", question), question
        assert not re.search(
            r"  |\b(\w+) \1\b|sss|s's\b| ,|\ba [aeioAEIO]|\ban [^aeiouAEIOU]", question
        ), question
        assert table.startswith(f"category\n{item.cells['category']}\n\n")
        assert table.endswith("\n\n")
        assert not re.search(r"[{}]|\n\n\n", table)
