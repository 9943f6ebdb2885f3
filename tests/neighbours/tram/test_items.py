"""Tests that rows become questions, or are left out for a reason that is stated."""

from collections import Counter

import pytest
from tram_support import row, table, write_archive

from tempanswerqa.neighbours.tram import items
from tempanswerqa.neighbours.tram.archives import ArchiveError
from tempanswerqa.neighbours.tram.items import LeftOut, load, sample

PLAIN = row(3, "Facts")  # A: 4 days


def loaded(folder, *made, task="ordering"):
    archive, member = items.place(task)
    write_archive(folder, archive, {member: table(made)})
    return load(task, folder)


def test_a_plain_row(tmp_path):
    (item,) = loaded(tmp_path, PLAIN).items
    assert item.id.startswith("ordering-")
    assert (item.category, item.context) == ("Facts", "")
    assert item.letters == ("A", "B", "C")
    assert item.options == ("4 days", "33 days", "43 days")
    assert item.answer == 0


def test_every_other_column_is_context_in_its_order(tmp_path):
    extra = {"Premise": "It rained.", "Story": "", "Source": "X", "Unnamed: 0": "7"}
    (item,) = loaded(tmp_path, extra | {"Hypothesis": "Wet."} | PLAIN).items
    assert item.context == "Premise: It rained.\nHypothesis: Wet."


def test_tables_without_question_or_category(tmp_path):
    cells = {name: cell for name, cell in PLAIN.items() if name not in ("Question", "Category")}
    (item,) = loaded(tmp_path, {"Premise": "It rained.", **cells}).items
    assert (item.question, item.category) == ("", "")


@pytest.mark.parametrize(("change", "letters", "right"), [
    *(({"Answer": answer}, "ABC", "4 days") for answer in ("A", "a", "(A)", "A.", " A ", "4 days")),
    ({"Option B": " ", "Answer": "C"}, "AC", "43 days"),  # empty cells are no options
    ({"Option C": "33 days"}, "ABC", "4 days"),  # wrong options may be equal
])  # fmt: skip
def test_answers_that_name_an_option(tmp_path, change, letters, right):
    (item,) = loaded(tmp_path, PLAIN | change).items
    assert (item.letters, item.options[item.answer]) == (tuple(letters), right)


@pytest.mark.parametrize(("change", "reason"), [
    ({"Answer": ""}, "no answer"),
    ({"Answer": "D"}, "an answer that names no option"),
    ({"Answer": "5 days"}, "an answer that names no option"),
    ({"Option A": ""}, "an answer that names no option"),
    ({"Option B": "", "Option C": ""}, "fewer than two options"),
    ({"Question": ""}, "no question"),
    ({"Option C": "4 days"}, "the right option under two letters"),
])  # fmt: skip
def test_rows_that_are_no_question(tmp_path, change, reason):
    table = loaded(tmp_path, PLAIN, PLAIN | change, row(4, "Facts"))
    assert len(table.items) == 2
    assert table.left_out == [LeftOut(2, reason)]
    assert table.note == f"1 with {reason}"


def test_ids_are_of_the_content(tmp_path):
    one, other = row(1, "Facts"), row(2, "Facts")
    first = loaded(tmp_path, one, other, one).items
    second = loaded(tmp_path, other, one).items
    assert [item.id for item in second] == [first[1].id, first[0].id]
    assert first[2].id == f"{first[0].id}-2"


@pytest.mark.parametrize(
    ("task", "column"), [("duration", "Category"), ("causality", "Premise"), ("nli", "Answer")]
)
def test_missing_columns(tmp_path, task, column):
    whole = {"Premise": "It rained.", **PLAIN}
    moved = {f"{name} 2" if name == column else name: cell for name, cell in whole.items()}
    with pytest.raises(ArchiveError, match=f"{task}_mcq.* lacks .* {column}; it has "):
        loaded(tmp_path, moved, task=task)


def test_a_table_without_any_question(tmp_path):
    with pytest.raises(ArchiveError, match=r"no row .* is a question: 2 with no answer"):
        loaded(tmp_path, *[PLAIN | {"Answer": ""}] * 2)


def test_samples_are_of_each_category_and_by_seed(tmp_path):
    made = [row(n, name) for n in range(40) for name in ("one", "two")] + [row(1, "three")]
    asked = loaded(tmp_path, *made).items
    drawn = sample(asked, 7, 1)
    assert Counter(item.category for item in drawn) == {"one": 7, "two": 7, "three": 1}
    assert drawn == sample(asked, 7, 1) != sample(asked, 7, 2)
    places = [asked.index(item) for item in drawn]
    assert places == sorted(places)
    alone = sample([item for item in asked if item.category == "two"], 7, 1)
    assert alone == [item for item in drawn if item.category == "two"]
    assert sample(asked, 100, 1) == asked


@pytest.mark.parametrize("size", [0, -1, "3", 1.5, None])
def test_sizes_that_are_none(size):
    with pytest.raises(ValueError, match="per_category has to be a whole number from 1 on"):
        sample([], size, 1)
