"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any


@contextmanager
def written_whole(path: Path, mode: str = "w", **options: Any) -> Iterator[IO]:
    """Open a part beside `path`, which takes its place when all was written, and else goes.

    `options` are those of `open`. The part's name is unique, as other processes may be writing
    the same file, and it is not made by `tempfile`, whose files nobody else may read. Raises
    OSError where the folder is missing or cannot be written.
    """
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        with open(part, mode.replace("w", "x"), **options) as file:
            yield file
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
