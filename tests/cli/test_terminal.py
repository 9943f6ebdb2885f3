"""Output without a reader ends quietly, signals end commands, and progress is shown."""

import os
import subprocess
import sys

import pytest
from cases import data
from support import SAMPLE, environment

from tempanswerqa import cli
from tempanswerqa.cli import terminal

MAIN = [sys.executable, "-m", "tempanswerqa"]
CLOSED = data(__file__, "closed")
ODD = ["\ud800", "\x00\x1b[2J", "31 İſﬀ 2004", "٣/٤/٢٠٠٤", "²/Ⅷ/½ \U0010ffff", "𝟛 May’\u202e 1st"]


def run(words: object, stdout: object, **options: object) -> subprocess.CompletedProcess:
    given = {"cwd": SAMPLE, "env": environment(), "stdout": stdout, "stderr": subprocess.PIPE}
    return subprocess.run(words, **given, **options, check=False)


@pytest.mark.parametrize(
    ("given", "code"),
    [*CLOSED[:2], *(pytest.param(*case, marks=pytest.mark.slow) for case in CLOSED[2:])],
)
def test_closed_streams(given, code):
    done = run(f"{' '.join(MAIN)} {given}", subprocess.PIPE, shell=True)
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == (code == 1 and "2>&-" not in given), done.stderr


@pytest.mark.parametrize(
    "words", [["--version"], pytest.param(["tasks", "--format", "csv"], marks=pytest.mark.slow)]
)
def test_a_reader_that_leaves(words):
    reader, writer = os.pipe()
    os.close(reader)
    done = run([*MAIN, *words], writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_a_full_disk_takes_one_line():
    with open("/dev/full", "w") as full:
        done = run([*MAIN, "tasks", "--path"], full)
    assert done.returncode == 1
    assert done.stderr.startswith(b"tempanswerqa: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("unit", ["date", "days", "date_years"])
def test_odd_text_prints_nothing_but_the_explanation(capfd, unit):
    """Below Python, too: the package that finds dates has a native engine."""
    for text in ODD:
        given = ["--task", "tempanswerqa_ttqa_head", "--unit", unit]
        assert cli.main(["explain", f"Final Answer: {text} May 3, 2004", *given]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert "\x1b" not in out


@pytest.mark.parametrize("there", [True, False])
def test_progress_shows_on_terminals_alone(monkeypatch, capsys, there):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: there)
    assert [*terminal.progress([1, 2, 3])] == [1, 2, 3]
    assert bool(capsys.readouterr().err) == there


def test_a_problem_is_told_once(capsys):
    fail = terminal.Failures()
    for problem in ("no file", "no rows", "no file"):
        fail(problem)
    told = ["tempanswerqa: error: no file", "tempanswerqa: error: no rows"]
    assert (fail.code, capsys.readouterr().err.splitlines()) == (1, told)
