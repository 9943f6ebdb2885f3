"""Drawn questions on tables: labels, solver, texts, shares."""

import hashlib
import random
import re
import statistics
from collections import Counter
from functools import cache

import pytest

from tempanswerqa import answers
from tempanswerqa.answers import formats, quantities
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.fresh import tables
from tempanswerqa.fresh.item import Item
from tempanswerqa.fresh.tables import dials, drawing, measures, points
from tempanswerqa.fresh.tables.kinds import KINDS
from tempanswerqa.fresh.tables.solver_patterns import readings
from tempanswerqa.fresh.tables.solver_table import read_table
from tempanswerqa.questions import loading
from tempanswerqa.questions.draws import LEVELS

BLOCKS = 400
PICKS = 5
SPLITS = tuple(split for split, kinds in KINDS.items() if kinds)
DRAWS = {"head": tables.draw_head, "tail": tables.draw_tail}
BOUNDS = {"years": 150, "months": 160, "days": 4_000}
YEAR = re.compile(r"(?<![\d,])(?:1[5-9]|20)\d\d(?!\d)")
DATE = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}")

every = pytest.mark.parametrize(
    ("split", "level"), [(split, level) for split in SPLITS for level in LEVELS]
)


@cache
def blocks(split: str, level: str) -> tuple[tuple[Item, ...], ...]:
    """Blocks whose picks lie evenly between 0 and 1."""
    rng = random.Random(f"questions on tables, {split}, {level}")
    picks = [(number + 0.5) / (BLOCKS * PICKS) for number in range(BLOCKS * PICKS)]
    rng.shuffle(picks)
    draw = DRAWS[split]
    return tuple(
        tuple(draw(rng, level, picks[start : start + PICKS]))
        for start in range(0, len(picks), PICKS)
    )


def items(split: str, level: str) -> list[Item]:
    return [item for block in blocks(split, level) for item in block]


def all_items() -> list[Item]:
    return [item for split in SPLITS for level in LEVELS for item in items(split, level)]


def of_unit(split: str, level: str, unit: str) -> list[Item]:
    return [i for i in items(split, level) if i.cells["answer_temporal_unit"] == unit]


@every
def test_the_solver_agrees(split, level):
    wrong = [i for i in items(split, level) if tables.solve(i.cells) != i.number]
    assert wrong == []


@every
def test_labels_read_as_their_numbers(split, level):
    for item in items(split, level):
        unit = item.cells["answer_temporal_unit"]
        assert quantities.read_label(item.cells["label"], "ttqa", unit) == item.number


@every
@pytest.mark.parametrize("extract", [answers.strict, answers.flexible])
def test_answers_come_back(split, level, extract):
    for item in [i for unit in BOUNDS for i in of_unit(split, level, unit)[:60]] + [
        i for unit in ("date", "date_years") for i in of_unit(split, level, unit)[:60]
    ]:
        cells = item.cells
        unit, answer_format = cells["answer_temporal_unit"], cells["answer_format"]
        response = formats.write_response(item.number, "ttqa", unit, answer_format)
        found = extract(response, QuestionView("ttqa", unit, "", answer_format, cells["question"]))
        assert quantities.read(found.text, "ttqa", unit) == item.number


@every
def test_rows_have_the_columns_of_their_file(split, level):
    for item in items(split, level):
        cells = item.cells
        assert tuple(cells) == loading.COLUMNS["ttqa"]
        assert cells["split"] == split
        assert cells["answer_format"] == dials.UNIT_FORMATS[cells["answer_temporal_unit"]]
        assert cells["answer_format"] in formats.TTQA


@every
def test_a_block_asks_different_things_about_one_table(split, level):
    for block in blocks(split, level):
        assert len({item.cells["question"] for item in block}) == PICKS
        for column in ("table_context", "table_id", "category"):
            assert len({item.cells[column] for item in block}) == 1


@every
def test_units_have_their_shares(split, level):
    weights = dials.UNIT_WEIGHTS[split]
    counts = Counter(item.cells["answer_temporal_unit"] for item in items(split, level))
    for unit, weight in weights.items():
        assert counts[unit] == pytest.approx(
            BLOCKS * PICKS * weight / sum(weights.values()), abs=1.01
        )


@pytest.mark.parametrize(
    ("pick", "unit"),
    # of 1,103 in head: 773 years, 221 calendar years, 46 months, 32 dates, 31 spans of days
    [
        (0.0, "years"),
        (772.9 / 1103, "years"),
        (773.1 / 1103, "date_years"),
        (993.9 / 1103, "date_years"),
        (994.1 / 1103, "months"),
        (1040.1 / 1103, "date"),
        (1072.1 / 1103, "days"),
        (0.999999, "days"),
    ],
)
def test_a_pick_falls_on_its_unit(pick, unit):
    assert dials.unit_of(pick, "head") == unit


def wordings() -> dict[str, int]:
    """How many wordings each name of wordings has."""
    return {
        name.lower(): len(value)
        for module in (measures, points)
        for name, value in vars(module).items()
        if name.isupper()
        and isinstance(value, tuple)
        and all(isinstance(v, str) and v.endswith("?") for v in value)
    }


def test_every_wording_is_drawn():
    drawn = {item.template.split(".", 1)[1] for item in all_items()}
    declared = {f"{name}.{n}" for name, count in wordings().items() for n in range(count)}
    assert declared - drawn == set()
    assert drawn - declared == set()


def test_every_unit_has_many_wordings():
    drawn = {item.template for item in all_items()}
    counts = Counter(template.split(".")[0] for template in drawn)
    assert set(counts) == set(dials.UNIT_FORMATS)
    assert min(counts.values()) >= 12


@every
def test_every_kind_is_drawn_and_gives_every_unit(split, level):
    kinds = Counter(block[0].cells["category"] for block in blocks(split, level))
    assert set(kinds) == set(KINDS[split])
    for category in KINDS[split]:
        only = {category: KINDS[split][category]}
        picks = (0.3, 0.85, 0.92, 0.955, 0.99)
        rng = random.Random(category)
        block = drawing.draw(rng, level, picks, split=split, kinds=only)
        assert len(block) == 5


def test_without_kinds_nothing_is_drawn():
    with pytest.raises(ValueError, match="no kinds of tables"):
        drawing.draw(random.Random(1), "easy", [0.5], split="head", kinds={})


@every
def test_answers_are_plausible(split, level):
    for item in items(split, level):
        unit = item.cells["answer_temporal_unit"]
        if unit in BOUNDS:
            assert 1 <= item.number <= BOUNDS[unit]
        else:
            assert 1700 <= int(item.cells["label"][-4:]) <= 2022


@every
def test_ages_are_of_people(split, level):
    for item in items(split, level):
        if item.template.startswith("years.age"):
            assert 8 <= item.number <= 100, item


@every
def test_texts_are_well_formed(split, level):
    for item in items(split, level):
        question, table = item.cells["question"], item.cells["table_context"]
        assert re.fullmatch(r"[A-Z][^?{}|]+\?", question), question
        assert not re.search(
            r"  |\b(\w+) \1\b|sss|s's\b| ,|\ba [aeioAEIO]|\ban [^aeiouAEIOU]", question
        ), question
        assert table.startswith(f"category\n{item.cells['category']}\n\n")
        assert table.endswith("\n\n")
        assert not re.search(r"[{}]|\n\n\n", table)


@every
def test_questions_name_what_the_table_is_about(split, level):
    for item in items(split, level):
        title = read_table(item.cells["table_context"]).title
        assert title.split()[-1] in item.cells["question"]


@every
def test_questions_read_one_way(split, level):
    for item in items(split, level)[:500]:
        title = read_table(item.cells["table_context"]).title
        assert next(readings(item.cells["question"], title), None) is not None


@every
def test_no_constant_answer_does_well(split, level):
    numbers = [i.number for i in items(split, level)]
    for unit in dials.UNIT_FORMATS:
        of_this = Counter(i.number for i in of_unit(split, level, unit))
        assert of_this.most_common(1)[0][1] < 0.1 * of_this.total() + 2
    assert Counter(numbers).most_common(1)[0][1] < 0.1 * len(numbers)


def positions(text: str, unit: str) -> dict[str, str]:
    """The numbers or dates at prominent places of a text."""
    pattern = {"date": DATE, "date_years": YEAR}.get(unit, re.compile(r"\d+"))
    found = pattern.findall(text)
    if not found:
        return {}
    size = (lambda text: text[-4:]) if unit == "date" else int
    ranked = sorted(found, key=size)
    return {"first": found[0], "last": found[-1], "least": ranked[0], "most": ranked[-1]}


def same(text: str, label: str) -> bool:
    return sorted(re.findall(r"\w+", text)) == sorted(re.findall(r"\w+", label))


@every
@pytest.mark.parametrize("column", ["table_context", "question"])
def test_prominent_numbers_are_seldom_the_answer(split, level, column):
    hits = Counter()
    for unit in dials.UNIT_FORMATS:
        own = Counter()
        for item in of_unit(split, level, unit):
            for place, text in positions(item.cells[column], unit).items():
                own[place] += same(text, item.cells["label"])
        assert max(own.values(), default=0) < 0.15 * len(of_unit(split, level, unit)) + 3
        hits += own
    assert max(hits.values(), default=0) < 0.1 * len(items(split, level))


def test_harder_levels_have_longer_tables_and_questions():
    for split in SPLITS:
        lengths = [
            statistics.mean(len(i.cells[column]) for i in items(split, level))
            for column in ("table_context", "question")
            for level in LEVELS
        ]
        assert lengths[0] < 0.8 * lengths[1] < 0.9 * lengths[2]
        assert lengths[3] < lengths[4] < lengths[5]


@pytest.mark.parametrize("split", SPLITS)
def test_medium_is_as_long_as_the_published_questions(split):
    drawn = items(split, "medium")
    assert 0.6 < statistics.mean(len(i.cells["table_context"]) for i in drawn) / 1_195 < 1.6
    assert 0.6 < statistics.mean(len(i.cells["question"]) for i in drawn) / 71.5 < 1.6
    assert 0.6 < statistics.mean(i.cells["table_context"].count("\n") for i in drawn) / 33 < 1.6


@every
def test_hardly_any_question_comes_twice(split, level):
    drawn = items(split, level)
    assert len({item.cells["question"] for item in drawn}) > 0.98 * len(drawn)


def test_the_seed_decides_every_byte():
    digests = []
    for seed in (7, 7, 8):
        rng = random.Random(seed)
        drawn = [tables.draw_head(rng, level, (0.1, 0.5, 0.8, 0.95, 0.98)) for level in LEVELS]
        digests.append(hashlib.sha256(repr(drawn).encode()).hexdigest()[:16])
    assert digests == [digests[0], digests[0], digests[2]]
    assert digests[0] != digests[2]
    assert digests[0] == "c9841835b4154b06"
