"""Tests the reading of workbooks; `tests/cli/test_own_hostile.py` has other tables."""

from datetime import datetime, time

import openpyxl
import pytest

from tempanswerqa.questions import own_table
from tempanswerqa.questions.own import OwnError


def workbook(path, *rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return str(path)


def test_a_workbook_is_read_as_its_values(tmp_path):
    place = workbook(
        tmp_path / "asked.xlsx", ["question", "answer", " unit "],
        ["When?", datetime(1998, 5, 3), "date"], ["How long?", 3, "days"], [None, None, None],
        ["At what time?", time(14, 30), "time"], ["How long?", 1.5],
    )  # fmt: skip
    columns, rows = own_table.read(place)
    assert columns == ["question", "answer", "unit"]
    answers = [row["answer"] for row in rows]
    assert answers == ["1998-05-03", "3", "14:30:00", "1.5"]
    assert rows[-1]["unit"] == ""


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"question,answer\n"])
def test_a_damaged_workbook_is_refused(tmp_path, content):
    (tmp_path / "bad.xlsx").write_bytes(content)
    with pytest.raises(OwnError, match="whole"):
        own_table.read(str(tmp_path / "bad.xlsx"))
