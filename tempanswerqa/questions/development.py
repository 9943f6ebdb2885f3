"""Reads the development and the training set of TempTabQA, in the form of the released questions.

The sets lie in the archive of a commit of their repository. Their answers are as annotators wrote
them: a question is kept if its unit and its number are certain, and others are counted by reason.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tempanswerqa import limits
from tempanswerqa.answers import formats, read_number
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions import sources
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.units import UNITS

_COMMIT = "6c713371772eaa5bb21a9632c4f9b3c860c83dec"
ARCHIVE = f"clear_temptabqa-{_COMMIT}.zip"
HOME = sources.Home(
    name="temptabqa",
    url=f"https://github.com/clear-temptabqa/clear_temptabqa/archive/{_COMMIT}/",
    folder_variable="TEMPTABQA_DATA",
    blobs={ARCHIVE: ""},
    copy=f"https://github.com/clear-temptabqa/clear_temptabqa/archive/{_COMMIT}/{ARCHIVE}",
)
"""The home of the archive. Its bytes differ between downloads; `OBJECTS` checks its content."""
_DATA = f"{ARCHIVE.removesuffix('.zip')}/data/temptabqa_v2"
OBJECTS = {
    "dev": "4513e59c86b2b06128fbce435c8fe39d25a4985e",
    "train": "695327731dfece70d019445eba0a0c35d266c091",
    "head": "3763102a686507f0a16f2fd7272c9badaef443bf",
    "tail": "8866cb529742a9c0b8b016288209608a4186ad9e",
    "tables": "731b0dbc791ba3853874e15ab1f6bf980a57b8f1",
}
"""The git objects of the questions of each set, of which `head` and `tail` are for tests, and of
the folder of the tables."""
_SPLITS = ("dev", "train", "head", "tail")

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
"""Words that ask for a number of other things than units of time."""
_LENGTH = re.compile(r"\bhow (?:much )?(?:long|far|older|younger)|\bhow much .*time\b|\bduration\b")
_YEAR = re.compile(r"\b(?:what|which|the|last|first)(?: \w+){0,2}? years?\b")
_DAY = re.compile(r"\bdate\b|\b(?:what|which) day\b")

_WORDS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    *("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)
_NUMBER = (
    rf"([0-9]{{1,5}}|[0-9]{{1,2}},[0-9]{{3}}|(?:{'|'.join(_WORDS)})"
    rf"(?:[- ](?:{'|'.join(_WORDS[:9])}))?)"
)
_AMOUNT = re.compile(
    rf"(?:(?:the )?aged?(?: of)? |at |he was |she was |it was |in )?{_NUMBER}"
    r"(?:[ -]?(day|month|year|yr)s?)?(?:,? (?:old|ago|of age|later|earlier|apart|before|after|prior"
    r"|older|younger|longer|in total|total|long|difference|gap))*(?: ?\([0-9][0-9 –—,/&-]*\))?"
)
"""An answer that is one amount: `36 years ago (1986)`, `Five years`, `age of 25`."""
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = re.compile(
    rf"(?i)[^0-9]*?\b({_MONTH}\.? [0-9]{{1,2}}(?:st|nd|rd|th)?,? [0-9]{{4}}|[0-9]{{1,2}}"
    rf"(?:st|nd|rd|th)?(?: of)? {_MONTH},? [0-9]{{4}}|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})[^0-9]*"
)
"""An answer with one full date and no other number."""
_ONE_YEAR = re.compile(
    rf"(?!.*\b(?:{_MONTH}|before|after|since|around|about|circa|until|and|or|to|bc|bce|century"
    r"|spring|summer|autumn|fall|winter|years?|ago)\b)[^0-9]*\b(1[0-9]{3}|20[0-9]{2})\b[^0-9]*"
)
"""An answer with one year and no other number."""


def locate(data_dir: str | Path | None = None) -> Path:
    """Return the archive: in the folder of the released data, in `temptabqa` in or beside it, or
    where `sources.locate` finds it. Raises QuestionError if its content is not that of the commit,
    and what `sources.locate` raises.
    """
    path = None
    if data_folder := data_dir or os.environ.get(sources.TEMPANSWERQA.folder_variable):
        folder = Path(data_folder).expanduser().resolve()
        places = (folder, folder / "temptabqa", folder.parent / "temptabqa")
        path = next((place / ARCHIVE for place in places if (place / ARCHIVE).is_file()), None)
    path = path or sources.locate(ARCHIVE, None, HOME)
    _read(path, path.stat().st_size, path.stat().st_mtime_ns)
    return path


def rows(path: Path, split: str) -> tuple[list[dict[str, str]], Counter[str]]:
    """Return the questions of `dev` or `train` in the columns of the released file, and how many
    were left out for each reason.

    Raises QuestionError for an archive that cannot be read, or whose content is another.
    """
    questions, tables = _read(path, path.stat().st_size, path.stat().st_mtime_ns)
    tested = {row["table_id"] for test in ("head", "tail") for row in questions[test]}
    kept, left_out = [], Counter[str]()
    for question in questions[split]:
        table = tables.get(str(question["table_id"]))
        try:
            if table is None:
                raise Undecided("a table that the archive lacks")
            if question["table_id"] in tested:
                raise Undecided("a table of the test sets")
            unit, number = unit_and_number(question["question"], str(question["answer"]))
        except Undecided as error:
            left_out[str(error)] += 1
            continue
        form = next(form for form in formats.TTQA.values() if unit in form.units)
        kept.append({
            "question": question["question"],
            "label": UNITS[unit].write(number) if unit == "date" else str(int(number)),
            "category": question["category"],
            "table_id": str(question["table_id"]),
            "answer_format": form.text,
            "answer_temporal_unit": unit,
            "split": split,
            "table_context": table_text(table),
        })  # fmt: skip
    return kept, left_out


class Undecided(TempAnswerError):
    """A question whose unit or number is not certain; the message is the reason."""


def unit_and_number(question: str, answer: str) -> tuple[str, float]:
    """Return the unit that a question asks for, and the number of its answer.

    Raises Undecided if the question asks for no time or does not show its unit, or if the answer is
    not exactly one number, year or date.
    """
    stated = " ".join(answer.split()).rstrip(". ")
    asked, answer = " ".join(question.lower().split()), stated.lower()
    if match := _EXTENT.search(asked):
        unit = f"{next(filter(None, match.groups()))}s"
    elif _COUNT.search(asked):
        raise Undecided("asks for a count")
    elif _AGE.match(asked):
        unit = "years"
    elif _LENGTH.search(asked):
        unit = ""
    elif _YEAR.search(asked):
        return "date_years", _year(answer)
    elif _DAY.search(asked) or "when" in asked:
        if match := _DATE.fullmatch(stated):
            if (day := read_number(match[1], "date")) is None:
                raise Undecided("no full date")
            return "date", day
        if _DAY.search(asked):
            raise Undecided("no full date")
        return "date_years", _year(answer)
    else:
        raise Undecided("asks for no time")
    match = _AMOUNT.fullmatch(answer)
    named = f"{match[2].replace('yr', 'year')}s" if match and match[2] else unit
    number = read_number(match[1].replace(",", ""), "count") if match else None
    if number is None:
        raise Undecided("no exact number")
    if not named:
        raise Undecided("no unit")
    if unit not in ("", named):
        raise Undecided("another unit than the question's")
    return named, number


def _year(answer: str) -> float:
    if match := _ONE_YEAR.fullmatch(answer):
        return float(match[1])
    raise Undecided("no single year or date")


def table_text(table: Mapping[str, Any]) -> str:
    """Return a table as the released questions show it: sections of lines `key<TAB>value`, each
    followed by an empty line. A value that is named like its section stands without key.
    """
    lines = []
    for name, section in table.items():
        entries = section if isinstance(section, dict) else {name: section}
        lines += [name, *(str(v) if k == name else f"{k}\t{v}" for k, v in entries.items()), ""]
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=2)
def _read(path: Path, size: int, changed: int) -> tuple[dict[str, list], dict[str, dict]]:
    """Return the questions by set, and the tables by id, of an archive in this state."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(file.file_size for file in archive.infolist()) > limits.TEMPTABQA_UNPACKED:
                raise ValueError(f"it has more than {limits.TEMPTABQA_UNPACKED:,} bytes")
            names = [
                name
                for name in archive.namelist()
                if name.startswith(f"{_DATA}/tables/json/") and not name.endswith("/")
            ]
            content = {name: archive.read(name) for name in (*map(_questions, _SPLITS), *names)}
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, RuntimeError) as error:
        raise QuestionError(f"{path}: {error}; fetch it again from {HOME.url}{ARCHIVE}") from error
    blobs = {name: sources.git_object("blob", text) for name, text in content.items()}
    tables = {Path(name).name: blob for name, blob in blobs.items() if "/tables/" in name}
    tree = b"".join(b"100644 %s\0%s" % (name.encode(), bytes.fromhex(blob))
                    for name, blob in sorted(tables.items()))  # fmt: skip
    objects = {split: blobs[_questions(split)] for split in _SPLITS}
    if objects | {"tables": sources.git_object("tree", tree)} != OBJECTS:
        raise QuestionError(
            f"{path}: its questions or tables are not those of commit {_COMMIT[:7]}; fetch it again"
            f" from {HOME.url}{ARCHIVE}"
        )
    return (
        {split: json.loads(content[_questions(split)]) for split in _SPLITS},
        {Path(name).stem: json.loads(text) for name, text in content.items() if "/tables/" in name},
    )


def _questions(split: str) -> str:
    return f"{_DATA}/qapairs/{split}-set/{split}-set.json"
