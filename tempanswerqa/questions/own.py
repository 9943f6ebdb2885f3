"""Reads users' task folders: their manifests and questions."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import files, limits
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics import scale
from tempanswerqa.questions import sources, subsets
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.subsets import Subset

MANIFEST, QUESTIONS, EXEMPLARS = "task.json", "questions.jsonl", "exemplars.json"
FAMILIES = {"line": "ttqa", "json": "tot"}
"""The styles of requested answers, each with the family that has such responses."""
SKIPPED = "skipped.csv"
"""The file of the rows that were left out."""
_USER_NAME = re.compile(r"[a-z][a-z0-9_]{0,79}")
_TAKEN = re.compile(r"(?:tempanswerqa|tram|test_of_time|tot|ttqa|sample|twin)(?:_.*)?")
_ENDINGS = ("_chat", "_fewshot")
_STORED = (
    *("id", "system", "user", "prefill", "label", "alternatives", "unit", "answer_format"),
    *("kind", "group", "asked_on", "date_order", "number"),
)
"""The fields of questions in a row."""


class OwnError(TempAnswerError, ValueError):
    """Unusable questions of a user; the message says where, why and what to do."""


class Manifest(NamedTuple):
    """The description of the questions in a folder."""

    name: str
    style: str
    """A key of `FAMILIES`."""
    origin: str
    """The name of the file from which the questions were made."""
    date_order: str = ""
    """The order in which labels were read: `day` or `month` first; empty if none was stated."""
    questions: int = 0
    digest: str = ""
    """The git blob SHA-1 of `QUESTIONS`."""
    exemplars: int = 0

    def subset(self, folder: Path) -> Subset:
        """Return the set of questions in the folder."""
        return Subset(
            name=self.name,
            family=FAMILIES[self.style],
            split=self.name,
            title=self.name,
            dataset=self.name,
            prompts=(EXEMPLARS,) if self.exemplars else (),
            file=QUESTIONS,
            questions=self.questions,
            folder=folder,
        )


def check_name(name: str) -> None:
    """Raise OwnError for a name that a user's task cannot have."""
    taken = _TAKEN.fullmatch(name) or name in {part.split for part in subsets.RELEASED.values()}
    if taken or not _USER_NAME.fullmatch(name) or name.endswith(_ENDINGS):
        rule = "a letter, then lower-case letters, digits or _, at most 80 in all"
        endings = " or ".join(_ENDINGS)
        raise OwnError(f"--name {name!r}: choose a new name, {rule}, that ends in no {endings}")


def manifest(folder: Path) -> Manifest:
    """Return the manifest of a folder. Raises OwnError without one, or for changed questions."""
    try:
        task = Manifest(**json.loads(files.content(folder / MANIFEST, limits.RESULTS_BYTES)))
        check_name(task.name)
    except (ValueError, TypeError, OSError) as error:
        problem = f"{folder / MANIFEST}: {files.reason(error)}"
        raise OwnError(f"{problem}; choose a folder that `tempanswerqa new` wrote") from error
    path = folder / QUESTIONS
    if not path.is_file() or sources.git_blob_sha1(path) != task.digest:
        problem = f"{path} is not the file that was written with {MANIFEST}"
        raise OwnError(f"{problem}; run `tempanswerqa new` with --overwrite")
    return task


def include(place: str | Path) -> list[Subset]:
    """Register the questions of a folder, or of folders below it, and return their sets."""
    parts = [manifest(folder).subset(folder) for folder in folders(place)]
    if not parts:
        raise OwnError(f"{place}: choose a folder that `tempanswerqa new` wrote")
    for part in parts:
        subsets.include(part)
    return parts


def folders(place: str | Path) -> list[Path]:
    """Return the sorted folders of users' tasks at and below a place; empty for none."""
    manifests = sorted(Path(place).expanduser().resolve().rglob(MANIFEST))
    places = [path.parent for path in manifests if path.with_name(QUESTIONS).is_file()]
    return [folder for folder in places if "__pycache__" not in folder.parts]


def skipped(folder: Path) -> list[dict[str, str]]:
    """Return the rows of a user's table that `new --skip_bad` left out of a folder."""
    path = folder / SKIPPED
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [*csv.DictReader(file)]


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file of questions; `manifest` checks that `new` wrote it."""
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def row(question: Question) -> dict[str, Any]:
    """Return the row of a question, from which `question` restores it."""
    fields = {name: getattr(question, name) for name in _STORED}
    number = None if math.isnan(question.number) else question.number
    return fields | {"alternatives": [n for n, _ in question.alternatives], "number": number}


def question(part: Subset, row: Mapping[str, Any], unit_scale: scale.Scale | None) -> Question:
    """Return the question of a row; `unit_scale` is the scale of its unit, if there is one."""
    numbers = [math.nan if n is None else n for n in (row["number"], *row["alternatives"])]
    (number, centroid), *others = (
        (n, unit_scale.centroid(n) if unit_scale and n == n else math.nan) for n in numbers
    )
    fields = {"family": part.family, "split": part.split, "cue": "", **row, "number": number}
    return Question(**fields | {"centroid": centroid, "alternatives": tuple(others)})
