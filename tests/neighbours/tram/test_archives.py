"""Tests that tables are read from archives as released, and that errors take one line."""

import csv
import tracemalloc

import pytest
from tram_support import table, write_archive

from tempanswerqa.neighbours.tram import archives
from tempanswerqa.neighbours.tram.archives import ArchiveError, rows
from tempanswerqa.questions.record import QuestionError

ROW = {"Question": "How long?", "Option A": "1 day", "Option B": "2 days", "Answer": "A"}


def write(folder, content, member="some_mcq.csv"):
    return write_archive(folder, "some.zip", {member: content})


def read(folder):
    return rows("some.zip", "some_mcq.csv", folder)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_encodings_of_spreadsheets(tmp_path, encoding):
    write(tmp_path, table([ROW | {"Question": "New Year’s Day, La Niña?"}], encoding))
    assert read(tmp_path) == (ROW | {"Question": "New Year’s Day, La Niña?"},)


def test_cells_are_stripped_and_blank_lines_are_no_rows(tmp_path):
    row = ROW | {"Question": "One,\ntwo?"}  # a line end within a cell stays
    spaced = {name: f" {cell}\u00a0 " for name, cell in row.items()}
    write(tmp_path, table([spaced, dict.fromkeys(ROW, " "), row]) + b"\r\n")
    assert read(tmp_path) == (row, row)


def test_folders_and_companions_in_an_archive_do_not_matter(tmp_path):
    members = {"__MACOSX/x/some_mcq.csv": b"\x00", "x/some_mcq.csv": table([ROW]), "notes": b""}
    write_archive(tmp_path, "some.zip", members)
    assert read(tmp_path) == (ROW,)


def test_an_archive_that_changes_is_read_again(tmp_path):
    write(tmp_path, table([ROW]))
    assert len(read(tmp_path)) == 1
    write(tmp_path, table([ROW, ROW]))
    assert len(read(tmp_path)) == 2


@pytest.fixture
def csv_limit():
    """Set the limit that Python starts with, whatever was read before."""
    before = csv.field_size_limit(1 << 17)
    yield
    csv.field_size_limit(before)


@pytest.mark.parametrize(("content", "said"), [
    (b"", "has no rows"), (b"Question,Answer\r\n", "has no rows"),
    (b"Question,Answer\r\nHow long?\r\n", "line 2: 1 cells under 2 columns"),
    (b"Question,Answer,Answer\r\na,b,c\r\n", "repeats the column.s. Answer"),
    (b"Question,Answer\r\n\x81\xff,b\r\n", "neither utf-8-sig nor cp1252"),
    (b'Question,Answer\r\n"' + b"x" * 200_000 + b'",b\r\n', "field larger than field limit"),
])  # fmt: skip
def test_tables_that_cannot_be_used(tmp_path, content, said, csv_limit):
    write(tmp_path, content)
    with pytest.raises(ArchiveError, match=said) as raised:
        read(tmp_path)
    assert "some_mcq.csv in " in str(raised.value)
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, QuestionError)  # which the command tells in one line


def test_missing_tables(tmp_path):
    write(tmp_path, table([ROW]), "other.csv")
    with pytest.raises(ArchiveError, match=r"holds no some_mcq\.csv, but other\.csv"):
        read(tmp_path)


def test_a_table_is_unpacked_no_further_than_its_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "LARGEST", 1 << 16)
    write_archive(tmp_path, "some.zip", {"some_mcq.csv": "a" * (1 << 24)})
    tracemalloc.start()
    with pytest.raises(ArchiveError, match="it has more than 65,536 bytes"):
        rows("some.zip", "some_mcq.csv", tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 22


@pytest.mark.parametrize("start", [0, 60], ids=["header", "member"])
def test_damaged_archives(tmp_path, start):
    path = write(tmp_path, table([ROW] * 200))
    content = bytearray(path.read_bytes())
    content[start : start + 30] = bytes(30)
    path.write_bytes(content)
    with pytest.raises(ArchiveError, match="cannot be read as a zip archive"):
        read(tmp_path)
