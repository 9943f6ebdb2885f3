"""Tests scores by a dimension of questions against the items of runs."""

import csv
import io
import json
from collections import defaultdict

import pytest
from reported import write_runs
from support import SAMPLE

from tempanswerqa import cli, questions
from tempanswerqa.metrics import paired
from tempanswerqa.metrics.scores import estimate
from tempanswerqa.reports import breakdown
from tempanswerqa.units import UNITS

TASK = "tempanswerqa_ttqa_head"


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return write_runs(tmp_path_factory.mktemp("by"), ("A", "B"), ["ttqa_head"])


def items(folder, where, capsys) -> dict[str, dict[str, float]]:
    """Return exact match by model and question, as --items has it."""
    data = ["--data_dir", str(SAMPLE)]
    assert (
        cli.main(["score", str(folder), "--filter", "strict-match", "--items", str(where), *data])
        == 0
    )
    capsys.readouterr()
    found = defaultdict(dict)
    for row in csv.DictReader(io.StringIO(where.read_text(encoding="utf-8"))):
        if row["prompting"] == "few-shot":
            found[row["model"]][row["id"]] = float(row["exact_match"])
    return found


def by(runs, capsys, dimension: str, style: str = "json") -> str:
    given = ["--filter", "strict-match", "--by", dimension, "--format", style]
    assert cli.main(["score", str(runs), *given, "--data_dir", str(SAMPLE)]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("dimension", breakdown.DIMENSIONS)
def test_a_row_has_the_scores_of_its_questions(runs, capsys, dimension, tmp_path):
    found = items(runs, tmp_path / "items.csv", capsys)
    asked = {question.id: question for question in questions.load("ttqa_head", SAMPLE)}
    rows = [r for r in json.loads(by(runs, capsys, dimension)) if r["prompting"] == "few-shot"]
    values = {breakdown.DIMENSIONS[dimension](question) for question in asked.values()}
    assert {row[dimension] for row in rows} == values
    assert len(rows) == 2 * len(values)
    for row in rows:
        own = [q for q in asked.values() if breakdown.DIMENSIONS[dimension](q) == row[dimension]]
        groups = [q.group for q in own]
        sides = [[found[model][q.id] for q in own] for model in ("A", "B")]
        if row["model"] == "B":
            sides = sides[::-1]
        exact, gap = estimate(sides[0], groups), paired(*sides, groups)
        assert row["n"] == len(own)
        assert row["exact_match"] == pytest.approx(exact.mean)
        assert row["exact_match_difference"] == pytest.approx(gap.value)
        low = None if gap.low != gap.low else pytest.approx(max(-1, gap.low))
        assert row["exact_match_difference_low"] == low


def test_rows_stand_by_the_difference_of_the_first_run(runs, capsys):
    rows = json.loads(by(runs, capsys, "unit"))
    for prompting in ("zero-shot", "few-shot"):
        own = [r for r in rows if (r["model"], r["prompting"]) == ("A", prompting)]
        gaps = [row["exact_match_difference"] for row in own]
        assert gaps == sorted(gaps, reverse=True)


@pytest.mark.parametrize("style", ["table", "markdown", "csv"])
def test_other_styles_have_every_unit(runs, capsys, style):
    shown = by(runs, capsys, "unit", style)
    units = {UNITS[question.unit].title for question in questions.load("ttqa_head", SAMPLE)}
    assert all(unit in shown for unit in units)
