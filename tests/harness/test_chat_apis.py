"""Tests models behind web APIs: their requests, and that shapes and faults change no score."""

from functools import cache

import openai_server
import pytest
import tiny_model
from openai_server import SLOW
from support import SAMPLE, SUBSETS, TASKS, evaluate, state

from tempanswerqa import questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.harness.tasks import UNTIL
from tempanswerqa.metrics.scores import listed
from tempanswerqa.questions import prompts
from tempanswerqa.questions.mixing import mixed
from tempanswerqa.questions.record import TOT_PREFILL

pytestmark = pytest.mark.slow

GROUP, CHAT_GROUP = "tempanswerqa", "tempanswerqa_chat"
ARITHMETIC, _, HEAD, _ = TASKS
PLAIN = {"tokenizer_backend": None, "tokenized_requests": False}
TOKENS = {"tokenizer_backend": "huggingface", "max_length": tiny_model.CONTEXT}
END = "<|end|>"
FAULTS = ([429], [500], [SLOW], [503, 429])


def text(question: questions.Question) -> str:
    """Return the text that only the prompt of this question contains."""
    return question.user.strip().removesuffix("A:").strip()


def reply(question: questions.Question, n: int) -> str | None:
    """Return a whole reply: in several shapes, right or wrong, without an answer, empty or null."""
    if n % 11 >= 8:
        return ("I cannot tell.", "", None)[n % 11 - 8]
    stated = state(question, question.number + (n % 3) * (86_400 if question.unit == "date" else 1))
    if question.family == "ttqa":
        return f"Let me see.\n{stated}"
    shapes = (TOT_PREFILL, ""), ('```json\n{"explanation":', "\n```"), (TOT_PREFILL, " So.")
    return stated.join(shapes[n % 8 % 3])


@cache
def asked() -> list[questions.Question]:
    """Return the questions of all subsets in the order in which they are asked."""
    return [question for subset in SUBSETS for question in mixed(questions.load(subset, SAMPLE))]


@cache
def served() -> dict[str, str | None]:
    """Return the replies by the text of their questions."""
    return {text(question): reply(question, n) for n, question in enumerate(asked())}


def scores(results: dict) -> dict[tuple[str, str, str], str]:
    """Return answer and scores of each response, as text so that NaN equals NaN."""
    found = {}
    for task, samples in results["samples"].items():
        for one in samples:
            told = *one["filtered_resps"], *(one[name] for name in listed())
            found[task, one["doc"]["id"], one["filter"]] = repr(told)
    return found


@pytest.fixture(scope="module")
def recorded() -> dict[str, dict]:
    """Return the scores of the same responses, recorded with or without the prefill."""
    whole = {question.id: reply(question, n) or "" for n, question in enumerate(asked())}
    gone_on = {identity: reply.removeprefix(TOT_PREFILL) for identity, reply in whole.items()}
    found = {GROUP: evaluate(RecordedLM(gone_on), GROUP)}
    found[CHAT_GROUP] = evaluate(RecordedLM(whole), CHAT_GROUP)
    return {group: scores(results) for group, results in found.items()}


def ask(server: openai_server.Server, model: str, *tasks: str, options=(), **model_args) -> dict:
    """Return the results of tasks with a model of the harness that asks the server."""
    path = "chat/completions" if "chat" in model else "completions"
    named = {"model": "m", "base_url": f"{server.url}/{path}", "timeout": 1} | model_args
    return evaluate(model, *tasks, model_args=named, **dict(options))


COMPLETIONS, CHAT = "local-completions", "local-chat-completions"
WAYS = [
    # model, manner of the server, group of tasks, exemplars, model_args, whether as chat
    (COMPLETIONS, "continue", GROUP, 2, {**PLAIN, "batch_size": 4}, False),
    (COMPLETIONS, "continue", GROUP, 0, {**TOKENS, "num_concurrent": 8}, True),
    (CHAT, "repeat", GROUP, 2, {"num_concurrent": 8}, True),
    (CHAT, "refuse", CHAT_GROUP, 2, {}, True),
    (COMPLETIONS, "continue", GROUP, 2, {**PLAIN, "num_concurrent": 8}, False),
    (CHAT, "continue", GROUP, 2, {}, True),
    (CHAT, "parts", CHAT_GROUP, 2, {}, True),
]


@pytest.mark.parametrize(("model", "manner", "group", "shots", "model_args", "chat"), WAYS)
def test_manners_and_faults_change_no_score(
    request, recorded, impatient, model, manner, group, shots, model_args, chat
):
    faults = dict(zip(list(served())[:: len(served()) // len(FAULTS)], FAULTS, strict=False))
    own, decode = dict(model_args), None
    if "max_length" in own:
        from transformers import AutoTokenizer

        own["tokenizer"] = str(request.getfixturevalue("tiny"))
        decode = AutoTokenizer.from_pretrained(own["tokenizer"]).decode
    with openai_server.serving(served(), manner, faults, decode) as server:
        options = {"num_fewshot": shots, "apply_chat_template": chat}
        results = ask(server, model, group, options=options, **own)
        assert not any(server.faults.values())
    assert scores(results) == recorded[group]


def test_a_server_that_refuses_the_prefill_ends_the_run(impatient):
    from requests import HTTPError

    with openai_server.serving(served(), "refuse") as server:
        options = {"apply_chat_template": True}
        with pytest.raises(HTTPError, match="400 Client Error"):
            ask(server, "local-chat-completions", ARITHMETIC, options=options, max_retries=4)
        assert len(server.payloads) == 4  # max_retries counts the first attempt
        assert ask(server, "local-chat-completions", HEAD, options=options)["results"][HEAD]


@pytest.mark.parametrize(("task", "model_args", "gen_kwargs", "stop"), [
    (ARITHMETIC, {}, None, UNTIL),
    (f"{ARITHMETIC}_chat", {"num_concurrent": 2}, None, UNTIL),
    (ARITHMETIC, {"eos_string": END}, None, [*UNTIL, END]),
    (ARITHMETIC, {"eos_string": END, "num_concurrent": 2}, None, UNTIL),  # the harness omits it
    (f"{ARITHMETIC}_chat", {"num_concurrent": 2}, {"until": [END]}, [END]),
])  # fmt: skip
def test_what_is_sent(task, model_args, gen_kwargs, stop):
    options = {"apply_chat_template": True, "num_fewshot": 2, "limit": 1, "gen_kwargs": gen_kwargs}
    with openai_server.serving(served()) as server:
        ask(server, "local-chat-completions", task, options=options, **model_args)
    (sent,) = server.payloads
    messages = prompts.build_messages(asked()[0], prompts.load_exemplars("tot_arith", SAMPLE)[:2])
    assert messages[-1] == {"role": "assistant", "content": TOT_PREFILL}
    wanted = messages[:-1] if task.endswith("_chat") else messages
    assert sent.pop("messages") == wanted
    assert sent == {"model": "m", "max_tokens": 512, "temperature": 0, "stop": stop, "seed": 1234}


@pytest.mark.parametrize(("gen_kwargs", "begins"), [
    (None, TOT_PREFILL),  # another turn, which begins itself
    ("continue_final_message=true,add_generation_prompt=false", ' "as asked"'),
])  # fmt: skip
def test_servers_that_have_to_be_told_to_go_on(recorded, gen_kwargs, begins):
    options = {"apply_chat_template": True, "gen_kwargs": gen_kwargs}
    with openai_server.serving(served(), "told") as server:
        own = {"options": options, "num_concurrent": 8}
        results = ask(server, "local-chat-completions", *TASKS[:2], **own)
    assert results["samples"][ARITHMETIC][0]["resps"][0][0].startswith(begins)
    assert scores(results).items() <= recorded[GROUP].items()
