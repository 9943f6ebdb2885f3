"""Saves responses to score, and returns what `tempanswerqa score` says of them."""

import csv
import gzip
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from pandas import DataFrame
from support import SAMPLE, SUBSETS, state

from tempanswerqa import cli, questions
from tempanswerqa.answers.result import REASONS
from tempanswerqa.metrics.scores import COUNTED, METRICS, REPORTED
from tempanswerqa.private import SURROGATE
from tempanswerqa.questions import record as questions_record
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.details import CHANGES, DETAILS, FLAWS, Record
from tempanswerqa.runs.run import Run

FILTERS = ("strict-match", "flexible-extract")


def respond(asked: Iterable[questions.Question]) -> dict[str, str]:
    """Return right, wrong and missing answers in turn, by the id of the question."""
    given = {}
    for n, question in enumerate(asked):
        number = question.number + (n % 3) * (86_400 if question.unit == "date" else 1)
        given[question.id] = "I cannot tell." if n % 7 == 6 else state(question, number)
    return given


def responses() -> dict[str, str]:
    """Return such responses to every question of the data folder, in turn within each subset."""
    by_subset = (respond(questions.load(subset, SAMPLE)) for subset in SUBSETS)
    return {identity: text for own in by_subset for identity, text in own.items()}


def write_released(folder: Path, given: Mapping[str, str]) -> Path:
    """Write the responses as released files: one run, a file per split; return the folder."""
    for _, family, split, *_ in questions.SUBSETS.values():
        own = [
            row | {"response": given[questions_record.question_id(row)]}
            for row in cells(SAMPLE / f"questions/{family}.csv")
            if row["split"] == split
        ]
        write_table(folder / f"{family}_{split}_some-model_few-shot_x.csv.gz", own[::-1])
    return folder


def write_table(path: Path, rows: Sequence[Mapping[str, object]]) -> Path:
    """Write rows as a CSV file, compressed if its name says so, and return its path."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_lines(path: Path, lines: Iterable[object]) -> Path:
    """Write a file of JSON lines, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def write_answers(path: Path, given: Mapping[str, str]) -> Path:
    """Write responses by the id of their question as JSON lines, and return the path."""
    return write_lines(path, ({"id": i, "response": text} for i, text in given.items()))


def cells(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def score(capsys, *arguments: object) -> tuple[int, list[dict], str]:
    """Return the exit code, the printed records and the standard error of `tempanswerqa score`."""
    code = cli.main(["score", *map(str, arguments), "--format", "json"])
    printed = capsys.readouterr()
    return code, json.loads(printed.out or "[]"), printed.err


class Made(Run):
    """A run with a given signature."""

    def signature(self, filter_name: str) -> dict:
        return self.beside | {"filter": filter_name}


def run(
    model: str,
    scores: Mapping[str, Sequence[float]],
    task: str = "t",
    *,
    groups: int = 40,
    asked: Sequence[str] = (),
    **given: Any,
) -> Run:
    """Return a run with these scores for its questions; other scores are undefined.

    Other fields may be given, and those of its signature.
    """
    size = len(next(iter(scores.values())))
    ids = asked or [f"{task}{at}" for at in range(size)]
    keys = [name for name in ("prompting", "missing", "limited") if name in given]
    fields = {name: given.pop(name) for name in keys}
    model = SURROGATE.sub("\ufffd", model)
    texts = {"model": model, "prompting": fields.get("prompting", ""), "task": task}
    texts |= {"filter": FILTERS[0], "rule": "", "unread": "", "asks_for": "", "unit": "days"}
    named = {"id": ids, "group": [f"{task}:{at % groups}" for at in range(size)]}
    numbers = dict.fromkeys(METRICS, math.nan) | dict.fromkeys(COUNTED, False) | {"parsed": 1.0}
    numbers |= {"number": 1.0, "sample": 0} | {n: np.array(v, float) for n, v in scores.items()}
    table = DataFrame(named | texts).astype("category").assign(**numbers)
    part = Part(dict.fromkeys(ids), "", "", "")
    name = TaskName.find(task) or Named(task)
    made = Made(Path("f"), model, texts["prompting"], name, part, table, answered=size)
    made.beside = signed()["signature"] | given
    return replace(made, **fields)


class Named(TaskName):
    """The name of a task without a set of questions."""

    def __str__(self) -> str:
        return self.subset


def record(model: str, **given: object) -> Record:
    """Return a record with one score for all metrics except those given by name."""
    ends = {"stderr": 0.1, "low": 0.3, "high": 0.7}
    details = (metric.name for own in DETAILS.values() for metric in own)
    return {
        **{"model": model, "prompting": "", "task": "t", "filter": FILTERS[0]},
        **{
            "n": 4,
            "groups": 30,
            "effective_groups": 30,
            "samples": 1,
            "flaws": [],
            "signature": {},
        },
        **dict.fromkeys((*details, *CHANGES)),
        **dict.fromkeys((*COUNTED, *REASONS), 0.0),
        **dict.fromkeys(METRICS, 0.5),
        **{f"{name}_{key}": value for name in REPORTED for key, value in ends.items()},
        **dict.fromkeys(FLAWS, 0),
        "unread": 0.5,
        **given,
    }


def signed(model: str = "m", task: str = "t", **changes: object) -> Record:
    """Return a record whose signature has all fields, with these changes."""
    fields = {
        "package": "1",
        "format": 1,
        "lm_eval": "0.4.13",
        "data": "a" * 40,
        "scale": "b" * 40,
        "prompts": None,
        "scale_method": "published",
        "extraction": 1,
        "think_end_token": None,
        "filter": "strict-match",
        "limit": None,
        "questions": 4,
    }
    return record(model, task=task, signature=fields | changes)
