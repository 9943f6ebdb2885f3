"""Saves responses to score, and returns what `tempanswerqa score` says of them."""

import csv
import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from support import SAMPLE, SUBSETS, state

from tempanswerqa import cli, questions
from tempanswerqa.metrics.scores import COUNTED, METRICS
from tempanswerqa.questions import record
from tempanswerqa.runs.summary import CHANGES, FLAWS, SCORES, Score, Summary

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
            row | {"response": given[record.question_id(row)]}
            for row in cells(SAMPLE / f"questions/{family}.csv")
            if row["split"] == split
        ]
        write_table(folder / f"{family}_{split}_some-model_few-shot_x.csv.gz", own[::-1])
    return folder


def write_table(path: Path, rows: Sequence[Mapping[str, object]]) -> Path:
    """Write rows as a CSV file, packed if its name says so, and return its path."""
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


SCORE = Score(0.5, 0.1, 0.3, 0.7)


def summary(model: str, score: Score = SCORE, **given: object) -> Summary:
    """Return a summary with one score for all metrics but those that are given by name."""
    scores = dict.fromkeys(SCORES, Score()) | dict.fromkeys(METRICS, score)
    scores |= {n: score._replace(value=given.pop(n)) for n in METRICS if n in given}
    named = {"prompting": "", "task": "t", "filter": FILTERS[0], "n": 4, **dict.fromkeys(FLAWS, 0)}
    counted, changes = dict.fromkeys(COUNTED, 0.0), dict.fromkeys(CHANGES)
    fields = named | {"scores": scores, "counted": counted, "changes": changes} | given
    return Summary(model, **fields)


def signed(model: str = "m", task: str = "t", **changes: object) -> Summary:
    """Return a summary whose signature has all fields, with these changed."""
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
    return summary(model, task=task, signature=fields | changes)
