"""Tests what `score` and other commands show on a terminal: what is better, and full numbers."""

import random
import re

import pytest
from reported import write_runs
from rich.cells import cell_len
from scored import run

from tempanswerqa import cli
from tempanswerqa.reports.score_screen import screen, verdict
from tempanswerqa.runs.details import records
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.selection import PREFIX

LONG = "organization/a-model-of-a-name-that-is-long-{}-instruct-v{}"


def ran(model: str, right: float, error: float, seed: int = 1, **changes: object) -> Run:
    """Return a run with a share of right answers; the others have an error in percent."""
    draw = random.Random(seed)
    exact = [float(draw.random() < right) for _ in range(60)]
    wrong = [(1 - own) * error * (0.9 + 0.2 * draw.random()) for own in exact]
    return run(model, {"exact_match": exact, "within_one": exact, "smape": wrong}, **changes)


def test_models_are_told_apart_by_tests_alone():
    alike = [ran("a", 0.6, 40, 1), ran("b", 0.6, 40, 2)]
    assert verdict(alike).startswith("a and b cannot be told apart by EM or sMAPE")
    near = [ran("a", 0.6, 90, 1), ran("b", 0.6, 2, 2)]
    assert verdict(near).startswith("a and b cannot be told apart by EM; b is better by sMAPE")
    assert verdict([*near, ran("c", 0.0, 95, 3)]).startswith("a and b lead by EM and cannot be")


def test_runs_that_may_not_be_compared_have_no_verdict():
    near = [ran("a", 0.9, 2), ran("b", 0.1, 90, data="c" * 40)]
    assert verdict(near) == ""
    assert "NOT COMPARABLE" in " ".join(screen(near, [*map(records, near)]).split())


def test_incomplete_runs_are_marked_and_not_the_best(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    runs = [ran("full", 0.1, 90), ran("other", 0.1, 91, 2), ran("part", 1.0, 0, missing=["x"])]
    assert " 60* " in screen(runs, [*map(records, runs)])
    assert "part " not in verdict(runs).replace("apart", "")


@pytest.mark.parametrize("terminal", [True, False])
def test_the_best_score_is_bold_on_a_terminal_alone(monkeypatch, terminal):
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    runs = [ran("good", 0.95, 2), ran("bad", 0.05, 95, 2)]
    shown = screen(runs, [*map(records, runs)])
    *_, good = (line for line in shown.splitlines() if line.startswith("good "))
    assert len(re.findall(r"\x1b\[1m", good)) == 2 * terminal
    (bad,) = (line for line in shown.splitlines() if line.startswith("bad"))
    assert "\x1b" not in bad


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Write runs of models with long names that differ in the middle or at the end."""
    models = (LONG.format("7b", 1), LONG.format("7b", 2), LONG.format("70b", 1))
    return write_runs(tmp_path_factory.mktemp("long"), models, ("tot_arith", "ttqa_tail"))


@pytest.mark.slow
@pytest.mark.usefixtures("sampled")
@pytest.mark.parametrize("columns", [40, 60, 80, 120])
@pytest.mark.parametrize("command", ["score", "compare", "tasks", "explain"])
def test_lines_fit_the_terminal_and_numbers_are_whole(
    places, capsys, monkeypatch, command, columns
):
    monkeypatch.setenv("COLUMNS", str(columns))
    runs = [f"{places}/model{place}/few-shot" for place in (0, 1)]
    given = {"score": [str(places)], "compare": runs}
    if command == "explain":
        given[command] = [
            "Final Answer: " + "3 days and " * 50,
            "--unit",
            "days",
            "--task",
            "tempanswerqa_ttqa_head",
        ]
    also = given.get(command, [])
    assert cli.main([command, *also]) == 0
    shown = capsys.readouterr().out
    lines = [line for line in shown.splitlines() if not line.startswith(PREFIX)]  # stays whole
    if columns >= 80:
        assert max(map(cell_len, lines)) <= columns
    if command == "compare":
        monkeypatch.setenv("COLUMNS", "1000")
        assert cli.main([command, *also]) == 0
        wide = capsys.readouterr().out.partition("A - B: ")[0]
        assert set(re.findall(r"[\d.]+", wide)) <= set(re.findall(r"[\d.]+", shown))
