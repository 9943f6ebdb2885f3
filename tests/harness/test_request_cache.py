"""Tests that `--cache_requests` returns the requests of an equal run, and no outdated ones."""

import shutil
from pathlib import Path

import pytest
from lm_eval.caching import cache
from support import SAMPLE, evaluate, items

from tempanswerqa.harness.models import MedianLM
from tempanswerqa.harness.tasks import TempAnswerTask

TASK = "tempanswerqa_ttqa_head"


class LoudLM(MedianLM):
    """Has a chat template of the same name, but with another text."""

    def apply_chat_template(self, *arguments, **options) -> str:
        return super().apply_chat_template(*arguments, **options).upper()


CHANGES = {
    "a question": ("questions/ttqa.csv", {}),
    "an exemplar": ("prompts/ttqa_few_shot.json", {}),
    "what generates": ("", {"gen_kwargs": {"max_gen_toks": 7}}),
    "the choice of questions": ("", {"samples": {TASK: [9, 2, 4]}}),
    "the chat template": ("", {"model": LoudLM()}),
}
"""The differences between two runs: a file of the data, or the options."""


def change(path: Path) -> None:
    """Change the text of questions or exemplars."""
    text = path.read_text(encoding="utf-8")
    changed = text.replace("?", " in words?").replace("Final Answer", "Last Answer")
    assert changed != text
    path.write_text(changed, encoding="utf-8")


@pytest.fixture(autouse=True)
def built(tmp_path, monkeypatch) -> list[str]:
    """Return the ids of the questions whose requests are built and not found in the cache."""
    monkeypatch.setattr(cache, "PATH", str(tmp_path / "cache"))
    construct, found = TempAnswerTask.construct_requests, []

    def constructed(self, doc, *arguments, **options):
        found.append(doc["id"])
        return construct(self, doc, *arguments, **options)

    monkeypatch.setattr(TempAnswerTask, "construct_requests", constructed)
    return found


def run(data: Path, model: MedianLM | None = None, **options) -> tuple[list, dict]:
    """Return the prompts of the model, and the results."""
    chat = {"apply_chat_template": True, "num_fewshot": 2}
    found = evaluate(model or MedianLM(), TASK, data_dir=data, **(chat | options))["samples"]
    return [(sample["doc"], sample["arguments"]) for sample in found[TASK]], items(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_what_was_cached_before_a_change_is_not_used(name, tmp_path):
    file, options = CHANGES[name]
    data = Path(shutil.copytree(SAMPLE, tmp_path / "data"))
    before = run(data, cache_requests=True)
    if file:
        change(data / file)
    after = run(data, cache_requests=True, **options)
    assert after == run(data, **options) != before


def test_the_same_again_is_found_and_built_again_on_request(built):
    fresh = run(SAMPLE)
    asked = built.copy()
    built.clear()
    assert run(SAMPLE, cache_requests=True) == fresh
    assert built == asked
    assert run(SAMPLE, cache_requests=True) == fresh
    limited = run(SAMPLE, cache_requests=True, limit=3)
    assert built == asked
    assert limited == run(SAMPLE, limit=3)
    built.clear()
    assert run(SAMPLE, cache_requests=True, rewrite_requests_cache=True) == fresh
    assert built == asked
