"""What the arithmetic family draws: right, readable, spread out, and the same every time."""

import hashlib
import random
import re
from collections import Counter, defaultdict
from itertools import accumulate
from statistics import mean, median_low

import pytest

from tempanswerqa import answers
from tempanswerqa.answers import formats, quantities
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.fresh.arithmetic import TEMPLATES, draw, solve
from tempanswerqa.fresh.arithmetic.dials import DIALS
from tempanswerqa.fresh.arithmetic.instructions import answer_key, instruction
from tempanswerqa.fresh.arithmetic.pen import PROSE, Pen
from tempanswerqa.fresh.arithmetic.strata import STRATA, chosen
from tempanswerqa.questions.draws import LEVELS
from tempanswerqa.questions.loading import COLUMNS
from tempanswerqa.questions.record import TOT_PREFILL

NUMBER = 1500
OF_EACH = 250
RELEASED_LENGTHS = {
    "add_subtract": (111, 162),
    "duration": (167, 169),
    "multi_op": (194, 169),
    "timezone": (167, 313),
    "trick": (120, 125),
}
"""Mean characters of question and instruction in Test of Time."""


def block(level, seed, number=NUMBER):
    """So many questions with their picks spread evenly."""
    return draw(random.Random(seed), level, [place / number for place in range(number)])


@pytest.fixture(scope="module", params=LEVELS)
def drawn(request):
    return request.param, block(request.param, f"drawn {request.param}")


def kind(cells):
    return cells["question_type"], cells["answer_temporal_unit"], cells["answer_format"]


def test_the_solver_agrees(drawn):
    _, items = drawn
    wrong = [item for item in items if solve(item.cells) != item.number]
    assert not wrong


def test_labels_read_as_the_number(drawn):
    _, items = drawn
    for item in items:
        unit = item.cells["answer_temporal_unit"]
        assert quantities.read_label(item.cells["label"], "tot", unit) == item.number


def test_responses_in_the_asked_format_are_read_back(drawn):
    _, items = drawn
    for item in items:
        _, unit, answer_format = kind(item.cells)
        user = item.cells["question_wo_instruct"]
        asked = QuestionView("tot", unit, TOT_PREFILL, answer_format, user)
        response = formats.write_response(item.number, "tot", unit, answer_format)
        for extract in (answers.strict, answers.flexible):
            found = extract(response, asked)
            assert quantities.read(found.text, "tot", unit) == item.number, item


def test_rows_have_the_columns_of_a_question_file(drawn):
    _, items = drawn
    for item in items:
        assert set(item.cells) == set(COLUMNS["tot"])
        assert all(item.cells.values())
        assert item.cells["split"] == "arithmetic"


def test_strata_keep_their_shares(drawn):
    _, items = drawn
    shares = Counter(kind(item.cells) for item in items)
    total = sum(stratum.weight for stratum in STRATA)
    for stratum in STRATA:
        assert abs(shares[stratum[:3]] - len(items) * stratum.weight / total) <= 1


def test_every_template_of_the_level_occurs(drawn):
    level, items = drawn
    wanted = {
        (*stratum[:3], one.name)
        for stratum, templates in TEMPLATES.items()
        for one in templates
        if DIALS[level].letter in one.levels
    }
    # the smallest strata have too few of these questions for all of theirs
    rare = [place / 5000 + 0.995 for place in range(25)] * 20
    items = items + draw(random.Random(level), level, rare)
    assert {(*kind(item.cells), item.template.rpartition("/")[2]) for item in items} == wanted


def test_every_stratum_has_several_templates_and_every_type_more():
    by_type = defaultdict(set)
    for stratum, templates in TEMPLATES.items():
        by_type[stratum.question_type] |= {(stratum, one.name) for one in templates}
        assert len({one.name for one in templates}) == len(templates) >= 4
        for level in DIALS.values():
            assert sum(level.letter in one.levels for one in templates) >= 4
    names = [
        (stratum.question_type, stratum.unit, one.name)
        for stratum, templates in TEMPLATES.items()
        for one in templates
    ]
    assert len(set(names)) == len(names)
    assert set(TEMPLATES) == set(STRATA)
    assert min(map(len, by_type.values())) >= 8


def test_hardly_any_question_comes_twice(drawn):
    _, items = drawn
    assert len({item.cells["question"] for item in items}) > 0.998 * len(items)


def test_texts_are_as_long_as_released_ones(drawn):
    _, items = drawn
    lengths = defaultdict(list)
    for item in items:
        both = len(item.cells["question_wo_instruct"]), len(item.cells["instruction"])
        lengths[item.cells["question_type"]].append(both)
    for question_type, released in RELEASED_LENGTHS.items():
        ours = map(mean, zip(*lengths[question_type], strict=True))
        for mine, theirs in zip(ours, released, strict=True):
            assert 0.6 < mine / theirs < 1.6


CONSTANTS = {
    "mode": lambda numbers: Counter(numbers).most_common(1)[0][0],
    "mean": lambda numbers: round(mean(numbers)),
    "median": median_low,
}
FROM_TEXT = {
    "first": lambda text: text[0],
    "last": lambda text: text[-1],
    "largest": max,
    "least": min,
    "span": lambda text: max(text) - min(text),
}


@pytest.fixture(scope="module", params=LEVELS)
def strata_drawn(request):
    """As many questions of each stratum."""
    total = sum(stratum.weight for stratum in STRATA)
    ends = accumulate(stratum.weight for stratum in STRATA)
    rng = random.Random(request.param)
    picks = [(end - stratum.weight / 2) / total for stratum, end in zip(STRATA, ends, strict=True)]
    return [draw(rng, request.param, [pick] * OF_EACH) for pick in picks]


def test_no_guess_without_understanding_is_often_right(strata_drawn):
    shares = defaultdict(list)
    for items in strata_drawn:
        numbers = [item.number for item in items]
        runs = [re.findall(r"\d+", item.cells["question_wo_instruct"]) for item in items]
        texts = [[float(run) for run in found] for found in runs]
        for name, guess in CONSTANTS.items():
            shares[name].append(numbers.count(guess(numbers)) / len(items))
        for name, guess in FROM_TEXT.items():
            hits = (guess(text) == number for text, number in zip(texts, numbers, strict=True))
            shares[name].append(sum(hits) / len(items))
    for name, found in shares.items():
        assert max(found) < 0.16, name
        assert mean(found) < 0.05, name


def test_answers_are_plausible(drawn):
    _, items = drawn
    bounds = {
        "date": (-8_520_336_000, 8_835_955_200),  # 1700 to 2250
        "days": (1, 40_000),
        "months": (1, 1500),
        "years": (-4500, 2300),
        "minutes": (-2 * 1440, 4 * 1440),
        "seconds": (-8 * 86_400, 90 * 12 * 3600 * 3),
    }
    for item in items:
        least, most = bounds[item.cells["answer_temporal_unit"]]
        assert least <= item.number <= most, item


def test_texts_are_well_formed(drawn):
    _, items = drawn
    unit = "(?:day|week|month|year|hour|minute|second)"
    bad = re.compile(
        rf"[{{}}]|  |\b1 {unit}s\b|\b0 {unit}s|\b(?!1\b)\d+ {unit}\b"
        r"|\ba [aeio]|\b[Aa]n [^aeiou]|[.?!][a-z]|\?\?|None"
    )
    for item in items:
        text = item.cells["question_wo_instruct"]
        assert not bad.search(text), text
        assert text[0].isupper() or text[0].isdigit()
        assert text[-1] in ".?)"


def test_eras_are_crossed_the_more_the_harder():
    shares = {}
    for level in LEVELS:
        eras = [
            item for item in block(level, 3, 1000) if item.cells["answer_format"] == "<year> <era>"
        ]
        crossed = sum(
            (" BC" in item.cells["question_wo_instruct"].split("?")[0]) is (item.number > 0)
            for item in eras
        )
        shares[level] = crossed / len(eras)
    assert 0.3 < shares["easy"] < shares["medium"] < shares["hard"]


def test_harder_levels_have_longer_texts_and_larger_answers():
    spread = {}
    for level in LEVELS:
        days = [
            i.number for i in block(level, 4, 1000) if i.cells["answer_temporal_unit"] == "days"
        ]
        spread[level] = median_low(days)
    assert 4 * spread["easy"] < 2 * spread["medium"]
    assert 1.5 * spread["medium"] < spread["hard"]


def test_instructions_show_the_object_that_is_asked_for(drawn):
    _, items = drawn
    for item in items:
        answer_format = item.cells["answer_format"]
        assert answer_format.strip() in item.cells["instruction"]
        assert "explanation" in item.cells["instruction"]
        assert item.cells["question"].endswith(item.cells["instruction"])


def test_every_stratum_has_several_instructions():
    rng = random.Random(1)
    for stratum in STRATA:
        assert len({instruction(stratum, rng) for _ in range(200)}) >= 9
        assert f"{answer_key(stratum)}" in instruction(stratum, rng)


def test_a_date_answer_is_never_a_turned_date_of_the_question():
    found = 0
    for seed in range(3000):
        pen = Pen(random.Random(seed), DIALS["easy"], PROSE)
        day = pen.day()
        pen.date(day)
        number = (day.toordinal() - 719_163) * 86_400
        assert pen.turned(number) is (day.day == day.month)
        found += day.day == day.month
    assert found


def test_picks_choose_strata_in_their_order():
    total = sum(stratum.weight for stratum in STRATA)
    assert chosen(0) == STRATA[0]
    assert chosen(165.9 / total) == STRATA[0]
    assert chosen(166 / total) == STRATA[1]
    assert chosen(1 - 1e-12) == STRATA[-1]


def test_a_block_has_one_question_for_each_pick():
    assert draw(random.Random(1), "easy", []) == []
    assert len(draw(random.Random(1), "hard", [0.1, 0.99, 0.1])) == 3
    with pytest.raises(KeyError):
        draw(random.Random(1), "impossible", [0.5])


DIGESTS = {"easy": "b3f4b449fd7dafef", "medium": "0aae2a6ff79b3967", "hard": "daffb9c558eec1af"}


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_bytes(level):
    text = "\n".join(repr(item) for item in block(level, "a seed", 300))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == DIGESTS[level]
