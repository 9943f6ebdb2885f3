"""Tests several responses to each question, in the harness."""

import pytest
from lm_eval.caching import cache
from scored import write_lines
from support import SAMPLE, evaluate, save, saved, state

from tempanswerqa import questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions.record import mixed

TASK = "tempanswerqa_tot_arith"
SAMPLED = {"gen_kwargs": "do_sample=true,temperature=0.6"}
SAID = [(0, 0, 0, 0), (0, 5, 5, None), (1, 2, 4, 9)]
"""The errors of four responses to three questions; None is a response without an answer."""


def responses() -> dict[str, list[str]]:
    asked = mixed(questions.load("tot_arith", SAMPLE))
    return {
        question.id: ["?" if off is None else state(question, question.number + off) for off in own]
        for question, own in zip(asked[:3], SAID, strict=True)
    }


def run(repeats: object = 4, **options) -> dict:
    model = RecordedLM(options.pop("responses", None) or responses(), data_dir=SAMPLE)
    metadata = {} if repeats is None else {"repeats": repeats}
    return evaluate(model, TASK, metadata=metadata, limit=3, **(SAMPLED | options))


@pytest.fixture(scope="module")
def found() -> dict:
    return run()


def scores(results: dict) -> dict[str, float]:
    own = results["results"][TASK]
    return {key.partition(",")[0]: own[key] for key in own if key.endswith("strict-match")}


def test_what_is_written_is_strict_json_with_all_responses(found, tmp_path):
    save(dict(found), tmp_path)
    results, samples = saved(tmp_path)
    assert results["configs"][TASK]["repeats"] == 4
    assert results["results"][TASK]["exact_match,strict-match"] == pytest.approx((1 + 1 / 4) / 3)
    assert results["results"][TASK]["mase_stderr,strict-match"] == "N/A"
    for sample in samples[TASK]:
        assert [len(sample[name][0]) for name in ("resps", "filtered_resps")] == [4, 4]
        assert "NaN" not in str(sample)


@pytest.mark.parametrize("beside", [True, False])
def test_recorded_responses_of_a_file_are_given_in_turn(found, tmp_path, beside):
    lines = [{"doc": {"id": i}, "resps": [own], "filter": "f"} for i, own in responses().items()]
    if not beside:
        lines = [{"id": i, "response": text} for i, own in responses().items() for text in own]
    path = write_lines(tmp_path / "run.jsonl", lines)
    assert scores(run(responses=path)) == scores(found)


def test_requests_of_another_number_of_responses_are_not_taken(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "PATH", str(tmp_path / "requests"))
    for repeats in (4, 2):
        results = run(repeats, cache_requests=True)
        assert {len(own["resps"][0]) for own in results["samples"][TASK]} == {repeats}
