"""Tests the steps from answer texts to numbers; dates are in `test_paper_dates`."""

import json
from collections.abc import Iterable

import pytest
from cases import cased, data, results_of
from hypothesis import given
from hypothesis import strategies as st
from support import UNITS

from tempanswerqa.paper_scoring import LARGEST, find_answer, read_label, read_line, read_object
from tempanswerqa.units import FAMILY_UNITS

NUMBERS = ("days", "months", "years", "date_years")
KINDS = data(__file__, "kinds")


def in_each(units: Iterable[str], cases: Iterable[tuple]) -> list[tuple]:
    """Return cases of a text and its number, which is the same in each of these units."""
    return [(text, unit, number) for text, number in cases for unit in units]


def holds(number: float | None) -> bool:
    """Return whether a reading is safe for sums of scores."""
    return number is None or (isinstance(number, float) and abs(number) <= LARGEST)


test_a_value_is_read_in_the_units_of_its_kind_alone = results_of(
    read_object,
    [(text, unit, numbers.get(unit)) for text, numbers in KINDS for unit in (*UNITS, "weeks", "")],
)

test_integers = results_of(
    read_object, in_each(("days", "months", "years"), data(__file__, "integers"))
)


@cased
def test_durations(text, seconds):
    assert read_object(text, "seconds") == seconds
    minutes = None if seconds is None else pytest.approx(seconds / 60, rel=1e-15)
    assert read_object(text, "minutes") == minutes


test_lines_with_numbers = results_of(
    read_line, in_each((*NUMBERS, "seconds"), [*data(__file__, "lines"), ("9" * 100_000, None)])
)
test_labels = results_of(
    read_label,
    [
        *data(__file__, "labels"),
        ("(" * 100_000, "tot", "days", None),
        ('{"answer": ' + "9" * 5_000 + "}", "tot", "days", None),
    ],
)


def test_an_object_ends_at_the_last_brace_and_a_line_at_its_end():
    text = '{"explanation": "{1} and {2}", "answer": 3} '
    assert find_answer(text, "tot", "days") == {"answer": 3}
    assert find_answer(text + "}", "tot", "days") is None
    lines = "Final Answer: none\n7\nFinal Answer: in 12 or 13\n"
    assert find_answer(lines, "ttqa", "days") == "12"
    assert find_answer(lines, "ttqa", "date_years") is None


HOSTILE = [text for (text,) in data(__file__, "hostile objects")]
HOSTILE += [
    '{"answer": ' + "9" * 5_000 + "}",
    '{"answer": "' + "9" * 5_000 + '"}',
    '{"answer": "' + "9" * 4_000 + ' BC"}',
    '{"day": "' + "9" * 4_000 + '", "time": "1:2"}',
    '{"answer": ' * 100_000 + "1" + "}" * 100_000,
    '{"answer": ' + "[" * 100_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_objects_are_unread(text, recwarn):
    for unit in ("seconds", "minutes", "days", "date"):
        assert read_object(text, unit) is None
        assert read_line(text, unit) is None
        assert read_label(text, "tot", unit) is None
    assert not [*recwarn]


WORDS = """
12 2021 03 - / : . , + March Monday am PM BC AD T Z UTC CET today in ago days years last of same_day
１２ é
"""
FRAGMENTS = st.sampled_from(WORDS.split())
SEVERAL = st.lists(FRAGMENTS, max_size=8)
SENTENCES = SEVERAL.map(" ".join) | SEVERAL.map("".join)
ANY_UNIT = st.sampled_from(UNITS)


ODD = st.text(st.characters(categories=["Cs", "Nd", "No", "P", "Z"]))


@given(st.text() | ODD | SENTENCES | st.text(st.sampled_from("0123456789-+.e,: T")), ANY_UNIT)
def test_any_text_is_a_number_or_unread(text, unit):
    for read in (read_line, read_object):
        assert holds(read(text, unit))
    assert holds(read_object(json.dumps({"answer": text}), unit))
    for family in FAMILY_UNITS:
        assert holds(read_label(text, family, unit))
