"""Writes fresh questions to a question file, in the released columns, and verifies such files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from tempanswerqa.answers import quantities
from tempanswerqa.files import FileError, content, written_whole
from tempanswerqa.fresh import families
from tempanswerqa.fresh.drawing import questions
from tempanswerqa.fresh.item import Item
from tempanswerqa.questions.draws import Draw, FreshError
from tempanswerqa.questions.loading import COLUMNS
from tempanswerqa.questions.subsets import SUBSETS

SUFFIXES = (".csv", ".jsonl")
MOST = 1 << 30
"""The largest size, in bytes, of a file of fresh questions that is verified."""

Progress = Callable[[Iterable[Item]], Iterator[Item]]


def write(draw: Draw, path: Path, progress: Progress = iter, processes: int | None = None) -> None:
    """Write a draw to a .csv file, or as JSON lines to a .jsonl file, in UTF-8.

    The file is written whole or not at all, and the same draw gives the same bytes everywhere.
    Raises FreshError for another suffix and as `drawing.questions` does, OSError if the file
    cannot be written.
    """
    if path.suffix not in SUFFIXES:
        raise FreshError(f"{path}: not one of {', '.join(SUFFIXES)}; name such a file")
    columns = COLUMNS[SUBSETS[draw.checked().subset].family]
    with written_whole(path, newline="", encoding="utf-8") as file:
        take = _csv(file, columns) if path.suffix == ".csv" else _jsonl(file, columns)
        for item in progress(questions(draw, processes)):
            take(item)


def verify(path: Path) -> tuple[int, list[str]]:
    """Return the number of questions in a file of `write`, and a line for each wrong question.

    A question is right if the solver, which reads only its text, finds the number of its label.
    Raises FreshError for a file that is not one of `write`, OSError if the file is missing.
    """
    rows = _rows(path)
    found = ((place, _problem(cells)) for place, cells in enumerate(rows, 1))
    return len(rows), [f"{path}, question {place}: {told}" for place, told in found if told]


def _problem(cells: Mapping[str, str]) -> str:
    """Return why the two answers of a row are not equal; empty if they are."""
    subset = next((name for name, own in SUBSETS.items() if cells.get("split") == own.split), "")
    family = SUBSETS[subset].family if subset else ""
    if not subset or any(type(cells.get(name)) is not str for name in COLUMNS[family]):
        return "no fresh question: its split is unknown, or columns are missing"
    try:
        stated = quantities.read_label(cells["label"], family, cells["answer_temporal_unit"])
        solved = families.family(subset).solve(cells)
    except (ValueError, KeyError) as error:
        return f"cannot be read: {error!r}"
    if stated is not None and stated == solved:
        return ""
    told = "finds no single answer" if solved is None else f"answers {solved!r}"
    return f"the label says {stated!r}, the solver {told}"


def _rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file. Raises FreshError if they are not those of questions."""
    try:
        text = content(path, MOST).decode()
        lines = io.StringIO(text, newline="")
        rows = list(csv.DictReader(lines) if path.suffix == ".csv" else map(json.loads, lines))
        if rows and all(isinstance(row, dict) for row in rows):
            return rows
        raise ValueError("no questions")
    except (ValueError, csv.Error, FileError) as error:
        raise FreshError(f"{path}: {error}; name a file of `tempanswerqa fresh draw`") from error


def _csv(file: IO[str], columns: Sequence[str]) -> Callable[[Item], None]:
    """Write the header. Return a function that writes a question as a row."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    return lambda item: writer.writerow([item.cells[name] for name in columns])


def _jsonl(file: IO[str], columns: Sequence[str]) -> Callable[[Item], None]:
    """Return a function that writes a question as a JSON line."""

    def take(item: Item) -> None:
        row = {name: item.cells[name] for name in columns}
        file.write(json.dumps(row, ensure_ascii=False) + "\n")

    return take
