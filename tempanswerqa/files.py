"""Reads files within bounds, and writes files atomically."""

from __future__ import annotations

import csv
import glob
import gzip
import io
import os
import platform
import shutil
import uuid
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import IO, Any

from tempanswerqa import limits
from tempanswerqa.exceptions import TempAnswerError

_PACKED = b"\x1f\x8b"


class FileError(TempAnswerError, OSError):
    """A refused file: it is not regular, is damaged, or has too many bytes."""


class Bounded(io.RawIOBase):
    """The bytes of another stream; both streams are closed together.

    Raises FileError for more than `most` bytes, and for damaged or truncated compressed bytes.
    """

    def __init__(self, stream: IO[bytes] | io.BufferedIOBase, most: int) -> None:
        self._stream, self._most, self._read = stream, most, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with one read, and return the number of bytes, 0 at the end."""
        try:
            read = self._stream.read(len(buffer))
        except (EOFError, zlib.error) as error:
            raise FileError(f"{error}; is it whole? Copy it again") from error
        buffer[: len(read)] = read
        self._read += len(read)
        if self._read > self._most:
            raise FileError(f"it has more than {self._most:,} bytes")
        return len(read)

    def close(self) -> None:
        self._stream.close()
        super().close()


def opened(path: Path, most: int) -> io.BufferedReader:
    """Open a regular, untrusted file of at most `most` bytes; gzip is decompressed.

    Raises FileError for folders, pipes and devices, and OSError if the file cannot be opened.
    """
    if path.exists() and not path.is_file():
        raise FileError("it is a folder, a pipe or a device, not a regular file")
    with path.open("rb") as file:
        packed = file.read(len(_PACKED)) == _PACKED
    bounded = Bounded(gzip.GzipFile(path) if packed else path.open("rb"), most)
    return io.BufferedReader(bounded)


def content(path: Path, most: int) -> bytes:
    """Return the bytes of a file, opened with `opened`."""
    with opened(path, most) as file:
        return file.read()


def csv_rows(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the nonempty rows of a CSV file, each with the line on which it begins.

    Lines count from 1; the first shows whether `,`, `;` or a tab separates cells. Raises csv.Error,
    with the line, for unclosed quotes and quotes within quotes.
    """
    csv.field_size_limit(limits.RESPONSES_BYTES)
    first = next(lines := iter(lines), "")
    separator = max(",;\t", key=first.count)
    reader, line = csv.reader(chain([first], lines), delimiter=separator, strict=True), 1
    try:
        for cells in reader:
            if cells:
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise csv.Error(f"row {line}: {error}; double the quotes within quotes") from error


@contextmanager
def written_whole(path: Path, mode: str = "w", **options: Any) -> Iterator[IO[Any]]:
    """Open a temporary file, which replaces `path` once complete, and is removed otherwise.

    `options` are those of `open`. Partial files left by killed processes are removed. Links are
    followed, and devices and pipes are written directly. Missing folders are created. Raises what
    `check_place` raises, and OSError, which names the file, if it cannot be written.
    """
    check_place(path)
    path = path.resolve()
    part = _part(path)
    try:
        if path.exists() and not path.is_file():
            with open(path, mode, **options) as file:
                yield file
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        _running_parts(path)
        try:
            with open(part, mode.replace("w", "x"), **options) as file:
                yield file
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        if error.errno and error.filename in (None, str(part)):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


@contextmanager
def staged(folder: Path, alone: bool = False) -> Iterator[Path]:
    """Create a folder in `folder`, whose files are to be moved once all are complete.

    At the end it is removed, as are folders created for it if they are empty; those left by killed
    processes are removed at once. With `alone`, raises FileError if another process has one.
    """
    check_folder(folder)
    path = folder / "new"
    stage, made = _part(path), [each for each in (folder, *folder.parents) if not each.exists()]
    stage.mkdir(parents=True)
    try:
        for part in {*_running_parts(path)} - {stage}:
            if f"-{os.getpid()}-" in part.name:  # an earlier process had the same number
                shutil.rmtree(part, ignore_errors=True)
            elif alone:
                problem = f"another process is writing into {folder}"
                raise FileError(f"{problem}; wait for it, or remove {part}")
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        with suppress(OSError):  # one has files
            for each in made:
                each.rmdir()


def is_part(path: Path) -> bool:
    """Return whether a path is in a folder of `staged`."""
    return any(name.startswith(".new.") and name.endswith(".part") for name in path.parts)


def _part(path: Path) -> Path:
    """Return a unique name beside a path, for an incomplete file or folder.

    Files of `tempfile` would be readable only by their owner.
    """
    return path.with_name(f".{path.name}.{platform.node()}-{os.getpid()}-{uuid.uuid4().hex}.part")


def _running_parts(path: Path) -> list[Path]:
    """Return the partial files of running processes; remove those left by killed ones."""
    machine, running = glob.escape(platform.node()), []
    for part in path.parent.glob(f".{glob.escape(path.name)}.{machine}-*.part"):
        if _is_running(part.name.split("-")[-2]):
            running.append(part)
        elif part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)
    return running


def _is_running(process: str) -> bool:
    """Return whether a process of this machine may be running, by its number."""
    try:
        if os.name == "posix":  # elsewhere the call would end the process
            os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, ValueError, OverflowError):  # another user's, or not a number
        pass
    return True


def save(path: Path, pieces: Iterable[str]) -> Path:
    """Write text as `written_whole` does, and return the path; surrogates are escaped."""
    with written_whole(path, encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.writelines(pieces)
    return path


def reason(error: Exception) -> str:
    """Return the message of an error; a system error's is without its number and path."""
    if isinstance(error, KeyError):
        return f"no {error}"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8; save it as UTF-8 (in Excel as CSV UTF-8)"
    return getattr(error, "strerror", None) or str(error)


def check_folder(path: Path) -> None:
    """Raise OSError if `path` cannot be a writable folder."""
    there = next(place for place in (path, *path.absolute().parents) if place.exists())
    if not there.is_dir():
        raise NotADirectoryError(f"{path} cannot be written: {there} is a file")
    if not os.access(there, os.W_OK | os.X_OK):
        raise PermissionError(f"{path} cannot be written: no permission to write to {there}")


def check_place(path: Path) -> None:
    """Raise OSError if `path` cannot be a file: it is a folder, or its parent is not one."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} cannot be written: it is a folder")
    if path.is_file() or not path.exists():
        check_folder(path.parent)
