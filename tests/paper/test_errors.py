"""Tests sizes, directions and units of the errors of wrong answers."""

import statistics

import pytest
from cases import items
from pandas import DataFrame
from support import SAMPLE

from paper.errors import ErrorStatistics, shares
from tempanswerqa import questions
from tempanswerqa.scoring import STRICT

pytestmark = pytest.mark.usefixtures("sampled")


def wrong_items(*errors: float | None) -> DataFrame:
    """Return answers to questions in years that are off by these errors; None for unread ones."""
    both = [*questions.load("ttqa_head", SAMPLE), *questions.load("ttqa_tail", SAMPLE)]
    asked = [question for question in both if question.unit == "years"][: len(errors)]
    numbers = [None if e is None else q.number + e for q, e in zip(asked, errors, strict=True)]
    return items(asked, numbers, [STRICT])


def test_error_statistics():
    found = ErrorStatistics()
    found.add(wrong_items(0, 1, -1, -2, None))
    assert found.share_of(1) == pytest.approx(200 / 3)
    assert found.share_of(2) == pytest.approx(100 / 3)
    assert found.share_of(7) == 0
    assert shares(found.off_by_one, 1) == {"<num_years>": 100.0}
    assert shares(found.answers, 1) == {"<num_years>": 100.0}
    assert found.answers.total() == 5
    low = wrong_items(0, 1, -1, -2, None)["smape"][2:4].tolist()
    assert found.spread("negative", "smape") == pytest.approx(
        (statistics.fmean(low), statistics.stdev(low))
    )
    assert all(value != value for value in found.spread("positive", "smape"))  # one value: NaN
    assert ErrorStatistics().share_of(1) != ErrorStatistics().share_of(1)  # none wrong: NaN


def test_errors_of_dates_are_in_days():
    question = next(q for q in questions.load("tot_arith", SAMPLE) if q.unit == "date")
    number = question.number - 86_400
    found = ErrorStatistics()
    found.add(items([question], [number]))
    assert found.share_of(1) == 100
