"""Checks names of models from anyone: they are ASCII, and no two of them look alike."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path

from tempanswerqa import limits
from tempanswerqa.text import told


def problem(name: str) -> str:
    """Return the rule that a name breaks, in words; empty for a valid name."""
    if not re.fullmatch(rf"[!-~](?:[ -~]{{0,{limits.NAME - 2}}}[!-~])?", name):
        return f"has to be 1 to {limits.NAME} characters of ASCII, without blanks at its ends"
    if not any(map(str.isalnum, name)):
        return "has to have a letter or a digit"
    if name.startswith("::") or "##[" in name:
        return "has to begin with no :: and to have no ##[, which are commands of workflows"
    return ""


def skeleton(name: str) -> str:
    """Return a text that is equal for names that look alike, in any case and with any signs between
    words. `l`, `I` and `1` are equal in it, and so are `O` and `0`.
    """
    letters = name.casefold()
    for text, other in (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("i", "l"), ("|", "l")):
        letters = letters.replace(text, other)
    return re.sub(r"[\W_]+", "-", letters)


def rivals(runs: Iterable[tuple[Path, str, Hashable]]) -> Iterator[str]:
    """Yield a problem for each run that cannot stand beside the others: another file has its model
    and `asked`, or a model that looks like it and is spelled otherwise.

    `runs` holds file, model, and what else tells runs apart: prompting and questions.
    """
    spellings: dict[str, tuple[Path, str]] = {}
    seen: dict[Hashable, Path] = {}
    for path, model, asked in runs:
        first, name = spellings.setdefault(skeleton(model), (path, model))
        if name != model:
            yield (
                f"{path}: its model {told(model)} looks like {told(name)} of {first}; name it as "
                "there if it is the same, or otherwise"
            )
        elif (other := seen.setdefault((model, asked), path)) != path:
            yield (
                f"{path}: has the model, prompting and questions of {other}; the one that was "
                "there first stays"
            )
