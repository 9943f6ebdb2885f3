"""Tests the reading of question files, and the errors for broken ones."""

import csv
import random
import shutil
from pathlib import Path

import pytest
from cases import cased, having
from support import SAMPLE

from tempanswerqa.questions.loading import COLUMNS, load
from tempanswerqa.questions.record import QuestionError, template
from tempanswerqa.questions.subsets import SUBSETS


@pytest.fixture
def folder(tmp_path) -> Path:
    """Return a copy of the data folder that a test may change."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "data"))


def rows(folder: Path, family: str) -> list[dict[str, str]]:
    with (folder / f"questions/{family}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rewrite(folder: Path, family: str, cells: list[dict[str, str]]) -> None:
    with (folder / f"questions/{family}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(cells[0]) if cells else COLUMNS[family])
        writer.writeheader()
        writer.writerows(cells)


@cased
def test_a_template_is_the_text_without_numbers_and_names(one, other, alike):
    assert (template(one) == template(other)) == alike


def test_released_arithmetic_has_as_many_templates_as_stated(published):
    for name in ("tot_arith", "ttqa_head", "ttqa_tail"):
        assert len(load(name, published)) == SUBSETS[name].questions
    asked = load("tot_arith", published)
    groups = {question.group for question in asked}
    assert (len(asked), len(groups)) == (1016, 321)


def test_order_of_the_file_changes_no_question(folder):
    for family in COLUMNS:
        shuffled = rows(folder, family)
        random.Random(3).shuffle(shuffled)
        rewrite(folder, family, shuffled)
    for subset in SUBSETS:
        before = {question.id: question for question in load(subset, SAMPLE)}
        after = {question.id: question for question in load(subset, folder)}
        assert before == after


def test_ttqa_scale_comes_from_head_and_tail_together(folder):
    only_head = [row for row in rows(folder, "ttqa") if row["split"] == "head"]
    rewrite(folder, "ttqa", only_head)
    both = {question.id: question.centroid for question in load("ttqa_head", SAMPLE)}
    assert any(both[question.id] != question.centroid for question in load("ttqa_head", folder))


def test_split_without_rows_is_named(folder):
    rewrite(folder, "tot", [row for row in rows(folder, "tot") if row["split"] == "arithmetic"])
    with pytest.raises(QuestionError, match=r"tot\.csv.*semantic"):
        load("tot_semantic", folder)
    rewrite(folder, "tot", [])
    with pytest.raises(QuestionError, match=r"tot\.csv.*arithmetic"):
        load("tot_arith", folder)


@cased
def test_bad_cell_is_named_with_its_row(folder, family, column, value, facts):
    cells = rows(folder, family)
    cells[0][column] = value
    rewrite(folder, family, cells)
    with pytest.raises(QuestionError, match=having([f"{family}.csv, row 2", *facts])):
        load({"tot": "tot_arith", "ttqa": "ttqa_head"}[family], folder)


def test_rows_of_equal_content_are_numbered_and_contradictory_labels_are_not(folder):
    cells = rows(folder, "ttqa")
    cells += [cells[0] | {"label": "77", "answer_temporal_unit": "years"}, cells[0], cells[0]]
    rewrite(folder, "ttqa", cells)
    first, *_, other, second, third = load(f"ttqa_{cells[0]['split']}", folder)
    assert (second.id, third.id) == (f"{first.id}-2", f"{first.id}-3")
    assert len(other.id) == len(first.id)
    assert other.id != first.id


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "arithmetic"),
        (b"\xff\xfe\x00", r"tot\.csv"),
        (",".join(COLUMNS["tot"]).encode() + b"\na,b\n", "row 2 .*question_type"),
        (b"question,label\na,b\n", "row 2 .*answer_format"),
        (",".join(COLUMNS["tot"]).encode() + b"\n" + b"a," * 12, "row 2 "),
    ],
)
def test_damaged_file_is_refused(folder, content, message):
    (folder / "questions/tot.csv").write_bytes(content)
    with pytest.raises(QuestionError, match=message):
        load("tot_arith", folder)
