"""Freezes the draws of this code: digests of them, and the scales of errors.

    python benchmarks/freeze.py

The digests go to tests/fresh/frozen.json, where a test compares them with the draws, and the scales
to tempanswerqa/fresh/scales.json.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path

from tempanswerqa.fresh.bank import SCALES, SHARED, write
from tempanswerqa.fresh.drawing import questions
from tempanswerqa.metrics import scale
from tempanswerqa.metrics.scale import Scale
from tempanswerqa.questions.draws import Draw, levels

DIGESTS = Path(__file__).parents[1] / "tests/fresh/frozen.json"
DIGESTED = 200
"""The number of questions of a subset and level that a digest is made from."""
REFERENCE = 20_000
"""The number of questions of each subset that the scales are computed from."""


def digests() -> dict[str, dict[str, str]]:
    """Return the digests of the draws of each subset, by level."""
    found: dict[str, dict[str, str]] = {subset: {} for subset in SHARED}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "draw.csv"
        for subset, own in found.items():
            for level in levels(subset):
                write(Draw(subset, level, DIGESTED), path)
                digest = hashlib.sha1(path.read_bytes(), usedforsecurity=False)
                own[level] = digest.hexdigest()[:12]
    return found


def compute() -> dict[str, dict[str, Scale]]:
    """Return the scales by value of `SHARED` and by unit.

    They are computed from `REFERENCE` questions of each subset.
    """
    labels: dict[str, dict[str, list[float]]] = {shared: {} for shared in SHARED.values()}
    for subset, shared in SHARED.items():
        for item in questions(Draw(subset, n=REFERENCE)):
            unit = item.cells["answer_temporal_unit"]
            labels[shared].setdefault(unit, []).append(item.number)
    return {
        shared: {unit: scale.estimated(own[unit]) for unit in sorted(own)}
        for shared, own in labels.items()
    }


def main() -> None:
    """Write both files. Raises the errors of `drawing.questions`."""
    DIGESTS.write_text(json.dumps(digests(), indent=1) + "\n")
    made = {
        shared: {unit: one.runs for unit, one in own.items()} for shared, own in compute().items()
    }
    SCALES.write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main()
