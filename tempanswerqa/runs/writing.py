"""Writes results and samples files in the form of the harness, and scored items as CSV."""

from __future__ import annotations

import csv
import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from tempanswerqa import private
from tempanswerqa.answers.markers import INVALID, as_text
from tempanswerqa.files import check_folder, save
from tempanswerqa.metrics.scores import COUNTED, DATED, METRICS, REPORTED, clustered_stderr, mean
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import samples
from tempanswerqa.runs.harness_files import NO_FILTER, UNDEFINED
from tempanswerqa.runs.scoring import Answer, Item, Run, item_names
from tempanswerqa.runs.summary import Summary
from tempanswerqa.text import csv_cell

VERSION = 1.0
EPOCH = datetime(1970, 1, 1)
NAME = 200
"""The largest number of bytes of a folder's name; most file systems allow 255."""


NAMED = ("task", "model", "prompting", "row", "id")
"""The columns of items that identify a response."""


def item_columns() -> tuple[str, ...]:
    """Return the columns of items as CSV, if each question has one response."""
    told = (
        "filter",
        "unit",
        "group",
        "prediction",
        "label",
        *item_names(),
        "rule",
        *COUNTED,
        "differs",
    )
    return (*NAMED, *told, "question", "response")


class ItemWriter:
    """Writes one CSV row per response and filter; undefined values are empty cells.

    Dates are written like 2001-03-31, all other numbers in the unit of the question. If a question
    has several responses, the column `sample` after `id` counts them from 1. Only the last run
    settles whether it is needed, so rows are `kept` in another file until `finish`.
    """

    def __init__(self, file: TextIO, kept: TextIO) -> None:
        self._file, self._kept, self._samples = file, kept, False
        self._scores = tuple(item_names().values())

    def write(self, run: Run, scored: Mapping[str, tuple[Sequence[Item], Summary]]) -> None:
        """Write the items of a run by filter, one filter after the other."""
        self._samples |= run.samples > 1
        named = tuple(map(csv_cell, (run.task, run.model, run.prompting)))
        differ = _differ([items for items, _ in scored.values()])
        for rule, (items, _) in scored.items():
            answers = run.of_items(items).answers
            for item, answer, differs in zip(items, answers, differ, strict=True):
                scores = (item.scores[name] for name in self._scores)
                question = item.question
                identity = (*named, item.row, question.id, item.sample + 1, rule)
                asked = question.unit, csv_cell(question.group)
                read = (_quantity(n, question.unit) for n in (item.number, question.number))
                counted = (int(getattr(answer, name)) for name in COUNTED)
                texts = map(csv_cell, (question.view.text, answer.response))
                cells = (
                    *identity,
                    *asked,
                    *read,
                    *map(_cell, scores),
                    item.rule,
                    *counted,
                    differs,
                )
                self._kept.write(json.dumps((*cells, *texts)) + "\n")

    def finish(self) -> None:
        """Write the file."""
        end = len(NAMED)
        self._kept.seek(0)
        header = [*item_columns()[:end], "sample", *item_columns()[end:]]
        left_out = slice(end, end if self._samples else end + 1)
        writer = csv.writer(self._file, lineterminator="\n")
        for row in chain([header], map(json.loads, self._kept)):
            del row[left_out]
            writer.writerow(row)


def _quantity(number: float | None, unit: str) -> str:
    if unit not in DATED or number is None:
        return _cell(number)
    return (EPOCH + timedelta(seconds=number)).isoformat().removesuffix("T00:00:00")


def _cell(number: float | None) -> str:
    return "" if number is None or math.isnan(number) else repr(number)


def _differ(by_filter: Sequence[Sequence[Item]]) -> list[str]:
    """Return 1 for each response from which two filters read different numbers, or only one reads a
    number; else 0. Empty texts if there is one filter.
    """
    if len(by_filter) == 1:
        return [""] * len(by_filter[0])
    pairs = zip(*by_filter, strict=True)
    return ["1" if first.number != second.number else "0" for first, second in pairs]


class ResultsWriter:
    """Writes results and samples below a folder as `lm_eval --output_path --log_samples` does.

    Each model has its own folder. Undefined scores are `UNDEFINED`, and null in samples. `write`
    writes samples and `finish` results, each file whole or not at all.
    """

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder)
        check_folder(self._folder)
        self._started = datetime.now().astimezone()
        self._date = self._started.replace(tzinfo=None).isoformat().replace(":", "-")
        self._books: dict[tuple[str, int], dict[str, Any]] = {}

    def write(self, run: Run, scored: Mapping[str, tuple[Sequence[Item], Summary]]) -> None:
        """Add the items and summary of a run by filter, and write its samples."""
        task = replace(TaskName.parse(run.task), fewshot=run.prompting == "few-shot").harness
        model, edition = _sanitized(run.model), 0
        while _taken(self._books.setdefault((model, edition), _book(run)), run, task):
            edition += 1
        book = self._books[model, edition]
        _enter(book, task, run, {rule: summary for rule, (_, summary) in scored.items()})
        answers = {own[0].question.id: own for own in samples.of_questions(run.answers)}
        found = (
            _sample(answers[own[0].question.id], position, own, rule)
            for rule, (items, _) in scored.items()
            for position, own in enumerate(samples.of_questions(items))
        )
        lines = (json.dumps(sample, ensure_ascii=False) for sample in found)
        path = self._path(model, f"samples_{task}", edition, "jsonl")
        save(path, (f"{line}\n" for line in lines))

    def finish(self) -> list[Path]:
        """Write the results files and return their paths."""
        written = []
        for (model, edition), book in self._books.items():
            path = self._path(model, "results", edition, "json")
            text = json.dumps(book | {"date": self._started.timestamp()}, indent=2)
            written.append(save(path, [text]))
        return written

    def _path(self, model: str, name: str, edition: int, suffix: str) -> Path:
        date = self._date if edition == 0 else f"{self._date}-{edition}"
        return self._folder / model / f"{name}_{date}.{suffix}"


def _taken(book: Mapping[str, Any], run: Run, task: str) -> bool:
    """Return whether results already hold the task, or belong to another model whose folder has the
    same name.
    """
    return task in book["results"] or book["model_name"] != run.model


def _sanitized(model: str) -> str:
    """Return the name of a model's folder: at most `NAME` bytes, valid on any file system.

    A longer name is cut off, and ends in its digest.
    """
    name = re.sub(r"[\"<>:/\|\\?\*\[\]\x00-\x1f\ud800-\udfff]+", "__", model)
    if len(name.encode()) > NAME:
        digest = _digest(model)[:16]
        name = f"{name.encode()[: NAME - 18].decode(errors='ignore')}__{digest}"
    return name if name.strip(".") else "unnamed"


def _book(run: Run) -> dict[str, Any]:
    by_task = (
        *("results", "group_subtasks", "configs", "versions", "n-shot", "higher_is_better"),
        *("n-samples", "config", "signatures", "sources"),
    )
    return {name: {} for name in by_task} | {
        "config": {"model": run.model, "model_args": None, "limit": None},
        "model_source": "recorded",
        "model_name": run.model,
        "model_name_sanitized": _sanitized(run.model),
    }


def _enter(book: dict[str, Any], task: str, run: Run, summaries: dict[str, Summary]) -> None:
    scores: dict[str, Any] = {"name": task, "alias": task, "sample_len": run.answered}
    for rule, summary in summaries.items():
        for name in METRICS:
            scores[f"{name},{rule}"] = _stated(summary.scores[name].value)
            scores[f"{name}_stderr,{rule}"] = _stated(summary.scores[name].stderr)
        for name, error in summary.samples.get("stderr", {}).items():
            scores[f"{name},{rule}"] = _stated(summary.samples[name])
            scores[f"{name}_stderr,{rule}"] = _stated(error)
    by_question = samples.of_questions(run.answers)
    groups = [own[0].question.group for own in by_question]
    for name in COUNTED:
        shares = [mean(float(getattr(answer, name)) for answer in own) for own in by_question]
        scores[f"{name},{NO_FILTER}"] = _stated(mean(shares))
        scores[f"{name}_stderr,{NO_FILTER}"] = _stated(clustered_stderr(shares, groups))
    book["results"][task] = scores
    draw = run.part.draw._asdict() if run.part.draw else {}
    draw.pop("subset", None)
    shown = {"prompts": run.prompts} if run.prompts else {}
    several = {"repeats": run.samples} if run.samples > 1 else {}
    metadata = {"version": VERSION} | draw | shown
    book["configs"][task] = {"task": task} | several | {"metadata": metadata}
    book["versions"][task] = VERSION
    if run.prompting == "zero-shot":  # other numbers of exemplars are not recorded
        book["n-shot"][task] = 0
    book["higher_is_better"][task] = {
        name: metric.higher_is_better for name, metric in REPORTED.items()
    }
    total = run.answered + len(run.missing)
    book["n-samples"][task] = {"original": total, "effective": run.answered}
    book["signatures"][task] = {rule: s.signature for rule, s in summaries.items()}
    book["sources"][task] = {
        "file": private.public(run.path.name),
        "missing": run.missing,
        "repeated": run.repeated,
        "unknown_rows": run.unknown,
    }


def _stated(score: float | None) -> float | str:
    return UNDEFINED if score is None or math.isnan(score) else score


def _sample(
    answers: Sequence[Answer], position: int, items: Sequence[Item], rule: str
) -> dict[str, Any]:
    """Return the line of a question: all responses, and the scores of those that count."""
    (item,) = samples.by_question(items)
    doc = asdict(item.question)
    texts = [as_text(one.answer) if one.rule else None for one in items]
    filtered = [INVALID if text is None else text for text in texts]
    shares = {name: mean(float(getattr(one, name)) for one in answers) for name in COUNTED}
    return {
        "doc_id": position,
        "doc": doc,
        "target": item.question.label,
        "arguments": {"gen_args_0": {"arg_0": "", "arg_1": {}}},
        "resps": [[answer.response for answer in answers]],
        "filtered_resps": filtered if len(answers) == 1 else [filtered],
        "filter": rule,
        "metrics": list(REPORTED),
        "doc_hash": _digest(json.dumps(doc, indent=2, ensure_ascii=False)),
        "prompt_hash": _digest(""),
        "target_hash": _digest(item.question.label),
        **{name: None if math.isnan(n := item.scores[name]) else n for name in METRICS},
        **shares,
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
