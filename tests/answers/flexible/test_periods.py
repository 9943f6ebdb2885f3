"""Tests the days that answers to *when* name, by a table of texts, and hostile texts."""

from datetime import date, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible.periods import LONGEST, read_period, read_periods
from tempanswerqa.answers.result import Period

READ = [
    # text, first, last, why
    ("4 June 2016", "2016-06-04", "2016-06-04", "a day"),
    ("They met on Saturday, June 4th, 2016.", "2016-06-04", "2016-06-04", "its weekday too"),
    ("am 4. Juni 2016", "2016-06-04", "2016-06-04", "another language"),
    ("2016-06-04T18:30", "2016-06-04", "2016-06-04", "a day with its time"),
    ("Januery 5, 2016", "2016-01-05", "2016-01-05", "a misspelt month"),
    ("Febuary 2016", "2016-02-01", "2016-02-29", "the same before a year"),
    ("the 5Janury 2016", "2016-01-05", "2016-01-05", "the same after a number"),
    ("April.2016", "2016-04-01", "2016-04-30", "a point for a space"),
    ("in Feb 2016", "2016-02-01", "2016-02-29", "a month of a leap year"),
    ("the month of May 2018", "2018-05-01", "2018-05-31", "a month said twice"),
    ("sometime in 1979", "1979-01-01", "1979-12-31", "a year"),
    ("the 1980s", "1980-01-01", "1989-12-31", "a decade"),
    ("198X", "1980-01-01", "1989-12-31", "a decade in EDTF"),
    ("the 18th century", "1701-01-01", "1800-12-31", "a century"),
    ("the third quarter of 2012", "2012-07-01", "2012-09-30", "a quarter"),
    ("Q4 2012", "2012-10-01", "2012-12-31", "a quarter in short"),
    ("last quarter of 2012", "2012-10-01", "2012-12-31", "the fourth of four"),
    ("autumn of 2013", "2013-09-01", "2013-11-30", "a season"),
    ("last summer (2013)", "2013-06-01", "2013-08-31", "a season with its year in brackets"),
    ("winter 2013/14", "2013-12-01", "2014-02-28", "a season of two years"),
    ("2013-21", "2013-03-01", "2013-05-31", "a season in EDTF"),
    ("at the beginning of April 2013", "2013-04-01", "2013-04-10", "an early part"),
    ("mid April 2013", "2013-04-11", "2013-04-20", "a middle part"),
    ("late in February 2012", "2012-02-21", "2012-02-29", "a late part"),
    ("late 2012", "2012-09-01", "2012-12-31", "a late part of a year"),
    ("third week of July 2011", "2011-07-15", "2011-07-21", "a week of a month"),
    ("the last week of July 2011", "2011-07-25", "2011-07-31", "its last seven days"),
    ("second weekend in July 2011", "2011-07-09", "2011-07-10", "by its Saturday"),
    ("the last weekend of July 2011", "2011-07-30", "2011-07-31", "the last Saturday"),
    ("the week of 6 July 2011", "2011-07-04", "2011-07-10", "from Monday to Sunday"),
    ("the week of 4 July to 10 July 2011", "2011-07-04", "2011-07-10", "a week by its ends"),
    ("the weekend of 8 July 2011", "2011-07-09", "2011-07-10", "the weekend of its week"),
    ("the week before 6 July 2011", "2011-06-29", "2011-07-05", "seven days before"),
    ("the week following July 6, 2011", "2011-07-07", "2011-07-13", "seven days after"),
    ("a week after 6 July 2011", "2011-07-13", "2011-07-13", "one of n weeks is a day"),
    ("on a week before 6 July 2011", "2011-06-29", "2011-07-05", "but not after on"),
    ("on the Monday before 4 July 2011", "2011-06-27", "2011-06-27", "strictly before a Monday"),
    ("two Mondays after 4 July 2011", "2011-07-18", "2011-07-18", "the second one"),
    ("the weekend before 10 July 2011", "2011-07-02", "2011-07-03", "both days before a Sunday"),
    ("three weekends after 4 July 2011", "2011-07-23", "2011-07-24", "the third one"),
    ("the day after 28 February 2012", "2012-02-29", "2012-02-29", "the next day"),
    ("two weeks prior to 1 March 2012", "2012-02-16", "2012-02-16", "n weeks are a day"),
    ("three months after 31 January 2011", "2011-04-30", "2011-04-30", "no 31 April"),
    ("the month before January 2011", "2010-12-01", "2010-12-31", "the month before a month"),
    ("five years before 2003", "1998-01-01", "1998-12-31", "n years from a year"),
    ("the year after 2003", "2004-01-01", "2004-12-31", "the next year"),
    ("between 5 and 8 May 2009", "2009-05-05", "2009-05-08", "days of one month"),
    ("from 28 March to 2 April 2009", "2009-03-28", "2009-04-02", "the year stands once"),
    ("2009-03-28/2009-04-02", "2009-03-28", "2009-04-02", "EDTF"),
    ("2004–2007", "2004-01-01", "2007-12-31", "years"),
    ("the 1800s", "1800-01-01", "1899-12-31", "a century by its years"),
    ("between March and May 2003", "2003-03-01", "2003-05-31", "months with one year"),
    ("two days before the fair on 4 May 2003", "2003-05-02", "2003-05-02", "an event's date"),
    ("over the weekend of 3-4 May 2003", "2003-05-03", "2003-05-04", "not more than a weekend"),
    ("In 2003, as he said on 4 May 2004.", "2003-01-01", "2003-12-31", "a clause on the source"),
    ("in July 2003, on 4 July 2003", "2003-07-04", "2003-07-04", "the finer of two"),
    ("not in 2003 but in 2004", "2004-01-01", "2004-12-31", "the other is denied"),
    ("Last year, in 2003.", "2003-01-01", "2003-12-31", "words that the year makes clear"),
    ("Final Answer: **May 2003**", "2003-05-01", "2003-05-31", "a marked answer"),
]
UNREAD = [
    ("", "nothing"),
    ("in Rome", "no date"),
    ("4 weeks", "a duration"),
    ("30 February 2012", "no such day"),
    ("03/04/2012", "day or month first"),
    ("4 June", "no year"),
    ("Janember 5, 2012", "no such month"),
    ("since May 2012", "open"),
    ("before 2012", "open"),
    ("from 2012 on", "open"),
    ("as of 2012", "open"),
    ("between 2010 and", "half of a range"),
    ("no later than 4 June 2012", "a bound"),
    ("less than a week before 4 June 2012", "a bound"),
    ("within a week of 4 June 2012", "a bound"),
    ("at least since 4 June 2012", "open, though a clause may begin with since"),
    ("as early as June 2012", "a bound"),
    ("starting in June 2012", "open"),
    ("After the fair in June 2012, she moved.", "open"),
    ("on the eve of 4 June 2012", "another day"),
    ("It wasn't in 2012.", "denied"),
    ("Christmas 2012", "a day that is not in the table"),
    ("H1 2012", "no convention"),
    ("a few days before 4 June 2012", "vague"),
    ("some time after 2012", "vague"),
    ("the month before 6 July 2012", "a month before a day"),
    ("early to mid July 2012", "two parts"),
    ("late May or early June 2012", "two parts"),
    ("spring/summer 2012", "two seasons"),
    ("first half of 2012", "no convention"),
    ("4 May 2012 or 5 May 2012", "several"),
    ("on 4 May 2012 and 9 May 2012", "several"),
    ("The notes do not mention 2012 at all, so there is no information.", "a refusal"),
    ("two weeks ago", "no day of the question"),
    ("yesterday, as he said on 4 May 2012", "the date is of what he said"),
    ("probably 2012, possibly 2013", "several"),
    ("2012. Actually, 2013.", "another after it"),
    ("week 12 of 2012", "a week by its number"),
    ("May 2012 (first week)", "a part in brackets"),
    ("2012 people came", "a number of people"),
    ("the days before 4 June 2012", "vague"),
    ("November 7 weeks, 2012", "an amount"),
    ("the year before 1", "before year 1"),
    ("9999 years after 4 May 2012", "after year 9999"),
]
ASKED_ON = date(2012, 3, 7)  # a Wednesday
ASKED = [
    ("today", "2012-03-07", "2012-03-07"),
    ("yesterday evening", "2012-03-06", "2012-03-06"),
    ("the day before yesterday", "2012-03-05", "2012-03-05"),
    ("8 days ago", "2012-02-28", "2012-02-28"),
    ("three weeks ago", "2012-02-15", "2012-02-15"),
    ("a week ago", "2012-02-29", "2012-02-29"),
    ("last month", "2012-02-01", "2012-02-29"),
    ("this year", "2012-01-01", "2012-12-31"),
    ("last week", "2012-02-27", "2012-03-04"),
    ("last Wednesday", "2012-02-29", "2012-02-29"),
    ("next Friday", "2012-03-09", "2012-03-09"),
    ("last weekend", "2012-03-03", "2012-03-04"),
    ("in 2003", "2003-01-01", "2003-12-31"),
]


def period(first, last):
    return Period(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(("text", "first", "last", "why"), READ)
def test_a_text_names_days(text, first, last, why):
    assert read_period(text) == period(first, last), why


@pytest.mark.parametrize(("text", "why"), UNREAD)
def test_a_text_that_names_no_single_period_is_unread(text, why):
    assert read_period(text) is None, why


@pytest.mark.parametrize(("text", "first", "last"), ASKED)
def test_the_day_of_the_question_makes_words_a_day(text, first, last):
    assert read_period(text, ASKED_ON) == period(first, last)


def test_a_label_may_name_several():
    days = [period(f"2012-05-0{day}", f"2012-05-0{day}") for day in (4, 5)]
    assert read_periods("4 May 2012 | 5 May 2012") == read_periods("4 May 2012 or 5 May 2012")
    assert [*read_periods("4 May 2012 | 5 May 2012")] == days
    assert read_periods("4 May 2012 | soon") == ()
    assert read_periods("4 May 2012") == (days[0],)


@pytest.mark.parametrize(
    ("answer", "label", "error"),
    [
        (("2012-07-10", "2012-07-10"), ("2012-07-01", "2012-07-31"), 0),  # within the label
        (
            ("2012-07-01", "2012-07-31"),
            ("2012-07-10", "2012-07-10"),
            21,
        ),  # as much as it leaves open
        (("2012-06-28", "2012-06-28"), ("2012-07-01", "2012-07-31"), 3),
        (("2012-08-02", "2012-08-03"), ("2012-07-01", "2012-07-31"), 3),
        (("2012-06-28", "2012-08-03"), ("2012-07-01", "2012-07-31"), 3),
    ],
)
def test_an_answer_is_off_by_what_it_may_be_off_at_worst(answer, label, error):
    assert period(*answer).error(period(*label)) == error


PARTS = [*{word for text, *_ in (*READ, *UNREAD, *ASKED) for word in text.split()}, "<d0>", "\n"]


@given(st.lists(st.sampled_from(sorted(PARTS)), max_size=12).map(" ".join) | st.text())
@example("9999-12-31 to the week after 9999-12-31")
@example("1 " * LONGEST)
def test_any_text_names_a_period_or_none(text):
    for found in (read_period(text), read_period(text, ASKED_ON)):
        assert found is None or found.last - found.first >= timedelta(0)
