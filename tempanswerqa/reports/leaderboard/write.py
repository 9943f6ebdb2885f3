"""Writes a leaderboard into a folder, `index.html` and `leaderboard.json`, and makes the columns,
rows and cells that the page shows.
"""

from __future__ import annotations

import math
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
from tempanswerqa.reports.page.names import slug
from tempanswerqa.runs import score_files
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.submission import SubmissionError, model_names
from tempanswerqa.runs.summary import TOLERANCES, Score, Summary
from tempanswerqa.text import conjoined, shortened, visible

JSON = "leaderboard.json"
LONGEST = 80
"""The largest number of characters of a model's name in the page."""
DIGITS = 8
"""The number of characters of a submission's digest in the page."""
Lines = Mapping[str, tuple[float, float]]
"""The lowest and the highest number on the line of each score."""
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
    beside each other (`model_names.rivals`).

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
    by_task: list[tuple[Path, list[Entry]]] = [
        (run.run.path, made.of_run(run))
        for run in score_files.score_places([*map(str, files)], options, fail, warn, progress)
    ]
    library = Library(options.data_dir)
    submitted: list[tuple[Path, str, object]] = []
    for path in progress(submissions):
        try:
            entries = made.of_submission(path, library, options.filters)
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
            warn(f"{path}: {summary.task}: left out, as {score_files.AGAIN}")
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
    every = [*entries, *made.published()]
    rows = ranked([*every, *made.averages(every)])
    grouped, told = views(rows), page.warnings(summaries)
    folder.mkdir(parents=True, exist_ok=True)
    with written_whole(folder / JSON, encoding="ascii") as file:
        file.write(json_document.render(rows, grouped, title, told))
        html = page.render(
            "leaderboard.html.j2",
            title=visible(title),
            warnings=told,
            views=[_shown(view) for view in grouped],
            json=JSON,
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
    place: Sequence[float] = ()
    """The places of the score and of both ends of its interval on the column's line, from 0 to 100;
    empty if there is no line, or if the score is not on it."""
    rank: str = ""
    """The rank by this score, followed by `=` if others have the same; empty if there is none."""
    range: str = ""
    """The ranks that the data allow; empty if these are not several."""


def _shown(view: View) -> dict[str, Any]:
    """Return the variables of the template for a view.

    Its columns are the scores that any row has, `FIRST` before the others; counts that are 0 in all
    rows are left out. The line of a score with intervals goes from the lowest number in its column
    to the highest. Promptings of runs are given if there are several, zero-shot first.
    """
    rows = [row for model in view.models for row in (model.mean, *model.runs)]
    entries = [row.entry for model in view.models for row in (*model.runs, *model.published)]
    known = {**{name: METRICS[name] for name in FIRST}, **METRICS, **COUNTED}
    columns = {
        name: metric
        for name, metric in known.items()
        if any(_score(entry.summary, name).value is not None for entry in entries)
        and (name in METRICS or any(entry.summary.counted.get(name) for entry in entries))
    }
    # published baselines have no line, as they would stretch it
    asked = [row.entry.summary for row in rows if row.entry.summary.prompting or row.places]
    lines: dict[str, tuple[float, float]] = {}
    for name in columns:
        scores = [_score(summary, name) for summary in asked]
        ends = [end for score in scores for end in score[2:4] if end is not None]
        if ends:
            ends += [score.value for score in scores if score.value is not None]
        if ends and min(ends) < max(ends):
            lines[name] = min(ends), max(ends)
    models = []
    for model in view.models:
        below = (*(model.runs if len(model.runs) > 1 else ()), *model.published)
        models.append({
            "row": _row(model.mean, columns, lines),
            "below": [_row(row, columns, lines) for row in below],
        })  # fmt: skip
    own = [model for model in view.models if not model.is_published]
    promptings = {row.entry.summary.prompting for model in own for row in model.runs}
    shares = [share for row in rows for share in row.entry.summary.within]
    return {
        "task": view.board.title,
        "filter": view.filter,
        "questions": {row.entry.questions for model in view.models for row in model.runs} - {None},
        "columns": [*columns.values()],
        "promptings": sorted(filter(None, promptings), reverse=True) * (len(promptings) > 1),
        "several": sum(BY in model.mean.places for model in view.models) > 1,
        "least": min(90, 10 * int(10 * min(shares, default=0))),  # where all curves begin, in %
        "models": models,
    }


def _row(row: Row, columns: Mapping[str, Metric], lines: Lines) -> dict[str, Any]:
    entry, summary = row.entry, row.entry.summary
    told = {PUBLISHED: "published (mean)" if entry.average_of else "published"}
    told[SUBMISSION] = f"submission {entry.submission[:DIGITS]}, verified"
    count = f" ({summary.n:,} of {entry.questions:,} answers)" if summary.flaws else ""
    return {
        "model": shortened(summary.model, LONGEST) or "(without a name)",
        "slug": slug(summary.model)[:LONGEST],
        "prompting": summary.prompting,
        "published": entry.source == PUBLISHED,
        "told": told.get(entry.source, ""),
        "flaws": f"{tables.INCOMPLETE}: {', '.join(summary.flaws)}{count}" if summary.flaws else "",
        "cells": [_cell(row, name, metric, lines) for name, metric in columns.items()],
        "rank": _cell(row, BY, METRICS[BY], lines),
        "curve": [
            (most, 100 * share) for most, share in zip(TOLERANCES, summary.within, strict=False)
        ],
    }


def _score(summary: Summary, name: str) -> Score:
    return summary.scores[name] if name in METRICS else Score(summary.counted[name])


def _cell(row: Row, name: str, metric: Metric, lines: Lines) -> Cell:
    score, place = _score(row.entry.summary, name), row.places.get(name)
    value, low, high = map(metric.shown, (score.value, score.low, score.high))
    least, most = lines.get(name, (math.inf, math.inf))
    at: list[float] = []
    if score.value is not None and least <= score.value <= most:
        ends = [score.value if end is None else end for end in score[2:4]]
        at = [100 * (end - least) / (most - least) for end in (score.value, *ends)]
    return Cell(
        "" if score.value is None else repr(score.value),
        value,
        f"[{low}, {high}]" * (low != "-"),
        at,
        f"{place.rank.rank}{'=' * place.tied}" if place else "",
        str(place.rank) if place and place.rank.best < place.rank.worst else "",
    )
