"""The strata of the family: question type, unit and answer format, with their shares."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from tempanswerqa.answers import formats


class Stratum(NamedTuple):
    """Questions of one type, unit and answer format."""

    question_type: str
    unit: str
    answer_format: str
    weight: int
    """Its share of the family, in parts of the sum of all weights."""


ADDED_DATE = Stratum("add_subtract", "date", '"mm/dd/yyyy"', 166)
ADDED_ERA = Stratum("add_subtract", "years", "<year> <era>", 50)
ADDED_YEAR = Stratum("add_subtract", "years", '"mm/dd/yyyy"', 34)
AGE_DAYS = Stratum("duration", "days", "<num_days>", 100)
AGE_MONTHS = Stratum("duration", "months", "<num_months>", 50)
CLOCK_SPAN = Stratum("duration", "seconds", formats.HOURS_SECONDS, 50)
RATE = Stratum("multi_op", "seconds", 'X, "Y": Y, "Z": Z', 100)
PROPORTION = Stratum("multi_op", "seconds", 'H, "M": M, "S": S', 77)
MACHINE = Stratum("multi_op", "seconds", 'A, "B": B, "C": C', 50)
AVERAGE = Stratum("multi_op", "seconds", 'Hours, "M": Minutes, "S": Seconds', 23)
LEGS = Stratum("multi_op", "seconds", "'-x/same_day/+x', 'time': 'HH:MM:SS' ", 49)
SCHEDULE = Stratum("multi_op", "date", '"<date>"', 50)
ZONE_CLOCK = Stratum("timezone", "seconds", '"same_day/+x/-x", "time": "HH:MM:SS"', 50)
ZONE_LANDING = Stratum("timezone", "minutes", '"date/same_day/+x/-x", "time": "HH:MM"', 23)
ZONE_GAP = Stratum("timezone", "minutes", formats.HOURS_MINUTES, 15)
ZONE_FLIGHT = Stratum(
    "timezone",
    "seconds",
    formats.DAYS_SECONDS,
    12,
)
RIDDLE = Stratum("trick", "date", '"yyyy-mm-dd"', 100)
DISTRACTED = Stratum("trick", "date", '"<answer>"', 12)
TRICK_AGE = Stratum("trick", "years", "<your_answer>", 5)

STRATA = (
    *(ADDED_DATE, ADDED_ERA, ADDED_YEAR, AGE_DAYS, AGE_MONTHS, CLOCK_SPAN),
    *(RATE, PROPORTION, MACHINE, AVERAGE, LEGS, SCHEDULE),
    *(ZONE_CLOCK, ZONE_LANDING, ZONE_GAP, ZONE_FLIGHT, RIDDLE, DISTRACTED, TRICK_AGE),
)
_ENDS = tuple(accumulate(stratum.weight for stratum in STRATA))


def chosen(pick: float) -> Stratum:
    """Return the stratum at a number in [0, 1), each taking up its share."""
    return STRATA[bisect_right(_ENDS, pick * _ENDS[-1])]
