"""Tests the warning of prompts that do not fit: for which models, and which prompts are counted.

Tokens are counted as the harness counts them.
"""

import json
import re

import pytest
from cases import results_of
from support import SAMPLE, manager
from tiny_model import CONTEXT

from tempanswerqa.harness import context
from tempanswerqa.harness.context import Model, TokenError, count, load_tokenizer


def spaced(text: str) -> int:
    """Return a tokenizer of words."""
    return len(text.split())


def long(length: int, room: int) -> tuple[int, int]:
    """Return how many prompts are too long, and the tokens of the longest."""
    prompts = ["a " * 11, "b " * 6, "c"]
    told = context.complaint(prompts, {"max_gen_toks": room}, Model(length, spaced))
    numbers = [int(number) for number in re.findall(r"\d+", told)]
    assert not told or (numbers[1:3], numbers[4]) == ([3, length], room)
    return (numbers[0], numbers[3]) if told else (0, 0)


test_prompts_and_room_have_to_fit = results_of(long, [
    (13, 2, (0, 0)), (12, 2, (1, 11)), (7, 2, (2, 11)), (7, 0, (1, 11)), (3, 5, (3, 11))
])  # fmt: skip


@pytest.mark.parametrize(("arguments", "length"), [
    ({}, CONTEXT), ({"max_length": 700}, 700), ({"max_model_len": 900}, 900),
    ({"pretrained": "no/model", "max_length": 700}, None),
    ({"pretrained": object()}, None), ({"base_url": "http://localhost"}, None),
])  # fmt: skip
def test_the_model_is_the_one_that_the_arguments_name(tiny, arguments, length):
    known = context.serving({"pretrained": str(tiny), "dtype": "auto"} | arguments)
    assert (known.context if known else None) == length


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
    tokenizer = load_tokenizer(str(tmp_path))
    for prompt in [*prompts, begin + prompts[0]]:
        assert count(tokenizer, prompt) == model.tok_batch_encode([prompt])[0].shape[1]


@pytest.mark.parametrize(("config", "maximum", "length"), [
    ({"max_position_embeddings": 700}, 300, 700), (None, 300, 300), (None, int(1e30), 2_048),
], ids=["config", "tokenizer", "neither"])  # fmt: skip
def test_the_context_is_read_from_the_folder(tiny, tmp_path, config, maximum, length):
    tokenizer = load_tokenizer(str(tiny))
    tokenizer.model_max_length = maximum
    tokenizer.save_pretrained(tmp_path)
    if config:
        known = json.loads((tiny / "config.json").read_text()) | config
        (tmp_path / "config.json").write_text(json.dumps(known))
    assert context.serving({"pretrained": str(tmp_path)}).context == length


@pytest.mark.parametrize("place", ["none", "", "file"])
def test_tokenizers_that_cannot_be_used(tmp_path, place):
    pytest.importorskip("transformers", reason="tokenizers need the extra `hf`")
    (tmp_path / "file").write_text("in the way")
    name = str(tmp_path / place)
    with pytest.raises(TokenError) as caught:
        load_tokenizer(name)
    assert repr(name) in str(caught.value)
