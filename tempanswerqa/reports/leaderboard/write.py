"""Writes a leaderboard into a folder, `index.html` and `leaderboard.json`, and makes the columns,
rows and cells that the page shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.files import written_whole
from tempanswerqa.metrics.scores import COUNTED, METRICS, REPORTED, Metric
from tempanswerqa.reports import tables
from tempanswerqa.reports.leaderboard import entries as made
from tempanswerqa.reports.leaderboard import inputs, json_document
from tempanswerqa.reports.leaderboard.entries import PUBLISHED, SUBMISSION, Entry
from tempanswerqa.reports.leaderboard.ranking import BY, Row, View, ranked, views
from tempanswerqa.reports.page import page
from tempanswerqa.runs import score_files
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.submission import verify
from tempanswerqa.runs.summary import TOLERANCES, Score, Summary
from tempanswerqa.text import conjoined, shortened, visible

LONGEST = 80
"""The largest number of characters of a model's name in the page."""
DIGITS = 8
"""The number of characters of a submission's digest in the page."""
FIRST = ("exact_match", "smape", "mase", "parsed")
"""The scores of the first columns, which a phone shows without scrolling."""
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
    beside each other (`verify.Rivals`).

    Of several runs of a model and task, the one that `score_files.latest` returns counts. A
    submission that does not hold is left out: `fail` gets every reason. `warn` and `tell` get what
    else is left out. `progress` wraps lists of files.
    """
    responses, submissions, left_out = places
    for path in left_out:
        tell(f"note: {path}: left out; name the file itself to read it")
    advice = f"submissions in a folder are named {' or '.join(inputs.IN_FOLDERS)}"
    files = score_files.files(responses, lambda problem: fail(f"{problem}; {advice}"), warn)
    files = score_files.latest(files, warn)
    runs: dict[tuple[Any, ...], list[Entry]] = {}
    for scored in score_files.score_places([*map(str, files)], options, fail, warn, progress):
        found = made.of_run(scored)
        run = found[0].board, found[0].summary.model, found[0].summary.prompting
        if run in runs:
            warn(f"{scored.run.path}: {found[0].summary.task}: left out, as {score_files.AGAIN}")
        else:
            runs[run] = found
    entries = [entry for found in runs.values() for entry in found]
    rivals = verify.Rivals()
    read = 0
    checked = verify.check_files(progress(submissions), Library(options.data_dir))
    for path, submission, problems, summaries in checked:
        for problem in problems:
            fail(f"{path}: {problem}")
        if submission and not problems:
            read += 1
            rivals.add(path, submission)
            entries += made.of_submission(submission, summaries, options.filters)
        else:
            tell(f"{path} is left out")
    if submissions:
        tell(f"read {read} of {len(submissions)} submissions")
    return entries, rivals.problems


def build(entries: Sequence[Entry], folder: Path, title: str) -> Path:
    """Write the leaderboard of entries of single tasks into a folder; return its page.

    Averages and published scores are added here. A missing folder is made, and files of the same
    names are overwritten, each whole or not at all.
    """
    summaries = [entry.summary for entry in entries]
    every = [*entries, *made.published()]
    rows = ranked([*every, *made.averages(every)])
    warnings = page.warnings(summaries)
    folder.mkdir(parents=True, exist_ok=True)
    with written_whole(folder / inputs.JSON, encoding="ascii") as file:
        file.write(json_document.render(rows, title, warnings))
        html = page.render(
            "leaderboard.html.j2",
            title=visible(title),
            warnings=warnings,
            views=[_shown(view) for view in views(rows)],
            json=inputs.JSON,
            verified=json_document.VERIFIED,
            higher=conjoined([m.heading for m in REPORTED.values() if m.higher_is_better]),
            signatures=tables.signatures(summaries),
        )
        return page.fill(folder, html)


class Cell(NamedTuple):
    """Hold a score as the page shows it."""

    order: str
    """The number in full, by which the page sorts; empty if it is missing."""
    value: str
    interval: str = ""
    rank: str = ""
    """The rank by this score, followed by `=` if others have the same; empty if there is none."""
    range: str = ""
    """The ranks that the data allow; empty if these are not several."""


def _shown(view: View) -> dict[str, Any]:
    """Return the variables of the template for a view.

    Its columns are the scores that any row has, `FIRST` before the others; counts that are 0 in all
    rows are left out.
    """
    summaries = [row.entry.summary for row in view.rows]
    metrics = {**{name: METRICS[name] for name in FIRST}, **METRICS, **COUNTED}
    columns = {
        name: metric
        for name, metric in metrics.items()
        if any(_score(summary, name).value is not None for summary in summaries)
        and (name in METRICS or any(summary.counted.get(name) for summary in summaries))
    }
    shares = [share for summary in summaries for share in summary.within]
    return {
        "task": view.board.title,
        "filter": view.filter,
        "prompting": view.prompting or "prompting not stated",
        "questions": {row.entry.questions for row in view.rows} - {None},
        "columns": [*columns.values()],
        "several": sum(BY in row.places for row in view.rows) > 1,
        "least": min(90, 10 * int(10 * min(shares, default=0))),  # where all curves begin, in %
        "rows": [_row(row, columns) for row in view.rows],
    }


def _row(row: Row, columns: Mapping[str, Metric]) -> dict[str, Any]:
    entry, summary = row.entry, row.entry.summary
    sources = {PUBLISHED: "published (mean)" if entry.average_of else "published"}
    sources[SUBMISSION] = f"submission {entry.submission[:DIGITS]}, verified"
    count = f" ({summary.n:,} of {entry.questions:,} answers)" if summary.flaws else ""
    return {
        "model": shortened(summary.model, LONGEST) or "(without a name)",
        "published": entry.source == PUBLISHED,
        "source": sources.get(entry.source, ""),
        "flaws": f"{tables.INCOMPLETE}: {', '.join(summary.flaws)}{count}" if summary.flaws else "",
        "cells": [_cell(row, name, metric) for name, metric in columns.items()],
        "rank": _cell(row, BY, METRICS[BY]),
        "curve": [
            (most, 100 * share) for most, share in zip(TOLERANCES, summary.within, strict=False)
        ],
    }


def _score(summary: Summary, name: str) -> Score:
    return summary.scores[name] if name in METRICS else Score(summary.counted[name])


def _cell(row: Row, name: str, metric: Metric) -> Cell:
    score, place = _score(row.entry.summary, name), row.places.get(name)
    value, low, high = map(metric.shown, (score.value, score.low, score.high))
    return Cell(
        "" if score.value is None else repr(score.value),
        value,
        f"[{low}, {high}]" * (low != "-"),
        f"{place.rank.rank}{'=' * place.tied}" if place else "",
        str(place.rank) if place and place.rank.best < place.rank.worst else "",
    )
