"""Measures `leaderboard --site` on made-up submissions.

    python benchmarks/leaderboard.py [50 100 400 1000] [--n 9]

Each submission answers n fresh questions of each of the four tasks. The more answers are right, the
later its number. The command runs in a process of its own. It prints its processor time, its peak
memory and the size of the page.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
from itertools import count, islice
from pathlib import Path

from measuring import peak
from report import response

from tempanswerqa.fresh import bank
from tempanswerqa.questions.draws import LEVEL, Draw
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.submission import bundle, verify
from tempanswerqa.runs.submission.bundle import Bundle, Fresh, Settings, SubmittedTask
from tempanswerqa.runs.writing import VERSION


def main() -> None:
    """Measure, and print a line for each number of submissions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("numbers", type=int, nargs="*", default=[50, 100, 400, 1000])
    parser.add_argument("--n", type=int, default=9)
    options = parser.parse_args()
    print("submissions  seconds  MB  MB of the page")
    with tempfile.TemporaryDirectory() as folder:
        site, library, models = Path(folder), Library(None), count(1)
        (site / "submissions").mkdir()
        before = 0
        for number in sorted(options.numbers):
            for model in islice(models, number - before):
                path = site / "submissions" / f"model-{model}.json.gz"
                bundle.write(submission(model, options.n, library), path)
            before = number
            started = children_seconds()
            subprocess.run(
                [sys.executable, "-m", "tempanswerqa", "leaderboard", "--site", folder],
                check=True,
                capture_output=True,
            )
            seconds = children_seconds() - started
            memory = peak(resource.getrusage(resource.RUSAGE_CHILDREN))
            page = (site / "index.html").stat().st_size / 1e6
            print(f"{number:>11,}  {seconds:7.1f}  {memory:.0f}  {page:.1f}", flush=True)


def children_seconds() -> float:
    """Return the processor time of all processes that were started here and have ended."""
    used = os.times()
    return used.children_user + used.children_system


def submission(number: int, n: int, library: Library) -> Bundle:
    """Return the submission of the made-up model with this number."""
    rng, tasks, summaries = random.Random(number), {}, []
    unscored = Bundle.model_construct(model=f"org/model-{number}", prompting="zero-shot")
    for subset in SUBSETS:
        draw = Draw(subset, LEVEL, n)
        task = SubmittedTask.model_construct(
            version=VERSION,
            lm_eval=None,
            shots=None,
            fresh=Fresh(level=draw.level, n=draw.n, seed=draw.seed),
            signatures={STRICT: {}},
            responses={
                question.id: response(question, number / (number + 50), rng)
                for question in bank.load(draw)
            },
        )
        task._name = str(TaskName(subset, LEVEL))
        summaries.append(verify.summarized(verify.run_of(task, unscored, library)))
        task.signatures = {rule: own.signature for rule, own in summaries[-1].items()}
        task.scores = {rule: verify.of_summary(own) for rule, own in summaries[-1].items()}
        tasks[task.name] = task
    return Bundle.model_construct(
        created="2026-01-01T00:00:00+00:00",
        model=unscored.model,
        prompting=unscored.prompting,
        settings=Settings(
            backend=None,
            chat_template=None,
            chat_template_sha=None,
            system_instruction_sha=None,
            generation=None,
        ),
        mean=verify.means(summaries),
        by_name=tasks,
    )


if __name__ == "__main__":
    main()
