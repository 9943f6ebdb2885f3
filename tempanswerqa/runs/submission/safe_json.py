"""Reads JSON from anyone within limits: packed or not, and only plain JSON."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from io import StringIO
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed does not list it
from pathlib import Path
from typing import Any

from tempanswerqa import files
from tempanswerqa.runs.submission import SubmissionError

LARGEST = 1 << 28
"""The largest number of bytes of a file, unpacked: responses of 16,384 tokens to each released
question fit."""

RESPONSE = 1_000_000
"""The largest number of bytes of a response, and of any text, in UTF-8."""

OUTSIDE = 1 << 22
"""The largest number of characters outside of texts; each may take twenty bytes of memory."""

TEXTS = 1_000_000
"""The largest number of texts in a file, with the names of fields."""

DIGITS = 40
"""The largest number of characters of a number; bundles have none with more."""

_ESCAPED = 6  # characters of JSON that a byte of UTF-8 takes at most: \u0000


def load(path: Path) -> Any:
    """Return the content of a JSON file, which may be packed by gzip.

    Raises SubmissionError for a file that cannot be read, that exceeds a limit of this module or of
    `files`, or that has NaN, infinite numbers or an object with a key twice.
    """
    try:
        return _parsed(*_texts(files.content(path, LARGEST).decode("latin-1")))
    except RecursionError as error:
        raise SubmissionError(f"{path}: is nested too deeply to be a submission") from error
    except OSError as error:
        raise SubmissionError(
            f"{path}: cannot be read: {error}; name a whole file that `tempanswerqa pack` wrote"
        ) from error
    except ValueError as error:
        raise SubmissionError(
            f"{path}: is not a whole submission: {error}; name a file that `tempanswerqa "
            "pack` wrote"
        ) from error


def _parsed(texts: Sequence[str], skeleton: str) -> Any:
    """Return the content of JSON that has in place of each text its position in `texts`."""

    def text_of(value: Any) -> Any:
        if isinstance(value, list):
            value[:] = map(text_of, value)
        return texts[int(value)] if isinstance(value, str) else value

    def record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = {text_of(name): text_of(value) for name, value in pairs}
        if len(found) < len(pairs):
            raise ValueError("has an object with a key twice")
        return found

    return text_of(
        json.loads(
            skeleton,
            object_pairs_hook=record,
            parse_int=_whole,
            parse_float=_real,
            parse_constant=_constant,
        )
    )


def _texts(json_text: str) -> tuple[list[str], str]:
    """Return a list of the texts in JSON, and the JSON with their positions in this list instead.

    Each character of `json_text` is a byte of UTF-8. Texts are decoded one by one, as one wide
    character would widen the whole. Raises ValueError for a limit that is exceeded.
    """
    texts: list[str] = []
    skeleton = StringIO()
    width = outside = end = 0
    while (start := json_text.find('"', end)) >= 0:
        outside += start - end
        _check(outside <= OUTSIDE, f"{OUTSIDE:,} characters outside of texts")
        _check(len(texts) < TEXTS, f"{TEXTS:,} texts")
        skeleton.write(f'{json_text[end:start]}"{len(texts)}"')
        _, end = scanstring(json_text, start + 1)
        _check(end - start <= _ESCAPED * RESPONSE + 2, f"{RESPONSE:,} bytes in a text")
        text, _ = scanstring(json_text[start:end].encode("latin-1").decode("utf-8"), 1)
        width += sys.getsizeof(text)
        _check(width <= files.WIDEST, f"{files.WIDEST:,} bytes of texts in memory")
        texts.append(text)
    _check(outside + len(json_text) - end <= OUTSIDE, f"{OUTSIDE:,} characters outside of texts")
    return texts, skeleton.getvalue() + json_text[end:]


def _check(within: bool, bound: str) -> None:
    if not within:
        raise ValueError(f"has more than {bound}")


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
