"""Tests the solver of questions on tables, and the generator's helpers, by hand and by oracles."""

from datetime import date

import pytest

from tempanswerqa.fresh import solving, tables
from tempanswerqa.fresh.tables.solver_table import stem

TABLE = """category
rower

caption
Ada Brenn

['Ada Brenn.jpg', 'Brenn in 1977']
Born\t( | 1950-03-10 | ) | March 10, 1950 | Oltown
Died\tApril 2, 2011 |  ( | 2011-04-02 | ) | Westrow
Height\t181 cm | 1,962 points
Apprenticeship\t4 years
Sea voyage\t87 days

Career
League debut\t5 May 1968 | at Northam
First medal\t2 January 1970
Manual published\tMarch 1990
Second manual\tJune 1992

Clubs
1968-1971\tRed Oars
1971-1980\tBlue Oars
Green Oars\t1981-83

Posts held
['Coach (3 March 1985 - 13 March 1985) | Warden (1 May 1986 | ( | 1986-05-01 | ) - 30 June 1986)']

Honours
['3× Lake Cup (1972, 1970, 1979)']
Sea Cup\tWinner (1975)

"""


def asked(question: str, unit: str, table: str = TABLE) -> float | None:
    return tables.solve(
        {"question": question, "table_context": table, "answer_temporal_unit": unit}
    )


@pytest.mark.parametrize(("question", "unit", "answer"), [
    # born on March 10: the birthday of 1968 was before 5 May, that of 1970 after 2 January
    ("How old was Ada Brenn when she made her league debut?", "years", 1968 - 1950),
    ("How old was Brenn when she won her first medal?", "years", 1970 - 1950 - 1),
    ("How old was Ada Brenn on March 9, 2000?", "years", 49),
    ("How old was Ada Brenn on 10 March 2000?", "years", 50),
    ("How old did Brenn turn the year she joined Blue Oars?", "years", 21),
    ("How old will Brenn turn in 2041?", "years", 2041 - 1950),
    ("How many years long was Ada Brenn's apprenticeship?", "years", 4),
    # the span in the short notation ends in 1983
    ("For how many years did Ada Brenn row for Green Oars (end year minus start year)?",
     "years", 2),
    ("How many years longer was Ada Brenn's time with Blue Oars than her time with Red Oars?",
     "years", 9 - 3),
    # the cups of 1970, 1972 and 1979: gaps of two and seven years
    ("What was Brenn's longest wait in years between two consecutive Lake Cup wins?", "years", 7),
    ("How many years after Ada Brenn's Lake Cup win of 1972 did the next Lake Cup win come?",
     "years", 7),
    ("How many years after Brenn joined Blue Oars did she win the Lake Cup for the third time?",
     "years", 1979 - 1971),
    ("Going by years alone, how many years after Ada Brenn made her league debut did she leave "
     "Blue Oars?", "years", 1980 - 1968),
    ("How many years did it take the player to last win the Lake Cup after leaving Red Oars?",
     "years", 1979 - 1971),
    # two years by their numbers
    ("How many full years after Ada Brenn made her league debut did she win her first medal?",
     "years", 1),
    ("In which year did Ada Brenn win the Lake Cup for the second time?", "date_years", 1972),
    ("In which year did Ada Brenn leave the club that she rowed for for the longest time?",
     "date_years", 1980),
    ("In what year did Ada Brenn turn 33?", "date_years", 1983),
    ("What year is exactly halfway between Ada Brenn's arrival at Red Oars and her second Lake "
     "Cup win?", "date_years", 1970),
    # 26 days left of May, 30 of June, 31 + 31 + 30 + 31 + 30 + 31, and 367 from 1 January 1969
    ("How many days after Ada Brenn made her league debut did she win her first medal?", "days",
     26 + 30 + 31 + 31 + 30 + 31 + 30 + 31 + 367),
    # 30 days to 31 May, 30 more to 30 June
    ("How much longer in days was Brenn's time as Warden than her time as Coach?", "days",
     60 - 10),
    ("How many days before December 31 of the same year did Ada Brenn win her first medal?",
     "days", 363),
    # the ten days as Coach; a year, and 59 days from 3 March to 1 May 1986
    ("What is the sum, in days, of the time from Brenn's start as Coach to her departure as Coach "
     "and the time from her start as Coach to her start as Warden?", "days", 10 + 365 + 59),
    ("How many days before Ada Brenn's 20th birthday did she win her first medal?", "days",
     29 + 28 + 10),
    # from 5 May 1968 twenty months are over on 5 January 1970, three days too late
    ("How many full months were there between Ada Brenn's league debut and her first medal?",
     "months", 19),
    ("How many months passed between the manual published and the second manual?", "months", 27),
    ("On what date did Ada Brenn turn 21?", "date", date(1971, 3, 10)),
])  # fmt: skip
def test_by_hand(question, unit, answer):
    if isinstance(answer, date):
        answer = (answer - date(1970, 1, 1)).days * 86_400
    assert asked(question, unit) == answer


@pytest.mark.parametrize(("question", "unit"), [
    ("How many years after Ada Brenn made her league debut did she win her medal?", "years"),
    ("How many days after Ada Brenn joined Red Oars did she leave Red Oars?", "days"),
    ("How old was Ada Brenn when she learned to swim?", "years"),
    ("How many full years before Brenn made her league debut did she win her first medal?",
     "years"),
    ("Which oar did Ada Brenn like best?", "years"),
    # two years by their numbers, of which one is full
    ("How many years after Ada Brenn made her league debut did she win her first medal?",
     "years"),
    ("In which year did Ada Brenn win the Lake Cup for the ninth time?", "date_years"),
    ("In which year did Ada Brenn win the Lake Cup?", "date_years"),
    # 1968 and 1979 have no year halfway
    ("What year is exactly halfway between Brenn's arrival at Red Oars and her third Lake Cup "
     "win?", "date_years"),
    # the table states it in days
    ("How many months did Brenn's sea voyage last?", "months"),
    ("What is Ada Brenn's age in the table?", "years"),
    ("", "years"),
])  # fmt: skip
def test_what_the_table_does_not_settle_has_no_answer(question, unit):
    assert asked(question, unit) is None


def test_an_age_that_the_table_states():
    table = TABLE.replace("| March 10, 1950 |", "| March 10, 1950 | (age 70) |")
    assert asked("What is Brenn's age in the table?", "years", table) == 70


def test_the_year_with_most_is_the_only_one_with_so_many():
    question = "In what year did Ada Brenn win the most honours?"
    assert asked(question, "date_years") is None
    assert asked(question, "date_years", TABLE.replace("(1975)", "(1972)")) == 1972


@pytest.mark.parametrize(("one", "other"), [
    ("opened", "opening"), ("founded", "foundation"), ("retired", "retirement"),
    ("electrified", "electrification"), ("demolished", "demolition"), ("born", "birth"),
    ("died", "death"), ("married", "marriage"), ("began", "beginning"), ("laid", "laying"),
    ("wins", "win"), ("commissioned", "commissioning"),
])  # fmt: skip
def test_a_verb_and_its_noun_have_one_stem(one, other):
    assert stem(one) == stem(other)
    assert stem("launched") != stem("laid") != stem("scrapped")


@pytest.mark.parametrize(("question", "unit", "taken"), [
    ("When did Ada Brenn win her first medal?", "date", 1),
    ("How many days did Brenn's sea voyage last?", "days", 1),
    ("How old will Brenn turn in 2041?", "years", 2),
    ("How old was Ada Brenn when she died?", "years", 3),  # birth, death, the years between them
    ("How long in years was Ada Brenn's time with Red Oars (end year minus start year)?",
     "years", 2),
    ("How many years longer was Ada Brenn's time with Blue Oars than her time with Red Oars?",
     "years", 5),
])  # fmt: skip
def test_steps_are_what_is_looked_up_and_worked_out(question, unit, taken):
    cells = {"question": question, "table_context": TABLE, "answer_temporal_unit": unit}
    assert solving.count(tables.solve, cells) == taken
    assert solving.count(tables.solve, cells | {"question": "Why?"}) == 0
