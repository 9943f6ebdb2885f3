"""Models that think first: what is read of them, how much they may write, and what is cut off."""

import pytest
from lm_eval.models.utils import postprocess_generated_text
from support import SAMPLE, SUBSETS, evaluate, state

from tempanswerqa import extraction, metrics, questions
from tempanswerqa.models import RecordedLM

GROUP = "tempanswerqa_chat"
THOUGHT = '<think>\nFinal Answer: 1? Or {"explanation": "", "answer": 2}? Wait.\n</think>\n\n'


@pytest.fixture(scope="module")
def answered() -> dict[str, str]:
    """Right answers, as whole replies."""
    loaded = [q for subset in SUBSETS for q in questions.load(subset, SAMPLE)]
    begun = {"tot": '{"explanation":', "ttqa": ""}
    return {
        question.id: begun[question.family] + state(question, question.number)
        for question in loaded
    }


def scores(results: dict, rule: str) -> dict[str, float]:
    return {name: results["results"][GROUP][f"{name},{rule}"] for name in metrics.REPORTED}


def test_thinking_is_no_answer(answered):
    model = RecordedLM({identity: THOUGHT + answer for identity, answer in answered.items()})
    found = scores(evaluate(model, GROUP), "flexible-extract")
    assert found["exact_match"] == found["parsed"] == 1
    assert found["truncated"] == 0


def test_thinking_that_does_not_end_is_cut_off(answered):
    model = RecordedLM({identity: THOUGHT[:-12] + answer for identity, answer in answered.items()})
    found = scores(evaluate(model, GROUP), "flexible-extract")
    assert found["parsed"] == 0
    assert found["truncated"] == 1


def test_what_the_harness_leaves_of_thinking_is_read_by_both_filters():
    left = postprocess_generated_text(THOUGHT + "Final Answer: 12", [], "</think>")
    asked = questions.Asked("ttqa", "years")
    assert extraction.strict(left, asked).text == extraction.flexible(left, asked).text == "12"


class Listening(RecordedLM):
    """Keeps what it was asked with."""

    def generate_until(self, requests, *_, **__):
        self.asked_with = [request.args[1] for request in requests]
        return super().generate_until(requests)


def test_a_longer_output_can_be_asked_for(answered):
    model = Listening(answered)
    evaluate(model, GROUP, gen_kwargs="max_gen_toks=16384")
    assert {asked["max_gen_toks"] for asked in model.asked_with} == {16_384}
    evaluate(model, GROUP)
    assert {asked["max_gen_toks"] for asked in model.asked_with} == {512}
