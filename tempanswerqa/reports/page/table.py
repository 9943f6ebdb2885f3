"""Holds the tables of pages, and writes them as CSV, Markdown, LaTeX and cells of a page."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tempanswerqa import text
from tempanswerqa.files import written_whole
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.reports import latex, tables
from tempanswerqa.reports.page.names import slug

SUFFIXES = {"csv": "csv", "markdown": "md", "latex": "tex"}
"""The suffix of a table's file, by style."""

Row = Mapping[str, Any]
One = TypeVar("One")


class Column(NamedTuple):
    """Hold the key of a column in the rows, its heading, and the form of its numbers."""

    key: str
    heading: str
    factor: float = 1
    digits: int | None = None
    """The number of decimals; None for a column of text."""
    interval: bool = False
    """True if the ends of an interval, `<key>_low` and `<key>_high`, stand beside the number."""
    ends_alone: bool = False
    """True if these ends are shown without the number, as `1–3`."""
    words: Mapping[str, str] = {}
    """The words for texts of the column, such as the headings of metrics; other texts stay."""
    deviation: bool = False
    """True if the standard deviation `<key>_std` stands beside the number."""

    @classmethod
    def of(cls, metric: Metric, interval: bool = False, deviation: bool = False) -> Column:
        """Return the column of a metric."""
        shown = metric.name, metric.heading, metric.factor, metric.digits
        return cls(*shown, interval=interval, deviation=deviation)

    @classmethod
    def of_ranks(cls, metric: Metric) -> Column:
        """Return the column of the ranks by a metric."""
        return cls(metric.name, metric.heading, digits=0, interval=True, ends_alone=True)

    @classmethod
    def of_names(cls, key: str, heading: str) -> Column:
        """Return a column of metrics, which shows their headings."""
        headings = {metric.name: metric.heading for metric in METRICS.values()}
        return cls(key, heading, words=headings)

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of all numbers in the column."""
        ends = ("_low", "_high") * self.interval + ("_std",) * self.deviation
        return (self.key, *(self.key + end for end in ends))

    def shown(self, row: Row) -> str:
        """Return the cell as text; `-` where it is None or NaN."""
        if self.digits is None:
            cell = str(row[self.key])
            return text.visible(self.words.get(cell, cell))
        value, interval = self.parts(row)
        return f"{value} {interval}".rstrip()

    def parts(self, row: Row) -> tuple[str, str]:
        """Return the number of a cell, and its interval or deviation, which may be empty."""
        digits = self.digits or 0
        value, *ends = (text.shown(row[key], self.factor, digits) for key in self.keys)
        if self.ends_alone:
            return "–".join(dict.fromkeys(ends)), ""
        if not ends or ends[0] == "-":
            return value, ""
        return value, f"± {ends[0]}" if self.deviation else f"[{ends[0]}, {ends[1]}]"

    def order(self, row: Row) -> str:
        """Return the text that a page sorts by: a number in full, empty if it is missing, or the
        words of the cell.
        """
        value = row[self.key]
        if self.digits is None:
            return self.shown(row)
        return "" if value is None or math.isnan(value) else repr(float(value))


class Part(NamedTuple):
    """Hold rows of a table that a page shows under a heading, without the columns in which all of
    them are the same.
    """

    name: str
    """The name of the table with the values of `of`; an id of the page."""
    of: Mapping[str, str]
    """The common values of the rows in the columns of `Table.by`, by key."""
    title: str
    """These values in words; empty if the table is not split."""
    head: Sequence[Column]
    """The columns that name a row."""
    columns: Sequence[Column]
    rows: Sequence[Row]
    same: Sequence[str]
    """The heading and value of each column that is the same in all rows, such as `n 1016`."""

    @property
    def heading(self) -> str:
        """Return the heading of the names of rows."""
        return ", ".join(column.heading for column in self.head if column.heading)

    def row_name(self, row: Row) -> str:
        """Return the name of a row."""
        return ", ".join(filter(None, (column.shown(row) for column in self.head)))


class Table(NamedTuple):
    """Hold a table and its texts."""

    name: str
    """The name of its files, without suffix."""
    title: str
    reading: str
    """The text that explains how to read the table."""
    columns: Sequence[Column]
    rows: Sequence[Row]
    styles: Sequence[str] = tuple(SUFFIXES)
    """The styles in which the table is written."""
    by: Sequence[str] = ()
    """The keys of the columns by which a page splits the table; a file has all rows."""
    head: int = 1
    """The number of its other columns that name a row."""

    def parts(self) -> list[Part]:
        """Return the parts that a page shows; a table without rows has one part without rows."""
        groups: dict[tuple[str, ...], list[Row]] = {}
        for row in self.rows:
            groups.setdefault(tuple(str(row[key]) for key in self.by), []).append(row)
        return [self._part(of, rows) for of, rows in groups.items()] or [self._part((), [])]

    def _part(self, of: tuple[str, ...], rows: Sequence[Row]) -> Part:
        split = [column for column in self.columns if column.key in self.by]
        others = [column for column in self.columns if column.key not in self.by]
        head, columns = others[: self.head], others[self.head :]
        alike = _alike(others, rows)
        return Part(
            "-".join((self.name, *map(slug, of))),
            dict(zip(self.by, of, strict=False)),
            _title([column.shown(rows[0]) for column in split if rows]),
            [column for column in head if column not in alike] or head[:1],
            [column for column in columns if column not in alike] or columns,
            rows,
            [
                f"{column.heading} {column.shown(rows[0])}"
                for column in alike
                if column.shown(rows[0]) not in ("", "-")
            ],
        )

    def render(self, style: str) -> str:
        """Return the table in one of `SUFFIXES`; numbers are in full in CSV, else rounded.

        LaTeX has a float for each part, `title` and `reading` in comments, and the best score of
        rows that may be compared (`is_ranked`) in bold; Markdown has them as text below.
        """
        if style == "csv":
            keys = [key for column in self.columns for key in column.keys]
            return tables.records(self.rows, style, keys)
        notes = [f"{self.title}. {self.reading}"]
        if style == "latex":
            drawn = "\n\n".join(self._float(part) for part in self.parts())
            return tables.annotated(drawn, notes, style)
        return self.noted(notes, style)

    def noted(self, notes: Sequence[str], style: str) -> str:
        """Return all rows as they are shown, with notes, in one of `tables.GRIDS`."""
        headings = [column.heading for column in self.columns]
        cells = ([column.shown(row) for column in self.columns] for row in self.rows)
        return tables.noted(headings, cells, notes, style)

    def _float(self, part: Part) -> str:
        columns = [*part.head, *part.columns]
        cells = [[column.shown(row) for column in columns] for row in part.rows]
        scored = [(METRICS.get(c.key), [row[c.key] for row in part.rows]) for c in columns]
        best = tables.best(scored, [row.get("is_ranked") or None for row in part.rows])
        drawn = latex.tabular([column.heading for column in columns], cells, best)
        title = f"{self.title}: {part.title}" if part.title else self.title
        same = f" In all rows: {'; '.join(part.same)}." if part.same else ""
        return latex.floating(drawn, f"{title}.{same}", part.name)

    def write(self, folder: Path) -> None:
        """Write the table in its styles, each file whole or not at all."""
        for style in self.styles:
            path = folder / f"{self.name}.{SUFFIXES[style]}"
            with written_whole(path, encoding="utf-8", errors="backslashreplace") as file:
                file.write(self.render(style) + "\n")


def _title(told: Sequence[str]) -> str:
    """Return words as a title, without those with which another one begins."""
    kept = (one for one in told if not any(other.startswith(f"{one},") for other in told))
    return ", ".join(kept)


def _alike(columns: Sequence[Column], rows: Sequence[Row]) -> list[Column]:
    """Return the columns that are the same in all rows; none for fewer than two rows."""
    several = len(rows) > 1
    return [c for c in columns if several and len({c.shown(row) for row in rows}) == 1]


def ordered(rows: Sequence[One], by: Callable[[One], float | None], high: bool) -> list[One]:
    """Return the rows from best to worst by the number `by`, those without a number last."""

    def key(row: One) -> tuple[bool, float]:
        number = by(row)
        if number is None or math.isnan(number):
            return True, 0.0
        return False, -number if high else number

    return sorted(rows, key=key)
