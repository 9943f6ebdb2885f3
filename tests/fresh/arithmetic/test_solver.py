"""The solver of the arithmetic family: hand-computed answers, and what it refuses."""

import random
import re
from datetime import date

import pytest

from tempanswerqa.fresh.arithmetic import draw, solve
from tempanswerqa.fresh.arithmetic.strata import STRATA
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
    ("added_date", "What date falls 10 days after February 25, 2024?", seconds(2024, 3, 6)),
    ("added_date", "What date falls 10 days after February 25, 2023?", seconds(2023, 3, 7)),
    ("added_date", "Which date comes 3 months before 28 Jan 2001?", seconds(2000, 10, 28)),
    ("added_date",
     "A debate set for 12-30-1999 was first delayed by 2 weeks, and that new date was later "
     "brought forward by 1 month. When is the debate? (Dates in the question are written "
     "mm-dd-yyyy.)",
     seconds(1999, 12, 13)),
    ("added_date",
     "The lighthouse of Grimsay was switched off on 2000-05-09, 3 years after it was first lit. "
     "On which date was it first lit?", seconds(1997, 5, 9)),
    # 5 BC to 1 BC are 4 years, 1 AD is the fifth, 6 AD the tenth
    ("added_era",
     "A scroll written in 5 BC was copied by a monk 10 years later. In what year did he copy it? "
     "(There is no year zero.)", 6),
    ("added_era",
     "The city of Halvik was abandoned in 6 AD, 10 years after its founding. In which year was it "
     "founded? (1 BC is followed by 1 AD.)", -5),
    # 5 BC, 1 BC, 4 AD
    ("added_era",
     "The Jade games were first held in 5 BC and then repeated every 4 years. When were they held "
     "for the 3rd time?", 4),
    # year 1 is 3 BC, 2 is 2 BC, 3 is 1 BC, 4 is 1 AD
    ("added_era",
     "Year 1 of the Jade calendar is 3 BC. Which year is year 4 of that calendar? Note that 1 AD "
     "comes right after 1 BC.", 1),
    ("added_year",
     "A strike at the docks of Halvik broke out on 2001-12-30 and ended 2 days later. In what "
     "year did it end?", 2002),
    ("added_year", "Today, on June 1, 2010, Oona turns 12. In what year was she born?", 1998),
    # 31 - 30 in January, 28 in February, 2 in March
    ("age_days",
     "What age in days had Nils reached by 2001-03-02, his date of birth being 2001-01-30?",
     1 + 28 + 2),
    ("age_days",
     "An exhibition ran from 2001-01-30 to 2001-03-02 and was open every day, the first and the "
     "last day included. On how many days was it open?", 32),
    ("age_days",
     "How many days lie strictly between 2001-01-30 and 2001-03-02, with neither of the two dates "
     "counted?", 30),
    ("age_months", "How many full months had passed on 25 Sep 2011, counted from 26 Sep 2008?",
     35),
    ("clock_span",
     "A generator in Halvik was switched on at 11:30:15 PM and off at 1:00:05 AM. How long did it "
     "run? An end earlier on the clock than the start belongs to the following day.",
     hms(1, 29, 50)),
    ("clock_span",
     "A liner cast off at 10:00 and docked 2 days later at 9:00, in the same time zone. How long "
     "was the crossing?", hms(47)),
    ("clock_span",
     "A pump ran from 10:00 PM to 1:00 AM and, some days later, from 9:00 AM to 8:59 AM. What is "
     "its running time in total?", hms(3) + hms(23, 59)),
    ("rate",
     "A film archive holds 3 reels of 1 minute and 10 seconds each and 2 reels of 50 seconds "
     "each. How long would it take to watch them all, one after the other?", 3 * 70 + 2 * 50),
    ("proportion",
     "A survey team walks 4 equal sections of a trail in 1 minute and 20 seconds. How long does "
     "it walk, at the same pace, for 7 such sections?", 80 / 4 * 7),
    ("machine",
     "Nils has been allowed to use a 3D printer. Setting it up takes 10 minutes, and every gear "
     "takes another 1 hour. How long does the whole job of 20 gears take, with the setting up?",
     hms(20, 10)),
    ("average",
     "An electric ferry was charged three times: 1:00:00, 2:00:00 and 3:00:03 "
     "(hours:minutes:seconds). What is the average charging time?", hms(2, 0, 1)),
    ("average",
     "Nils made three balloon flights with an average of 2:00:01 (hours:minutes:seconds). The "
     "first two lasted 1:00:00 and 2:00:00. How long was the last flight?", hms(3, 0, 3)),
    ("legs",
     "A rocket is to lift off from Halvik at 01:00. The countdown has to begin 2 hours before "
     "that, and the fuelling has to begin 30 minutes before the countdown. At what time does the "
     "fuelling have to begin? (24-hour clock.)", -hms(1, 30)),
    # 1, 8, 15, 22, 29 January, 5 February
    ("schedule",
     "A supply barge calls at Halvik every 7 days, and it first came on 2001-01-01. It is now "
     "2001-01-30. On what date does it call next?", seconds(2001, 2, 5)),
    ("schedule",
     "In Halvik, paper is collected every 4 days and glass every 6 days. Both were collected on "
     "2001-01-01. After 2001-01-14, which is the next date on which both are collected?",
     seconds(2001, 1, 25)),
    ("zone_clock",
     "The station clock of Halvik (UTC+05:45) shows 00:30. What does the clock of Valdris "
     "(UTC-03:30) show at that moment? (24-hour clock.)", hms(0, 30) - hms(9, 15)),
    ("zone_landing",
     "Nils landed in Halvik (+1245) at 1:00 PM local time after a flight of 2 hours from Valdris "
     "(GMT+0). What was the local time in Valdris at take-off? Ignore daylight saving.",
     13 * 60 - 120 - 765),
    ("zone_gap",
     "Quillon (-0330) puts its clocks forward by 45 minutes for good, while Halvik (+0645) keeps "
     "its own as they are. How large is the time difference between the two from then on?",
     405 - (-210 + 45)),
    # 10:00 there is 15:00 in the zone of the departure
    ("zone_flight",
     "A power failure hit Halvik (UTC+03:00) at 14:00 local time, and another one hit Valdris "
     "(UTC-02:00) on the following date at 10:00 local time. How much time passed between the two?",
     hms(25)),
    ("zone_flight",
     "A liner leaves Halvik (+0300) at 14:00 and ties up in Valdris (+0200) 3 calendar days later "
     "at 13:00, each by the local clock. How long is it under way?", hms(3 * 24)),
    # the day before 2 days after tomorrow is the day after tomorrow
    ("riddle",
     "If the day before 2 days after tomorrow has the date 2001-03-01, what was the date 1 day "
     "before today?", seconds(2001, 2, 26)),
    ("riddle",
     "Nils noted 31 February 2001, a date that does not exist. By his rule surplus days run over "
     "into the next month. What date is 1 day after the date meant?", seconds(2001, 3, 4)),
    ("riddle",
     "Nils noted 31 February 2001, a date that does not exist. In such cases he takes the last "
     "day of that month. What date is 1 day after the date meant?", seconds(2001, 3, 1)),
    ("riddle", "After which date of 2001 does the year have exactly 32 days left?",
     seconds(2001, 11, 29)),
    ("riddle",
     "Rent is due on the 31st of each month, or on the month's last day where the month is too "
     "short. The 1st payment is on 2001-01-31. When is the 2nd?", seconds(2001, 2, 28)),
    ("riddle", "Counting 2001-01-31 itself as day 1, which date is day 2?",
     seconds(2001, 2, 1)),
    # 1 May 2024 was a Wednesday, so the Tuesdays were 7, 14, 21 and 28 May
    ("riddle", "What date is 4 days after the last Tuesday of May 2024?", seconds(2024, 6, 1)),
    ("distracted",
     "Nils was born on 2001-01-01 and Oona on 2002-02-02. A third child, Ravi, was born 31 days "
     "after Nils. What is the date of birth of Ravi?", seconds(2001, 2, 1)),
    # 58 years of 365 days and 14 leap days are 21184 days, or 211 times 100 and more
    ("trick_age",
     "On the moon of a goblin a year lasts 100 of our days. He was born on 1 May 1942. What is "
     "his age on 1 May 2000, in full years of that moon?", 211),
    # 1900 was no leap year: 1896, 1904, 1908
    ("trick_age",
     "A witch was born on 29 February 1892 and ages by one year each time a 29 February comes "
     "round, but never in between. What is her age in years on 28 February 1912?", 3),
    ("trick_age",
     "A wizard turned 50 on 1 May 1900. Since then, each birthday makes him one year younger "
     "instead of older. What is his age in years on 30 April 1910?", 41),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "number"), CASES)
def test_hand_computed(name, text, number):
    assert asked(name, text) == number


def test_every_stratum_is_computed_by_hand():
    assert {name for name, _, _ in CASES} == {stratum.name for stratum in STRATA}


def bumped(text, place, more):
    """The text with so much more in its number at the place."""
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


@pytest.mark.parametrize(("text", "turned"), [
    ("What date falls 9 days after 2001-05-05?", ("after", "before")),
    ("A scroll written in 5 BC was copied by a monk 10 years later. In what year did he copy it?",
     ("BC", "AD")),
    ("Clocks in Halvik are 2 hours ahead of those in Valdris. When it is 14:00 in Valdris, what "
     "time is it in Halvik?", ("ahead of", "behind")),
    ("A generator in Halvik was switched on at 11:30:15 PM and off at 1:00:05 AM. How long did it "
     "run?", ("PM", "AM")),
])  # fmt: skip
def test_the_answer_depends_on_the_words(text, turned):
    answers = {
        (name, asked(name, text), asked(name, text.replace(*turned)))
        for name in (stratum.name for stratum in STRATA)
        if asked(name, text) is not None
    }
    assert answers
    assert all(before != after for _, before, after in answers)


@pytest.mark.parametrize("cell", ["question_type", "answer_temporal_unit", "answer_format"])
def test_unknown_kinds_of_questions_have_no_answer(cell):
    text = "What date falls 10 days after February 25, 2024?"
    assert asked("added_date", text) is not None
    assert asked("added_date", text, **{cell: "another"}) is None


@pytest.mark.parametrize("text", [
    "", "What is the answer?", "What date falls 10 days after 2024-13-25?",
    "What date falls some days after February 25, 2024?",
    "What date falls 10 days beside February 25, 2024?",
    "What date falls 10 days after 10 days after February 25, 2024 and May 1, 2024?",
    "What date falls 1 month after January 31, 2024?",
])  # fmt: skip
def test_what_cannot_be_read_has_no_answer(text):
    assert asked("added_date", text) is None
