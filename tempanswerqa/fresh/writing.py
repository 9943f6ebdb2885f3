"""Writes fresh questions to a question file, in the released columns."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

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
        rows = csv.DictWriter(file, columns, lineterminator="\n")
        if path.suffix == ".csv":
            rows.writeheader()
        for item in progress(questions(draw)):
            if path.suffix == ".csv":
                rows.writerow(item.cells)
            else:
                file.write(json.dumps(item.cells, ensure_ascii=False) + "\n")
