"""TRAM: ten multiple-choice tasks on temporal reasoning, read from their public archives."""

from __future__ import annotations

import csv
import hashlib
import io
import logging
import math
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from datasets import Dataset
from lm_eval.api.task import ConfigurableTask

from tempanswerqa import files, limits
from tempanswerqa.harness.aggregation import Noted, mean
from tempanswerqa.questions import record, sources

logger = logging.getLogger(__name__)

HOME = sources.of_github(
    "EternityYW/TRAM-Benchmark",
    "cca694f091316bf5e6eabdd47a3d77b637d57713",
    folder="datasets",
    folder_variable="TRAM_DATA",
    blobs={
        "ambiguity_resolution.zip": "becf6178056f0fb125d75b126666b2803db8a1f4",
        "arithmetic.zip": "3b2a5f8655be23f5578763690f91328a7739d087",
        "causality.zip": "5889cde6baa46b57ef3761caa8e60cb43cdbb31f",
        "duration.zip": "ebee4b2c5ee94c0baa99fe8b927a6813cd99f0ab",
        "frequency.zip": "b19628e200326c2fe35db4beba9af304693110e3",
        "nli_mcq.zip": "b4042bfec26302b14757f029c765a7ab009e2476",
        "ordering.zip": "d5dacb6c3b21a8aa9077aec39ac5ae65a9452ddf",
        "relation.zip": "9f2c90f8bf6001a79b05954c91f9625df9c60306",
        "storytelling.zip": "2f3781d62ae5d61fdddde4a981cfa22fb354fa2a",
        "typical_time.zip": "67c2acea4d45689535b42923d265e33d6d919989",
    },
)
TASKS = (
    *("ordering", "frequency", "duration", "typical_time", "ambiguity_resolution", "arithmetic"),
    *("relation", "nli", "causality", "storytelling"),
)
"""The tasks in the order of the published table."""
LETTERS = "ABCDEFGH"
_CLOSINGS = {
    "letters": "Which option is right? Reply with its letter alone.\nAnswer:",
    "standard": 'Which option is right? Reply with "Answer:" and its letter.',
    "steps": "Which option is right? Work it out step by step first. Then end with a line that "
    'reads "Answer:" and the letter of that option.',
}
"""The end of a prompt, by style."""
_NO_CONTEXT = re.compile(
    r"(?i)Question|Answer|Category|Source|Option [A-H]|unnamed: ?\d+|index|id|"
)


@dataclass(frozen=True)
class TramItem:
    """A question with its options."""

    id: str
    """The task and a digest of the content, followed by a number if rows have equal content."""
    category: str
    context: str
    """A line with name and text for each column that is not in another field; often empty."""
    question: str
    letters: list[str]
    options: list[str]
    answer: int
    """The position of the right option, from 0."""


def load(task: str, data_dir: str | Path | None = None, exemplars: bool = False) -> list[TramItem]:
    """Return the questions of one of `TASKS`, or its exemplars, in the order of the table.

    Rows that are not a question with one right option are left out, with a warning. Raises
    QuestionError for a damaged archive, and SourceError for a missing one.
    """
    member = f"{task}_{'shots_' if exemplars else ''}mcq.csv"
    path = sources.locate(f"{'nli_mcq' if task == 'nli' else task}.zip", data_dir, HOME)
    try:
        rows = [_item(task, cells) for cells in _rows(path, member)]
    except (zipfile.BadZipFile, zlib.error, OSError, KeyError, ValueError, csv.Error) as error:
        problem = f"{member} in {path}: {type(error).__name__}: {error}"
        raise record.QuestionError(f"{problem}; download a fresh copy of the archive") from error
    items = [item for item in rows if item]
    if not items:
        raise record.QuestionError(f"no row of {member} in {path} is a valid question")
    if len(items) < len(rows):
        logger.warning("tram_%s: %s rows left out", task, len(rows) - len(items))
    identities = record.numbered(item.id for item in items)
    return [replace(item, id=name) for item, name in zip(items, identities, strict=True)]


def sample(items: Iterable[TramItem], per_category: int | None = None) -> list[TramItem]:
    """Return the items in the order of `record.mixed`, at most `per_category` of each category."""
    places = defaultdict[str, Iterator[int]](count)
    mixed = record.mixed(items, lambda item: (item.category,))
    return [i for i in mixed if per_category is None or next(places[i.category]) < per_category]


def dataset(
    task: str,
    style: str,
    data_dir: str | None = None,
    per_category: int | None = None,
    **_: Any,
) -> dict[str, Dataset]:
    """Return the documents of a task (`test`) in the order of `sample`, and its `exemplars`.

    A document is a `TramItem` with its `prompt`. `--metadata` has `data_dir` and `per_category`.
    """
    tested, shown = sample(load(task, data_dir), per_category), load(task, data_dir, exemplars=True)
    plain = "standard" if style == "steps" else style  # the archives have no steps to show
    return {
        name: Dataset.from_list([asdict(item) | {"prompt": prompt(item, how)} for item in items])
        for name, items, how in (("test", tested, style), ("exemplars", shown, plain))
    }


def prompt(item: TramItem, style: str) -> str:
    """Return context, question, options with their letters, and the closing."""
    question = f"Question: {item.question}" if item.question else ""
    listed = (f"({letter}) {text}" for letter, text in zip(item.letters, item.options, strict=True))
    return "\n".join(filter(None, (item.context, question, *listed, _CLOSINGS[style])))


def macro_f1(scores: Iterable[Noted]) -> float:
    """Return the unweighted mean over classes of F1 = 2 tp / (2 tp + fp + fn), from 0 to 1.

    The note of a score contains the right class and the chosen one, or None. NaN without scores.
    """
    from sklearn.metrics import f1_score  # slow to import

    if not (pairs := [score.note for score in scores]):
        return math.nan
    right, chosen = ([name or "" for name in names] for names in zip(*pairs, strict=True))
    classes = sorted({*right, *chosen} - {""})
    return float(f1_score(right, chosen, labels=classes, average="macro", zero_division=0))


class TramTask(ConfigurableTask):  # type: ignore[misc]  # lm_eval is untyped
    """A harness task with exemplars of the question's category, and accuracy by category.

    `acc_<category>` is None for other questions, so that all documents have the same keys.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__(config={key: config[key] for key in config if key != "class"})
        names = sorted({slug(name) for name in self.dataset["test"]["category"]} - {""})
        self.categories = [f"acc_{name}" for name in names] if len(names) > 1 else []
        self.aggregation().update(dict.fromkeys(self.categories, mean))
        self.higher_is_better().update(dict.fromkeys(self.categories, True))
        self._exemplars: dict[str, list[dict[str, Any]]] = {}
        for document in self.dataset["exemplars"]:
            self._exemplars.setdefault(document["category"], []).append(document)

    def fewshot_context(self, doc: dict[str, Any], *arguments: Any, **options: Any) -> Any:
        """Return the prompt of a document as the harness does, with exemplars of its category."""
        self.sampler.replace_df(self._exemplars.get(doc["category"], []))
        return super().fewshot_context(doc, *arguments, **options)

    def process_results(self, doc: dict[str, Any], results: Any) -> dict[str, Any]:
        """Return the scores that the task file lists, and the accuracy by category."""
        scores, category = super().process_results(doc, results), f"acc_{slug(doc['category'])}"
        scores |= dict.fromkeys(self.categories) | {category: scores["acc"]}
        return {name: score for name, score in scores.items() if name in self.aggregation()}


def process_results(doc: Mapping[str, Any], results: Any) -> dict[str, Any]:
    """Return the scores of the likeliest letter, or of the letter the filter read; 0 without one.

    `f1` is `acc`, with a note of the right class and the chosen class: the texts of the options.
    """
    if isinstance(results[0], str):
        letter = results[0].upper()
        chosen = doc["letters"].index(letter) if letter in doc["letters"] else None
    else:
        values = [value for value, _ in results]
        chosen = values.index(max(values))
    texts = [text.casefold() for text in doc["options"]]
    right = float(chosen == doc["answer"])
    classes = texts[doc["answer"]], None if chosen is None else texts[chosen]
    return {"acc": right, "parsed": float(chosen is not None), "f1": Noted.of(right, classes)}


def slug(category: str) -> str:
    """Return a category as part of the name of a metric: `Shift - MT` is `shift_mt`."""
    return re.sub(r"\W+", "_", category.casefold()).strip("_")


def _rows(path: Path, member: str) -> list[dict[str, str]]:
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        table = next((name for name in names if PurePosixPath(name).name == member), member)
        with archive.open(table) as file:
            content = files.Bounded(file, limits.TABLE_BYTES).readall()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252")  # as in one released table, saved by a spreadsheet
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    names = [name.strip() for name in header]
    filled = (row for row in rows if "".join(row).strip())
    return [dict(zip(names, map(str.strip, row), strict=True)) for row in filled]


def _item(task: str, cells: Mapping[str, str]) -> TramItem | None:
    """Return the question of a row; None if it is invalid."""
    filled = {letter: text for letter in LETTERS if (text := cells.get(f"Option {letter}"))}
    options = list(filled.values())
    right = filled.get(cells["Answer"].strip("()[]. ").upper(), cells["Answer"])
    others = ((name, cell) for name, cell in cells.items() if not _NO_CONTEXT.fullmatch(name))
    context = "\n".join(f"{name}: {cell}" for name, cell in others if cell)
    question = cells.get("Question", "")
    if len(options) < 2 or options.count(right) != 1 or not (question or context):
        return None
    content = "\x1f".join((context, question, *options)).encode()
    return TramItem(
        id=f"{task}-{hashlib.sha1(content, usedforsecurity=False).hexdigest()[:12]}",
        category=cells.get("Category", ""),
        context=context,
        question=question,
        letters=list(LETTERS[: len(options)]),
        options=options,
        answer=options.index(right),
    )
