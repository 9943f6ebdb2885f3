"""Counts the tokens of prompts, and checks that a model's context holds them.

The harness removes the beginning of a prompt that is too long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tempanswerqa.exceptions import TempAnswerError


class TokenError(TempAnswerError, ValueError):
    """A tokenizer that is not available; the message says what to do."""


class Model(NamedTuple):
    """Hold the properties of a model that decide whether a prompt fits."""

    context: int
    """The number of tokens for prompt and response together."""
    count: Callable[[str], int]
    """Return the number of tokens of a prompt."""


def load_tokenizer(name: str, **options: Any) -> Any:
    """Return the tokenizer of a local folder or a model of the hub, with options of transformers.

    Raises TokenError if it cannot be loaded.
    """
    try:
        from transformers import AutoTokenizer

        return AutoTokenizer.from_pretrained(name, **options)
    except Exception as error:  # the tokenizers library raises plain exceptions
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        raise TokenError(
            f"no tokenizer in {name!r}: {reason}; install the extra `hf`, and name a folder with "
            "tokenizer.json or a model of the Hugging Face hub"
        ) from error


def count(tokenizer: Any, text: str) -> int:
    """Return the number of tokens of a prompt, with the special ones that the harness adds."""
    begun = tokenizer.bos_token and text.startswith(tokenizer.bos_token)
    added = {"add_special_tokens": False} if begun else {}
    return len(tokenizer(text, verbose=False, **added)["input_ids"])


def serving(arguments: Mapping[str, Any]) -> Model | None:
    """Return the model that `arguments` (of `--model_args`) name for `hf` or `vllm`; None if they
    name none, such as a model behind a server, or if its tokenizer cannot be loaded.
    """
    name = arguments.get("pretrained")
    if not isinstance(name, str) or "base_url" in arguments:
        return None
    options = {key: arguments[key] for key in ("revision", "trust_remote_code") if key in arguments}
    try:
        named = {} if "tokenizer" in arguments else options
        tokenizer = load_tokenizer(arguments.get("tokenizer", name), **named)
    except TokenError:
        return None
    length = arguments.get("max_length") or arguments.get("max_model_len")
    return Model(length or _context(name, tokenizer, options), partial(count, tokenizer))


def _context(name: str, tokenizer: Any, options: Mapping[str, Any]) -> int:
    """Return the context length that the harness reads from config or tokenizer."""
    try:
        from transformers import AutoConfig

        config = AutoConfig.from_pretrained(name, **options)
    except Exception:  # a folder with only a tokenizer, or an error of the model's own code
        config = None
    config = getattr(config, "text_config", None) or config
    fields = ("n_positions", "max_position_embeddings", "n_ctx")  # in the harness's order
    length = next(filter(None, (getattr(config, field, None) for field in fields)), None)
    length = length or tokenizer.model_max_length
    # tokenizers that know no length have a huge one; the harness then assumes this one, too
    return length if length < 10**18 else 2_048


def complaint(prompts: Sequence[str], generation: Mapping[str, Any], model: Model) -> str:
    """Return a warning on the prompts that leave too little room for the response that
    `generation` asks for; empty if all fit.

    Short prompts are not counted, as no token is shorter than a byte.
    """
    from lm_eval.models.utils import normalize_gen_kwargs  # slow

    room = normalize_gen_kwargs(dict(generation))["max_gen_toks"]
    space = model.context - room
    # no tokenizer adds eight special tokens to one text
    close = (text for text in prompts if len(text.encode("utf-8", "replace")) + 8 > space)
    long = [tokens for tokens in map(model.count, close) if tokens > space]
    if not long:
        return ""
    return (
        f"{len(long)} of {len(prompts)} prompts do not fit into the model's context of "
        f"{model.context} tokens, and lose their beginning: the longest has {max(long)}, and "
        f"{room} are kept for the response. Give a larger max_length in --model_args if the model "
        "has one, or fewer exemplars or new tokens (--num_fewshot, --gen_kwargs max_gen_toks=N), "
        "or leave the task out"
    )
