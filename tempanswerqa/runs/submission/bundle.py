"""Writes and reads the file of a submission.

It is JSON, packed if its name ends in `.gz`: `format`, `content`, and `digest`, the SHA-256 of the
content as `digest` computes it. This module does not check whether scores are right.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.files import check_place, written_whole
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.submission import SubmissionError, model_names, safe_json, schema
from tempanswerqa.runs.submission.scores import Scores
from tempanswerqa.runs.summary import Score

FORMAT = 1
"""The version of the format; it is raised when the meaning of a field changes."""
SUFFIXES = (".json", ".json.gz")
MOST = 50
"""The largest number of problems of a file's fields that are listed."""

_SURROGATE = re.compile("[\ud800-\udfff]")


class Settings(NamedTuple):
    """The settings of generation that the results state; None for those that they do not state."""

    backend: str | None
    """The harness's name for the kind of model, such as `hf`; `recorded` for rescored ones."""
    chat_template: bool | None
    """True if a chat template was applied."""
    chat_template_sha: str | None
    system_instruction_sha: str | None
    """The SHA-256 of a system text that was added to those of the tasks."""
    generation: dict[str, Any] | None
    """The options such as `max_gen_toks`, by name."""


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
    settings: Settings
    tasks: list[Task]
    mean: dict[str, Scores]
    """The plain mean of the tasks, by filter."""
    intact: bool = True
    """True if the digest in the file is that of its content."""
    digest: str = ""
    """The digest of the content; empty for a bundle that was not read from a file."""


def digest(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the content as JSON in ASCII, with sorted keys and without spaces."""
    found = hashlib.sha256()
    encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
    for piece in encoder.iterencode(content):  # the whole text would double the memory
        found.update(piece.encode("ascii"))
    return found.hexdigest()


def write(bundle: Bundle, path: str | Path) -> None:
    """Write a bundle, whole or not at all; equal bundles give equal bytes.

    Raises SubmissionError for another suffix than one of `SUFFIXES` and for a bundle that `read`
    would refuse, and OSError if the file cannot be written.
    """
    path = checked_place(path)
    content = _content(bundle)
    if problems := schema.problems(schema.Content, content, "content"):
        raise SubmissionError(*problems)
    stated = {"format": FORMAT, "digest": digest(content), "content": content}
    text = json.dumps(stated, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    # UTF-8 cannot hold a lone surrogate; its escape in Python is also that of JSON.
    packed = text.encode("utf-8", "backslashreplace")
    if len(packed) > safe_json.LARGEST:
        raise SubmissionError(
            f"{path}: would have {len(packed):,} bytes, and {safe_json.LARGEST:,} can be read; "
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

    Raises SubmissionError, with every problem, for a file that cannot be read within the limits
    of `safe_json.load`, of another format, or with fields that are missing, unknown or of another
    type. A wrong digest is no error here: it sets `intact` to False.
    """
    path = Path(path)
    stated = safe_json.load(path)
    found = stated.get("format") if isinstance(stated, dict) else None
    if type(found) is int and found != FORMAT:
        raise SubmissionError(
            f"{path}: is of format {found}; this package reads {FORMAT}: use the version of the "
            "package that wrote it, or ask for a submission by this one"
        )
    if problems := schema.problems(schema.File, stated, "file"):
        left = len(problems) - MOST
        more = [f"{left} more problems of this kind"] if left > 0 else []
        raise SubmissionError(*(f"{path}: {told}" for told in (*problems[:MOST], *more)))
    content = stated["content"]
    own = digest(content)
    return _bundle(content)._replace(intact=own == stated["digest"], digest=own)


def _content(bundle: Bundle) -> dict[str, Any]:
    return {
        "created": bundle.created,
        "model": bundle.model,
        "prompting": bundle.prompting,
        "settings": bundle.settings._asdict(),
        "mean": _stated(bundle.mean),
        "tasks": {task.name: _task_content(task) for task in bundle.tasks},
    }


def _task_content(task: Task) -> dict[str, Any]:
    draw = task.draw
    return {
        "version": task.version,
        "lm_eval": task.lm_eval,
        "shots": task.shots,
        "fresh": draw and {"level": draw.level, "n": draw.n, "seed": draw.seed},
        "signatures": task.signatures,
        "scores": _stated(task.scores),
        "responses": {identity: _joined(text) for identity, text in task.responses.items()},
    }


def _joined(text: str) -> str:
    """Return the text with each pair of surrogates joined to one character, as JSON reads it."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _stated(by_filter: Mapping[str, Scores]) -> dict[str, Any]:
    return {
        rule: {metric: score._asdict() for metric, score in scores.items()}
        for rule, scores in by_filter.items()
    }


def _bundle(content: Mapping[str, Any]) -> Bundle:
    return Bundle(
        model=model_names.normalized(content["model"]),
        prompting=content["prompting"],
        created=content["created"],
        settings=Settings(**content["settings"]),
        tasks=[_task(name, stated) for name, stated in content["tasks"].items()],
        mean=_scores(content["mean"]),
    )


def _task(name: str, stated: Mapping[str, Any]) -> Task:
    fresh = stated["fresh"]
    draw = Draw(TaskName.parse(name).subset, **fresh) if fresh else None
    scores = _scores(stated["scores"])
    kept = {key: value for key, value in stated.items() if key not in ("fresh", "scores")}
    return Task(name=name, draw=draw, scores=scores, **kept)


def _scores(stated: Mapping[str, Any]) -> dict[str, Scores]:
    return {
        rule: {metric: Score(**score) for metric, score in scores.items()}
        for rule, scores in stated.items()
    }
