"""The test suite on the newest lm-eval that the bounds allow, in an environment of its own."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TESTED = importlib.metadata.version("lm_eval")
BOUNDS = re.search(r"^ *(lm-eval[>=<].*)$", (ROOT / "setup.cfg").read_text(), re.MULTILINE)[1]
PINNED = re.compile(r"^lm[_-]eval==.*$", re.MULTILINE)


def output(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, f"{command}\n{done.stdout[-9_000:]}\n{done.stderr[-9_000:]}"
    return done.stdout


def newest() -> str:
    """The version that pip would install within the bounds."""
    options = ("--quiet", "--dry-run", "--no-deps", "--ignore-installed", "--report", "-")
    report = output(sys.executable, "-m", "pip", "install", *options, BOUNDS)
    (found,) = json.loads(report)["install"]
    return found["metadata"]["version"]


def test_the_suite_on_the_newest_version(tmp_path):
    version = newest()
    if version == TESTED:
        pytest.skip(f"{TESTED}, on which all tests run, is the newest lm-eval in {BOUNDS}")
    constraints = tmp_path / "constraints.txt"
    pins = (ROOT / "constraints.txt").read_text()
    constraints.write_text(PINNED.sub(f"lm_eval=={version}", pins))
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv/bin/python"
    wanted = f"{ROOT}[hf,api,report,dev]"
    output(python, "-m", "pip", "install", "--quiet", "--constraint", constraints, wanted)
    os.environ.pop("PYTHONPATH", None)
    passed = output(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert re.search(r"\d+ passed", passed)
