"""Tests that no guess is often right, and what each guess takes."""

from collections import defaultdict
from statistics import fmean

import pytest
from fresh_support import EVERY, MANY, items, unit_of

from benchmarks import shortcuts
from tempanswerqa.fresh import drawing
from tempanswerqa.fresh.drawing import Family
from tempanswerqa.fresh.item import Item, tot_item
from tempanswerqa.questions.draws import LEVELS, Draw
from tempanswerqa.questions.subsets import SUBSETS


@pytest.mark.slow
@pytest.mark.parametrize(("subset", "level"), [one for one in EVERY if one[1] != "released"])
def test_no_guess_is_often_right_for_any_kind_of_question(subset, level):
    kinds = defaultdict(list)
    for item in items(subset, level, MANY):
        kinds[item.cells.get("question_type"), unit_of(item)].append(item)
    for kind, own in kinds.items():
        labels = [item.number for item in own]
        hits = {name: labels.count(guess(labels)) for name, guess in shortcuts.CONSTANTS.items()}
        for column in ("", "question_wo_instruct", "question"):
            numbers = [list(shortcuts._numbers(only(item, column))) for item in own]
            told = [pair for pair in zip(numbers, labels, strict=True) if pair[0]]
            for name, guess in shortcuts.POSITIONS.items():
                hits[name, column] = sum(guess(found) == label for found, label in told)
        assert max(hits.values()) < 0.2 * len(own) + 3, (kind, hits)


def only(item: Item, column: str) -> Item:
    """Return the item with only this column of its texts; without a column, the whole item."""
    kept = {column, "answer_temporal_unit"}
    blank = {name: text if name in kept else "" for name, text in item.cells.items()}
    return item._replace(cells=blank) if column else item


def toy(question, facts, number, unit="days"):
    return tot_item(
        question=question,
        instruction=facts,
        label=str({"answer": number}),
        number=number,
        question_type="duration",
        answer_format=f"<{unit}>",
        unit=unit,
        split="arithmetic",
        template="toy",
    )


def test_guesses_by_plain_counting(monkeypatch):
    """The four questions have these numbers of facts and question, and the labels 3, 3, 5, 9."""
    rows = [
        toy("From 5 on, one?", "There are 3 and 4.", 3),
        toy("From 5 on, two?", "There are 1 and 3.", 3),
        toy("From 5 on, three?", "There are 9 and 4.", 5),
        toy("From 2 on, four?", "There are 9 and 4.", 9),
    ]

    def draw(rng, level, picks):
        return [rows.pop(0)]

    def solve(cells):
        return float(cells["label"].split()[1][:-1])

    for module in (drawing, shortcuts):
        monkeypatch.setattr(module, "family", lambda _: Family(draw, solve, 1))
    shares = shortcuts.score(Draw("tot_arith", n=4))
    assert shares.steps == 0  # of this solver, which looks nothing up
    assert shares.exact_match == {
        "mean": 1 / 4,  # 20 / 4 = 5
        "median": 2 / 4,  # the lower of 3 and 5
        "mode": 2 / 4,
        "first": 2 / 4,  # 3, 1, 9, 9 against 3, 3, 5, 9
        "last": 1 / 4,  # 5, 5, 5, 2
        "largest": 1 / 4,  # 5, 5, 9, 9
        "smallest": 1 / 4,  # 3, 1, 4, 2
        "row": 0,  # no years
    }


@pytest.mark.slow
@pytest.mark.parametrize("subset", [name for name in SUBSETS if name != "tot_arith"])
def test_one_row_answers_few_hard_questions(subset):
    shares = {
        level: fmean(item.number in shortcuts._told(item) for item in items(subset, level, MANY))
        for level in LEVELS
    }
    assert 0.15 > shares["hard"] < shares["medium"] < shares["easy"]
