"""Refuses keys of `--metadata` that a task does not read, as they would change nothing."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Any

from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.text import suggestion

READ = ("think_end", "system_role")
"""Keys that every task reads, beside the parameters of what makes its documents."""

_KEY = re.compile(r"(?:^|,)\s*([\w-]+)=")


def refuse_unread(config: Mapping[str, Any]) -> None:
    """Raise TaskError for a key of `--metadata` that the task of this file does not read.

    The harness merges the arguments of models into the metadata, so that its command line alone
    tells what was named as metadata; where another program runs the harness, nothing is refused.
    """
    fixed = config.get("dataset_kwargs") or ()
    known = [*signature(config["custom_dataset"]).parameters.values()]
    named = (one.name for one in known if one.kind is not one.VAR_KEYWORD and one.name not in fixed)
    read = [*named, *READ]
    for key in _named(sys.argv):
        if key not in read:
            told = f"{config.get('task')} reads no {key!r} of --metadata"
            raise TaskError(f"{told}; {suggestion(key, read)}")


def _named(command: Sequence[str]) -> list[str]:
    """Return the keys that the harness's command line gives; none for another program's."""
    if "lm_eval" not in command[0].replace("-", "_"):
        return []
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--metadata", nargs="+", action="extend", default=[])
    given, _ = parser.parse_known_args(command[1:])
    return [key for text in given.metadata for key in _keys(text)]


def _keys(text: str) -> list[str]:
    try:
        return [*json.loads(text)]
    except (ValueError, TypeError):
        return _KEY.findall(text)
