"""Writes the leaderboard as JSON, for other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tempanswerqa import __version__
from tempanswerqa.reports.leaderboard.entries import PUBLISHED
from tempanswerqa.reports.leaderboard.ranking import BY, Row
from tempanswerqa.runs.summary import CHANGES

FORMAT = 1
"""The version of the document; it rises when the meaning of a field changes."""

VERIFIED = (
    "Of a verified submission the file is whole, every question has one response, and all scores "
    "were computed again from the responses. Who or what made the responses, and how, cannot be "
    "known: anyone can write them, also from the right answers."
)
"""The sentences on what is certain and what is not for a verified submission."""


def render(rows: Sequence[Row], title: str, warnings: Sequence[str]) -> str:
    """Return strict JSON in ASCII: `format`, `title`, `package` (version), `warnings`, `verified`
    (the meaning of it) and `rows`.

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
    """
    stated = {
        "format": FORMAT,
        "title": title,
        "package": __version__,
        "warnings": list(warnings),
        "verified": VERIFIED,
        "rows": [_row(row) for row in rows],
    }
    return json.dumps(stated, allow_nan=False) + "\n"


def _row(row: Row) -> dict[str, Any]:
    entry, board, scored = row.entry, row.entry.board, row.entry.summary.as_dict()
    rank = row.places[BY].rank if BY in row.places else None
    return {
        "source": entry.source,
        "submission": entry.submission or None,
        "rank": rank and rank.rank,
        "ranks": rank and [rank.best, rank.worst],
        "questions": entry.questions,
        "complete": None if entry.source == PUBLISHED else not entry.summary.flaws,
        "fresh": {"level": board.level, "n": board.n, "seed": board.seed} if board.level else None,
        "average_of": list(entry.average_of) or None,
        **{name: value for name, value in scored.items() if name not in (*CHANGES, "signature")},
        "signatures": entry.signatures,
    }
