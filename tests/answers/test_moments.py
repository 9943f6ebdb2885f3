"""Tests times of day with their days."""

from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers import moments
from tempanswerqa.answers.moments import day_offset, days_told, seconds_of_day

HOUR, MINUTE = 3600, 60
test_the_one_time_in_a_text = results_of(seconds_of_day, data(__file__, "the one time in a text"))

test_days_told_by_words = results_of(days_told, data(__file__, "days told by words"))


test_the_day_of_a_field = results_of(
    lambda field: day_offset(field, ""), data(__file__, "the day of a field")
)

test_a_day_that_names_several_is_told_by_the_context = results_of(
    day_offset, data(__file__, "a day that names several is told by the context")
)


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))
def test_every_time_of_both_clocks(hour, minute, second):
    seconds = HOUR * hour + MINUTE * minute + second
    rest = f"{minute:02}:{second:02}"
    assert seconds_of_day(f"At {hour:02}:{rest}.") == seconds
    half = "AM" if hour < 12 else "PM"
    assert seconds_of_day(f"{(hour - 1) % 12 + 1}:{rest} {half}") == seconds


def in_both(text: str) -> float | None:
    """Return the seconds of a time with its day, which must agree with the minutes."""
    found, minutes = (moments.moment(text, unit) for unit in ("seconds", "minutes"))
    assert minutes == (found and found / 60)
    return found


test_a_time_with_its_day = results_of(in_both, data(__file__, "a time with its day"))
