"""Tests the rows of users' tables, and that one error names all that is wrong with a table."""

import gzip
import io
from datetime import datetime, time
from decimal import Decimal
from pathlib import Path

import pytest
from cases import cased

from tempanswerqa.harness import own_tasks
from tempanswerqa.questions.own import Manifest, OwnError
from tempanswerqa.questions.own_table import NEEDED, table

GOOD = "How long was it?,3 days,days\n"


def csv_of(*rows: str) -> bytes:
    return ("question,answer,unit\n" + "".join(f"{row}\n" for row in rows)).encode()


def parquet(**columns: list) -> bytes:
    """Return a Parquet file with these columns."""
    import pyarrow
    from pyarrow import parquet

    file = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), file)
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
    "a workbook": ("a.xlsx", b"PK\x03\x04", ".csv"),
    "damaged gzip": ("a.csv.gz", gzip.compress(csv_of(GOOD * 99))[:-20], "a.csv.gz"),
    "deep JSON": ("a.jsonl", b"[" * 100_000 + b"\n", "row 1"),
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
    """Return what is said of a table of which no questions can be made."""
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
    noon = datetime(1998, 5, 3, 12)
    shown = {
        "1998-05-03": [noon.date(), noon.replace(hour=0)],
        "1998-05-03 12:00:00": [noon],
        "14:30:00": [time(14, 30)],
        "1.50": [Decimal("1.50")],
        "1.5": [1.5],
        "2": [2.0],
    }
    for text, values in shown.items():
        for value in values:
            cells = {"question": ["When?"], "answer": [value], "unit": ["date"]}
            (row,) = read(tmp_path / "a.parquet", parquet(**cells), {}).values()
            assert row["answer"] == text


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
