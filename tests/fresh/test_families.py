"""Tests what every family draws: rows that template, label and solver answer alike."""

import re
from pathlib import Path
from statistics import fmean

import pytest
from fresh_support import EVERY, disagreeing, items, question_of, unit_of
from hypothesis import given
from hypothesis import strategies as st
from support import UNITS

from tempanswerqa import answers
from tempanswerqa.answers import formats, quantities
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.fresh import drawing, solving
from tempanswerqa.questions.draws import LEVELS
from tempanswerqa.questions.loading import COLUMNS
from tempanswerqa.questions.record import TOT_PREFILL
from tempanswerqa.questions.subsets import SUBSETS

_OF_ALL_SOLVERS = (
    "tempanswerqa.answers", "tempanswerqa.fresh.declared", "tempanswerqa.fresh.solving",
)  # fmt: skip
DAY = 86_400
PIECES = (" ", "0", "00", "99999", "0 BC", "@S", "@D", "?", "31", "\t", "|", "\n[")
BOUNDS = {
    "tot_arith": {
        "date": (-98_615 * DAY, 102_267 * DAY),  # 1700-01-01 to 2249-12-31
        "days": (1, 40_000), "months": (1, 1500), "years": (-4500, 2300),
        "minutes": (-2 * 1440, 4 * 1440), "seconds": (-8 * DAY, 90 * 12 * 3600 * 3),
    },
    "tot_semantic": {"event_at_what_time": (1000, 2150), "relation_duration": (1, 150)},
    "ttqa": {
        "date": (-98_615 * DAY, 19_357 * DAY),  # 1700-01-01 to 2022-12-31
        "date_years": (1700, 2022), "years": (1, 150), "months": (1, 160), "days": (1, 4_000),
    },
}  # fmt: skip


@pytest.fixture(params=EVERY, ids="-".join)
def drawn(request):
    subset, level = request.param
    return subset, SUBSETS[subset].family, items(subset, level)


def test_template_label_and_solver_agree(drawn):
    subset, _, found = drawn
    assert disagreeing(subset, found) == []


def test_both_filters_read_what_is_written_in_the_asked_format(drawn):
    _, family, found = drawn
    for item in found[::4]:
        cells, prefill = item.cells, TOT_PREFILL if family == "tot" else ""
        kind = family, unit_of(item)
        asked = QuestionView(*kind, prefill, cells["answer_format"], question_of(cells))
        response = formats.write_response(item.number, *kind, cells["answer_format"])
        for extract in (answers.strict, answers.flexible):
            read = extract(response, asked)
            assert quantities.read(read.text, *kind) == item.number, (extract, item)


def test_rows_are_those_of_a_question_file(drawn):
    subset, family, found = drawn
    for item in found:
        assert tuple(item.cells) == COLUMNS[family]
        assert item.cells["split"] == SUBSETS[subset].split
        assert all(isinstance(cell, str) and cell for cell in item.cells.values())
        assert item.cells["question"].startswith(question_of(item.cells))


def test_hardly_any_question_comes_twice(drawn):
    _, _, found = drawn
    assert len({item.cells["question"] for item in found}) > 0.98 * len(found)


def test_answers_are_plausible(drawn):
    subset, family, found = drawn
    bounds = BOUNDS.get(subset) or BOUNDS[family]
    column = "question_type" if subset == "tot_semantic" else "answer_temporal_unit"
    assert {item.cells[column] for item in found} == set(bounds)
    for item in found:
        least, most = bounds[item.cells[column]]
        assert least <= item.number <= most, item


def test_a_block_asks_different_things_about_one_context(drawn):
    subset, _, found = drawn
    size = drawing.family(subset).block
    contexts = set()
    for block in (found[start : start + size] for start in range(0, len(found), size)):
        assert len({item.cells["question"] for item in block}) == size
        same = "instruction" if subset == "tot_semantic" else "table_context"
        contexts |= {item.cells.get(same, item.cells["question"]) for item in block}
    assert len(contexts) == len(found) / size


@pytest.mark.parametrize("subset", SUBSETS)
def test_harder_levels_take_more_steps(subset):
    solve = drawing.family(subset).solve
    taken = [
        [solving.count(solve, item.cells) for item in items(subset, level)] for level in LEVELS[1:]
    ]
    easy, medium, hard = map(fmean, taken)
    assert easy + 0.4 < medium < hard - 0.5
    assert max(taken[0]) < min(taken[2]) + 3


@pytest.mark.parametrize("subset", SUBSETS)
@given(st.data())
def test_damaged_text_raises_nothing(subset, data):
    cells = data.draw(st.sampled_from(items(subset, "easy"))).cells
    texts = "question", "question_wo_instruct", "instruction", "table_context"
    column = data.draw(st.sampled_from([name for name in texts if name in cells]))
    start = data.draw(st.integers(0, len(cells[column])))
    end = start + data.draw(st.integers(0, 20))
    put = data.draw(st.sampled_from([*PIECES, ""]) | st.text(max_size=4))
    unit = data.draw(st.sampled_from([cells["answer_temporal_unit"], *UNITS, "hours"]))
    text = cells[column][:start] + put + cells[column][end:]
    found = drawing.family(subset).solve(cells | {column: text, "answer_temporal_unit": unit})
    assert found is None or isinstance(found, float)
    foreign = cells | dict.fromkeys(texts, data.draw(st.text(max_size=200)))
    assert drawing.family(subset).solve(foreign) is None


@pytest.mark.parametrize("name", ["arithmetic", "semantic", "tables"])
def test_solvers_take_nothing_from_the_generators(name):
    paths = [path for path in (Path(drawing.__file__).parent / name).glob("*.py")
             if path.stem.startswith(("solver", "reading"))]  # fmt: skip
    own = {path.stem for path in paths}
    assert "solver" in own
    for path in paths:
        imports = re.findall(r"^(?:from|import) (tempanswerqa\S*)(?: import (.*))?", path.read_text(
            encoding="utf-8"), re.MULTILINE)  # fmt: skip
        for module, names in imports:
            if module == f"tempanswerqa.fresh.{name}":
                assert set(names.split(" as ")[0].split(", ")) <= own, path
            elif not module.startswith(_OF_ALL_SOLVERS):
                assert module.removeprefix(f"tempanswerqa.fresh.{name}.") in own, path
