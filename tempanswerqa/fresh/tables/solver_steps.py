"""Computes the answers that questions ask for, from the words that name their parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from tempanswerqa.fresh.solving import day_number, from_day_number, step
from tempanswerqa.fresh.tables import solver_table as tables
from tempanswerqa.fresh.tables.solver_table import POINT, Point, ReadTable, point

Answer = int | Point | None
_BACK = frozenset(("before", "earlier", "back"))


class Asked(NamedTuple):
    """A question as it was read."""

    table: ReadTable
    unit: str
    parts: dict[str, str]
    by_year: bool = False
    """True if years count as the difference of years where the dates do not settle their number."""

    @step
    def at(self, part: str) -> Point:
        """Return the date that a part names; ValueError if it names none, or several."""
        found = tables.point_of(self.table, self.parts[part])
        if found is None:
            raise ValueError(f"no date for {tables.tied(self.table, self.parts[part])}")
        return found

    @step
    def span(self, part: str) -> tuple[Point, Point]:
        found = tables.span_of(self.table, self.parts[part])
        if found is None:
            raise ValueError(f"no span for {tables.tied(self.table, self.parts[part])}")
        return found

    @step
    def years(self, part: str) -> list[int]:
        """Return the years of the list that a part names, ascending."""
        return tables.years_of(self.table, self.parts[part])

    @property
    @step
    def birth(self) -> Point:
        found = tables.point_of(self.table, "born")
        if found is None:
            raise ValueError("no birth")
        return found

    def day(self) -> Point:
        """Return the day that the question states."""
        found = POINT.fullmatch(self.parts["day"])
        if found is None:
            raise ValueError("no day")
        return point(found)

    @step
    def between(self, first: Point, last: Point) -> int:
        if first > last:
            raise ValueError("the parts are out of order")
        count = tables.between(first, last, self.unit, "full" in self.parts)
        if count is None and self.unit == "years":
            count = self.difference(first, last)
        if count is None:
            raise ValueError("the dates do not settle it")
        return count

    def difference(self, first: Point, last: Point) -> int | None:
        """Return the difference of the years if years count `by_year` and no dates refute it."""
        refuted = first.month and last.month and last[1:] < first[1:]
        return last.year - first.year if self.by_year and not refuted else None

    def signed(self, number: int) -> int:
        return -number if self.parts["way"].lower() in _BACK else number


def _point_of(number: int) -> Point:
    return Point(*from_day_number(number))


@step
def _months_on(date: Point, months: int) -> Point:
    return tables.months_on(date, months) if date.month else Point(date.year + months // 12)


@step
def _less(later: int, earlier: int) -> int:
    return later - earlier


@step
def _plus(one: int, other: int) -> int:
    return one + other


@step
def _halved(total: int) -> tuple[int, int]:
    return divmod(total, 2)


def _gap(asked: Asked, first: str = "a", last: str = "b") -> int:
    return asked.between(asked.at(first), asked.at(last))


def _length(asked: Asked, part: str = "a") -> int:
    return asked.between(*asked.span(part))


def _birthday(asked: Asked, part: str) -> Point:
    return _months_on(asked.birth, 12 * int(asked.parts[part]))


def _anniversary(asked: Asked) -> Point:
    return _months_on(asked.at("a"), 12 * int(asked.parts["nth"]))


@step
def _full_years(asked: Asked, last: Point) -> Answer:
    first = asked.birth
    count = tables.between(first, last, "years", full=True)
    return asked.difference(first, last) if count is None else count


@step
def _stated(asked: Asked) -> Answer:
    wanted = tables.stems(asked.parts["a"])
    found = [number for words, number, unit in asked.table.amounts
             if unit == asked.unit and wanted <= words]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _to_year_end(asked: Asked) -> Answer:
    date = asked.at("a")
    return asked.between(date, Point(date.year, 12, 31))


def _from_year_start(asked: Asked) -> Answer:
    date = asked.at("a")
    return asked.between(Point(date.year, 1, 1), date)


def _longest_wait(asked: Asked) -> Answer:
    years = asked.years("a")
    return max(_less(later, earlier) for earlier, later in pairwise(years))


@step
def _most_often(asked: Asked) -> Answer:
    """Return the year that most entries have; None if several do."""
    wanted = tables.stems(asked.parts["a"])
    counted = Counter(year for entry in asked.table.entries if wanted <= entry.words
                      for year in {point.year for point in entry.points})  # fmt: skip
    years = [year for year, count in counted.items() if count == max(counted.values())]
    return Point(years[0]) if len(years) == 1 else None


def _next_time(asked: Asked) -> Answer:
    years = asked.years("a")
    year = int(asked.parts["n"])
    return _less(years[years.index(year) + 1], year)


def _extreme(asked: Asked) -> Answer:
    spans = tables.group_of(asked.table, asked.parts.get("b", asked.parts["a"]))
    choose = max if asked.parts["most"].lower() == "longest" else min
    return tables.end_of(choose(spans, key=_size), asked.parts["a"])


@step
def _size(span: tuple[Point, Point]) -> int:
    first, last = span
    if first.day and last.day:
        return day_number(last) - day_number(first)
    return (last.year - first.year) * 366


def _halfway(asked: Asked) -> Answer:
    first, last = asked.at("a"), asked.at("b")
    if asked.unit == "date_years":
        year, odd = _halved(_plus(first.year, last.year))
        return None if odd else Point(year)
    day, odd = _halved(_plus(day_number(first), day_number(last)))
    return None if odd else _point_of(day)


def _shifted(asked: Asked) -> Answer:
    date, number, unit = asked.at("a"), asked.signed(int(asked.parts["n"])), asked.parts["step"]
    if unit in ("years", "months"):
        return _months_on(date, number * (12 if unit == "years" else 1))
    return _point_of(_plus(day_number(date), number * (7 if unit == "weeks" else 1)))


STEPS: dict[str, Callable[[Asked], Answer]] = {
    "gap": _gap,
    "gap_total": lambda asked: _plus(_gap(asked), _gap(asked, "c", "d")),
    "gap_longer": lambda asked: _less(_gap(asked), _gap(asked, "c", "d")),
    "calendar_gap": lambda asked: _less(asked.at("b").year, asked.at("a").year),
    "length": _length,
    "total": lambda asked: _plus(_length(asked), _length(asked, "b")),
    "longer": lambda asked: _less(_length(asked), _length(asked, "b")),
    "age": lambda asked: _full_years(asked, asked.at("a")),
    "age_on": lambda asked: _full_years(asked, asked.day()),
    "age_turned": lambda asked: _less(asked.at("a").year, asked.birth.year),
    "age_in": lambda asked: _less(asked.day().year, asked.birth.year),
    "stated": _stated,
    "to_birthday": lambda asked: asked.between(asked.at("a"), _birthday(asked, "nth")),
    "from_birthday": lambda asked: asked.between(_birthday(asked, "nth"), asked.at("a")),
    "to_anniversary": lambda asked: asked.between(asked.at("b"), _anniversary(asked)),
    "to_day": lambda asked: asked.between(asked.at("a"), asked.day()),
    "from_day": lambda asked: asked.between(asked.day(), asked.at("a")),
    "to_year_end": _to_year_end,
    "from_year_start": _from_year_start,
    "longest_wait": _longest_wait,
    "most_often": _most_often,
    "next_time": _next_time,
    "turned": lambda asked: _birthday(asked, "age"),
    "anniversary": _anniversary,
    "extreme": _extreme,
    "halfway": _halfway,
    "shifted": _shifted,
    "point": lambda asked: asked.at("a"),
}
