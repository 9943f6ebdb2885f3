"""Runs that are made once."""

import shutil

import pytest


@pytest.fixture(scope="session")
def fresh(tmp_path_factory):
    """Return a run on fresh questions; to be copied, not changed."""
    from submission_support import fresh_run

    return fresh_run(tmp_path_factory.mktemp("fresh"))


@pytest.fixture
def run(fresh, tmp_path):
    """Return a copy of the run on fresh questions."""
    return shutil.copytree(fresh, tmp_path / "run")


@pytest.fixture(scope="session")
def submitted(fresh, tmp_path_factory):
    """Return the submission of the run on fresh questions; to be copied, not changed."""
    from submission_support import command

    path = tmp_path_factory.mktemp("submitted") / "submission.json"
    assert command("pack", fresh, "--out", path) == 0
    return path


@pytest.fixture
def path(submitted, tmp_path):
    """Return a copy of the submission."""
    return shutil.copy(submitted, tmp_path / "submission.json")


@pytest.fixture
def out(tmp_path):
    """Return the path of new submissions."""
    return tmp_path / "out.json"
