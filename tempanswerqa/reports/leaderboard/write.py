"""Writes a leaderboard into a folder: `index.html` and `leaderboard.json`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from tempanswerqa.files import written_whole
from tempanswerqa.metrics.scores import REPORTED
from tempanswerqa.reports import tables
from tempanswerqa.reports.leaderboard import cells, inputs, json_document
from tempanswerqa.reports.leaderboard.entries import (
    Entry,
    averages,
    of_run,
    of_submission,
    published,
)
from tempanswerqa.reports.leaderboard.ranking import ranked, views
from tempanswerqa.reports.page import page
from tempanswerqa.runs import latest, score_files
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.submission import SubmissionError, model_names
from tempanswerqa.text import conjoined, visible

JSON = "leaderboard.json"
Tell = Callable[[str], None]


def collect(
    places: inputs.Places,
    options: score_files.Options,
    fail: Tell,
    warn: Tell,
    tell: Tell,
    progress: Callable[[Sequence[Path]], Iterable[Path]],
) -> tuple[list[Entry], list[str]]:
    """Return the entries of saved responses and submissions, and why submissions cannot stand
    beside each other (`model_names.rivals`).

    Of several runs of a model and task, the one that `latest.latest` returns counts. A submission
    that does not hold is left out: `fail` gets every reason. `warn` and `tell` get what else is
    left out. `progress` wraps lists of files.
    """
    responses, submissions, left_out = places
    for path in left_out:
        tell(f"note: {path}: left out; name the file itself to read it")
    advice = f"submissions in a folder are named {' or '.join(inputs.IN_FOLDERS)}"
    files = score_files.files(responses, lambda problem: fail(f"{problem}; {advice}"), warn)
    files = latest.latest(files, warn)
    by_task: list[tuple[Path, list[Entry]]] = [
        (run.run.path, of_run(run))
        for run in score_files.score_places([*map(str, files)], options, fail, warn, progress)
    ]
    library = Library(options.data_dir)
    submitted: list[tuple[Path, str, object]] = []
    for path in progress(submissions):
        try:
            entries = of_submission(path, library, options.filters)
        except SubmissionError as error:
            for problem in error.problems:
                fail(problem)
            tell(f"{path} is left out")
            continue
        boards = dict.fromkeys(entry.board for entry in entries)
        summary = entries[0].summary
        submitted.append((path, summary.model, (summary.prompting, frozenset(boards))))
        for board in boards:
            by_task.append((path, [entry for entry in entries if entry.board == board]))
    counted_runs: dict[tuple[Any, ...], list[Entry]] = {}
    for path, entries in by_task:
        first, summary = entries[0], entries[0].summary
        run = (first.source, first.submission, first.board, summary.model, summary.prompting)
        if run in counted_runs:
            warn(f"{path}: {summary.task}: left out, as {latest.AGAIN}")
        else:
            counted_runs[run] = entries
    if submissions:
        tell(f"read {len(submitted)} of {len(submissions)} submissions")
    entries = [entry for entries in counted_runs.values() for entry in entries]
    return entries, [*model_names.rivals(submitted)]


def build(entries: Sequence[Entry], folder: Path, title: str) -> Path:
    """Write the leaderboard of entries of single tasks into a folder; return its page.

    Averages and published scores are added here. A missing folder is made, and files of the same
    names are overwritten, each whole or not at all.
    """
    summaries = [entry.summary for entry in entries]
    every = [*entries, *published()]
    rows = ranked([*every, *averages(every)])
    shown, told = views(rows), page.warnings(summaries)
    folder.mkdir(parents=True, exist_ok=True)
    with written_whole(folder / JSON, encoding="ascii") as file:
        file.write(json_document.render(rows, shown, title, told))
        html = page.render(
            "leaderboard.html.j2",
            title=visible(title),
            warnings=told,
            views=[cells.shown(view) for view in shown],
            json=JSON,
            verified=json_document.VERIFIED,
            higher=conjoined([m.heading for m in REPORTED.values() if m.higher_is_better]),
            signatures=tables.signatures(summaries),
        )
        return page.fill(folder, html)
