"""Tests durations, and times of day with their day, in text."""

from collections.abc import Callable

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import values_of

from tempanswerqa.answers.flexible import read_durations

HOUR, DAY = 3600, 86_400


def in_both(read: Callable, notation: str) -> Callable:
    """Return what gives the seconds that are read, which have to be those of the minutes."""

    def seconds(text: str) -> float | None:
        found, minutes = (values_of(read, notation)(text, unit) for unit in ("seconds", "minutes"))
        assert minutes == (found and found / 60)
        return found

    return seconds


def clocks(text: str) -> tuple:
    """Return the seconds of a text that is a clock, and of one that states it."""
    read = values_of(read_durations.clock_duration, "clock")
    stated = read(text, "minutes", stated=True)
    return read(text, "seconds"), stated and stated * 60


test_whether_the_parts_are_letters = results_of(read_durations.lettered, [
    ("X = 1, Y = 2, Z = 3", True), ("H=1, M=2, S=3.5", True), ("A is 1, B is 2 and C is 3", True),
    ("Z = 3, Y = 2, X = 1", True), ("X = 1 hour, Y = 2 minutes, Z = 3 seconds", True),
    ("X = 1, Y = 2", False), ("X = 1, Y = 2, Z = z", False), ("x = 1, y = 2, z = 3", False),
    ("X = 1a, Y = 2b, Z = 3c", False), ("AX = 1, BY = 2, CZ = 3", False),
    ("1 hour, 2 minutes, 3 seconds", False), ("", False),
])  # fmt: skip

test_parts_spelled_out = results_of(read_durations.spelled_out, [
    ("X = 1, Y = 2, Z = 3", "1 hours, 2 minutes, 3 seconds"),
    ("H=1, M=2 and S=3.5", "1 hours, 2 minutes and 3.5 seconds"),
    ("A is 1 hour, B is 2 minutes, C is 3 seconds", "1 hours, 2 minutes, 3 seconds"),
    ("Here they are 1, 2, and 3, respectively",
     "Here they are 1 hours, 2 minutes, 3 seconds, respectively"),
    ("Here they are 1, 2, and 3", "Here they are 1, 2, and 3"), ("1 hour (60 minutes)", "1 hour "),
    ("1 hour", "1 hour"), ("X = 1, Y = 2", ""), ("Z = 3", ""), ("", ""),
])  # fmt: skip

test_the_one_duration_of_a_text = results_of(in_both(read_durations.duration, "amount"), [
    # text, seconds
    ("It takes 1 hour, 2 minutes and 3 seconds.", HOUR + 2 * 60 + 3),
    ("1h 2m 3s", HOUR + 2 * 60 + 3), ("1.5 hours", 1.5 * HOUR),
    ("90 minutes or 1.5 hours", 1.5 * HOUR),  # the same
    ("90 minutes or 2 hours", None), ("a 10-minute walk takes 12 minutes", 12 * 60),
    ("a 10-minute walk", 10 * 60), ("2 days and 1 hour", 2 * DAY + HOUR), ("1 month", None),
    ("1 month and 3 hours", None), ("12", None), ("1:02:03", None), ("", None),
])  # fmt: skip

test_durations_like_clocks = results_of(clocks, [
    # text, seconds if it is a clock, seconds if it has to be stated
    ("1:02:03", HOUR + 2 * 60 + 3, None), ("1:02:03.", HOUR + 2 * 60 + 3, None),
    ("2:30", 2 * HOUR + 30 * 60, None), ("It takes 1:02:03.", None, HOUR + 2 * 60 + 3),
    ("It took about 01:02:03", None, HOUR + 2 * 60 + 3),
    ("The sum is **1:02:03**.", None, None),  # markup goes before
    ("It will be exactly 1:02:03!", None, HOUR + 2 * 60 + 3),
    ("The sum is 1:02:03 or so.", None, None),
    ("The sum is 2:30.", None, None),  # of hours or of minutes
    ("At 1:02:03.", None, None), ("", None, None),
], 2)  # fmt: skip

test_a_time_with_its_day = results_of(in_both(read_durations.moment, "day_and_time"), [
    # text, seconds
    ("01:02:03 on the same day", HOUR + 2 * 60 + 3), ("On the next day at 1:00 AM.", DAY + HOUR),
    ("11:30 PM the previous day", -HOUR // 2), ("1:00 PM, two days later", 2 * DAY + 13 * HOUR),
    ("13:00 (1:00 PM) the next day (one day later)", DAY + 13 * HOUR), ("00:00 on the same day", 0),
    ("1:00 AM", None), ("the next day", None), ("from 1:00 to 2:00 the next day", None),
    ("1:00 on the same day or the next day", None), ("", None),
])  # fmt: skip


def test_seconds_in_the_asked_unit():
    assert read_durations.in_unit(90, "seconds", "clock") == (90, "clock")
    assert read_durations.in_unit(90, "minutes", "amount") == (1.5, "amount")


PARTS = st.tuples(st.integers(0, 10**4), st.integers(0, 59), st.integers(0, 59))


@given(st.sampled_from(["ABC", "HMS", "XYZ"]), PARTS)
def test_letters_mean_hours_minutes_and_seconds(letters, parts):
    text = ", ".join(f"{name} = {part}" for name, part in zip(letters, parts, strict=True))
    assert read_durations.lettered(text)
    found = read_durations.duration(read_durations.spelled_out(text), "seconds")
    assert found.value == HOUR * parts[0] + 60 * parts[1] + parts[2]
