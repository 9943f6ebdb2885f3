"""Tests the demo: what it prints and writes, and which folders it replaces."""

import subprocess
from types import SimpleNamespace

import pytest
from cases import cased
from support import snapshot

from tempanswerqa import cli


@pytest.mark.slow
def test_the_demo_is_repeated_in_its_own_folder(tmp_path, capsys):
    page = tmp_path / "demo/report/index.html"
    for _ in range(2):
        assert cli.main(["demo", "--out", str(tmp_path / "demo")]) == 0
        out, err = capsys.readouterr()
        for words in ("$ tempanswerqa compare", "EM", "$ tempanswerqa explain", "they differ"):
            assert words in out
        assert str(page) in err
        assert page.is_file()
        assert len([*page.parents[1].rglob("samples_*.jsonl")]) == 2


@pytest.fixture
def failing(monkeypatch):
    """Let the harness fail, as it would on a full disk."""

    def run(command, stdout, **_):
        stdout.write(b"No space left on device\n")
        stdout.flush()
        return SimpleNamespace(returncode=3)

    monkeypatch.setattr(subprocess, "run", run)


@pytest.mark.parametrize(
    "files", [{}, {"near.log": "", "near/a": "", "far.log": "", "report/a": ""}]
)
def test_what_the_harness_says_is_shown_if_it_fails(tmp_path, capsys, failing, files):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert cli.main(["demo", "--out", str(tmp_path)]) == 3
    assert capsys.readouterr().err
    assert not (tmp_path / "near").exists()
    assert not (tmp_path / "report").exists()


@cased
def test_folders_of_others_are_left_alone(tmp_path, capsys, failing, files):
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine")
    before = snapshot(tmp_path)
    assert cli.main(["demo", "--out", str(tmp_path)]) == 1
    assert str(tmp_path) in capsys.readouterr().err
    assert snapshot(tmp_path) == before
