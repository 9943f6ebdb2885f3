"""Writes results and samples files in the form of the harness, and scored items as CSV."""

from __future__ import annotations

import csv
import hashlib
import json
import math
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from tempanswerqa import files, private
from tempanswerqa.answers.markers import INVALID
from tempanswerqa.files import check_folder, save
from tempanswerqa.metrics.scores import COUNTED, METRICS, REPORTED
from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.details import by_question, known, records
from tempanswerqa.runs.harness_files import NO_FILTER, UNDEFINED
from tempanswerqa.runs.run import Run
from tempanswerqa.scoring import item_names
from tempanswerqa.text import csv_cell
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame

VERSION = 1.0
EPOCH = datetime(1970, 1, 1)
FOLDER_BYTES = 200
"""The largest number of bytes of a folder's name; most file systems allow 255."""


class ItemWriter:
    """Writes one CSV row per response and filter; undefined values are empty cells.

    Dates are written like 2001-03-31, all other numbers in the unit of the question. `differs` is 1
    if two filters read different numbers, or only one reads a number, else 0. `row` counts the
    responses of a file from 0, `sample` those to a question from 1.
    """

    def __init__(self, file: TextIO) -> None:
        self._writer = csv.writer(file, lineterminator="\n")
        self._begun = False

    def write(self, run: Run) -> None:
        """Write the items of a run, one filter after the other."""
        numbers = [items["number"].tolist() for items in run.items.values()]
        differ = [""] * len(numbers[0])
        if len(numbers) > 1:
            pairs = zip(*numbers, strict=True)
            differ = [str(int(a != b and (a == a or b == b))) for a, b in pairs]  # NaN
        kinds = {name: csv_cell(q.kind) for name, q in run.part.questions.items()}
        texts = {name: csv_cell(q.view.text) for name, q in run.part.questions.items()}
        is_own = subsets.find(run.subset).own
        for filter_name, items in run.items.items():
            columns = {name: items[name].tolist() for name in items}
            size, units, rules = len(items), columns["unit"], columns["rule"]
            titles = [UNITS[unit].title for unit in units] if is_own else units
            cells = {
                "task": [csv_cell(run.task)] * size,
                "model": [csv_cell(run.model)] * size,
                "prompting": [csv_cell(run.prompting)] * size,
                "row": columns["row"],
                "id": columns["id"],
                "sample": (sample + 1 for sample in columns["sample"]),
                "filter": [filter_name] * size,
                "unit": titles,
                "kind": map(kinds.get, columns["id"]),
                "group": map(csv_cell, columns["group"]),
                "prediction": map(_quantity, columns["number"], units),
                "label": map(_quantity, columns["label"], units),
                **{name: map(_cell, columns[of]) for name, of in item_names().items()},
                "rule": rules,
                "probability": map(_rounded, columns["probability"]),
                "unread": columns["unread"],
                **{name: map(int, columns[name]) for name in COUNTED},
                "differs": differ,
                "question": map(texts.get, columns["id"]),
                "response": map(csv_cell, columns["response"]),
            }
            if not self._begun:
                self._writer.writerow(cells)
                self._begun = True
            self._writer.writerows(zip(*cells.values(), strict=True))


def _quantity(number: float, unit: str) -> str:
    if not UNITS[unit].dated or math.isnan(number):
        return _cell(number)
    return (EPOCH + timedelta(seconds=number)).isoformat().removesuffix("T00:00:00")


def _rounded(share: float) -> str:
    return "" if math.isnan(share) else f"{share:.3f}"


def _cell(number: float) -> str:
    return repr(number) if math.isfinite(number) else ""


class ResultsWriter:
    """Writes results and samples below a folder as `lm_eval --output_path --log_samples` does.

    Each model has its own folder. Undefined scores are `UNDEFINED`, and null in samples. Files are
    there once `finish` has moved all. Without `texts`, samples have the ids of questions alone, and
    results no names of files: they are `packed`, by one process at a time. A context manager.
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
        task = replace(TaskName.parse(run.task), fewshot=run.prompting == "few-shot").harness
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
                del book["sources"]
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
        *("n-samples", "config", "signatures", "sources"),
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
    book["signatures"][task] = {record["filter"]: record["signature"] for record in found}
    book["sources"][task] = {
        "file": private.public(run.path.name),
        "missing": run.missing,
        "repeated": run.repeated,
        "unknown_rows": run.unknown,
    }


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
