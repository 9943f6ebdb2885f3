"""Tests models that think first: the text that is read, its length, and its truncation."""

import pytest
from lm_eval.utils import warning_once
from support import SAMPLE, SUBSETS, evaluate, state

from tempanswerqa import questions
from tempanswerqa.harness import tasks
from tempanswerqa.harness.models import MedianLM, RecordedLM
from tempanswerqa.metrics.scores import LISTED

GROUP = "tempanswerqa_chat"
THOUGHT = '<think>\nFinal Answer: 1? Or {"explanation": "", "answer": 2}? Wait.\n</think>\n\n'


@pytest.fixture(scope="module")
def answered() -> dict[str, str]:
    """Return right answers, as complete replies."""
    loaded = [q for subset in SUBSETS for q in questions.load(subset, SAMPLE)]
    begun = {"tot": '{"explanation":', "ttqa": ""}
    return {q.id: begun[q.family] + state(q, q.number) for q in loaded}


def scores(results: dict, rule: str) -> dict[str, float]:
    return {name: results["results"][GROUP][f"{name},{rule}"] for name in LISTED}


@pytest.mark.parametrize(
    ("thought", "mark", "right"),
    [
        (THOUGHT[:-12], "", 0),
        pytest.param(THOUGHT, "", 1, marks=pytest.mark.slow),
        ("Final Answer: 1? Wait.@@\n", "@@", 1),  # the template opens it, and no mark is known
        pytest.param("Final Answer: 1? Wait.\n", "@@", 0, marks=pytest.mark.slow),
    ],
)
def test_thinking_is_no_answer_and_is_cut_off_where_it_does_not_end(answered, thought, mark, right):
    given = {identity: thought + answer for identity, answer in answered.items()}
    results = evaluate(RecordedLM(given), GROUP, metadata={"think_end": mark})
    for rule in ("strict-match", "flexible-extract"):
        found = scores(results, rule)
        assert found["exact_match"] == found["parsed"] == right
    docs = [sample["doc"] for own in results["samples"].values() for sample in own]
    assert {(doc["id"], doc["think_end"]) for doc in docs} == {(key, mark) for key in answered}


def test_what_a_model_cuts_off_itself_is_looked_for_in_no_response(answered, caplog):
    """The harness merges the arguments of models into the metadata."""
    warning_once.cache_clear()
    results = evaluate(RecordedLM(answered), GROUP, metadata={"think_end_token": "</think>"})
    assert scores(results, "flexible-extract")["exact_match"] == 1
    assert caplog.text.count("think_end_token=</think>") == 1
    both = {"think_end": "</think>", "think_end_token": "</think>"}
    with pytest.raises(ValueError, match="think_end_token"):
        tasks.closing_mark(both)


def test_the_group_for_models_that_think_begins_no_turn_and_gives_room():
    results = evaluate(MedianLM(), "tempanswerqa_thinking", limit=1)
    for task, (sample, *_) in results["samples"].items():
        prompt, generation = sample["arguments"][0]
        assert not prompt.endswith('"explanation":'), task
        room = {"do_sample": False, "temperature": 0.0, "max_gen_toks": 16384}
        assert generation == {"until": tasks.UNTIL, **room}
    assert "exact_match,flexible-extract" in results["results"]["tempanswerqa_thinking"]
