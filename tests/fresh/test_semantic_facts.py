"""The facts behind questions, and the answers that the generator finds among them."""

import hashlib
import random
import re
from collections import Counter, defaultdict
from itertools import combinations, pairwise

import pytest

from tempanswerqa.fresh.item import LEVELS
from tempanswerqa.fresh.semantic import draws, graphs, instruction, names, relations
from tempanswerqa.fresh.semantic.book import Book, Phrases
from tempanswerqa.fresh.semantic.dials import DIALS
from tempanswerqa.fresh.semantic.duration_templates import DURATIONS
from tempanswerqa.fresh.semantic.event_templates import EVENTS
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
)
BY_ADA = [
    Fact(ADA, MAYOR, ELMBY, 1900, 1905),
    Fact(ADA, MAYOR, ELMBY, 1910, 1920),
    Fact(ADA, MAYOR, ELMBY, 1930, 1932),
]
BY_OTTO = [Fact(OTTO, MAYOR, ELMBY, 1922, 1927)]
ABROAD = [Fact(ADA, MAYOR, FOXTON, 1933, 1937)]
ENVOYS = [Fact(OTTO, ENVOY, FOXTON, 1935, 1939), Fact(OTTO, ENVOY, FOXTON, 1941, 1948)]

TEMPLATES = {template.name: template for template in (*EVENTS, *DURATIONS)}


def found(name: str, facts: list[Fact], *fields: str) -> dict[tuple[str, ...], int]:
    """All answers that a template finds, by the fields given."""
    book, answers = Book(facts, CAST), {}
    for seed in range(300):
        rng = random.Random(seed)
        phrases = Phrases(rng, CAST)
        answer = TEMPLATES[name].find(book, rng, phrases)
        if answer:
            named = [re.sub(r"^1st$", "first", answer.fields[field]) for field in fields]
            named = [re.sub(r"^2nd$", "second", field) for field in named]
            named = [re.sub(r"^3rd$", "third", field) for field in named]
            assert answers.setdefault(tuple(named), answer.number) == answer.number
    return answers


BY_PLACE = [
    ("start_kth", {("first",): 1900, ("second",): 1910, ("third",): 1930}),
    ("end_kth", {("first",): 1905, ("second",): 1920, ("third",): 1932}),
    ("start_last", {("last",): 1930}),
    ("end_last", {("last",): 1932}),
    ("start_penultimate", {("last-but-one",): 1910}),
    ("end_penultimate", {("last-but-one",): 1920}),
    ("start_longest", {("longest",): 1910}),
    ("end_longest", {("longest",): 1920}),
    ("start_shortest", {("shortest",): 1930}),
    ("end_shortest", {("shortest",): 1932}),
    ("length_kth", {("first",): 5, ("second",): 10, ("third",): 2}),
    ("length_last", {("last",): 2}),
    ("length_penultimate", {("last-but-one",): 10}),
    ("length_longest", {("longest",): 10}),
    ("length_shortest", {("shortest",): 2}),
]


@pytest.mark.parametrize(("name", "answers"), BY_PLACE)
def test_occurrences_by_hand(name, answers):
    assert found(name, BY_ADA, "which") == answers


WHOLE = [
    ("start_only", BY_OTTO, 1922),
    ("end_only", BY_OTTO, 1927),
    ("length_only", BY_OTTO, 5),
    ("seat_first", BY_ADA + BY_OTTO, 1900),
    ("seat_last", BY_ADA + BY_OTTO, 1932),
    ("seat_span", BY_ADA + BY_OTTO, 1932 - 1900),
    ("career_first", BY_ADA + ABROAD, 1900),
    ("career_last", BY_ADA + ABROAD, 1937),
    ("career_total", BY_ADA + ABROAD, 5 + 10 + 2 + 4),
    ("first_to_last", BY_ADA, 1932 - 1900),
    ("total", BY_ADA, 5 + 10 + 2),
    ("shared_first", ABROAD + ENVOYS, 1935),
    ("shared_last", ABROAD + ENVOYS, 1937),
    ("shared_length", ABROAD + ENVOYS, 1937 - 1935),
    ("start_around_event", ABROAD + ENVOYS, 1933),
    ("end_around_event", ABROAD + ENVOYS, 1937),
]


@pytest.mark.parametrize(("name", "facts", "number"), WHOLE)
def test_answers_by_hand(name, facts, number):
    assert found(name, facts) == {(): number}


AROUND = [
    ("gap", BY_ADA, ("which", "next"), {("first", "second"): 5, ("second", "third"): 10}),
    (
        "successor_start",
        BY_ADA[1:] + BY_OTTO,
        ("s", "which"),
        {("Ada Balk", "first"): 1922, ("Otto Rook", "only"): 1930},
    ),
    (
        "predecessor_end",
        BY_ADA[1:] + BY_OTTO,
        ("s", "which"),
        {
            ("Ada Balk", "second"): 1927,
            ("Ada Balk", "last"): 1927,
            ("Otto Rook", "only"): 1920,
        },
    ),
    (
        "successor_gap",
        BY_ADA[1:] + BY_OTTO,
        ("s", "which"),
        {("Ada Balk", "first"): 1922 - 1920, ("Otto Rook", "only"): 1930 - 1927},
    ),
    (
        "successor_length",
        BY_ADA[1:] + BY_OTTO,
        ("s", "which"),
        {("Ada Balk", "first"): 1927 - 1922, ("Otto Rook", "only"): 1932 - 1930},
    ),
    (
        "predecessor_length",
        BY_ADA[:2] + BY_OTTO,
        ("s", "which"),
        {("Otto Rook", "only"): 1920 - 1910},
    ),
    ("start_to_end", BY_OTTO + ABROAD, ("s", "s2"), {("Otto Rook", "Ada Balk"): 1937 - 1922}),
    ("start_to_start", BY_OTTO + ABROAD, ("s", "s2"), {("Otto Rook", "Ada Balk"): 1933 - 1922}),
    (
        "next_after_event",
        ABROAD + ENVOYS,
        ("s", "which2"),
        {("Otto Rook", "only"): 1941},
    ),
]


@pytest.mark.parametrize(("name", "facts", "fields", "answers"), AROUND)
def test_answers_about_two_occurrences_by_hand(name, facts, fields, answers):
    drawn = found(name, facts, *fields)
    assert {fields: number for fields, number in drawn.items() if number > 0} == answers


def test_differences_by_hand():
    expected = {
        ("second", "first"): 10 - 5,
        ("second", "third"): 10 - 2,
        ("first", "third"): 5 - 2,
    }
    assert found("difference", BY_ADA, "which", "other") == expected


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("start_around_year", (1900, 1910, 1930)),
        ("end_around_year", (1905, 1920, 1932)),
        ("length_around_year", (5, 10, 2)),
        ("start_of_holder", (1900, 1910, 1930)),
        ("end_of_holder", (1905, 1920, 1932)),
        ("length_of_holder", (5, 10, 2)),
    ],
)
def test_answers_around_a_year_by_hand(name, numbers):
    inner = (range(1901, 1905), range(1911, 1920), range(1931, 1932))
    expected = {
        (str(year),): number for years, number in zip(inner, numbers, strict=True) for year in years
    }
    assert found(name, BY_ADA, "year") == expected


def test_answers_next_to_a_year_by_hand():
    quiet = {1906: (1905, 1910), 1909: (1905, 1910), 1921: (1920, 1930), 1929: (1920, 1930)}
    before = found("last_before_year", BY_ADA, "year")
    after = found("next_after_year", BY_ADA, "year")
    assert (
        set(before) == set(after) == {(str(y),) for y in (*range(1906, 1910), *range(1921, 1930))}
    )
    for year, (end, start) in quiet.items():
        assert (before[str(year),], after[str(year),]) == (end, start)


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("start_only", BY_ADA),
        ("start_kth", BY_OTTO),
        ("start_penultimate", BY_ADA[:2]),
        ("start_longest", [BY_ADA[0], Fact(ADA, MAYOR, ELMBY, 1910, 1915)]),  # as long
        ("seat_first", BY_ADA),  # one subject alone
        ("career_first", BY_ADA),  # one object alone
        ("career_total", [*BY_ADA, Fact(ADA, MAYOR, FOXTON, 1931, 1937)]),  # overlap
        ("shared_first", [*ABROAD, Fact(OTTO, ENVOY, FOXTON, 1937, 1939)]),  # one year
        ("successor_start", [*BY_OTTO, Fact(ADA, MAYOR, ELMBY, 1927, 1929)]),  # the same year
        ("start_of_holder", [*BY_OTTO, Fact(ADA, MAYOR, ELMBY, 1922, 1927)]),  # two at a time
        ("start_around_year", [Fact(ADA, MAYOR, ELMBY, 1900, 1901)]),  # no year within
    ],
)
def test_no_question_without_a_single_answer(name, facts):
    assert found(name, facts) == {}


@pytest.mark.parametrize("level", LEVELS)
def test_facts_respect_the_kinds_of_their_relations(level):
    seen = Counter()
    for seed in range(40):
        book = draws.draw_book(random.Random(seed), DIALS[level])
        subjects, objects = defaultdict(set), defaultdict(set)
        for fact in book.facts:
            for year in range(fact.start, fact.end + 1):
                subjects[fact.relation, fact.object, year].add(fact.subject)
                objects[fact.relation, fact.subject, year].add(fact.object)
        for relation, kind in enumerate(book.cast.kinds):
            most_subjects = max(
                (len(s) for k, s in subjects.items() if k[0] == relation), default=0
            )
            most_objects = max((len(o) for k, o in objects.items() if k[0] == relation), default=0)
            assert most_subjects <= 1 or not kind.one_subject
            assert most_objects <= 1 or not kind.one_object
            seen[kind, "subjects"] += most_subjects > 1
            seen[kind, "objects"] += most_objects > 1
    assert seen[KINDS["n-n"], "subjects"]
    assert seen[KINDS["n-n"], "objects"]
    assert seen[KINDS["1-n"], "objects"]
    assert seen[KINDS["n-1"], "subjects"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_full_year_lies_between_facts_of_a_triple(level):
    for seed in range(60):
        dials = DIALS[level]
        book = draws.draw_book(random.Random(seed), dials)
        assert len(book.facts) <= dials.facts[1]
        for spells in book.spells.values():
            assert all(before.end + 1 < after.start for before, after in pairwise(spells))
        for fact in book.facts:
            assert 1000 <= fact.start <= fact.end <= 2150
            assert fact.end - fact.start <= dials.longest[1]
            assert fact.subject != fact.object
        first, last = book.facts[0].start, max(fact.end for fact in book.facts)
        assert last - first <= dials.span[1]


@pytest.mark.parametrize("world", names.WORLDS)
def test_people_do_not_grow_too_old(world):
    assert world.span <= 60 or "person" not in (world.subjects, world.objects)
    assert set(world.relations.values()) <= set(KINDS)
    assert all(re.fullmatch(r"[a-z]+ (?:of|to)", relation) for relation in world.relations)
    assert len(world.relations) >= 7


def test_names_of_a_block_differ():
    for seed in range(300):
        rng = random.Random(seed)
        world = rng.choice(names.WORLDS)
        for cast in (names.coded(rng, 30, 7), names.named(rng, world, 30, 7)):
            for several in (cast.subjects, cast.objects, cast.relations):
                assert len(set(several)) == len(several)
            for name in (*cast.subjects, *cast.objects):
                assert re.fullmatch(r"[A-Z][\w-]*(?: [A-Z]\w*)*", name)
                assert not re.search(r"\d{3}", name)


@pytest.mark.parametrize("kind", graphs.KINDS)
def test_graphs(kind):
    sizes = []
    for seed in range(40):
        graph = graphs.KINDS[kind](12, 24, seed)
        assert set(graph.nodes()) <= set(range(12))
        sizes.append(graph.number_of_edges())
    assert 11 <= sum(sizes) / 40 <= 30


def test_edges_are_sorted_pairs_of_different_nodes():
    for seed in range(200):
        edges = graphs.edges(random.Random(seed), 5 + seed % 26, 30)
        assert edges == sorted(set(edges))
        assert all(0 <= low < high < 5 + seed % 26 for low, high in edges)


def test_graphs_are_the_same_with_every_networkx():
    digest = hashlib.sha256()
    for kind in graphs.KINDS.values():
        for seed in range(20):
            edges = {(min(e[:2]), max(e[:2])) for e in kind(6 + seed, 30, seed).edges()}
            digest.update(repr(sorted(edges)).encode())
    assert digest.hexdigest()[:16] == "8eac3cdd7cb82c4e"


KEYS = {
    "by start": lambda fact: fact.start,
    "by end": lambda fact: fact.end,
    "by relation and start": lambda fact: (fact.relation, fact.start),
    "by object and start": lambda fact: (fact.object, fact.start),
}


def test_five_orders_of_facts():
    facts = list(draws.draw_book(random.Random(4), DIALS["medium"]).facts)
    random.Random(1).shuffle(facts)
    assert set(instruction.ORDERS) == {"shuffled", *KEYS}
    for name, order in instruction.ORDERS.items():
        ordered = order(facts)
        assert sorted(ordered) == sorted(facts)
        keys = [KEYS.get(name, facts.index)(fact) for fact in ordered]
        assert keys == sorted(keys)


def test_instructions_state_every_fact_once():
    book = draws.draw_book(random.Random(4), DIALS["easy"])
    for seed in range(60):
        text = instruction.write(random.Random(seed), book.facts, book.cast)
        lead_in, *lines, empty, rules = text.split("\n")
        assert (lead_in in instruction.LEAD_INS, empty, rules in instruction.RULES) == (
            True,
            "",
            True,
        )
        assert len(set(lines)) == len(lines) == len(book.facts)
        for fact in book.facts:
            parts = (
                book.cast.subjects[fact.subject],
                book.cast.relations[fact.relation],
                book.cast.objects[fact.object],
                str(fact.start),
                str(fact.end),
            )
            assert any(all(part in line for part in parts) for line in lines)


def test_variants_of_instructions():
    for variants, least in (
        (instruction.LINES, 6),
        (instruction.LEAD_INS, 5),
        (instruction.RULES, 5),
    ):
        assert len(set(variants)) == len(variants) >= least
        assert all(one not in other for one, other in combinations(variants, 2))


@pytest.mark.parametrize(
    ("place", "texts"),
    [
        (0, {"1st", "first"}),
        (1, {"2nd", "second"}),
        (2, {"3rd", "third"}),
        (10, {"11th", "eleventh"}),
        (11, {"12th", "twelfth"}),
        (12, {"13th"}),
        (20, {"21st"}),
        (21, {"22nd"}),
    ],
)
def test_ordinals(place, texts):
    assert {Phrases(random.Random(seed), CAST).ordinal(place) for seed in range(30)} == texts


def test_triples_are_different_and_follow_the_edges():
    edges = [(0, 1), (1, 2), (0, 3)]
    for seed in range(50):
        triples = relations.draw_triples(random.Random(seed), edges, 2, 6)
        assert len(set(triples)) == len(triples) <= 6
        assert {(min(s, o), max(s, o)) for s, _, o in triples} == set(edges)
