"""Makes the twins of a set of released questions."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from tempanswerqa import paper_scoring
from tempanswerqa.metrics.scale import Scale
from tempanswerqa.questions import loading, subsets
from tempanswerqa.questions.record import Question, from_row
from tempanswerqa.twins import arithmetic, semantic, tables

_FAMILIES = {
    "tot_arith": arithmetic.twin,
    "tot_semantic": semantic.twin,
    "ttqa_head": tables.twin,
    "ttqa_tail": tables.twin,
}


def load(name: str, data_dir: str | Path | None = None) -> list[Question]:
    """Return the twins of a set of questions, such as `twin_tot_arith`, in the questions' order.

    A twin has the id of its question after the name of the set, its group, and the same distance
    from label to centroid, so that scaled errors of both are comparable.
    """
    if (twin := subsets.twin_of(name)) is None:
        raise subsets.SubsetError(
            f"{name!r} is not a set of twins, twin_SUBSET or twin_SUBSET.SEED"
        )
    subset, seed = twin
    made = []
    for question, cells in loading.with_cells(subset, data_dir):
        rng = random.Random(f"tempanswerqa twin {seed} {question.id}")
        if changed := _FAMILIES[subset](cells, question.number, rng):
            number = paper_scoring.read_label(changed["label"], question.family, question.unit)
            assert number is not None
            identity = question.id.replace(subset, name, 1)
            scale = Scale(((number, number - question.number + question.centroid),))
            other = from_row(changed, number, identity, question.system, scale)
            made.append(replace(other, split=name, group=question.group))
    return made


def question_id(twin: str) -> str:
    """Return the id of the question from which a twin is made; other ids are unchanged."""
    name, dash, digest = twin.partition("-")
    known = subsets.twin_of(name)
    return f"{known[0]}{dash}{digest}" if known else twin
