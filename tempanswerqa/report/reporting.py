"""What `tempanswerqa report` reads and writes, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tempanswerqa import scoring
from tempanswerqa.report import building
from tempanswerqa.report.gathering import Gathered
from tempanswerqa.reporting import progress, tell, warn


def report(
    places: Sequence[str], options: scoring.Options, rule: str, folder: str, title: str
) -> int:
    """Write the report of saved responses; returns 1 if a place or file was unusable.

    Problems go to standard error. Nothing is written where nothing was scored.
    """
    failures: list[str] = []

    def fail(problem: str) -> None:
        failures.append(problem)
        tell(f"error: {problem}")

    out = Path(folder)
    if out.exists() and not out.is_dir():
        raise NotADirectoryError(f"{folder} cannot hold a report: it is a file")
    gathered = Gathered(rule)
    for scored in scoring.score_places(places, options, fail, warn, progress):
        if reason := gathered.add(scored):
            warn(f"{scored.run.path}: {scored.run.task}: left out, as {reason}")
    if gathered.summaries:
        page = building.build(gathered, out, title, lambda draws: progress(draws, "figure"))
        tell(f"wrote {page}")
    return 1 if failures else 0
