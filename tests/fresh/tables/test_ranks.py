"""Tests rows that questions name by rank, and the variety of rare tables."""

import re
from collections import Counter

import pytest
from fresh_support import items

from tempanswerqa.fresh import tables

RANKED = re.compile(
    r"\b(?:her|his|its|the) (?:first|second|third|fourth|fifth|sixth|seventh|eighth|last) [a-z]"
    r"|(?:that|who) [a-z ]+ (?:longest|for the shortest time)"
)

TABLE = """category
rower

Ada Brenn
Born\tMarch 10, 1950 | Oltown

Teams
['Time | Team | No.', '1980–83 | Green Oars | 14', '1971 to 1980 | Blue Oars | 3', \
'1968-1971 | Red Oars | 55']

Overview
Tours\tNortham: 3 March 1985 - 13 March 1985 | Westrow (May 1, 1986 |  ( | 1986-05-01 | ) - \
May 31, 1986 |  ( | 1986-05-31 | ))

Lake Games
['Gold medal (1st) | 1972 Oltown | Eights', 'Silver medal (2nd) | 1976 \
Northport | Eights', 'Gold medal (1st) | 1979 Southport | Pairs']

"""


def asked(question: str, unit: str, table: str = TABLE) -> float | None:
    return tables.solve(
        {"question": question, "table_context": table, "answer_temporal_unit": unit}
    )


@pytest.mark.parametrize(("question", "unit", "answer"), [
    # the teams are told from the last to the first: Red 1968-71, Blue 1971-80, Green 1980-83
    ("In which year did Ada Brenn leave her first team?", "date_years", 1971),
    ("In which year did Brenn leave her second team?", "date_years", 1980),
    ("In which year did Brenn leave the last team that she joined?", "date_years", 1983),
    ("How long in years was Ada Brenn's time with her third team (end minus start)?",
     "years", 1983 - 1980),
    ("What age did Brenn turn in the year she joined the team that she stayed with longest?",
     "years", 1971 - 1950),
    ("How many years do Brenn's time with her first team and her time with the team that she "
     "stayed with longest add up to (end year minus start year)?", "years", 3 + 9),
    # 3 to 13 March, and the 30 days from 1 to 31 May
    ("On which date did the last tour end?", "date", 517881600),
    ("How many days shorter was the course of the tour that lasted for the shortest time than "
     "the course of the second tour?", "days", 30 - 10),
    ("How long in days was it from the end of the first tour to begin to the start of the second "
     "tour to begin?", "days", 365 + 18 + 30 + 1),
    # golds of 1972 and 1979, the silver of 1976 left out
    ("How many years passed between Ada Brenn's first Lake Games gold and her last Lake Games "
     "gold?", "years", 7),
    ("In which year did Ada Brenn win silver at the Lake Games?", "date_years", 1976),
])  # fmt: skip
def test_rows_are_found_by_rank(question, unit, answer):
    assert asked(question, unit) == answer


@pytest.mark.parametrize("question", [
    "In which year did Ada Brenn leave her second boat?",
    "In which year did Ada Brenn leave her team?",
])  # fmt: skip
def test_ranks_that_no_row_has_are_not_read(question):
    assert asked(question, "date_years") is None


def test_the_solver_tells_a_wrong_label():
    changed = 0
    drawn = items("ttqa_tail", "medium", answer_temporal_unit="date_years")
    for item in drawn:
        table = re.sub(
            r"(?<!\d)(1[6-9]|20)(\d\d)(?!\d)",
            lambda found: str(int(found[0]) - 3),
            item.cells["table_context"],
        )
        cells = {**item.cells, "table_context": table}
        changed += tables.solve(cells) != item.number
    assert changed > 0.85 * len(drawn)  # ends of spans in the short notation stay


def test_layouts_and_ranks_vary():
    texts = [i.cells["table_context"] for i in items("ttqa_tail", "hard")]
    for sign in (r"\d–\d\d\b", r"\d\d to \d", r"\| Period'", r"\| [A-Z]\w+: \d", r"\nGold|'Gold"):
        assert sum(re.search(sign, text) is not None for text in texts) >= 8, sign
    asked_by_rank = Counter(
        bool(RANKED.search(item.cells["question"])) for item in items("ttqa_tail", "hard")
    )
    assert asked_by_rank[True] > 0.15 * asked_by_rank.total()
