"""Makes made-up entries, and leaderboards of made-up runs."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scored import summary
from support import SAMPLE

from tempanswerqa import cli
from tempanswerqa.reports.leaderboard.entries import EVALUATED, Board, Entry
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.signature import COMPARABLE
from tempanswerqa.runs.summary import Score

TITLE = "A leaderboard"
SCRIPT = "<script>document.title = 'taken'</script>"
HOSTILE = (
    *(f"a/{SCRIPT}", '"><img src=x onerror=alert(1)>', "Beta\u202egnp\u2066", "m\ud800"),
    "L" * 10_000,
)
"""Names that models may have."""


def entry(
    model: str = "m",
    exact_match: float | None = 0.5,
    board: Board | None = None,
    source: str = EVALUATED,
    rule: str = STRICT,
    stderr: float | None = 0.1,
    groups: int = 30,
    missing: int = 0,
    prompting: str = "zero-shot",
    mase: float | None = 0.25,
    **fields: object,
) -> Entry:
    """Return an entry of four questions; `fields` are those of its signature."""
    board = board or Board("tot_arith")
    task = f"tempanswerqa_{board.subset}{'_chat' * board.chat}"
    free = {"package": "1", "lm_eval": None, "filter": rule, "limit": None}
    own = {**dict.fromkeys(COMPARABLE, "same"), **free, "questions": 4} | fields
    made = summary(
        model,
        Score(0.25, stderr, 0.0, 1.0, groups),
        prompting=prompting,
        task=task,
        filter=rule,
        n=4 - missing,
        missing=missing,
        signature=own,
        exact_match=exact_match,
        mase=mase,
    )
    return Entry(source, board, made, {task: own})


def write(places: Iterable[object], folder: Path) -> int:
    """Write a leaderboard of places; returns the exit code."""
    named = "--out", str(folder), "--title", TITLE, "--data_dir", str(SAMPLE)
    return cli.main(["leaderboard", *map(str, places), *named])


def rows(folder: Path, **wanted: object) -> list[dict[str, Any]]:
    """Return the rows of a leaderboard's JSON that have these fields."""
    stated = json.loads((folder / "leaderboard.json").read_text(), parse_constant=refuse)
    return [row for row in stated["rows"] if all(row[k] == v for k, v in wanted.items())]


def refuse(constant: str) -> None:
    """Take no constant that strict JSON does not have."""
    raise AssertionError(constant)
