"""Tests the files of `tempanswerqa upstream` with the harness's own tests and linters."""

import os
import re
import subprocess
import sys

import pytest
from support import SAMPLE, TASKS

from tempanswerqa.harness import upstream

pytestmark = pytest.mark.slow


def test_the_harness_accepts_them(unpacked, tmp_path):
    folder = unpacked / "lm_eval/tasks/temporal_answer_qa"
    upstream.write(folder)

    def run(*command: str) -> str:
        environ = {"PYTHONPATH": str(unpacked), "HF_DATASETS_CACHE": str(tmp_path / "datasets")}
        command = (sys.executable, "-m", *command)
        done = subprocess.run(
            command, cwd=unpacked, env=os.environ | environ, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout[-9_000:] + done.stderr[-9_000:]
        return done.stdout + done.stderr

    run("ruff", "check", str(folder))  # with the settings of the harness
    run("ruff", "format", "--check", str(folder))

    utils = folder / "utils.py"
    text = utils.read_text(encoding="utf-8")
    utils.write_text(re.sub("HOME = .*", f'HOME = "{SAMPLE}"', text), encoding="utf-8")
    # The archive lacks this module, which names the tasks that a pull request changes.
    (unpacked / "tests/utils.py").write_text(f"def new_tasks():\n    return {list(TASKS)}\n")
    (unpacked / "tests/__init__.py").touch()
    own = ("-p", "no:cacheprovider", "-k", "NewTasks", "tests/test_tasks.py")
    assert "passed" in run("pytest", "-q", *own)
    shown = ("--limit", "2", "--num_fewshot", "2", "--write_out")
    told = run("lm_eval", "--tasks", "tempanswerqa", "--model", "dummy", *shown)
    assert told.count("context prompt") == len(TASKS)
