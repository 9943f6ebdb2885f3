"""Reads the development and training sets of TempTabQA, in the form of the released questions.

Their answers are as annotators wrote them: a question is kept if its unit and number are certain.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tempanswerqa.answers import formats, read_number
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import Quantity
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions import sources
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.units import UNITS

_COMMIT = "6c713371772eaa5bb21a9632c4f9b3c860c83dec"
_REPOSITORY = "https://github.com/clear-temptabqa/clear_temptabqa"
ARCHIVE = f"clear_temptabqa-{_COMMIT}.zip"
HOME = sources.Home(
    url=f"{_REPOSITORY}/archive/{_COMMIT}/",
    copy=f"{_REPOSITORY}/archive/{_COMMIT}/{ARCHIVE}",
    folder_variable="TEMPTABQA_DATA",
    blobs={},
    name="temptabqa",
)
"""The home of the archive, without a checksum: its bytes differ between downloads."""
_DATA = f"{ARCHIVE.removesuffix('.zip')}/data/temptabqa_v2"
_UNIT = r"(day|month|year)"
_EXTENT = re.compile(
    rf"\b(?:how man[yt]?|number of|amount of)(?: (?:full|whole|complete|completed|more|total|"
    rf"calendar|consecutive|additional|other|fewer|less)){{0,2}} {_UNIT}s?\b(?! [0-9])"
    rf"|\b(?:in|by) {_UNIT}s\b(?! [0-9])|\b{_UNIT}s? (?:gap|difference|span)\b"
)
"""Words that ask for an amount of a unit."""
_AGE = re.compile(r".*\bhow old\b|(?!.*\b(?:what|which) years?\b|when\b).*\bage\b")
_COUNT = re.compile(
    r"\bhow (?:many|much)\b(?! (?:more |less )?(?:long|time|old|young|soon|late|earl))"
    r"|\bpercent|\bnumber of\b"
)
"""Words that ask for a number of things other than units of time."""
_LENGTH = re.compile(r"\bhow (?:much )?(?:long|far|older|younger)|\bhow much .*time\b|\bduration\b")
_YEAR = re.compile(r"\b(?:what|which|the|last|first)(?: \w+){0,2}? years?\b")
_YEARS = range(1000, 2100)
"""The years that an answer may name."""
_DAY = re.compile(r"\bdate\b|\b(?:what|which) day\b")


def locate(data_dir: str | Path | None = None) -> Path:
    """Return the path of the archive, next to the released data or from `sources.locate`."""
    if data_folder := data_dir or os.environ.get(sources.TEMPANSWERQA.folder_variable):
        folder = Path(data_folder).expanduser().resolve()
        for place in (folder, folder / "temptabqa", folder.parent / "temptabqa"):
            if (place / ARCHIVE).is_file():
                return place / ARCHIVE
    return sources.locate(ARCHIVE, None, HOME)


def rows(path: Path, split: str) -> list[dict[str, str]]:
    """Return the questions of `dev` or `train` as rows of the released file.

    Those on tables in the test sets are left out. Raises QuestionError for a damaged archive.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            names = {*archive.namelist()}
            questions, *tests = (
                json.loads(archive.read(f"{_DATA}/qapairs/{name}-set/{name}-set.json"))
                for name in (split, "head", "tail")
            )
            tested = {question["table_id"] for test in tests for question in test}
            return [
                row
                for question in questions
                if (table := f"{_DATA}/tables/json/{question['table_id']}.json") in names
                and question["table_id"] not in tested
                and (row := _row(question, split, archive.read(table)))
            ]
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, RuntimeError) as error:
        raise QuestionError(f"{path}: {error}; fetch it again from {HOME.url}{ARCHIVE}") from error


def _row(question: Mapping[str, Any], split: str, table: bytes) -> dict[str, str] | None:
    try:
        unit, number = unit_and_number(question["question"], str(question["answer"]))
    except Undecided:
        return None
    return {
        "question": question["question"],
        "label": UNITS[unit].write(number),
        "category": question["category"],
        "table_id": str(question["table_id"]),
        "answer_format": next(form.text for form in formats.TTQA.values() if unit in form.units),
        "answer_temporal_unit": unit,
        "split": split,
        "table_context": table_text(json.loads(table)),
    }


class Undecided(TempAnswerError):
    """A question whose unit or number is not certain."""


def unit_and_number(question: str, answer: str) -> tuple[str, float]:
    """Return the unit that a question asks for, and the number of its answer.

    Raises Undecided if either is not certain.
    """
    text, unit = " ".join(question.lower().split()), ""
    if match := _EXTENT.search(text):
        unit = f"{next(filter(None, match.groups()))}s"
    elif _COUNT.search(text):
        raise Undecided
    elif _AGE.match(text):
        unit = "years"
    elif not _LENGTH.search(text):
        return _point(text, answer)
    stated = _stated(answer, "amount", "number")
    number, named = stated.parts[0] if stated.kind == "amount" else (stated.parts[0], unit[:-1])
    if number % 1 or f"{named}s" not in ((unit,) if unit else ("days", "months", "years")):
        raise Undecided
    return f"{named}s", number


def _point(text: str, answer: str) -> tuple[str, float]:
    """Return the unit and number of a date or calendar year. Raises Undecided for neither."""
    asks_year, asks_day = _YEAR.search(text), _DAY.search(text)
    if not (asks_year or asks_day or "when" in text):
        raise Undecided
    stated = _stated(answer, *([] if asks_year else ["date"]), *([] if asks_day else ["year"]))
    if stated.kind == "year" and stated.parts[0] in _YEARS:
        return "date_years", float(stated.parts[0])
    if (day := read_number(answer[slice(*stated.span)], "date")) is None:
        raise Undecided
    return "date", day


def _stated(answer: str, *kinds: str) -> Quantity:
    """Return the only quantity of these kinds in an answer, outside brackets."""
    stated = [each for each in quantities(answer) if "aside" not in each.marks]
    if [(each.role, each.certainty) for each in stated] != [("exact", "sure")]:
        raise Undecided
    (only,) = stated
    is_other = only.kind == "number" and only.noun  # such as 85 races
    if only.kind not in kinds or is_other or (only.kind == "amount" and len(only.parts) > 1):
        raise Undecided
    return only


def table_text(table: Mapping[str, Any]) -> str:
    """Return a table as the released questions show it: sections of lines `key<TAB>value`."""
    lines = []
    for name, section in table.items():
        entries = section if isinstance(section, dict) else {name: section}
        lines += [name, *(str(v) if k == name else f"{k}\t{v}" for k, v in entries.items()), ""]
    return "\n".join(lines) + "\n"
