"""Runs the commands on questions of users: each prints what it read, and returns its exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path

from tempanswerqa.answers.units import OWN_UNITS, written
from tempanswerqa.cli.terminal import tell, warn
from tempanswerqa.harness import own_tasks, registration
from tempanswerqa.harness.context import CHARACTERS_PER_TOKEN, Tokenizer
from tempanswerqa.questions import own, own_rows, own_table
from tempanswerqa.questions.own import Manifest, OwnError
from tempanswerqa.questions.own_rows import NEEDED, OPTIONAL, Made, Maker
from tempanswerqa.questions.own_table import Cells
from tempanswerqa.reports import tables
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.text import listed, printable, suggestion, told

SHOWN = 5
"""The number of rows of each unit that are shown, as they were understood."""


def new(
    questions: str,
    name: str,
    out: str,
    columns: Mapping[str, str],
    unit: str | None,
    style: str,
    system: str,
    exemplars: str | None,
    date_order: str,
    title: str,
    overwrite: bool,
) -> int:
    """Make a folder of tasks and print how answers were understood; return 0."""
    own.check_name(name)
    if registration.harness_has(name):
        raise OwnError(f"--name {name!r}: the harness has a task of this name; take another")
    maker = Maker(name, style, system, date_order)
    origin, rows = _table(questions, columns, unit)
    made = maker.questions(rows)
    shown = maker.exemplars(_table(exemplars, columns, unit)[1], made) if exemplars else []
    begun = Manifest(name, title or name, style, 0, "", 0, origin, date_order)
    manifest = own_tasks.write(Path(out), begun, made, shown, overwrite)
    print(_understood(made))
    for note in own_rows.notes(made):
        warn(note)
    tell(
        f"wrote {len(made)} questions into {out}; run them with: lm_eval --include_path {out} "
        f"--tasks {own_tasks.names(manifest)[-1]} --model hf --model_args pretrained=MODEL "
        "--output_path results --log_samples"
    )
    return 0


def _table(place: str, columns: Mapping[str, str], unit: str | None) -> tuple[str, list[Cells]]:
    """Return the name of a table and its rows, with our names of columns, and `unit` if given."""
    name, found, rows = own_table.read(place)
    known = [*NEEDED, *OPTIONAL, "response"]
    if wrong := [ours for ours in columns if ours not in known]:
        raise OwnError(f"--columns {told(wrong[0])}=...: {suggestion(wrong[0], known)}")
    if missing := [theirs for theirs in columns.values() if theirs not in found]:
        raise OwnError(f"{told(place)} has no column {listed(missing)}; it has {listed(found)}")
    theirs = {name: columns.get(name, name) for name in known}
    if unit is not None:
        if own_rows.unit_of(unit) is None:
            known_units = [each.column for each in OWN_UNITS.values()]
            raise OwnError(f"--unit {told(unit)!r}: {suggestion(unit, known_units)}")
        rows = [row | {theirs["unit"]: unit} for row in rows]
        found = [*found, theirs["unit"]]
    if missing := [each for each in NEEDED if theirs[each] not in found]:
        raise OwnError(
            f"{told(place)} lacks the column(s) {', '.join(missing)}; it has {listed(found)}: name "
            "them with --columns" + (", or the unit of all rows with --unit" * ("unit" in missing))
        )
    if others := [each for each in found if each not in theirs.values()]:
        tell(f"note: not used: {listed(others)}")
    used = [(ours, column) for ours, column in theirs.items() if column in found]
    return name, [{ours: own_rows.cell(ours, row.get(column, "")) for ours, column in used}
                  for row in rows]  # fmt: skip


def _understood(made: Sequence[Made]) -> str:
    """Return a table of the first rows of each unit: the answer, and what it was read as."""
    by_unit: dict[str, list[Made]] = {}
    for one in made:
        by_unit.setdefault(one.fields["unit"], []).append(one)
    shown = [
        {
            "unit": f"{OWN_UNITS[unit].column} ({len(rows)})" if place == 0 else "",
            "row": one.position,
            "answer": _short(one.fields["label"]),
            "number": _stated(one.fields["number"], unit),
        }
        for unit, rows in by_unit.items()
        for place, one in enumerate(rows[:SHOWN])
    ]
    columns = [
        *(Column("unit", "unit (answers)"), Column("row", "row")),
        *(Column("answer", "answer"), Column("number", "understood as")),
    ]
    return tables.render(Table(columns=columns, rows=shown), "table")


def _stated(number: float, unit: str) -> str:
    if unit == "date":
        return written(number, "moment").partition(" ")[0]
    name = f" {OWN_UNITS[unit].column}" if OWN_UNITS[unit].line.startswith("<num") else ""
    return written(number, unit) + name


def _short(text: str) -> str:
    return printable(text[:40]) + "..." * (len(text) > 40)


def check(folder: str, tokenizer: str | None, context: int | None) -> int:
    """Print the content of a folder and its problems; return 1 if there are any."""
    own.include(folder)
    manifest, made, problems = own_tasks.check(Path(folder))
    if not problems:
        model = Tokenizer(tokenizer) if tokenizer else None
        count = model.count if model else _estimated
        needed = own_tasks.context_needed(manifest, count)
        if model and context is None:
            context = model.context
        if context and needed > context:
            problems.append("a prompt with its answer exceeds the context; shorten `context`")
        groups = len({one.fields["group"] for one in made})
        print(
            f"{_understood(made)}\n\n{manifest.name}: {len(made)} questions in {groups} groups "
            f"from {manifest.origin}; the longest prompt with its answer takes {needed:,} tokens"
            + (" (estimated)" if model is None else "")
        )
    for note in own_rows.notes(made):
        warn(note)
    for problem in problems:
        tell(f"error: {problem}")
    print("not usable as it is" if problems else "nothing is wrong with it")
    return 1 if problems else 0


def _estimated(text: str) -> int:
    return ceil(len(text) / CHARACTERS_PER_TOKEN)
