"""Shows what a score depends on (`Run.signature`), so that only comparable ones are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tempanswerqa.metrics.scale import CARRIED

PREFIX = "tempanswerqa:"
"""The beginning of a signature as text."""

COMPARABLE = ("format", "data", "prompts", "scale", "extraction", "questions", "limit")
"""The fields that must be equal for scores of one task and filter to be ranked together."""


def short(fields: Mapping[str, Any]) -> str:
    """Return a signature as one line."""
    limit = f"|limit:{fields['limit']}" if fields["limit"] is not None else ""
    mark, prompts, method = map(fields.get, ("think_end_token", "prompts", "scale_method"))
    method = f":{method}" if method not in (None, CARRIED) else ""
    prompts = f"|prompts:{prompts[:7]}" if prompts else ""
    think_end = f"|think_end:{mark!r}" if mark else ""
    return (
        f"{PREFIX}{fields['package']}|format:{fields['format']}|lm_eval:{fields['lm_eval']}"
        f"|data:{fields['data'][:7]}{prompts}|scale:{fields['scale'][:7]}{method}"
        f"|{fields['filter']}:{fields['extraction']}{think_end}|n:{fields['questions']}{limit}"
    )


def differences(signatures: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the fields of `COMPARABLE` in which signatures differ; empty for fewer than two."""
    return [name for name in COMPARABLE if len({fields.get(name) for fields in signatures}) > 1]
