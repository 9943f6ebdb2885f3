"""The folder that a leaderboard fills: `index.html` and `leaderboard.json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import __version__
from tempanswerqa.files import written_whole
from tempanswerqa.metrics.scores import COUNTED, Metric
from tempanswerqa.questions import sources
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.reports import tables
from tempanswerqa.reports.leaderboard import json_document
from tempanswerqa.reports.leaderboard.board import AVERAGE
from tempanswerqa.reports.leaderboard.entries import (
    PUBLISHED,
    SUBMISSION,
    Entry,
    averages,
    published,
)
from tempanswerqa.reports.leaderboard.ranking import Ranked, ranked
from tempanswerqa.reports.page import page
from tempanswerqa.reports.page.names import counted
from tempanswerqa.reports.page.text import shortened, visible
from tempanswerqa.reports.tables import INCOMPLETE
from tempanswerqa.runs.scoring import COLUMNS
from tempanswerqa.runs.summary import Score, Summary

LONGEST, LONGEST_WARNING = 80, 400
"""At most this many characters of a model's name and of a warning stand in the page."""
JSON = "leaderboard.json"
DIGITS = 8
"""This many characters of a submission's digest stand in the page."""


class _Heading(NamedTuple):
    text: str
    kind: str = "text"
    """`number` where it sorts by value."""
    first: str = "ascending"
    """The direction in which the first click sorts."""


class _Cell(NamedTuple):
    order: str
    """What is sorted by: a number in full, a text, or nothing."""
    value: str
    interval: str = ""


def build(entries: Sequence[Entry], folder: Path, title: str) -> Path:
    """Write the leaderboard of entries of single tasks into a folder; returns its page.

    Averages and published figures are added here. The folder is made where it is not there, and
    files of the same names are overwritten, each whole or not at all.
    """
    summaries = [entry.summary for entry in entries]
    reference = published()
    rows = ranked([*entries, *averages(entries), *reference, *averages(reference)])
    warnings = [*tables.warnings(summaries), *_unreleased(entries)]
    folder.mkdir(parents=True, exist_ok=True)
    with written_whole(folder / JSON, encoding="ascii") as file:
        file.write(json_document.render(rows, title, warnings))
        return page.fill(folder, _html(rows, title, warnings, tables.signatures(summaries)))


def _unreleased(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield which published figures are about other questions than those that were asked here."""
    asked = {
        SUBSETS[entry.board.subset].file: fields["data"]
        for entry in entries
        if not entry.board.level and entry.board.subset in SUBSETS
        for fields in entry.signatures.values()
    }
    for file, data in asked.items():
        if data != sources.TEMPANSWERQA.blobs[file]:
            yield (
                f"NOT COMPARABLE: {file} is not the released file, so scores on it do not compare "
                "with published ones"
            )


def _html(
    rows: Sequence[Ranked], title: str, warnings: Sequence[str], signatures: Sequence[str]
) -> str:
    shown = [_shown(row) for row in rows]
    own = [row.entry for row in rows if row.entry.source != PUBLISHED]
    first = own[0] if own else rows[0].entry
    return page.render(
        "leaderboard.html.j2",
        title=visible(title),
        lead=_lead(own),
        warnings=[shortened(warning, LONGEST_WARNING) for warning in warnings],
        headings=_headings(),
        rows=shown,
        choices={name: _values(shown, name) for name in ("task", "prompting", "filter", "source")},
        chosen={"task": first.board.title, "filter": first.summary.filter},
        json=JSON,
        verified=json_document.VERIFIED,
        signatures=signatures,
        version=__version__,
    )


def _values(rows: Iterable[dict[str, Any]], name: str) -> list[str]:
    return list(dict.fromkeys(row["of"][name] for row in rows))


def _lead(own: Iterable[Entry]) -> str:
    single = [entry for entry in own if entry.board.subset != AVERAGE]
    models = counted(len({entry.summary.model for entry in single}), "model")
    tasks = counted(len({entry.board for entry in single}), "task")
    return (
        f"{models} on {tasks}, beside the figures that the paper published in its Tables 11 and 12."
    )


def _headings() -> list[_Heading]:
    return [
        _Heading("rank", "number"),
        *map(_Heading, ("model", "prompting")),
        *map(_heading, (*COLUMNS.values(), *COUNTED.values())),
        _Heading("n", "number", "descending"),
        *map(_Heading, ("task", "filter")),
    ]


def _heading(metric: Metric) -> _Heading:
    best_first = "descending" if metric.higher_is_better else "ascending"
    return _Heading(metric.heading, "number", best_first)


def _shown(row: Ranked) -> dict[str, Any]:
    """Return a row of the page: what it is filtered by, its name with notes, and its other
    cells.
    """
    rank, entry = row
    summary, board = entry.summary, entry.board
    reference = entry.source == PUBLISHED
    of = {
        "task": board.title,
        "prompting": summary.prompting or ("none" if reference else "not stated"),
        "filter": summary.filter,
        "source": entry.source,
    }
    return {
        "of": of,
        "reference": reference,
        "rank": _Cell(_order(rank and rank.rank), str(rank or "-")),
        "model": shortened(summary.model, LONGEST) or "(without a name)",
        "told": _told(entry),
        "flaws": f"{INCOMPLETE}: {', '.join(summary.flaws)}" if summary.flaws else "",
        "numbers": [*_scores(summary), _count(entry)],
    }


def _told(entry: Entry) -> str:
    if entry.source == SUBMISSION:
        return f"submission {entry.submission[:DIGITS]}, verified"
    return entry.source + " (mean)" * (entry.source == PUBLISHED and bool(entry.average_of))


def _score(metric: Metric, score: Score) -> _Cell:
    value, low, high = map(metric.shown, (score.value, score.low, score.high))
    return _Cell(_order(score.value), value, f"[{low}, {high}]" * (low != "-"))


def _scores(summary: Summary) -> Iterator[_Cell]:
    yield from (_score(metric, summary.scores[name]) for name, metric in COLUMNS.items())
    for name, metric in COUNTED.items():
        yield _score(metric, Score(summary.counted[name]))


def _count(entry: Entry) -> _Cell:
    n, asked = entry.summary.n, entry.questions
    if n is None:
        return _Cell("", "-")
    return _Cell(_order(n), f"{n:,}" if n == asked else f"{n:,} of {asked:,}")


def _order(number: float | None) -> str:
    return "" if number is None else repr(number)
