"""Reads saved responses: released CSV files, samples of the harness, plain JSON lines, and logs of
other evaluation tools.

Each saved response names its question by id or by content, never by position. `catalog` finds
the question; this module only reads files.
"""

from __future__ import annotations

import csv
import glob
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from tempanswerqa import files, private
from tempanswerqa.questions import task_names
from tempanswerqa.questions.record import QuestionError, identify
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import harness_files
from tempanswerqa.runs.harness_files import HarnessResults
from tempanswerqa.runs.logs import every_eval_ever, inspect_ai, lighteval
from tempanswerqa.runs.saved import LARGEST, LONGEST, Origin, RecordedError, Saved, response_text

SUFFIXES = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz")
LOGS = (inspect_ai, lighteval)
"""The modules that read logs of other tools."""
RESPONSE = "response"
MOST = 5_000_000
"""The largest number of responses in a file."""

_RELEASED_NAME = re.compile(
    r"(?:tot_arithmetic|tot_semantic|ttqa_head|ttqa_tail)_(?P<model>.+)"
    r"_(?P<prompting>zero-shot|few-shot)(?:_.*)?"
)
_DIGEST = re.compile(r"[0-9a-f]{40}")
UNREADABLE = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError),
    *(NotImplementedError, MemoryError),  # of damaged Parquet
)
"""The errors that are raised when content has another form."""


def response_files(place: str | Path) -> list[Path]:
    """Return the response files at `place`: a file, all files in and below a folder, or a glob.

    A results file of the harness stands for the samples of its run. The files are sorted by name.
    Raises RecordedError if there is none.
    """
    named = os.path.expanduser(place)
    matched = [named] if os.path.exists(named) else glob.glob(named)
    found = [file for name in matched for file in _files_at(Path(name))]
    if not found and harness_files.is_results(Path(named)):
        raise RecordedError(
            f"{place}: no samples_TASK_DATE.jsonl beside it; run lm_eval with --log_samples, or "
            "copy them from where it ran"
        )
    if not found:
        raise RecordedError(
            f"{place}: no response file there; name a file ({', '.join(SUFFIXES)}), a folder of "
            "them, or a pattern such as 'runs/*few-shot*'; lm_eval writes samples_*.jsonl when "
            "run with --output_path and --log_samples"
        )
    return sorted(found)


def _files_at(path: Path) -> list[Path]:
    if every_eval_ever.has_scores(path.name):
        samples = every_eval_ever.samples_of(path)
        return [samples] if samples.is_file() else []
    if harness_files.is_results(path):
        return harness_files.samples_beside(path)
    if not path.is_dir():
        return [path]
    found = (p for p in path.rglob("*") if p.name.endswith(SUFFIXES) or _log(p))
    return [p for p in found if p.is_file() and not _is_of_report(p)]


def _log(path: Path) -> ModuleType | None:
    """Return the module that reads a log; None for other files."""
    return next((module for module in LOGS if module.matches(path.name)), None)


def is_named_log(path: Path) -> bool:
    """Return whether a file has the name of another tool's file of responses or scores."""
    return every_eval_ever.has_scores(path.name) or _log(path) is not None


def _is_of_report(path: Path) -> bool:
    """Return whether a file is a table beside a page that this package wrote."""
    return path.parent.name == "tables" and (path.parent.parent / "index.html").is_file()


def other_task(path: Path) -> str:
    """Return the task of samples of the harness whose questions are not of this package.

    The first document decides: questions of this package have a centroid. So have those of Test of
    Time, whose tasks begin with `tot_`. Empty for other files, and for those that cannot be read.
    """
    named = harness_files.samples_name(path.name)
    if not named or TaskName.find(named.task):
        return ""
    with suppress(OSError, *UNREADABLE):
        with files.opened(path, LARGEST, LONGEST)[0] as file:
            doc = json.loads(file.readline())["doc"]
        if "centroid" not in doc or named.task.startswith("tot_"):
            return named.task
    return ""


def origin(path: Path) -> Origin:
    """Return what is known of the run of a file, from its name and, for samples, its folder and the
    results beside it; for a log, from its content.

    Raises RecordedError for a log that cannot be read.
    """
    with _told_of(path):
        log = _log(path)
        found = log.origin(path) if log else _origin(path)
    return found._replace(model=private.masked(found.model))


def _origin(path: Path) -> Origin:
    stem = path.name
    for suffix in sorted(SUFFIXES, key=len, reverse=True):
        stem = stem.removesuffix(suffix)
    if named := harness_files.samples_name(stem):
        return _of_run(path, harness_files.beside(path, named.date), named.task)
    if (scores := every_eval_ever.scores_of(path)) and (results := harness_files.read(scores)):
        return _of_run(path, results, next(iter(results.scores), ""))
    if found := _RELEASED_NAME.fullmatch(stem):
        return Origin(found["model"], found["prompting"], "")
    return Origin(stem, "", "")


def _of_run(path: Path, results: HarnessResults | None, task: str) -> Origin:
    shots = results.of_task("n-shot", task) if results else None
    prompting = "zero-shot" if shots == 0 else ""
    if shots or task_names.is_fewshot(task):
        prompting = "few-shot"
    model = results.model if results else path.resolve().parent.name
    stated = results.metadata(task) if results else {}
    asked, prompts = stated.get("n"), str(stated.get("prompts"))
    config = results.of_task("configs", task) if results else None
    repeats = config.get("repeats") if isinstance(config, dict) else None
    return Origin(
        model,
        prompting,
        task,
        asked if isinstance(asked, int) else 0,
        prompts if _DIGEST.fullmatch(prompts) else "",
        repeats if isinstance(repeats, int) else 0,
    )


def read_saved(path: Path) -> Iterator[Saved]:
    """Yield the saved responses of one file, in its order.

    Raises RecordedError for an unknown kind of file, missing columns or fields, a broken limit, and
    files that cannot be read to their end; the message names the file and the row or line.
    """
    log = _log(path)
    if not log and not path.name.endswith(SUFFIXES):
        raise RecordedError(
            f"{path}: not one of {', '.join(SUFFIXES)}; of lm_eval's files, name samples_*.jsonl, "
            "of inspect_ai's *.eval or DATE_TASK_ID.json, of lighteval's details_*.parquet"
        )
    count = held = 0
    with _told_of(path, lambda: f" after {count} responses:"):
        for saved in log.read(path) if log else _read_text(path):
            count = saved.row + 1
            held += sum(map(sys.getsizeof, (saved.response, *saved.others)))
            if count > MOST:
                raise RecordedError(f"row {saved.row}: more than {MOST:,} responses")
            if held > files.WIDEST:
                raise RecordedError(
                    f"row {saved.row}: responses of more than {files.WIDEST:,} bytes in "
                    "memory; keep each task in a file of its own"
                )
            yield saved


@contextmanager
def _told_of(path: Path, where: Callable[[], str] = str) -> Iterator[None]:
    """Turn errors into RecordedError that names the file and what `where` says was read before."""
    try:
        yield
    except RecordedError as error:
        raise RecordedError(f"{path}, {error}") from error
    except UnicodeDecodeError as error:
        raise RecordedError(f"{path},{where()} {error}; the file has to be UTF-8") from error
    except (csv.Error, OSError) as error:
        raise RecordedError(f"{path},{where()} {error}") from error
    except UNREADABLE as error:
        told = _told(error)
        raise RecordedError(f"{path},{where()} {told}; name a whole file of its tool") from error


def _read_text(path: Path) -> Iterator[Saved]:
    read = _read_csv if ".csv" in path.suffixes[-2:] else _read_jsonl
    file, bounded = files.opened(path, LARGEST, LONGEST)
    with io.TextIOWrapper(file, "utf-8-sig", newline="") as text:
        yield from read(text, bounded.restart)


def _read_csv(file: TextIO, restart: Callable[[], None]) -> Iterator[Saved]:
    csv.field_size_limit(LONGEST)
    reader = csv.reader(file, strict=True)  # else a response that is cut off would count
    header = next(reader, None)
    if header is None:
        raise RecordedError("line 1: the file is empty; leave it out")
    needed = ("question", "label", "split", RESPONSE)
    wrong = [name for name in needed if header.count(name) != 1]
    if wrong:
        raise RecordedError(
            f"line 1: lacks or repeats {', '.join(wrong)}; name each once: the columns of the "
            f"question file, and {RESPONSE!r}"
        )
    question, label, split, response = map(header.index, needed)
    family = "ttqa" if "table_context" in header else "tot"
    table = header.index("table_context") if family == "ttqa" else None
    for row, cells in enumerate(filter(None, reader)):
        restart()
        if len(cells) != len(header):
            raise RecordedError(f"row {row}: {len(cells)} cells under {len(header)} columns")
        context = "" if table is None else cells[table]
        try:
            identity = identify(family, cells[split], cells[question], context, cells[label])
        except QuestionError as error:
            raise RecordedError(f"row {row}: {error}") from error
        yield Saved(row, cells[response], identity, ())


def _read_jsonl(file: TextIO, restart: Callable[[], None]) -> Iterator[Saved]:
    """Yield each response once. Samples of the harness repeat it for each filter, and files of
    Every Eval Ever for each score; only the lines of the first filter or score are read.
    """
    only: object = None
    row = -1
    for number, line in enumerate(file, 1):
        restart()
        if not line.strip():
            continue
        row += 1
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise TypeError(f"a {type(record).__name__} and no object")
            saved, rule = _of_record(row, record)
        except UNREADABLE as e:
            raise RecordedError(
                f"line {number}: {_told(e)}; a line is a sample of the harness or "
                '{"id" or "question": ..., "response": ...}'
            ) from e
        only = rule if only is None else only
        if rule == only:
            yield saved


def _of_record(row: int, record: Mapping[str, Any]) -> tuple[Saved, object]:
    """Return the response of a line, and the filter or score by which the line differs from others
    with the same response.
    """
    if "doc" in record:
        return _sample(row, record), record.get("filter")
    if "sample_id" in record:
        return every_eval_ever.instance(row, record), every_eval_ever.result(record)
    return _plain(row, record), record.get("filter")


def _told(error: Exception) -> str:
    return f"no {error}" if isinstance(error, KeyError) else str(error)


def _sample(row: int, record: Mapping[str, Any]) -> Saved:
    doc = record["doc"]
    if not isinstance(record["resps"], list):
        raise TypeError("`resps` is no list")
    given = record["resps"][0]
    response, *others = map(response_text, given if isinstance(given, list) else [given])
    content = (str(doc.get("user", "")), str(doc.get("label", record.get("target", ""))))
    identity, think_end = str(doc.get("id", "")), private.masked(str(doc.get("think_end") or ""))
    prefill = doc.get("prefill")
    return Saved(row, response, identity, content, prefill, think_end, tuple(others))


def _plain(row: int, record: Mapping[str, Any]) -> Saved:
    identity = str(record.get("id") or "")
    content = (str(record["question"]),) if "question" in record or not identity else ()
    return Saved(row, response_text(record[RESPONSE]), identity, content, record.get("prefill"))
