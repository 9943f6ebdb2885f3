"""Tests twins of questions on tables, on our own table and on the sample."""

import random
import re
from collections import Counter

import pytest

from tempanswerqa import paper_scoring
from tempanswerqa.questions import loading
from tempanswerqa.twins.table_solver import solve
from tempanswerqa.twins.tables import MOVES, twin

TABLE = """category
rower

caption
Ada Brenn

Born\t( | 1950-03-10 | ) | March 10, 1950 | (age 72) | Oltown
League debut\t5 May 1968 | at Northam
First medal\t2 January 1970
Manual published\tMarch 1990

Clubs
1971-1980\tBlue Oars
Green Oars\t1983-1987

Honours
['Lake Cup | 1972 Westrow', 'Sea Cup | 1975 Oltown']

"""


def made(question, unit, label, table=TABLE, seed=1):
    cells = {
        "question": question,
        "table_context": table,
        "answer_temporal_unit": unit,
        "label": label,
    }
    number = paper_scoring.read_label(label, "ttqa", unit)
    assert number is not None
    return twin(cells, number, random.Random(seed))


def years(text):
    return [int(year) for year in re.findall(r"\d{4}", text)]


@pytest.mark.parametrize("seed", range(6))
def test_all_years_move_together(seed):
    question = "In which year did Brenn win the Lake Cup before 1975?"
    changed = made(question, "date_years", "1972", seed=seed)
    by = int(changed["label"]) - 1972
    assert by in MOVES
    assert by < 0  # the age tells that the table is of 2022
    assert years(changed["table_context"]) == [year + by for year in years(TABLE)]
    assert years(changed["question"]) == [1975 + by]
    assert re.sub(r"\d{4}", "", changed["table_context"]) == re.sub(r"\d{4}", "", TABLE)
    dated = made("When did Ada Brenn make her league debut?", "date", "May 5, 1968", seed=seed)
    assert re.fullmatch(r"May 5, \d{4}", dated["label"])


def test_short_ranges_move_and_other_numbers_stay():
    seasons = "1998-99 | 1998/99-1999/00 | $2000 | 2000 m | 1,999 seats | 1998-20 May 1999"
    table = f"{TABLE}More\nSeason\t{seasons}\n"
    changed = made("In which year did Brenn win the Lake Cup?", "date_years", "1972", table)
    by = int(changed["label"]) - 1972
    season = f"{1998 + by}/{(99 + by) % 100:02}-{1999 + by}/{by % 100:02}"
    ranges = f"{1998 + by}-{(99 + by) % 100:02} | {season} | $2000 | 2000 m | 1,999 seats"
    assert f"{ranges} | {1998 + by}-20 May {1999 + by}" in changed["table_context"]


@pytest.mark.parametrize(
    "more", ["the 1960s", "March 190?", "the 19th century", "the class of '72", "40 BC"]
)
def test_years_that_do_not_move_leave_no_twin(more):
    table = f"{TABLE}More\nKnown since\t{more}\n"
    assert made("In which year did Brenn win the Lake Cup?", "date_years", "1972", table) is None


def test_a_label_that_is_not_of_the_table_leaves_no_twin():
    assert made("In which year did Brenn win the Lake Cup?", "date_years", "1973") is None
    assert made("For how many years was Brenn at Green Oars?", "years", "5") is None
    medal = "How old was Ada Brenn when she won her first medal?"
    assert made(medal, "years", "20") is None  # the birthday in March was still to come


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("For how many years was Brenn at Green Oars?", "4"),
        ("How old was Ada Brenn when she won her first medal?", "19"),
    ],
)
def test_a_duration_changes_by_one_year(question, label, seed):
    changed = made(question, "years", label, seed=seed)
    assert changed["label"] != label
    assert solve(changed) == int(changed["label"])
    before, after = years(TABLE), years(changed["table_context"])
    by = after[0] - before[0]
    assert "(age 72)" in changed["table_context"]
    assert after[:2] == [1950 + by] * 2  # the birth, whose distance to the present is stated
    assert [sorted(before).index(year) for year in before] == [
        sorted(after).index(year) for year in after
    ]
    assert sum(year + by != other for year, other in zip(before, after, strict=True)) == 1


def test_days_of_the_week_keep_a_table_in_one_calendar():
    table = TABLE.replace("1970", "1920") + "More\nLast seen\tMonday, 5 May 1924\n"
    question = "In which year did Brenn win the Lake Cup?"
    made_by = [
        int(made(question, "date_years", "1972", table, seed)["label"]) - 1972 for seed in range(20)
    ]
    assert min(made_by) > 0


def test_questions_of_the_sample_have_twins_that_are_solved():
    units = Counter()
    for question, cells in loading.with_cells("sample_ttqa_head"):
        if changed := twin(cells, question.number, random.Random(1)):
            units[question.unit] += 1
            number = paper_scoring.read_label(changed["label"], "ttqa", question.unit)
            assert number != question.number
            assert question.unit != "years" or number == solve(changed)
    assert units["years"] > 10
    assert units["date_years"] > 10
