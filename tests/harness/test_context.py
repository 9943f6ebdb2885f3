"""Tests the warning of prompts that do not fit: for which models, and which prompts are counted.

Tokens are counted as the harness counts them.
"""

import json
import re
import sys

import pytest
from cases import results_of
from support import SAMPLE, manager

from tempanswerqa.harness import context
from tempanswerqa.harness.context import Model, TokenError, Tokenizer


def spaced(text: str) -> int:
    """Return a tokenizer of words."""
    return len(text.split())


def long(length: int, room: int) -> tuple[int, int]:
    """Return how many prompts are too long, and the tokens of the longest."""
    prompts = ["a " * 11, "b " * 6, "c", ("[]",)]  # a server gets messages, which are not counted
    told = context.complaint(prompts, {"max_gen_toks": room}, Model(length, spaced))
    numbers = [int(number) for number in re.findall(r"\d+", told)]
    assert not told or (numbers[1:3], numbers[4]) == ([4, length], room)
    return (numbers[0], numbers[3]) if told else (0, 0)


test_prompts_and_room_have_to_fit = results_of(long, [
    (13, 2, (0, 0)), (12, 2, (1, 11)), (7, 2, (2, 11)), (7, 0, (1, 11)), (3, 5, (3, 11))
])  # fmt: skip


@pytest.mark.parametrize(
    ("text", "counted"), [("a" * 92, False), ("a" * 93, True), ("€" * 30, False), ("€" * 31, True)]
)
def test_only_what_could_be_too_long_is_counted(text, counted):
    """92 bytes and 8 special tokens are at most 100 tokens; a euro sign has three bytes."""
    asked = []
    model = Model(110, lambda prompt: asked.append(prompt) or 101)
    assert bool(context.complaint([text], {"max_gen_toks": 10}, model)) == counted
    assert asked == ([text] if counted else [])


@pytest.mark.parametrize(("arguments", "length"), [
    ({"pretrained": "no/model", "max_length": 700}, 700),
    ({"pretrained": "no/model", "max_model_len": 900}, 900),
    ({"pretrained": "no/model", "max_length": 700, "base_url": "http://localhost"}, None),
    ({"pretrained": object(), "max_length": 700}, None),
    ({"model": "no/model", "max_length": 700}, None), ({"version": 1.1}, None),
])  # fmt: skip
def test_plain_prompts_come_from_the_model_that_the_arguments_name(arguments, length):
    known = context.serving(arguments)
    assert (known.context if known else None) == length


def test_a_model_that_cannot_be_had_is_no_error():
    """The tokenizer is loaded only if a prompt may be too long; there is then no warning."""
    pytest.importorskip("transformers", reason="tokenizers need the extra `hf`")
    known = context.serving({"pretrained": "no/model", "max_length": 100})
    assert context.complaint(["a" * 200], {"max_gen_toks": 10}, known) == ""
    assert context.serving({"pretrained": "no/model"}) is None


def test_context_and_tokenizer_of_a_local_model(tiny):
    from tiny_model import CONTEXT

    folder = str(tiny)
    known = context.serving({"pretrained": folder, "trust_remote_code": True})
    assert (known.context, known.count("When?")) == (CONTEXT, Tokenizer(folder).count("When?"))
    elsewhere = {"pretrained": "no/model", "tokenizer": folder, "max_length": 50}
    assert context.serving(elsewhere).count("When?") == known.count("When?")


@pytest.mark.parametrize("begins", [False, True], ids=["as it is", "begun by the tokenizer"])
def test_tokens_are_counted_as_the_harness_does(tiny, tmp_path, begins):
    from lm_eval.models.huggingface import HFLM
    from tokenizers import processors

    model = HFLM(pretrained=str(tiny), device="cpu")
    begin = model.tokenizer.bos_token
    if begins:
        model.tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
            single=f"{begin} $A", special_tokens=[(begin, model.tokenizer.bos_token_id)]
        )
    model.tokenizer.save_pretrained(tmp_path)
    task = manager(SAMPLE).load(["tempanswerqa_ttqa_head"])["tasks"]["tempanswerqa_ttqa_head"]
    task.build_all_requests()
    prompts = [request.args[0] for request in task.instances]
    count = Tokenizer(str(tmp_path)).count
    for prompt in [*prompts, begin + prompts[0]]:
        assert count(prompt) == model.tok_batch_encode([prompt])[0].shape[1]


@pytest.mark.parametrize(("config", "maximum", "length"), [
    ({"max_position_embeddings": 700}, 300, 700), (None, 300, 300), (None, int(1e30), None),
], ids=["config", "tokenizer", "neither"])  # fmt: skip
def test_the_context_is_read_from_the_folder(tiny, tmp_path, config, maximum, length):
    tokenizer = Tokenizer(str(tiny))._loaded
    tokenizer.model_max_length = maximum
    tokenizer.save_pretrained(tmp_path)
    if config:
        known = json.loads((tiny / "config.json").read_text()) | config
        (tmp_path / "config.json").write_text(json.dumps(known))
    assert Tokenizer(str(tmp_path)).context == length


@pytest.mark.parametrize("place", ["none", "", "file"])
def test_tokenizers_that_cannot_be_used(tmp_path, place):
    pytest.importorskip("transformers", reason="tokenizers need the extra `hf`")
    (tmp_path / "file").write_text("in the way")
    name = str(tmp_path / place)
    with pytest.raises(TokenError) as caught:
        Tokenizer(name).count("a")
    assert repr(name) in str(caught.value)


def test_transformers_are_asked_for(monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(TokenError, match="extra `hf`"):
        Tokenizer("some/model").count("a")
