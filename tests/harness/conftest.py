"""Provides a harness and task families that Python finds before all others."""

import sys
from pathlib import Path

import pytest
from registration_support import HARNESS, our_package, write


@pytest.fixture
def install(monkeypatch, tmp_path):
    """Makes packages importable from a folder of the given name, before all others."""
    # The import system answers from here first, and another test may have imported the harness.
    for package in ("lm_eval", "lm_eval_tasks"):
        monkeypatch.delitem(sys.modules, package, raising=False)

    def install(files: dict[str, str], into: str = "site") -> Path:
        write(tmp_path / into, files)
        monkeypatch.syspath_prepend(tmp_path / into)
        return tmp_path / into

    return install


@pytest.fixture
def source(install) -> Path:
    return install(our_package(), "ours") / "lm_eval_tasks"


@pytest.fixture
def harness(install) -> Path:
    """Return the tasks folder of a harness that must not be imported."""
    return install(HARNESS, "theirs") / "lm_eval/tasks"
