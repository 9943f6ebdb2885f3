"""Makes tables for terminals, Markdown, LaTeX, CSV and JSON, with reasons not to rank scores."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from tempanswerqa import text
from tempanswerqa.answers.result import REASONS
from tempanswerqa.metrics.means import FEW_GROUPS
from tempanswerqa.metrics.scores import COUNTED, METRICS, Metric
from tempanswerqa.questions.record import Question
from tempanswerqa.reports.words import right, short_models
from tempanswerqa.runs import selection
from tempanswerqa.runs.details import DETAILS, Record, as_json
from tempanswerqa.units import UNITS, Unit

TERMINAL = "table"
"""The style for a terminal: texts wrap if it is narrow."""
GRIDS = {"wide": "simple", "markdown": "github", "latex": "latex_booktabs"}
"""The styles for people that never wrap, each with its name in `tabulate`."""
RECORDS = ("csv", "json")
"""The styles for programs, with every key of the rows, full numbers, and no notes."""

CHANGES: Mapping[str, str] = {"recovered": "new", "reread": "re-read", "dropped": "dropped"}
"""The heading of each count of `details.CHANGES`."""
INCOMPLETE = "INCOMPLETE"
INCOMPLETE_NOTE = (
    f"{INCOMPLETE}: not every question was answered, or answers are to others; do not rank it"
)
NOTE = (
    "EM, ±1, unread, its reasons, cut or empty and thinking (unclosed) in percent; "
    "[95 % interval]; MASE leaves unread answers out and has no interval, as a few answers "
    "dominate it: largest % is the share of its sum that one answer has"
)
CHANGES_NOTE = (
    "responses against strict-match: new = only read here, re-read = read as another number, "
    "dropped = only read there"
)

NARROW = 8
"""Minimum width of a column of text."""

Row = Mapping[str, Any]


class Column(NamedTuple):
    """The key of a column in the rows, its heading, and the format of its cells."""

    key: str
    heading: str
    factor: float = 1
    digits: int | None = None
    """The number of decimals; None for a column of text."""
    ends: Sequence[str] = ()
    """The keys of the ends of an interval, shown beside the number."""
    words: Mapping[str, str] = {}
    """Replacements for texts of the column, such as headings of metrics; other texts are kept."""
    metrics: Mapping[str, Metric] = {}
    """The metrics that format the numbers, by the `score` of a row."""
    show: Callable[[Row], str] | None = None
    """The function that formats a row's cell, where the fields above do not suffice."""

    @classmethod
    def of(cls, metric: Metric, interval: bool = False) -> Column:
        """Return the column of a metric."""
        ends = [f"{metric.name}_{end}" for end in ("low", "high") if interval]
        return cls(metric.name, metric.heading, metric.factor, metric.digits, ends)

    def shown(self, row: Row) -> str:
        """Return the cell as unescaped text; `-` for a number that is None or NaN."""
        if self.show:
            return self.show(row)
        if self.digits is None:
            return self.words.get(str(row[self.key]), str(row[self.key]))
        metric = self.metrics[row["score"]] if self.metrics else self
        keys = self.key, *self.ends
        value, *interval = (text.shown(row[key], metric.factor, metric.digits or 0) for key in keys)
        return value if {*interval} <= {"-"} else f"{value} [{', '.join(interval)}]"


UNREAD = Column("unread", "unread %", 100, 1)
"""The share of unread answers."""


class Table(NamedTuple):
    """The columns and rows of a table."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    """Plain values by key, also for keys without a column."""
    by: Sequence[str] = ()
    """The keys of columns by which a terminal splits the table; other styles do not split."""


def render(table: Table, style: str, notes: Sequence[str] = ()) -> str:
    """Return a table in a style; those for people add the notes below it."""
    if style in RECORDS:
        return records(table.rows, style)
    if style == TERMINAL:
        return "\n\n".join([drawn(table), *(["\n".join(map(wrapped, notes))] if notes else [])])
    from tabulate import tabulate

    cell, line = text.printable, text.printable
    if style == "markdown":
        cell, line = partial(text.markdown, cell=True), text.markdown
    cells = [[cell(column.shown(row)) for column in table.columns] for row in table.rows]
    headings = [cell(column.heading) for column in table.columns]
    shown = tabulate(cells, headings, tablefmt=GRIDS[style], disable_numparse=True)
    mark = ""
    if style == "latex":  # a row that begins with [ or * would be an argument of the \\ before it
        shown, mark = re.sub(r"^(?=\s*[\[*])", "{}", shown, flags=re.MULTILINE), "% "
    return "\n".join([shown, *([""] if notes else []), *(f"{mark}{line(note)}" for note in notes)])


def width() -> int:
    """Return the width of the terminal, or the one in COLUMNS; 80 in a pipe or file."""
    return shutil.get_terminal_size().columns


def wrapped(line: str) -> str:
    """Return printable text in lines no wider than the terminal."""
    if line.startswith(selection.PREFIX):  # a signature is not split, so that it can be copied
        return text.printable(line)
    return textwrap.fill(text.printable(line), max(width(), 1), break_on_hyphens=False)


def drawn(table: Table) -> str:
    """Return a table for a terminal, with a block for each of the values that split it.

    If a terminal is too narrow, texts wrap, and numbers do not. On a terminal, titles of blocks are
    bold, as are cells whose keys are in the `bold` of a row.
    """
    from rich.box import Box
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    lines = io.StringIO()
    console = Console(file=lines, width=width(), force_terminal=sys.stdout.isatty())
    box = Box("    \n    \n -  \n    \n    \n    \n    \n    \n")
    titles = [column for key in table.by for column in table.columns if column.key == key]
    columns = [column for column in table.columns if column not in titles]
    blocks: dict[str, list[Row]] = {}
    for row in table.rows:
        title = ", ".join(filter(None, (column.shown(row) for column in titles)))
        blocks.setdefault(title, []).append(row)
    for title, rows in blocks.items():
        if title:
            console.print(Text(text.printable(title), "bold"))
        grid = Grid(box=box, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        grid.header_style = "none"
        cells = [[text.printable(column.shown(row)) for column in columns] for row in rows]
        for column, *values in zip(columns, *cells, strict=True):
            heading, is_number = column.heading, column.digits is not None
            if is_number:  # a heading is no wider than the numbers below it
                heading = textwrap.fill(heading, max(map(len, values)), break_long_words=False)
            widest = max(map(len, [*values, *heading.split("\n")]))
            grid.add_column(
                Text(heading),
                justify="right" if is_number else "left",
                overflow="fold",
                no_wrap=is_number,
                min_width=widest if is_number else min(widest, NARROW),
            )
        for row, values in zip(rows, cells, strict=True):
            bold = row.get("bold", ())
            grid.add_row(*map(Text, values, ("bold" * (column.key in bold) for column in columns)))
        console.width = max(width(), sum(2 + (column.min_width or 0) for column in grid.columns))
        console.print(grid, "", sep="\n")
    return "\n".join(map(str.rstrip, lines.getvalue().rstrip().splitlines()))


def records(rows: Sequence[Row], style: str) -> str:
    """Return rows as `json`, with null for undefined values, or as `csv`, with empty cells."""
    defined = [
        {k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in row.items()}
        for row in rows
    ]
    if style == "json":
        return json.dumps(defined, indent=1, allow_nan=False)
    out = io.StringIO()
    columns = dict.fromkeys(key for row in rows for key in row)
    writer = csv.DictWriter(out, [*columns], lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: text.csv_cell(value) for key, value in row.items()} for row in defined)
    return out.getvalue().rstrip("\n")


def scores(scored: Sequence[Record], style: str) -> str:
    """Return a row of scores for each record in a style of `GRIDS` or `RECORDS`, with notes."""
    if style in RECORDS:
        return records([*map(as_json if style == "json" else _flat, scored)], style)
    known = {name for row in scored for name, value in row.items() if value is not None}
    notes = [f"{NOTE}; {CHANGES_NOTE}" if "recovered" in known else NOTE, *signatures(scored)]
    columns = [
        Column("model", "model", words=short_models(row["model"] for row in scored)),
        *(Column("prompting", "prompting"), Column("task", "task"), Column("filter", "filter")),
        *(Column("n", "n", digits=0), Column("questions", "of", digits=0)),
    ]
    for name, metric in METRICS.items():
        columns.append(UNREAD if name == "parsed" else Column.of(metric, interval=True))
        columns += [Column.of(own) for own in DETAILS.get(name, ()) if own.name in known]
    columns += [Column(reason, reason, 100, 1) for reason in REASONS]
    columns += map(Column.of, COUNTED.values())
    columns += [Column(name, CHANGES[name], digits=0) for name in CHANGES if name in known]
    if any(row["flaws"] for row in scored):
        columns.append(Column("state", "state", show=lambda row: INCOMPLETE * bool(row["flaws"])))
        notes.append(INCOMPLETE_NOTE)
    rows = [row | {"questions": row["signature"]["questions"]} for row in scored]
    return render(Table(columns, rows), style, [*notes, *not_comparable(scored)])


def _flat(record: Record) -> dict[str, Any]:
    plain = {name: record[name] for name in record if name not in ("flaws", "signature")}
    return plain | {"signature": selection.short(record["signature"])}


def not_comparable(scored: Sequence[Record]) -> list[str]:
    """Return a line for each task and filter with different signatures or few groups."""
    lines = []
    task_and_filter = itemgetter("task", "filter")
    ordered = sorted(scored, key=task_and_filter)
    for (task, filter_name), rows in groupby(ordered, key=task_and_filter):
        if fields := selection.differences([row["signature"] for row in rows]):
            lines.append(
                f"NOT COMPARABLE: the rows of {task}, {filter_name} differ in {', '.join(fields)}; "
                "do not rank them"
            )
    return lines + few_groups((row["task"], row["effective_groups"]) for row in ordered)


def incomplete(scored: Sequence[Record]) -> list[str]:
    """Return a line for each record of an incomplete run."""
    lines, short = [], short_models(row["model"] for row in scored)
    for row in (row for row in scored if row["flaws"]):
        names = short[row["model"]], row["prompting"], row["task"], row["filter"]
        lines.append(f"{INCOMPLETE}: {' '.join(filter(None, names))}: {', '.join(row['flaws'])}")
    return lines


def signatures(scored: Sequence[Record]) -> list[str]:
    """Return the distinct signatures, one per line."""
    return list(dict.fromkeys(selection.short(row["signature"]) for row in scored))


def few_groups(groups: Iterable[tuple[str, float]]) -> list[str]:
    """Return a line for each name with fewer than `FEW_GROUPS` effective groups anywhere."""
    least: dict[str, float] = {}
    for name, count in groups:  # an undefined score has 0
        least[name] = min(least.get(name, FEW_GROUPS), count or FEW_GROUPS)
    return [
        f"FEW GROUPS: {name} has {count:.3g} effective groups of questions; with fewer than "
        f"{FEW_GROUPS} intervals and p-values are unreliable, and with one there are none"
        for name, count in least.items()
        if count < FEW_GROUPS
    ]


def p_shown(p: float) -> str:
    """Return a p-value with four decimals, `<0.0001` if smaller, or `-` for NaN."""
    return "<0.0001" if p < 0.0001 else text.shown(p, digits=4)


def tasks(listed: Sequence[Mapping[str, Any]], style: str) -> str:
    """Return the table of the tasks and groups that `task_files.listed` names."""
    names = {"task": None, "prompting": None, "questions": 0, "tasks": 0}
    columns = [Column(name, name, digits=digits) for name, digits in names.items()]
    note = "tasks: those of a group; questions -: not known before they are loaded"
    return render(Table(columns, listed), style, [note])


def understood(questions: Mapping[int, Question]) -> str:
    """Return a table of a user's questions by row, five of each unit, with what was read.

    Answers that were written differently come first.
    """
    by_unit: dict[Unit, list[tuple[bool, int]]] = {}
    for position, question in questions.items():
        unit, first = UNITS[question.unit], question.rights[0][0]
        is_plain = bool(first) and question.label == unit.write(first)
        by_unit.setdefault(unit, []).append((is_plain, position))
    rows = [
        {
            "unit": unit.title,
            "answers": len(same),
            "row": position,
            "answer": text.shortened(questions[position].label, 40),
            "understood as": " | ".join(right(r, unit.name) for r, _ in questions[position].rights),
        }
        for unit, same in by_unit.items()
        for _, position in sorted(same)[:5]
    ]
    columns = ("unit", "answers", "row", "answer", "understood as")
    return drawn(Table([Column(name, name) for name in columns], rows))
