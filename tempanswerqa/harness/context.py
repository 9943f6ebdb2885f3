"""Counts the tokens of prompts, and checks that a model's context holds them.

The harness removes the beginning of a prompt that is too long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from tempanswerqa.exceptions import TempAnswerError

CHARACTERS_PER_TOKEN = 4
"""The number of characters of a token of English text, by a rule of thumb."""


class TokenError(TempAnswerError, ValueError):
    """A tokenizer that is not available; the message says what to do."""


class Tokenizer:
    """Count with the tokenizer of a local folder or a model of the hub, as the harness's `hf` does.

    It is loaded when it is first needed. Raises TokenError if it cannot be loaded.
    """

    def __init__(self, name: str, **options: Any) -> None:
        """Take the options of transformers: `revision`, `trust_remote_code`."""
        self._name, self._options = name, options

    def count(self, text: str) -> int:
        """Return the number of tokens of a prompt, with the special ones that the harness adds."""
        begun = self._loaded.bos_token and text.startswith(self._loaded.bos_token)
        added = {"add_special_tokens": False} if begun else {}
        return len(self._loaded(text, verbose=False, **added)["input_ids"])

    @cached_property
    def context(self) -> int | None:
        """Return the context length that the harness reads from config or tokenizer; None if
        neither has one.
        """
        try:
            from transformers import AutoConfig

            config = AutoConfig.from_pretrained(self._name, **self._options)
        except Exception:  # a folder with only a tokenizer, or an error of the model's own code
            config = None
        config = getattr(config, "text_config", None) or config
        fields = ("n_positions", "max_position_embeddings", "n_ctx")  # in the harness's order
        length = next(filter(None, (getattr(config, field, None) for field in fields)), None)
        length = length or getattr(self._loaded, "model_max_length", None)
        # tokenizers that know no length have a huge one
        return int(length) if length and length < 10**18 else None

    @cached_property
    def _loaded(self) -> Any:
        try:
            from transformers import AutoTokenizer

            return AutoTokenizer.from_pretrained(self._name, **self._options)
        except ModuleNotFoundError as error:
            raise TokenError(
                f"{error}: a tokenizer needs transformers; install this project with its extra `hf`"
            ) from error
        except Exception as error:  # the tokenizers library raises plain exceptions
            reason = str(error).strip().partition("\n")[0].rstrip(".")
            raise TokenError(
                f"no tokenizer in {self._name!r}: {reason}; name a folder with tokenizer.json or a "
                "model of the Hugging Face hub"
            ) from error


class Model(NamedTuple):
    """Hold the properties of a model that decide whether a prompt fits."""

    context: int
    """The number of tokens for prompt and response together."""
    count: Callable[[str], int]
    """Return the number of tokens of a prompt."""


def serving(arguments: Mapping[str, Any]) -> Model | None:
    """Return the model that `arguments` (of `--model_args`) name for `hf` or `vllm`; None if they
    name none, such as a model behind a server, or if its context is not known.
    """
    name = arguments.get("pretrained")
    if not isinstance(name, str) or "base_url" in arguments:
        return None
    taken = {key: arguments[key] for key in ("revision", "trust_remote_code") if key in arguments}
    named = Tokenizer(name, **taken)
    tokenizer = Tokenizer(arguments["tokenizer"]) if "tokenizer" in arguments else named
    try:
        length = arguments.get("max_length") or arguments.get("max_model_len") or named.context
    except TokenError:
        return None
    return Model(int(length or 2_048), tokenizer.count)  # the harness assumes this one, too


def complaint(prompts: Sequence[Any], generation: Mapping[str, Any], model: Model) -> str:
    """Return a warning on the prompts that leave too little room for the response that
    `generation` asks for; empty if all fit, or if this is not known.

    Short prompts are not counted, as no token is shorter than a byte. Prompts that are no text are
    left out: a server has to fit them.
    """
    from lm_eval.models.utils import normalize_gen_kwargs  # slow

    room = normalize_gen_kwargs(dict(generation))["max_gen_toks"]
    space = model.context - room
    texts = (prompt for prompt in prompts if isinstance(prompt, str))
    # no tokenizer adds eight special tokens to one text
    close = (text for text in texts if len(text.encode("utf-8", "replace")) + 8 > space)
    try:
        long = [tokens for tokens in map(model.count, close) if tokens > space]
    except (TokenError, NotImplementedError):
        return ""
    if not long:
        return ""
    return (
        f"{len(long)} of {len(prompts)} prompts do not fit into the model's context of "
        f"{model.context} tokens, and lose their beginning: the longest has {max(long)}, and "
        f"{room} are kept for the response. Give a larger max_length in --model_args if the model "
        "has one, or fewer exemplars or new tokens (--num_fewshot, --gen_kwargs max_gen_toks=N), "
        "or leave the task out"
    )
