"""Runs `tempanswerqa correlate`: prints the correlations, writes a page, returns the exit code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tempanswerqa.cli.terminal import Failures, progress, tell, warn
from tempanswerqa.files import check_folder
from tempanswerqa.reports.correlate import correlations, notes, results, selection, tables, write
from tempanswerqa.reports.correlate.correlations import Relation
from tempanswerqa.reports.correlate.results import Models
from tempanswerqa.reports.correlate.write import Told
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.tables import RECORDS


def correlate(
    places: Sequence[str],
    others: Sequence[str],
    tasks: Sequence[str] | None,
    rule: str,
    style: str,
    out: str | None = None,
) -> int:
    """Print the correlations of our scores with others; return 1 if a file was unusable.

    `others` are scores as `TASK:METRIC,FILTER`, `tasks` are those of our tasks (None: all), read by
    the filter `rule`, and `style` is one of `tables.STYLES`. The folder `out` gets a page with
    figures and tables. Raises CorrelateError if there is nothing to correlate.
    """
    fail = Failures()
    if out:
        check_folder(Path(out))
        canvas.check()
    models = results.collect(places, fail, progress)
    own = selection.ours(models, rule, tasks)
    relations = correlations.relate(
        models, own, [selection.other(models, asked) for asked in others]
    )
    for task in selection.left_out(models, own) if tasks is None else ():
        warn(f"{task}: left out, as no model has a score of it with the filter {rule}")
    told = Told(notes.notes(models, relations), notes.warnings(models, relations))
    _show(models, relations, told, style)
    if out:
        bar = partial(progress, unit="figure")
        page = write.build(models, relations, told, Path(out), bar)
        drawn = "figures/ and " if any(relation.points for relation in relations) else ""
        tell(f"wrote {page}, with {drawn}tables/ beside it")
    return fail.code


def _show(models: Models, relations: Sequence[Relation], told: Told, style: str) -> None:
    for line in notes.repeated(models, relations):
        tell(line)
    if style in RECORDS:  # these have no room for notes
        for note in told.notes:
            tell(note)
        for warning in told.warnings:
            warn(warning)
    table = tables.correlations(models, relations)
    print(tables.render(table, style, [*told.notes, *told.warnings]))
