"""Counts tokens with a model's tokenizer, or estimates them from the characters."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions import prompts

CHARACTERS_PER_TOKEN = 4
LENGTHS = ("n_positions", "max_position_embeddings", "n_ctx")
"""The fields of a model's config that have the length of its context, in the harness's order."""
UNLIMITED = 10**18
"""The limit from which on a tokenizer's context length means that it knows none."""


class TokenError(TempAnswerError, ValueError):
    """A tokenizer or chat template that is not available; the message says what to do."""


class Estimate:
    """Estimates the tokens of English text by a rule of thumb, if no tokenizer is named."""

    rule = f"characters / {CHARACTERS_PER_TOKEN}"
    estimated = True
    context: int | None = None
    apply_chat_template = None

    def count(self, text: str, special: bool = True) -> int:
        """Return how many tokens a text has, at four characters each; the last may have fewer."""
        return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


class Tokenizer:
    """Count with the tokenizer of a local folder or a model of the hub, as the harness's `hf` does.

    It is loaded when it is first needed. Raises TokenError if it cannot be loaded.
    """

    estimated = False

    def __init__(self, name: str, **options: Any) -> None:
        """Take the options of transformers: `revision`, `trust_remote_code`."""
        self.rule = name
        self._options = options

    def count(self, text: str, special: bool = True) -> int:
        """Return how many tokens a text has, with the `special` tokens that the harness adds to
        prompts.
        """
        begun = self._loaded.bos_token and text.startswith(self._loaded.bos_token)
        added = {} if special and not begun else {"add_special_tokens": False}
        return len(self._loaded(text, verbose=False, **added)["input_ids"])

    def apply_chat_template(
        self, chat: list[prompts.Message], add_generation_prompt: bool = True
    ) -> str:
        """Return the chat as text with its last turn open. Raises the errors of the template.

        Unlike the harness, it does not drop system messages that the template refuses.
        """
        return self._loaded.apply_chat_template(
            chat,
            tokenize=False,
            add_generation_prompt=add_generation_prompt,
            continue_final_message=not add_generation_prompt,
        )

    def check(self, chat: bool) -> None:
        """Load the tokenizer. Raises TokenError if this fails, or a `chat` has no template."""
        if not self._loaded.chat_template and chat:
            raise TokenError(
                f"the tokenizer {self.rule} has no chat template; leave out --apply_chat_template"
            )

    @cached_property
    def context(self) -> int | None:
        """Return the context length that the harness reads from config or tokenizer; None if
        neither has one.
        """
        try:
            config = _transformers().AutoConfig.from_pretrained(self.rule, **self._options)
        except Exception:  # a folder with only a tokenizer, or an error of the model's own code
            config = None
        config = getattr(config, "text_config", None) or config
        said = next(filter(None, (getattr(config, name, None) for name in LENGTHS)), None)
        said = said or getattr(self._loaded, "model_max_length", None)
        return int(said) if said and said < UNLIMITED else None

    @cached_property
    def _loaded(self) -> Any:
        auto = _transformers().AutoTokenizer
        try:
            return auto.from_pretrained(self.rule, **self._options)
        except Exception as error:  # the tokenizers library raises plain exceptions
            reason = str(error).strip().partition("\n")[0].rstrip(".")
            raise TokenError(
                f"no tokenizer in {self.rule!r}: {reason}; name a folder with tokenizer.json or a "
                "model of the Hugging Face hub"
            ) from error


def _transformers() -> Any:
    try:
        import transformers
    except ImportError as error:
        raise TokenError(
            "a tokenizer needs transformers: install this project with its extra `hf`"
        ) from error
    return transformers
