"""Tests the rows of users' tables, and that one error lists everything wrong with a table."""

import gzip
import io
from datetime import datetime, time
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from cases import cased

from tempanswerqa.harness import own_tasks
from tempanswerqa.questions.own import Manifest, OwnError
from tempanswerqa.questions.own_table import NEEDED, table

GOOD = "How long was it?,3 days,days\n"


def csv_of(*rows: str) -> bytes:
    return ("question,answer,unit\n" + "".join(f"{row}\n" for row in rows)).encode()


def parquet(*names: str, **columns: list) -> bytes:
    """Return a Parquet file with these columns, or with columns of these names."""
    import pyarrow
    from pyarrow import parquet

    file, empty = io.BytesIO(), [pyarrow.array(["a"])] * len(names)
    held = pyarrow.Table.from_arrays(empty, names) if names else pyarrow.table(columns)
    parquet.write_table(held, file)
    return file.getvalue()


def read(path: Path, content: bytes, columns: dict[str, str], unit: str | None = None) -> dict:
    path.write_bytes(content)
    return table(str(path), columns, unit, print)[1]


OTHERS = {
    "UTF-16": ("a.csv", csv_of(GOOD).decode().encode("utf-16"), "UTF-8"),
    "Latin-1": ("a.csv", csv_of("Zoë?,3,years").decode().encode("latin-1"), "UTF-8"),
    "many bad rows": (
        *("a.csv", csv_of(*(f"a,{'x' if n % 2 else 3},days" for n in range(1, 999)))),
        *("499 of 998 rows", "rows 2, 4, 6,", " 998: "),
    ),
    "a damaged workbook": ("a.xlsx", b"PK\x03\x04", "a.xlsx"),
    "damaged gzip": ("a.csv.gz", gzip.compress(csv_of(GOOD * 99))[:-20], "a.csv.gz"),
    "deep JSON": ("a.jsonl", b"[" * 100_000 + b"\n", "row 1"),
    "a column twice": ("a.parquet", parquet("question", "answer", "unit", "unit"), "unit"),
    "lists": (
        "a.parquet",
        parquet(question=[["a", "b"], ["c"]], answer=["1", "3"], unit=["days", "days"]),
        "row 1, question",
    ),
    "missing": (
        "a.parquet",
        parquet(question=["a", None], answer=[3.0, float("nan")], unit=["days", "days"]),
        *("row 2: no question", "row 2: no answer"),
    ),
}


def refused(path: Path, content: bytes) -> str:
    """Return the error for a table from which no questions can be made."""
    with pytest.raises(OwnError) as error:
        own_tasks.questions(Manifest("mine", "line", path.name), read(path, content, {}))
    return str(error.value)


@cased
def test_rows_of_a_table(name, text, rows, tmp_path):
    found = read(tmp_path / name, text.encode(), {})
    assert [[row, *map(cells.get, NEEDED)] for row, cells in found.items()] == rows


@cased
def test_tables_that_are_refused(name, text, facts, tmp_path):
    said = refused(tmp_path / name, text.encode())
    assert all(part in said for part in facts), said


@pytest.mark.parametrize("case", OTHERS)
def test_other_files_are_refused_as_well(case, tmp_path):
    name, content, *told = OTHERS[case]
    said = refused(tmp_path / name, content)
    assert all(part in said for part in told), said


def test_cells_with_types_of_their_own(tmp_path):
    days = {"question": ["When?"], "answer": [datetime(1998, 5, 3).date()], "unit": ["date"]}
    (row,) = read(tmp_path / "a.parquet", parquet(**days), {}).values()
    assert row["answer"] == "1998-05-03"
    days["answer"] = [Decimal("1.50")]
    (row,) = read(tmp_path / "a.parquet", parquet(**days), {}).values()
    assert row["answer"] == "1.50"
    book, file = openpyxl.Workbook(), io.BytesIO()
    cells = [datetime(1998, 5, 3), None, datetime(1998, 5, 3, 12), time(14, 30), 1.5, 2.0]
    for answer in ("answer ", *cells):
        book.active.append(["Question", answer, "unit"] if answer else [None] * 3)
    book.create_sheet("Notes").append(["of the author"])
    book.save(file)
    rows = read(tmp_path / "a.xlsx", file.getvalue(), {})
    shown = ["1998-05-03", "1998-05-03 12:00:00", "14:30:00", "1.5", "2"]
    assert {row: cells["answer"] for row, cells in rows.items()} == dict(
        zip((2, 4, 5, 6, 7), shown, strict=True)
    )


@pytest.mark.parametrize(
    ("form", "shown"),
    [("mmm yy", "2021-03"), ('"in "yyyy', "2021"), ("yyyy-mm-dd h:mm", "2021-03-01")],
)
def test_a_day_that_a_sheet_shows_as_a_month_is_a_month(tmp_path, form, shown):
    book, file = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["question", "answer", "unit"])
    book.active.append(["When?", datetime(2021, 3, 1), "when"])
    book.active["B2"].number_format = form
    book.save(file)
    (row,) = read(tmp_path / "a.xlsx", file.getvalue(), {}).values()
    assert row["answer"] == shown


def test_names_of_columns_and_one_unit(tmp_path):
    place, content = tmp_path / "a.csv", b"q,Answer,note\nHow long?,3,x\n"
    row = {"question": "How long?", "answer": "3", "unit": "days"}
    assert read(place, content, {"question": "q"}, "days") == {2: row}
    for columns, unit, fact in (
        ({}, "days", "question"),
        ({"question": "q"}, None, "--unit"),
        ({"question": "zz"}, "days", "zz"),
        ({"query": "q"}, "days", "query"),
    ):
        with pytest.raises(OwnError, match=fact):
            read(place, content, columns, unit)


def test_lists_in_lists_are_one_answer_or_refused(tmp_path):
    deep = "[" * 500 + "{}" + "]" * 500
    line = '{{"question": "a", "unit": "days", "answer": {}}}'
    rows = read(tmp_path / "a.jsonl", line.format(deep.format(3)).encode(), {})
    assert rows[1]["answer"] == "3"
    for answer in (deep.format("{}"), f"[1, {deep.format('1, 2')}]"):
        with pytest.raises(OwnError, match="row 1"):
            read(tmp_path / "a.jsonl", line.format(answer).encode(), {})
