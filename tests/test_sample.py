"""The bundled sample: its layout, and every answer in it worked out again from the question.

The tables from ``DATES_AND_AGES`` to ``TABLES`` hold one entry per question: a fragment of its
wording and the way to its answer. Dates, times and figures are read from the text itself through
``Page``, which fails when the text does not contain them.
"""

import ast
import calendar
import csv
import json
import re
from datetime import datetime, timedelta
from math import lcm
from pathlib import Path

import pytest
from dateutil import parser
from dateutil.relativedelta import relativedelta

import tempanswerqa

SAMPLE = Path(tempanswerqa.__file__).parent / "sample"
TOT_COLUMNS = (
    "question,label,question_type,question_wo_instruct,instruction,"
    "answer_format,answer_temporal_unit,split"
)
TTQA_COLUMNS = (
    "question,label,category,table_id,answer_format,answer_temporal_unit,split,table_context"
)
ARITHMETIC_FORMATS = {
    "date": ['"mm/dd/yyyy"', '"yyyy-mm-dd"', '"<date>"', '"<answer>"'],
    "days": ["<num_days>"],
    "months": ["<num_months>"],
    "years": ['"mm/dd/yyyy"', "<year> <era>", "<your_answer>"],
    "minutes": ['<num_hours>, "minutes": <num_mins>', '"date/same_day/+x/-x", "time": "HH:MM"'],
    "seconds": [
        '"same_day/+x/-x", "time": "HH:MM:SS"',
        "'-x/same_day/+x', 'time': 'HH:MM:SS' ",
        '<num_hours>, "minutes": <num_minutes>, "seconds": <num_seconds>',
        'num_days, "hours": num_hours, "minutes": num_minutes, "seconds": num_seconds',
        'A, "B": B, "C": C',
        'H, "M": M, "S": S',
        'Hours, "M": Minutes, "S": Seconds',
        'X, "Y": Y, "Z": Z',
    ],
}
SEMANTIC_FORMATS = {"years": ["<answer>"]}
TTQA_FORMATS = {
    "years": ["<num_years>"],
    "date_years": ["yyyy"],
    "days": ["<num_days>"],
    "months": ["<num_months>"],
    "date": ["%B %d, %Y"],
}
UNIT_OF = {
    "days": timedelta(days=1),
    **dict.fromkeys(["hours", "A", "H", "X"], timedelta(hours=1)),
    **dict.fromkeys(["minutes", "B", "M", "Y"], timedelta(minutes=1)),
    **dict.fromkeys(["seconds", "C", "S", "Z"], timedelta(seconds=1)),
}
WEEKDAYS = list(calendar.day_name)
QUESTION_TYPES = {
    "arithmetic": {"add_subtract", "duration", "multi_op", "timezone", "trick"},
    "semantic": {"event_at_what_time", "relation_duration"},
}


# Reading values out of a text


class Page(str):
    """A text that hands out only values that are written in it."""

    def quote(self, words):
        assert words in self, f"{words!r} is not in the text"
        return words

    def number(self, words):
        return int(re.search(r"\d+", self.quote(words))[0])

    def year(self, words):
        return int(re.search(r"\d{4}", self.quote(words))[0])

    def day(self, words):
        return parser.parse(self.quote(words)).date()

    def dated(self, words):
        """The day and month at the end of a table row, in the year at its start."""
        return parser.parse(" ".join([*self.quote(words).split()[-2:], words[:4]])).date()

    def clock(self, words):
        moment = parser.parse(self.quote(words))
        return timedelta(hours=moment.hour, minutes=moment.minute, seconds=moment.second)

    def utc(self, words):
        sign, hours, minutes = re.fullmatch(r"UTC ([+-])(\d\d)(\d\d)", self.quote(words)).groups()
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        return offset if sign == "+" else -offset

    def span(self, words):
        """A length of time, as 1:35:20 or as 2 hours, 46 minutes and 12 seconds."""
        if match := re.fullmatch(r"(\d+):(\d\d):(\d\d)", self.quote(words)):
            hours, minutes, seconds = map(int, match.groups())
            return timedelta(hours=hours, minutes=minutes, seconds=seconds)
        parts = re.findall(r"(\d+) (hour|minute|second)s?", words)
        return timedelta(**{f"{unit}s": int(amount) for amount, unit in parts})

    def days(self, start, end):
        return (self.day(end) - self.day(start)).days

    def months(self, start, end):
        gap = relativedelta(self.day(end), self.day(start))
        assert gap.days == 0, "not a whole number of months"
        return 12 * gap.years + gap.months

    def years(self, start, end):
        """The difference of two years, one in each quotation."""
        return self.year(end) - self.year(start)

    def reign(self, words):
        """The length of the one period in the quotation, as in 1864-1889."""
        first, last = re.findall(r"\d{4}", self.quote(words))
        return int(last) - int(first)

    def spells(self, words):
        """First and last year of every record of the form ``From A to B, words.``"""
        records = re.findall(rf"^From (\d{{4}}) to (\d{{4}}), {re.escape(words)}\.$", self, re.M)
        assert records, f"no record says {words!r}"
        return sorted((int(first), int(last)) for first, last in records)

    def start(self, words, nth):
        return self.spells(words)[nth][0]

    def end(self, words, nth):
        return self.spells(words)[nth][1]

    def lengths(self, words):
        return [last - first for first, last in self.spells(words)]


# Writing values the way that labels do


def long_date(day):
    return f"{day:%B} {day.day}, {day.year}"


def units(keys, span):
    """A length of time split over the keys, which stand for units from large to small."""
    answer = {}
    for key in keys:
        answer[key], span = divmod(span, UNIT_OF[key])
    assert not span
    return answer


def clock_answer(span, form="%H:%M:%S"):
    """A clock time; ``span`` counts from the midnight before the first clock time given."""
    time = f"{datetime(1, 1, 1) + timedelta(seconds=span.seconds):{form}}"
    return {"day": f"{span.days:+d}" if span.days else "same_day", "time": time}


def fields(answer):
    """An answer object with all values as text, so that 5.0, 5 and '5' are one value."""
    return {
        key: f"{value:g}" if isinstance(value, float) else str(value)
        for key, value in answer.items()
    }


def only(values):
    (value,) = values
    return value


# One entry per question


DATES_AND_AGES = {
    "ferry Halcyon Tern": lambda q: (
        q.day("17 August, 2031") + timedelta(q.number("45 days"))
    ).strftime("%m/%d/%Y"),
    "seed bank at Orrel": lambda q: (
        q.day("05 February, 2018") + relativedelta(months=q.number("30 months"))
    ).strftime("%m/%d/%Y"),
    "comet Okoro-Lind": lambda q: q.year("18 June, 1964") + 3 * q.number("38 years"),
    "Ida's desk diary": lambda q: (
        q.day("2024-Feb-28") - timedelta(1) + timedelta(q.number("20 days"))
    ),
    "log of Quell Head lighthouse": lambda q: (
        q.day("1999-Dec-30") + timedelta(2) + timedelta(q.number("400 days"))
    ),
    "Mara dated her letter": lambda q: q.day("2012-03-04") - timedelta(q.number("6 days")),
    "moor gate at Tarn Hollow": lambda q: (
        q.day("02 April, 2019") + timedelta(lcm(q.number("11 days"), q.number("14 days")))
    ).strftime("%d %B, %Y"),
    "walrus Bruno": lambda q: q.days("2015-03-09", "2016-01-20"),
    "tortoise of Mallow House": lambda q: q.number("95 days") + q.days("2007-12-20", "2008-03-05"),
    "Wren Okafor": lambda q: q.months("2014-05-12", "2017-09-12"),
    "Tablets dug up at Hathmor": lambda q: f"{q.number('431 BC') - q.number('58 years')} BC",
    "canal of Vael Sur": lambda q: f"{q.number('1104 AD') - q.number('287 years')} AD",
    "lamplighter Odile": lambda q: (
        q.number("turns 30") + relativedelta(q.day("2 February, 1905"), q.day("14 May, 1871")).years
    ),
}

LENGTHS_OF_TIME = {
    "glassblower at the Ember Yard": lambda q: (
        q.number("14 goblets") * q.span("18 minutes and 35 seconds")
    ),
    "Dunmere well": lambda q: (
        q.number("10 barrels") * q.span("12 minutes and 36 seconds")
        + q.number("6 with the foot pump") * q.span("9 minutes and 18 seconds")
    ),
    "five keepers": lambda q: (
        q.span("8 hours")
        - (q.span("1:35:20") + q.span("1:41:10") + q.span("1:29:45") + q.span("1:38:30"))
    ),
    "cartographer Ansel Rook": lambda q: q.span("2 hours, 46 minutes and 12 seconds") * 3 / 4,
    "Lido Otters": lambda q: (
        max(q.span("0:31:10"), q.span("0:28:45"), q.span("0:33:20"), q.span("0:29:05"))
        - (q.span("0:31:10") + q.span("0:28:45") + q.span("0:33:20") + q.span("0:29:05")) / 4
    ),
    "carillon of Tessel": lambda q: (
        24 * q.number("12 whole days") * q.span("3 minutes and 25 seconds")
    ),
    "lamp room at Quell Head": lambda q: (
        timedelta(days=1) + q.clock("05:12:08 AM") - q.clock("10:47:25 PM")
    ),
    "Isle Corrow": lambda q: q.utc("UTC +0530") - q.utc("UTC +0530"),
    "Kestle Bay line": lambda q: q.utc("UTC +0845") - q.utc("UTC -0330"),
    "airship Dovetail": lambda q: (
        timedelta(WEEKDAYS.index(q.quote("Wednesday")) - WEEKDAYS.index(q.quote("Monday")))
        + (q.clock("14:05:20") - q.utc("UTC +0400"))
        - (q.clock("09:30") - q.utc("UTC -0600"))
    ),
}

CLOCK_TIMES = {
    "weather station Kopje": lambda q: (
        q.clock("02:15:40") - q.utc("UTC +0930") + q.utc("UTC -0330")
    ),
    "Marrow Point": lambda q: q.clock("21:40") - q.utc("UTC -0700") + q.utc("UTC +0545"),
    "Castle Imber": lambda q: q.clock("12:00:00") - q.utc("UTC +0100") + q.utc("UTC -0230"),
    "night train Vesper": lambda q: (
        q.clock("22:20")
        + q.span("9 hours and 55 minutes")
        + (q.utc("UTC +0300") - q.utc("UTC +0200"))
    ),
    "From Nanoa": lambda q: q.clock("06:05") - q.utc("UTC +1300") + q.utc("UTC -0400"),
    "great kite Auk": lambda q: (
        q.clock("19:30")
        + q.span("16 hours, 42 minutes and 10 seconds")
        + q.span("5 hours and 25 minutes")
        + q.span("14 hours, 3 minutes and 55 seconds")
    ),
    "potters of Ferrow": lambda q: (
        q.clock("03:10")
        - q.span("9 hours and 45 minutes")
        - q.span("6 hours, 20 minutes and 30 seconds")
    ),
}

SEMANTIC = {
    "give up being treasurer": lambda q: q.end("Ilva Tarn was treasurer of the Gannet Rowers", 0),
    "captain of the Gannet Rowers on two occasions": lambda q: q.lengths(
        "Corin Blay was captain of the Gannet Rowers"
    )[1],
    "was Piet Auber captain": lambda q: only(
        q.lengths("Piet Auber was captain of the Gannet Rowers")
    ),
    "did Jonas Vell become harbourmaster": lambda q: q.start(
        "Jonas Vell was harbourmaster of Port Eddow", 1
    ),
    "first term as pilot": lambda q: q.end("Agnes Thole was pilot of Port Eddow", 0),
    "was Rurik Stane harbourmaster": lambda q: only(
        q.lengths("Rurik Stane was harbourmaster of Port Eddow")
    ),
    "was the first time the longer": lambda q: (
        q.lengths("the Corvane violin was in the hands of Odo Pell")[0]
        - q.lengths("the Corvane violin was in the hands of Odo Pell")[1]
    ),
    "Corvane violin pass out": lambda q: q.end(
        "the Corvane violin was in the hands of Lisbet Marr", 0
    ),
    "Marle cello come into": lambda q: q.start(
        "the Marle cello was in the hands of the Abbey of Sorn", 0
    ),
    "leave off being tutor": lambda q: q.end("Nella Quist was tutor to Bram Oake", 0),
    "was Bram Oake tutor": lambda q: only(q.lengths("Bram Oake was tutor to Nella Quist")),
    "Bram Oake's spells as editor": lambda q: q.start("Bram Oake was editor to Ferrol Dane", -1),
    "third stay": lambda q: q.end("the cutter Marigold was stationed at Cape Ardry", 2),
    "longest of the cutter": lambda q: max(
        q.lengths("the cutter Marigold was stationed at Cape Ardry")
    ),
    "Bluebell first stationed": lambda q: q.start(
        "the tender Bluebell was stationed at Cape Ardry", 0
    ),
}

TABLES = {
    "to Edvin Sarre": lambda t: t.years("Edvin Sarre | ( | married |  1946", "divorced |  1959"),
    "three notable works": lambda t: sorted(
        [t.year("Weir (1952)"), t.year("Ledger (1966)"), t.year("Bridges (1978)")]
    )[1],
    "How old was Maren Hollwick": lambda t: (
        relativedelta(t.day("March 2, 1996"), t.day("April 17, 1921")).years
    ),
    "have turned 75": lambda t: long_date(t.day("April 17, 1921") + relativedelta(years=75)),
    'single "Estuary"': lambda t: t.months("14 February 2004", "14 May 2004"),
    "recording of Tidal Hours": lambda t: t.days("3 November 2003", "21 January 2004"),
    "after Low Lanterns": lambda t: t.years("Lanterns | (1999)", "Smoke Signals for Ida | (2011)"),
    "Railway first opened?": lambda t: long_date(t.day("2 October 1882")),
    "a hundred years since": lambda t: t.year("Opened\t2 October 1882") + 100,
    "stay closed": lambda t: relativedelta(t.day("1 July 1971"), t.day("30 September 1957")).years,
    "go into orbit": lambda t: t.days("19 January 2009", "18 August 2009"),
    "lander of Lanternfish 2": lambda t: t.months("18 August 2009", "18 March 2010"),
    "100 days after": lambda t: long_date(t.day("18 March 2010") + timedelta(100)),
    "last heard from": lambda t: t.year("Last contact\t2 June 2014"),
    "second spell at Corran Athletic": lambda t: t.reign("2013-2017 | Corran Athletic"),
    "play for Lowmoor": lambda t: t.year("2011 | → Lowmoor (loan)"),
    "first Westerling Cup": lambda t: t.years("Westerling Cup\t2004", "| 2015\n"),
    "work on the tower": lambda t: t.months("1 April 1861", "1 September 1864"),
    "Quell Head Light listed": lambda t: long_date(t.day("1991-05-08")),
    "Josef Arne keeper": lambda t: (
        t.reign("Josef Arne | (1864-1889)") - t.reign("Dora Arne | (1889-1903)")
    ),
    "Reckoning of 2021 began": lambda t: (
        (t.dated("2022 date\tSunset, 5 November") - t.dated("2021 date\tSunset, 6 November")).days
    ),
    "2023 Lantern Reckoning end": lambda t: long_date(
        t.dated("2023 date\tSunset, 28 October - | midnight, 31 October")
    ),
    "begin in October": lambda t: int(
        only(re.findall(r"^(\d{4}) date\tSunset, \d+ October -", t, re.M))
    ),
    "was the protest settled": lambda t: t.days("8 March 1987", "21 April 1987"),
    "Aldergate had been its host": lambda t: t.year("1991 Tull"),
    "did the one at Tull": lambda t: t.years("1983 Ombra", "1991 Tull"),
    "Imhof Astrograph have": lambda t: t.months("4 January 1931", "4 July 1939"),
    "fiftieth anniversary": lambda t: long_date(
        t.day("11 December 1921") + relativedelta(years=50)
    ),
    "Karel Imhof director": lambda t: t.reign("Karel Imhof 1920-1947"),
    "she was laid down": lambda t: t.days("15 August 1907", "30 January 1909"),
    "wreck of the former": lambda t: t.months("3 November 1927", "3 March 1928"),
    "the name that she bore": lambda t: t.year("Grey Petrel (from 1921)"),
    "under both her names": lambda t: t.reign("1909-1914") + t.reign("1919-1927"),
}

EXEMPLARS = {
    "glacier camp at Hvalnes": lambda q: {"answer": q.days("2003-12-18", "2004-03-04")},
    "each of her 9 jugs": lambda q: units(
        "XYZ", q.number("9 jugs") * q.span("26 minutes and 50 seconds")
    ),
    "the beacon is switched on": lambda q: clock_answer(
        q.clock("20:30:15") - q.utc("UTC -0500") + q.utc("UTC +0300")
    ),
    "Edda Lorne become warden": lambda q: (
        {"answer": q.start("Edda Lorne was warden of the Salt Gate", 0)}
    ),
    "Tove Arkwell's second spell": lambda q: (
        {"answer": q.lengths("Tove Arkwell was organist at Saint Orrin's")[1]}
    ),
    "cease to be sponsor": lambda q: {"answer": q.end("Dov Harker was sponsor of Ines Fell", 0)},
    "strengthened for the first time": lambda t: t.years("8 September 1931", "Strengthened\t1974"),
    "Temmick first win gold": lambda t: t.year("Gold | 2011 Aldergate"),
    "regatta sailed again": lambda t: f"September {t.number('23 September')}, {t.year('2017')}",
}


def solution(cases, question):
    """The way to the answer of the one question that contains a fragment."""
    return only(way for fragment, way in cases.items() if fragment in question)


# Reading the files


def rows(name):
    with open(SAMPLE / "questions" / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def messages(name):
    content = json.loads((SAMPLE / "prompts" / name).read_text(encoding="utf-8"))
    assert content.keys() == {"messages", "metadata"}
    return [(message["role"], message["content"]) for message in content["messages"]]


def parsed_label(text):
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return json.loads(text)


TOT = rows("tot.csv")
TTQA = rows("ttqa.csv")


ARITHMETIC = DATES_AND_AGES | LENGTHS_OF_TIME | CLOCK_TIMES


def of(split):
    return [row for row in TOT + TTQA if row["split"] == split]


def question_id(row):
    return row["question"][:60]


# The tests


@pytest.mark.parametrize("row", of("arithmetic"), ids=question_id)
def test_arithmetic_label(row):
    question = Page(row["question_wo_instruct"])
    label = parsed_label(row["label"])
    value = solution(ARITHMETIC, question)(question)
    if "time" in label:
        minutes_only = row["answer_temporal_unit"] == "minutes"
        answer = clock_answer(value, "%H:%M" if minutes_only else "%H:%M:%S")
    elif isinstance(value, timedelta):
        answer = units(label, value)
    else:
        answer = {only(label): value}
    assert fields(label) == fields(answer)
    # As in the published file, a label says "answer" also where an "age" is asked for.
    instruction = row["instruction"].replace('"age"', '"answer"')
    assert all(f'"{key}": ' in instruction for key in label)


@pytest.mark.parametrize("row", of("semantic"), ids=question_id)
def test_semantic_label(row):
    year = solution(SEMANTIC, row["question_wo_instruct"])(Page(row["instruction"]))
    assert parsed_label(row["label"]) == {"answer": str(year)}


@pytest.mark.parametrize("row", TTQA, ids=question_id)
def test_ttqa_label(row):
    assert row["label"] == str(solution(TABLES, row["question"])(Page(row["table_context"])))


def test_no_solution_is_left_over():
    assert len(ARITHMETIC) == len(of("arithmetic"))
    assert len(SEMANTIC) == len(of("semantic"))
    assert len(TABLES) == len(TTQA)


@pytest.mark.parametrize(("name", "columns"), [("tot", TOT_COLUMNS), ("ttqa", TTQA_COLUMNS)])
def test_columns_and_line_ends(name, columns):
    raw = (SAMPLE / "questions" / f"{name}.csv").read_bytes()
    assert raw.split(b"\n", 1)[0].decode() == columns
    assert b"\r" not in raw


@pytest.mark.parametrize(
    ("split", "formats", "at_least"),
    [
        ("arithmetic", ARITHMETIC_FORMATS, 24),
        ("semantic", SEMANTIC_FORMATS, 12),
        ("head", TTQA_FORMATS, 13),
        ("tail", TTQA_FORMATS, 13),
    ],
)
def test_every_unit_and_format_occurs(split, formats, at_least):
    assert len(of(split)) >= at_least
    found = {(row["answer_temporal_unit"], row["answer_format"]) for row in of(split)}
    assert found == {(unit, form) for unit, forms in formats.items() for form in forms}


def test_splits():
    assert {row["split"] for row in TOT} == {"arithmetic", "semantic"}
    assert {row["split"] for row in TTQA} == {"head", "tail"}


@pytest.mark.parametrize("split", QUESTION_TYPES)
def test_question_types(split):
    assert {row["question_type"] for row in of(split)} == QUESTION_TYPES[split]


def test_questions_differ():
    for column in ("question", "question_wo_instruct"):
        assert len({row[column] for row in TOT}) == len(TOT)
    assert len({row["question"] for row in TTQA}) == len(TTQA)


def test_tot_question_is_the_bare_question_and_the_instruction():
    for row in TOT:
        assert row["question"] == f"{row['question_wo_instruct']} {row['instruction']}"
        assert row["instruction"].count('JSON = {"explanation": "..."') == 1


def test_labels_that_scoring_must_not_stumble_over():
    labels = [parsed_label(row["label"]) for row in TOT]
    assert {"hours": 0, "minutes": 0} in labels
    assert {"answer": "0"} in labels
    assert {"-1", "+1", "+2", "same_day"} <= {label.get("day") for label in labels}
    assert {"BC", "AD"} <= {str(label.get("answer"))[-2:] for label in labels}


def test_each_fact_set_has_several_questions_and_6_to_14_facts():
    instructions = [row["instruction"] for row in of("semantic")]
    assert all(instructions.count(text) > 1 for text in instructions)
    assert all(6 <= len(re.findall(r"^From ", text, re.M)) <= 14 for text in instructions)


def test_tables():
    contexts = {row["table_id"]: row["table_context"] for row in TTQA}
    assert len(contexts) == len(set(contexts.values())) == 10
    for row in TTQA:
        table = row["table_context"]
        assert table == contexts[row["table_id"]]
        assert table.startswith(f"category\n{row['category']}\n\n")
        assert re.search(r"\S\n\n\Z", table)
        assert re.search(r"^[^\t\n]+\t[^\t\n]+$", table, re.M)
        assert " | " in table
    for split in ("head", "tail"):
        ids = [row["table_id"] for row in of(split)]
        assert len(set(ids)) == 5
        assert all(ids.count(one) > 1 for one in ids)


@pytest.mark.parametrize("name", ["tot_arithmetic_few_shot.json", "tot_semantic_few_shot.json"])
def test_tot_exemplars(name):
    turns = messages(name)
    assert [role for role, _ in turns] == ["system", "user", "assistant"] * 3
    texts = [text for _, text in turns]
    for system, question, reply in zip(texts[::3], texts[1::3], texts[2::3], strict=True):
        assert reply.startswith('JSON = {"explanation": "')
        answer = json.loads(reply.removeprefix("JSON = "))
        del answer["explanation"]
        expected = solution(EXEMPLARS, question)(Page(f"{question}\n{system}"))
        assert fields(answer) == fields(expected)
        assert question not in {row["question_wo_instruct"] for row in TOT}
        assert system.count('JSON = {"explanation": "..."') == 1


def test_ttqa_exemplars():
    turns = messages("ttqa_few_shot.json")
    assert [role for role, _ in turns] == ["system"] + ["user", "assistant"] * 3
    texts = [text for _, text in turns]
    for question, reply in zip(texts[1::2], texts[2::2], strict=True):
        table, bare = re.fullmatch(r"Table:\n\n(.*)\n\n\nQ: (.*)\n\n\nA:", question, re.S).groups()
        assert table not in {row["table_context"] for row in TTQA}
        expected = solution(EXEMPLARS, bare)(Page(table))
        assert reply.splitlines()[-1] == f"Final Answer: {expected}"


def test_ttqa_system_text():
    text = (SAMPLE / "prompts" / "ttqa_system_prompt_zero_shot.txt").read_text(encoding="utf-8")
    assert 'starts with "Final Answer:"' in text
    assert messages("ttqa_few_shot.json")[0][1].startswith(text)
