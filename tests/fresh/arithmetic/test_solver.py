"""Tests the solver of the arithmetic family: hand-computed answers, and what it refuses."""

import random
import re
from datetime import date

import pytest

from tempanswerqa.fresh.arithmetic import STRATA, draw, solve
from tempanswerqa.questions.draws import LEVELS


def seconds(year, month, day):
    return (date(year, month, day) - date(1970, 1, 1)).days * 86_400


def hms(hour, minute=0, second=0):
    return hour * 3600 + minute * 60 + second


def asked(name, text, **changes):
    (stratum,) = (one for one in STRATA if one.name == name)
    cells = {
        "question_wo_instruct": text,
        "question_type": stratum.question_type,
        "answer_temporal_unit": stratum.unit,
        "answer_format": stratum.answer_format,
    }
    return solve(cells | changes)


CASES = [
    # 2024 has a 29 February: 10 days from 25 February are 4 left in the month and 6 more
    ("added_date",
     "The current date is February 25, 2024. What is the date 10 days from now?",
     seconds(2024, 3, 6)),
    ("added_date", "If the date is 28 Jan 2001 now, what was the date 3 months before now?",
     seconds(2000, 10, 28)),
    ("added_date",
     "The match was scheduled for 30-12-1999. It was preponed by 1 month, but the new date has "
     "been postponed by 2 weeks. When does the match take place?", seconds(1999, 12, 14)),
    # 5 BC to 1 BC are 4 years, 1 AD is the fifth, 6 AD the tenth
    ("added_era", "The war in a movie started in 5 BC and went on for 10 years. In what year did "
     "it end?", 6),
    ("added_era", "If the war ended in 6 AD after 10 years, what year did it start in?", -5),
    ("added_year",
     "If they started to construct the tower on 2001-12-30 and it took exactly 2 days, what year "
     "was it ready in?", 2002),
    # 31 - 30 in January, 28 in February, 2 in March
    ("age_days", "I was born on 2001-01-30. Compute in days how old I am on 2001-03-02.",
     1 + 28 + 2),
    ("age_days",
     "By 2001-01-30, the war had gone on for 10 days. After that, it stopped for 2 days and later "
     "for 3 days, but was going on again by 2001-03-02. Not counting these stops, for how many "
     "days had it gone on by then?", 10 + 31 - 5),
    ("age_months",
     "I was born on 2008-Sep-26. Compute my age in full months on 2011-Sep-25. Assume that 1 month "
     "is the time between 2011-04-09 and 2011-05-09.", 35),
    ("clock_span",
     "Ben's homework ended at 1:00:05 AM. How long did it take, if it began at 11:30:15 PM? Assume "
     "the next day for an end time before the start time.", hms(1, 29, 50)),
    ("rate",
     "It takes Mia an average of 1 minute and 10 seconds to solve one riddle and 50 seconds to "
     "study one page. If she wants to solve 3 riddles and study 2 pages, she will take, at the "
     "same rate, X hours, Y minutes, Z seconds.", 3 * 70 + 2 * 50),
    ("proportion",
     "It takes Ben 1 minute and 20 seconds to run 4 miles. If his pace remains the same, calculate "
     "the time for 7 miles.", 80 / 4 * 7),
    ("machine",
     "Mia's robot does her tasks. It takes the robot 1 hour to clean one car, on average. If it is "
     "tasked to clean 20 cars, the robot will take A hours, B minutes, C seconds.", hms(20)),
    ("average",
     "My phone calls took 2:00:01 hours:minutes:seconds each, on average. All but one of them took "
     "1:00:00 and 2:00:00. How long did that one call take?", hms(3, 0, 3)),
    ("legs",
     "In a story, the journey of a bus takes 2 hours and then 30 minutes. If the bus is to reach "
     "its final destination at 01:00 (24hr), at what time does the journey start?", -hms(1, 30)),
    # 1, 8, 15, 22, 29 January, 5 February
    ("schedule",
     "Employees receive a paycheck every 7 days. If Ben received the first on 1 Jan 2001 and today "
     "is 30 Jan 2001, when is his next paycheck?", seconds(2001, 2, 5)),
    ("schedule",
     "A museum announced free entrance every 4 days, and another museum every 6 days. On "
     "2001-01-01, both were free. If today is 2001-01-14, when is the next day on which both are "
     "free?", seconds(2001, 1, 25)),
    ("zone_clock",
     "Right now, the time is 00:30 (24hr) in Location A (UTC +0545). What is the time now in "
     "Location B (UTC -0330)?", hms(0, 30) - hms(9, 15)),
    ("zone_landing",
     "A plane lands in Location B at 1:00 PM UTC +1245. It leaves Location A 2:00:00 (hh:mm:ss) "
     "earlier. What's the time in A (UTC +0000) when it leaves?", 13 * 60 - 120 - 765),
    ("zone_gap",
     "The timezone of entity1 was UTC -0330 but is 45 minutes ahead of that now, and entity2 is in "
     "UTC +0645. What is the absolute difference in time between them?", 405 - (-210 + 45)),
    # 10:00 there is 15:00 in the zone of the departure
    ("zone_flight",
     "What total time is taken to fly if a flight departs from location A at 14:00 (24hr) UTC "
     "+0300 and reaches location B on the next calendar day at 10:00 (24hr) UTC -0200?", hms(25)),
    # the day before 2 days after tomorrow is the day after tomorrow
    ("riddle",
     "If the day before 2 days after tomorrow is 2001-03-01, what is the day 1 day before now in "
     "yyyy-mm-dd format?", seconds(2001, 2, 26)),
    ("riddle",
     'Exactly 3 days ago, the answer of Mia was: "The date for the day after tomorrow is '
     '2001-03-01." What is the date now in yyyy-mm-dd format?', seconds(2001, 3, 2)),
    ("riddle",
     "Ben was born on 2000-02-29. If his birthday is on March 1 in a year without a February 29, "
     "what is, in yyyy-mm-dd format, the date of the birthday on which he turns 5 years old?",
     seconds(2005, 3, 1)),
    ("distracted",
     "Ben was born on 2001-03-01 (yyyy-mm-dd) and Mia was born on 2002-02-02. My cousin was born "
     "1 day before Ben. In the same format, give my cousin's birth date.", seconds(2001, 2, 28)),
    # 58 years of 365 days and 14 leap days are 21184 days, or 211 times 100 and more
    ("trick_age",
     "In a fantasy movie, years have 100 of our days. If the mythological character was born on 1 "
     "May 1942, how old is he, in full years of the movie, on 1 May 2000?", 211),
    ("trick_age",
     "In a fantasy movie, the mythological character turned 50 on his birthday on 1 May 1900 and "
     "gets one year younger on each birthday after that. On 30 April 1910, how old is he in "
     "years?", 41),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "number"), CASES)
def test_hand_computed(name, text, number):
    assert asked(name, text) == number


def test_every_stratum_is_computed_by_hand():
    assert {name for name, _, _ in CASES} == {stratum.name for stratum in STRATA}


def bumped(text, place, more):
    """Return the text with `more` added to its number at the place."""
    runs = list(re.finditer(r"\d+", text))
    found = runs[place]
    number = str(int(found[0]) + more).zfill(len(found[0]))
    return text[: found.start()] + number + text[found.end() :]


@pytest.mark.parametrize("level", LEVELS)
def test_the_answer_depends_on_the_numbers(level):
    for item in draw(random.Random(level), level, [place / 120 for place in range(120)]):
        text = item.cells["question_wo_instruct"]
        changed = []
        for place in range(len(re.findall(r"\d+", text))):
            for more in (1, 7):
                other = item.cells | {"question_wo_instruct": bumped(text, place, more)}
                changed.append(solve(other))
        assert any(answer not in (None, item.number) for answer in changed), text


@pytest.mark.parametrize("cell", ["question_type", "answer_temporal_unit", "answer_format"])
def test_unknown_kinds_of_questions_have_no_answer(cell):
    text = "The current date is February 25, 2024. What is the date 10 days from now?"
    assert asked("added_date", text) is not None
    assert asked("added_date", text, **{cell: "another"}) is None


@pytest.mark.parametrize("text", [
    "", "What is the answer?",
    "The current date is 2024-13-25. What is the date 10 days from now?",
    "The current date is 02-05-2024. What is the date 10 days from now?",
    "The current date is February 25, 2024. What is the date some days from now?",
    "The current date is February 25, 2024. What is the date 10 days beside now?",
    "The current date is May 1, 2024 or May 2, 2024. What is the date 10 days from now?",
    "The current date is January 31, 2024. What is the date 1 month from now?",
])  # fmt: skip
def test_what_cannot_be_read_has_no_answer(text):
    assert {asked(stratum.name, text) for stratum in STRATA} == {None}
