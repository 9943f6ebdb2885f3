"""Reads saved responses: released CSV files, samples of the harness, and users' files.

Each saved response identifies its question by id or content, never by position. `catalog` finds the
question; this module only reads files.
"""

from __future__ import annotations

import csv
import glob
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from tempanswerqa import files, limits, private
from tempanswerqa.answers import thinking
from tempanswerqa.questions import task_names
from tempanswerqa.questions.record import QuestionError, identify
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import harness_files
from tempanswerqa.runs.harness_files import NO_RESULTS, HarnessResults, RecordedError

_RELEASED_NAME = re.compile(
    r"(?:tot_arithmetic|tot_semantic|ttqa_head|ttqa_tail)_(?P<model>.+)"
    r"_(?P<prompting>zero-shot|few-shot)(?:_.*)?"
)
_DIGEST = re.compile(r"[0-9a-f]{40}")
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""The errors raised when content has another form."""


class Saved(NamedTuple):
    """A saved response, with the id or the content of its question; empty or None if unknown."""

    line: int
    """The line of the file on which the response begins, from 1."""
    response: str
    identity: str
    """The question id."""
    content: tuple[str, ...]
    """The user text and label (samples of the harness), or the question."""
    prefill: str | None = None
    """The text that began the assistant's turn."""
    think_end: str = ""
    """The closing mark of thinking."""
    others: tuple[str, ...] = ()
    """The other responses to the question in the same record of the file."""


class Origin(NamedTuple):
    """The facts that a file's name and the results beside it state; empty if unknown."""

    model: str
    prompting: str
    task: str = ""
    date: str = ""
    results: HarnessResults = NO_RESULTS
    prompts: str = ""
    """The `prompts.digest` of the prompts."""
    repeats: int = 0
    """The number of responses requested for each question."""
    limited: bool = False
    """True if the run had a --limit."""
    asked: int = 0
    """The number of questions that were asked."""
    complete: bool = False
    """True if all questions were asked; False without a results file."""


def response_files(place: str | Path) -> list[Path]:
    """Return the sorted response files at a path: a file, all below a folder, or of a glob.

    A results file of the harness is replaced by the samples of its run. Raises RecordedError if
    there is none.
    """
    name = os.path.expanduser(place)
    matches = [name] if os.path.exists(name) else glob.glob(name)
    paths = [path for match in matches for path in _files_at(Path(match))]
    if not paths:
        reason = "there are no samples" if matches else "no file has this name"
        raise RecordedError(
            f"{place}: {reason}; name files ({', '.join(READERS)}), a folder or a pattern of them. "
            "lm_eval writes samples_*.jsonl with --output_path and --log_samples"
        )
    return sorted(paths)


def _files_at(path: Path) -> list[Path]:
    if harness_files.is_results(path):
        date = path.stem.rpartition("_")[2]
        return [*path.parent.glob(f"samples_*_{glob.escape(date)}.jsonl")]
    if not path.is_dir():
        return [path]
    endings = tuple(end for end in READERS if end != ".json")  # which may be anything
    below = [file for file in path.rglob("*") if file.name.endswith(endings) and file.is_file()]
    return [file for file in below if not files.is_part(file)]


def files_with_tasks(places: Iterable[str], fail: Callable[[str], None]) -> dict[Path, str]:
    """Return the response files at places, each with its task if that is not this package's.

    `fail` gets a message on each place without files.
    """
    tasks: dict[Path, str] = {}
    for place in places:
        try:
            tasks |= {path: _other_task(path) for path in response_files(place)}
        except RecordedError as error:
            fail(str(error))
    return tasks


def _other_task(path: Path) -> str:
    """Return the task of harness samples whose questions are not this package's, or "".

    The first document decides: questions of this package have a centroid. So do those of Test of
    Time, whose tasks begin with `tot_`.
    """
    name = harness_files.SAMPLES_NAME.fullmatch(path.name)
    if not name or TaskName.find(name["task"]):
        return ""
    with suppress(OSError, *UNREADABLE):
        with files.opened(path, limits.RESPONSES_BYTES) as file:
            doc = json.loads(file.readline())["doc"]
        if "centroid" not in doc or name["task"].startswith("tot_"):
            return name["task"]
    return ""


def origin(path: Path) -> Origin:
    """Return what a file's name, its folder and the results beside it state about its run.

    Raises RecordedError if the results cannot be read.
    """
    stem = path.name.removesuffix(_ending(path))
    if match := _RELEASED_NAME.fullmatch(stem):
        return Origin(private.public(match["model"]), match["prompting"])
    name = harness_files.SAMPLES_NAME.fullmatch(stem)
    if not name:
        return Origin(private.public(stem), "")
    task, date = name.groups()
    results = harness_files.beside(path, date)
    shots = results.of_task("n-shot", task)
    prompting = "zero-shot" if shots == 0 else ""
    if shots or task_names.is_fewshot(task):
        prompting = "few-shot"
    digest = str(results.of_task("configs", task, "metadata", "prompts"))
    repeats = results.of_task("configs", task, "repeats")
    asked = results.of_task("n-samples", task, "effective")
    limited = results.limit is not None
    return Origin(
        results.model or private.public(path.resolve().parent.name),
        prompting,
        task,
        date,
        results,
        prompts=digest if _DIGEST.fullmatch(digest) else "",
        repeats=repeats if isinstance(repeats, int) else 0,
        limited=limited,
        asked=asked if isinstance(asked, int) else 0,
        complete=results is not NO_RESULTS
        and not limited
        and results.of_task("n-samples", task, "original") == asked,
    )


def _ending(path: Path) -> str:
    """Return the key of `READERS` with which a file's name ends, or empty."""
    return next((ending for ending in READERS if path.name.endswith(ending)), "")


def read_saved(path: Path) -> Iterator[Saved]:
    """Yield the saved responses of one file, in order.

    Raises RecordedError, with the file and row, if it cannot be read to its end.
    """
    if not (ending := _ending(path)):
        kinds = ", ".join(READERS)
        raise RecordedError(f"{path}: not one of {kinds}; of lm_eval's files, name samples_*.jsonl")
    count = 0
    try:
        file = files.opened(path, limits.RESPONSES_BYTES)
        with io.TextIOWrapper(file, "utf-8-sig", newline="") as text:
            for saved in READERS[ending](text):
                count += 1 + len(saved.others)
                if count > (most := limits.RESPONSES):
                    raise RecordedError(f"row {saved.line}: more than {most:,} responses")
                yield saved
    except RecordedError as error:
        raise RecordedError(f"{path}, {error}") from error
    except (UnicodeDecodeError, csv.Error, OSError) as error:
        raise RecordedError(f"{path}, after {count} responses: {files.reason(error)}") from error


def _read_csv(file: TextIO) -> Iterator[Saved]:
    """Yield the responses of a table: a released file of questions, or one like `id,response`."""
    rows = files.csv_rows(file)
    header = [name.strip().casefold() for name in next(rows, (1, []))[1]]
    is_released = bool({"label", "split"} & {*header})
    said = "response" if is_released or "response" in header else "answer"
    needed = ["id" if "id" in header and not is_released else "question", said]
    needed += ["label", "split"] if is_released else []
    if wrong := [name for name in needed if header.count(name) != 1]:
        raise RecordedError(
            f"row 1: lacks or repeats {', '.join(wrong)}; it has {', '.join(header)}. Name each "
            "once: id or question, and response, or the columns of the question file, and response"
        )
    for line, cells in rows:
        if len(cells) != len(header):
            raise RecordedError(f"row {line}: {len(cells)} cells under {len(header)} columns")
        row = dict(zip(header, cells, strict=True))
        if not is_released:
            has_key = row.get("id") or "question" in row
            yield _plain(line, row) if has_key else Saved(line, "", "", ())
            continue
        context = row.get("table_context")
        family = "tot" if context is None else "ttqa"
        try:
            identity = identify(family, row["split"], row["question"], context or "", row["label"])
        except QuestionError as error:
            raise RecordedError(f"row {line}: {error}") from error
        yield Saved(line, row["response"], identity, ())


def _read_jsonl(file: TextIO) -> Iterator[Saved]:
    """Yield each response once; samples of the harness repeat it for each filter."""
    first: object = None
    for line, text in enumerate(file, 1):
        if not text.strip():
            continue
        try:
            record = json.loads(text)
            first = record.get("filter") if first is None else first
            if record.get("filter") == first:
                yield _sample(line, record) if "doc" in record else _plain(line, record)
        except UNREADABLE as error:
            if line > 1:  # a damaged line among others answers no known question
                yield Saved(line, "", "", ())
                continue
            raise RecordedError(
                f"row {line}: {files.reason(error)}; a line is a sample of the harness or "
                '{"id" or "question": ..., "response": ...}'
            ) from error


def _read_json(file: TextIO) -> Iterator[Saved]:
    """Yield the responses of a list of objects, or of an object with the responses by id."""
    try:
        records = json.load(file)
        if isinstance(records, dict):
            records = [{"id": name, "response": said} for name, said in records.items()]
        for row, record in enumerate(records, 1):
            yield _plain(row, record)
    except UNREADABLE as error:
        raise RecordedError(
            f'{files.reason(error)}; a .json file is a list of {{"id" or "question": ..., '
            '"response": ...}, or one object {"ID": "RESPONSE", ...}'
        ) from error


def _sample(line: int, record: Mapping[str, Any]) -> Saved:
    doc, replies = record["doc"], record["resps"]
    texts = replies[0] if isinstance(replies, list) and replies else None
    think_end = str(doc.get("think_end") or "")
    # a list of objects is one response in parts
    several = isinstance(texts, list) and not all(isinstance(part, dict) for part in texts)
    responses: list[Any] = texts if several and texts else [texts]
    response, *others = (thinking.text_of(each, think_end) for each in responses)
    content = (str(doc.get("user", "")), str(doc.get("label", record.get("target", ""))))
    prefill = doc.get("prefill")
    return Saved(line, response, str(doc.get("id", "")), content, prefill, think_end, tuple(others))


def _plain(line: int, record: Mapping[str, Any]) -> Saved:
    identity = "" if record.get("id") is None else str(record["id"])
    content = (str(record["question"]),) if "question" in record or not identity else ()
    reply = record["response" if "response" in record else "answer"]
    response = str(reply) if type(reply) in (int, float) else thinking.text_of(reply)
    return Saved(line, response, identity, content, record.get("prefill"))


READERS: Mapping[str, Callable[[TextIO], Iterator[Saved]]] = {
    **dict.fromkeys((".csv", ".csv.gz"), _read_csv),
    **dict.fromkeys((".jsonl", ".jsonl.gz"), _read_jsonl),
    ".json": _read_json,
}
"""The functions that yield the responses of an open file, by the ending of its name."""
