"""The solver of questions on tables, and the generator's helpers, by hand and by oracles."""

from datetime import date, timedelta

import pytest

from tempanswerqa.fresh import steps, tables
from tempanswerqa.fresh.tables.solver_table import Point, read_table, stem

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
    ("At what age did Ada Brenn die?", "years", 2011 - 1950),
    ("How old was Ada Brenn on March 9, 2000?", "years", 49),
    ("How old was Ada Brenn on 10 March 2000?", "years", 50),
    ("What age did Brenn turn in the calendar year in which she joined Blue Oars?", "years", 21),
    ("What age did Brenn reach in the calendar year in which she won her first medal?",
     "years", 20),
    # the span in the short notation ends in 1983
    ("For how many years did Ada Brenn row for Green Oars, as end year minus start year?",
     "years", 2),
    ("How many years longer did Ada Brenn's time with Blue Oars last than her time with Red Oars?",
     "years", 9 - 3),
    ("How many years did Ada Brenn's time with Red Oars and her time with Green Oars last in "
     "total, end year less start year?", "years", 3 + 2),
    # the cups of 1970, 1972 and 1979: gaps of two and seven years
    ("Of the gaps between Ada Brenn's successive Lake Cup wins, counted from year to year, how "
     "many years was the longest?", "years", 7),
    ("How many years after Ada Brenn's Lake Cup win of 1972 did the next Lake Cup win come?",
     "years", 7),
    ("How many years after Brenn joined Blue Oars did she win the Lake Cup for the third time?",
     "years", 1979 - 1971),
    ("By calendar year, how many years after Ada Brenn made her league debut did she leave Blue "
     "Oars?", "years", 1980 - 1968),
    ("In which year did Ada Brenn win the Lake Cup for the second time?", "date_years", 1972),
    ("In which year did Ada Brenn leave the club that she rowed for for the longest time?",
     "date_years", 1980),
    ("Find the club that Brenn rowed for for the shortest time: in which year did that time begin?",
     "date_years", 1981),
    ("Find the club that Brenn rowed for for the longest time: in which year did that time end?",
     "date_years", 1980),
    ("In which year did Ada Brenn turn 33?", "date_years", 1983),
    ("In which year was Ada Brenn's first Lake Cup win after her league debut?", "date_years",
     1970),
    ("In which year did Ada Brenn's next Lake Cup win after her departure from Red Oars come?",
     "date_years", 1972),
    ("In which year was Ada Brenn's last Lake Cup win before her arrival at Blue Oars?",
     "date_years", 1970),
    ("In which year was Ada Brenn's latest Lake Cup win before her death?", "date_years", 1979),
    ("Had Ada Brenn's time with Green Oars ended 1 years sooner, in which year would it have "
     "ended?", "date_years", 1982),
    ("Which year lies exactly halfway between Ada Brenn's arrival at Red Oars and her second Lake "
     "Cup win?", "date_years", 1970),
    # 26 days left of May, 30 of June, 31 + 31 + 30 + 31 + 30 + 31, and 367 from 1 January 1969
    ("How many days after Ada Brenn made her league debut did she win her first medal?", "days",
     26 + 30 + 31 + 31 + 30 + 31 + 30 + 31 + 367),
    ("How long was Ada Brenn's time as Coach, in days, not counting the day of the end?",
     "days", 10),
    # 30 days to 31 May, 30 more to 30 June
    ("In days, how much longer was Brenn's time as Warden than her time as Coach?", "days",
     60 - 10),
    ("How many days was it from Ada Brenn's first medal to December 31 of the same year?", "days",
     363),
    ("How many days of the same year had passed before the day on which Ada Brenn made her league "
     "debut?", "days", 31 + 29 + 31 + 30 + 4),
    # the ten days as Coach; a year, and 59 days from 3 March to 1 May 1986
    ("In days, how long are two times together, from Brenn's start as Coach to her departure as "
     "Coach and from her start as Coach to her start as Warden?", "days", 10 + 365 + 59),
    ("As of 3 January 1971, how many full years ago was it that Ada Brenn won her first medal?",
     "years", 1),
    ("How many days before Ada Brenn's 20th birthday did she win her first medal?", "days",
     29 + 28 + 10),
    # from 5 May 1968 twenty months are over on 5 January 1970, three days too late
    ("How many full months went by from Ada Brenn's league debut to her first medal?", "months",
     19),
    ("How many months went by from the manual published to the second manual?", "months", 27),
    ("On which date did Ada Brenn win her first medal?", "date", date(1970, 1, 2)),
    ("Which date was 3 weeks after Ada Brenn's first medal?", "date", date(1970, 1, 23)),
    ("What was the date 2 months before Ada Brenn's first medal?", "date", date(1969, 11, 2)),
    ("On which date did Ada Brenn turn 21?", "date", date(1971, 3, 10)),
    ("As many days after Ada Brenn's departure as Coach as her departure as Coach came after her "
     "start as Coach: which date is that?", "date", date(1985, 3, 23)),
    (
        "Which date came as many days after Brenn's start as Coach as her start as Coach came "
        "after her first medal?",
        "date",
        # 2 January 1970 to 3 March 1985: 15 years with the leap days of 72, 76, 80, 84, and 60
        date(1985, 3, 3) + timedelta(15 * 365 + 4 + 60),
    ),
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
    ("In which year did Ada Brenn win the Lake Cup for the ninth time?", "date_years"),
    ("In which year did Ada Brenn win the Lake Cup?", "date_years"),
    # 1968 and 1979 have no year halfway
    ("Which year lies exactly halfway between Brenn's arrival at Red Oars and her third Lake Cup "
     "win?", "date_years"),
    ("", "years"),
])  # fmt: skip
def test_what_the_table_does_not_settle_has_no_answer(question, unit):
    assert asked(question, unit) is None


@pytest.mark.parametrize(("question", "unit", "old", "new", "before", "after"), [
    ("How old was Ada Brenn when she won her first medal?", "years", "2 January 1970",
     "10 March 1970", 19, 20),
    ("In which year did Ada Brenn leave Blue Oars?", "date_years", "1971-1980", "1971-1977", 1980,
     1977),
    ("How long was Ada Brenn's time as Coach, in days, not counting the day of the end?", "days",
     "13 March 1985", "3 April 1985", 10, 31),
    ("Of the gaps between Ada Brenn's successive Lake Cup wins, counted from year to year, how "
     "many years was the longest?", "years", "1970, 1979", "1970, 1985", 7, 13),
])  # fmt: skip
def test_another_fact_gives_another_answer(question, unit, old, new, before, after):
    assert asked(question, unit) == before
    assert asked(question, unit, TABLE.replace(old, new)) == after


def test_missing_cells_have_no_answer():
    assert tables.solve({}) is None
    assert tables.solve({"question": "How old was Ada Brenn?"}) is None


def test_rows_and_pieces_are_read():
    table = read_table(TABLE)
    assert table.title == "Ada Brenn"
    spans = [entry.span for entry in table.entries if entry.span]
    assert spans == [
        (Point(1968), Point(1971)),
        (Point(1971), Point(1980)),
        (Point(1981), Point(1983)),
        (Point(1985, 3, 3), Point(1985, 3, 13)),
        (Point(1986, 5, 1), Point(1986, 6, 30)),
    ]
    assert all(date.year != 1962 for entry in table.entries for date in entry.points)


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
    ("How old was Ada Brenn when she died?", "years", 3),  # birth, death, the years between them
    ("How long was Ada Brenn's time with Red Oars, in years, as end year minus start year?",
     "years", 2),
    ("How many years longer did Ada Brenn's time with Blue Oars last than her time with Red Oars?",
     "years", 5),
])  # fmt: skip
def test_steps_are_what_is_looked_up_and_worked_out(question, unit, taken):
    cells = {"question": question, "table_context": TABLE, "answer_temporal_unit": unit}
    assert steps.count(tables.solve, cells) == taken
    assert steps.count(tables.solve, cells | {"question": "Why?"}) == 0
