"""Loads questions from question files."""

from __future__ import annotations

import csv
import gzip
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
    """Return the questions of a known set (`subsets.find`), in the order of its file.

    `data_dir` is the folder of the released files; None for the one that `sources.locate` finds.
    Raises QuestionError for an unusable file, and SourceError for a missing one.
    """
    return [question for question, _ in with_cells(subset, data_dir)]


def with_cells(
    subset: str, data_dir: str | Path | None = None
) -> list[tuple[Question, Mapping[str, Any]]]:
    """Return the questions of a set as `load` does, each with the cells of its row."""
    part = subsets.find(subset)
    chosen = [row for row in _located(part, data_dir) if row.split == part.split]
    if not chosen:
        remedy = f"name a folder whose {part.file} has them, or leave out the task {subset}"
        raise QuestionError(f"{locate(part, data_dir)} has no rows of split {part.split}; {remedy}")
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
    for row in _located(part, data_dir):
        if not math.isnan(row.number) and (part.shares_scale or row.split == part.split):
            labels.setdefault(row.unit, []).append(row.number)
    return {unit: scale.scale(numbers, UNITS[unit].period) for unit, numbers in labels.items()}


class _Row(NamedTuple):
    split: str
    unit: str
    number: float
    """The label as a number in its unit; NaN for `none`."""
    cells: Mapping[str, Any]


def _located(part: Subset, data_dir: str | Path | None) -> Sequence[_Row]:
    """Return the rows of the file of a set."""
    path = locate(part, data_dir)
    if part.own:
        return [
            _Row(part.name, row["unit"], math.nan if row["number"] is None else row["number"], row)
            for row in own.rows(path)
        ]
    split = "" if part.file else part.split
    return _all_rows(path, part.family, split, path.stat().st_mtime_ns)


def locate(part: Subset, data_dir: str | Path | None = None) -> Path:
    """Return the file of the questions of a set. Raises sources.SourceError without it."""
    if not part.file:
        return development.locate(data_dir)
    return sources.locate(part.file, part.folder or data_dir)


@lru_cache(maxsize=4)
def _all_rows(path: Path, family: str, split: str, changed: int) -> tuple[_Row, ...]:
    """Return the rows of a file, cached until it changes; `split` is that of a development set."""
    rows: Iterable[tuple[str, Mapping[str, str]]] = _cells(path, family)
    if split:
        rows = ((f"{path}: {row['question']}", row) for row in development.rows(path, split))
    return tuple(_row(cells, family, where) for where, cells in rows)


def _cells(path: Path, family: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a file, each after its place."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", newline="", encoding="utf-8-sig") as file:
        try:
            rows = files.csv_rows(file)
            _, header = next(rows, (0, [""]))
            for line, values in rows:
                where, cells = f"{path}, row {line}", dict(zip(header, values, strict=False))
                if not cells.keys() >= {*COLUMNS[family]} or len(values) > len(header):
                    columns = ", ".join(COLUMNS[family])
                    raise QuestionError(f"{where} needs the columns {columns}; quote commas")
                yield where, cells
        except (csv.Error, UnicodeDecodeError) as error:
            raise QuestionError(f"{path}: {error}; the file must be UTF-8 CSV") from error


def _row(cells: Mapping[str, str], family: str, where: str) -> _Row:
    """Return a row of a file. Raises QuestionError for any unusable cell."""
    unit = cells[_UNIT]
    known: dict[str, Collection[str]] = {_UNIT: FAMILY_UNITS[family]}
    if not cells["split"].endswith("semantic"):
        known["answer_format"] = formats.TTQA if family == "ttqa" else formats.TOT_ARITHMETIC
    for name, values in known.items():
        if cells[name] not in values:
            raise QuestionError(f"{where}: unknown {name} {cells[name]!r}")
    number = paper_scoring.read_label(cells["label"], family, unit)
    if number is None:
        raise QuestionError(f"{where}: cannot read the label {cells['label']!r} as {unit}")
    return _Row(cells["split"], unit, number, cells)
