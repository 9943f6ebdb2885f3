"""Tests models behind web APIs: what is sent, and that scores do not depend on forms of replies."""

from functools import cache
from unittest.mock import Mock

import pytest
from support import SAMPLE, TASKS, evaluate, state

from tempanswerqa import questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.harness.tasks import UNTIL
from tempanswerqa.questions import prompts
from tempanswerqa.questions.record import TOT_PREFILL, mixed

requests = pytest.importorskip("requests", reason="models behind web APIs need the extra `api`")
pytest.importorskip("tenacity", reason="models behind web APIs need the extra `api`")
TASK = TASKS[0]
LIMIT = 8


@cache
def asked() -> list[questions.Question]:
    """Return the questions in the order in which they are asked."""
    return mixed(questions.load("tot_arith", SAMPLE))[:LIMIT]


def replies(shape: str) -> list[object]:
    """Return a reply to each question, right or wrong, in the form of an API."""
    texts = [TOT_PREFILL + state(one, one.number + n % 2) for n, one in enumerate(asked())]
    texts[3] = None
    if shape == "the prefill is repeated":
        return texts
    if shape == "parts":
        thought = {"type": "thinking", "thinking": "Final Answer: 7"}
        return [text and [thought, {"type": "text", "text": text}] for text in texts]
    return [text and text.removeprefix(TOT_PREFILL) for text in texts]


def ask(monkeypatch, shape: str, task: str = TASK, **options) -> tuple[dict, list[dict]]:
    """Return the results of a task and the bodies of the requests."""
    given, sent = iter(replies(shape)), []

    def post(*_, json, **__):
        sent.append(json)
        message = {"choices": [{"index": 0, "message": {"content": next(given)}}]}
        return Mock(json=lambda: message)

    monkeypatch.setattr(requests, "post", post)
    args = {"model": "m", "base_url": "http://localhost/chat/completions"}
    options = {"limit": LIMIT, "apply_chat_template": True} | options
    return evaluate("local-chat-completions", task, model_args=args, **options), sent


@pytest.mark.parametrize("shape", ["it goes on", "the prefill is repeated", "parts"])
def test_the_shape_of_a_reply_changes_no_score(monkeypatch, shape):
    texts = [text or "" for text in replies("it goes on")]
    recorded = RecordedLM(dict(zip((one.id for one in asked()), texts, strict=True)))
    task = f"{TASK}_chat" if shape == "parts" else TASK
    found = ask(monkeypatch, shape, task)[0]["results"][task]
    known = evaluate(recorded, TASK, limit=LIMIT)["results"][TASK]
    assert known["exact_match,flexible-extract"] == 4 / 8
    assert found == known | {"alias": task, "name": task}


@pytest.mark.parametrize("end", ["", "_chat"])
def test_what_is_sent(monkeypatch, end):
    _, sent = ask(monkeypatch, "it goes on", TASK + end, num_fewshot=2)
    exemplars = prompts.load_exemplars("tot_arith", SAMPLE)[:2]
    for question, body in zip(asked(), sent, strict=True):
        messages = prompts.build_messages(question, exemplars)
        assert messages[-1] == {"role": "assistant", "content": TOT_PREFILL}
        assert body.pop("messages") == (messages[:-1] if end else messages)
        rest = {"model": "m", "max_tokens": 512, "temperature": 0, "stop": UNTIL, "seed": 1234}
        assert body == rest
