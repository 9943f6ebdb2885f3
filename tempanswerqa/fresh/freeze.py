"""Freezes the draws of a version: its number, the digests of its draws and the scales of errors.

`python -m tempanswerqa.fresh.freeze` in a clone writes them to `frozen.json`. If the draws
differ from the frozen ones, it first raises `VERSION` and `SEED` in `questions/draws.py`, and the
seed of the tasks. With `--same_version` it does not, for a version that no release has.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import lm_eval_tasks
from tempanswerqa.files import written_whole
from tempanswerqa.fresh.drawing import questions
from tempanswerqa.fresh.scales import FILE, SHARED
from tempanswerqa.fresh.writing import write
from tempanswerqa.metrics import scale
from tempanswerqa.metrics.scale import Scale
from tempanswerqa.questions import draws
from tempanswerqa.questions.draws import VERSION, Draw, levels

SAID = (
    Path(draws.__file__),
    Path(lm_eval_tasks.__file__).with_name("tempanswerqa") / "_fresh_yaml",
)
"""The files that state the version or its seed."""
DIGESTED = 200
"""The number of questions of a subset and level that a digest is made from."""
REFERENCE = 20_000
"""The number of questions of each subset that the scales are computed from."""


def digests() -> dict[str, list[str]]:
    """Return the digests of the draws of each subset: one for each level, in order."""
    with tempfile.TemporaryDirectory() as folder:
        return {
            subset: [
                _digest(Draw(subset, level, DIGESTED), Path(folder)) for level in levels(subset)
            ]
            for subset in SHARED
        }


def _digest(draw: Draw, folder: Path) -> str:
    path = folder / "draw.csv"
    write(draw, path)
    return hashlib.sha1(path.read_bytes(), usedforsecurity=False).hexdigest()[:12]


def compute(reference: int = REFERENCE) -> dict[str, dict[str, Scale]]:
    """Return the scales by value of `SHARED` and by unit.

    They are computed from `reference` questions of each subset.
    """
    labels: dict[str, dict[str, list[float]]] = {}
    for subset, shared in SHARED.items():
        own = labels.setdefault(shared, {})
        for item in questions(Draw(subset, n=reference)):
            own.setdefault(item.cells["answer_temporal_unit"], []).append(item.number)
    return {
        shared: {unit: scale.estimated(own[unit]) for unit in sorted(own)}
        for shared, own in labels.items()
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Freeze the draws of this code. Raises the errors of `drawing.questions`."""
    parser = argparse.ArgumentParser(description="freeze the draws of this code")
    parser.add_argument("--same_version", action="store_true", help="never raise the version")
    same_version = parser.parse_args(arguments).same_version
    found = digests()
    frozen = json.loads(FILE.read_text(encoding="utf-8"))
    if frozen["version"] == VERSION and frozen["digests"] != found and not same_version:
        _raise_version()
        subprocess.run([sys.executable, "-m", "tempanswerqa.fresh.freeze"], check=True)
        return
    made = {
        shared: {unit: one.runs for unit, one in own.items()} for shared, own in compute().items()
    }
    with written_whole(FILE) as file:
        file.write(_lines({"version": VERSION, "digests": found, "scales": made}) + "\n")
    print(f"version {VERSION} is frozen")


def _raise_version() -> None:
    """Write the next version, and its seed, to the files that state them."""
    for path in SAID:
        source = path.read_text(encoding="utf-8")
        raised = re.sub(r"(?m)(^(?:VERSION|SEED) = |\bseed: )\d+", rf"\g<1>{VERSION + 1}", source)
        with written_whole(path, encoding="utf-8") as file:
            file.write(raised)


def _lines(stated: object, depth: int = 0) -> str:
    """Return JSON in which a value at the third level, or deeper, takes one line."""
    if not isinstance(stated, dict) or depth == 3:
        return json.dumps(stated)
    indent = "\n" + " " * (depth + 1)
    inner = ",".join(
        f"{indent}{json.dumps(name)}: {_lines(own, depth + 1)}" for name, own in stated.items()
    )
    return f"{{{inner}\n{' ' * depth}}}"


if __name__ == "__main__":
    main()
