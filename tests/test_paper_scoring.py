"""Tests the way from answer texts to numbers; `test_paper_dates` has the dates."""

import json
from collections.abc import Iterable
from datetime import date

import pytest
from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from support import UNITS

from tempanswerqa.paper_scoring import LARGEST, read_label, read_line, read_object
from tempanswerqa.units import FAMILY_UNITS

HOUR, DAY = 3600, 86_400
NUMBERS = ("days", "months", "years", "date_years")
KINDS = [
    ('{"H": 1, "M": 2, "S": 3}', {"seconds": 3723.0, "minutes": 62.05}),
    ('{"answer": 12}', {"days": 12.0, "months": 12.0, "years": 12.0}),
    ('{"answer": "1970-01-11"}', {"date": 10.0 * DAY}),
]


def day(year: int, month: int, of_month: int) -> float:
    return float((date(year, month, of_month) - date(1970, 1, 1)).days * DAY)


def in_each(units: Iterable[str], cases: Iterable[tuple]) -> list[tuple]:
    """Return cases of a text and its number, which is the same in each of these units."""
    return [(text, unit, number) for text, number in cases for unit in units]


def holds(number: float | None) -> bool:
    """Return whether a reading is one that no sum of scores suffers from."""
    return number is None or (isinstance(number, float) and abs(number) <= LARGEST)


test_a_value_is_read_in_the_units_of_its_kind_alone = results_of(read_object, [
    (text, unit, numbers.get(unit)) for text, numbers in KINDS for unit in (*UNITS, "weeks", "")
])  # fmt: skip

test_integers = results_of(read_object, in_each(("days", "months", "years"), [
    ('{"age": 12}', 12), ('{"age": "12"}', 12), ('{"age": -12}', -12),
    ('{"age": 12.9}', 12),  # cut off, towards zero
    ('{"age": -12.9}', -12), ('{"age": "12.9"}', None), ('{"age": "twelve"}', None),
    ('{"age": true}', 1), ('{"age": null}', None), ('{"age": []}', None), ('{"age": NaN}', None),
    ('{"age": Infinity}', None), ('{"age": 1e100}', LARGEST),
    ('{"age": -1e100}', -LARGEST), ('{"age": 1.1e100}', None), ('{"age": 1e308}', None),
    ('{"age": 1e309}', None), ('{"age": 12, "answer": 5}', 12), ('{"answer": 0}', 0),
    ('{"answer": "１２"}', 12),  # digits of any script
    ('{"answer": "²"}', None),  # a digit to str.isdigit, not to int
    ('{"answer": 12.0}', None), ('{"answer": "12.0"}', None),
    ('{"answer": "-12"}', None),  # read as a date, which is no number
    ('{"answer": "12 days"}', None), ('{"answer": "352 BC"}', -352), ('{"answer": "352BC"}', -352),
    ('{"answer": "BC 352"}', -352), ('{"answer": "352 BCE"}', None),
    ('{"answer": "352 B.C."}', None), ('{"answer": "352 AD"}', 352), ('{"answer": "AD 352"}', 352),
    ('{"answer": "the year AD"}', None), ('{"answer": ""}', None),
    ('{"answer": "unanswerable"}', None), ('{"answer": true}', 1), ('{"answer": false}', 0),
    ('{"Answer": 12}', None), ('{"result": 12}', None), ("{}", None), ("12", None), ("[12]", None),
    ("null", None), ("", None), ('{"answer": 12', None), ("{'answer': 12}", None),
]))  # fmt: skip

DURATIONS = [
    # object, seconds
    ('{"H": 1, "M": 45, "S": 5}', HOUR + 45 * 60 + 5),
    ('{"S": 5, "M": 45, "H": 1}', 5 * HOUR + 45 * 60 + 1),  # in the order they stand
    ('{"X": 1, "Y": 2, "Z": 3}', HOUR + 2 * 60 + 3),
    ('{"X": 1.9, "Y": 2.9, "Z": 3.9}', HOUR + 2 * 60 + 3),
    ('{"H": -1, "M": 30, "S": 0}', -HOUR + 30 * 60),
    ('{"H": 100, "M": 100, "S": 100}', 100 * (HOUR + 60 + 1)),
    ('{"H": 1, "M": 45, "S": 5, "note": "x"}', None),
    ('{"h": 1, "m": 45, "s": 5}', None), ('{"H": 1, "M": null, "S": 5}', None),
    ('{"H": 1, "M": true, "S": 5}', HOUR + 60 + 5), ('{"H": 1, "M": "45 min", "S": 5}', None),
    ('{"H": 1, "M": 45, "S": 1e300}', None),
    ('{"hours": 1, "minutes": 2, "seconds": 3}', HOUR + 2 * 60 + 3),
    ('{"seconds": 1, "minutes": 2, "hours": 3}', HOUR + 2 * 60 + 3),
    ('{"minutes": 3}', 3 * HOUR),  # the first part is the hours
    ('{"minutes": 3, "seconds": 20}', 3 * HOUR + 20 * 60),
    ('{"minutes": 3, "hour": 20}', None), ("{}", 0),
    ('{"days": 1, "hours": 2, "minutes": 3, "seconds": 4}', DAY + 2 * HOUR + 3 * 60 + 4),
    ('{"days": -1, "hours": 2, "minutes": 3, "seconds": 4}', -DAY + 2 * HOUR + 3 * 60 + 4),
    ('{"days": 1, "hours": 2, "minutes": 3, "seconds": 4, "weeks": 1}', 8 * DAY + 2 * HOUR + 184),
    ('{"days": 0, "hours": 0, "minutes": 0, "seconds": 4, "milliseconds": 500}', 4.5),
    ('{"days": 1, "hours": 2, "minutes": 3, "seconds": 4, "months": 1}', None),
    ('{"days": 1}', None),
    ('{"day": "same_day", "time": "01:02:03"}', HOUR + 2 * 60 + 3),
    ('{"day": "+1", "time": "00:30"}', DAY + 30 * 60),
    ('{"day": "1", "time": "00:30"}', DAY + 30 * 60),
    ('{"day": 0, "time": "00:30"}', 30 * 60), ('{"day": 1.0, "time": "00:30"}', None),
    ('{"day": "+same_day", "time": "00:30"}', 30 * 60),
    ('{"day": "previous_day", "time": "23:30"}', -30 * 60),
    ('{"day": "-previous_day", "time": "23:30"}', None),
    ('{"day": "same_day", "time": "27:61:61"}', 27 * HOUR + 61 * 60 + 61),
    ('{"day": "same_day", "time": "7"}', 7 * HOUR),
    ('{"day": "same_day", "time": "0730"}', 730 * HOUR),
    ('{"day": "same_day", "time": "1:2:3:4"}', None),
    ('{"day": "same_day", "time": "07:30 PM"}', None),
    ('{"day": "same_day", "time": "07:30:15.5"}', None),
    ('{"day": "same_day", "time": 730}', None), ('{"day": "same_day", "time": ""}', None),
    ('{"day": "next_day", "time": "07:30"}', None), ('{"day": "Same_Day", "time": "07:30"}', None),
    ('{"day": null, "time": "07:30"}', None), ('{"day": [], "time": "07:30"}', None),
    ('{"day": 1e10, "time": "07:30"}', None), ('{"time": "07:30"}', None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "seconds"), DURATIONS)
def test_durations(text, seconds):
    assert read_object(text, "seconds") == seconds
    minutes = None if seconds is None else pytest.approx(seconds / 60, rel=1e-15)
    assert read_object(text, "minutes") == minutes


test_lines_with_numbers = results_of(read_line, in_each((*NUMBERS, "seconds"), [
    ("0", 0), ("12", 12), ("0012", 12), ("١٢", 12), ("9" * 100, LARGEST),
    ("9" * 101, None),
    ("9" * 309, None),  # infinite as a float
    ("9" * 100_000, None), ("²", None), ("-12", None), ("12.5", None), ("12 days", None),
    (" 12", None), ("", None),
]))  # fmt: skip
test_labels = results_of(read_label, [
    ("{'answer': 3332}", "tot", "days", 3332), (" {'answer': 3332}\n", "tot", "days", 3332),
    ('{"answer": 3332}', "tot", "days", 3332),
    ('{"H": 1.0, "M": 45.0, "S": 5.0}', "tot", "seconds", HOUR + 45 * 60 + 5),
    ("{'day': '+1', 'time': '23:17:19'}", "tot", "seconds", DAY + 23 * HOUR + 17 * 60 + 19),
    ("{'answer': '44 BC'}", "tot", "years", -44),
    ("{'answer': '09-04-2014'}", "tot", "date", day(2014, 9, 4)),
    ("{'answer': None}", "tot", "days", None), ("{'answer': 1 + 1}", "tot", "days", None),
    ("{'answer': 3332", "tot", "days", None), ("__import__('os')", "tot", "days", None),
    ("[3332]", "tot", "days", None), ("3332", "tot", "days", 3332),  # a lone value is its answer
    ("{'answer': 1996.0}", "tot", "years", 1996), ("{'answer': 1996.5}", "tot", "years", None),
    ("", "tot", "days", None), ("\0", "tot", "days", None), ("(" * 100_000, "tot", "days", None),
    ('{"answer": ' + "9" * 5_000 + "}", "tot", "days", None), ("7", "ttqa", "years", 7),
    ("-7", "ttqa", "years", -7), ("164.8", "ttqa", "years", 164.8),
    ("1016", "ttqa", "date_years", 1016), ("February 3, 1837", "ttqa", "date", day(1837, 2, 3)),
    ("February 3, 1537", "ttqa", "date", day(1537, 2, 3)), ("nan", "ttqa", "years", None),
    ("seven", "ttqa", "years", None), ("", "ttqa", "years", None), ("soon", "ttqa", "date", None),
])  # fmt: skip


HOSTILE = {
    "booleans": '{"H": [true], "M": false, "S": true}',
    "NaN": '{"H": NaN, "M": 0, "S": 0}', "infinity": '{"H": 0, "M": -Infinity, "S": 0}',
    "large hours": '{"H": 1e308, "M": 1e308, "S": 1e308}',
    "5,000 digits": '{"answer": ' + "9" * 5_000 + "}",
    "5,000 digits as text": '{"answer": "' + "9" * 5_000 + '"}',
    "4,000 digits BC": '{"answer": "' + "9" * 4_000 + ' BC"}',
    "4,000 digits in a clock": '{"day": "' + "9" * 4_000 + '", "time": "1:2"}',
    "deep objects": '{"answer": ' * 100_000 + "1" + "}" * 100_000,
    "deep and unclosed": '{"answer": ' + "[" * 100_000,
    "lone surrogate": '{"answer": "\ud800"}', "and in a date": '{"date": "2021-\ud800-01"}',
    "escaped surrogate": r'{"date": "\ud800"}', "null character": r'{"date": "\u0000"}',
    "byte order mark": '\ufeff{"answer": 1}',
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_objects_are_unread(text):
    for unit in ("seconds", "minutes", "days", "date"):
        assert read_object(text, unit) is None
        assert read_line(text, unit) is None
        assert read_label(text, "tot", unit) is None


KEYS = st.sampled_from(
    ["age", "date", "answer", "day", "time", "days", "hours", "minutes", "seconds", *"ABCHMSXYZ"]
)
WORDS = """
12 2021 03 - / : . , + March Monday am PM BC AD T Z UTC CET today in ago days years last of same_day
１２ é
"""
FRAGMENTS = st.sampled_from(WORDS.split())
SEVERAL = st.lists(FRAGMENTS, max_size=8)
SENTENCES = SEVERAL.map(" ".join) | SEVERAL.map("".join)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | SENTENCES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)
ANY_UNIT = st.sampled_from(UNITS)


@given(st.dictionaries(KEYS, VALUES, max_size=4), ANY_UNIT)
def test_any_object_is_a_number_or_unread(answer, unit):
    assert holds(read_object(json.dumps(answer), unit))
    assert holds(read_label(repr(answer), "tot", unit))


ODD = st.text(st.characters(categories=["Cs", "Nd", "No", "P", "Z"]))


@given(st.text() | ODD | SENTENCES | st.text(st.sampled_from("0123456789-+.e,: T")), ANY_UNIT)
def test_any_text_is_a_number_or_unread(text, unit):
    for read in (read_line, read_object):
        assert holds(read(text, unit))
    assert holds(read_object(json.dumps({"answer": text}), unit))
    for family in FAMILY_UNITS:
        assert holds(read_label(text, family, unit))
