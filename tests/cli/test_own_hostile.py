"""Tests that a table with bad rows gives one error that names them all, and no folder."""

import os
from pathlib import Path

import pytest
from cases import cased

from tempanswerqa import cli
from tempanswerqa.harness import registration
from tempanswerqa.questions import subsets

HEAD = "question,answer,unit\n"
GOOD = "How long was it?,3 days,days\n"


def refused(capsys, path: Path, content: bytes, name: str = "mine") -> str:
    """Return what is said of a table of which no folder can be made."""
    path.write_bytes(content)
    assert cli.main(["new", str(path), "--name", name, "--out", str(path.parent / "out")]) == 1
    out, err = capsys.readouterr()
    assert (out, list(path.parent.iterdir())) == ("", [path])
    return err


@pytest.fixture
def unknown(monkeypatch):
    """Spare the search among the harness's tasks, which takes longest."""
    monkeypatch.setattr(registration, "harness_tasks_folder", lambda: Path("none"))


@cased
@pytest.mark.usefixtures("unknown")
def test_one_clear_error_and_no_folder(name, text, facts, tmp_path, capsys):
    printed = refused(capsys, tmp_path / name, text.encode())
    assert all(part in printed for part in facts), printed
    said = [line for line in printed.splitlines() if not line.startswith("tempanswerqa: note")]
    assert said[0].startswith("tempanswerqa: ")
    assert all(line.isprintable() for line in said), said
    assert "mine" not in subsets.known()


@pytest.mark.parametrize("place", ["nothing.csv", ".", "pipe.csv", "b.csv"])
def test_what_is_no_file(place, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.csv")
    Path("b.csv").mkdir()
    assert cli.main(["new", place, "--name", "mine", "--out", "out"]) == 1
    assert place in capsys.readouterr().err
    assert not Path("out").exists()


def test_the_name_of_a_task_of_the_harness_is_taken(tmp_path, capsys):
    assert "--name" in refused(capsys, tmp_path / "a.csv", (HEAD + GOOD).encode(), "gsm8k")
