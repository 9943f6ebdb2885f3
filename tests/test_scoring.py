"""Tests which of several right answers counts for each filter."""

import pytest
from cases import question

from tempanswerqa.scoring import FLEXIBLE, STRICT, score


@pytest.mark.parametrize(
    ("response", "strictly", "flexibly"),
    [("Final Answer: 3", (3, 1), (3, 1)), ("Final Answer: 5", (5, 0), (5, 1))],
)
def test_strictly_the_first_label_counts_and_flexibly_the_nearest(response, strictly, flexibly):
    asked = question(unit="days", family="ttqa", number=3.0, alternatives=((5.0, 0.0),))
    found = {r.filter: (r.number, r.scores["exact_match"]) for r in score(response, asked)}
    assert found == {STRICT: strictly, FLEXIBLE: flexibly}


@pytest.mark.parametrize(
    ("response", "strictly", "flexibly"),
    [
        ("Final Answer: 2014-05-31", 0, 0),
        ("Final Answer: 2016-06-01/2016-06-30", 761, 0),  # days after 31 May 2014
        ("Final Answer: June 2016", None, 0),
    ],
)
def test_so_it_is_for_periods(response, strictly, flexibly):
    asked = question(family="ttqa", unit="when", label="May 2014 | June 2016", number=0.0)
    found = {scored.filter: scored.number for scored in score(response, asked)}
    assert found == {STRICT: strictly, FLEXIBLE: flexibly}
