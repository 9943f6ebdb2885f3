"""Tests that tables are read from archives as released, and that their rows become questions, or
are left out for a reason that is stated.
"""

import tracemalloc
from collections import Counter

import pytest
from tram_support import row, table, write_archive

from tempanswerqa import limits
from tempanswerqa.neighbours.tram import items
from tempanswerqa.neighbours.tram.items import ArchiveError, load, sample

PLAIN = row(3, "Facts")  # A: 4 days


def loaded(folder, *made, task="ordering"):
    archive, member = items.place(task)
    write_archive(folder, archive, {member: table(made)})
    return load(task, folder)


def test_every_other_column_is_context_in_its_order(tmp_path):
    extra = {"Premise": "It rained.", "Story": "", "Source": "X", "Unnamed: 0": "7"}
    (item,) = loaded(tmp_path, extra | {"Hypothesis": "Wet."} | PLAIN).items
    assert item.context == "Premise: It rained.\nHypothesis: Wet."


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
    assert table.left_out == f"1 with {reason}"


def test_ids_are_of_the_content(tmp_path):
    one, other = row(1, "Facts"), row(2, "Facts")
    first = loaded(tmp_path, one, other, one).items
    second = loaded(tmp_path, other, one).items
    assert [item.id for item in second] == [first[1].id, first[0].id]
    assert first[2].id == f"{first[0].id}-2"


def test_samples_are_of_each_category(tmp_path):
    made = [row(n, name) for n in range(40) for name in ("one", "two")] + [row(1, "three")]
    asked = loaded(tmp_path, *made).items
    drawn = sample(asked, 7)
    assert Counter(item.category for item in drawn) == {"one": 7, "two": 7, "three": 1}
    assert drawn == sample(reversed(asked), 7)
    assert sample(asked, 100) == sample(asked)
    for size in (0, -1, "3", 1.5):
        with pytest.raises(ValueError, match="per_category has to be a whole number from 1 on"):
            sample([], size)


def write(folder, content, member="ordering_mcq.csv"):
    return write_archive(folder, "ordering.zip", {member: content})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_encodings_of_spreadsheets(tmp_path, encoding):
    write(tmp_path, table([PLAIN | {"Question": "New Year’s Day, La Niña?"}], encoding))
    (item,) = load("ordering", tmp_path).items
    assert (item.question, item.category) == ("New Year’s Day, La Niña?", "Facts")


def test_cells_are_stripped_and_blank_lines_are_no_rows(tmp_path):
    cells = PLAIN | {"Question": "One,\ntwo?"}  # a line end within a cell stays
    spaced = {name: f" {cell}\u00a0 " for name, cell in cells.items()}
    write(tmp_path, table([spaced, dict.fromkeys(cells, " "), cells]) + b"\r\n")
    first, second = load("ordering", tmp_path).items
    assert (first.question, first.options) == (second.question, second.options)
    assert first.question == "One,\ntwo?"


def test_an_archive_that_changes_is_read_again(tmp_path):
    write(tmp_path, table([PLAIN]))
    assert len(load("ordering", tmp_path).items) == 1
    write(tmp_path, table([PLAIN, PLAIN]))
    assert len(load("ordering", tmp_path).items) == 2


@pytest.mark.parametrize(("content", "fact"), [
    (b"", "ordering_mcq"), (b"Question,Answer\r\n", "lacks the column"),
    (b"Question,Answer\r\nHow long?\r\n", "shorter"), (b"Question\r\n\x81\xff\r\n", "decode"),
    (table([PLAIN | {"Answer": ""}] * 2), "no row .* is a question: 2 with no answer"),
])  # fmt: skip
def test_tables_that_cannot_be_used(tmp_path, content, fact):
    write(tmp_path, content)
    with pytest.raises(ArchiveError, match=fact) as raised:
        load("ordering", tmp_path)
    assert "ordering_mcq.csv in " in str(raised.value)


def test_missing_tables(tmp_path):
    write(tmp_path, table([PLAIN]), "other.csv")
    with pytest.raises(ArchiveError, match=r"ordering_mcq\.csv in .* holds other\.csv"):
        load("ordering", tmp_path)


def test_a_table_is_unpacked_no_further_than_its_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "TRAM_TABLE", 1 << 16)
    write(tmp_path, "a" * (1 << 24))
    tracemalloc.start()
    with pytest.raises(ArchiveError, match="more than 65,536 bytes"):
        load("ordering", tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 22


@pytest.mark.parametrize("start", [0, 60], ids=["header", "member"])
def test_damaged_archives(tmp_path, start):
    path = write(tmp_path, table([PLAIN] * 200))
    content = bytearray(path.read_bytes())
    content[start : start + 30] = bytes(30)
    path.write_bytes(content)
    with pytest.raises(ArchiveError, match=r"ordering\.zip: .* take a fresh copy"):
        load("ordering", tmp_path)
