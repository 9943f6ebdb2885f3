"""Runs the commands on fresh questions; each returns its exit code."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tempanswerqa.cli.terminal import progress, tell
from tempanswerqa.fresh import drawing, writing
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.subsets import SUBSETS


def draw(subset: str, level: str, n: int, seed: int, out: str) -> int:
    """Write the questions of a draw; return 0."""
    bar = partial(progress, unit="question", total=n)
    writing.write(Draw(subset, level, n, seed), Path(out), bar)
    tell(f"wrote {n} questions to {out}")
    return 0


def verify(subset: str | None, level: str, n: int, seed: int) -> int:
    """Draw the questions of a subset, or of every subset, and print that both answers of each are
    equal; return 0. Raises FreshError for a question whose two answers differ.
    """
    for name in [subset] if subset else SUBSETS:
        total = sum(
            1 for _ in progress(drawing.questions(Draw(name, level, n, seed)), "question", n)
        )
        print(f"{name}, {level}, seed {seed}: {total} of {total} questions have two equal answers")
    return 0
