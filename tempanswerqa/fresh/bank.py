"""Fresh questions and their exemplars, ready to be asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tempanswerqa.fresh import scales
from tempanswerqa.fresh.drawing import questions as drawn
from tempanswerqa.questions import prompts, sources
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.loading import TTQA_SYSTEM_PROMPT
from tempanswerqa.questions.record import Question, from_row, question_id
from tempanswerqa.questions.subsets import SUBSETS

FOLDER = Path(__file__).parent
"""Holds `prompts/`, laid out like that of the released data."""
_HOME = sources.Home(name="fresh", url="", folder_variable="", blobs={})


def load(draw: Draw, processes: int = 1) -> list[Question]:
    """Return the questions of a draw, in order. Raises what `drawing.questions` raises.

    The id of a question says where in which draw it stands, and a digest of its content.
    """
    return list(_load(draw, processes))


def _load(draw: Draw, processes: int) -> Iterator[Question]:
    system = ""
    if SUBSETS[draw.checked().subset].family == "ttqa":
        system = (FOLDER / TTQA_SYSTEM_PROMPT).read_text(encoding="utf-8")
    by_unit = scales.frozen(draw.subset)
    for place, item in enumerate(drawn(draw, processes)):
        digest = question_id(item.cells).rpartition("-")[2]
        identity = f"fresh_{draw.subset}.{draw.level}.{draw.seed}.{place}-{digest}"
        unit_scale = by_unit[item.cells["answer_temporal_unit"]]
        yield from_row(item.cells, item.number, identity, system, unit_scale)


def load_exemplars(subset: str) -> list[prompts.Exemplar]:
    """Return the exemplars of a subset, which are the same for every draw."""
    return prompts.load_exemplars(subset, FOLDER, _HOME)
