"""Writes and reads the file of a submission.

It is JSON, packed if its name ends in `.gz`: `format`, `content`, and `digest`, the SHA-256 of the
content as `digest` computes it. This module does not check whether scores are right.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.files import check_place, content, written_whole
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.submission import SubmissionError, model_names, schema
from tempanswerqa.runs.summary import Score

SUFFIXES = (".json", ".json.gz")
LARGEST = 1 << 25
"""The largest number of bytes of a file, unpacked."""
MOST = 50
"""The largest number of problems of a file's fields that are listed."""

Scores = dict[str, Score]
"""The scores by metric, in the order and the units of `metrics.METRICS`."""


class Task(NamedTuple):
    """Hold the content of a submission for one task."""

    name: str
    """The name of the task, with the level of fresh questions and without the prompting."""
    version: float | None
    """The version of the harness task; None if the results do not say."""
    lm_eval: str | None
    """The version of the harness that asked the model; None if the results do not say."""
    shots: int | None
    """The number of exemplars; None if the results do not say."""
    draw: Draw | None
    """The draw of fresh questions; None for the released ones."""
    signatures: dict[str, Mapping[str, Any]]
    """The signatures by filter, which `signature.signature` returns."""
    scores: dict[str, Scores]
    """The scores by filter."""
    responses: dict[str, str]
    """The responses by the id of the question."""
    date: float = 0.0
    """The time of the run in seconds since 1970; 0 if unknown, as in a bundle from a file."""

    @property
    def subset(self) -> str:
        """Return the key in `questions.SUBSETS`."""
        return TaskName.parse(self.name).subset

    @property
    def think_end(self) -> str:
        """Return the closing mark of thinking that the responses were read with; empty for none."""
        return next(iter(self.signatures.values())).get("think_end_token") or ""

    @property
    def prompts(self) -> str:
        """Return the digest of prompts that are not the released ones; empty for released ones."""
        return next(iter(self.signatures.values())).get("prompts") or ""


class Bundle(NamedTuple):
    """A submission: one run of one model on the four tasks."""

    model: str
    prompting: str
    """`zero-shot` or `few-shot`; empty if the results do not say."""
    created: str
    """The date and time in ISO 8601."""
    settings: Mapping[str, Any]
    """The settings of `schema.Settings`; None for those that the results do not state."""
    tasks: list[Task]
    mean: dict[str, Scores]
    """The plain mean of the tasks, by filter."""
    intact: bool = True
    """True if the digest in the file is that of its content."""
    digest: str = ""
    """The digest of the content; empty for a bundle that was not read from a file."""


def digest(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the content as JSON in ASCII, with sorted keys and without spaces."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def write(bundle: Bundle, path: str | Path) -> None:
    """Write a bundle, whole or not at all; equal bundles give equal bytes.

    Raises SubmissionError for another suffix than one of `SUFFIXES` and for a bundle that `read`
    would refuse, and OSError if the file cannot be written.
    """
    path = checked_place(path)
    held = content_of(bundle)
    stated = {"format": schema.FORMAT, "digest": digest(held), "content": held}
    text = json.dumps(stated, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    # UTF-8 cannot hold a lone surrogate; its escape in Python is also that of JSON
    packed = text.encode("utf-8", "backslashreplace")
    if len(packed) > LARGEST:
        raise SubmissionError(
            f"{path}: would have {len(packed):,} bytes, and {LARGEST:,} can be read; "
            "run the model again with fewer tokens (max_gen_toks)"
        )
    if path.suffix == ".gz":
        packed = gzip.compress(packed, mtime=0)
    with written_whole(path, "wb") as file:
        file.write(packed)


def checked_place(path: str | Path) -> Path:
    """Return the path if a bundle can be written to it; else raise what `write` raises."""
    path = Path(path)
    if not path.name.endswith(SUFFIXES):
        raise SubmissionError(f"{path}: has to end in {' or '.join(SUFFIXES)}; name such a file")
    check_place(path)
    return path


def read(path: str | Path) -> Bundle:
    """Return the bundle in a file from anyone. Its fields are checked, its scores may be wrong.

    Raises SubmissionError, with every problem, for a file that cannot be read, has more than
    `LARGEST` bytes, is no plain JSON, is of another format, or has fields that are missing, unknown
    or of another type. A wrong digest is no error here: it sets `intact` to False.
    """
    path = Path(path)
    try:
        text = content(path, LARGEST).decode()
        stated = json.loads(text, object_pairs_hook=_once, parse_constant=_refused)
    except (OSError, ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else error
        raise SubmissionError(
            f"{path}: cannot be read: {reason}; name a whole file that `tempanswerqa pack` wrote"
        ) from error
    if problems := schema.problems(schema.File, stated, "file"):
        left = len(problems) - MOST
        more = [f"{left} more problems of this kind"] if left > 0 else []
        raise SubmissionError(*(f"{path}: {told}" for told in (*problems[:MOST], *more)))
    held = stated["content"]
    computed = digest(held)
    return Bundle(
        model=model_names.normalized(held["model"]),
        tasks=[_task(name, task) for name, task in held["tasks"].items()],
        mean=_scores(held["mean"]),
        intact=computed == stated["digest"],
        digest=computed,
        **_without(held, "model", "tasks", "mean"),
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("an object has a name twice")
    return record


def _refused(name: str) -> float:
    raise ValueError(f"it has {name}, which JSON does not have")


def content_of(bundle: Bundle) -> dict[str, Any]:
    """Return the content of the file of a bundle; raises SubmissionError if `read` would refuse
    it.
    """
    held = {
        "created": bundle.created,
        "model": bundle.model,
        "prompting": bundle.prompting,
        "settings": bundle.settings,
        "mean": _stated(bundle.mean),
        "tasks": {
            task.name: {
                "version": task.version,
                "lm_eval": task.lm_eval,
                "shots": task.shots,
                "fresh": _without(task.draw._asdict(), "subset") if task.draw else None,
                "signatures": task.signatures,
                "scores": _stated(task.scores),
                "responses": task.responses,
            }
            for task in bundle.tasks
        },
    }
    if problems := schema.problems(schema.Content, held, "content"):
        raise SubmissionError(*problems)
    return held


def _stated(by_filter: Mapping[str, Scores]) -> dict[str, Any]:
    return {
        rule: {metric: score._asdict() for metric, score in scores.items()}
        for rule, scores in by_filter.items()
    }


def _without(record: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in names}


def _task(name: str, stated: Mapping[str, Any]) -> Task:
    fresh, scores = stated["fresh"], _scores(stated["scores"])
    draw = Draw(TaskName.parse(name).subset, **fresh) if fresh else None
    return Task(name=name, draw=draw, scores=scores, **_without(stated, "fresh", "scores"))


def _scores(stated: Mapping[str, Any]) -> dict[str, Scores]:
    return {
        rule: {metric: Score(**score) for metric, score in scores.items()}
        for rule, scores in stated.items()
    }
