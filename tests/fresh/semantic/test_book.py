"""Tests which facts give no question of a sort.

That answers are right is tested by the solver, on texts and on all that is drawn.
"""

import random

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

TEMPLATES = {template.name: template for template in sum(draws.TEMPLATES.values(), ())}


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
    for seed in range(300):
        rng = random.Random(seed)
        with pytest.raises(Unfit):
            TEMPLATES[name].find(Book(facts, CAST), rng, Phrases(rng, CAST))


@pytest.mark.parametrize(("place", "texts"), [
    (0, {"1st", "first"}), (11, {"12th", "twelfth"}), (12, {"13th"}),
])  # fmt: skip
def test_ordinals(place, texts):
    assert {Phrases(random.Random(seed), CAST).ordinal(place) for seed in range(30)} == texts
