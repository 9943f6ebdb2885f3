"""Writes results and samples files in the harness's form."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tempanswerqa.answers.markers import INVALID
from tempanswerqa.files import save, staged
from tempanswerqa.metrics.scores import COUNTED, METRICS, REPORTED
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.details import by_question, known, records
from tempanswerqa.runs.harness_files import UNDEFINED
from tempanswerqa.runs.run import Run

if TYPE_CHECKING:
    from pandas import DataFrame

VERSION = 1.0
FOLDER_BYTES = 200
"""Maximum bytes of a folder's name; most file systems allow 255."""


class ResultsWriter(ExitStack):
    """Writes results and samples below a folder as `lm_eval --output_path --log_samples` does.

    Each model has its own folder. Files appear once `finish` has moved all. Without `texts`,
    samples have only the ids of questions, and results are `packed`. A context manager.
    """

    def __init__(self, folder: str | Path, texts: bool = True) -> None:
        super().__init__()
        self._folder = Path(folder)
        self._texts = texts
        self._staged = self.enter_context(staged(self._folder, alone=not texts))
        self._started = datetime.now().astimezone()
        self._date = self._started.replace(tzinfo=None).isoformat().replace(":", "-")
        self._books: dict[tuple[str, int], dict[str, Any]] = {}

    def write(self, run: Run) -> None:
        """Add the scores of a run, and write its samples."""
        task = replace(run.task_name, fewshot=run.prompting == "few-shot").harness
        model, edition = _sanitized(run.model), 0
        book = self._books.setdefault((model, edition), _book(run))
        # another model whose folder has the same name has separate results
        while book["model_name"] != run.model or task in book["results"]:
            edition += 1
            book = self._books.setdefault((model, edition), _book(run))
        for field, entry in _entries(run, task, book).items():
            book.setdefault(field, {})[task] = entry
        lines = (
            f"{json.dumps(sample, ensure_ascii=False)}\n"
            for filter_name, items in run.items.items()
            for sample in _samples(run, filter_name, items, self._texts)
        )
        save(self._path(model, f"samples_{task}", edition, "jsonl"), lines)

    def finish(self) -> list[Path]:
        """Write the results files, move all files to the folder, and return the results files."""
        written = []
        for (model, edition), book in self._books.items():
            book |= {"date": self._started.timestamp()} | ({} if self._texts else {"packed": True})
            path = self._path(model, "results", edition, "json")
            written.append(save(path, [json.dumps(book, indent=2)]))
        # results first: if this is killed, what is there is known to be packed
        samples = sorted({*self._staged.rglob("*.json*")} - {*written})
        for path in (*written, *samples):
            target = self._folder / path.relative_to(self._staged)
            target.parent.mkdir(exist_ok=True)
            os.replace(path, target)
        return [self._folder / path.relative_to(self._staged) for path in written]

    def _path(self, model: str, name: str, edition: int, suffix: str) -> Path:
        date = f"{self._date}-{edition}" if edition else self._date
        return self._staged / model / f"{name}_{date}.{suffix}"


def _sanitized(model: str) -> str:
    """Return the name of a model's folder, valid on any file system; a cut one has a digest."""
    name = re.sub(r"[\"<>:/\|\\?\*\[\]\x00-\x1f\ud800-\udfff]+", "__", model)
    if len(name.encode()) > FOLDER_BYTES:
        cut = name.encode()[: FOLDER_BYTES - 18].decode(errors="ignore")
        name = f"{cut}__{_digest(model)[:16]}"
    return name if name.strip(".") else "unnamed"


def _book(run: Run) -> dict[str, Any]:
    """Return a results file without tasks."""
    return {
        **{"results": {}, "group_subtasks": {}, "n-shot": {}},
        "config": {"model": run.model, "model_args": None, "limit": None},
        "model_source": "recorded",
        "model_name": run.model,
        "model_name_sanitized": _sanitized(run.model),
    }


def _entries(run: Run, task: str, book: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a task, and record the settings of its run in the book."""
    scores: dict[str, Any] = {"name": task, "alias": task, "sample_len": run.answered}
    of_filters = records(run)
    named = [(record, record["filter"], METRICS) for record in of_filters]
    for record, rule, metrics in (*named, (of_filters[0], "none", COUNTED)):
        for key in (f"{name}{end}" for name in metrics for end in ("", "_stderr")):
            scores[f"{key},{rule}"] = UNDEFINED if record[key] is None else record[key]
    config: dict[str, Any] = {"task": task, "metadata": {"version": VERSION}}
    if run.prompts:
        config["metadata"]["prompts"] = run.prompts
    if run.samples > 1:
        config["repeats"] = run.samples
    origin = saved_responses.origin(run.path)
    config["generation_kwargs"] = origin.results.generation(origin.task)
    shots = origin.results.of_task("n-shot", origin.task)
    if not isinstance(shots, int):
        shots = 0 if run.prompting == "zero-shot" else None
    book |= origin.results.settings()
    book["config"]["limit"] = origin.results.limit
    total = run.answered + len(run.missing)
    return {
        "results": scores,
        "configs": config,
        "versions": VERSION,
        **({} if shots is None else {"n-shot": shots}),
        "higher_is_better": {name: metric.higher_is_better for name, metric in REPORTED.items()},
        "n-samples": {"original": total, "effective": run.answered},
    }


def _samples(run: Run, filter_name: str, items: DataFrame, texts: bool) -> Iterator[dict[str, Any]]:
    """Yield the line of each question: all responses, with their mean scores."""
    rows = zip(items["id"], items["response"], items["answer"], strict=True)
    means = by_question(items).to_dict("records")
    of_questions = zip(groupby(rows, itemgetter(0)), means, strict=True)
    for position, ((name, group), scores) in enumerate(of_questions):
        _, responses, answers = zip(*group, strict=True)
        filtered = [INVALID if answer is None else answer for answer in answers]
        question = run.question(name)
        doc, label = asdict(question), question.label
        if not texts:
            doc, label = {"id": name, "think_end": question.think_end}, ""
        yield {
            "doc_id": position,
            "doc": doc,
            "target": label,
            "arguments": {"gen_args_0": {"arg_0": "", "arg_1": {}}},
            "resps": [responses],
            "filtered_resps": filtered if len(filtered) == 1 else [filtered],
            "filter": filter_name,
            "metrics": list(REPORTED),
            "doc_hash": _digest(json.dumps(doc, indent=2, ensure_ascii=False)),
            "prompt_hash": _digest(""),
            "target_hash": _digest(label),
            **{key: known(score) for key, score in scores.items()},
        }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
