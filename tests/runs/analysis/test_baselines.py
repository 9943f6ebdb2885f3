"""Tests baselines, by plain arithmetic and for the tasks that are there."""

import json
import statistics

import pytest
from support import SAMPLE

from tempanswerqa import cli, questions

pytestmark = pytest.mark.usefixtures("sampled")


def test_baselines_by_plain_arithmetic(capsys):
    assert cli.main(["baselines", "--format", "json"]) == 0
    rows = {(r["task"], r["model"]): r for r in json.loads(capsys.readouterr().out)}
    assert len(rows) == 8
    asked = questions.load("ttqa_tail", SAMPLE)
    for name, average in (("mean", statistics.fmean), ("median", statistics.median)):
        exact = percent = 0.0
        defined = [q for q in asked if q.unit not in ("date", "date_years")]
        for question in asked:
            alike = [
                q.number
                for q in asked
                if (q.unit, q.centroid) == (question.unit, question.centroid)
            ]
            guess = average(alike)
            exact += guess == question.number
            if question in defined and guess != question.number:
                percent += abs(guess - question.number) / (abs(guess) + abs(question.number))
        row = rows["tempanswerqa_ttqa_tail", f"Baseline, {name}"]
        assert row["exact_match"] == pytest.approx(exact / len(asked))
        assert row["smape"] == pytest.approx(100 * percent / len(defined))
        assert (row["parsed"], row["n"]) == (1, len(asked))


def test_baselines_of_the_tasks_that_are_there(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(tmp_path))
    assert cli.main(["baselines"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    for file in ("questions/tot.csv", "questions/ttqa.csv"):  # two tasks ask of each
        assert printed.err.count(f"error: {file}") == 1
