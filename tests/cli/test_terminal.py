import sys

import pytest

from tempanswerqa.cli import terminal


@pytest.mark.parametrize("there", [True, False])
def test_progress_shows_on_terminals_alone(monkeypatch, capsys, there):
    monkeypatch.setattr(terminal, "MOMENT", -1.0)  # at once
    monkeypatch.setattr(sys.stderr, "isatty", lambda: there)
    assert [*terminal.progress([1, 2, 3])] == [1, 2, 3]
    assert [*terminal.progress(iter("abc"), "row", 3)] == ["a", "b", "c"]
    shown = capsys.readouterr().err
    assert ("0/3" in shown, bool(shown)) == (there, there)


def test_a_problem_is_told_once(capsys):
    fail = terminal.Failures()
    for problem in ("no file", "no rows", "no file"):
        fail(problem)
    told = ["tempanswerqa: error: no file", "tempanswerqa: error: no rows"]
    assert (fail.code, capsys.readouterr().err.splitlines()) == (1, told)
