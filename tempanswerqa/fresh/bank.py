"""Loads fresh questions and their exemplars as the tasks ask them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tempanswerqa.fresh import drawing, scales
from tempanswerqa.fresh.item import Item
from tempanswerqa.questions import prompts, sources
from tempanswerqa.questions.draws import Draw, draw_of
from tempanswerqa.questions.record import Question, from_row, question_id
from tempanswerqa.questions.subsets import SUBSETS, TTQA_SYSTEM_PROMPT

FOLDER = Path(__file__).parent
"""The folder of `prompts/`, which has the layout of the released data."""
_HOME = sources.Home(name="fresh", url="", folder_variable="", blobs={})


def load(draw: Draw, processes: int = 1) -> list[Question]:
    """Return the questions of a draw, in order. Raises what `drawing.questions` raises.

    The id of a question holds the draw, the place in the draw and a digest of the content.
    """
    return list(_asked(draw, enumerate(drawing.questions(draw, processes))))


def find(identity: str) -> Question | None:
    """Return the question that has an id; None if no draw has it.

    Only the blocks near its place in the draw are drawn: its digest shows which question it is.
    """
    draw = draw_of(identity)
    if draw is None:
        return None
    last = draw.n - 1
    found = _asked(draw, ((last, item) for item in drawing.near(draw)))
    return next((question for question in found if question.id == identity), None)


def _asked(draw: Draw, placed: Iterable[tuple[int, Item]]) -> Iterator[Question]:
    """Yield the questions that stand at the given places of a draw."""
    system = ""
    if SUBSETS[draw.checked().subset].family == "ttqa":
        system = (FOLDER / TTQA_SYSTEM_PROMPT).read_text(encoding="utf-8")
    by_unit = scales.frozen(draw.subset)
    for place, item in placed:
        digest = question_id(item.cells).rpartition("-")[2]
        identity = f"fresh_{draw.subset}.{draw.level}.{draw.seed}.{place}-{digest}"
        unit_scale = by_unit[item.cells["answer_temporal_unit"]]
        yield from_row(item.cells, item.number, identity, system, unit_scale)


def load_exemplars(subset: str) -> list[prompts.Exemplar]:
    """Return the exemplars of a subset. Every draw has the same ones."""
    return prompts.load_exemplars(subset, FOLDER, _HOME)
