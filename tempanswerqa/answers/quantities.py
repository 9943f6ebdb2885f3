"""Reads an answer that a filter found as a number in the unit of its question."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from tempanswerqa import paper_scoring
from tempanswerqa.answers.flexible.periods import read_period
from tempanswerqa.answers.result import Period
from tempanswerqa.paper_scoring import EPOCH, LARGEST
from tempanswerqa.units import UNITS

_PLAIN = re.compile(r"(\d{4}-\d\d-\d\d)|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", re.ASCII)


def read(answer: str | dict[str, Any], family: str, unit: str) -> float | Period | None:
    """Read an extracted answer: `read_plain`, else `paper_scoring.read_object` for `tot` and
    `paper_scoring.read_line` for `ttqa`, where an object is None.

    For `when`, a period in the form of the unit.
    """
    if UNITS[unit].kind == "period":
        is_asked = isinstance(answer, str) and UNITS[unit].form.fullmatch(answer)
        return read_period(str(answer)) if is_asked else None
    if isinstance(answer, str) and (plain := read_plain(answer, unit)) is not None:
        return plain
    if family == "tot":
        return paper_scoring.read_object(answer, unit)
    return paper_scoring.read_line(answer, unit) if isinstance(answer, str) else None


def read_plain(text: str, unit: str) -> float | None:
    """Read the plain notation: a number in `unit`, such as -44 or 2.5, or a date: 2001-03-31.

    None for anything else. Strict answers in this notation have the same meaning.
    """
    match = _PLAIN.fullmatch(text)
    if match is None or bool(match[1]) is not (unit == "date"):
        return None
    if not match[1]:
        number = float(text)
        return number if abs(number) <= LARGEST else None
    try:
        return (datetime.fromisoformat(text) - EPOCH).total_seconds()
    except ValueError:
        return None
