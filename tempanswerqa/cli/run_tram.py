"""Runs the commands on TRAM: each prints a table and returns its exit code."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from tempanswerqa import text
from tempanswerqa.cli import terminal
from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.neighbours.tram import errata, items, results, shortcuts
from tempanswerqa.neighbours.tram.results import Row
from tempanswerqa.neighbours.tram.shortcuts import Shares
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.questions.sources import SourceError
from tempanswerqa.reports import tables

HEADINGS = {
    "ordering": "order",
    "frequency": "freq",
    "duration": "dur",
    "typical_time": "typ",
    "ambiguity_resolution": "amb",
    "arithmetic": "arith",
    "relation": "rel",
    "nli": "nli",
    "causality": "caus",
    "storytelling": "story",
}
RESULTS_NOTES = (
    "accuracy and F1 in percent; 0S, 5S: exemplars; SP, CoT: generated, standard and "
    "chain-of-thought prompting; letters, texts: by log-likelihood",
    "as published: accuracy on the released questions with other prompts than here; average of "
    "all columns where all are there",
)
OPTIONS_NOTE = (
    "options alone: the score of the best rule per category that never reads the question "
    "(`tempanswerqa tram shortcuts` shows which)"
)
SHORTCUTS_NOTE = (
    "accuracy in percent of rules that never read the question; chance: choosing at random; "
    "letter: always the most frequent one; the best was chosen knowing the answers"
)
ERRATA_NOTE = (
    "wrong: another answer is computed from the question; spoiled: a spreadsheet took month and "
    "year for a date, and its century is lost"
)


def compare(places: Sequence[str], data_dir: str | None, style: str) -> int:
    """Print saved results, the published ones, and the best scores of rules that read no question.

    Returns 1 if the questions of a task could not be loaded, else 0.
    """
    own = [row for place in places for row in results.saved(place)]
    measured = _measured(results.tasks(own), data_dir)
    rows = [*(("published", row) for row in results.published()), *(("", row) for row in own)]
    if measured:
        rows.append(("options alone", _options_alone(measured)))
    notes = [*RESULTS_NOTES, OPTIONS_NOTE][: 3 if measured else 2]
    print(_compared(rows, notes, style))
    return int(len(measured) < len(results.tasks(own)))


def show_shortcuts(tasks: Sequence[str] | None, data_dir: str | None, style: str) -> int:
    """Print the accuracy of every rule on every category of some tasks (None: all ten).

    Returns 1 if the questions of a task could not be loaded. Raises TaskError for an unknown task.
    """
    wanted = _known(tasks)
    measured = _measured(wanted, data_dir)
    records = [
        {"task": task, "category": share.category, "n": share.n, "chance": share.chance}
        | share.accuracy
        | {"best": share.best}
        for task, shares in measured.items()
        for share in shares
    ]
    if style in tables.RECORDS:
        print(tables.records(records, style))
    elif records:
        shown = [[_cell(value) for value in record.values()] for record in records]
        drawn = tables.grid(list(records[0]), shown, style)
        print(tables.annotated(drawn, [SHORTCUTS_NOTE, *_by_category(measured)], style))
    return int(len(measured) < len(wanted))


def show_errata(data_dir: str | None, style: str) -> int:
    """Print the released answers that are wrong or spoiled; return 0."""
    found = errata.listed(data_dir)
    if style in tables.RECORDS:
        print(tables.records([row._asdict() for row in found], style))
        return 0
    drawn = tables.grid(errata.Erratum._fields, found, style)
    counts = Counter((row.table, row.category, row.problem) for row in found)
    notes = [f"{n} {problem}: {table}, {name}" for (table, name, problem), n in counts.items()]
    print(tables.annotated(drawn, [ERRATA_NOTE, *notes], style))
    return 0


def finetune(
    tasks: Sequence[str] | None, out: str, data_dir: str | None, style: str, given: Namespace
) -> int:
    """Train and score a model on some tasks (None: all ten), and print what `compare` prints.

    Raises TaskError for an unknown task.
    """
    from tempanswerqa.neighbours.tram import finetuning  # imports the harness

    wanted = _known(tasks)
    settings = finetuning.Settings(
        **{name: getattr(given, name) for name in finetuning.Settings._fields}
    )
    path = finetuning.run(wanted, settings, Path(out), data_dir, terminal.tell)
    return compare([str(path)], data_dir, style)


def _known(tasks: Sequence[str] | None) -> list[str]:
    """Return the tasks without `tram_`, all ten for None; raises TaskError for others."""
    wanted = [name.removeprefix("tram_") for name in tasks or items.TASKS]
    if unknown := [name for name in wanted if name not in items.TASKS]:
        hint = text.suggestion(unknown[0], items.TASKS)
        raise TaskError(f"unknown task {unknown[0]!r}; {hint}")
    return wanted


def _measured(tasks: Iterable[str], data_dir: str | None) -> dict[str, list[Shares]]:
    """Return the shares of every task whose questions can be loaded, and print the errors of others
    on standard error.
    """
    found = {}
    for task in tasks:
        try:
            found[task] = shortcuts.measure(items.load(task, data_dir).items)
        except (SourceError, QuestionError) as error:
            terminal.tell(f"error: {error}")
    return found


def _options_alone(measured: dict[str, list[Shares]]) -> Row:
    scores = {f"{t}_acc": 100 * shortcuts.by_category(shares) for t, shares in measured.items()}
    return results.row("best rule per category", scores)


def _by_category(measured: dict[str, list[Shares]]) -> list[str]:
    parts = [
        f"{task} {text.shown(shortcuts.by_category(shares), 100, 1)}"
        for task, shares in measured.items()
    ]
    return [f"with the best rule of each category: {', '.join(parts)}"]


def _compared(rows: Sequence[tuple[str, Row]], notes: Sequence[str], style: str) -> str:
    if style in tables.RECORDS:
        records = [
            {"from": origin or "results", "model": row.name, **row.scores, "average": row.average}
            for origin, row in rows
        ]
        return tables.records(records, style)
    headings = ["", "", *map(_heading, results.COLUMNS), "average"]
    cells = [
        [origin, row.name, *(text.shown(n, 1, 1) for n in (*row.scores.values(), row.average))]
        for origin, row in rows
    ]
    return tables.annotated(tables.grid(headings, cells, style), list(notes), style)


def _heading(column: str) -> str:
    task, _, score = column.rpartition("_")
    return HEADINGS[task] + (" F1" if score == "f1" else "")


def _cell(value: object) -> str:
    return text.shown(value, 100, 1) if isinstance(value, float) else str(value)
