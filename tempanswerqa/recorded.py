"""Saved responses: released CSV files, samples of the harness, and plain JSON lines.

Each saved response names its question by id or by content, never by position. `catalog` finds
the question; this module only reads files.
"""

from __future__ import annotations

import csv
import glob
import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.questions import QuestionError, identify

SUFFIXES = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz")
RESPONSE = "response"
LONGEST = 1 << 26  # characters of a cell or line; reasoning models fill more than csv's default
UNPACKED_WHOLE = 1 << 23  # bytes of a packed file that is unpacked in one go

_RELEASED_NAME = re.compile(
    r"(?:tot_arithmetic|tot_semantic|ttqa_head|ttqa_tail)_(?P<model>.+)"
    r"_(?P<prompting>zero-shot|few-shot)(?:_.*)?"
)
_SAMPLES_NAME = re.compile(r"samples_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.-]+)")


class RecordedError(ValueError):
    """Saved responses that cannot be used; says which file, which row and what to do."""


class Saved(NamedTuple):
    """A saved response and what names its question."""

    row: int
    """In its file, from 0."""
    response: str
    identity: str
    """Question id; empty where the file has none."""
    content: tuple[str, ...]
    """User text and label (samples of the harness), or the question alone (plain lines)."""
    doc_id: int | None = None


class Origin(NamedTuple):
    """What the name and place of a file say about its run; empty where they say nothing."""

    model: str
    prompting: str
    task: str


def response_files(place: str | Path) -> list[Path]:
    """The response files that `place` names: a file, a folder with all below it, or a glob.

    Sorted by name. Raises RecordedError where there is none.
    """
    path = Path(place).expanduser()
    if path.is_dir():
        found = [inner for inner in path.rglob("*") if inner.name.endswith(SUFFIXES)]
    elif path.exists():
        found = [path]
    else:
        found = [Path(name) for name in glob.glob(str(path))]
    if not found:
        raise RecordedError(
            f"{place}: no response file there; name a file ({', '.join(SUFFIXES)}), a folder of "
            "them, or a pattern such as 'runs/*few-shot*'"
        )
    return sorted(found)


def origin(path: Path) -> Origin:
    """Model, prompting and task of a file, from its name and, for samples, its folder."""
    stem = path.name
    for suffix in sorted(SUFFIXES, key=len, reverse=True):
        stem = stem.removesuffix(suffix)
    if found := _SAMPLES_NAME.fullmatch(stem):
        shots = _shots(path.with_name(f"results_{found['date']}.json"), found["task"])
        few = shots > 0 or found["task"].endswith("_fewshot")
        return Origin(path.parent.name, "few-shot" if few else "zero-shot", found["task"])
    if found := _RELEASED_NAME.fullmatch(stem):
        return Origin(found["model"], found["prompting"], "")
    return Origin(stem, "", "")


def _shots(results: Path, task: str) -> int:
    """The number of exemplars that a results file states; 0 where it does not."""
    try:
        return int(json.loads(results.read_text(encoding="utf-8"))["n-shot"][task])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return 0


def read_saved(path: Path) -> Iterator[Saved]:
    """The saved responses of one file, in its order.

    Raises RecordedError for a kind of file that is not known, missing columns or fields, and
    files that cannot be read to their end; it names the file and the row or line.
    """
    if not path.name.endswith(SUFFIXES):
        raise RecordedError(f"{path}: not one of {', '.join(SUFFIXES)}")
    read = _read_csv if ".csv" in path.suffixes[-2:] else _read_jsonl
    position = -1
    try:
        with _open(path) as file:
            for saved in read(file):
                position = saved.row
                yield saved
    except RecordedError as error:
        raise RecordedError(f"{path}, {error}") from error
    except (csv.Error, UnicodeDecodeError, EOFError, OSError, zlib.error) as error:
        raise RecordedError(f"{path}, after row {position}: {error}; is it whole?") from error


def _open(path: Path):
    if path.suffix != ".gz":
        return path.open(newline="", encoding="utf-8-sig")
    if path.stat().st_size > UNPACKED_WHOLE:
        return gzip.open(path, "rt", newline="", encoding="utf-8-sig")
    # gzip's text mode runs Python code for every line, which takes as long as to unpack
    unpacked = io.BytesIO(gzip.decompress(path.read_bytes()))
    return io.TextIOWrapper(unpacked, newline="", encoding="utf-8-sig")


def _read_csv(file) -> Iterator[Saved]:
    csv.field_size_limit(LONGEST)
    reader = csv.reader(file)
    header = next(reader, None)
    if header is None:
        raise RecordedError("line 1: the file is empty")
    needed = ("question", "label", "split", RESPONSE)
    missing = [name for name in needed if name not in header]
    if missing:
        raise RecordedError(f"line 1: no column {', '.join(missing)}")
    question, label, split, response = map(header.index, needed)
    family = "ttqa" if "table_context" in header else "tot"
    table = header.index("table_context") if family == "ttqa" else None
    for row, cells in enumerate(reader):
        if len(cells) != len(header):
            raise RecordedError(f"row {row}: {len(cells)} cells under {len(header)} columns")
        context = "" if table is None else cells[table]
        try:
            identity = identify(family, cells[split], cells[question], context, cells[label])
        except QuestionError as error:
            raise RecordedError(f"row {row}: {error}") from error
        yield Saved(row, cells[response], identity, ())


def _read_jsonl(file) -> Iterator[Saved]:
    """Samples of the harness hold each response once per filter: the first filter's are read."""
    only: str | None = None
    row = -1
    for number, line in enumerate(iter(lambda: file.readline(LONGEST), ""), 1):
        if len(line) == LONGEST:
            raise RecordedError(f"line {number}: has over {LONGEST} characters; is it JSON lines?")
        if not line.strip():
            continue
        row += 1
        try:
            record = json.loads(line)
            saved = _sample(row, record) if "doc" in record else _plain(row, record)
            rule = record.get("filter")
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as e:
            raise RecordedError(
                f"line {number}: {_told(e)}; a line is a sample of the harness or "
                '{"id" or "question": ..., "response": ...}'
            ) from e
        only = rule if only is None else only
        if rule == only:
            yield saved


def _told(error: Exception) -> str:
    return f"no {error}" if isinstance(error, KeyError) else str(error)


def _sample(row: int, record: Mapping[str, Any]) -> Saved:
    doc = record["doc"]
    given = record["resps"][0]
    response = given[0] if isinstance(given, list) else given
    content = (str(doc.get("user", "")), str(doc.get("label", record.get("target", ""))))
    return Saved(row, _text(response), str(doc.get("id", "")), content, record.get("doc_id"))


def _plain(row: int, record: Mapping[str, Any]) -> Saved:
    identity = record.get("id") or ""
    content = (record["question"],) if not identity else ()
    return Saved(row, _text(record[RESPONSE]), str(identity), content)


def _text(response: object) -> str:
    """The response as text; a server that gave nothing (null) gave an empty one."""
    if response is None:
        return ""
    if not isinstance(response, str):
        raise TypeError(f"a response has to be text, not {type(response).__name__}")
    return response
