"""Reads users' tables of questions: CSV, JSON lines, Parquet, Excel, and datasets of the Hub."""

from __future__ import annotations

import csv
import io
import json
import math
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from tempanswerqa import files, limits
from tempanswerqa.questions.own import OwnError
from tempanswerqa.text import told

HUB = "hf://datasets/"
SUFFIXES = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz", ".parquet", ".xlsx")

Cells = dict[str, str]
"""A row: its text by column; empty for a missing cell, or one of white space alone."""


class _NoText(Exception):
    """A cell that holds no single value."""


def read(place: str) -> tuple[str, list[str], list[Cells]]:
    """Return the name of a table, its columns and its rows.

    `place` is a file of `SUFFIXES`, or `hf://datasets/NAME[:CONFIG][:SPLIT]`. Raises OwnError for a
    table that cannot be read to its end, has no rows or more than `limits.QUESTIONS`, or has a cell
    that is no text, number, day or time.
    """
    try:
        if place.startswith(HUB):
            name, rows = place, _of_hub(place.removeprefix(HUB))
        else:
            name, rows = Path(place).name, _of_file(Path(place).expanduser())
        found = list(islice(rows, limits.QUESTIONS + 1))
        if not found:
            raise OwnError("there are no rows; add questions")
        if len(found) > limits.QUESTIONS:
            raise OwnError(f"more than {limits.QUESTIONS:,} rows; take fewer questions")
        columns = list(dict.fromkeys(column for row in found for column in row))
        if len(columns) > limits.COLUMNS:
            raise OwnError(f"more than {limits.COLUMNS:,} columns; keep those that are needed")
        return name, columns, _texts(found)
    except UnicodeError as error:
        raise OwnError(f"{told(place)}: {error}; save it as UTF-8") from error
    except FileNotFoundError as error:
        raise OwnError(f"{told(place)}: there is no such file; is the path right?") from error
    except (OwnError, csv.Error, OSError, EOFError) as error:
        raise OwnError(f"{told(place)}: {error}") from error


def _texts(found: Iterable[Mapping[str, Any]]) -> list[Cells]:
    """Return rows as text. Raises OwnError that lists the cells without a single value."""
    table, wrong = list[Cells](), list[str]()
    for number, row in enumerate(found, 1):
        table.append({})
        for column, value in row.items():
            try:
                table[-1][column] = _text(value)
            except _NoText as error:
                wrong.append(f"row {number}, {told(column)}: {error}")
    if wrong:
        more = f"\n... and {len(wrong) - 20} more" if len(wrong) > 20 else ""
        raise OwnError("\n".join(["cells without one value:", *wrong[:20]]) + more)
    return table


def _text(value: Any) -> str:
    """Return a cell as text. Raises _NoText for lists of several values, objects and the like."""
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
    raise _NoText(f"{told(value)} is no text, number, day or time")


def _of_file(path: Path) -> Iterator[Mapping[str, Any]]:
    if not path.name.lower().endswith(SUFFIXES):
        raise OwnError(f"name a file of {', '.join(SUFFIXES)}, or {HUB}NAME[:CONFIG][:SPLIT]")
    if path.name.lower().endswith((".parquet", ".xlsx")):
        yield from (_of_parquet if path.suffix.lower() == ".parquet" else _of_workbook)(path)
        return
    read = _of_csv if ".csv" in path.name.lower()[-7:] else _of_jsonl
    file, bounded = files.opened(path, limits.TABLE_BYTES, limits.LINE_BYTES)
    with io.TextIOWrapper(file, "utf-8-sig", newline="") as text:
        yield from read(text, bounded.restart)


def _of_csv(file: TextIO, restart: Callable[[], None]) -> Iterator[Mapping[str, Any]]:
    csv.field_size_limit(limits.LINE_BYTES)
    reader = csv.reader(_without_nul(file), strict=True)
    header = [name.strip() for name in next(reader, [])]
    _check_header(header)
    for number, cells in enumerate(filter(any, reader), 1):
        restart()
        if len(cells) != len(header):
            raise OwnError(
                f"row {number} (line {reader.line_num}) has {len(cells)} cells under "
                f"{len(header)} columns; put cells with commas or line ends in quotes"
            )
        yield dict(zip(header, cells, strict=True))


def _check_header(header: Sequence[str]) -> None:
    if not any(header):
        raise OwnError("the first line names no columns; name question, answer and unit there")
    if twice := sorted(name for name, count in Counter(header).items() if count > 1):
        names = ", ".join(repr(told(name)) for name in twice)
        raise OwnError(f"the first line has {names} twice; name each column once")


def _without_nul(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines. Raises OwnError for NUL, which some CSV readers of Python drop."""
    for number, line in enumerate(lines, 1):
        if "\0" in line:
            raise OwnError(f"line {number} has a NUL character; save the table as UTF-8 text")
        yield line


def _of_jsonl(file: TextIO, restart: Callable[[], None]) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(file, 1):
        restart()
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
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has a name twice")
    return found


def _of_parquet(path: Path) -> Iterator[Mapping[str, Any]]:
    import pyarrow
    from pyarrow import parquet

    try:
        packed = io.BytesIO(files.content(path, limits.PARQUET_BYTES))
        schema = parquet.read_schema(packed)
        texts = [column.name for column in schema if column.type == pyarrow.string()]
        # a text that rows share is held once: a small file may have it in many
        table = parquet.ParquetFile(packed, read_dictionary=texts)
        _check_header(table.schema_arrow.names)
        if table.metadata.num_rows > limits.QUESTIONS:
            raise OwnError(f"more than {limits.QUESTIONS:,} rows; take fewer questions")
        held = 0
        for batch in table.iter_batches(batch_size=16):
            for row in batch.to_pylist():
                held += sum(len(str(cell)) for cell in row.values())
                if held > limits.TABLE_BYTES:
                    raise OwnError(f"it has more than {limits.TABLE_BYTES:,} bytes, unpacked")
                yield row
    except (pyarrow.ArrowException, ValueError, OverflowError, NotImplementedError) as error:
        if isinstance(error, OwnError):
            raise
        raise OwnError(f"is it a whole Parquet file? {error}") from error


def _of_workbook(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of the first sheet of a workbook."""
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise OwnError("pip install openpyxl, or save it as CSV") from error
    try:
        held = io.BytesIO(files.content(path, limits.PARQUET_BYTES))
        if sum(part.file_size for part in zipfile.ZipFile(held).infolist()) > limits.TABLE_BYTES:
            raise OwnError(f"it has more than {limits.TABLE_BYTES:,} bytes, unpacked")
        rows = load_workbook(held, read_only=True, data_only=True).worksheets[0].iter_rows()
        values = ([cell.value for cell in row] for row in rows)
        header = ["" if name is None else str(name).strip() for name in next(values, [])]
        _check_header([name for name in header if name])
        yield from (dict(zip(header, row, strict=False)) for row in values if any(row))
    except (zipfile.BadZipFile, KeyError, ValueError, IndexError, SyntaxError) as error:
        if isinstance(error, OwnError):
            raise
        raise OwnError(f"is it a whole workbook? {error}") from error


def _of_hub(name: str) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a dataset that `datasets` finds on the Hub, in its cache or in a folder."""
    import datasets

    name, *named = name.split(":")
    if not name or len(named) > 2 or not all(named):
        raise OwnError(f"write {HUB}NAME, {HUB}NAME:SPLIT or {HUB}NAME:CONFIG:SPLIT")
    config, split = (named[0] if len(named) == 2 else None), (named[-1] if named else None)
    try:
        here = Path(name).is_dir()  # of a changed one, datasets may have an older state
        found = datasets.load_dataset(name, config, split=split, streaming=here)
    except Exception as error:  # whatever a loader raises
        raise OwnError(f"datasets cannot load it: {error}") from error
    if isinstance(found, dict):
        if len(found) > 1:
            raise OwnError(f"it has the splits {', '.join(found)}; name one: {HUB}{name}:SPLIT")
        found = next(iter(found.values()))
    yield from found
