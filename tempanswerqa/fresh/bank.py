"""Fresh questions and their exemplars, ready to be asked."""

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
"""Holds `prompts/`, laid out like that of the released data."""
_HOME = sources.Home(name="fresh", url="", folder_variable="", blobs={})


def load(draw: Draw, processes: int = 1) -> list[Question]:
    """Return the questions of a draw, in order. Raises what `drawing.questions` raises.

    The id of a question says where in which draw it stands, and a digest of its content.
    """
    return list(_asked(draw, enumerate(drawing.questions(draw, processes))))


def find(identity: str) -> Question | None:
    """Return the question of an id, wherever in its draw; None where no draw has it.

    The digest tells it among those near its place: the ones before need not be drawn.
    """
    draw = draw_of(identity)
    if draw is None:
        return None
    last = draw.n - 1
    found = _asked(draw, ((last, item) for item in drawing.near(draw)))
    return next((question for question in found if question.id == identity), None)


def _asked(draw: Draw, placed: Iterable[tuple[int, Item]]) -> Iterator[Question]:
    """Yield the questions of a draw from their places in it."""
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
    """Return the exemplars of a subset, which are the same for every draw."""
    return prompts.load_exemplars(subset, FOLDER, _HOME)
