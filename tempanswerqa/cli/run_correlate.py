"""Runs `tempanswerqa correlate`: prints the correlations, draws them, returns the exit code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tempanswerqa.cli.terminal import Failures, progress, tell, warn
from tempanswerqa.files import check_place
from tempanswerqa.reports import correlate as correlations
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.tables import RECORDS, render


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
    the filter `rule`, and `style` is one of `tables.STYLES`. The file `out`, whose suffix is one of
    `canvas.SUFFIXES`, gets the matrix of correlations. Raises CorrelateError if there is nothing to
    correlate, and for another suffix.
    """
    fail = Failures()
    if out:
        check_place(Path(out))
        if Path(out).suffix[1:] not in canvas.SUFFIXES:
            suffixes = ", ".join(f".{suffix}" for suffix in canvas.SUFFIXES)
            raise correlations.CorrelateError(f"--out {out}: name a file with one of {suffixes}")
        canvas.check()
    models = correlations.collect(places, fail, progress)
    own = correlations.ours(models, rule, tasks)
    relations = correlations.relate(
        models, own, [correlations.other(models, name) for name in others]
    )
    notes = correlations.notes(models, relations)
    warnings = correlations.warnings(models, relations)
    if style in RECORDS:  # these have no room for notes
        for warning in warnings:
            warn(warning)
    print(render(correlations.table(models, relations), style, [*notes, *warnings]))
    if out:
        correlations.matrix(models, relations).write_as(Path(out))
        tell(f"wrote {out}")
    return fail.code
