"""Tests what questions ask for, which labels are typical, and the order of questions."""

import random
from collections import Counter

import pytest
from cases import data, results_of
from support import SAMPLE, SUBSETS

from tempanswerqa import questions
from tempanswerqa.questions import record
from tempanswerqa.questions.record import CALENDAR_YEAR, DATE, DURATION, TIME_OF_DAY

test_templates = results_of(record.template, data(__file__, "templates"))
test_ids = results_of(record.question_id, data(__file__, "ids"))
test_numbered_ids = results_of(lambda ids: [*record.numbered(ids)], data(__file__, "numbered ids"))

ASKED = {
    "seconds": {DURATION, TIME_OF_DAY},
    "minutes": {DURATION, TIME_OF_DAY},
    "days": {DURATION},
    "months": {DURATION},
    "years": {DURATION, CALENDAR_YEAR},
    "date": {DATE},
    "date_years": {CALENDAR_YEAR},
}


@pytest.mark.parametrize("subset", SUBSETS)
def test_what_questions_ask_for(subset):
    for question in questions.load(subset, SAMPLE):
        assert not question.view.own
        assert question.asks_for in ASKED[question.unit]
        of_test_of_time = question.family == "tot" and question.unit == "years"
        assert of_test_of_time or question.unit != "years" or question.asks_for == DURATION
        if question.asks_for == TIME_OF_DAY:
            assert "time" in question.label


def test_what_released_arithmetic_asks_for(published):
    """An age of 170 is a duration, which a limit on the label would not show."""
    asked = questions.load("tot_arith", published)
    years = [question for question in asked if question.unit == "years"]
    assert Counter(question.asks_for for question in years) == {CALENDAR_YEAR: 84, DURATION: 5}
    ages = [question for question in years if "how many years old" in question.user]
    assert {question.asks_for for question in ages} == {DURATION}
    assert len(ages) == 5
    assert max(question.number for question in ages) == 170
    times = [question for question in asked if question.asks_for == TIME_OF_DAY]
    assert all("'time'" in question.label for question in times)
    assert len(times) == sum("'time'" in question.label for question in asked)


@pytest.mark.parametrize("subset", SUBSETS)
def test_every_beginning_has_each_stratum_as_often_as_the_whole(subset):
    """The shares agree to within two questions; the order of the file does not matter."""
    found = questions.load(subset, SAMPLE)
    order = record.mixed(found)
    assert sorted(q.id for q in order) == sorted(q.id for q in found)
    assert record.mixed(random.Random(1).sample(found, len(found))) == order
    shares = Counter((q.unit, q.kind) for q in found)
    for first in range(1, len(order) + 1):
        begun = Counter((q.unit, q.kind) for q in order[:first])
        for stratum, number in shares.items():
            assert abs(begun[stratum] - first * number / len(order)) <= 2
