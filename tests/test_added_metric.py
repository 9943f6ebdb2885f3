"""A metric that is only added to `METRICS` appears wherever metrics do."""

import json
from pathlib import Path

import pytest
import yaml
from lm_eval.tasks import TaskManager
from reported import write_runs
from scored import cells, respond, score, write_answers
from support import SAMPLE, evaluate

from tempanswerqa import cli, questions
from tempanswerqa.harness import registration
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.metrics import Metric, scores
from tempanswerqa.scoring import FILTERS

NAME, HEADING = "off_by_one", "≤1"
TASK = "tempanswerqa_tot_arith"


def off_by_one(p: float | None, y: float, *_: float) -> float:
    """Return 1 for an answer that is off by at most 1, else 0."""
    return float(p is not None and abs(p - y) <= 1)


@pytest.fixture(autouse=True)
def added(monkeypatch, sampled):
    metric = Metric(NAME, HEADING, True, off_by_one, factor=100)
    monkeypatch.setitem(scores.METRICS, NAME, metric)


@pytest.fixture
def runs(tmp_path) -> Path:
    return write_runs(tmp_path / "runs", subsets=["tot_arith"])


@pytest.fixture
def responses() -> dict[str, str]:
    return respond(questions.load("tot_arith", SAMPLE))


def share(found: dict[str, str]) -> float:
    """Return the share of `respond`'s answers that are right or off by one, in days for dates."""
    asked = {question.id: question for question in questions.load("tot_arith", SAMPLE)}
    near = [
        n % 7 != 6 and (n % 3) * (86_400 if asked[key].unit == "date" else 1) <= 1
        for n, key in enumerate(found)
    ]
    return sum(near) / len(near)


def test_it_is_in_every_score_and_results_file(tmp_path, responses, capsys):
    path = write_answers(tmp_path / "r.jsonl", responses)
    written = tmp_path / "out"
    _, found, _ = score(capsys, path, "--items", tmp_path / "items.csv", "--output_path", written)
    assert [row[NAME] for row in found] == pytest.approx([share(responses)] * 2)
    assert all(row["intervals"][NAME][0] < row[NAME] < row["intervals"][NAME][1] for row in found)
    items = [row for row in cells(tmp_path / "items.csv") if row["filter"] == "strict-match"]
    assert sum(float(row[NAME]) for row in items) / len(items) == pytest.approx(share(responses))
    (results,) = (json.loads(path.read_text()) for path in written.rglob("results_*.json"))
    assert results["results"][TASK][f"{NAME},strict-match"] == found[0][NAME]
    assert results["higher_is_better"][TASK][NAME] is True
    assert cli.main(["score", str(path), "--wide"]) == 0
    shown = capsys.readouterr().out
    assert HEADING in shown.splitlines()[0]


def test_it_is_compared_and_on_the_leaderboard(tmp_path, runs, capsys):
    pair = [str(runs / "model0/few-shot"), str(runs / "model1/few-shot")]
    assert cli.main(["compare", *pair, "--format", "json"]) == 0
    found = [row for row in json.loads(capsys.readouterr().out) if row["score"] == NAME]
    assert len(found) == len(FILTERS)
    assert all(row["low"] <= row["difference"] <= row["high"] for row in found)
    board = tmp_path / "board"
    assert cli.main(["leaderboard", str(runs), "--out", str(board)]) == 0
    own = json.loads((board / "leaderboard.json").read_text())
    assert all((row[NAME] is None) == (row["state"] == "published") for row in own)


def test_the_harness_has_it_where_a_task_file_lists_it(responses, tmp_path, monkeypatch):
    base = registration.tasks_folder() / f"tempanswerqa/{TASK}.yaml"
    entry = {"metric": NAME, "aggregation": "mean", "higher_is_better": True}
    lines = {"include": str(base), "task": "own", "metric_list": [entry]}
    (tmp_path / "own.yaml").write_text(yaml.safe_dump(lines))
    known = TaskManager(include_path=str(tmp_path), include_defaults=False)
    monkeypatch.setattr("support.manager", lambda *_, **__: known)
    own = evaluate(RecordedLM(responses), "own")["results"]["own"]
    for rule in FILTERS:
        assert own[f"{NAME},{rule}"] == pytest.approx(share(responses))
        assert own[f"{NAME}_stderr,{rule}"] > 0
