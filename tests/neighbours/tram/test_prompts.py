"""Tests the texts of prompts, and their exemplars."""

import pytest

from tempanswerqa.neighbours.tram import harness as prompts
from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.questions.prompts import PromptError

ITEM = Item("x", "Facts", "Premise: It rained.", "For how long?", ("A", "C"), ("1 day", "2 h"), 1)
SHOWN = Item("y", "Facts", "", "How often?", ("A", "B"), ("once", "twice"), 0)
OTHER = Item("z", "Order", "", "Which first?", ("A", "B"), ("one", "two"), 0)


def test_a_question_with_its_parts_in_order():
    lines = prompts.question(ITEM, "letters").split("\n")
    assert lines[:4] == ["Premise: It rained.", "Question: For how long?", "(A) 1 day", "(C) 2 h"]
    assert lines[-1] == "Answer:"


@pytest.mark.parametrize(
    ("style", "answer"), [("letters", "C"), ("standard", "Answer: C"), ("steps", "Answer: C")]
)
def test_answers_of_exemplars(style, answer):
    turns = prompts.build_messages(SHOWN, [ITEM], style)
    assert turns[1] == {"role": "assistant", "content": answer}


def test_exemplars_are_turns_and_steps_are_asked_for_last():
    turns = prompts.build_messages(ITEM, [SHOWN], "steps", "Be brief.")
    assert [turn["role"] for turn in turns] == ["system", "user", "assistant", "user"]
    assert "step by step" not in turns[1]["content"]
    assert turns[2]["content"] == "Answer: A"
    assert "step by step" in turns[3]["content"]


def test_exemplars_are_of_the_category():
    shown = [OTHER, SHOWN, OTHER]
    assert prompts.exemplars(ITEM, shown, 1, "tram_x") == [SHOWN]
    assert prompts.exemplars(ITEM, shown, 0, "tram_x") == []
    with pytest.raises(PromptError, match="tram_x has 1 exemplars of the category 'Facts'; --num"):
        prompts.exemplars(ITEM, shown, 2, "tram_x")
