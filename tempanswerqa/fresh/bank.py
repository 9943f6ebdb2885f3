"""Fresh questions and their exemplars, ready to be asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tempanswerqa import prompts, sources
from tempanswerqa.fresh import scales
from tempanswerqa.fresh.drawing import Draw
from tempanswerqa.fresh.drawing import questions as drawn
from tempanswerqa.fresh.item import LEVELS
from tempanswerqa.questions import SUBSETS, TTQA_SYSTEM_PROMPT, Question, from_row, question_id

FOLDER = Path(__file__).parent
"""Holds `prompts/`, laid out like that of the released data."""
_HOME = sources.Home(name="fresh", url="", folder_variable="", blobs={})
_IDENTITY = re.compile(
    rf"fresh_(?P<subset>{'|'.join(SUBSETS)})\.(?P<level>{'|'.join(LEVELS)})"
    r"\.(?P<seed>[0-9]{1,19})\.(?P<place>[0-9]{1,6})-[0-9a-f]{12}"
)


def load(draw: Draw, processes: int = 1) -> list[Question]:
    """The questions of a draw, in order. Raises what `drawing.questions` raises.

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
    """The exemplars of a subset, which are the same for every draw."""
    return prompts.load_exemplars(subset, FOLDER, _HOME)


def draw_of(identity: str) -> Draw | None:
    """The smallest draw that holds the question of an id; None for an id of other questions."""
    if not identity.startswith("fresh_"):  # asked of every saved response
        return None
    found = _IDENTITY.fullmatch(identity)
    if not found:
        return None
    return Draw(found["subset"], found["level"], int(found["place"]) + 1, int(found["seed"]))
