"""Questions of our own in the columns of Test of Time."""

import json
from pathlib import Path

_ALL = json.loads(Path(__file__).with_name("tot_questions.json").read_text(encoding="utf-8"))
ARITHMETIC = _ALL["arithmetic"]
"""Questions of every type, with answers of several kinds; the last two are the same."""
SEMANTIC = _ALL["semantic"]
"""The first three are about the same facts, in whatever order; the last has no prompt."""


def write(folder: Path) -> Path:
    """Write all sets into the folder, as JSON, and return it."""
    sets = {"tot_arithmetic": ARITHMETIC, "tot_semantic": SEMANTIC, "tot_semantic_large": SEMANTIC}
    for name, rows in sets.items():
        (folder / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder
