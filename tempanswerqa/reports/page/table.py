"""Splits tables into the parts that a page shows, and writes their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.files import written_whole
from tempanswerqa.reports import tables
from tempanswerqa.reports.page.names import slug
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.text import visible

SUFFIXES = {"csv": "csv", "markdown": "md", "latex": "tex"}
"""The suffixes of a table's files, by style."""


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


def parts(table: Table) -> list[Part]:
    """Return the parts that a page shows; a table without rows has one part without rows."""
    split = [column for column in table.columns if column.key in table.by]
    others = [column for column in table.columns if column.key not in table.by]
    head, columns = others[: table.head], others[table.head :]
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in table.rows:
        groups.setdefault(tuple(str(row[key]) for key in table.by), []).append(row)
    made = []
    for values, rows in (groups or {(): []}).items():
        alike = _alike(others, rows)
        common = [(column.heading, column.shown(rows[0])) for column in alike]
        made.append(
            Part(
                "-".join((table.name, *map(slug, values))),
                dict(zip(table.by, values, strict=False)),
                visible(_title([column.shown(rows[0]) for column in split if rows])),
                [column for column in head if column not in alike] or head[:1],
                [column for column in columns if column not in alike] or columns,
                rows,
                [visible(f"{heading} {cell}") for heading, cell in common if cell not in ("", "-")],
            )
        )
    return made


def write(table: Table, folder: Path) -> None:
    """Write the files of a table, each whole or not at all; its title and text are notes."""
    keys = [key for column in table.columns for key in column.keys]
    shown = table._replace(rows=[{key: row.get(key) for key in keys} for row in table.rows])
    for style, suffix in SUFFIXES.items():
        drawn = tables.render(shown, style, [f"{table.title}. {table.reading}"])
        path = folder / f"{table.name}.{suffix}"
        with written_whole(path, encoding="utf-8", errors="backslashreplace") as file:
            file.write(drawn + "\n")


def _title(told: Sequence[str]) -> str:
    """Return words as a title, without those with which another one begins."""
    kept = (one for one in told if not any(other.startswith(f"{one},") for other in told))
    return ", ".join(kept)


def _alike(columns: Sequence[Column], rows: Sequence[Row]) -> list[Column]:
    """Return the columns that are the same in all rows; none for fewer than two rows."""
    several = len(rows) > 1
    return [c for c in columns if several and len({c.shown(row) for row in rows}) == 1]
