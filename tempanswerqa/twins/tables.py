"""Writes twins of questions on tables: all years move, and for a duration one moves further."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from tempanswerqa import paper_scoring
from tempanswerqa.answers.formats import write_line
from tempanswerqa.twins.table_solver import MONTH, POINT, point, solve
from tempanswerqa.units import UNITS

MOVES = (-56, -28, 28, 56)
"""The years by which a table may move, so that weekdays and leap years are kept."""
NOW, READ = 2025, 2022
"""The last year of a moved table, where possible, and the year of the released tables."""
_YEARS, _OF_ONE_CALENDAR = range(1501, 2100), range(1901, 2100)
"""The years of tables, and of tables with days of the week or a 29 February."""
_UNITS = (
    "m|km|cm|mm|mi|ft|lbf?|kg|t|l|cc|k?W|MW|PS|[sb]?hp|kn|rpm|tons|tonnes|yards|met[er]{2}s?|feet"
    "|miles|people|seats|votes|Guineas"
)
_YEAR = re.compile(
    rf"(?<![\d$£€])((?:1[5-9]|20)\d\d)(?:([-–/])(\d\d)(?!\d|(?<=-\d\d)-|(?<=/\d\d)/| {MONTH}))?"
    rf"(?!\d|,\d{{3}}|\.\d| ?(?:{_UNITS})\b)"
)
"""A year, which may be the first of a range such as 1998-99 or 1998/99."""
_FIXED = re.compile(r"\d{3}0s\b|\b1\d\d\?|(?<![\[,] )(?<!\[)['’]\d\d\b|\bcentur|\bdecade|\bB\.?C\b")
"""Words about years that do not move."""
_CALENDAR = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|29 Febr|Febr\w+ 29|-02-29")
"""Words that need the same calendar."""
_LASTING = re.compile(r"\(age\b|\bpresent\b|years ago")
"""Words of a table about the time since a year, or about something ongoing."""
_AMOUNT = re.compile(r"(?i)\(age|\baged?\b|anniversary|\d\s*(?:years?|yrs?|months?|weeks?|days?)\b")
_AGE_AT_DEATH = re.compile(r"\baged\b")
_MOST, _FARTHEST = 0.4, 5
"""Maximum change of a duration, as a share and in years."""


def twin(cells: Mapping[str, str], number: float, rng: random.Random) -> dict[str, str] | None:
    """Return the cells of a question's twin; None if it has none.

    `number` is the label of the question. A year or date must be in the table, or be the solver's
    answer, and moves with the table. A number of years must be the solver's answer, which is then
    also computed for the twin; other durations have no twin.
    """
    question, table = cells["question"], cells["table_context"]
    years = [int(match[1]) for match in _YEAR.finditer(f"{question}\n{table}\n{cells['label']}")]
    span = _OF_ONE_CALENDAR if _CALENDAR.search(table) else _YEARS
    moves = [move for move in MOVES if {*years, *(year + move for year in years)} <= {*span}]
    if _FIXED.search(f"{question}\n{table}") or not (years and moves and _ranges_fit(table)):
        return None
    latest = READ if _LASTING.search(table) else max(years)
    move = rng.choice([move for move in moves if latest + move <= NOW] or moves)
    moved = dict(cells, question=_moved(question, move), table_context=_moved(table, move))
    solved, unit = solve(cells), cells["answer_temporal_unit"]
    if UNITS[unit].singular == "year":
        known = solved == solve(moved) == number
        return _stretched(moved, number, READ - 1 + move, rng) if known else None
    moved["label"] = _moved(cells["label"], move)
    answer = paper_scoring.read_label(moved["label"], "ttqa", unit)
    if UNITS[unit].kind != "calendar" or answer in (None, number):
        return None
    right = solve(moved) == answer if solved == number else _stands(cells["label"], unit, table)
    return moved if right else None


def _ranges_fit(text: str) -> bool:
    """Return whether each range such as 1998-99 ends after its first year: 2010-05 may be May."""
    ranges = ((int(match[1]), match[3]) for match in _YEAR.finditer(text) if match[3])
    return all((int(last) - first) % 100 < 30 for first, last in ranges)


def _moved(text: str, move: int, only: int | None = None) -> str:
    """Return a text with all years moved, or only occurrences of one year."""

    def replaced(match: re.Match[str]) -> str:
        if only not in (None, int(match[1])):
            return match[0]
        last = f"{match[2]}{(int(match[3]) + move) % 100:02}" if match[3] else ""
        return f"{int(match[1]) + move}{last}"

    return _YEAR.sub(replaced, text)


def _stands(label: str, unit: str, table: str) -> bool:
    """Return whether the table contains the label, a year or date."""
    if UNITS[unit].parts == 1:
        return any(match[0][:4] == label for match in _YEAR.finditer(table))
    (day,) = POINT.finditer(label)
    return point(day) in {point(match) for match in POINT.finditer(table)}


def _stretched(
    cells: dict[str, str], number: float, last: int, rng: random.Random
) -> dict[str, str] | None:
    """Return the cells with all dates of one year moved, so that the duration changes.

    They move neither past nor to other years. None if that is impossible.
    """
    table, question = cells["table_context"], cells["question"]
    if _CALENDAR.search(table):
        return None
    years = {int(match[1]) for match in _YEAR.finditer(f"{table}\n{question}")}
    most = min(_FARTHEST, max(1, int(_MOST * number)))
    steps = [step for size in range(1, most + 1) for step in (-size, size)]
    choices = [(year, step) for year in _free(table) for step in steps]
    rng.shuffle(choices)
    idle = set()  # years without which the answer is the same
    for year, step in choices:
        passed = range(min(year, year + step), max(year, year + step) + 1)
        if year in idle or year + step > last or years.intersection(passed) != {year}:
            continue
        changed = dict(
            cells,
            question=_moved(question, step, only=year),
            table_context=_moved(table, step, only=year),
        )
        answer = solve(changed)
        if answer == number:
            idle.add(year)
        elif answer and abs(answer - number) == abs(step):
            return {**changed, "label": write_line(answer, cells["answer_temporal_unit"])}
    return None


def _free(table: str) -> list[int]:
    """Return the years of dates that may move: not of ranges, durations, or known ages."""
    has_age = bool(_AGE_AT_DEATH.search(table))
    years, bound, ends = set[int](), set[int](), set[int]()
    for line in table.split("\n"):
        stated = _AMOUNT.search(line) or (has_age and line.startswith(("Born", "(")))
        for match in _YEAR.finditer(line):
            (bound if stated or match[3] else years).add(int(match[1]))
            ends |= {int(match[3])} if match[3] else set()
    return sorted(year for year in years - bound if year % 100 not in ends)
