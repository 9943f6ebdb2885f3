"""Tests how arithmetic questions are drawn and written: cases computed by hand, and oracles."""

import random
from contextlib import nullcontext
from datetime import date

import pytest
from fresh_support import facts
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.fresh.arithmetic import duration, multi_op, pen
from tempanswerqa.fresh.arithmetic.dials import DIALS
from tempanswerqa.fresh.item import Unfit, stamp
from tempanswerqa.questions.draws import LEVELS

DAYS = st.dates(date(1750, 1, 1), date(2200, 12, 31))


@pytest.mark.parametrize(("day", "amount", "unit", "found"), [
    (date(2024, 2, 28), 2, "day", date(2024, 3, 1)),
    (date(2023, 2, 28), 2, "day", date(2023, 3, 2)),
    (date(2001, 1, 5), -1, "week", date(2000, 12, 29)),
    (date(2001, 1, 28), 13, "month", date(2002, 2, 28)),
    (date(2001, 1, 28), -1, "month", date(2000, 12, 28)),
    (date(2001, 1, 31), 2, "month", None),  # months are not told from the ends of long ones
    (date(2004, 2, 29), 1, "year", None),
    (date(2004, 2, 29), 4, "year", date(2008, 2, 29)),
    (date(2200, 1, 1), 60, "year", None),  # beyond what every reading covers
    (date(2200, 1, 1), 10**8, "day", None),
])  # fmt: skip
def test_shifted(day, amount, unit, found):
    with pytest.raises(Unfit) if found is None else nullcontext():
        assert pen.shifted(day, amount, unit) == found


@pytest.mark.parametrize(("seconds", "words", "timer"), [
    (1, "1 second", "0:00:01"), (60, "1 minute", "0:01:00"),
    (3661, "1 hour, 1 minute and 1 second", "1:01:01"),
    (7203, "2 hours and 3 seconds", "2:00:03"),
    (360_000 + 59 * 60, "100 hours and 59 minutes", "100:59:00"),
])  # fmt: skip
def test_durations(seconds, words, timer):
    assert pen.duration(seconds) == words
    assert pen.timer(seconds) == timer


def test_lists():
    assert pen.listed(["a"]) == "a"
    assert pen.listed(["a", "b", "c"]) == "a, b and c"
    assert pen.counted(1, "day") == "1 day"
    assert pen.counted(2, "day") == "2 days"


@pytest.mark.parametrize(("style", "text"), [
    ("month_first", "September 4, 2001"), ("day_first", "4 September 2001"),
    ("short", "Sep 4, 2001"), ("short_day", "4 Sep 2001"), ("iso", "2001-09-04"),
    ("named_iso", "2001-Sep-04"), ("dashes", "09-04-2001"), ("day_dashes", "04-09-2001"),
])  # fmt: skip
def test_dates(style, text):
    assert pen.written(date(2001, 9, 4), style) == text
    writer = pen.Pen(random.Random(1), DIALS["easy"], (style,))
    assert writer.date(date(2001, 9, 4)) == text
    assert writer.unclear() is ("dashes" in style)  # which number is the month


@pytest.mark.parametrize(("seconds", "half_day", "text"), [
    (5, True, "12:00:05 AM"), (12 * 3600 + 60, True, "12:01 PM"),
    (13 * 3600 + 61, True, "1:01:01 PM"), (13 * 3600 + 61, False, "13:01:01 (24hr)"),
    (5 * 3600, False, "05:00 (24hr)"),
])  # fmt: skip
def test_clock_times(seconds, half_day, text):
    writer = pen.Pen(random.Random(1), DIALS["easy"], ("iso",))
    writer.half_day = half_day
    assert writer.clock(seconds) == text


@pytest.mark.parametrize("level", LEVELS)
def test_stretches_are_as_long_as_homework_and_often_go_over_midnight(level):
    over = 0
    shortest, longest = DIALS[level].session
    for slots, number in facts(duration.stretch, level):
        start, end = (seconds(slots[name]) for name in ("start", "end"))
        assert number == (end - start) % 86_400
        assert shortest <= number <= longest
        over += end < start
    assert over > 10


def test_averages_are_whole_and_none_of_their_parts():
    for slots, number in facts(multi_op.mean, longest=9000):
        parts = [
            sum(int(n) * size for n, size in zip(part.split(":"), (3600, 60, 1), strict=True))
            for part in slots["times"].replace(" and ", ", ").split(", ")
        ]
        assert sum(parts) == number * len(parts)
        assert number not in parts


def seconds(clock):
    parts = f"{clock.split()[0]}:00".split(":")[:3]
    return sum(int(n) * s for n, s in zip(parts, (3600, 60, 1), strict=True))


@given(DAYS)
def test_only_dates_of_the_same_year_look_alike(day):
    writer = pen.Pen(random.Random(1), DIALS["easy"], ("iso",))
    writer.date(day)
    alike = day.replace(month=day.day, day=day.month) if day.day <= 12 else None
    if alike:
        assert writer.turned(stamp(alike))
        assert not writer.turned(stamp(alike.replace(year=alike.year + 1)))
    else:
        assert not writer.turned(stamp(day))
