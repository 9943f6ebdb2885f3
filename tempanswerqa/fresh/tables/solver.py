"""Answers questions on tables from their text alone, without the code that draws them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tempanswerqa.fresh.declared import declared
from tempanswerqa.fresh.solving import TALLY
from tempanswerqa.fresh.tables.solver_ranks import named
from tempanswerqa.fresh.tables.solver_steps import STEPS, Asked
from tempanswerqa.fresh.tables.solver_table import Point, read_table, seconds


def solve(cells: Mapping[str, str], by_year: bool = False) -> float | None:
    """Return the answer in the question's unit, read from question and table; None if they cannot
    be read. `by_year` is that of `Asked`.
    """
    unit = cells.get("answer_temporal_unit", "")
    table = read_table(cells.get("table_context", ""))
    if table is None:
        return None
    question = named(cells.get("question", ""), table)
    before, TALLY.trouble = TALLY.taken, "no pattern fits"
    for step, parts in readings(question, table.title):
        TALLY.taken = before
        try:
            answer = STEPS[step](Asked(table, unit, parts, by_year))
        except (KeyError, ValueError, IndexError, TypeError, OverflowError) as error:
            TALLY.trouble = str(error)
            continue
        if answer is not None:
            return _in_unit(answer, unit)
    return None


def _in_unit(answer: int | Point, unit: str) -> float | None:
    if unit == "date":
        return seconds(answer) if isinstance(answer, Point) and answer.day else None
    if isinstance(answer, Point):
        return float(answer.year) if unit == "date_years" else None
    return float(answer)


_UNITS = r"(?P<full>full |complete |whole )?(?P<u>years|months|days)"
_OWNER = r"(?:@'s|her|his|its|the)"
_DATE = r"(?:\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4})"
_FRAGMENTS = {
    "U": _UNITS,
    "WAY": "(?P<way>after|before|later|earlier|forward|back)",
    "LONG": "(?P<most>longest|shortest)",
    "DAY": rf"(?P<day>{_DATE}|\d{{4}})",
    "N": r"(?P<n>\d+)",
    "NTH": r"(?P<nth>\d+)(?:st|nd|rd|th)?",
    "AGE": r"(?P<age>\d+)",
    "STEP": "(?P<step>days|weeks|months|years)",
    "WHO": "(?:@|she|he|it)",
    "DID": "(?:did|was|were)",
    **{letter: rf"(?P<{letter.lower()}>.+?)" for letter in "ABCD"},
    **{f"{letter}Q": rf"(?P<{letter.lower()}>(?:did|was|were) .+?)" for letter in "AB"},
    **{f"{letter}N": rf"(?P<{letter.lower()}>{_OWNER} .+?)" for letter in "ABCD"},
    "GREEDY": r"(?P<a>.+)",
    "BGREEDY": r"(?P<b>.+)",
    "HIS": _OWNER,
}


@cache
def _patterns() -> tuple[tuple[str, re.Pattern], ...]:
    """Return the patterns; they are compiled at the first question, as this takes a while."""
    return tuple(
        (step, _pattern(one["read"]))
        for step, named in declared(Path(__file__).with_name("wordings.yaml")).items()
        for own in named.values()
        for one in own
    )


def _pattern(text: str) -> re.Pattern:
    filled = re.sub(r"\{([A-Z]+)\}", lambda found: _FRAGMENTS[found[1]], text)
    return re.compile(filled, re.IGNORECASE)


_KINDS = (
    "the (?:player|artist|scientist|politician|skier|actor|author|boxer|driver|wrestler|rider|"
    "church|station|ship|probe|mission|company|band|university|building|war|party|regiment|group|"
    "disease|holiday|planet|lighthouse|games|song|book|film|album|tour|aircraft|court|agency|"
    "stadium|emperor|athlete)"
)
"""The pattern of words in place of the entity's name."""
_BARE_POSSESSIVE = re.compile(r"@'(?!s)")
_HINT = re.compile(r" \((?:end|not|without) [^)]*\)$")


def readings(question: str, title: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each way to read the question: the name of a step, and the words of its parts.

    The table's title, or its last word, becomes `@`; if it is missing, words like `the player` do.
    """
    text = _anonymous(question, title).rstrip("? ")
    text = _HINT.sub("", text)
    for step, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            yield step, {name: part for name, part in found.groupdict().items() if part}


def _anonymous(question: str, title: str) -> str:
    names = (f"the {title}", title, title.split()[-1])
    name = next((re.escape(name) for name in names if name in question), _KINDS)
    return _BARE_POSSESSIVE.sub("@'s", re.sub(rf"\b{name}(?!\w)", "@", question))
