"""Tests that the questions of a draw differ, are checked, and come in one order everywhere."""

import random
from collections import Counter
from itertools import count
from random import Random

import pytest

from tempanswerqa.fresh import drawing
from tempanswerqa.fresh.drawing import Family
from tempanswerqa.fresh.item import tot_item
from tempanswerqa.questions.draws import SEED, Draw, FreshError


def days(number: int, label: int | None = None):
    """Return a question whose answer is `number`."""
    return tot_item(
        question=f"How many days are {number} days in all?",
        instruction="Say it.",
        label=str({"answer": number if label is None else label}),
        number=number,
        question_type="duration",
        answer_format="<num_days>",
        unit="days",
        split="arithmetic",
        template="days",
    )


def solve(cells) -> float:
    return float(cells["question"].split()[4])


@pytest.fixture
def family(monkeypatch):
    """Return a function that replaces arithmetic by a toy family."""

    def put(draw, solver=solve, block=1):
        made = Family(draw, solver, block)
        monkeypatch.setattr(drawing, "family", lambda _: made)

    return put


def drawn(n: int, **options) -> list[float]:
    return [item.number for item in drawing.questions(Draw("tot_arith", n=n, **options))]


def test_equal_questions_come_once(family):
    family(lambda rng, level, picks: [days(rng.randrange(20))])
    numbers = drawn(20)
    assert sorted(numbers) == list(range(20))
    assert drawn(7) == numbers[:7]
    with pytest.raises(FreshError, match="no more than 20 questions"):
        drawn(21)


def test_blocks_have_picks_that_cover_the_interval_evenly(family):
    picked = []

    def draw(rng, level, picks):
        picked.extend(picks)
        return [days(len(picked) + n) for n in range(len(picks))]

    family(draw, block=4)
    drawn(1_000)
    shares = Counter(int(10 * pick) for pick in picked)
    assert len(picked) == 1_000
    assert sorted(shares) == list(range(10))
    assert all(abs(share - 100) <= 2 for share in shares.values())  # at random, 10 off is usual


@pytest.mark.parametrize("wrong", [
    pytest.param({"solver": lambda cells: solve(cells) + 1}, id="solver"),
    pytest.param({"draw": lambda rng, level, picks: [days(7, label=8)]}, id="label"),
    pytest.param({"draw": lambda rng, level, picks: [days(7)._replace(number=8.0)]}, id="template"),
])  # fmt: skip
def test_two_answers_fail_the_draw(family, wrong):
    family(**{"draw": lambda rng, level, picks: [days(7)]} | wrong)
    with pytest.raises(FreshError, match="seed 3, block 0: the template 'days' answers"):
        drawn(1, seed=3)


@pytest.mark.parametrize(("unread", "n"), [({7}, 19), ({7, 8_000, 9_000}, 20_000)])
def test_what_the_solver_seldom_cannot_tell_is_left_out(family, unread, n):
    numbers = count()
    family(lambda rng, level, picks: [days(next(numbers))],
           lambda cells: None if solve(cells) in unread else solve(cells))  # fmt: skip
    assert not unread & set(drawn(n))


@pytest.mark.parametrize("column", ["template", "category"])
def test_a_template_or_kind_that_the_solver_cannot_read_ends_the_draw(family, column):
    numbers = count()

    def draw(rng, level, picks):
        number = next(numbers)
        item = days(number)
        name = "new" if number % 100 == 99 else "old"
        if column == "template":
            return [item._replace(template=name)]
        return [item._replace(cells=item.cells | {"category": name})]

    family(draw, lambda cells: None if solve(cells) % 100 == 99 else solve(cells))
    assert len(drawn(198)) == 198
    name = {"template": "the template 'new'", "category": "the kind 'new'"}[column]
    with pytest.raises(FreshError, match=f"released, seed {SEED}: .*{name}.*2 of 2 of 'new'"):
        drawn(1_000)


def test_level_and_seed_reach_the_family(family):
    seen = []

    def draw(rng, level, picks):
        seen.append((level, rng.random()))
        return [days(len(seen))]

    family(draw)
    for level, seed in (("easy", 1), ("hard", 1), ("hard", 2), ("hard", 1)):
        drawn(2, level=level, seed=seed)
    assert [level for level, _ in seen] == ["easy"] * 2 + ["hard"] * 6
    assert seen[2:4] == seen[6:8]
    assert len(set(seen)) == 6


@pytest.mark.parametrize(("draw", "told"), [
    (Draw("tot"), "'tot'"), (Draw("tot_arith", "medum"), "tot_arith has no level 'medum'"),
    (Draw("ttqa_head", "huge"), "released, easy, medium, hard; only tot_semantic also has huge"),
    (Draw("tot_semantic", "large"), "released, easy, medium, hard, huge"),
    (Draw("tot_arith", n=0), "n has"), (Draw("tot_arith", n="20"), "n has"),
    (Draw("tot_arith", n=True), "n has"), (Draw("tot_arith", n=1_000_001), "n has"),
    (Draw("tot_arith", seed=10**19), "seed has"), (Draw("tot_arith", seed=-1), "seed has"),
    (Draw("tot_arith", seed=1.0), "seed has"),
])  # fmt: skip
def test_impossible_draws_say_what_is_possible(draw, told):
    with pytest.raises(FreshError) as caught:
        next(drawing.questions(draw))
    assert told in str(caught.value)


def test_each_block_has_its_own_table():
    draw = Draw("ttqa_head", seed=2)
    for block in range(3):
        tables = [item.cells["table_id"] for item, _ in drawing._block(draw, block)]
        assert tables == [f"2.{block}"] * 5


def test_the_state_of_the_global_generator_plays_no_part():
    random.seed(1)
    once = list(drawing.questions(Draw("tot_semantic", n=8)))
    random.seed(2)
    assert list(drawing.questions(Draw("tot_semantic", n=8))) == once
    assert random.random() == Random(2).random()
