"""Saved responses, joined with questions by content and never by position."""

from __future__ import annotations

import csv
import glob
import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from tempanswerqa.questions import QuestionError, question_id

RESPONSE = "response"
LONGEST_CELL = 1 << 30  # characters; reasoning models fill more than the csv module's default


class RecordedError(ValueError):
    """Saved responses that cannot be used; says which file, which row and what to do."""


def response_files(place: str | Path) -> list[Path]:
    """The response files (`.csv`, `.csv.gz`) that `place` names: a file, a folder or a glob.

    Sorted by name. Raises RecordedError where there is none.
    """
    path = Path(place).expanduser()
    if path.is_dir():
        found = [*path.glob("*.csv"), *path.glob("*.csv.gz")]
    elif path.is_file():
        found = [path]
    else:
        found = [Path(name) for name in glob.glob(str(path))]
    if not found:
        raise RecordedError(
            f"{place}: no response file there; name a .csv or .csv.gz file, a folder of them, "
            "or a pattern such as 'runs/*few-shot*'"
        )
    return sorted(found)


def read_responses(path: Path) -> Iterator[tuple[str, str]]:
    """Question id and response of each row of a file with a question file's columns.

    The response stands in the column `response`. Raises RecordedError for missing columns,
    unknown splits and files that cannot be read to their end.
    """
    position = 0
    csv.field_size_limit(LONGEST_CELL)
    try:
        with _open(path) as file:
            reader = csv.DictReader(file)
            for row in reader:
                position += 1
                response = row[RESPONSE]
                yield question_id(row), response if response is not None else ""
    except KeyError as error:
        raise RecordedError(f"{path} lacks the column {error}; it cannot be used") from error
    except (QuestionError, TypeError) as error:
        raise RecordedError(f"{path}, row {position}: {error}") from error
    except (csv.Error, UnicodeDecodeError, EOFError, OSError, zlib.error) as error:
        raise RecordedError(f"{path}, after row {position}: {error}; is it whole?") from error


def responses_by_question(place: str | Path) -> dict[str, str]:
    """The response to each question id in all files that `place` names.

    Raises RecordedError where a question has two responses: the files are then of several runs.
    """
    responses: dict[str, str] = {}
    origin: dict[str, Path] = {}
    for path in response_files(place):
        for identity, response in read_responses(path):
            if identity in responses:
                raise RecordedError(
                    f"{path} and {origin[identity]} both answer the question {identity}; "
                    "name the files of one run, with a narrower pattern"
                )
            responses[identity], origin[identity] = response, path
    return responses


def _open(path: Path):
    if path.suffix == ".gz":
        return gzip.open(path, "rt", newline="", encoding="utf-8")
    return path.open(newline="", encoding="utf-8-sig")
