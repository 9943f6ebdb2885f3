"""A run that is stopped goes on where it was, and ends as if nothing had happened."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from support import SIZES, environment, lasting, saved

from tempanswerqa.harness import registration

pytestmark = pytest.mark.slow

TOTAL = sum(SIZES.values())
STOPS = {
    3: signal.SIGKILL,
    20: signal.SIGTERM,
    TOTAL // 2: signal.SIGKILL,
    TOTAL - 20: signal.SIGINT,
    TOTAL - 5: signal.SIGKILL,
}
"""The signals that stop a run, by the number of answers that it has kept."""

AHEAD = 3  # answers that a run may give before the signal reaches it

# The harness, which notes every answer and waits when it has given its last.
LAUNCHED = """
import signal, sys, time
from lm_eval.__main__ import cli_evaluate
from lm_eval.models.huggingface import HFLM

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored below a background shell
generate = HFLM._model_generate
left = int(sys.argv.pop(1))

def noted(*arguments, **options):
    global left
    if left == 0:
        time.sleep(300)
    left -= 1
    with open("answered", "a") as file:
        file.write(".")
    return generate(*arguments, **options)

HFLM._model_generate = noted
cli_evaluate()
"""


class Runs:
    """Runs the same command again and again, in a folder of its own."""

    def __init__(self, folder: Path, model: Path, *options: str) -> None:
        folder.mkdir()
        (folder / "launched.py").write_text(LAUNCHED)
        self.folder = folder
        self._arguments = [
            *("--include_path", str(registration.tasks_folder()), "--tasks", "tempanswerqa"),
            *("--model", "hf", "--model_args", f"pretrained={model}", "--device", "cpu"),
            *("--apply_chat_template", "--gen_kwargs", "max_gen_toks=8", *options),
            *("--log_samples", "--output_path", "out"),
        ]

    def start(self, answers: int = TOTAL) -> subprocess.Popen:
        """Start the run, which gives so many answers at most, and return its process."""
        with (self.folder / "log").open("w") as log:
            return subprocess.Popen(
                [sys.executable, "launched.py", str(answers), *self._arguments],
                cwd=self.folder,
                env=environment(),
                stdout=log,
                stderr=log,
            )

    def finish(self) -> None:
        """Run the command to its end."""
        assert self.start().wait(timeout=300) == 0, (self.folder / "log").read_text()

    def answered(self) -> int:
        """Return how many answers were generated so far."""
        return (self.folder / "answered").stat().st_size

    def kept(self) -> int:
        """Return how many of them a next run finds."""
        path = self.folder / "cache_rank0.db"
        if not path.exists():
            return 0
        with closing(sqlite3.connect(path)) as connection:
            if not connection.execute("SELECT * FROM sqlite_master").fetchall():
                return 0
            return connection.execute("SELECT COUNT(*) FROM unnamed").fetchone()[0]


def stop(run: subprocess.Popen, runs: Runs, number: int, by: signal.Signals) -> None:
    """Send the signal once so many answers are kept."""
    try:
        waited = time.monotonic() + 200
        while runs.kept() < number:
            assert run.poll() is None, (runs.folder / "log").read_text()
            assert time.monotonic() < waited, f"{runs.kept()} answers kept, {number} expected"
            time.sleep(0.01)
        run.send_signal(by)
        assert run.wait(timeout=60) == -by
    finally:
        run.kill()


def test_stopped_runs_resume(tmp_path, tiny):
    undisturbed = Runs(tmp_path / "undisturbed", tiny)
    undisturbed.finish()
    assert undisturbed.answered() == TOTAL
    runs = Runs(tmp_path / "stopped", tiny, "--use_cache", "cache")
    for number, by in STOPS.items():
        stop(runs.start(answers=number - runs.kept() + AHEAD), runs, number, by)
        assert number <= runs.kept() <= number + AHEAD
    before, kept = runs.answered(), runs.kept()
    runs.finish()
    assert runs.answered() - before == TOTAL - kept > 0
    (results, samples), (wanted, wanted_samples) = (
        saved(folder / "out") for folder in (runs.folder, undisturbed.folder)
    )
    assert lasting(results) == lasting(wanted)
    assert json.dumps(samples, sort_keys=True) == json.dumps(wanted_samples, sort_keys=True)
    assert sum(map(len, samples.values())) == 2 * TOTAL
