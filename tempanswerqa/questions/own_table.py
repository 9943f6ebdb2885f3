"""Reads users' tables of questions: CSV, JSON lines, Parquet and Excel."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from tempanswerqa import files, limits, units
from tempanswerqa.questions.own import OwnError
from tempanswerqa.text import listed, printable, suggestion, told
from tempanswerqa.units import UNITS

NEEDED = ("question", "answer", "unit")
OPTIONAL = ("context", "group", "id", "system", "answer_format", "category", "response")
_AS_SHOWN = ("question", "context", "system", "answer_format")
"""The columns that models see, whose white space stays."""
_LISTED = 20
"""The largest number of wrong cells that are listed."""

Cells = dict[str, str]
"""A row: its text by column; empty for a missing cell, or one of white space alone."""


def table(
    place: str, columns: Mapping[str, str], unit: str | None, tell: Callable[[str], None]
) -> tuple[str, list[Cells]]:
    """Return the name of a table and its rows, with the names of `NEEDED` and `OPTIONAL`.

    `columns` has the table's own names of some of these columns. `unit` is the unit of all rows;
    None if the table has a column of units. `tell` gets a note on columns that are not used. Raises
    OwnError for what `read` refuses, an unknown or missing column, and an unknown unit.
    """
    theirs, rows = read(place)
    ours = [*NEEDED, *OPTIONAL]
    if unknown := [column for column in columns if column not in ours]:
        raise OwnError(f"--columns {told(unknown[0])}=...: {suggestion(unknown[0], ours)}")
    if missing := [column for column in columns.values() if column not in theirs]:
        raise OwnError(
            f"{printable(place)} has no column {listed(missing)}; it has {listed(theirs)}"
        )
    any_case = {name.casefold(): name for name in reversed(theirs)}
    names = {column: columns.get(column) or any_case.get(column, column) for column in ours}
    if unit is not None:
        if units.find(unit) is None:
            titles = [each.title for each in UNITS.values()]
            raise OwnError(f"--unit {told(unit)!r}: {suggestion(unit, titles)}")
        rows = [row | {names["unit"]: unit} for row in rows]
        theirs = [*theirs, names["unit"]]
    if missing := [column for column in NEEDED if names[column] not in theirs]:
        remedy = "name them with --columns"
        if "unit" in missing:
            remedy += ", or the unit of all rows with --unit"
        raise OwnError(
            f"{printable(place)} lacks the column(s) {', '.join(missing)}; "
            f"it has {listed(theirs)}: {remedy}"
        )
    if unused := [column for column in theirs if column not in names.values()]:
        tell(f"note: not used: {listed(unused)}")
    used = {column: name for column, name in names.items() if name in theirs}
    return Path(place).name, [
        {column: _stripped(column, row.get(name, "")) for column, name in used.items()}
        for row in rows
    ]


def _stripped(column: str, text: str) -> str:
    return text if column in _AS_SHOWN else text.strip()


def read(place: str) -> tuple[list[str], list[Cells]]:
    """Return the columns of a table and its rows.

    Raises OwnError for a file of another kind than `_READERS`, one that cannot be read to its end,
    without rows or with more than `limits.QUESTIONS`, and for cells that are no text, number, day
    or time.
    """
    path = Path(place).expanduser()
    try:
        ending = path.name.lower().removesuffix(".gz").rpartition(".")[2]
        if ending not in _READERS:
            raise OwnError(f"name a file that ends in .{', .'.join(_READERS)}")
        rows = list(islice(_READERS[ending](path), limits.QUESTIONS + 1))
        if not rows:
            raise OwnError("there are no rows; add questions")
        if len(rows) > limits.QUESTIONS:
            raise OwnError(f"more than {limits.QUESTIONS:,} rows; take fewer questions")
        return list(dict.fromkeys(column for row in rows for column in row)), _texts(rows)
    except OwnError as error:
        raise OwnError(f"{printable(place)}: {error}") from error
    except FileNotFoundError as error:
        raise OwnError(f"{printable(place)}: there is no such file; is the path right?") from error
    except Exception as error:  # of a damaged file: each library has its own
        raise OwnError(
            f"{printable(place)}: {error}; is the file whole, and saved as UTF-8?"
        ) from error


def _texts(rows: Sequence[Mapping[str, Any]]) -> list[Cells]:
    """Return rows as text. Raises OwnError that lists the cells without a single value."""
    texts = [{column: _text(value) for column, value in row.items()} for row in rows]
    wrong = [
        f"row {number}, {told(column)}: {told(row[column])} is no text, number, day or time"
        for number, (row, cells) in enumerate(zip(rows, texts, strict=True), 1)
        for column, text in cells.items()
        if text is None
    ]
    if wrong:
        more = [f"... and {len(wrong) - _LISTED} more"] * (len(wrong) > _LISTED)
        raise OwnError("\n".join(["cells without one value:", *wrong[:_LISTED], *more]))
    return texts  # type: ignore[return-value]  # None is refused


def _text(value: Any) -> str | None:
    """Return a cell as text; None for lists of several values, objects and the like."""
    if isinstance(value, list) and len(value) == 1:  # as in datasets of the harness
        value = value[0]
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, str):
        return value if value.strip() else ""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e15:
        return str(int(value)) if float(value).is_integer() else repr(value)
    if isinstance(value, datetime):
        whole = value.tzinfo is None and value.time() == time()
        return value.date().isoformat() if whole else value.replace(tzinfo=None).isoformat(" ")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"{value.total_seconds():.6f}".rstrip("0").rstrip(".") + " seconds"
    return None


def _lines(path: Path) -> io.StringIO:
    return io.StringIO(files.content(path, limits.TABLE_BYTES).decode("utf-8-sig"), newline="")


def _of_csv(path: Path) -> Iterator[Mapping[str, Any]]:
    csv.field_size_limit(limits.TABLE_BYTES)
    reader = csv.reader(_lines(path), strict=True)
    try:
        yield from _by_column(reader)
    except csv.Error as error:
        raise OwnError(
            f"line {reader.line_num}: {error}; double the quotes within quotes"
        ) from error


def _by_column(rows: Iterator[Sequence[Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the rows that are not empty, with the names that the first one has."""
    header = ["" if name is None else str(name).strip() for name in next(rows, [])]
    if not any(header):
        raise OwnError("the first line names no columns; name question, answer and unit there")
    if twice := [name for name, count in Counter(header).items() if name and count > 1]:
        raise OwnError(f"the first line has {listed(twice)} twice; name each column once")
    filled = (cells for cells in rows if any(cell not in (None, "") for cell in cells))
    for number, cells in enumerate(filled, 1):
        if len(cells) != len(header):
            raise OwnError(
                f"row {number} has {len(cells)} cells under {len(header)} columns; put cells with "
                "commas or line ends in quotes"
            )
        yield dict(zip(header, cells, strict=True))


def _of_jsonl(path: Path) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line, object_pairs_hook=_once)
        except (ValueError, RecursionError) as error:
            raise OwnError(f"line {number}: {error}; a line is one JSON object") from error
        if not isinstance(row, dict):
            raise OwnError(f'line {number} is no JSON object, as {{"question": ...}} is')
        yield row


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("an object has a name twice")
    return fields


def _of_parquet(path: Path) -> Iterator[Mapping[str, Any]]:
    from pyarrow import parquet

    read = parquet.read_table(io.BytesIO(files.content(path, limits.TABLE_BYTES)))
    columns = (column.to_pylist() for column in read.columns)
    return _by_column(iter([read.column_names, *zip(*columns, strict=True)]))


def _of_workbook(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of the first sheet of a workbook."""
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise OwnError("pip install openpyxl, or save it as CSV") from error
    content = io.BytesIO(files.content(path, limits.TABLE_BYTES))
    return _by_column(load_workbook(content, data_only=True).worksheets[0].values)


_READERS = {"csv": _of_csv, "jsonl": _of_jsonl, "parquet": _of_parquet, "xlsx": _of_workbook}
"""The readers by the ending of a file's name, without `.gz`."""
