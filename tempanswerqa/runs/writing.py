"""Writes results and samples files in the form of the harness."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tempanswerqa import files
from tempanswerqa.answers.markers import INVALID
from tempanswerqa.files import check_folder, save
from tempanswerqa.metrics.scores import COUNTED, METRICS, REPORTED
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.details import by_question, known, records
from tempanswerqa.runs.harness_files import NO_FILTER, UNDEFINED
from tempanswerqa.runs.run import Run

if TYPE_CHECKING:
    from pandas import DataFrame

VERSION = 1.0
FOLDER_BYTES = 200
"""The largest number of bytes of a folder's name; most file systems allow 255."""


class ResultsWriter:
    """Writes results and samples below a folder as `lm_eval --output_path --log_samples` does.

    Each model has its own folder. Undefined scores are `UNDEFINED`, and null in samples. Files are
    there once `finish` has moved all. Without `texts`, samples have the ids of questions alone, and
    results no names of files: they are `packed`. A context manager.
    """

    def __init__(self, folder: str | Path, texts: bool = True) -> None:
        self._folder = Path(folder)
        self._texts = texts
        check_folder(self._folder)
        self._stage = files.staged(self._folder, alone=not texts)
        self._started = datetime.now().astimezone()
        self._date = self._started.replace(tzinfo=None).isoformat().replace(":", "-")
        self._books: dict[tuple[str, int], dict[str, Any]] = {}

    def __enter__(self) -> ResultsWriter:
        self._staged = self._stage.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stage.__exit__(*error)

    def write(self, run: Run) -> None:
        """Add the scores of a run, and write its samples."""
        task = replace(run.task_name, fewshot=run.prompting == "few-shot").harness
        model, edition = _sanitized(run.model), 0
        # another model whose folder has the same name has results of its own
        while (book := self._books.setdefault((model, edition), _book(run)))[
            "model_name"
        ] != run.model or task in book["results"]:
            edition += 1
        _enter(book, task, run)
        lines = (
            json.dumps(sample, ensure_ascii=False)
            for filter_name, items in run.items.items()
            for sample in _samples(run, filter_name, items, self._texts)
        )
        path = self._path(model, f"samples_{task}", edition, "jsonl")
        save(path, (f"{line}\n" for line in lines))

    def finish(self) -> list[Path]:
        """Write the results files, move all files to the folder, and return those of results."""
        written = []
        for (model, edition), book in self._books.items():
            path = self._path(model, "results", edition, "json")
            if not self._texts:
                book["packed"] = True
            text = json.dumps(book | {"date": self._started.timestamp()}, indent=2)
            written.append(save(path, [text]))
        # results first: what is there if this is killed is then known to be packed
        samples = sorted({*self._staged.rglob("*.json*")} - {*written})
        for path in (*written, *samples):
            target = self._folder / path.relative_to(self._staged)
            target.parent.mkdir(exist_ok=True)
            os.replace(path, target)
        return [self._folder / path.relative_to(self._staged) for path in written]

    def _path(self, model: str, name: str, edition: int, suffix: str) -> Path:
        date = self._date if edition == 0 else f"{self._date}-{edition}"
        return self._staged / model / f"{name}_{date}.{suffix}"


def _sanitized(model: str) -> str:
    """Return the name of a model's folder: at most `FOLDER_BYTES` bytes, valid on any file system.

    A longer name is cut off, and ends in its digest.
    """
    name = re.sub(r"[\"<>:/\|\\?\*\[\]\x00-\x1f\ud800-\udfff]+", "__", model)
    if len(name.encode()) > FOLDER_BYTES:
        digest = _digest(model)[:16]
        name = f"{name.encode()[: FOLDER_BYTES - 18].decode(errors='ignore')}__{digest}"
    return name if name.strip(".") else "unnamed"


def _book(run: Run) -> dict[str, Any]:
    by_task = (
        *("results", "group_subtasks", "configs", "versions", "n-shot", "higher_is_better"),
        *("n-samples", "config"),
    )
    return {name: {} for name in by_task} | {
        "config": {"model": run.model, "model_args": None, "limit": None},
        "model_source": "recorded",
        "model_name": run.model,
        "model_name_sanitized": _sanitized(run.model),
    }


def _enter(book: dict[str, Any], task: str, run: Run) -> None:
    scores: dict[str, Any] = {"name": task, "alias": task, "sample_len": run.answered}
    found = records(run)
    for record in found:
        for name in METRICS:
            for key in (name, f"{name}_stderr"):
                scores[f"{key},{record['filter']}"] = _stated(record[key])
    for name in COUNTED:
        for key in (name, f"{name}_stderr"):
            scores[f"{key},{NO_FILTER}"] = _stated(found[0][key])
    book["results"][task] = scores
    origin = saved_responses.origin(run.path)
    prompts = {"prompts": run.prompts} if run.prompts else {}
    config: dict[str, Any] = {"task": task, "metadata": {"version": VERSION} | prompts}
    if run.samples > 1:
        config["repeats"] = run.samples
    shots: object = None
    if origin.results:
        config["generation_kwargs"] = origin.results.generation(origin.task)
        shots = origin.results.of_task("n-shot", origin.task)
        book.update(origin.results.settings())
        book["config"]["limit"] = origin.results.limit
    book["configs"][task] = config
    book["versions"][task] = VERSION
    if run.prompting == "zero-shot" or isinstance(shots, int):
        book["n-shot"][task] = shots if isinstance(shots, int) else 0
    book["higher_is_better"][task] = {
        name: metric.higher_is_better for name, metric in REPORTED.items()
    }
    total = run.answered + len(run.missing)
    book["n-samples"][task] = {"original": total, "effective": run.answered}


def _stated(score: float | None) -> float | str:
    return UNDEFINED if score is None or math.isnan(score) else score


def _samples(run: Run, filter_name: str, items: DataFrame, texts: bool) -> Iterator[dict[str, Any]]:
    """Yield the line of each question: all responses, and their mean scores."""
    responses, extracted = items["response"].tolist(), items["answer"].tolist()
    means = by_question(items)
    sizes = items["id"].value_counts()
    end = 0
    of_questions = zip(means.index, means.to_dict("records"), strict=True)
    for position, (name, of_question) in enumerate(of_questions):
        own = range(end, end := end + sizes[name])
        question = run.question(name)
        filtered = [INVALID if extracted[at] is None else extracted[at] for at in own]
        doc, label = asdict(question), question.label
        if not texts:
            doc, label = {"id": name, "think_end": question.think_end}, ""
        yield {
            "doc_id": position,
            "doc": doc,
            "target": label,
            "arguments": {"gen_args_0": {"arg_0": "", "arg_1": {}}},
            "resps": [responses[own.start : own.stop]],
            "filtered_resps": filtered if len(own) == 1 else [filtered],
            "filter": filter_name,
            "metrics": list(REPORTED),
            "doc_hash": _digest(json.dumps(doc, indent=2, ensure_ascii=False)),
            "prompt_hash": _digest(""),
            "target_hash": _digest(label),
            **{key: known(score) for key, score in of_question.items()},
        }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
