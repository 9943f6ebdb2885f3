"""Measures memory and processor time for many responses, and for a board of many submissions.

    python -m benchmarks.load [--responses 1000000] [--submissions 300]

Responses are simulated, and answer the sample. One process scores files of 10,000 as `score` does,
and its peak resident memory is shown. Submissions have a response to each question; the time for
the board comes after that for reading them.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from collections.abc import Iterable
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tempanswerqa import questions
from tempanswerqa.answers.formats import write_response
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.subsets import SAMPLES
from tempanswerqa.reports import leaderboard, score_screen
from tempanswerqa.runs import score_files
from tempanswerqa.runs.details import records
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.score_files import Options
from tempanswerqa.units import UNITS

A_FILE = 10_000


def main() -> None:
    """Measure and print both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--responses", type=int, default=1_000_000)
    parser.add_argument("--submissions", type=int, default=300)
    options = parser.parse_args()
    sample = [question for name in SAMPLES for question in questions.load(name)]
    with TemporaryDirectory() as folder:
        many(Path(folder) / "files", sample, options.responses)
        board(Path(folder) / "board", sample, options.submissions)


def many(folder: Path, sample: list[Question], count: int) -> None:
    """Score this many responses, and print time and memory."""
    for number in range(count // A_FILE):
        write(folder / f"model{number}.jsonl", islice(cycle(sample), A_FILE), number)
    began = time.process_time()
    runs, of_runs = list[Run](), []
    for run in score_files.score_places([str(folder)], Options(), print, lambda _: None):
        runs.append(run.for_tests())
        of_runs.append(records(run))
        del run
    score_screen.screen(runs, of_runs)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    took = time.process_time() - began
    print(f"{count:,} responses: peak {peak:,.0f} MB, {took:,.0f} s of processor time")


def board(folder: Path, sample: list[Question], count: int) -> None:
    """Make the board of this many submissions, and print the time it takes."""
    for number in range(count):
        write(folder / f"team{number}/model{number}.jsonl", sample, number)
    began = time.process_time()
    entries = leaderboard.collect([str(folder)], Options(), print, lambda _: None)
    read = time.process_time() - began
    leaderboard.write(entries, folder / "page", "Board")
    board = time.process_time() - began - read
    print(f"{count} submissions: {read:.0f} s to read, {board:.0f} s for the board")


def write(path: Path, sample: Iterable[Question], seed: int) -> None:
    """Write a response to each question; the seed decides which of them are wrong."""
    draw = random.Random(seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        for question in sample:
            error = (draw.random() < seed % 50 / 100) * UNITS[question.unit].step
            form = question.family, question.unit, question.answer_format
            text = write_response(question.number + error, *form)
            text = text.replace("as asked", f"{draw.random()}")
            text = text if question.prefill else f"{draw.random()}\n{text}"
            file.write(json.dumps({"id": question.id, "response": text}) + "\n")


if __name__ == "__main__":
    main()
