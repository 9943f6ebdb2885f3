"""Tests the facts behind questions, and the answers that the generator finds among them."""

import random
from contextlib import suppress

import pytest

from tempanswerqa.fresh.item import Unfit
from tempanswerqa.fresh.semantic import draws, names
from tempanswerqa.fresh.semantic.book import Book, Phrases
from tempanswerqa.fresh.semantic.relations import KINDS, Fact

MAYOR, ENVOY = 0, 1
ADA, OTTO = 0, 1
ELMBY, FOXTON = 0, 1
CAST = names.Cast(
    ("Ada Balk", "Otto Rook"),
    ("Elmby", "Foxton"),
    ("mayor of", "envoy to"),
    (KINDS["1-1"], KINDS["n-n"]),
    "person",
    "town",
    "",
    (0, 0),
)
BY_ADA = [
    Fact(ADA, MAYOR, ELMBY, 1900, 1905),
    Fact(ADA, MAYOR, ELMBY, 1910, 1920),
    Fact(ADA, MAYOR, ELMBY, 1930, 1932),
]
BY_OTTO = [Fact(OTTO, MAYOR, ELMBY, 1922, 1927)]
ABROAD = [Fact(ADA, MAYOR, FOXTON, 1933, 1937)]
ENVOYS = [Fact(OTTO, ENVOY, FOXTON, 1935, 1939), Fact(OTTO, ENVOY, FOXTON, 1941, 1948)]

GUEST = [Fact(OTTO, ENVOY, FOXTON, 1923, 1926)]

WORDS = {"1st": "first", "2nd": "second", "3rd": "third"}
TEMPLATES = {template.name: template for template in sum(draws.TEMPLATES.values(), ())}


def found(name: str, facts: list[Fact], *fields: str) -> dict[tuple[str, ...], int]:
    """Return all answers that a template finds, by the fields given."""
    book, answers = Book(facts, CAST), {}
    for seed in range(300):
        rng = random.Random(seed)
        phrases = Phrases(rng, CAST)
        with suppress(Unfit):
            answer = TEMPLATES[name].find(book, rng, phrases)
            named = tuple(WORDS.get(word := answer.fields[field], word) for field in fields)
            assert answers.setdefault(named, answer.number) == answer.number
    return answers


WHOLE = [
    ("start_only", BY_OTTO, 1922), ("end_only", BY_OTTO, 1927), ("length_only", BY_OTTO, 5),
    ("seat_first", BY_ADA + BY_OTTO, 1900), ("seat_last", BY_ADA + BY_OTTO, 1932),
    ("seat_span", BY_ADA + BY_OTTO, 1932 - 1900), ("career_first", BY_ADA + ABROAD, 1900),
    ("career_last", BY_ADA + ABROAD, 1937),
    ("career_total", BY_ADA + ABROAD, 5 + 10 + 2 + 4),
    ("first_to_last", BY_ADA, 1932 - 1900), ("total", BY_ADA, 5 + 10 + 2),
    ("shared_first", ABROAD + ENVOYS, 1935), ("shared_last", ABROAD + ENVOYS, 1937),
    ("shared_length", ABROAD + ENVOYS, 1937 - 1935),
    ("both_first", BY_OTTO + GUEST, 1923), ("both_last", BY_OTTO + GUEST, 1926),
    ("both_length", BY_OTTO + GUEST, 1926 - 1923),
    ("start_around_event", ABROAD + ENVOYS, 1933), ("end_around_event", ABROAD + ENVOYS, 1937),
]  # fmt: skip


AROUND = [
    ("difference", BY_ADA, ("which", "other"),
     {("second", "first"): 5, ("second", "third"): 8, ("first", "third"): 3}),
    ("gap", BY_ADA, ("which", "next"), {("first", "second"): 5, ("second", "third"): 10}),
    ("successor_start", BY_ADA[1:] + BY_OTTO, ("s", "which"),
     {("Ada Balk", "first"): 1922, ("Otto Rook", "only"): 1930}),
    ("predecessor_end", BY_ADA[1:] + BY_OTTO, ("s", "which"),
     {("Ada Balk", "second"): 1927, ("Ada Balk", "last"): 1927, ("Otto Rook", "only"): 1920}),
    ("successor_gap", BY_ADA[1:] + BY_OTTO, ("s", "which"),
     {("Ada Balk", "first"): 1922 - 1920, ("Otto Rook", "only"): 1930 - 1927}),
    ("successor_length", BY_ADA[1:] + BY_OTTO, ("s", "which"),
     {("Ada Balk", "first"): 1927 - 1922, ("Otto Rook", "only"): 1932 - 1930}),
    ("predecessor_length", BY_ADA[:2] + BY_OTTO, ("s", "which"),
     {("Otto Rook", "only"): 1920 - 1910}),
    ("start_to_end", BY_OTTO + ABROAD, ("s", "s2"), {("Otto Rook", "Ada Balk"): 1937 - 1922}),
    ("start_to_start", BY_OTTO + ABROAD, ("s", "s2"), {("Otto Rook", "Ada Balk"): 1933 - 1922}),
    ("next_after_event", ABROAD + ENVOYS, ("s", "which2"), {("Otto Rook", "only"): 1941}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "facts", "fields", "answers"), [
    *((name, facts, (), {(): number}) for name, facts, number in WHOLE), *AROUND,
])  # fmt: skip
def test_answers_by_hand(name, facts, fields, answers):
    drawn = found(name, facts, *fields)
    assert {fields: number for fields, number in drawn.items() if number > 0} == answers


@pytest.mark.parametrize(("name", "facts"), [
    ("start_only", BY_ADA), ("start_kth", BY_OTTO), ("start_penultimate", BY_ADA[:2]),
    ("start_longest", [*BY_ADA, Fact(ADA, MAYOR, ELMBY, 1940, 1950)]),  # as long
    ("start_longest", BY_ADA[:2]),  # of two alone
    ("length_shortest", BY_ADA[:2]),
    ("seat_first", BY_ADA),  # one subject alone
    ("career_first", BY_ADA),  # one object alone
    ("career_total", [*BY_ADA, Fact(ADA, MAYOR, FOXTON, 1931, 1937)]),  # overlap
    ("shared_first", [*ABROAD, Fact(OTTO, ENVOY, FOXTON, 1937, 1939)]),  # one year
    ("both_first", ABROAD + ENVOYS), ("shared_first", BY_OTTO + GUEST),
    ("successor_start", [*BY_OTTO, Fact(ADA, MAYOR, ELMBY, 1927, 1929)]),  # the same year
    ("start_of_holder", [*BY_OTTO, Fact(ADA, MAYOR, ELMBY, 1922, 1927)]),  # two at a time
    ("start_around_year", [Fact(ADA, MAYOR, ELMBY, 1900, 1901)]),  # no year within
])  # fmt: skip
def test_no_question_without_a_single_answer(name, facts):
    assert found(name, facts) == {}


def test_the_subject_itself_is_no_successor_or_predecessor():
    """Ada is back in 1910, before Otto begins, and left in 1932, after Otto did."""
    facts = [*BY_ADA, *BY_OTTO]
    after = found("successor_length", facts, "s", "which")
    assert after == {("Ada Balk", "second"): 1927 - 1922, ("Otto Rook", "only"): 1932 - 1930}
    assert ("Ada Balk", "first") in found("successor_gap", facts, "s", "which")
    facts = [*BY_OTTO, *BY_ADA[2:], Fact(ADA, MAYOR, ELMBY, 1936, 1940)]
    before = found("predecessor_length", facts, "s", "which")
    assert before == {("Ada Balk", "first"): 1927 - 1922}
    assert ("Ada Balk", "last") in found("predecessor_end", facts, "s", "which")


@pytest.mark.parametrize(("name", "which", "other"), [
    ("successor_length", "first", Fact(OTTO, MAYOR, ELMBY, 1910, 1911)),  # both begin
    ("predecessor_length", "second", Fact(OTTO, MAYOR, ELMBY, 1903, 1905)),  # both end
])  # fmt: skip
def test_an_own_fact_with_the_same_year_is_no_later_or_earlier(name, which, other):
    assert ("Ada Balk", which) not in found(name, [*BY_ADA[:2], other], "s", "which")


@pytest.mark.parametrize(("place", "texts"), [
    (0, {"1st", "first"}), (11, {"12th", "twelfth"}), (12, {"13th"}),
])  # fmt: skip
def test_ordinals(place, texts):
    assert {Phrases(random.Random(seed), CAST).ordinal(place) for seed in range(30)} == texts
