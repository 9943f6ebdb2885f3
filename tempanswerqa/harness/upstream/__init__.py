"""The zero-shot tasks as files for the harness's own `tasks/`; they do not need this package.

`utils.py` reads and scores answers as `strict-match` does, in one file.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tempanswerqa import files
from tempanswerqa.metrics import scale

OWN = Path(__file__)


def write(folder: str | Path) -> list[Path]:
    """Write the files into a folder, which is made if it is missing, and return their paths.

    Files of the same names are replaced, others stay. Raises OSError if a file cannot be written.
    """
    folder = Path(folder)
    files.check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    sources = (path for path in OWN.parent.iterdir() if path.is_file() and path.name != OWN.name)
    written = [Path(shutil.copyfile(path, folder / path.name)) for path in sources]
    known = json.loads(Path(scale.__file__).with_name("centroids.json").read_text(encoding="utf-8"))
    asked = {name: units for name, units in known.items() if not name.startswith("Fresh")}
    (folder / "centroids.json").write_text(json.dumps(asked, indent=1) + "\n", encoding="utf-8")
    return sorted([*written, folder / "centroids.json"])
