"""Refuses keys of `--metadata` that a task does not read: they would have no effect."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from inspect import signature
from typing import Any

from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.text import suggestion

READ = ("think_end", "system_role", "repeats")
"""Keys that every task reads; each also reads the parameters of its `custom_dataset`."""

_KEY = re.compile(r"(?:^|,)\s*([\w-]+)=")


def refuse_unread(config: Mapping[str, Any]) -> None:
    """Raise TaskError for a key of `--metadata` that the task of this file does not read.

    If several tasks or groups are named, another one may read the key. A key is then refused only
    if it is similar to one that this task reads. The harness merges model arguments into the
    metadata, so the keys come from its command line. If another program runs the harness, no key is
    refused.
    """
    named = _named(sys.argv)
    fixed = config.get("dataset_kwargs") or ()
    known = signature(config["custom_dataset"]).parameters.values()
    own = (one.name for one in known if one.kind is not one.VAR_KEYWORD and one.name not in fixed)
    read = [*own, *READ]
    alone = re.fullmatch(r"\w+", " ".join(named.tasks))  # one name, no list or pattern
    for key in (key for text in named.metadata for key in _keys(text)):
        if key not in read and (alone or get_close_matches(key, read)):
            told = f"{config.get('task')} reads no {key!r} of --metadata"
            raise TaskError(f"{told}; {suggestion(key, read)}")


def _named(command: Sequence[str]) -> argparse.Namespace:
    """Return `metadata` and `tasks` of the harness's command line; empty for other programs."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--metadata", nargs="+", action="extend", default=[])
    parser.add_argument("--tasks", "-t", nargs="+", default=[])
    ours = "lm_eval" in command[0].replace("-", "_")
    return parser.parse_known_args(command[1:] if ours else [])[0]


def _keys(text: str) -> list[str]:
    try:
        return [*json.loads(text)]
    except (ValueError, TypeError):
        return _KEY.findall(text)
