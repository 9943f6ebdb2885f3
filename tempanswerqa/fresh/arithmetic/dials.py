"""Sets how easy or hard a question is, by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tempanswerqa.questions.draws import LEVELS

Range = tuple[int, int]
"""The smallest and the largest value, both included."""


def capped(bounds: Range, most: int) -> Range:
    """Return the bounds with an upper end of at most `most`, and a lower end still below it."""
    return min(bounds[0], most // 2), min(bounds[1], most)


class Dials(NamedTuple):
    """Hold the sizes and the numbers of the parts of a question."""

    steps: tuple[float, ...]
    """The shares that are kept of questions with 1, 2, ... steps; see `steps.kept`."""
    years: Range
    """The calendar years of the dates from which questions start."""
    spans: Mapping[str, Range]
    """The numbers of units that are added to a date, by unit; many stories cap them."""
    era_start: Range
    """The years between the turn of the eras and the start of a BC or AD question."""
    era_span: Range
    """The number of years that pass in a BC or AD question."""
    crossing: float
    """The share of BC and AD questions that cross from BC to AD."""
    age_days: Range
    age_months: Range
    age_years: Range
    first_birth: int
    """The first calendar year of birth in questions on great ages."""
    grain: int
    """The number of seconds of which clock times and durations are multiples."""
    session: Range
    """The seconds that homework takes."""
    pause: Range
    """The seconds that a break from work takes."""
    event: Range
    """The seconds that a race, a game or a call takes, if it can take so long."""
    pieces: Range
    """The number of pieces of work."""
    parts: Range
    """The number of durations that are summed or averaged."""
    leg: Range
    """The seconds of each duration that is added to a clock time."""
    nights: Range
    """The number of midnights between two clock times whose days are named."""
    every: Range
    """The number of days from one occurrence of a schedule to the next."""
    rounds: Range
    """The number of occurrences of a schedule until today."""
    meetings: Range
    """The number of days since the first day on which two schedules fell together."""
    offsets: tuple[int, ...]
    """The offsets from UTC, in minutes."""
    clock_changes: tuple[int, ...]
    """The minutes by which clocks are put forward."""
    wraps: Range
    """The number of steps from day to day in a riddle on today."""
    riddle_days: Range
    """The number of days between the day of a riddle and the day that is asked for."""


_WHOLE = tuple(60 * hours for hours in range(-11, 14))
_HALF = (-570, -210, -150, 210, 270, 330, 390, 570, 630)
_NAMED = (330, -480, -300, 0)
_QUARTER = (345, 525, 765, -285, -165, 405, 585, 675)

_LEVELS: Mapping[str, tuple[Any, Any, Any, Any]] = {
    # released, easy, medium, hard
    "steps": ((1, 0.65, 0.08, 0.05), (1, 0.4, 0.05, 0), (0.4, 0.8, 1), (0, 0.18, 1)),
    "years": ((1996, 2024), (2000, 2024), (1985, 2024), (1900, 2024)),
    "spans": (
        {"day": (10, 200), "week": (2, 30), "month": (2, 20), "year": (2, 40)},
        {"day": (5, 60), "week": (2, 12), "month": (2, 11), "year": (2, 20)},
        {"day": (30, 600), "week": (8, 60), "month": (5, 40), "year": (5, 60)},
        {"day": (300, 1200), "week": (45, 170), "month": (15, 140), "year": (15, 120)},
    ),
    "era_start": ((10, 900), (1, 200), (10, 900), (100, 2500)),
    "era_span": ((100, 1500), (5, 250), (100, 1500), (500, 3500)),
    "crossing": (0.6, 0.5, 0.65, 0.85),
    "age_days": ((200, 1500), (12, 240), (250, 3000), (3000, 30000)),
    "age_months": ((5, 28), (3, 30), (8, 70), (60, 700)),
    "age_years": ((10, 100), (3, 40), (10, 100), (20, 240)),
    "first_birth": (1880, 1880, 1880, 1750),
    "grain": (1, 10, 1, 1),
    "session": ((2 * 3600, 14 * 3600), (1200, 4 * 3600), (3600, 8 * 3600), (2 * 3600, 10 * 3600)),
    "pause": ((300, 3600), (240, 1500), (300, 3600), (1200, 3600)),
    "event": ((2700, 4 * 3600), (1800, 9000), (2700, 4 * 3600), (3600, 5 * 3600)),
    "pieces": ((8, 80), (2, 9), (6, 25), (18, 90)),
    "parts": ((2, 4), (2, 3), (3, 4), (5, 6)),
    "leg": ((1800, 14 * 3600), (600, 4 * 3600), (1800, 14 * 3600), (2 * 3600, 20 * 3600)),
    "nights": ((1, 1), (1, 1), (1, 2), (1, 6)),
    "every": ((5, 24), (5, 14), (9, 24), (17, 95)),
    "rounds": ((2, 12), (1, 5), (4, 15), (12, 60)),
    "meetings": ((0, 2), (0, 1), (0, 3), (0, 3)),
    "offsets": (
        _WHOLE + _HALF + 30 * _NAMED,
        _WHOLE + 9 * _NAMED[1:],
        _WHOLE + _HALF + 30 * _NAMED,
        _HALF + _QUARTER + _QUARTER,
    ),
    "clock_changes": ((30, 60), (60,), (30, 60, 90, 120), (15, 30, 45, 75, 90, 105)),
    "wraps": ((1, 2), (1, 1), (2, 3), (4, 5)),
    "riddle_days": ((3, 200), (3, 40), (20, 900), (400, 4000)),
}

DIALS: Mapping[str, Dials] = {
    level: Dials(**{name: own[place] for name, own in _LEVELS.items()})
    for place, level in enumerate(LEVELS)
}
