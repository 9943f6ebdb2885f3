"""Writes the leaderboard as JSON, for other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tempanswerqa import __version__
from tempanswerqa.reports.leaderboard.entries import PUBLISHED, Entry
from tempanswerqa.reports.leaderboard.ranking import BY, Row, View
from tempanswerqa.runs.summary import CHANGES

FORMAT = 1
"""The version of the document; it rises when the meaning of a field changes."""

VERIFIED = (
    "Of a verified submission the file is whole, every question has one response, and all scores "
    "were computed again from the responses. Who or what made the responses, and how, cannot be "
    "known: anyone can write them, also from the right answers."
)
"""The sentences on what is certain and what is not for a verified submission."""


def render(rows: Sequence[Row], views: Sequence[View], title: str, warnings: Sequence[str]) -> str:
    """Return strict JSON in ASCII: `format`, `title`, `package` (version), `warnings`, `verified`
    (the meaning of it), `rows` and `models`.

    A row has the fields of `tempanswerqa score --format json`, without `signature` and those of
    `summary.CHANGES` (`samples` only if it has several responses to each question), and

    - `source`: `evaluated` (responses scored here), `submission` (verified) or `published`;
    - `submission`: its digest, as several may have one name; null for other rows;
    - `rank`: 1 plus the number of runs with the same prompting and a higher exact match, or null;
      `ranks`: the best and the worst rank that the data allow, by `ranking.ranked`, or null;
    - `questions`: the number of questions that were asked, null if it is not known;
    - `complete`: true if each was answered just once, null if it is not known;
    - `fresh`: `level`, `n` (of each task) and `seed` of fresh questions, null for released ones;
    - `average_of`: the tasks of a plain mean over tasks, null for a single task. For a mean, `task`
      is the harness's group of the four tasks, or `mean of` other names, and `n` is the sum;
    - `signatures`: by task, empty for published figures.

    `smape` is in percent; the other scores with a largest value are shares, as are `truncated` and
    `thinking`. What is undefined or not known is null. MASE of published figures is null, as theirs
    is of another kind.

    A model has these fields, too, but for `rank`, `ranks` and `signatures`. Its scores are the mean
    over its `promptings`, with errors taken as fully correlated. `places` are its ranks among
    models with the same promptings: `rank`, and `best` and `worst` for the range. They are empty
    for a model that lacks a prompting which the others have. MASE and `parsed` have no ranks.
    """
    runs = []
    for entry, places in rows:
        rank = places[BY].rank if BY in places else None
        known = {"rank": rank and rank.rank, "ranks": rank and [rank.best, rank.worst]}
        runs.append(_entry(entry, **known) | {"signatures": entry.signatures})
    models = []
    for entry, places in (m.mean for view in views for m in view.models if not m.is_published):
        ranks = {name: place.rank._asdict() for name, place in places.items()}
        promptings = entry.summary.prompting.split(", ")
        models.append(_entry(entry, promptings=promptings, places=ranks))
    stated = {
        "format": FORMAT,
        "title": title,
        "package": __version__,
        "warnings": list(warnings),
        "verified": VERIFIED,
        "rows": runs,
        "models": models,
    }
    return json.dumps(stated, allow_nan=False) + "\n"


def _entry(entry: Entry, **known: Any) -> dict[str, Any]:
    board, scored = entry.board, entry.summary.as_dict()
    return {
        "source": entry.source,
        "submission": entry.submission or None,
        **known,
        "questions": entry.questions,
        "complete": None if entry.source == PUBLISHED else not entry.summary.flaws,
        "fresh": {"level": board.level, "n": board.n, "seed": board.seed} if board.level else None,
        "average_of": list(entry.average_of) or None,
        **{name: value for name, value in scored.items() if name not in (*CHANGES, "signature")},
    }
