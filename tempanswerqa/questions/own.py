"""Reads task folders of users: their manifest and their questions.

A folder has `task.json` (the manifest), `questions.jsonl` (rows of `COLUMNS`), `exemplars.json` for
few-shot tasks, and the task files of the harness.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import files, limits
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics import scale
from tempanswerqa.questions import sources, subsets
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.subsets import Subset
from tempanswerqa.units import UNITS

FORMAT = 1
"""The version of the layout of a folder."""
MANIFEST, QUESTIONS, EXEMPLARS = "task.json", "questions.jsonl", "exemplars.json"
FAMILIES = {"line": "ttqa", "json": "tot"}
"""The styles in which answers are asked for, with the family that has such responses."""
COLUMNS = (
    *("id", "system", "user", "prefill", "label", "unit", "answer_format", "kind", "group"),
    "number",
)
"""The fields of a row, named as in `Question`."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,79}")
_TAKEN = re.compile(r"(?:tempanswerqa|tram|test_of_time|tot|ttqa|fresh|twin)(?:_.*)?")
_ENDINGS = ("_chat", "_fewshot")


class OwnError(TempAnswerError, ValueError):
    """Questions of a user that cannot be used; the message says where, why and what to do."""


class Manifest(NamedTuple):
    """Hold the description of the questions in a folder."""

    name: str
    title: str
    style: str
    """A key of `FAMILIES`."""
    questions: int
    digest: str
    """The git blob SHA-1 of `QUESTIONS`."""
    exemplars: int
    origin: str
    """The name of the file or dataset from which the questions were made."""
    date_order: str = ""
    """The order in which labels were read: `day` or `month` first; empty if none was named."""

    def text(self) -> str:
        """Return the text of the manifest's file."""
        return json.dumps({"tempanswerqa_task": FORMAT} | self._asdict(), indent=2) + "\n"

    @property
    def subset(self) -> Subset:
        """Return the set of questions, without its folder."""
        exemplars = (EXEMPLARS,) if self.exemplars else ()
        told = self.name, FAMILIES[self.style], self.name, self.title, self.title
        return Subset(*told, exemplars, QUESTIONS, self.questions)


def check_name(name: str) -> None:
    """Raise OwnError for a name that a user's task must not have."""
    if not _NAME.fullmatch(name) or name.endswith(_ENDINGS):
        raise OwnError(
            f"--name {name!r}: a name has small letters, digits and _, begins with a letter, has "
            f"80 characters at most, and does not end with {' or '.join(_ENDINGS)}"
        )
    if _TAKEN.fullmatch(name) or name in {part.split for part in subsets.RELEASED.values()}:
        raise OwnError(f"--name {name!r} is like those of released tasks; take another")


def manifest(folder: Path) -> Manifest:
    """Return the manifest of a folder.

    Raises OwnError if the folder has no task or another layout, or if its questions have changed.
    """
    try:
        told = json.loads(files.content(folder / MANIFEST, limits.LINE_BYTES))
        if told.pop("tempanswerqa_task", None) != FORMAT:
            raise ValueError(f"its layout is not {FORMAT}, the one of this version")
        found = Manifest(**told)
        numbers = type(found.questions) is int and type(found.exemplars) is int
        texts = (found.name, found.title, found.style, found.digest, found.origin, found.date_order)
        if not numbers or not all(isinstance(text, str) for text in texts):
            raise TypeError("a field has a wrong type")
        check_name(found.name)
        if found.style not in FAMILIES:
            raise ValueError(f"unknown style {found.style!r}")
    except (ValueError, TypeError, AttributeError, OSError) as error:
        raise OwnError(
            f"{folder / MANIFEST}: {error}; name a folder that `tempanswerqa new` wrote, or write "
            "it anew"
        ) from error
    path = folder / QUESTIONS
    if not path.is_file() or sources.git_blob_sha1(path) != found.digest:
        raise OwnError(
            f"{path} is not the file that was written with {MANIFEST}; change the questions where "
            "they are from, and run `tempanswerqa new` with --overwrite"
        )
    return found


def include(place: str | Path) -> list[Subset]:
    """Make the questions of a folder, or of folders below it, known, and return their sets.

    Raises OwnError if there are none, and what `manifest` and `subsets.include` raise.
    """
    found = folders(place)
    if not found:
        wanted = f"{MANIFEST} and {QUESTIONS}"
        raise OwnError(f"{place}: no {wanted} there; name a folder that `tempanswerqa new` wrote")
    parts = [manifest(folder).subset._replace(folder=folder) for folder in found]
    for part in parts:
        subsets.include(part)
    return parts


def folders(place: str | Path) -> list[Path]:
    """Return the sorted folders of users' tasks at and below a place; empty for none."""
    found = sorted(Path(place).expanduser().resolve().rglob(MANIFEST))
    return [path.parent for path in found if path.with_name(QUESTIONS).is_file()]


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file of questions. Raises OwnError if `new` did not write it."""
    file, bounded = files.opened(path, limits.TABLE_BYTES, limits.LINE_BYTES)
    with file:
        for number, line in enumerate(file, 1):
            bounded.restart()
            try:
                row = json.loads(line)
                texts = (row[name] for name in COLUMNS[:-1])
                whole = sorted(row) == sorted(COLUMNS) and all(isinstance(t, str) for t in texts)
                if not whole or type(row["number"]) is not float or row["unit"] not in UNITS:
                    raise ValueError("a field is missing, unknown or of another type")
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                raise OwnError(f"{path}, line {number}: {error}; write the folder anew") from error
            yield row


def question(part: Subset, row: Mapping[str, Any], unit_scale: scale.Scale) -> Question:
    """Return the question of a row; `unit_scale` is the scale of its unit."""
    fields: dict[str, Any] = {"family": part.family, "split": part.split, "cue": "", **row}
    return Question(**fields, centroid=unit_scale.centroid(row["number"]))
