"""Tests patterns of names and values."""

import random
import re

import pytest

from tempanswerqa.fresh.tables.dials import DIALS
from tempanswerqa.fresh.tables.kinds.patterns import maker
from tempanswerqa.fresh.tables.record import Record


@pytest.mark.parametrize(("pattern", "look"), [
    ("plain", "plain"),
    ("No. {2-9}", "No. [2-9]"),
    ("{3-19},{000-999} m", r"\d+,\d{3} m"),
    ("{word} {Cup/Shield}", "[A-Z][a-z]+ (Cup|Shield)"),
    ("{people:2-3}", r"\w+ \w+( \| \w+ \w+){1,2}"),
    ("{height:70-70}", "178 cm \\(5′ 10″\\)"),
])  # fmt: skip
def test_patterns_are_filled(pattern, look):
    for seed in range(20):
        r = Record("rower", random.Random(seed), DIALS["easy"])
        assert re.fullmatch(look, maker(pattern)(r))


def test_choices_come_once_and_in_their_time():
    r = Record("rower", random.Random(1), DIALS["easy"])
    make = maker("{oak|elm|steel since 1900}")
    r.begin(1899)
    assert {make(r), make(r)} == {"oak", "elm"}
    r.begin(1900)
    assert make(r) == "steel"


@pytest.mark.parametrize("slot", ["plaec", "2-", "hight:2-9", "weight:"])
def test_unknown_slots_are_an_error(slot):
    with pytest.raises(ValueError, match=re.escape(f"{{{slot}}} is no slot")):
        maker(f"x {{{slot}}}")
