"""Runs `tempanswerqa leaderboard`: writes page and JSON, and returns the exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tempanswerqa.cli.terminal import Failures, progress, tell, warn
from tempanswerqa.files import check_folder
from tempanswerqa.reports.leaderboard import inputs, write
from tempanswerqa.reports.leaderboard.entries import Entry, of_run, of_submission
from tempanswerqa.reports.leaderboard.site import prepare
from tempanswerqa.runs import latest, score_files
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.saved_responses import RecordedError
from tempanswerqa.runs.submission import SubmissionError

SUBMISSIONS = f"submissions in a folder are named {' or '.join(inputs.IN_FOLDERS)}"


def leaderboard(
    places: Sequence[str],
    options: score_files.Options,
    out: str | None,
    title: str,
    site: str | None = None,
) -> int:
    """Write the leaderboard of saved responses and submissions (see `inputs.sort`) into `out`, or
    that of the submissions of a site (see `site.prepare`) into the site.

    Of several runs of a model and task, the one that `latest.latest` returns counts. Returns 1 if a
    place or file was unusable, or if a submission does not hold: it is left out, and every reason
    goes to standard error. Nothing is written if nothing was scored, except for a site without
    submissions. Raises RecordedError if no place is named, what `check_folder` raises, and what
    `site.prepare` raises.
    """
    fail, folder = Failures(), Path(site or out or "")
    check_folder(folder)
    if site:
        places = prepare(folder, places)
    elif not places:
        raise RecordedError("name saved responses or submissions, or --site in place of --out")
    entries: list[Entry] = []
    known: set[tuple[object, ...]] = set()
    for place, own in _found(places, options, fail):
        run = _run(own[0])
        if run in known:
            warn(f"{place}: {own[0].summary.task}: left out, as {latest.AGAIN}")
            continue
        known.add(run)
        entries += own
    if entries or (site and not places):
        tell(f"wrote {write.build(entries, folder, title)}, with {write.JSON} beside it")
    return fail.code


def _run(entry: Entry) -> tuple[object, ...]:
    summary = entry.summary
    return entry.source, entry.submission, entry.board, summary.model, summary.prompting


def _found(
    named: Sequence[str], options: score_files.Options, fail: Callable[[str], None]
) -> Iterator[tuple[Path, list[Entry]]]:
    """Yield the entries of each run and task, and the file that they are from."""
    responses, submissions, left_out = inputs.sort(named)
    for path in left_out:
        tell(f"note: {path}: left out, as it lies among submissions; name the file to include it")
    files = score_files.files(responses, lambda told: fail(f"{told}; {SUBMISSIONS}"), warn)
    counted = map(str, latest.latest(files, warn))
    for scored in score_files.score_places([*counted], options, fail, warn, progress):
        yield scored.run.path, of_run(scored)
    library = Library(options.data_dir)
    for path in progress(submissions):
        try:
            entries = of_submission(path, library, options.filters)
        except SubmissionError as error:
            for problem in error.problems:
                fail(problem)
            tell(f"{path} is left out")
            continue
        for board in dict.fromkeys(entry.board for entry in entries):
            yield path, [entry for entry in entries if entry.board == board]
