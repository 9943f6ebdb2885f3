"""Records what a score depends on, so that only comparable scores are compared."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tempanswerqa import __version__
from tempanswerqa.answers.markers import VERSION
from tempanswerqa.metrics.scale import CARRIED
from tempanswerqa.questions.prompts import RELEASED
from tempanswerqa.runs.catalog import Part

FORMAT = 1
"""The version of the signature; it is raised when the meaning of a field changes."""

PREFIX = "tempanswerqa:"
"""The beginning of a signature as text."""

_version = cache(importlib.metadata.version)

COMPARABLE = ("format", "data", "prompts", "scale", "extraction", "questions", "limit")
"""The fields that must be equal for scores of one task and filter to be ranked together."""


def signature(
    filter_name: str, part: Part, answered: int, think_end: str = "", prompts: str = ""
) -> dict[str, Any]:
    """Return the signature of a score.

    `part` holds all questions of the task, and `answered` is the number of those that were scored:
    `limit` is that number, or None if all were. `think_end_token` is the closing mark of thinking,
    None if none was named. `prompts` is the digest of prompts, None for the released ones and if a
    run does not say. `scale_method` is `published` for carried figures, else the version of the
    clustering.
    """
    asked = len(part.questions)
    return {
        "package": __version__,
        "format": FORMAT,
        "lm_eval": _version("lm_eval"),
        "data": part.checksum,
        "prompts": None if not prompts or prompts in RELEASED else prompts,
        "scale": part.scale,
        "scale_method": part.scale_method,
        "extraction": VERSION,
        "think_end_token": think_end or None,
        "filter": filter_name,
        "limit": None if answered == asked else answered,
        "questions": asked,
    }


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
