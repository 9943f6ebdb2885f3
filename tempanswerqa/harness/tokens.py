"""Counting tokens: those that a model's tokenizer makes, or an estimate from the characters."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions import prompts

CHARACTERS_PER_TOKEN = 4
LENGTHS = ("n_positions", "max_position_embeddings", "n_ctx")
"""Where the config of a model has the length of its context, in the harness's order."""
UNLIMITED = 10**18
"""Tokenizers that know no context name a number beyond this one."""


class TokenError(TempAnswerError, ValueError):
    """A tokenizer or chat template that cannot be had; says what to do."""


class Estimate:
    """The tokens of English text by a rule of thumb, where no tokenizer is named."""

    rule = f"characters / {CHARACTERS_PER_TOKEN}"
    estimated = True
    context: int | None = None
    apply_chat_template = None

    def count(self, text: str, special: bool = True) -> int:
        """Return how many tokens a text has, at four characters each; the last may have fewer."""
        return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


class Tokenizer:
    """The tokenizer of a local folder or of a model of the hub, used as the harness's `hf` does.

    It is loaded when it is first needed. Raises TokenError where it cannot be.
    """

    estimated = False

    def __init__(self, name: str, **options: Any) -> None:
        """Take the options of transformers: `revision`, `trust_remote_code`."""
        self.rule = name
        self._options = options

    def count(self, text: str, special: bool = True) -> int:
        """Return how many tokens a text has; of a prompt, with the `special` tokens that the
        harness adds.
        """
        begun = self._loaded.bos_token and text.startswith(self._loaded.bos_token)
        added = {} if special and not begun else {"add_special_tokens": False}
        return len(self._loaded(text, verbose=False, **added)["input_ids"])

    def apply_chat_template(
        self, chat: list[prompts.Message], add_generation_prompt: bool = True
    ) -> str:
        """Return the chat as text, its last turn left open. Raises what the template raises.

        Unlike the harness's, this does not drop system messages that the template refuses.
        """
        return self._loaded.apply_chat_template(
            chat,
            tokenize=False,
            add_generation_prompt=add_generation_prompt,
            continue_final_message=not add_generation_prompt,
        )

    def check(self, chat: bool) -> None:
        """Load it now. Raises TokenError where that fails, and for a `chat` without a template."""
        if not self._loaded.chat_template and chat:
            raise TokenError(
                f"the tokenizer {self.rule} has no chat template; leave out --apply_chat_template"
            )

    @cached_property
    def context(self) -> int | None:
        """Return the context length as the harness reads it from config and tokenizer; None
        without.
        """
        try:
            config = _transformers().AutoConfig.from_pretrained(self.rule, **self._options)
        except Exception:  # a folder with a tokenizer alone, or what a model's own code raises
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
        except Exception as error:  # the tokenizers library raises nothing more special
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
