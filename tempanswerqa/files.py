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
    the same file, and it is not made by `tempfile`, whose files nobody else may read. A link is
    followed, and a device or pipe is written to as it is. Raises what `check_place` raises, and
    OSError where the folder cannot be written.
    """
    check_place(path)
    path = path.resolve()
    if path.exists() and not path.is_file():
        with open(path, mode, **options) as file:
            yield file
        return
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        with open(part, mode.replace("w", "x"), **options) as file:
            yield file
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def check_folder(path: Path) -> None:
    """Raise OSError where no folder can be filled at `path`: a file is there, or no permission."""
    there = next(place for place in (path, *path.absolute().parents) if place.exists())
    if not there.is_dir():
        raise NotADirectoryError(f"{path} cannot be a folder of results: {there} is a file")
    if not os.access(there, os.W_OK | os.X_OK):
        raise PermissionError(f"{path} cannot be written: no permission to write to {there}")


def check_place(path: Path) -> None:
    """Raise OSError where no file can be at `path`: its folder is missing, or it is a folder."""
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.is_dir():
        raise IsADirectoryError(f"{path} cannot be written: it is a folder")
