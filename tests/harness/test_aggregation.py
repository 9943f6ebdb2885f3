"""Tests results of tasks and groups, as the harness shows and writes them."""

import json
import math
import pickle

import pyarrow.json
import pytest
from datasets import load_dataset
from lm_eval.loggers import WandbLogger
from lm_eval.utils import make_table
from support import SAMPLE, TASKS, evaluate, save, saved, state

from tempanswerqa import questions
from tempanswerqa.harness import aggregation
from tempanswerqa.harness.aggregation import UNDEFINED, Noted
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.metrics.scores import LISTED


@pytest.fixture(scope="module")
def silent() -> dict:
    """Return results without any answers, for which MASE is undefined."""
    asked = [q for subset in questions.SUBSETS for q in questions.load(subset, SAMPLE)]
    return evaluate(RecordedLM(dict.fromkeys((q.id for q in asked), "")), "tempanswerqa")


def test_what_is_undefined_is_told_in_json_and_tables(silent, tmp_path):
    for task in ("tempanswerqa", *TASKS):
        row = silent["results"][task]
        assert row["mase,strict-match"] == row["mase_stderr,strict-match"] == "N/A"
        assert row["smape,strict-match"] == 100
    for column in ("results", "groups"):
        assert "mase" in make_table(silent, column)
    save(dict(silent), tmp_path)
    results, samples = saved(tmp_path)
    assert results["results"]["tempanswerqa"]["mase,strict-match"] == "N/A"
    lines = [sample for own in samples.values() for sample in own]
    assert {sample["mase"] for sample in lines} == {None}
    for sample in lines:
        assert sample["smape_stderr"] == sample["smape"]
    for path in tmp_path.rglob("*.json*"):
        texts = path.read_text(encoding="utf-8")
        for text in texts.splitlines() if path.suffix == ".jsonl" else [texts]:
            json.loads(text, parse_constant=pytest.fail)


def test_means_and_errors_leave_out_what_is_undefined():
    assert aggregation.mean([1.0, None, 0.0]) == 0.5
    first, same, other = Noted.of(1.0, "a"), Noted.of(0.0, "a"), Noted.of(0.0, "b")
    assert aggregation.stderr([first, None, other]) == 0.5
    assert aggregation.mean([1.0, math.inf]) == aggregation.mean([None]) == UNDEFINED
    for scores in ([], [None], [first, same]):
        assert aggregation.stderr(scores) == UNDEFINED


def test_scores_keep_their_notes_between_processes():
    assert pickle.loads(pickle.dumps(Noted.of(0.5, "a"))).note == "a"


def test_readers_of_tables_take_the_samples(tmp_path, monkeypatch):
    """As `--wandb_args` makes tables of samples, and `datasets` reads their files."""
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", str(tmp_path / "cache"))
    asked = [q for name in questions.SUBSETS for q in questions.load(name, SAMPLE)]
    said = {q.id: [state(q, q.number), "", "no idea"][n % 3] for n, q in enumerate(asked)}
    results = evaluate(RecordedLM(said), "tempanswerqa")
    for name, samples in results["samples"].items():
        config = results["configs"][name]
        logger = object.__new__(WandbLogger)
        scores = logger._generate_dataset(samples, config)[[*LISTED, "smape_stderr"]]
        assert {*map(str, scores.dtypes)} == {"float64"}
    save(dict(results), tmp_path)
    for path in tmp_path.rglob("samples_*.jsonl"):
        rows = pyarrow.json.read_json(path).num_rows
        assert rows == len(load_dataset("json", data_files=str(path), split="train")) > 0
