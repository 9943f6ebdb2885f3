"""Tests what `score` and others show on a terminal, and scores by a dimension of questions."""

import csv
import io
import json
import random
import re
from collections import Counter, defaultdict
from dataclasses import replace
from statistics import fmean

import pytest
from reported import write_runs
from rich.cells import cell_len
from scored import run, write_lines
from support import SAMPLE, state

from tempanswerqa import cli, questions
from tempanswerqa.metrics.means import FEW_GROUPS
from tempanswerqa.reports.score_screen import DIMENSIONS, SCORES, screen, verdict
from tempanswerqa.reports.words import measure
from tempanswerqa.runs.details import records
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.selection import PREFIX
from tempanswerqa.units import UNITS

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


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return write_runs(tmp_path_factory.mktemp("by"), ("A", "B"), ["ttqa_head"])


def items(folder, where, capsys) -> dict[str, dict[str, dict[str, float]]]:
    """Return scores by model, question and metric, as --items has them."""
    data = ["--data_dir", str(SAMPLE)]
    assert (
        cli.main(["score", str(folder), "--filter", "strict-match", "--items", str(where), *data])
        == 0
    )
    capsys.readouterr()
    found = defaultdict(dict)
    for row in csv.DictReader(io.StringIO(where.read_text(encoding="utf-8"))):
        if row["prompting"] == "few-shot":
            scores = {name: float(row[name] or "nan") for name in SCORES[:-1]}
            found[row["model"]][row["id"]] = scores
    return found


def by(runs, capsys, dimension: str, style: str = "json") -> str:
    given = ["--filter", "strict-match", "--by", dimension, "--format", style]
    assert cli.main(["score", str(runs), *given, "--data_dir", str(SAMPLE)]) == 0
    return capsys.readouterr().out


def value(question: questions.Question, dimension: str) -> str:
    return measure(question) if dimension == "unit" else getattr(question, dimension)


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_a_row_has_the_scores_of_its_questions(runs, capsys, dimension, tmp_path):
    found = items(runs, tmp_path / "items.csv", capsys)
    asked = {question.id: question for question in questions.load("ttqa_head", SAMPLE)}
    rows = [r for r in json.loads(by(runs, capsys, dimension)) if r["prompting"] == "few-shot"]
    values = {value(question, dimension) for question in asked.values()}
    assert {row[dimension] for row in rows} == values
    assert len(rows) == 2 * len(values)
    for row in rows:
        own = [q for q in asked.values() if value(q, dimension) == row[dimension]]
        assert row["n"] == len(own)
        for name in SCORES[:-1]:
            scores = [found[row["model"]][q.id][name] for q in own]
            known = [score for score in scores if score == score]
            assert row[name] == (pytest.approx(fmean(known)) if known else None)


def test_few_effective_groups_are_marked(runs, capsys):
    rows = json.loads(by(runs, capsys, "unit"))
    assert any(row["effective_groups"] < FEW_GROUPS for row in rows)
    assert "* fewer than 10 effective groups" in " ".join(by(runs, capsys, "unit", "table").split())


def test_several_responses_to_a_question_are_one_question(tmp_path, capsys):
    """All first responses are right, and all second ones are unread."""
    asked = questions.load("ttqa_head", SAMPLE)
    lines = [
        {"doc": {"id": q.id}, "resps": [[state(q, q.number), "?"]], "filter": "f"} for q in asked
    ]
    rows = json.loads(by(write_lines(tmp_path / "run.jsonl", lines), capsys, "unit"))
    assert {row["unit"]: row["n"] for row in rows} == Counter(measure(q) for q in asked)
    assert {row["exact_match"] for row in rows} == {0.5}


@pytest.mark.parametrize("style", ["table", "markdown", "csv"])
def test_other_styles_have_every_unit(runs, capsys, style):
    shown = by(runs, capsys, "unit", style)
    units = {UNITS[question.unit].title for question in questions.load("ttqa_head", SAMPLE)}
    assert all(unit in shown for unit in units)
    assert ("duration in" in shown) == (style == "csv")


def test_minutes_of_users_keep_their_name_and_those_of_the_paper_name_their_parts():
    released = {each.unit: each for each in questions.load("tot_arith", SAMPLE)}
    assert measure(released["seconds"]) == "duration in hours, minutes, seconds"
    own = replace(released["minutes"], answer_format=UNITS["minutes"].line)
    assert measure(own) == "duration in minutes"
