"""Tests that `--cache_requests` brings no requests of an earlier run."""

import shutil
from pathlib import Path

from lm_eval.caching import cache
from support import SAMPLE, evaluate

from tempanswerqa.harness.models import MedianLM

TASK = "tempanswerqa_ttqa_head"


def test_what_was_asked_before_a_change_is_not_asked_again(tmp_path, monkeypatch):
    """The harness would find them by task, shots and tokenizer."""
    monkeypatch.setattr(cache, "PATH", str(tmp_path / "cache"))
    data = Path(shutil.copytree(SAMPLE, tmp_path / "data"))
    path = data / "questions/ttqa.csv"
    for changed in (False, True):
        found = evaluate(MedianLM(), TASK, data_dir=data, cache_requests=True, limit=3)
        prompts = [sample["arguments"][0][0] for sample in found["samples"][TASK]]
        assert {"in words?" in prompt for prompt in prompts} == {changed}
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("?", " in words?"), encoding="utf-8")
