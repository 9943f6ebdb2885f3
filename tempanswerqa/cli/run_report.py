"""Runs `tempanswerqa report`: writes the page with its files, and returns the exit code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tempanswerqa.cli.terminal import Failures, progress, tell, warn
from tempanswerqa.files import check_folder
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.report import write
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs import latest, score_files


def report(
    places: Sequence[str], options: score_files.Options, rule: str, out: str, title: str
) -> int:
    """Write the report of saved responses; returns 1 if a place or file was unusable.

    Of several runs of a model and task, the one that `latest.latest` returns counts. Problems go to
    standard error. Nothing is written if nothing was scored.
    """
    fail, folder = Failures(), Path(out)
    check_folder(folder)
    canvas.check()
    gathered = Gathered(rule)
    counted = map(str, latest.latest(score_files.files(places, fail, warn), warn))
    for scored in score_files.score_places([*counted], options, fail, warn, progress):
        if reason := gathered.add(scored):
            warn(f"{scored.run.path}: {scored.run.task}: left out, as {reason}")
    if gathered.summaries:
        page = write.build(gathered, folder, title, lambda draws: progress(draws, "figure"))
        tell(f"wrote {page}, with answers/, figures/ and tables/ beside it")
    return fail.code
