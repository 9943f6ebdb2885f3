"""Writes a leaderboard into a folder: `index.html` and `leaderboard.json`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tempanswerqa.files import written_whole
from tempanswerqa.metrics.scores import REPORTED
from tempanswerqa.reports import tables
from tempanswerqa.reports.leaderboard import cells, json_document, models
from tempanswerqa.reports.leaderboard.board import AVERAGE
from tempanswerqa.reports.leaderboard.entries import PUBLISHED, Entry, averages, published
from tempanswerqa.reports.leaderboard.models import View
from tempanswerqa.reports.leaderboard.ranking import ranked
from tempanswerqa.reports.page import page, warned
from tempanswerqa.reports.page.names import counted
from tempanswerqa.text import conjoined, visible

JSON = "leaderboard.json"


def build(entries: Sequence[Entry], folder: Path, title: str) -> Path:
    """Write the leaderboard of entries of single tasks into a folder; return its page.

    Averages and published scores are added here. A missing folder is made, and files of the same
    names are overwritten, each whole or not at all.
    """
    summaries = [entry.summary for entry in entries]
    every = [*entries, *published()]
    rows = ranked([*every, *averages(every)])
    views, told = models.views(rows), warned.warnings(summaries)
    folder.mkdir(parents=True, exist_ok=True)
    with written_whole(folder / JSON, encoding="ascii") as file:
        file.write(json_document.render(rows, views, title, told))
        return page.fill(folder, _html(views, title, told, tables.signatures(summaries)))


def _html(views: Sequence[View], title: str, told: Sequence[str], signatures: Sequence[str]) -> str:
    return page.render(
        "leaderboard.html.j2",
        title=visible(title),
        lead=_lead(views),
        warnings=warned.brief(told),
        views=[cells.shown(view) for view in views],
        json=JSON,
        verified=json_document.VERIFIED,
        higher=conjoined([m.heading for m in REPORTED.values() if m.higher_is_better]),
        signatures=signatures,
    )


def _lead(views: Sequence[View]) -> str:
    own = [view for view in views if view.evaluated and view.board.subset != AVERAGE]
    found = {
        row.entry.summary.model
        for view in own
        for model in view.models
        for row in model.runs
        if row.entry.source != PUBLISHED
    }
    tasks = counted(len({view.board for view in own}), "task")
    return (
        f"{counted(len(found), 'model')} on {tasks}, beside the figures that the paper published "
        "in its Tables 11 and 12. A model's score is the mean of its runs, which unfold below it."
    )
