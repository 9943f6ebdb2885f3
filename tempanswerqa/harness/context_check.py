"""Checks that a model's context holds a task's prompts: the harness cuts the others' beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from tempanswerqa.harness.tokens import TokenError, Tokenizer

SPECIAL = 8
"""More special tokens than any tokenizer adds to a text."""
UNKNOWN = 2_048
"""The context that the harness takes a model to have which does not say."""


class Model(NamedTuple):
    """What of a model decides whether a prompt fits."""

    context: int
    """Tokens for prompt and response together."""
    count: Callable[[str], int]
    """Tokens of a prompt."""


def serving(chat_template: Callable | None, arguments: Mapping[str, Any]) -> Model | None:
    """Return the model that is evaluated, None where a task cannot know it.

    The harness hands the method of the model that applies its chat template. A plain prompt comes
    without, and then only the model that `arguments` (of `--model_args`) name is known.
    """
    if chat_template is None:
        return _described(arguments)
    model = getattr(chat_template, "__self__", None)
    context, encode = getattr(model, "max_length", None), getattr(model, "tok_encode", None)
    if not isinstance(context, int) or encode is None:
        return None
    if getattr(model, "backend", "") == "seq2seq":  # prompt and response have their own
        return None
    return Model(context, lambda prompt: len(encode(prompt)))


def _described(arguments: Mapping[str, Any]) -> Model | None:
    """Return a model by its name, as `hf` and `vllm` take it; not one behind a server."""
    name = arguments.get("pretrained")
    if not isinstance(name, str) or "base_url" in arguments:
        return None
    taken = {key: arguments[key] for key in ("revision", "trust_remote_code") if key in arguments}
    model = Tokenizer(name, **taken)
    tokenizer = Tokenizer(arguments["tokenizer"]) if "tokenizer" in arguments else model
    try:
        context = arguments.get("max_length") or arguments.get("max_model_len") or model.context
    except TokenError:
        return None
    return Model(int(context or UNKNOWN), tokenizer.count)


def too_long(prompts: Iterable[Any], room: int, model: Model) -> list[int]:
    """Return the numbers of tokens of the prompts that leave too little `room` for the response.

    Only what could be too long is counted: no token is shorter than a byte. What is no text is
    for a server to fit.
    """
    space = model.context - room
    texts = (prompt for prompt in prompts if isinstance(prompt, str))
    close = (text for text in texts if len(text.encode("utf-8", "replace")) + SPECIAL > space)
    return [tokens for tokens in map(model.count, close) if tokens > space]


def complaint(prompts: list[Any], room: int, model: Model) -> str:
    """Return what to tell of prompts that do not fit; empty where all do, or where that is not
    known.
    """
    try:
        long = too_long(prompts, room, model)
    except (TokenError, NotImplementedError):
        return ""
    if not long:
        return ""
    return (
        f"{len(long)} of {len(prompts)} prompts do not fit into the model's context of "
        f"{model.context} tokens, and lose their beginning: the longest has {max(long)}, and "
        f"{room} are kept for the response. Give a larger max_length in --model_args if the model "
        "has it, fewer exemplars or new tokens (--num_fewshot, --gen_kwargs max_gen_toks=N), or "
        "leave the task out; `tempanswerqa plan` counts before a run"
    )
