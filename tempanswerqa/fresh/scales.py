"""Loads the frozen scales of errors on fresh questions, the same for all levels.

As in `metrics.scale`, the labels of a unit are clustered within Test of Time arithmetic, within
semantic, and within head and tail of TempTabQA together. `benchmarks/freeze.py` computes them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from tempanswerqa.metrics.scale import Scale

FILE = Path(__file__).with_name("scales.json")
SHARED = {"tot_arith": "tot_arith", "tot_semantic": "tot_semantic"}
SHARED |= dict.fromkeys(("ttqa_head", "ttqa_tail"), "ttqa")


@cache
def frozen(subset: str) -> dict[str, Scale]:
    """Return the scale of each unit of a subset (a key of `SHARED`)."""
    stated = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        unit: Scale(tuple((last, centroid) for last, centroid in runs))
        for unit, runs in stated[SHARED[subset]].items()
    }
