"""Tests blocks of facts: their graphs, names, years, and the text that states them."""

import random
import re
from collections import Counter, defaultdict
from itertools import combinations, pairwise

import networkx
import pytest

from tempanswerqa.fresh.semantic import draws, graphs, names, relations
from tempanswerqa.fresh.semantic.dials import DIALS
from tempanswerqa.fresh.semantic.relations import KINDS

ENDINGS = frozenset(names._ENDINGS)
SAID = draws.SAID
RULES = [rule.format(form=draws._FORM) for rule in SAID["rules"]]


@pytest.mark.parametrize("world", [w for w in names.WORLDS if w.subjects == w.objects])
def test_no_two_of_one_sort_stand_above_each_other(world, monkeypatch):
    monkeypatch.setattr(names, "WORLDS", (world,))
    monkeypatch.setattr(draws, "CODED", 0)
    assert set(world.serving) < set(world.relations)
    seen = Counter()
    for seed in range(60):
        book = draws.draw_book(random.Random(seed), DIALS["hard"])
        above = set()
        for subject, relation, target in book.spells:
            serves = book.cast.relations[relation] in world.serving
            above.add((target, subject) if serves else (subject, target))
            seen[serves] += 1
        assert not {(low, high) for high, low in above} & above
        assert networkx.is_directed_acyclic_graph(networkx.DiGraph(above))
    assert min(seen[True], seen[False]) > 200


@pytest.mark.parametrize("level", DIALS)
def test_facts_respect_the_kinds_of_their_relations(level):
    seen = Counter()
    for seed in range(16):
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


@pytest.mark.parametrize("level", DIALS)
def test_a_full_year_lies_between_facts_of_a_triple(level):
    for seed in range(60):
        dials = DIALS[level]
        book = draws.draw_book(random.Random(seed), dials)
        assert len(book.facts) <= dials.facts[1]
        for spells in book.spells.values():
            assert all(before.end + 1 < after.start for before, after in pairwise(spells))
        for fact in book.facts:
            last = 2150 if book.cast.article else 2025  # names do not tell of the future
            assert 1000 <= fact.start <= fact.end <= last
            assert fact.end - fact.start <= dials.longest[1]
            assert fact.subject != fact.object
        first, last = book.facts[0].start, max(fact.end for fact in book.facts)
        assert last - first <= dials.span[1]


@pytest.mark.parametrize("world", names.WORLDS)
def test_people_do_not_grow_too_old(world):
    assert world.span <= 60 or "person" not in (world.subjects, world.objects)
    assert set(world.relations.values()) <= set(KINDS)
    words = r"(?:(?:the|an?) )?[a-z]+(?: of [a-z]+)? (?:of|to|for)"
    assert all(re.fullmatch(words, relation) for relation in world.relations)
    assert world.years[1] <= 2025
    assert len(world.relations) >= 7


def test_names_of_a_block_differ():
    for seed in range(300):
        rng = random.Random(seed)
        world = rng.choice(names.WORLDS)
        for cast in (names.coded(rng, 45, 7), names.named(rng, world, 45, 7)):
            for several in (cast.subjects, cast.objects, cast.relations):
                assert len(set(several)) == len(several)
            for name in (*cast.subjects, *cast.objects):
                assert re.fullmatch(r"[A-Z][\w-]*(?: [A-Z]\w*)*", name)
                assert not re.search(r"\d{3}", name)


def test_codes_of_relations_look_like_no_entity():
    for seed in range(300):
        cast = names.coded(random.Random(seed), 30, 7)
        roles = {relation.partition(" ")[0] for relation in cast.relations}
        first = {role[0].upper() for role in roles if re.search(r"\d", role)}
        assert not first & {name[0] for name in cast.subjects if re.search(r"\d", name)}
        assert {len(role) for role in roles} <= {2, 3, 5}
        assert cast.subject_noun in ("entity", "party")


def test_names_of_places_double_no_letter_at_the_seam():
    towns = {town for seed in range(300) for town in names.SORTS["town"](random.Random(seed), 30)}
    assert len(towns) > 1000
    for town in towns:
        assert not re.search(r"(.)\1\1", town.lower())
        assert not {"Saltton", "Woodden", "Redden", "Hollley"} & {town}
        (stem,) = {s for s in names._STEMS if town.startswith(s) and town[len(s) :] in ENDINGS}
        assert stem[-1] != town[len(stem)]


@pytest.mark.parametrize("kind", graphs.KINDS)
def test_graphs(kind):
    sizes = []
    for seed in range(40):
        graph = graphs.KINDS[kind](12, 24, seed)
        assert set(graph.nodes()) <= set(range(12))
        sizes.append(graph.number_of_edges())
    assert 11 <= sum(sizes) / 40 <= 30


def test_a_node_of_an_ego_net_knows_all_others():
    for wanted in (5, 40):
        edges = {frozenset(edge) for edge in graphs.KINDS["ego"](12, wanted, 1).edges()}
        assert {frozenset((0, other)) for other in range(1, 12)} <= edges
        assert len(edges) == max(11, wanted)


@pytest.mark.parametrize("kind", graphs.KINDS)
def test_facts_of_ego_nets_alone_last_a_single_year(kind, monkeypatch):
    monkeypatch.setattr(graphs, "KINDS", {kind: graphs.KINDS[kind]})
    for level, dials in DIALS.items():
        facts = draws.draw_book(random.Random(level), dials).facts
        assert any(fact.years for fact in facts) is (kind != "ego")


@pytest.mark.parametrize("level", DIALS)
def test_questions_on_facts_of_a_single_year_speak_of_no_spell(level, monkeypatch):
    monkeypatch.setattr(graphs, "KINDS", {"ego": graphs.KINDS["ego"]})
    rng, seen = random.Random(level), Counter()
    for item in (item for _ in range(40) for item in draws.draw(rng, level, (0.1, 0.3, 0.6))):
        assert not re.search(r"\b(?:spell|stint|period)s?\b", item.cells["question_wo_instruct"])
        seen[item.template] += 1
    assert len(seen) >= 12


def test_edges_are_sorted_pairs_of_different_nodes():
    for seed in range(200):
        _, edges = graphs.draw(random.Random(seed), 5 + seed % 26, 30)
        assert edges == sorted(set(edges))
        assert all(0 <= low < high < 5 + seed % 26 for low, high in edges)


KEYS = {
    "by start": lambda fact: fact.start,
    "by end": lambda fact: fact.end,
    "by relation and start": lambda fact: (fact.relation, fact.start),
    "by object and start": lambda fact: (fact.object, fact.start),
}


def test_five_orders_of_facts():
    facts = list(draws.draw_book(random.Random(4), DIALS["medium"]).facts)
    random.Random(1).shuffle(facts)
    assert set(draws.ORDERS) == {"shuffled", *KEYS}
    for name, order in draws.ORDERS.items():
        ordered = order(facts)
        assert sorted(ordered) == sorted(facts)
        keys = [KEYS.get(name, facts.index)(fact) for fact in ordered]
        assert keys == sorted(keys)


def test_instructions_state_every_fact_once():
    book = draws.draw_book(random.Random(4), DIALS["easy"])
    for seed in range(60):
        text = draws.instruction(random.Random(seed), book.facts, book.cast)
        lead_in, *lines, empty, rules = text.split("\n")
        assert any(lead_in.startswith(one) for one in SAID["lead_ins"])
        assert (empty, rules in RULES) == ("", True)
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
    forms = [form for line in SAID["lines"] for form in line["say"]]
    for variants, least in ((forms, 12), (SAID["lead_ins"], 5), (RULES, 5)):
        assert len(set(variants)) == len(variants) >= least
        assert all(one not in other for one, other in combinations(variants, 2))


@pytest.mark.parametrize(("kinds", "facts", "told"), [
    (("1-1",), [(1900, 1905)], {"two_years"}), (("1-n",), [(1900, 1900)], {"one_year"}),
    (("1-1", "n-1"), [(1900, 1905), (1900, 1900)], {"two_years", "one_year", "several"}),
])  # fmt: skip
def test_lead_ins_tell_what_years_and_roles_mean(kinds, facts, told):
    rng = random.Random(1)
    cast = names.coded(rng, 5, 3)._replace(kinds=[KINDS[kind] for kind in kinds])
    text = draws.instruction(rng, [relations.Fact(0, 0, 1, *years) for years in facts], cast)
    opening = text.partition("\n")[0]
    said = {
        name
        for name in ("two_years", "one_year", "several")
        if any(note.format(noun=cast.subject_noun) in opening for note in SAID[name])
    }
    assert said == told


def test_triples_are_different_and_follow_the_edges():
    edges, down = [(0, 1), (1, 2), (0, 3)], set()
    for seed in range(50):
        triples = relations.draw_triples(random.Random(seed), edges, (0, 1, -1), 6)
        assert len(set(triples)) == len(triples) <= 6
        assert {(min(s, o), max(s, o)) for s, _, o in triples} == set(edges)
        assert all(s < o for s, relation, o in triples if relation == 1)
        assert all(s > o for s, relation, o in triples if relation == 2)
        down |= {s < o for s, relation, o in triples if relation == 0}
    assert down == {False, True}
