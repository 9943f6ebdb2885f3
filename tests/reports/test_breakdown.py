"""Tests scores by a dimension of questions against the items of runs."""

import csv
import io
import json
from collections import Counter, defaultdict
from dataclasses import replace
from statistics import fmean

import pytest
from reported import write_runs
from scored import write_lines
from support import SAMPLE, state

from tempanswerqa import cli, questions
from tempanswerqa.metrics.means import FEW_GROUPS
from tempanswerqa.reports.score_screen import DIMENSIONS, SCORES
from tempanswerqa.reports.words import measure
from tempanswerqa.units import UNITS


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
