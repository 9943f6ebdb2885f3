"""Tests that what arithmetic questions tell is possible: past dates, speeds, sizes, lengths."""

import random
import re
from datetime import date, timedelta

import pytest
from fresh_support import facts
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.fresh import arithmetic
from tempanswerqa.fresh.arithmetic import add_subtract, duration, multi_op, timezones, trick
from tempanswerqa.fresh.arithmetic.dials import DIALS
from tempanswerqa.fresh.arithmetic.pen import LATEST, Pen
from tempanswerqa.fresh.declared import bound
from tempanswerqa.fresh.item import stamp
from tempanswerqa.questions.draws import LEVELS

DATE = re.compile(r"\d{4}-\d\d-\d\d")
LENGTH = re.compile(r"(\d+) (hour|minute|second)")
SIZE = {"hour": 3600, "minute": 60, "second": 1}


@pytest.fixture(params=LEVELS)
def level(request):
    return request.param


def day_of(stamp):
    return date(1970, 1, 1) + timedelta(seconds=stamp)


def length(text):
    return sum(int(number) * SIZE[unit] for number, unit in LENGTH.findall(text))


def hours_ahead(zone):
    return int(zone[4] + "1") * (int(zone[5:7]) + int(zone[7:]) / 60)


def zones_apart(slots):
    """Return hours between the zones of both ends, the shorter way round."""
    here, there = (hours_ahead(slots[name]) for name in ("zone1", "zone2"))
    assert -12 <= min(here, there) <= max(here, there) <= 14
    return min(abs(here - there), 24 - abs(here - there))


ASKED = [
    {"walk": [(1, 1), "dwm", 1500]}, {"walk": [(-1, 1), "dwm", 1500]}, {"via": [1, 1]},
    {"next_time": {"before": True}}, {"third_party": [-1, 1]}, {"via": [1, -1]},
]  # fmt: skip
"""Makers of questions that ask for dates of past events."""
TOLD = [
    *ASKED, "gap", "older", {"running": [1, 2500]}, {"running": [-1, 18_000]},
    "running_months", "paused", "completed", "elder_months",
]  # fmt: skip


@pytest.mark.parametrize("make", TOLD)
def test_what_is_told_or_asked_for_in_the_past_tense_has_happened(make, level):
    for slots, number in facts(bound(arithmetic._MAKERS, make), level):
        years = [int(text[:4]) for text in slots.values() if DATE.fullmatch(text)]
        assert max(years) <= LATEST
        assert make not in ASKED or day_of(number).year <= LATEST


def test_nobody_lives_or_is_away_for_too_long(level):
    assert max(drawn.number for drawn in facts(duration.elder_months, level)) <= 900
    assert max(drawn.number for drawn in facts(duration.running_months, level)) <= 360
    for slots, _ in facts(duration.running, level, sign=-1, most=18_000):
        assert int(slots["number"]) <= 18_000
    for slots, _ in facts(trick.leap_birthday, level):
        assert int(slots["age"].split()[0]) <= 100


def test_named_days_are_never_today(level):
    for seed in range(300):
        text, distance = trick.named_day(Pen(random.Random(seed), DIALS[level], ("iso",)))
        assert distance
        assert "day before tomorrow" not in text
        assert "day after yesterday" not in text


def test_planes_and_ships_are_no_faster_than_real_ones(level):
    for stop in (False, True):
        for slots, _ in facts(timezones.flight, level, sign=1, stop=stop):
            timers = [slots[name] for name in ("length1", "length3") if name in slots]
            parts = [map(int, timer.split(":")) for timer in timers]
            air = [hour + minute / 60 for hour, minute, _ in parts]
            assert sum(air) >= zones_apart(slots)
    for least, most, hours, per_zone, stop in (
        (3, 17, 1, 1, False), (26, 144, 20, 20, False), (14, 40, 2, 1, True)
    ):  # fmt: skip
        told = {"bounds": (3600 * least, 3600 * most), "hours_per_zone": hours, "stop": stop}
        for slots, number in facts(timezones.journey, level, **told):
            assert number >= 3600 * per_zone * zones_apart(slots)


def test_games_and_calls_are_not_endless(level):
    for slots, number in facts(multi_op.mean, level, longest=9000):
        assert number <= 4 * 3600
        assert max(map(int, re.findall(r"\b(\d+):\d\d:", slots["times"]))) <= 4


@pytest.mark.parametrize("robot", [False, True])
def test_work_takes_as_long_as_such_work_does(robot, level):
    bounds = {do + noun: (60 * least, 60 * most) for do, noun, _, least, most in multi_op.TASKS}
    for slots, _ in facts(multi_op.rate, level, kinds=2, robot=robot):
        for place in ("", "2"):
            noun = slots[f"one{place}"].split()[1]
            least, most = bounds[slots[f"do{place}"] + noun]
            assert least <= length(slots[f"each{place}"]) <= most
            assert (noun in {chore[1] for chore in multi_op.CHORES}) or not robot


def test_what_is_put_off_first_is_not_brought_forward_beyond_its_first_date(level):
    for slots, number in facts(
        add_subtract.walk, level, signs=(1, -1), units="dwm", most_days=1500
    ):
        assert day_of(number) > date.fromisoformat(slots["date"])


@given(st.dates(date(1750, 1, 1), date(2200, 12, 31)))
def test_only_dates_of_the_same_year_look_alike(day):
    writer = Pen(random.Random(1), DIALS["easy"], ("iso",))
    writer.date(day)
    alike = day.replace(month=day.day, day=day.month) if day.day <= 12 else None
    assert writer.turned(stamp(alike or day)) is bool(alike)
    assert not alike or not writer.turned(stamp(alike.replace(year=alike.year + 1)))
