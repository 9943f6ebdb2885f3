"""JSON that a stranger wrote, read within bounds: packed or not, and only where it is plain."""

from __future__ import annotations

import gzip
import io
import json
import math
import zlib
from json.decoder import scanstring
from pathlib import Path
from typing import Any

from tempanswerqa.runs.submission import SubmissionError

LARGEST = 1 << 28
"""Bytes of a file, unpacked: room for 16,384 tokens of each released question's response."""

OUTSIDE = 1 << 22
"""Characters outside of texts: an empty list takes three there, and twenty times that in memory."""

DIGITS = 40
"""Characters of a number; none that is written here has more."""

_PACKED = b"\x1f\x8b"


def load(path: Path) -> Any:
    """Return what a JSON file holds, also one that is packed by gzip.

    Raises SubmissionError for a file that cannot be read, that is larger than `LARGEST`, and for
    what plain JSON does not have or says two ways: NaN, numbers without bounds, a key twice.
    """
    try:
        text = _bytes(path).decode("utf-8")
        _check_bulk(text)
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_real,
            parse_constant=_constant,
        )
    except RecursionError as error:
        raise SubmissionError(f"{path}: is nested too deeply to be a submission") from error
    except (OSError, EOFError, zlib.error) as error:
        raise SubmissionError(
            f"{path}: cannot be read: {error}; name a whole file that `tempanswerqa pack` wrote"
        ) from error
    except ValueError as error:
        raise SubmissionError(
            f"{path}: {error}; it has to be as `tempanswerqa pack` wrote it: get it again"
        ) from error


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        found = file.read(LARGEST + 1)
    if found.startswith(_PACKED):
        with gzip.GzipFile(fileobj=io.BytesIO(found)) as unpacked:
            found = unpacked.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise ValueError(f"has more than {LARGEST:,} bytes")
    return found


def _check_bulk(text: str) -> None:
    """Raise ValueError where parsing would take memory out of all proportion to the text."""
    outside = end = 0
    while (start := text.find('"', end)) >= 0 and outside <= OUTSIDE:
        outside += start - end
        _, end = scanstring(text, start + 1)
    if outside + (len(text) - end if start < 0 else 0) > OUTSIDE:
        raise ValueError(f"has more than {OUTSIDE:,} characters outside of texts")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("has an object with a key twice")
    return found


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise ValueError(f"has a number of {len(digits)} digits")
    return int(digits)


def _real(digits: str) -> float:
    if len(digits) > DIGITS or math.isinf(number := float(digits)):
        raise ValueError(f"has the number {digits[:DIGITS]}, which is too long or too large")
    return number


def _constant(name: str) -> float:
    raise ValueError(f"has {name}, which JSON does not have")
