"""Tests kinds of tables: spans told by rank, lists, and the values that these may have."""

import random
import re
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.fresh import tables
from tempanswerqa.fresh.item import Item
from tempanswerqa.fresh.tables import drawing
from tempanswerqa.fresh.tables.dials import DIALS
from tempanswerqa.fresh.tables.facts import DAY
from tempanswerqa.fresh.tables.kinds import kinds
from tempanswerqa.fresh.tables.kinds.plan import Lists, Spans
from tempanswerqa.fresh.tables.record import Record
from tempanswerqa.fresh.tables.solver import named
from tempanswerqa.fresh.tables.solver_table import read_table
from tempanswerqa.questions.draws import LEVELS

TAIL = kinds("tail")
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


@cache
def items(level: str) -> tuple[Item, ...]:
    rng = random.Random(f"rare tables, {level}")
    drawn = []
    for category in TAIL:
        for _ in range(8):
            picks = [rng.random() for _ in range(4)]
            only = {category: TAIL[category]}
            drawn += drawing.draw(rng, level, picks, split="tail", kinds=only)
    return tuple(drawn)


def record(level: str = "medium", seed: object = 1) -> Record:
    made = Record("rower", random.Random(f"a record {seed}"), DIALS[level], rare=True)
    made.begin(1900)
    made.call("Ada Brenn", "she")
    return made


TEAMS = Spans(
    noun="team",
    heading="Teams",
    name="{place}",
    told="the {} team",
    ranked="the {} team that {they} joined",
    lengths=(1, 9),
    gaps=(0, 2),
    verb="rowed|row|with {}",
    time="time with {}",
)
TOURS = Spans(
    noun="tour",
    heading="Tours",
    name="{place}",
    told="the {} tour",
    ranked="the {} tour to begin",
    precision=DAY,
    lengths=(6, 40),
    gaps=(10, 90),
    verb="lasted|last|",
    time="the course of {}",
    subject="{}",
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


def test_only_words_for_a_row_are_replaced():
    table = read_table(TABLE)
    for question in (
        "In which year did she win the Lake Games for the second time?",
        "How many days had passed since her last birthday?",
        "",
    ):
        assert named(question, table) == question
    said = named("When did she leave her second team?", table)
    assert "Blue" in said or "blue" in said
    assert "second" not in said


def test_the_answer_follows_the_table():
    question = "In which year did Ada Brenn leave her second team?"
    assert asked(question, "date_years", TABLE.replace("1971 to 1980", "1971 to 1979")) == 1979
    # another team before the first moves all ranks
    earlier = TABLE.replace("1968-1971 | Red", "1960-1962 | Old Oars | 9', '1968-1971 | Red")
    assert asked(question, "date_years", earlier) == 1971


def test_the_ends_of_a_span_are_told_by_the_verb_for_the_whole():
    for sort, start, end in (
        (TEAMS, "did she begin rowing with Oar", "the end of her time with Oar"),
        (TOURS, "did Oar begin", "the end of Oar"),
    ):
        own = replace(sort, told="Oar", ranked="")
        r = record()
        own.write(r, date(1900, 1, 1))
        span = r.groups[0].spans[0]
        assert span.start.words.question("she") == start
        assert span.end.words.named("her") == end


@pytest.mark.parametrize("sort", [TEAMS, TOURS])
def test_spans_follow_each_other(sort):
    for seed in range(200):
        r = record("hard", seed)
        sort.write(r, date(1900, 1, 1))
        (group,) = r.groups
        least, most = DIALS["hard"].spans
        assert least <= len(group.spans) <= (least if sort is TOURS else most)
        days = [event.day for span in group.spans for event in (span.start, span.end)]
        assert days == sorted(days)
        for span in group.spans:
            length = span.end.day - span.start.day
            assert span.start.day < span.end.day
            assert max(span.start.day.day, span.end.day.day) <= 28
            if sort is TOURS:
                assert 6 <= length.days <= 40 + 4
            else:
                assert 1 <= span.end.day.year - span.start.day.year <= 9


def test_spans_keep_their_limit():
    limited = replace(TEAMS, limit=12)
    for seed in range(100):
        assert limited.write(record("hard", seed), date(1900, 5, 1)).year <= 1912


def test_ties_are_neither_longest_nor_shortest():
    years = [date(year, 1, 1) for year in (1900, 1903, 1906, 1910, 1911)]
    times = list(pairwise(years))
    # three, three, four and one year
    assert [TEAMS._most(position, times) for position in range(4)] == [
        *("", "", "longest", "shortest")
    ]
    assert TEAMS._most(0, times[:2]) == ""


def test_ranks_are_told_only_beyond_easy_tables():
    shares = []
    for level in LEVELS[1:]:
        told = [span for seed in range(150) for span in _spans_of(level, seed)]
        shares.append(
            sum(RANKED.search(span.end.words.named("her")) is not None for span in told) / len(told)
        )
    assert shares[0] == 0
    assert 0.12 < shares[1] < 0.3
    assert shares[2] > shares[1]


def _spans_of(level: str, seed: int):
    r = record(level, seed)
    TEAMS.write(r, date(1900, 1, 1))
    return r.groups[0].spans


def test_medals_of_one_year_are_of_one_metal():
    for seed in range(100):
        r = record("hard", seed)
        Lists("{place}", medals=["Team"]).write(r, 1950, 1970)
        for series in r.series:
            assert list(series.years) == sorted(set(series.years))
        others = {(e.words.noun.split()[0], e.day.year) for e in r.moments}
        golds = {(s.words.noun.split()[0], year) for s in r.series for year in s.years}
        assert not others & golds


def test_titles_keep_what_they_write():
    r = record("hard")
    Lists("{place}", "Cups", "won|win|the {}", "{} win").write(r, 1950, 1990)
    written = {tuple(p.year for p in e.points) for e in read_table(r.render()).entries}
    assert {series.years for series in r.series} == written


def test_the_solver_tells_a_wrong_label():
    changed = 0
    drawn = [i for i in items("medium") if i.cells["answer_temporal_unit"] == "date_years"]
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
    texts = [i.cells["table_context"] for i in items("hard")[::4]]
    for sign in (r"\d–\d\d\b", r"\d\d to \d", r"\| Period'", r"\| [A-Z]\w+: \d", r"\nGold|'Gold"):
        assert sum(re.search(sign, text) is not None for text in texts) >= 8, sign
    asked_by_rank = Counter(bool(RANKED.search(item.cells["question"])) for item in items("hard"))
    assert asked_by_rank[True] > 0.15 * asked_by_rank.total()


def test_plurals_are_regular():
    for item in items("hard") + items("medium"):
        assert not re.search(r"(?:ch|sh|x|ss)s\b", item.cells["question"]), item


@given(st.text(max_size=80))
def test_foreign_text_is_not_read(text):
    table = read_table(TABLE)
    assert isinstance(named(text, table), str)
    assert named(f"her second {text}", table).startswith(("her second", "Blue", "Oars", "3"))
    assert asked(f"What about her second {text}?", "days") is None
