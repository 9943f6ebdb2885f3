"""Tests drawn questions on facts: types, templates, sizes and texts."""

import random
import re
import statistics
from collections import Counter

import fresh_support
import pytest
from fresh_support import MANY, NUMBER

from tempanswerqa.fresh import semantic
from tempanswerqa.fresh.item import Item
from tempanswerqa.fresh.semantic.dials import DIALS
from tempanswerqa.fresh.semantic.draws import TEMPLATES

TYPES = ("event_at_what_time", "relation_duration")


def items(level: str, question_type: str | None = None, number: int = NUMBER) -> list[Item]:
    wanted = {"question_type": question_type} if question_type else {}
    return fresh_support.items("tot_semantic", level, number, **wanted)


def blocks(level: str) -> list[list[Item]]:
    return fresh_support.blocks("tot_semantic", level)


@pytest.mark.parametrize("level", DIALS)
def test_instructions_show_one_object(level):
    schema = re.compile(r'JSON = \{"explanation": <[\w ]+>, "answer": <answer>\}')
    for item in items(level):
        assert item.cells["answer_format"] == "<answer>"
        assert len(schema.findall(item.cells["instruction"])) == 1
        assert item.cells["instruction"].count("JSON = {") == 1


@pytest.mark.parametrize("level", DIALS)
def test_picks_choose_the_question_type(level):
    picks = (0.0, 0.49, 0.5, 0.99)
    block = semantic.draw(random.Random(5), level, picks)
    assert [item.cells["question_type"] for item in block] == [TYPES[pick >= 0.5] for pick in picks]


def test_every_template_occurs():
    for level in DIALS:
        for question_type, templates in TEMPLATES.items():
            drawn = Counter(item.template for item in items(level, question_type))
            named = {template.name for template in templates}
            assert set(drawn) <= named
            assert len(drawn) >= 12
            assert drawn.most_common(1)[0][1] < 0.4 * drawn.total()
    found = [*items("released", number=MANY), *(item for level in DIALS for item in items(level))]
    drawn = {item.template for item in found}
    assert drawn == {template.name for template in sum(TEMPLATES.values(), ())}


@pytest.mark.parametrize(("level", "facts", "characters"), [
    ("easy", (15, 30), (1000, 2000)), ("medium", (75, 110), (4000, 6000)),
    ("hard", (150, 250), (8000, 13000)), ("huge", (440, 500), (22000, 28000)),
])  # fmt: skip
def test_lengths_of_instructions(level, facts, characters):
    texts = [block[0].cells["instruction"] for block in blocks(level)]
    counts = [text.partition("\n\n")[0].count("\n") for text in texts]
    least, most = DIALS[level].facts
    assert least <= min(counts) < least + 0.1 * (most - least)
    assert most >= max(counts) > most - 0.1 * (most - least)
    assert facts[0] <= statistics.mean(counts) <= facts[1]
    assert characters[0] <= statistics.mean(map(len, texts)) <= characters[1]


@pytest.mark.parametrize("level", DIALS)
def test_questions_are_well_formed(level):
    for item in items(level):
        question = item.cells["question_wo_instruct"]
        assert re.fullmatch(r"[A-Z][^{}<>]*[.?]", question)
        assert "  " not in question
        assert not re.search(r"\bnode\b|\bhad (?:gave|give|cease|stop)\b|\bas such\b", question)
        assert not re.search(r"\b(?:1th|2th|3th|11st|12nd|13rd)\b|\b(\w+) \1\b", question), question
        if item.cells["question_type"] == TYPES[1]:
            assert re.search(r"minus|less|[Ss]ubtract", question.rpartition("? ")[2])
