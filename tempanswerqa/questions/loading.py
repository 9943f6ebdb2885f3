"""Loads questions from question files."""

from __future__ import annotations

import csv
import gzip
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import files, paper_scoring
from tempanswerqa.answers import formats
from tempanswerqa.metrics import scale
from tempanswerqa.questions import development, own, sources, subsets
from tempanswerqa.questions.record import (
    FAMILY_UNITS,
    Question,
    QuestionError,
    from_row,
    numbered,
    question_id,
)
from tempanswerqa.questions.subsets import Subset
from tempanswerqa.units import UNITS

_UNIT = "answer_temporal_unit"

_ENDS = ("answer_format", _UNIT, "split")
COLUMNS = {
    "tot": ("question", "label", "question_type", "question_wo_instruct", "instruction", *_ENDS),
    "ttqa": ("question", "label", "category", "table_id", *_ENDS, "table_context"),
}


def load(subset: str, data_dir: str | Path | None = None) -> list[Question]:
    """Return the questions of a known set (`subsets.find`), in the order of their file.

    `data_dir` is the folder of the released files; None for the place that `sources.locate` finds.
    Raises QuestionError if the file lacks the set's rows or a column, or has an unknown unit or
    answer format or an unreadable label; SourceError if it is missing, and OwnError if a file of a
    user is damaged.
    """
    return [question for question, _ in with_cells(subset, data_dir)]


def with_cells(
    subset: str, data_dir: str | Path | None = None
) -> list[tuple[Question, Mapping[str, Any]]]:
    """Return the questions of a set as `load` does, each with the cells of its row."""
    part = subsets.find(subset)
    path, rows = _located(part, data_dir)
    chosen = [row for row in rows if row.split == part.split]
    if not chosen:
        splits = ", ".join(sorted({repr(row.split) for row in rows})) or "nothing"
        raise QuestionError(
            f"{path} has no rows of split {part.split!r}, only of {splits}; "
            f"name a folder whose {part.file} has them, or leave out the task {subset}"
        )
    by_unit = scales(part, data_dir)
    if part.own:
        return [(own.question(part, row.cells, by_unit.get(row.unit)), row.cells) for row in chosen]
    system = ""
    if part.family == "ttqa":
        place = sources.locate(part.prompts[1], part.folder or data_dir)
        system = place.read_text(encoding="utf-8")
    identities = numbered(question_id(row.cells) for row in chosen)
    return [
        (from_row(row.cells, row.number, identity, system, by_unit[row.unit]), row.cells)
        for row, identity in zip(chosen, identities, strict=True)
    ]


def scales(part: Subset, data_dir: str | Path | None = None) -> dict[str, scale.Scale]:
    """Return the scale of each unit of a set; head and tail of TTQA share theirs."""
    labels: dict[str, list[float]] = {}
    for row in _located(part, data_dir)[1]:
        if not math.isnan(row.number) and (part.shares_scale or row.split == part.split):
            labels.setdefault(row.unit, []).append(row.number)
    return {unit: scale.scale(numbers, UNITS[unit].period) for unit, numbers in labels.items()}


class _Row(NamedTuple):
    split: str
    unit: str
    number: float
    """The label as a number in its unit; NaN for `none`."""
    cells: Mapping[str, Any]


def _located(part: Subset, data_dir: str | Path | None) -> tuple[Path, Sequence[_Row]]:
    """Return the file of a set and its rows."""
    path = locate(part, data_dir)
    if part.own:
        return path, [
            _Row(part.name, row["unit"], math.nan if row["number"] is None else row["number"], row)
            for row in own.rows(path)
        ]
    state = path.stat()
    split = "" if part.file else part.split
    return path, _all_rows(path, part.family, split, state.st_size, state.st_mtime_ns)


def locate(part: Subset, data_dir: str | Path | None = None) -> Path:
    """Return the file of the questions of a set. Raises sources.SourceError without it."""
    if not part.file:
        return development.locate(data_dir)
    return sources.locate(part.file, part.folder or data_dir)


@lru_cache(maxsize=4)
def _all_rows(path: Path, family: str, split: str, size: int, changed: int) -> tuple[_Row, ...]:
    """Return the rows of a file, kept until it changes; `split` is that of a development set."""
    if split:
        rows = development.rows(path, split)
        return tuple(_row(cells, family, f"{path}: {cells['question']}") for cells in rows)
    return tuple(_rows(path, family))


def _rows(path: Path, family: str) -> Iterator[_Row]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", newline="", encoding="utf-8-sig") as file:
        try:
            rows = files.csv_rows(file)
            _, header = next(rows, (0, [""]))
            for line, values in rows:
                where, cells = f"{path}, row {line}", dict(zip(header, values, strict=False))
                missing = [name for name in COLUMNS[family] if name not in cells]
                if missing or len(values) > len(header):
                    lacking = f"no {', '.join(missing)}" if missing else "more cells than columns"
                    raise QuestionError(f"{where} has {lacking}; quote commas and line ends")
                yield _row(cells, family, where)
        except (csv.Error, UnicodeDecodeError) as error:
            raise QuestionError(f"{path}: {error}; the file must be UTF-8 CSV") from error


def _row(cells: Mapping[str, str], family: str, where: str) -> _Row:
    """Return a row of a file. Raises QuestionError for any cell that cannot be used."""
    unit = cells[_UNIT]
    known: dict[str, Collection[str]] = {_UNIT: FAMILY_UNITS[family]}
    if not cells["split"].endswith("semantic"):
        known["answer_format"] = formats.TTQA if family == "ttqa" else formats.TOT_ARITHMETIC
    for name, values in known.items():
        if cells[name] not in values:
            choice = ", ".join(values)
            raise QuestionError(f"{where}: {name} is {cells[name]!r}, and not one of {choice}")
    number = paper_scoring.read_label(cells["label"], family, unit)
    if number is None:
        raise QuestionError(f"{where}: cannot read the label {cells['label']!r} as {unit}")
    return _Row(cells["split"], unit, number, cells)
