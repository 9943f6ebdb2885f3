"""Reads users' tables of questions: CSV, JSON lines, Parquet and Excel."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from tempanswerqa import files, limits
from tempanswerqa.questions.own import OwnError
from tempanswerqa.text import excerpt, listed, printable

NEEDED = ("question", "answer", "unit")
OPTIONAL = (
    *("context", "group", "id", "system", "answer_format", "category", "asked_on", "response"),
)
_AS_SHOWN = ("question", "context", "system", "answer_format")
"""The columns that models see; their white space is kept."""

_THREE_DECIMALS = re.compile(r"-?[0-9]+\.[0-9]{3}")
"""A number that as text would be thousands in some languages."""
_UNSHOWN = re.compile(r'\[[^]]*\]|"[^"]*"|\\.')
"""Parts of an Excel number format that are not date codes: colours, languages, texts."""

Cells = dict[str, str]
"""A row: its text by column; empty for a missing cell, or one of only white space."""


def table(
    place: str, columns: Mapping[str, str], unit: str | None, tell: Callable[[str], None]
) -> tuple[str, dict[int, Cells]]:
    """Return the name of a table, and its rows by line, or else by position from 1.

    `columns` has the table's own names of `NEEDED` and `OPTIONAL`; `unit` is the unit of all rows.
    `tell` gets a note on unused columns. Raises OwnError with everything unusable.
    """
    rows = read(place)
    ours = (*NEEDED, *OPTIONAL)
    theirs = list(dict.fromkeys(column for row in rows.values() for column in row))
    if wrong := [*({*columns} - {*ours}), *({*columns.values()} - {*theirs})]:
        problem = f"{printable(place)} has {listed(theirs)}, and a question {', '.join(ours)}"
        raise OwnError(f"--columns names {listed(wrong)}: {problem}")
    any_case = {name.casefold(): name for name in reversed(theirs)}
    names = {column: any_case[column] for column in ours if column in any_case} | {**columns}
    known = {*names, "unit"} if unit else {*names}
    if missing := [column for column in NEEDED if column not in known]:
        raise OwnError(
            f"{printable(place)} lacks the column(s) {', '.join(missing)}; it has {listed(theirs)}:"
            " name them with --columns, or the unit of all rows with --unit"
        )
    if unused := [column for column in theirs if column not in names.values()]:
        tell(f"note: not used: {listed(unused)}")
    texts, refused = dict[int, Cells](), list[str]()
    for number, row in rows.items():
        texts[number] = {}
        for column, name in names.items():
            text = _text(row.get(name), column)
            if text is None:
                refused.append(f"row {number}, {excerpt(name)}: {excerpt(row[name])}")
            texts[number][column] = text or ""
        if unit:
            texts[number]["unit"] = unit
    if refused:
        rule = f"{printable(place)}: these cells are not text, a number, a day or a time:"
        raise OwnError("\n".join([rule, *refused]))
    return Path(place).name, texts


def read(place: str) -> dict[int, Mapping[str, Any]]:
    """Return the rows of a table by number. Raises OwnError if not all can be read."""
    path = Path(place).expanduser()
    try:
        ending = path.name.lower().removesuffix(".gz").rpartition(".")[2]
        if ending not in _READERS:
            raise OwnError(f"choose a file that ends in .{', .'.join(_READERS)}")
        rows = _READERS[ending](files.content(path, limits.TABLE_BYTES))
        if not rows:
            raise OwnError("there are no rows; add questions")
        return rows
    except (OwnError, csv.Error) as error:
        raise OwnError(f"{printable(place)}: {error}") from error
    except ImportError:
        raise
    except Exception as error:  # from a damaged file: each library raises others
        problem = f"{printable(place)}: {files.reason(error)}"
        raise OwnError(f"{problem}; is the path right, and the file whole?") from error


def _text(value: Any, column: str) -> str | None:
    """Return a cell as text; None for objects and the like. A list of one value is that value."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, list) and column == "answer":
        texts = [_text(part, "") for part in value]
        return None if None in texts else " | ".join(filter(None, texts))
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, str):
        return value if column in _AS_SHOWN and value.strip() else value.strip()
    return _written(value)


def _written(value: Any) -> str | None:
    """Return a number, date, time or duration as text; None for another value."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e15:
        if float(value).is_integer():
            return str(int(value))
        return repr(value) + "0" * bool(_THREE_DECIMALS.fullmatch(repr(value)))
    if isinstance(value, datetime):
        whole = value.tzinfo is None and value.time() == time()
        return value.date().isoformat() if whole else value.replace(tzinfo=None).isoformat(" ")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"{value.total_seconds():f} seconds"
    return str(value) if isinstance(value, Decimal) else None


def _of_csv(content: bytes) -> dict[int, Mapping[str, Any]]:
    return _by_column(files.csv_rows(io.StringIO(content.decode("utf-8-sig"), newline="")))


def _by_column(rows: Iterable[tuple[int, Sequence[Any]]]) -> dict[int, Mapping[str, Any]]:
    """Return the nonempty rows, with the names in the first one."""
    (_, first), *others = [*rows] or [(1, [])]
    header = ["" if name is None else str(name).strip() for name in first]
    if twice := [name for name, count in Counter(header).items() if name and count > 1]:
        raise OwnError(f"the first line has {listed(twice)} twice; use each name once")
    filled = {n: cells for n, cells in others if any(cell not in (None, "") for cell in cells)}
    if ragged := {n: len(cells) for n, cells in filled.items() if len(cells) != len(header)}:
        raise OwnError(
            f"put cells with separators or line ends in quotes: there are {len(header)} columns, "
            + ", ".join(f"but row {n} has {size} cells" for n, size in ragged.items())
        )
    return {n: dict(zip(header, cells, strict=True)) for n, cells in filled.items()}


def _of_jsonl(content: bytes) -> dict[int, Mapping[str, Any]]:
    rows: dict[int, Mapping[str, Any]] = {}
    for number, line in enumerate(content.decode("utf-8-sig").split("\n"), 1):
        if not line.strip():
            continue
        try:
            rows[number] = {**json.loads(line)}
        except (ValueError, RecursionError, TypeError) as error:
            raise OwnError(f"row {number}: {error}; a line is one JSON object") from error
    return rows


def _of_parquet(content: bytes) -> dict[int, Mapping[str, Any]]:
    from pyarrow import parquet

    read = parquet.read_table(io.BytesIO(content))
    columns = (column.to_pylist() for column in read.columns)
    return _by_column(enumerate([read.column_names, *zip(*columns, strict=True)]))


def _of_workbook(content: bytes) -> dict[int, Mapping[str, Any]]:
    from openpyxl import load_workbook

    sheet = load_workbook(io.BytesIO(content), data_only=True).worksheets[0]
    return _by_column((n, [*map(_of_cell, row)]) for n, row in enumerate(sheet.iter_rows(), 1))


def _of_cell(cell: Any) -> Any:
    """Return the value of a cell: a day displayed as `Mar 21` or `2021` is a month or year."""
    shown = _UNSHOWN.sub("", cell.number_format or "").lower()
    if not isinstance(cell.value, date) or "d" in shown or "y" not in shown:
        return cell.value
    return f"{cell.value:%Y-%m}" if "m" in shown else f"{cell.value:%Y}"


_READERS: Mapping[str, Callable[[bytes], dict[int, Mapping[str, Any]]]] = {
    "csv": _of_csv,
    "tsv": _of_csv,
    "jsonl": _of_jsonl,
    "parquet": _of_parquet,
    "xlsx": _of_workbook,
}
"""The readers by file extension."""
