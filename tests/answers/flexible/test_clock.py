"""Tests times of day with their day, and durations in parts by letter."""

from collections.abc import Callable

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import values_of

from tempanswerqa.answers.flexible import clock
from tempanswerqa.answers.flexible.clock import day_offset, days_told, seconds_of_day

HOUR, MINUTE = 3600, 60
test_the_one_time_in_a_text = results_of(seconds_of_day, [
    # text, seconds from midnight
    ("13:05", 13 * HOUR + 5 * MINUTE), ("13:05:09", 13 * HOUR + 5 * MINUTE + 9),
    ("13:05:09.5", 13 * HOUR + 5 * MINUTE + 9.5), ("It ends at 7:05.", 7 * HOUR + 5 * MINUTE),
    ("1:05 PM", 13 * HOUR + 5 * MINUTE), ("1:05pm", 13 * HOUR + 5 * MINUTE),
    ("1:05 amber", HOUR + 5 * MINUTE), ("12:00 AM", 0), ("12:30:10 a.m.", 30 * MINUTE + 10),
    ("11:59:59 PM", 24 * HOUR - 1), ("13:05 PM", 13 * HOUR + 5 * MINUTE), ("00:00:00", 0),
    ("24:00", 24 * HOUR), ("13:05 (1:05 PM)", 13 * HOUR + 5 * MINUTE),
    ("(13:05) or (14:05)", None), ("1:05 PM, which is 13:05", 13 * HOUR + 5 * MINUTE),
    ("1:005", None), ("x1:05", None), ("12345:00", None), ("after noon", None),
    ("noon", 43_200.0), ("2 p.m.", 50_400.0), ("", None),
])  # fmt: skip

test_days_told_by_words = results_of(days_told, [
    # text, day offsets
    ("It ends the next day.", {1}), ("It ends the following\nMorning.", {1}),
    ("on the same day", {0}), ("same_day", {0}), ("same-day", {0}), ("not on the same day", set()),
    ("not the same day", set()), ("not the same day but the next day", {1}), ("one day later", {1}),
    ("2 days earlier", {-2}), ("1.5 days later", set()),
    ("2 days", set()), ("the second day or the 2nd day", {1}),
    ("the third day or the 3rd day", {2}), ("the fourth day or the 4th day", {3}),
    ("day: 1234", set()), ("from the same day to the next day", {0, 1}), ("the next week", set()),
    ("birthday", set()), ("", set()),
])  # fmt: skip


test_the_day_of_a_field = results_of(lambda field: day_offset(field, ""), [
    # field, day offset
    (1, 1), (0, 0), (-2, -2), (1.0, 1), (1.5, None), (1e10, None), (float("inf"), None),
    (True, None), (None, None), ([], None), ("1", 1), ("+1", 1), ("+ 2", 2), ("-1 day", -1),
    ("2 days", 2), ("2 days later", 2), ("3 days before", -3), ("same_day", 0), ("Same Day", 0),
    ("on the same day.", 0), ("today", 0), ("next_day", 1), ("the next day", 1), ("tomorrow", 1),
    ("previous_day", -1), ("prev_day", -1), ("yesterday", -1), ("+1 (the next day)", 1),
    ("+1/+1", 1), ("+1/", 1), ("/", None), ("+x", None), ("+1234", None), ("Tuesday", None),
    ("2001-03-04", None), ("", None),
])  # fmt: skip

test_a_day_that_names_several_is_told_by_the_context = results_of(day_offset, [
    ("+1/same_day", "It ends on the next day.", 1), ("+1/same_day", "It ends on the same day.", 0),
    ("+1/same_day", "It ends on the previous day.", None), ("+1/same_day", "It ends.", None),
    ("+1/same_day", "It is not on the same day but on the next day.", 1),
    ("same_day/+1", "It would be on the same day, but ends on the next day.", 1),
    ("same_day/+x/-x", "It ends on the next day.", None),
    ("-1", "It ends on the next day.", -1),  # the field itself is plain
])  # fmt: skip


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))
def test_every_time_of_both_clocks(hour, minute, second):
    seconds = HOUR * hour + MINUTE * minute + second
    rest = f"{minute:02}:{second:02}"
    assert seconds_of_day(f"At {hour:02}:{rest}.") == seconds
    half = "AM" if hour < 12 else "PM"
    assert seconds_of_day(f"{(hour - 1) % 12 + 1}:{rest} {half}") == seconds


DAY = 86_400


def in_both(read: Callable, notation: str) -> Callable:
    """Return what gives the seconds that are read, which have to be those of the minutes."""

    def seconds(text: str) -> float | None:
        found, minutes = (values_of(read, notation)(text, unit) for unit in ("seconds", "minutes"))
        assert minutes == (found and found / 60)
        return found

    return seconds


test_whether_the_parts_are_letters = results_of(clock.lettered, [
    ("X = 1, Y = 2, Z = 3", True), ("H=1, M=2, S=3.5", True), ("A is 1, B is 2 and C is 3", True),
    ("X = 1, Y = 2", False), ("X = 1, Y = 2, Z = z", False), ("x = 1, y = 2, z = 3", False),
    ("1 hour, 2 minutes, 3 seconds", False), ("", False),
])  # fmt: skip

test_parts_spelled_out = results_of(clock.spelled_out, [
    ("X = 1, Y = 2, Z = 3", "= 1 hours, 2 minutes, 3 seconds"),
    ("H=1, M=2 and S=3.5", "= 1 hours, 2 minutes and 3.5 seconds"),
    ("A is 1 hour, B is 2 minutes, C is 3 seconds", "= 1 hours, 2 minutes, 3 seconds"),
    ("Here they are 1, 2, and 3, respectively",
     "Here they are 1 hours, 2 minutes, 3 seconds, respectively"),
    ("Here they are 1, 2, and 3", "Here they are 1, 2, and 3"), ("1 hour (60 minutes)", "1 hour "),
    ("1 hour", "1 hour"), ("X = 1, Y = 2", ""), ("Z = 3", ""), ("", ""),
])  # fmt: skip

test_a_time_with_its_day = results_of(in_both(clock.moment, "day_and_time"), [
    # text, seconds
    ("01:02:03 on the same day", HOUR + 2 * 60 + 3), ("On the next day at 1:00 AM.", DAY + HOUR),
    ("13:00 (1:00 PM) the next day (one day later)", DAY + 13 * HOUR), ("00:00 on the same day", 0),
    ("1:00 AM", None), ("the next day", None), ("from 1:00 to 2:00 the next day", None),
    ("1:00 on the same day or the next day", None), ("", None),
])  # fmt: skip
