"""A part of a task, saved by the harness: scored by question, and marked as a part."""

import csv
import json
from math import ceil

import pytest
from support import SAMPLE, evaluate, save, state

from tempanswerqa import cli, metrics, questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions.mixing import mixed

TASK = "tempanswerqa_ttqa_head"
ASKED = mixed(questions.load("ttqa_head", SAMPLE))
PARTS = {
    "limit": ({"limit": 5}, [0, 1, 2, 3, 4]),
    "share": ({"limit": 0.1}, range(ceil(len(ASKED) / 10))),
    "picked": ({"samples": {TASK: [9, 2, 4]}}, [2, 4, 9]),
}
"""Options of the harness, and the positions of the questions that they leave."""


pytestmark = pytest.mark.usefixtures("sampled")


@pytest.fixture(scope="module")
def model() -> RecordedLM:
    """A different mistake with every question."""
    return RecordedLM({q.id: state(q, q.number + 86_400 * n) for n, q in enumerate(ASKED)})


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_scored_by_question_and_marked(capsys, model, tmp_path, name):
    options, positions = PARTS[name]
    whole = {
        (sample["doc"]["id"], sample["filter"]): [sample[metric] for metric in metrics.METRICS]
        for sample in evaluate(model, TASK)["samples"][TASK]
    }
    save(evaluate(model, TASK, **options), tmp_path / "run")
    arguments = ["score", str(tmp_path / "run")]
    asked = [ASKED[position] for position in positions]
    n, total = len(asked), len(ASKED)

    assert cli.main([*arguments, "--items", str(tmp_path / "items.csv"), "--format", "json"]) == 0
    records = json.loads(capsys.readouterr().out)
    for record in records:
        assert (record["n"], record["missing"]) == (n, total - n)
        assert (record["signature"]["limit"], record["signature"]["questions"]) == (n, total)
    with (tmp_path / "items.csv").open(newline="") as file:
        items = list(csv.DictReader(file))
    assert [item["id"] for item in items] == [question.id for question in asked] * len(records)
    for item in items:
        columns = ("exact_match", "smape", "ase", "bse")
        scores = [float(item[column] or "nan") for column in columns]
        assert repr(scores) == repr(whole[item["id"], item["filter"]][:4])

    assert cli.main(arguments) == 0
    table = capsys.readouterr().out
    assert table.count(f"{n} of {total} INCOMPLETE") == len(records)
    assert f"INCOMPLETE: a_model zero-shot {TASK} strict-match: {total - n} missing" in table
    assert f"n:{total}|limit:{n}" in table
