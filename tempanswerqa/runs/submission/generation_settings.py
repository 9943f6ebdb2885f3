"""Reads the settings of generation from the results of a run, but nothing private."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PureWindowsPath
from typing import Any

from tempanswerqa.runs.harness_files import BESIDE

GENERATION = frozenset(
    (
        *("max_gen_toks", "max_new_tokens", "max_tokens", "max_completion_tokens", "until"),
        *("do_sample", "temperature", "top_p", "top_k", "min_p", "typical_p", "num_beams"),
        *("repetition_penalty", "presence_penalty", "frequency_penalty", "no_repeat_ngram_size"),
        *("seed", "reasoning_effort", "enable_thinking", "thinking_budget"),
    )
)
"""The options of generation that a submission states. All others may be keys, addresses or paths,
as model arguments may, and are left out."""


def generation(options: object) -> dict[str, Any] | None:
    """Return the options of a task that are in `GENERATION`, sorted by name.

    None if `options` is no mapping. Only numbers, texts, truth values, None and lists of texts are
    kept.
    """
    if not isinstance(options, Mapping):
        return None
    return {name: options[name] for name in sorted(GENERATION & options.keys())
            if _is_plain(options[name])}  # fmt: skip


def _is_plain(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(entry, str) for entry in value)
    return value is None or isinstance(value, str | int | float)


def public_name(model: str) -> str:
    """Return the name of a model, with only the last part of each local path in it.

    `org/model` is a name and is kept. A part is a path if it has two slashes or more, a backslash
    or a drive, or if it begins with a slash, a dot or a tilde.
    """
    return BESIDE.join(map(_public_part, model.split(BESIDE)))


def _public_part(name: str) -> str:
    if not re.match(r"[~./\\]|[A-Za-z]:", name) and "\\" not in name and name.count("/") < 2:
        return name
    return PureWindowsPath(name).name or name
