"""Tests the solver of questions on tables, by hand and on the sample."""

from datetime import date

import pytest

from tempanswerqa.questions import loading
from tempanswerqa.twins.table_reading import _stem
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


def asked(question: str, unit: str = "years") -> float | None:
    cells = {"question": question, "table_context": TABLE, "answer_temporal_unit": unit}
    return solve(cells)


@pytest.mark.parametrize(
    ("question", "answer", "why"),
    [
        ("How old was Ada Brenn when she made her league debut?", 18, "in May, after the birthday"),
        ("How old was Brenn when she won her first medal?", 19, "in January, before the birthday"),
        ("At what age did Ada Brenn die?", 61, "after the birthday of 2011"),
        ("For how many years did Ada Brenn row for Green Oars?", 2, "the short range ends in 1983"),
        ("How long in years did Brenn row for Blue Oars?", 9, "1971 to 1980"),
        (
            "How many more years was Ada Brenn with Blue Oars than with Red Oars?",
            9 - 3,
            "two spans",
        ),
        (
            "How many years longer was Ada Brenn's time with Blue Oars than her time with Red "
            "Oars?",
            9 - 3,
            "the same in other words",
        ),
        (
            "How many years after Brenn joined Blue Oars did she win the Lake Cup for the third "
            "time?",
            1979 - 1971,
            "the third cup in time",
        ),
        (
            "How many years did it take Ada Brenn to last win the Lake Cup after leaving Red Oars?",
            1979 - 1971,
            "the end of a span, and the last cup",
        ),
        (
            "How many years before Brenn left Blue Oars did she join Red Oars?",
            1980 - 1968,
            "both ends",
        ),
        (
            "How many years were there between Ada Brenn's Sea Cup and her third Lake Cup?",
            4,
            "between two nouns",
        ),
        (
            "How many years after turning 21 did Ada Brenn leave Blue Oars?",
            1980 - 1971,
            "years count by their numbers where a date lacks its parts",
        ),
        ("How old was Ada Brenn when her atlas was printed?", 1992 - 1950, "in June"),
        ("How many years after turning 18 did Brenn make her league debut?", 0, "on 5 May 1968"),
    ],
)
def test_by_hand(question, answer, why):
    assert asked(question) == answer


def test_a_birthday_is_a_date():
    days = (date(1971, 3, 10) - date(1970, 1, 1)).days
    assert asked("On what date did Ada Brenn turn 21?", "date") == 86_400 * days
    assert asked("On what date did Ada Brenn turn 21?") is None


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (
            "How many years after Ada Brenn made her league debut did she win her medal at sea?",
            "2 years by their numbers, of which one is full",
        ),
        ("How old was Ada Brenn when she learned to swim?", "no such row"),
        (
            "How old was Ada Brenn when her manual was published?",
            "in March, with the birthday or not",
        ),
        (
            "How many years before Brenn joined Red Oars did she leave Blue Oars?",
            "the other way round",
        ),
        ("Which oar did Ada Brenn like best?", "asks for no years"),
        (
            "How many months after Ada Brenn made her league debut did she win her first medal?",
            "asks for months",
        ),
        ("How old was Ada Brenn when she left her first club?", "tells a row by its rank"),
        ("", "asks nothing"),
    ],
)
def test_what_the_table_does_not_settle_has_no_answer(question, why):
    assert asked(question) is None


def test_answers_to_the_sample_are_its_labels():
    """They were computed twice when it was drawn, by templates and by a larger solver."""
    for part in ("head", "tail"):
        answers = [
            (solve(cells), question.number)
            for question, cells in loading.with_cells(f"sample_ttqa_{part}")
        ]
        found = [(answer, label) for answer, label in answers if answer is not None]
        assert len(found) > 40
        assert all(answer == label for answer, label in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("opened", "opening"),
        ("founded", "foundation"),
        ("retired", "retirement"),
        ("electrified", "electrification"),
        ("demolished", "demolition"),
        ("born", "birth"),
        ("died", "death"),
        ("married", "marriage"),
        ("began", "beginning"),
        ("laid", "laying"),
        ("wins", "win"),
        ("commissioned", "commissioning"),
    ],
)
def test_a_verb_and_its_noun_have_one_stem(one, other):
    assert _stem(one) == _stem(other)
    assert _stem("launched") != _stem("laid") != _stem("scrapped")
