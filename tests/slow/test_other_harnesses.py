"""Runs the tests on other versions of lm-eval than the one beside them: the newest that the bounds
allow, and the harness's main branch.

Each is in an environment of its own. That of the main branch has it in front of the packages
beside this test.
"""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from support import CHECKOUT

pytestmark = pytest.mark.slow

TESTED = importlib.metadata.version("lm_eval")
BOUNDS = re.search(r"^ *(lm-eval[>=<].*)$", (CHECKOUT / "setup.cfg").read_text(), re.MULTILINE)[1]
PINNED = re.compile(r"^lm[_-]eval==.*$", re.MULTILINE)
MAIN = "git+https://github.com/EleutherAI/lm-evaluation-harness"
FILES = (
    *("tests/harness/test_aggregation.py", "tests/harness/test_children.py"),
    *("tests/harness/test_reasoning.py", "tests/harness/test_repeats.py"),
    "tests/harness/test_tasks.py",
    *("tests/neighbours/test_of_time/test_harness.py", "tests/neighbours/test_tram.py"),
    "tests/runs/test_run.py",
)
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")


def run(*command: object, check: bool = True, **environ: str) -> subprocess.CompletedProcess:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)), cwd=CHECKOUT, env=kept | environ, capture_output=True, text=True
    )
    told = f"{command}\n{done.stdout[-9_000:]}\n{done.stderr[-9_000:]}"
    assert done.returncode == 0 or not check, told
    return done


@pytest.fixture
def python(tmp_path) -> Path:
    """Return the interpreter of a new environment."""
    venv.create(tmp_path / "venv", with_pip=True)
    return tmp_path / "venv/bin/python"


def newest() -> str:
    """Return the version that pip would install within the bounds."""
    options = ("--quiet", "--dry-run", "--no-deps", "--ignore-installed", "--report", "-")
    report = run(sys.executable, "-m", "pip", "install", *options, BOUNDS).stdout
    (found,) = json.loads(report)["install"]
    return found["metadata"]["version"]


def test_the_suite_on_the_newest_version(tmp_path, request):
    version = newest()
    if version == TESTED:
        pytest.skip(f"{TESTED}, on which all tests run, is the newest lm-eval in {BOUNDS}")
    constraints = tmp_path / "constraints.txt"
    pins = (CHECKOUT / "constraints.txt").read_text()
    constraints.write_text(PINNED.sub(f"lm_eval=={version}", pins))
    python = request.getfixturevalue("python")
    wanted = f"{CHECKOUT}[hf,api,report,dev]"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", constraints, wanted)
    assert re.search(r"\d+ passed", run(python, *PYTEST, "tests").stdout)


def test_the_tasks_on_the_main_branch(python):
    done = run(python, "-m", "pip", "install", "--quiet", "--no-deps", MAIN, check=False)
    if done.returncode:
        pytest.skip(f"{MAIN} cannot be installed: {done.stderr.strip()[-300:]}")
    (site,) = python.parents[1].glob("lib/python*/site-packages")
    (site / "behind.pth").write_text(sysconfig.get_path("purelib"))
    own = {"PYTHONPATH": str(CHECKOUT)}
    assert str(site) in run(python, "-c", "import lm_eval; print(lm_eval.__file__)", **own).stdout
    run(python, *PYTEST, *FILES, **own)
