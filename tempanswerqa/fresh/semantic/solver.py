"""Solves questions from their text and the text of their facts alone, never from the label.

It works on timelines: integers whose bits of value 2**year are ones while a triple holds. A year
lies between the facts of a triple, so that each run of ones in a timeline is one fact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_

from tempanswerqa.fresh.semantic.reading import Key, read_question, timelines
from tempanswerqa.fresh.solving import ORDINALS, TALLY, step

Lines = Mapping[Key, int]
Parts = Mapping[str, str]

_PLACES = {word: place for place, word in enumerate(ORDINALS)}
_ENDING = re.compile("(?:st|nd|rd|th)$")


class _Unclear(Exception):
    """A text that does not give a single answer."""


def solve(cells: Mapping[str, str]) -> float | None:
    """Return the answer, a year or a number of years; None if the text gives no single answer."""
    asked = read_question(cells["question_wo_instruct"])
    lines = timelines(cells["instruction"])
    if asked is None or lines is None:
        return None
    name, parts = asked
    try:
        return float(_ANSWERS[name](lines, parts))
    except (_Unclear, KeyError, ValueError):
        return None


def _need(condition: object) -> None:
    if not condition:
        raise _Unclear


def _low(line: int) -> int:
    """Return the first year."""
    _need(line)
    return (line & -line).bit_length() - 1


def _high(line: int) -> int:
    """Return the last year."""
    _need(line)
    return line.bit_length() - 1


def _starts(line: int) -> int:
    return line & ~(line << 1)


def _ends(line: int) -> int:
    return line & ~(line >> 1)


def _from(line: int, year: int) -> int:
    """Return the part from a year on."""
    return line >> year << year


def _until(line: int, year: int) -> int:
    """Return the part before a year."""
    return line & ((1 << year) - 1)


def _run_at(line: int, year: int) -> int:
    """Return the run of ones around a year."""
    _need(line >> year & 1)
    first = _high(_until(_starts(line), year + 1))
    last = _low(_from(_ends(line), year))
    return _from(_until(line, last + 1), first)


def _runs(line: int) -> list[int]:
    runs = []
    while line:
        runs.append(_run_at(line, _low(line)))
        line ^= runs[-1]
    return runs


@step
def _years(run: int) -> int:
    """Return a run's last year minus its first."""
    return run.bit_count() - 1


def _line(lines: Lines, parts: Parts, mark: str = "") -> int:
    subject = parts.get("s" + mark) or parts["s"]
    return _looked_up([lines[subject, parts["r" + mark], parts["o" + mark]]])[0]


def _looked_up(found: list[int]) -> list[int]:
    """Return the timelines, and count each of their facts as a step."""
    TALLY.taken += sum(_starts(line).bit_count() for line in found)
    return found


@step
def _less(later: int, earlier: int) -> int:
    return later - earlier


def _run(lines: Lines, parts: Parts, mark: str = "", word: str = "w") -> int:
    """Return the run of the triple that the question selects."""
    runs = _runs(_line(lines, parts, mark))
    count = parts.get("n")
    _need(count is None or len(runs) == int(count))
    which = (parts.get(word + mark) or "only").removesuffix(" time")
    if which == "only":
        _need(len(runs) == 1)
        return runs[0]
    _need(len(runs) > 1)
    TALLY.taken += 1
    if which in ("longest", "shortest"):
        _need(len(runs) > 2)
        lengths = sorted(map(_years, runs), reverse=which == "longest")
        _need(lengths[0] != lengths[1])
        return next(run for run in runs if _years(run) == lengths[0])
    if which in ("last", "last-but-one", "last time but one"):
        back = 1 if which == "last" else 2
        _need(len(runs) >= back)
        return runs[-back]
    place = _PLACES[which] if which in _PLACES else int(_ENDING.sub("", which)) - 1
    _need(0 <= place < len(runs))
    return runs[place]


@step
def _around(lines: Lines, parts: Parts) -> int:
    """Return the run that a year, or the first year of another run, lies within."""
    year = int(parts["y"]) if parts.get("y") else _low(_run(lines, parts, "2"))
    run = _run_at(_line(lines, parts), year)
    _need(_low(run) < year < _high(run))
    return run


def _of_all(lines: Lines, parts: Parts) -> list[int]:
    """Return the timelines of all triples of the question, which may leave names open."""
    names = parts.get("s"), parts["r"], parts.get("o")
    found = [
        line
        for key, line in lines.items()
        if all(name in (None, own) for name, own in zip(names, key, strict=True))
    ]
    _need(found)
    return _looked_up(found)


@step
def _holder(lines: Lines, parts: Parts) -> int:
    """Return the only run of any subject that covers a year."""
    year = int(parts["y"])
    held = [line for line in _of_all(lines, parts) if line >> year & 1]
    _need(len(held) == 1)
    return _run_at(held[0], year)


@step
def _neighbour(lines: Lines, parts: Parts, after: bool) -> tuple[int, int]:
    """Return the run, and the run of another subject that begins next or ended last before."""
    run, (subject, *seat) = _run(lines, parts), (parts["s"], parts["r"], parts["o"])
    held = (line for (own, *rest), line in lines.items() if rest == seat and own != subject)
    others = _looked_up(list(held))
    edges, edge = (_starts, _high(run)) if after else (_ends, _low(run))
    found = reduce(or_, map(edges, others), 0)
    _need(not found >> edge & 1)
    year = _low(_from(found, edge)) if after else _high(_until(found, edge))
    holders = [line for line in others if edges(line) >> year & 1]
    _need(len(holders) == 1)
    return run, _run_at(holders[0], year)


def _holder_next_to(lines: Lines, parts: Parts, after: bool) -> int:
    """Return the neighbour's run, if the subject itself has no run between the two."""
    run, found = _neighbour(lines, parts, after)
    own = lines[parts["s"], parts["r"], parts["o"]]
    if after:
        _need(not _until(_from(_starts(own), _high(run) + 1), _low(found) + 1))
    else:
        _need(not _from(_until(_ends(own), _low(run)), _high(found)))
    return found


@step
def _next_start(lines: Lines, parts: Parts) -> int:
    starts = _starts(_line(lines, parts))
    year = int(parts["y"]) if parts.get("y") else _high(_run(lines, parts, "2"))
    _need(not starts >> year & 1)
    return _low(_from(starts, year))


@step
def _last_end(lines: Lines, parts: Parts) -> int:
    ends, year = _ends(_line(lines, parts)), int(parts["y"])
    _need(not ends >> year & 1)
    return _high(_until(ends, year))


def _shared(lines: Lines, parts: Parts) -> int:
    """Return the years that two timelines share; unclear if a run begins where another ends."""
    one, other = _line(lines, parts), _line(lines, parts, "2")
    TALLY.taken += 1
    _need(not _starts(one) & _ends(other) and not _ends(one) & _starts(other))
    return one & other


def _shared_length(lines: Lines, parts: Parts) -> int:
    shared = _shared(lines, parts)
    _need(shared and shared == _run_at(shared, _low(shared)))
    return _years(shared)


def _successor_gap(lines: Lines, parts: Parts) -> int:
    run, following = _neighbour(lines, parts, after=True)
    return _less(_low(following), _high(run))


def _gap(lines: Lines, parts: Parts) -> int:
    return _less(_low(_run(lines, parts, word="v")), _high(_run(lines, parts)))


def _difference(lines: Lines, parts: Parts) -> int:
    return _less(_years(_run(lines, parts)), _years(_run(lines, parts, word="v")))


@step
def _everything(lines: Lines, parts: Parts) -> int:
    return reduce(or_, _of_all(lines, parts))


def _all_years(lines: Lines, parts: Parts) -> int:
    everything = _everything(lines, parts)
    return _less(_high(everything), _low(everything))


def _total(lines: Lines, parts: Parts) -> int:
    """Return the sum of the runs' lengths, if no two runs overlap."""
    lengths = [line & ~_ends(line) for line in _of_all(lines, parts)]
    total = sum(length.bit_count() for length in lengths)
    TALLY.taken += 2 * sum(_starts(line).bit_count() for line in lengths) - 1
    _need(total == reduce(or_, lengths).bit_count())
    return total


def _from_start(edge: Callable[[int], int]) -> Callable[[Lines, Parts], int]:
    """Return a function that counts from a run's first year to the edge of another run."""
    return lambda lines, parts: _less(edge(_run(lines, parts, "2")), _low(_run(lines, parts)))


_ANSWERS: Mapping[str, Callable[[Lines, Parts], int]] = {
    "start": lambda lines, parts: _low(_run(lines, parts)),
    "end": lambda lines, parts: _high(_run(lines, parts)),
    "length": lambda lines, parts: _years(_run(lines, parts)),
    "start_around": lambda lines, parts: _low(_around(lines, parts)),
    "end_around": lambda lines, parts: _high(_around(lines, parts)),
    "length_around": lambda lines, parts: _years(_around(lines, parts)),
    "holder_start": lambda lines, parts: _low(_holder(lines, parts)),
    "holder_end": lambda lines, parts: _high(_holder(lines, parts)),
    "holder_length": lambda lines, parts: _years(_holder(lines, parts)),
    "next_start": _next_start,
    "last_end": _last_end,
    "first_of_all": lambda lines, parts: _low(_everything(lines, parts)),
    "last_of_all": lambda lines, parts: _high(_everything(lines, parts)),
    "span_of_all": _all_years,
    "successor_start": lambda lines, parts: _low(_neighbour(lines, parts, True)[1]),
    "successor_gap": _successor_gap,
    "successor_length": lambda lines, parts: _years(_holder_next_to(lines, parts, True)),
    "predecessor_end": lambda lines, parts: _high(_neighbour(lines, parts, False)[1]),
    "predecessor_length": lambda lines, parts: _years(_holder_next_to(lines, parts, False)),
    "shared_first": lambda lines, parts: _low(_shared(lines, parts)),
    "shared_last": lambda lines, parts: _high(_shared(lines, parts)),
    "shared_length": _shared_length,
    "gap": _gap,
    "whole": _all_years,
    "total": _total,
    "difference": _difference,
    "start_to_start": _from_start(_low),
    "start_to_end": _from_start(_high),
}
