"""Loads fresh questions and their exemplars as the tasks ask them, and writes question files.

The scales of errors are frozen (by `benchmarks/freeze.py`) and the same for all levels. As in
`metrics.scale`, the labels of a unit are clustered within Test of Time arithmetic, within semantic,
and within head and tail of TempTabQA together.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from tempanswerqa.files import written_whole
from tempanswerqa.fresh import drawing
from tempanswerqa.fresh.item import Item
from tempanswerqa.metrics.scale import Scale
from tempanswerqa.questions import prompts, sources
from tempanswerqa.questions.draws import Draw, FreshError
from tempanswerqa.questions.loading import COLUMNS
from tempanswerqa.questions.record import Question, from_row, question_id
from tempanswerqa.questions.subsets import SUBSETS

FOLDER = Path(__file__).parent
"""The folder of `prompts/`, which has the layout of the released data."""
SCALES = Path(__file__).with_name("scales.json")
SHARED = {"tot_arith": "tot_arith", "tot_semantic": "tot_semantic"}
SHARED |= dict.fromkeys(("ttqa_head", "ttqa_tail"), "ttqa")
_HOME = sources.Home(name="fresh", url="", folder_variable="", blobs={}, copy="")

SUFFIXES = (".csv", ".jsonl")

Progress = Callable[[Iterable[Item]], Iterator[Item]]


@cache
def frozen_scales(subset: str) -> dict[str, Scale]:
    """Return the scale of each unit of a subset (a key of `SHARED`)."""
    stated = json.loads(SCALES.read_text(encoding="utf-8"))
    return {
        unit: Scale(tuple((last, centroid) for last, centroid in runs))
        for unit, runs in stated[SHARED[subset]].items()
    }


def load(draw: Draw) -> list[Question]:
    """Return the questions of a draw, in order. Raises what `drawing.questions` raises."""
    return [*drawn(draw)]


def drawn(draw: Draw) -> Iterator[Question]:
    """Yield the questions of a draw; an id has the draw, the place in it and a digest."""
    system = ""
    if SUBSETS[draw.checked().subset].family == "ttqa":
        system = (FOLDER / "prompts/ttqa_system_prompt_zero_shot.txt").read_text(encoding="utf-8")
    by_unit = frozen_scales(draw.subset)
    for place, item in enumerate(drawing.questions(draw)):
        digest = question_id(item.cells).rpartition("-")[2]
        identity = f"fresh_{draw.subset}.{draw.level}.{draw.seed}.{place}-{digest}"
        unit_scale = by_unit[item.cells["answer_temporal_unit"]]
        question = from_row(item.cells, item.number, identity, system, unit_scale)
        if draw.subset == "tot_arith":
            question = replace(question, group=item.template)
        yield question


def load_exemplars(subset: str) -> list[prompts.Exemplar]:
    """Return the exemplars of a subset. Every draw has the same ones."""
    return prompts.load_exemplars(subset, FOLDER, _HOME)


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
        for item in progress(drawing.questions(draw)):
            if path.suffix == ".csv":
                rows.writerow(item.cells)
            else:
                file.write(json.dumps(item.cells, ensure_ascii=False) + "\n")
