"""The tasks as files for the harness's own `tasks/`; they do not need this package.

They read and score answers with a copy of `tempanswerqa.paper_scoring`, as `strict-match` does.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tempanswerqa import files, paper_scoring
from tempanswerqa.metrics import scale

OWN = Path(__file__)
STEPS = """\
for a pull request, add to lm_eval/tasks/README.md:
| [temporal_answer_qa](temporal_answer_qa/README.md) | Questions whose answer is a time, scored \
by how far off the answer is. | English |
and to the optional dependencies in pyproject.toml:
temporal_answer_qa = ["datefinder>=1.0,<2"]"""
"""The lines that a pull request adds outside the folder."""


def write(folder: str | Path) -> list[Path]:
    """Write the files into a folder, which is made if it is missing, and return their paths.

    Files of the same names are replaced, others stay. Where ruff is installed, it gives the Python
    files the format of the folder's repository. Raises OSError if a file cannot be written.
    """
    folder = Path(folder)
    files.check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    sources = [path for path in OWN.parent.iterdir() if path.is_file() and path.name != OWN.name]
    sources.append(Path(paper_scoring.__file__))
    written = [Path(shutil.copyfile(path, folder / path.name)) for path in sources]
    known = json.loads(Path(scale.__file__).with_name("centroids.json").read_text(encoding="utf-8"))
    asked = {name: units for name, units in known.items() if not name.startswith("Fresh")}
    (folder / "centroids.json").write_text(json.dumps(asked, indent=1) + "\n", encoding="utf-8")
    python = [path for path in written if path.suffix == ".py"]
    for command in (["check", "--fix"], ["format"]) if find_spec("ruff") else ():
        subprocess.run([sys.executable, "-m", "ruff", *command, "--quiet", *python])
    return sorted([*written, folder / "centroids.json"])
