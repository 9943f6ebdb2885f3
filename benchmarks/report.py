"""Measures the memory and size of a report, and its time relative to scoring the same files.

    python benchmarks/report.py [--models 9] [--repeats 3]

It writes responses of made-up models to the sample: 9 models have 36 runs. The programs run in
turns, each in its own process, and the shortest time of each counts. The figures go to standard
output and to benchmarks/report.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
import tempfile
from pathlib import Path

from measuring import measure_in_turns

from tempanswerqa import questions
from tempanswerqa.answers.formats import write_response
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.subsets import SUBSETS

SUMMARY = Path(__file__).with_suffix(".json")
STEPS = (
    "Step {0}: the table says that it began in the year {1} and that the other one came later, so "
    "that I have to count on from there. {1} + {0} = {2}. That is what was asked for. "
)
"""A step of a response. A response has three, to be as long as models' responses, with as many
equations."""


def main() -> None:
    """Measure, print and save the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", type=int, default=9)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs, out = Path(folder, "runs"), Path(folder, "out")
        write_runs(runs, given.models)
        command = [sys.executable, "-m", "tempanswerqa"]
        programs = {
            "score": [*command, "score", str(runs)],
            "report": [*command, "report", str(runs), "--out", str(out)],
            "leaderboard": [*command, "leaderboard", str(runs), "--out", str(out / "board")],
        }
        least, memory = measure_in_turns(programs, given.repeats)
        pages = {"report": out / "index.html", "leaderboard": out / "board" / "index.html"}
        sizes = {name: page.stat().st_size / 1e6 for name, page in pages.items()}
    figures = {
        "runs": given.models * len(SUBSETS),
        "responses": given.models * len(SUBSETS) * 100,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "seconds": {name: round(seconds, 1) for name, seconds in least.items()},
        "ratio to score": {name: round(s / least["score"], 1) for name, s in least.items()},
        "megabytes": {name: round(size) for name, size in memory.items()},
        "megabytes of the page": {name: round(size, 1) for name, size in sizes.items()},
    }
    SUMMARY.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))


def write_runs(folder: Path, models: int) -> None:
    """Write a file for each model and family; each model is right less often than the last."""
    folder.mkdir()
    for subset, part in SUBSETS.items():
        asked = questions.load(f"sample_{subset}")
        for model in range(models):
            rng = random.Random(f"{subset} {model}")
            lines = (
                json.dumps({"id": q.id, "response": response(q, 1 - 0.1 * model, rng)})
                for q in asked
            )
            name = f"{part.family}_{part.split}_model-{model}_few-shot.jsonl"
            (folder / name).write_text("".join(f"{line}\n" for line in lines))


def response(question: Question, skill: float, rng: random.Random) -> str:
    """Return steps with equations, and an answer that is right with the probability `skill`."""
    off = 0 if rng.random() < skill else rng.choice((-3, -1, 1, 2, 100))
    number = question.number + off * (86_400 if question.unit == "date" else 1)
    stated = write_response(number, question.family, question.unit, question.answer_format)
    values = [(step, 1_900 + step, 1_900 + 2 * step + off) for step in range(1, 4)]
    steps = "".join(STEPS.format(*value) for value in values)
    return stated.replace("as asked", steps) if question.family == "tot" else f"{steps}\n{stated}"


if __name__ == "__main__":
    main()
