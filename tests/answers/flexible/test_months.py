"""Tests dates of other languages and notations, written as English writes them."""

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible.months import english

test_dates_as_english_writes_them = results_of(english, [
    ("16 août 2001", "16 August 2001"), ("am 3. März 1998", "am 3 March 1998"),
    ("7 de octubre de 2012", "7 October 2012"), ("1er août 1866", "1 August 1866"),
    ("5 września 2004", "5 September 2004"), ("12 ноября 1961", "12 November 1961"),
    ("2001年8月16日", "2001-8-16"), ("2001-Aug-16", "16 Aug 2001"),
    ("the eighth of January, 1965", "the 8 January, 1965"),
    ("January the twenty-first, 1965", "January 21, 1965"),
    ("4 Mars rovers of 2001", "4 March rovers of 2001"),  # no date, and no harm
    ("March 4, 2001", "March 4, 2001"), ("08/23/2000", "08/23/2000"), ("", ""),
])  # fmt: skip


@given(st.text())
def test_any_text(text):
    assert english(english(text)) == english(text)
