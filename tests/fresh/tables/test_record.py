"""Tests the parts of the generator and solver of questions on tables: dates, words, names."""

import random
import re
from datetime import date

import pytest

from tempanswerqa.fresh.tables import dials, solver_table
from tempanswerqa.fresh.tables.drawing import _consistent
from tempanswerqa.fresh.tables.facts import Entity, Series, Words
from tempanswerqa.fresh.tables.kinds import kinds
from tempanswerqa.fresh.tables.names import Names
from tempanswerqa.fresh.tables.record import Record
from tempanswerqa.fresh.tables.shapes import measure
from tempanswerqa.fresh.tables.solver_table import Point
from tempanswerqa.fresh.tables.wording import fits, say


@pytest.mark.parametrize(("first", "last", "unit", "full"), [
    (Point(1990), Point(1991, 2, 3), "years", False),
    (Point(1990), Point(1991, 2, 3), "years", True),
    (Point(1990, 2), Point(1991, 2, 3), "months", False),
    (Point(1990), Point(1991), "months", False),
    (Point(1990, 2), Point(1991, 3), "days", False),
    (Point(1990, 5, 1), Point(1991, 3, 1), "years", False),
])  # fmt: skip
def test_what_dates_do_not_settle_is_not_counted(first, last, unit, full):
    assert solver_table.between(first, last, unit, full) is None


LAUNCH = Words("was|launched", "launch")
TITLE = Words("won|win|the Lake Cup", "Lake Cup win")
SIEGE = Words("began|begin|", "the siege of Oltown", "the siege of Oltown")


@pytest.mark.parametrize(("template", "entity", "slots", "text"), [
    ("When {a.q}?", Entity("the Argus", "it"), {"a": LAUNCH}, "When was the Argus launched?"),
    ("How long after {a} {b.q}?", Entity("Ada Brenn", "she"),
     {"a": Words("joined|join|Red Oars", "arrival"), "b": TITLE},
     "How long after Ada Brenn joined Red Oars did she win the Lake Cup?"),
    ("{a.n} or {b.n}?", Entity("Bo Rhys", "he"), {"a": LAUNCH, "b": TITLE},
     "Bo Rhys' launch or his Lake Cup win?"),
    ("How long after {a} {b.q}?", Entity("the Marsh War", "it"),
     {"a": SIEGE, "b": Words("ended|end|", "end")},
     "How long after the siege of Oltown began did the Marsh War end?"),
    ("In which year {a.q}?", Entity("the Marsh War", "it"), {"a": SIEGE},
     "In which year did the siege of Oltown begin?"),
])  # fmt: skip
def test_wording(template, entity, slots, text):
    assert say(template, entity, slots) == text


def test_choices_that_are_used_up_are_an_error():
    names = Names(random.Random(3))
    assert {names.pick(("oak", "elm")) for _ in range(2)} == {"oak", "elm"}
    with pytest.raises(ValueError, match="all 2 choices are used: oak, elm"):
        names.pick(("oak", "elm"))


def records(kind: str) -> list[Record]:
    """Return complete tables of a kind, as many of each level."""
    found = []
    for level, own in dials.DIALS.items():
        for seed in range(40):
            record = Record(kind, random.Random(f"{kind} {level} {seed}"), own)
            record.vague = 0  # so that days tell the order
            kinds("head")[kind](record)
            found.append(record)
    return found


def moments(record: Record) -> dict[str, date]:
    return {moment.words.noun: moment.day for moment in record.moments}


def value(record: Record, label: str) -> str | None:
    found = re.search(rf"^{label}\t(.*)$", record.render(), re.MULTILINE)
    return found and found[1]


@pytest.mark.parametrize(("kind", "step"), [
    ("office holder", "privy chamber admission"), ("space probe", "lander release"),
    ("monument", "inauguration"), ("navy vessel", "commissioning"),
    ("company", "first factory opening"),
])  # fmt: skip
def test_spans_begin_after_what_they_rest_on(kind, step):
    for record in records(kind):
        start, day = record.groups[0].spans[0].start, moments(record)[step]
        assert start.day > day if start.precision == "day" else start.day.year >= day.year


def test_players_have_clubs_from_debut_to_captaincy_and_stop_in_time():
    for record in records("footballer"):
        spans, days = record.groups[0].spans, moments(record)
        assert spans[0].start.day.year <= days["league debut"].year
        assert spans[-1].end.day.year >= days["captaincy appointment"].year
        for group in record.groups[1:-1]:
            assert group.spans[0].start.day >= spans[-1].end.day
    for kind in ("footballer", "tennis", "skier"):
        for record in records(kind):
            last = max(*record.listed, record.groups[0].spans[-1].end.day.year)
            assert last - record.birth.day.year <= 43, record.render()


@pytest.mark.parametrize(("kind", "step"), [
    ("navy vessel", "decommissioning"), ("space probe", "last contact"),
    ("railway", "loss of freight service"), ("military conflict", "ceasefire"),
])  # fmt: skip
def test_what_ends_a_story_comes_last(kind, step):
    for record in records(kind):
        close = moments(record)[step]
        for group in record.groups:
            assert max(span.end.day for span in group.spans) <= close
        assert max(record.listed) <= close.year


@pytest.mark.parametrize(("kind", "step"), [
    ("tennis", "maiden final"), ("skier", "comeback"), ("university", "first examinations"),
])  # fmt: skip
def test_titles_follow_what_leads_to_them(kind, step):
    for record in records(kind):
        assert min(record.listed) > moments(record)[step].year


def test_tables_fit_their_era():
    for kind, since in (("office holder", 1920), ("footballer", 1970), ("skier", 1928)):
        pronouns = {(r.entity.pronoun, r.begun >= since) for r in records(kind)}
        assert ("she", False) not in pronouns
        assert ("he", False) in pronouns
    names = [(r.entity.name.split()[-1], r.begun) for r in records("company")]
    assert any(name == "Motors" for name, _ in names)
    assert all(begun >= 1895 for name, begun in names if name == "Motors")
    for record in records("office holder"):
        for span in record.groups[0].spans:
            if span.words.noun.endswith((" Energy", " Transport", " Housing")):
                assert record.begun >= 1925
    for record in records("navy vessel"):
        days = moments(record)
        assert days["decommissioning"].year - days["commissioning"].year <= 45
        assert record.begun > 1905 or value(record, "Call sign") is None


@pytest.mark.parametrize(("verb", "gerund"), [
    ("won|win|the Lake Cup", "winning the Lake Cup"), ("was|launched", "being launched"),
    ("died|die|", "dying"), ("moved|move|to Oltown", "moving to Oltown"),
    ("saw|see|a riot", "seeing a riot"), ("first began|first begin|it", "first beginning it"),
])  # fmt: skip
def test_gerunds(verb, gerund):
    assert Words(verb, "").gerund == gerund


def test_a_gerund_is_of_what_the_entity_does():
    """*After winning the cup did the siege begin* would let the siege win it."""
    template = "How many years after {a.g} {b.q}?"
    assert fits(template, {"a": TITLE, "b": LAUNCH})
    assert not fits(template, {"a": TITLE, "b": SIEGE})
    assert fits("How many years after {a} {b.q}?", {"a": TITLE, "b": SIEGE})


def test_no_clause_repeats_another_subject():
    fought = {"a": SIEGE, "b": Words("ended|end|", "the end", SIEGE.subject)}
    assert not fits("How many years after {a} {b.q}?", fought)
    assert fits("How many years were between {a.n} and {b.n}?", fought)


def test_first_and_last_of_a_list_are_told_by_an_adverb():
    series = Series((1950, 1952, 1957), TITLE)
    told = [series.event(place).words.clause("she") for place in range(3)]
    assert told == [
        "she first won the Lake Cup", "she won a second Lake Cup", "she last won the Lake Cup",
    ]  # fmt: skip
    awarded = Series((1950, 1952), Words("was|awarded the Lake Prize", "Lake Prize"))
    assert awarded.event(0).words.clause("she") == "she was first awarded the Lake Prize"


@pytest.mark.parametrize(("last", "unit", "called"), [
    (date(1953, 9, 1), "years", "years"),
    (date(1953, 3, 1), "years", "full years"),  # 2 full years, 3 by their numbers
    (date(1953, 12, 28), "years", "full years"),  # 3 full years, 4 to the nearest
    (date(1951, 6, 10), "months", "months"), (date(1951, 6, 27), "months", "full months"),
    (date(1951, 6, 27), "days", "days"),
])  # fmt: skip
def test_a_question_says_full_where_another_count_is_defensible(last, unit, called):
    record = Record("", random.Random(1), dials.DIALS["hard"])
    assert measure(date(1950, 5, 5) if unit == "years" else date(1951, 5, 5), last, unit,
                   record) == called  # fmt: skip


def test_the_present_stands_where_a_recent_span_has_no_end():
    drawn = filter(_consistent, records("painter") + records("music"))
    shown = [record for record in drawn if "present" in record.render()]
    assert len(shown) > 3
    for record in shown:
        assert record.alive
        ends = [span.end.day for group in record.groups for span in group.spans]
        assert max(ends).year <= 2022
