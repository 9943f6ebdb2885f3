"""Tests the days that answers to *when* name, by a table of texts, and hostile texts."""

from datetime import date

from cases import cased, data
from hypothesis import example, given
from hypothesis import strategies as st

from tempanswerqa.answers.periods import periods
from tempanswerqa.answers.reading import read_period
from tempanswerqa.answers.result import Period

ASKED_ON = date(2012, 3, 7)  # a Wednesday


def period(first, last):
    return Period(date.fromisoformat(first), date.fromisoformat(last))


@cased
def test_a_text_names_days(text, first, last):
    assert read_period(text) == period(first, last)


@cased
def test_a_text_that_names_no_single_period_is_unread(text):
    assert read_period(text) is None


@cased
def test_the_day_of_the_question_makes_words_a_day(text, first, last):
    assert read_period(text, ASKED_ON) == (period(first, last) if first else None)


@cased
def test_an_answer_is_off_by_what_it_may_be_off_at_worst(answer, label, error):
    assert period(*answer).error(period(*label)) == error


NAMING, NONE = "a text names days", "a text that names no single period is unread"
TEXTS = [text for name in (NAMING, NONE) for text, *_ in data(__file__, name)]
PARTS = [*{word for text in TEXTS for word in text.split()}, "<d0>", "\n"]


@given(st.lists(st.sampled_from(sorted(PARTS)), max_size=12).map(" ".join) | st.text())
@example("9999-12-31 to the week after 9999-12-31")
@example("1 " * 2_000)
@example("the week before 2012-05-04 " * 80)
def test_times_of_any_text_are_in_order_and_do_not_overlap(text):
    end = 0
    for one in periods(text, str(ASKED_ON)):
        assert end <= one.start < one.end <= len(text)
        assert one.parts[0] is None or one.parts[0] <= one.parts[1]
        end = one.end
