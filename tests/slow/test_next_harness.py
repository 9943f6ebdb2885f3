"""The tasks on the pre-release of the harness's next version, which no bound of ours allows.

The environment is that of the tests, with the pre-release in front of the harness.
"""

import os
import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

NEXT = "0.5.0.dev1"
ROOT = Path(__file__).parents[2]
FILES = (
    *("tests/harness/test_aggregation.py", "tests/harness/test_children.py"),
    *("tests/harness/test_reasoning.py", "tests/harness/test_repeats.py"),
    "tests/harness/test_tasks.py",
    *("tests/neighbours/test_of_time/test_harness.py", "tests/neighbours/tram/test_harness.py"),
    *("tests/neighbours/tram/short_answers", "tests/runs/test_scoring.py"),
)
ITS_OWN = (
    "test_scores_by_plain_arithmetic",  # --samples ends with an IndexError
    "test_what_is_evaluated_changes_no_item",
    "test_groups_are_plain_means_and_every_score_has_its_error",  # pooled errors of plain means
)
"""Tests of what does not work in the pre-release, whatever the task."""


def test_the_tasks_on_the_next_version(tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv/bin/python"
    install = ("-m", "pip", "install", "--quiet", "--no-deps", f"lm-eval=={NEXT}")
    done = subprocess.run([python, *install], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"lm-eval {NEXT} is not to be had: {done.stderr.strip()[-300:]}")
    (site,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    (site / "behind.pth").write_text(sysconfig.get_path("purelib"))
    options = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", " and ".join(
        f"not (test_tasks and {name})" for name in ITS_OWN
    ))  # fmt: skip
    environ = os.environ | {"PYTHONPATH": str(ROOT)}
    run = [python, "-c", "import lm_eval; print(lm_eval.__file__)"]
    assert str(site) in subprocess.check_output(run, text=True, env=environ)
    done = subprocess.run(
        [python, *options, *FILES],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-9_000:]
