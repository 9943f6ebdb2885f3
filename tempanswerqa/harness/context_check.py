"""Checks that a task's prompts fit a model's context: the harness cuts the start of longer ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from tempanswerqa.harness.tokens import TokenError, Tokenizer

SPECIAL = 8
"""A number of special tokens that no tokenizer adds to one text."""
UNKNOWN = 2_048
"""The context that the harness assumes for a model that names none."""


class Model(NamedTuple):
    """Hold the properties of a model that decide whether a prompt fits."""

    context: int
    """The number of tokens for prompt and response together."""
    count: Callable[[str], int]
    """Return the number of tokens of a prompt."""


def serving(chat_template: Callable | None, arguments: Mapping[str, Any]) -> Model | None:
    """Return the model that is evaluated; None if it is not known.

    For chats, `chat_template` is the model's own method. For plain prompts it is None: only a model
    that `arguments` (of `--model_args`) name is then known.
    """
    if chat_template is None:
        return _described(arguments)
    model = getattr(chat_template, "__self__", None)
    context, encode = getattr(model, "max_length", None), getattr(model, "tok_encode", None)
    if not isinstance(context, int) or encode is None:
        return None
    if getattr(model, "backend", "") == "seq2seq":  # prompt and response do not share a context
        return None
    return Model(context, lambda prompt: len(encode(prompt)))


def _described(arguments: Mapping[str, Any]) -> Model | None:
    """Return the model that `hf` or `vllm` loads by its name; None for a model behind a server."""
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

    Short prompts are not counted, as no token is shorter than a byte. Prompts that are no text are
    left out: a server has to fit them.
    """
    space = model.context - room
    texts = (prompt for prompt in prompts if isinstance(prompt, str))
    close = (text for text in texts if len(text.encode("utf-8", "replace")) + SPECIAL > space)
    return [tokens for tokens in map(model.count, close) if tokens > space]


def complaint(prompts: list[Any], room: int, model: Model) -> str:
    """Return a warning on the prompts that do not fit; empty if all fit, or if this is not
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
        "has one, or fewer exemplars or new tokens (--num_fewshot, --gen_kwargs max_gen_toks=N), "
        "or leave the task out; `tempanswerqa plan` counts the tokens before a run"
    )
