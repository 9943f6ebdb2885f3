"""Tests the solver of questions on facts, on texts written by hand."""

import random
import re

import pytest

from tempanswerqa.fresh import semantic
from tempanswerqa.fresh.semantic import reading
from tempanswerqa.fresh.semantic.dials import DIALS

FACTS = """\
From 1900 to 1905, Ada Balk was mayor of Elmby.
From 1910 to 1920, Ada Balk was mayor of Elmby.
From 1930 to 1932, Ada Balk was mayor of Elmby.
From 1922 to 1927, Otto Rook was mayor of Elmby.
From 1935 to 1939, Otto Rook was envoy to Foxton.
From 1941 to 1948, Otto Rook was envoy to Foxton.
From 1933 to 1937, Ada Balk was mayor of Foxton.
In 1915, Otto Rook was envoy to Elmby.
From 1923 to 1926, Otto Rook was a guest of Foxton."""

SPELLS = "Each counts as its end year minus its start year."
LATER = "Take the later year minus the earlier one."


def cells(question: str, facts: str = FACTS) -> dict[str, str]:
    instruction = f"Some facts:\n{facts}\n\nAnswer as JSON."
    return {"question_wo_instruct": question, "instruction": instruction}


BY_HAND = [
    ("When did Ada Balk become mayor of Elmby for the second time?", 1910),
    ("When did Ada Balk stop being mayor of Elmby for the last time but one?", 1920),
    ("In which year did the longest stint of Ada Balk as mayor of Elmby begin?", 1910),
    ("Ada Balk was mayor of Elmby in 1912. When did that spell end?", 1920),
    ("After 1908, in which year did Ada Balk next become mayor of Elmby?", 1910),
    ("Before 1908, in which year did Ada Balk last cease to be mayor of Elmby?", 1905),
    ("What is the latest year in which Ada Balk was mayor of any town?", 1937),
    ("A certain person was mayor of Elmby in 1925. When did that stint end?", 1927),
    ("After the second spell of Ada Balk as mayor of Elmby had ended, in which year did a person "
     "other than Ada Balk next take up that role?", 1922),
    ("When did a person other than Ada Balk last cease to be mayor of Elmby before the third "
     "period of Ada Balk in that role began?", 1927),
    ("In which year did Otto Rook next become envoy to Foxton after Ada Balk ceased to be mayor "
     "of Foxton?", 1941),
    ("During a spell of Ada Balk as mayor of Foxton, Otto Rook became envoy to Foxton for the "
     "first time. When did that spell of Ada Balk as mayor of Foxton end?", 1937),
    ("Name the latest year in which Ada Balk was mayor of Foxton while Otto Rook was envoy to "
     "Foxton.", 1937),
    ("For how many years was Otto Rook both mayor of Elmby and a guest of Foxton? Take the last "
     "year in which both relations held minus the first such year.", 1926 - 1923),
    (f"How long in years was the 2nd spell of Ada Balk as mayor of Elmby? {SPELLS}", 1920 - 1910),
    ("There were 3 stints of Ada Balk as mayor of Elmby. How long in years was the last-but-one "
     f"stint? {SPELLS}", 1920 - 1910),
    ("How many years separate the end of the first spell of Ada Balk as mayor of Elmby from "
     f"the start of the second? {LATER}", 1910 - 1905),
    ("From the start of the first spell of Ada Balk as mayor of Elmby to the end of the last, "
     f"how many years passed? {LATER}", 1932 - 1900),
    ("How many years do all the spells of Ada Balk as mayor of Elmby come to in total? "
     f"{SPELLS}", 5 + 10 + 2),
    ("How many years did the stints of Ada Balk as mayor of any town last in all? "
     f"{SPELLS}", 5 + 10 + 2 + 4),
    ("By how many years was the second spell of Ada Balk as mayor of Elmby longer than the "
     f"third? {SPELLS}", 10 - 2),
    ("After the second spell of Ada Balk as mayor of Elmby had ended, how many years passed "
     f"until a person other than Ada Balk took up that role? {LATER}", 1922 - 1920),
    ("After the second spell of Ada Balk as mayor of Elmby had ended, a person other than Ada Balk "
     "was the next to take up that role. How long in years was the spell that began then? "
     f"{SPELLS}", 1927 - 1922),
    ("Which of the people other than Ada Balk was the last to stop being mayor of Elmby before the "
     "third spell of Ada Balk in that role began? Give the length in years of the spell that ended "
     f"then. {SPELLS}", 1927 - 1922),
    ("Ada Balk became mayor of Elmby for the 1st time. How many years later did Otto Rook "
     f"cease to be envoy to Foxton for the 2nd time? {LATER}", 1948 - 1900),
    ("How long in years was the time in which Ada Balk was mayor of Foxton while Otto Rook was "
     "envoy to Foxton? Subtract the first year in which both relations held from the last such "
     "year.", 1937 - 1935),
    ("How many years lie between the earliest and the latest year in which any person was "
     f"mayor of Elmby? {LATER}", 1932 - 1900),
]  # fmt: skip


@pytest.mark.parametrize(("question", "number"), BY_HAND)
def test_answers_found_by_hand(question, number):
    assert semantic.solve(cells(question)) == number


UNCLEAR = [
    "When did Ada Balk become mayor of Elmby?",  # three times
    "When did Otto Rook become mayor of Elmby for the first time?",  # only once
    "When did Ada Balk become mayor of Elmby for the fourth time?",
    "When did Ada Balk become mayor of Elmby for the umpteenth time?",
    "When did Elmby become mayor of Ada Balk?", "When did Ada Balk become envoy to Elmby?",
    "Ada Balk was mayor of Elmby in 1908. When did that spell begin?",  # not then
    "Ada Balk was mayor of Elmby in 1910. When did that spell end?",  # its first year
    "Ada Balk was mayor of Elmby in 0999. When did that spell end?",
    "There were 2 spells of Ada Balk as mayor of Elmby. How long in years was the last spell? "
    + SPELLS,
    "A certain person was mayor of Elmby in 1928. When did that spell end?",
    "When did the longest spell of Otto Rook as envoy to Foxton end?",  # of two alone
    "After the first spell of Ada Balk as mayor of Elmby had ended, a person other than Ada Balk "
    "was the next to take up that role. How long in years was the spell that began then? "
    + SPELLS,  # Ada herself was
    "In which year did Otto Rook next become envoy to Foxton after Ada Balk had ceased to be "
    "mayor of Foxton?",  # no such wording
    "After 1905, in which year did Ada Balk last become mayor of Elmby?",  # no such wording
    "For how many years was Otto Rook mayor of Elmby? And why?",
    "Who was mayor of Elmby in 1925?", "",
]  # fmt: skip


@pytest.mark.parametrize("question", UNCLEAR)
def test_no_answer_without_a_single_one(question):
    assert semantic.solve(cells(question)) is None


AFTER = "After the only spell of Otto Rook as mayor of Elmby had ended, "
BEGUN = "When did Otto Rook become mayor of Elmby?"


@pytest.mark.parametrize(("more", "question"), [
    ("From 1927 to 1929, Ida Holm was mayor of Elmby.",
     f"{AFTER}in which year did a person other than Otto Rook next take up that role?"),
    ("From 1930 to 1934, Ida Holm was mayor of Elmby.",
     f"{AFTER}a person other than Otto Rook was the next to take up that role. How long in years "
     f"was the spell that began then? {SPELLS}"),
    ("In 1928, Ada Balk was mayor of Elmby.",
     "Before the last spell of Ada Balk as mayor of Elmby began, a person other than Ada Balk was "
     f"the last to leave that role. How long in years was the spell that ended then? {SPELLS}"),
    ("From 1924 to 1926, Ida Holm was mayor of Elmby.",
     "A certain person was mayor of Elmby in 1925. When did that spell end?"),
    ("From 1906 to 1907, Ada Balk was mayor of Elmby.", BEGUN),  # no year between
    ("Otto Rook was once mayor of Elmby.", BEGUN),
    ("From 1930 to 1921, Ida Holm was mayor of Elmby.", BEGUN),
])  # fmt: skip
def test_a_fact_can_make_a_question_unclear(more, question):
    assert semantic.solve(cells(question)) is not None
    assert semantic.solve(cells(question, f"{FACTS}\n{more}")) is None


@pytest.mark.parametrize("line", [
    "1922 to 1927: Q-4 was the w3 of Z-9.", "From 1922 to 1927, Q-4 was the w3 of Z-9.",
    "Q-4 was the w3 of Z-9; this held from 1922 until 1927.",
    "Q-4 became the w3 of Z-9 in 1922 and gave up that role in 1927.",
    "As the w3 of Z-9, Q-4 is on record from 1922 until 1927.",
    "- the w3 of Z-9: Q-4, 1922 to 1927", "* Q-4 (1922 to 1927): the w3 of Z-9",
    "Q-4 | the w3 of | Z-9 | 1922 | 1927",
])  # fmt: skip
def test_every_way_to_state_a_fact(line):
    ((key, timeline),) = reading.timelines(f"Facts:\n{line}\n\nAnswer.").items()
    assert key == ("Q-4", "w3 of", "Z-9")
    assert timeline == sum(2**year for year in range(1922, 1928))


@pytest.mark.parametrize("line", [
    "1922: Q-4 was the w3 of Z-9.", "In 1922, Q-4 was the w3 of Z-9.",
    "Q-4 was the w3 of Z-9; this held in 1922 alone.",
    "Q-4 became the w3 of Z-9 in 1922 and gave up that role in the same year.",
    "As the w3 of Z-9, Q-4 is on record in 1922 alone.", "- the w3 of Z-9: Q-4, 1922",
    "* Q-4 (1922): the w3 of Z-9", "Q-4 | the w3 of | Z-9 | 1922",
])  # fmt: skip
def test_every_way_to_state_a_fact_of_one_year(line):
    told = reading.timelines(f"Facts:\n{line}\n\nAnswer.")
    assert told == {("Q-4", "w3 of", "Z-9"): 1 << 1922}


@pytest.mark.parametrize("level", DIALS)
def test_the_answer_hangs_on_the_facts(level):
    """If all years are moved by one, a year is one later and a number of years is the same."""
    rng = random.Random(level)
    for _ in range(20):
        for item in semantic.draw(rng, level, (0.1, 0.6)):
            moved = {
                name: re.sub(r"\b\d{4}\b", lambda found: str(int(found[0]) + 1), text)
                for name, text in item.cells.items()
            }
            asks_year = item.cells["question_type"] == "event_at_what_time"
            assert semantic.solve(moved) == item.number + asks_year
