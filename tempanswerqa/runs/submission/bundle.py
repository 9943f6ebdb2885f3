"""The file of a submission: what it holds, and how it is written and read.

It is JSON, packed where its name ends in `.gz`: `format`, `content`, and `digest`, the SHA-256 of
the content as `digest` computes it. Nothing here knows whether a score is right.
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
"""Raised when the meaning of a field changes."""
SUFFIXES = (".json", ".json.gz")
MOST = 50
"""At most this many problems of a file's shape are told."""

_SURROGATE = re.compile("[\ud800-\udfff]")


class Settings(NamedTuple):
    """How the responses were generated, as far as the results say; None where they do not."""

    backend: str | None
    """The harness's name for the kind of model, such as `hf`; `recorded` for rescored ones."""
    chat_template: bool | None
    """Whether one was applied."""
    chat_template_sha: str | None
    system_instruction_sha: str | None
    """Of a system text that was added to those of the tasks."""
    generation: dict[str, Any] | None
    """Options such as `max_gen_toks`, by name."""


class Task(NamedTuple):
    """What a submission holds of one task."""

    name: str
    """Of the harness task, without a suffix for the prompting."""
    version: float | None
    """Of the harness task; None where the results do not say."""
    lm_eval: str | None
    """Version of the harness that asked the model; None where the results do not say."""
    shots: int | None
    """Number of exemplars; None where the results do not say."""
    draw: Draw | None
    """Which fresh questions were asked; None for the released ones."""
    signatures: dict[str, Mapping[str, Any]]
    """By filter, as `signature.signature` makes them."""
    scores: dict[str, Scores]
    """By filter."""
    responses: dict[str, str]
    """By the id of the question."""
    date: float = 0.0
    """Seconds since 1970 when it was run; 0 where it is not known, as where it is read from a
    file."""

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
        """Return the digest of prompts that are not the released ones; empty for others."""
        return next(iter(self.signatures.values())).get("prompts") or ""


class Bundle(NamedTuple):
    """A submission: one run of one model on the four tasks."""

    model: str
    prompting: str
    """`zero-shot` or `few-shot`; empty where the results do not say."""
    created: str
    """Date and time, as ISO 8601 has them."""
    settings: Settings
    tasks: list[Task]
    mean: dict[str, Scores]
    """Plain mean of the tasks, by filter."""
    intact: bool = True
    """Whether the digest in the file was that of its content."""
    digest: str = ""
    """Of its content; empty for one that was not read from a file."""


def digest(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of JSON in ASCII, with sorted keys and without spaces."""
    found = hashlib.sha256()
    encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
    for piece in encoder.iterencode(content):  # the whole takes as much memory again
        found.update(piece.encode("ascii"))
    return found.hexdigest()


def write(bundle: Bundle, path: str | Path) -> None:
    """Write a bundle, whole or not at all; equal bundles give equal bytes.

    Raises SubmissionError for another suffix than one of `SUFFIXES` and for a bundle that `read`
    would not take, and OSError where the file cannot be written.
    """
    path = checked_place(path)
    content = _content(bundle)
    if problems := schema.problems(schema.Content, content, "content"):
        raise SubmissionError(*problems)
    stated = {"format": FORMAT, "digest": digest(content), "content": content}
    text = json.dumps(stated, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    # What UTF-8 cannot hold is a lone surrogate, whose escape is that of JSON.
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
    """Return the path, where a bundle can be written to it; raises as `write` does."""
    path = Path(path)
    if not path.name.endswith(SUFFIXES):
        raise SubmissionError(f"{path}: has to end in {' or '.join(SUFFIXES)}; name such a file")
    check_place(path)
    return path


def read(path: str | Path) -> Bundle:
    """Return the bundle in a file, whoever wrote it: its form is as documented, its scores may be
    wrong.

    Raises SubmissionError, with every problem, for a file that cannot be read within the bounds
    of `safe_json.load`, of another format, or with fields that are missing, unknown or of another
    type. Whether its digest is right is in the bundle: see `verify.check`.
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
    """Return the text with one character for two surrogates that make it, as JSON has it."""
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
