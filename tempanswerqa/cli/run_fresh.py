"""Runs the commands on fresh questions; each returns its exit code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from tempanswerqa.cli.terminal import Failures, progress, tell
from tempanswerqa.fresh import drawing, writing
from tempanswerqa.fresh import shortcuts as guesses
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.reports import shortcut_table


def draw(subset: str, level: str, n: int, seed: int, out: str) -> int:
    """Write the questions of a draw; return 0."""
    bar = partial(progress, unit="question", total=n)
    writing.write(Draw(subset, level, n, seed), Path(out), bar)
    tell(f"wrote {n} questions to {out}")
    return 0


def shortcuts(subset: str | None, level: str, n: int, seed: int, style: str) -> int:
    """Print the exact match of guesses on a draw of a subset, or of every subset; return 0."""
    shares = [guesses.score(draw) for draw in _draws(subset, level, n, seed)]
    print(shortcut_table.render(shares, style))
    return 0


def verify(files: Sequence[str], subset: str | None, level: str, n: int, seed: int) -> int:
    """Print how many questions of files, or of draws, have two equal answers.

    Return 0 if all questions of the files have two equal answers, else 1. Raises FreshError for a
    question of a draw whose two answers differ.
    """
    fail = Failures()
    for file in files:
        total, problems = writing.verify(Path(file))
        for problem in problems:
            fail(problem)
        print(f"{file}: {total - len(problems)} of {total} questions have two equal answers")
    for drawn in () if files else _draws(subset, level, n, seed):
        total = sum(1 for _ in progress(drawing.questions(drawn), "question", n))
        named = f"{drawn.subset}, {drawn.level}, seed {drawn.seed}"
        print(f"{named}: {total} of {total} questions have two equal answers")
    return fail.code


def _draws(subset: str | None, level: str, n: int, seed: int) -> Iterator[Draw]:
    return (Draw(name, level, n, seed) for name in ([subset] if subset else SUBSETS))
