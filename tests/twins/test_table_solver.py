"""Tests the solver of questions on tables, by hand and on the sample."""

from datetime import date
from pathlib import Path

import pytest
from cases import rows_of

from tempanswerqa.questions import loading
from tempanswerqa.twins.table_solver import solve

TABLE = """category
rower

caption
Ada Brenn

['Ada Brenn.jpg', 'Brenn in 1977']
Born\t( | 1950-03-10 | ) | March 10, 1950 | Oltown
Died\tApril 2, 2011 |  ( | 2011-04-02 | ) | Westrow
Height\t181 cm | 1,962 points

Career
League debut\t5 May 1968 | at Northam
First medal\t2 January 1970
Manual published\tMarch 1990
Atlas printed\tJune 1992
Record broken\t10 March 1980

Clubs
1968-1971\tRed Oars
1971-1980\tBlue Oars
Green Oars\t1981-83

Posts held
['Coach (3 March 1985 - 13 March 1985) | Warden (1 May 1986 | ( | 1986-05-01 | ) - 30 June 1987)']

Honours
['3× Lake Cup (1972, 1970, 1979)']
Sea Cup\tWinner (1975)

"""


def answer(question: str, unit: str = "years") -> float | None:
    cells = {"question": question, "table_context": TABLE, "answer_temporal_unit": unit}
    return solve(cells)


@pytest.mark.parametrize(
    "case", rows_of(Path(__file__).with_name("table_solver.csv")), ids=lambda case: case["why"]
)
def test_by_hand(case):
    """What the table does not settle has no answer."""
    assert answer(case["question"]) == (float(case["answer"]) if case["answer"] else None)


def test_a_birthday_is_a_date():
    days = (date(1971, 3, 10) - date(1970, 1, 1)).days
    assert answer("On what date did Ada Brenn turn 21?", "date") == 86_400 * days
    assert answer("On what date did Ada Brenn turn 21?") is None


def test_answers_to_the_sample_are_its_labels():
    """They were computed twice when it was sampled, by templates and by a larger solver."""
    for part in ("head", "tail"):
        answers = [
            (solve(cells), question.number)
            for question, cells in loading.with_cells(f"sample_ttqa_{part}")
        ]
        known = [(answer, label) for answer, label in answers if answer is not None]
        assert len(known) > 40
        assert all(answer == label for answer, label in known)
