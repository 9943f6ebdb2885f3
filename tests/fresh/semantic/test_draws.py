"""Tests blocks of facts: their graphs, names, years, and the text that states them."""

import random
import re
from collections import Counter, defaultdict

import networkx
import pytest

from tempanswerqa.fresh.semantic import draws, graphs, names, relations
from tempanswerqa.fresh.semantic.dials import DIALS
from tempanswerqa.fresh.semantic.relations import KINDS

ENDINGS = frozenset(names._ENDINGS)
SAID = draws.SAID


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


def test_names_of_places_double_no_letter_at_the_seam():
    towns = {town for seed in range(300) for town in names.SORTS["town"](random.Random(seed), 30)}
    assert len(towns) > 1000
    for town in towns:
        assert not re.search(r"(.)\1\1", town.lower())
        assert not {"Saltton", "Woodden", "Redden", "Hollley"} & {town}
        (stem,) = {s for s in names._STEMS if town.startswith(s) and town[len(s) :] in ENDINGS}
        assert stem[-1] != town[len(stem)]


@pytest.mark.parametrize("level", DIALS)
def test_questions_on_facts_of_a_single_year_speak_of_no_spell(level, monkeypatch):
    monkeypatch.setattr(graphs, "KINDS", {"ego": graphs.KINDS["ego"]})
    rng, seen = random.Random(level), Counter()
    for item in (item for _ in range(40) for item in draws.draw(rng, level, (0.1, 0.3, 0.6))):
        assert not re.search(r"\b(?:spell|stint|period)s?\b", item.cells["question_wo_instruct"])
        seen[item.template] += 1
    assert len(seen) >= 12


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
