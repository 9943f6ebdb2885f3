"""Drawn questions on facts: labels, solver, texts, shares."""

import hashlib
import random
import re
import statistics
from collections import Counter, defaultdict
from functools import cache

import pytest

from tempanswerqa import answers
from tempanswerqa.answers import formats, quantities
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.fresh import semantic
from tempanswerqa.fresh.item import Item
from tempanswerqa.fresh.semantic.duration_templates import DURATIONS
from tempanswerqa.fresh.semantic.event_templates import EVENTS
from tempanswerqa.questions import loading, record
from tempanswerqa.questions.draws import LEVELS

PICKS = (0.1, 0.6, 0.3, 0.9)
TYPES = ("event_at_what_time", "relation_duration")
BLOCKS = 600


@cache
def blocks(level: str) -> tuple[tuple[Item, ...], ...]:
    rng = random.Random(f"questions on facts, {level}")
    return tuple(tuple(semantic.draw(rng, level, PICKS)) for _ in range(BLOCKS))


def items(level: str, question_type: str | None = None) -> list[Item]:
    found = [item for block in blocks(level) for item in block]
    return [i for i in found if question_type in (None, i.cells["question_type"])]


def numbers_in(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


@pytest.mark.parametrize("level", LEVELS)
def test_the_solver_agrees(level):
    wrong = [i for i in items(level) if semantic.solve(i.cells) != i.number]
    assert wrong == []


@pytest.mark.parametrize("level", LEVELS)
def test_labels_read_as_their_numbers(level):
    for item in items(level):
        assert quantities.read_label(item.cells["label"], "tot", "years") == item.number


@pytest.mark.parametrize("extract", [answers.strict, answers.flexible])
@pytest.mark.parametrize("level", LEVELS)
def test_answers_come_back(level, extract):
    for item in items(level)[:600]:
        cells = item.cells
        asked = ("tot", "years", cells["answer_format"])
        response = formats.write_response(item.number, *asked)
        prefilled = QuestionView(
            "tot",
            "years",
            record.TOT_PREFILL,
            cells["answer_format"],
            cells["question_wo_instruct"],
        )
        found = extract(response, prefilled)
        assert quantities.read(found.text, "tot", "years") == item.number


@pytest.mark.parametrize("level", LEVELS)
def test_rows_are_those_of_a_question_file(level):
    for item in items(level):
        cells = item.cells
        assert tuple(cells) == loading.COLUMNS["tot"]
        assert cells["question"] == f"{cells['question_wo_instruct']} {cells['instruction']}"
        assert (cells["answer_format"], cells["split"]) == ("<answer>", "semantic")
        schema = re.search(
            r'JSON = \{"explanation": <[\w ]+>, "answer": <answer>\}', cells["question"]
        )
        assert schema
        assert cells["instruction"].count("JSON = {") == 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_block_shares_its_facts_and_repeats_no_question(level):
    for block in blocks(level):
        assert len({item.cells["instruction"] for item in block}) == 1
        assert len({item.cells["question"] for item in block}) == len(block) == len(PICKS)
    instructions = {block[0].cells["instruction"] for block in blocks(level)}
    assert len(instructions) == BLOCKS


@pytest.mark.parametrize("level", LEVELS)
def test_picks_choose_the_question_type(level):
    picks = (0.0, 0.49, 0.5, 0.99)
    block = semantic.draw(random.Random(5), level, picks)
    assert [item.cells["question_type"] for item in block] == [TYPES[pick >= 0.5] for pick in picks]


def test_every_template_occurs():
    for level in LEVELS:
        for question_type, templates in zip(TYPES, (EVENTS, DURATIONS), strict=True):
            drawn = Counter(item.template for item in items(level, question_type))
            named = {template.name for template in templates}
            assert set(drawn) <= named
            assert len(drawn) >= 16
            assert drawn.most_common(1)[0][1] < 0.4 * drawn.total()
    drawn = {item.template for level in LEVELS for item in items(level)}
    assert drawn == {template.name for template in (*EVENTS, *DURATIONS)}


def test_template_names_are_unique_and_every_wording_differs():
    templates = (*EVENTS, *DURATIONS)
    assert len({template.name for template in templates}) == len(templates)
    for template in templates:
        assert len(set(template.wordings)) == len(template.wordings) > 0


@pytest.mark.parametrize("level", LEVELS)
def test_harder_levels_ask_for_more_hops(level):
    hops = {template.name: template.hops for template in (*EVENTS, *DURATIONS)}
    share = statistics.mean(hops[item.template] > 0 for item in items(level))
    low, high = {"easy": (0.08, 0.25), "medium": (0.22, 0.42), "hard": (0.65, 0.9)}[level]
    assert low < share < high


PREDICTORS = {
    "first": lambda numbers: numbers[0],
    "second": lambda numbers: numbers[min(1, len(numbers) - 1)],
    "last": lambda numbers: numbers[-1],
    "largest": max,
    "smallest": min,
    "most frequent": lambda numbers: Counter(numbers).most_common(1)[0][0],
}


@pytest.mark.parametrize("column", ["question_wo_instruct", "instruction", "question"])
@pytest.mark.parametrize("question_type", TYPES)
@pytest.mark.parametrize("level", LEVELS)
def test_no_number_of_the_text_is_regularly_the_answer(level, question_type, column):
    drawn = items(level, question_type)
    texts = [numbers_in(item.cells[column]) or [-1] for item in drawn]
    for name, predict in PREDICTORS.items():
        hits = sum(predict(n) == i.number for n, i in zip(texts, drawn, strict=True))
        assert hits < 0.08 * len(drawn), name


@pytest.mark.parametrize("question_type", TYPES)
@pytest.mark.parametrize("level", LEVELS)
def test_no_constant_is_regularly_the_answer(level, question_type):
    labels = [item.number for item in items(level, question_type)]
    (_, most), *_ = Counter(labels).most_common(1)
    assert most < (0.11 if question_type == TYPES[1] else 0.02) * len(labels)
    for guess in (round(statistics.mean(labels)), statistics.median(labels)):
        assert labels.count(guess) < 0.1 * len(labels)


@pytest.mark.parametrize("level", LEVELS)
def test_labels_are_plausible(level):
    for item in items(level):
        if item.cells["question_type"] == TYPES[0]:
            assert 1000 <= item.number <= 2150
        else:
            assert 1 <= item.number <= 150


@pytest.mark.parametrize(
    ("level", "facts", "characters"),
    [
        ("easy", (15, 30), (1000, 2000)),
        ("medium", (75, 110), (4000, 5500)),
        ("hard", (150, 250), (8000, 13000)),
    ],
)
def test_lengths_of_instructions(level, facts, characters):
    texts = [block[0].cells["instruction"] for block in blocks(level)]
    counts = [text.partition("\n\n")[0].count("\n") for text in texts]
    assert facts[0] <= statistics.mean(counts) <= facts[1]
    assert characters[0] <= statistics.mean(map(len, texts)) <= characters[1]
    if level == "medium":
        assert min(counts) < 35 < 150 < max(counts)


def test_lengths_of_questions():
    """A question of the released exemplars has 46 (event) and 145 (duration) characters."""
    for question_type, released in zip(TYPES, (46, 145), strict=True):
        drawn = items("medium", question_type)
        length = statistics.mean(len(item.cells["question_wo_instruct"]) for item in drawn)
        assert 0.6 * released < length < 1.6 * released


@pytest.mark.parametrize("level", LEVELS)
def test_questions_are_well_formed(level):
    for item in items(level):
        question = item.cells["question_wo_instruct"]
        assert re.fullmatch(r"[A-Z][^{}<>]*[.?]", question)
        assert "  " not in question
        assert not re.search(r"\bnode\b|\bhad (?:gave|give|cease|stop)\b|\bas such\b", question)
        assert not re.search(r"\b(?:1th|2th|3th|11st|12nd|13rd)\b|\b(\w+) \1\b", question), question
        if item.cells["question_type"] == TYPES[1]:
            assert re.search(r"minus|less|[Ss]ubtract", question.rpartition("? ")[2])


@pytest.mark.parametrize("level", LEVELS)
def test_names_are_no_years(level):
    for block in blocks(level)[:200]:
        lines = block[0].cells["instruction"].split("\n")[1:-2]
        for line in lines:
            assert len(re.findall(r"\d{4}", line)) == 2
            assert not re.search(r"\d{3}", re.sub(r"\b\d{4}\b", "", line))


def test_draws_are_not_repeated():
    seen = [item.cells["question"] for level in LEVELS for item in items(level)]
    assert len(set(seen)) == len(seen)


def test_the_same_seed_gives_the_same_bytes():
    digest = hashlib.sha256()
    for level in LEVELS:
        rng = random.Random(2024)
        for _ in range(40):
            for item in semantic.draw(rng, level, PICKS):
                digest.update(repr(sorted(item.cells.items())).encode())
    assert digest.hexdigest()[:16] == "1f592f7621336657"


def test_years_and_durations_spread():
    labels = defaultdict(set)
    for level in LEVELS:
        for item in items(level):
            labels[item.cells["question_type"]].add(item.number)
    assert len(labels[TYPES[0]]) > 900
    assert len(labels[TYPES[1]]) > 80
