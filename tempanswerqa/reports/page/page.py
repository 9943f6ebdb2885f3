"""Writes pages that load nothing from elsewhere, and in which foreign text is never markup.

These are their warnings, their tables in parts, and the files of these.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import __version__
from tempanswerqa.files import written_whole
from tempanswerqa.questions import sources
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables
from tempanswerqa.reports.names import slug
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.runs.details import Record
from tempanswerqa.text import shortened, visible

CELL = 60
"""The largest number of characters of a text in a cell; the files of the table have it whole."""
SUFFIXES = {"csv": "csv", "markdown": "md", "latex": "tex"}
"""The suffixes of a table's files, by style."""
REPORT = "report.html.j2"
"""The template whose pages load the data of answers, which lie beside them."""
BESIDE = " 'self' file:"
"""The sources of these data in the policy of a page: its own server, or local files."""
PARTS = {REPORT: ("picture", "parts", "answers")}
"""The further scripts of a template, in their order, before its own."""
TEMPLATES = Path(__file__).parent / "templates"


def check() -> None:
    """Raise ImportError if Jinja2 is missing; call it before long work."""
    try:
        import jinja2  # noqa: F401
    except ImportError as error:
        raise ImportError(
            "pages need Jinja2, which the extra `report` brings: pip install '.[report]' in the "
            "clone, or pip install Jinja2"
        ) from error


def render(template: str, **context: Any) -> str:
    """Return a page made of one of the `TEMPLATES`.

    All values are escaped. Raises jinja2.UndefinedError if a variable of the template has no
    value. The policy of the page allows its own script alone, and the data of answers beside it.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # those of all pages, followed by those of this template
    names = ("page", *PARTS.get(template, ()), template.partition(".")[0])
    script, style = (
        "".join(
            file.read_text(encoding="utf-8")
            for file in (TEMPLATES / f"{name}.{suffix}" for name in names)
            if file.is_file()
        )
        for suffix in ("js", "css")
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment.filters["short"] = lambda text, most=CELL: shortened(text, most)
    environment.globals |= {
        "table_suffixes": SUFFIXES.values(),
        "split": parts,
        "version": __version__,
        "style": Markup(style),
        "script": Markup(script),
        "script_hash": f"sha256-{digest}",
        "beside": Markup(BESIDE if template == REPORT else ""),
    }
    return environment.get_template(template).render(**context)


def fill(folder: Path, html: str, written: Iterable[Table] = ()) -> Path:
    """Write a page as `index.html`, with `tables/` beside it; return its path.

    Missing folders are made. Files of the same names are overwritten, each whole or not at all,
    the page last; other files stay. The title and text of a table are notes in its files.
    """
    text: Any = {"encoding": "utf-8", "errors": "backslashreplace"}
    for table in written:
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        keys = [key for column in table.columns for key in column.keys]
        shown = table._replace(rows=[{key: row.get(key) for key in keys} for row in table.rows])
        for style, suffix in SUFFIXES.items():
            drawn = tables.render(shown, style, [f"{table.title}. {table.reading}"])
            with written_whole(folder / "tables" / f"{table.name}.{suffix}", **text) as file:
                file.write(drawn + "\n")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "index.html"
    with written_whole(path, **text) as file:
        file.write(html)
    return path


def warnings(scored: Sequence[Record]) -> list[str]:
    """Return the reasons not to compare these scores.

    These are incomplete runs, `tables.not_comparable`, and files of questions that are not the
    published ones.
    """
    asked = {
        SUBSETS[subset].file: record["signature"]["data"]
        for record in scored
        if (subset := TaskName.parse(record["task"]).subset) in SUBSETS
    }
    unreleased = [
        f"NOT COMPARABLE: {file}, the file of the questions that were asked, is not the published "
        "one; do not set scores on it beside published scores"
        for file, data in asked.items()
        if data != sources.TEMPANSWERQA.blobs[file]
    ]
    return [*tables.incomplete(scored), *tables.not_comparable(scored), *unreleased]


class TablePart(NamedTuple):
    """Rows of a table that a page shows under a heading.

    Columns in which all of them are the same are left out.
    """

    name: str
    """The name of the table with the values in the columns of `Table.by`; an id of the page."""
    title: str
    """These values in words, without those with which another one begins; empty if the table is
    not split."""
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
        return visible(", ".join(filter(None, (column.shown(row) for column in self.head))))


def parts(table: Table) -> list[TablePart]:
    """Return the parts that a page shows; a table without rows has one part without rows."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in table.rows:
        groups.setdefault(tuple(str(row[key]) for key in table.by), []).append(row)
    return [_part(table, values, rows) for values, rows in (groups or {(): []}).items()]


def _part(table: Table, values: tuple[str, ...], rows: list[Row]) -> TablePart:
    split = [column for column in table.columns if column.key in table.by]
    others = [column for column in table.columns if column.key not in table.by]
    head, columns = others[: table.head], others[table.head :]
    alike = [c for c in others if len(rows) > 1 and len({c.shown(row) for row in rows}) == 1]
    common = [(column.heading, column.shown(rows[0])) for column in alike]
    told = [column.shown(rows[0]) for column in split if rows]
    told = [one for one in told if not any(other.startswith(f"{one},") for other in told)]
    return TablePart(
        "-".join((table.name, *map(slug, values))),
        visible(", ".join(told)),
        [column for column in head if column not in alike] or head[:1],
        [column for column in columns if column not in alike] or columns,
        rows,
        [visible(f"{heading} {cell}") for heading, cell in common if cell not in ("", "-")],
    )
