"""Writes fresh questions to a question file, in the released columns."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO

from tempanswerqa.files import written_whole
from tempanswerqa.fresh.drawing import questions
from tempanswerqa.fresh.item import Item
from tempanswerqa.questions.draws import Draw, FreshError
from tempanswerqa.questions.loading import COLUMNS
from tempanswerqa.questions.subsets import SUBSETS

SUFFIXES = (".csv", ".jsonl")

Progress = Callable[[Iterable[Item]], Iterator[Item]]


def write(draw: Draw, path: Path, progress: Progress = iter) -> None:
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
        for item in progress(questions(draw)):
            take(item)


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
