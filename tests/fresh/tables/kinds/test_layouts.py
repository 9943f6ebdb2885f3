"""Every layout is read back by the solver."""

import random
import re
from datetime import date

import pytest

from tempanswerqa.fresh.tables.dials import DIALS
from tempanswerqa.fresh.tables.facts import DAY, YEAR
from tempanswerqa.fresh.tables.kinds import layouts
from tempanswerqa.fresh.tables.record import Record
from tempanswerqa.fresh.tables.solver_table import Point, read_table


def record(seed: int = 1, rare: bool = True) -> Record:
    made = Record("rower", random.Random(f"a record {seed}"), DIALS["hard"], rare=rare)
    made.begin(1900)
    made.call("Ada Brenn", "she")
    return made


@pytest.mark.parametrize(("rare", "least"), [(True, 9), (False, 3)])
@pytest.mark.parametrize("precision", [YEAR, DAY])
def test_every_layout_of_spans_is_read_back(precision, rare, least):
    days = [
        ("Northam", date(1898, 3, 4), date(1899, 4, 5)),
        ("Oltown", date(1899, 5, 28), date(1902, 6, 1)),
        ("Westrow", date(1903, 7, 7), date(1904, 8, 8)),
    ]
    looks = set()
    for seed in range(60):
        r = record(seed, rare)
        layouts.spans(r, "Teams", "Team", days, precision)
        read = read_table(r.render())
        exact = precision == DAY
        assert sorted(entry.span for entry in read.entries if entry.span) == [
            tuple(Point(day.year, day.month, day.day) if exact else Point(day.year) for day in span)
            for _, *span in days
        ]
        looks.add(re.sub(r"\d+|\W+at a glance|\W+\w+\n(?=Teams\t)", "", r.render()))
    assert len(looks) >= least - (precision == DAY)


@pytest.mark.parametrize("rare", [True, False])
def test_every_layout_of_years_is_read_back(rare):
    for seed in range(30):
        r = record(seed, rare)
        layouts.years(r, "Cups", [("Lake Cup", [1901, 1905]), ("Sea Cup", [1903, 1904, 1910])])
        found = [tuple(p.year for p in e.points) for e in read_table(r.render()).entries]
        assert sorted(found) == [(1901, 1905), (1903, 1904, 1910)]
