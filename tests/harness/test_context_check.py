"""Tests the warning of prompts that do not fit: for which models, and which prompts are counted."""

from types import SimpleNamespace

import pytest
from cases import results_of

from tempanswerqa.harness import context_check
from tempanswerqa.harness.context_check import Model


def spaced(text: str) -> int:
    """Return a tokenizer of words."""
    return len(text.split())


def served(**known):
    """Return the method of a model with this context, as the harness passes it."""

    class Served(SimpleNamespace):
        def apply_chat_template(self, chat):
            return chat

    return Served(**known).apply_chat_template


def too_long(context: int, room: int) -> list[int]:
    prompts = ["a " * 11, "b " * 6, "c"]
    return context_check.too_long(prompts, room, Model(context, spaced))


test_prompts_and_room_have_to_fit = results_of(too_long, [
    (13, 2, []), (12, 2, [11]), (7, 2, [11, 6]), (7, 0, [11]), (3, 5, [11, 6, 1])
])  # fmt: skip


@pytest.mark.parametrize(
    ("text", "counted"), [("a" * 92, False), ("a" * 93, True), ("€" * 30, False), ("€" * 31, True)]
)
def test_only_what_could_be_too_long_is_counted(text, counted):
    """92 bytes and 8 special tokens are at most 100 tokens; a euro sign has three bytes."""
    asked = []
    model = Model(110, lambda prompt: asked.append(prompt) or 101)
    assert context_check.too_long([text], 10, model) == ([101] if counted else [])
    assert asked == ([text] if counted else [])


def test_what_goes_to_a_server_as_messages_is_not_counted():
    assert context_check.too_long([("[]",), "a b c"], 0, Model(2, spaced)) == [3]


def test_the_complaint_says_how_many_how_long_and_what_to_do():
    told = context_check.complaint(["a " * 11, "b " * 6, "c"], 2, Model(7, spaced))
    for part in ("2 of 3 prompts", "context of 7 tokens", "longest has 11", "2 are kept"):
        assert part in told
    for advice in ("max_length", "--num_fewshot", "max_gen_toks", "tempanswerqa plan"):
        assert advice in told
    assert context_check.complaint(["c"], 2, Model(7, spaced)) == ""


def test_a_model_is_known_by_its_method():
    template = served(max_length=9, tok_encode=str.split)
    known = context_check.serving(template, {"pretrained": "another/model"})
    assert (known.context, known.count("a b c")) == (9, 3)


@pytest.mark.parametrize("template", [
    len, served(max_length=9), served(tok_encode=str.split),
    served(max_length=None, tok_encode=str.split),
    served(max_length=9, tok_encode=str.split, backend="seq2seq"),
])  # fmt: skip
def test_models_that_do_not_say(template):
    assert context_check.serving(template, {"pretrained": "another/model", "max_length": 9}) is None


@pytest.mark.parametrize(("arguments", "context"), [
    ({"pretrained": "no/model", "max_length": 700}, 700),
    ({"pretrained": "no/model", "max_model_len": 900}, 900),
    ({"pretrained": "no/model", "max_length": 700, "base_url": "http://localhost"}, None),
    ({"pretrained": object(), "max_length": 700}, None),
    ({"model": "no/model", "max_length": 700}, None), ({"version": 1.1}, None),
])  # fmt: skip
def test_plain_prompts_come_from_the_model_that_the_arguments_name(arguments, context):
    known = context_check.serving(None, arguments)
    assert (known.context if known else None) == context


def test_a_model_that_cannot_be_had_is_no_error():
    """The tokenizer is loaded only if a prompt may be too long; there is then no warning."""
    pytest.importorskip("transformers", reason="tokenizers need the extra `hf`")
    known = context_check.serving(None, {"pretrained": "no/model", "max_length": 100})
    assert context_check.complaint(["a" * 200], 10, known) == ""
    assert context_check.serving(None, {"pretrained": "no/model"}) is None


def test_context_and_tokenizer_of_a_local_model(tiny):
    from tempanswerqa.harness.tiny_model import CONTEXT
    from tempanswerqa.harness.tokens import Tokenizer

    folder = str(tiny)
    known = context_check.serving(None, {"pretrained": folder, "trust_remote_code": True})
    assert (known.context, known.count("When?")) == (CONTEXT, Tokenizer(folder).count("When?"))
    elsewhere = {"pretrained": "no/model", "tokenizer": folder, "max_length": 50}
    assert context_check.serving(None, elsewhere).count("When?") == known.count("When?")
