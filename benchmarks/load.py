"""Measures memory and processor time of many responses, and of a board of many submissions.

    python -m benchmarks.load [--responses 1000000] [--submissions 300] [--full]

Responses are made up, and answer the sample, or with --full the released questions. Files of 10,000
are scored by one process as `score` does, whose peak of resident memory is shown. Submissions have
a response to each question; the time of the board comes after that of reading them.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tempanswerqa import questions
from tempanswerqa.answers.formats import write_response
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.reports import leaderboard, score_screen
from tempanswerqa.runs import score_files
from tempanswerqa.runs.details import records
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.score_files import Options

A_FILE = 10_000


def main() -> None:
    """Measure and print both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--responses", type=int, default=1_000_000)
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    names = SUBSETS if options.full else [f"sample_{name}" for name in SUBSETS]
    asked = [question for name in names for question in questions.load(name)]
    with TemporaryDirectory() as folder:
        if options.responses:
            many(Path(folder) / "files", asked, options.responses)
        if options.submissions:
            board(Path(folder) / "board", asked, options.submissions)


def many(folder: Path, asked: list[Question], count: int) -> None:
    """Score so many responses, and print time and memory."""
    for number in range(-(-count // A_FILE)):
        write(folder / f"model{number}.jsonl", islice(cycle(asked), A_FILE), number)
    began = time.process_time()
    runs, found, rows = list[Run](), [], 0
    for run in score_files.score_places(
        [str(folder)], Options(samples="mean"), print, lambda _: None
    ):
        rows += len(run.table)
        runs.append(run.for_tests())
        found.append(records(run))
        size = run.table.memory_usage(deep=True).sum() / len(run.table)
        del run  # else it would stay in memory with the next one
    score_screen.screen(runs, found)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    took = time.process_time() - began
    print(f"{rows // 2:,} responses: peak {peak:,.0f} MB, {took:,.0f} s of processor time")
    print(f"{rows:,} rows of {size:.0f} bytes")


def board(folder: Path, asked: list[Question], count: int) -> None:
    """Make the board of so many submissions, and print its time."""
    for number in range(count):
        write(folder / f"team{number}/model{number}.jsonl", asked, number)
    began = time.process_time()
    found = leaderboard.collect([str(folder)], Options(), print, lambda _: None)
    read = time.process_time()
    leaderboard.write(found, folder / "page", "Board")
    tables = time.process_time() - read
    print(f"{count} submissions: {read - began:.0f} s to read, {tables:.0f} s for the board")


def write(path: Path, asked: Iterator[Question] | list[Question], seed: int) -> None:
    """Write a response to each question; a part of them, which the seed decides, is wrong."""
    draw = random.Random(seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        for question in asked:
            off = draw.random() < seed % 50 / 100
            number = question.number + off * (86_400 if question.unit == "date" else 1)
            form = question.family, question.unit, question.answer_format
            said = write_response(number, *form).replace("as asked", f"{draw.random()}")
            said = said if question.prefill else f"{draw.random()}\n{said}"
            file.write(json.dumps({"id": question.id, "response": said}) + "\n")


if __name__ == "__main__":
    main()
