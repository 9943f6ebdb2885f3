"""Runs that are made once."""

import shutil

import pytest

from tempanswerqa.questions import draws


@pytest.fixture(autouse=True)
def small_draws(monkeypatch):
    """No more questions are drawn than are asked, which takes most of the time."""
    from submission_support import N

    monkeypatch.setattr(draws, "SIZE", N)


@pytest.fixture(scope="session")
def fresh(tmp_path_factory):
    """A run on fresh questions; to be copied, not changed."""
    from submission_support import fresh_run

    return fresh_run(tmp_path_factory.mktemp("fresh"))


@pytest.fixture
def run(fresh, tmp_path):
    """A copy of the run on fresh questions."""
    return shutil.copytree(fresh, tmp_path / "run")


@pytest.fixture(scope="session")
def submitted(fresh, tmp_path_factory):
    """The submission of the run on fresh questions; to be copied, not changed."""
    from submission_support import command

    path = tmp_path_factory.mktemp("submitted") / "submission.json"
    assert command("pack", fresh, "--out", path) == 0
    return path


@pytest.fixture
def path(submitted, tmp_path):
    """A copy of the submission."""
    return shutil.copy(submitted, tmp_path / "submission.json")


@pytest.fixture
def out(tmp_path):
    """Return where submissions go."""
    return tmp_path / "out.json"
