"""Questions, reading and scores of TempAnswerQA.

An answer is read as a number in the unit of its question, as the released code of the paper "Time
to Revisit Exact Match" (Findings of EMNLP 2025) reads it, quirks included. That code fills dates
from the day of the run; this file fills them from `FILL_DATE`, so that no score depends on the day.
"""

import ast
import hashlib
import json
import math
import re
from bisect import bisect_left
from collections import defaultdict
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path

import datasets
from datefinder import DateFinder
from datefinder.constants import STRIP_CHARS
from dateutil import parser, tz

COMMIT = "e28dc1ef9638391c2e25f4cfd607dad738174f34"
HOME = f"https://raw.githubusercontent.com/aauss/temporal-answer-qa/{COMMIT}/data"
PREFILL = 'JSON = {"explanation":'
INVALID = "[invalid]"
REPEATS, SMALLEST_CLUSTER = 12, 0.3  # the paper's 12 runs; a share of their labels
SECONDS = {"seconds": 1, "minutes": 60}
LARGEST = 1e100  # numbers with a larger absolute value are unparsed
FILL_DATE = datetime(2025, 4, 15)  # for the parts that a TempTabQA date leaves out
YEAR_ONE, EPOCH = datetime(1, 1, 1), datetime(1970, 1, 1)
FIRST_DATE, LAST_DATE = date(1677, 9, 21), date(2262, 4, 11)  # the range of 64 bits of nanoseconds
LONGEST_DATE, LONGEST_LINE = 200, 2_000  # characters: the search for dates is quadratic
TRIPLES = (["A", "B", "C"], ["H", "M", "S"], ["X", "Y", "Z"])
CLOCK = ("hours", "minutes", "seconds")
UNREADABLE = (ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
COMMON_DATE = re.compile(
    r"([12]\d{3})-(\d\d)-(\d\d)|(\d\d?)[-./\\ ](\d\d?)[-./\\ ]([12]\d{3})", re.ASCII
)
QUARTER = re.compile(r"(?i)(?:([1-4])Q-?(\d{4}|\d\d)|(\d{4}|\d\d)-?Q([1-4]))", re.ASCII)
# A time of day, or a number that is no year
NO_DATE = re.compile(r"\d{1,2}:.*|[\s.]*(?:\d\d?|00\d\d)(?:\.\d*)?\s*", re.ASCII | re.DOTALL)


def load_questions(subset: str, split: str, data_dir: str = HOME, **_) -> dict:
    """Return the questions of a split as the dataset `test`; their ids begin with `subset`.

    `data_dir`, which `--metadata` may name, has the files of the released `data/` folder.
    """
    family, load = subset.partition("_")[0], partial(datasets.load_dataset, split="train")
    files = {"data_files": f"{data_dir}/questions/{family}.csv"}
    rows, given = load("csv", **files, keep_default_na=False).to_list(), {"family": family}
    if family == "tot":
        rows = [row for row in rows if row["split"] == split]
    else:  # both splits share a scale
        files = {"data_files": f"{data_dir}/prompts/ttqa_system_prompt_zero_shot.txt"}
        given["system"] = load("text", **files, sample_by="document")[0]["text"]
    labels, names = defaultdict(list), list[str]()
    for row in rows:
        row["unit"] = row["answer_temporal_unit"]
        row["number"] = read_label(row["label"], family, row["unit"])
        labels[row["unit"]].append(row["number"])
    ordered = {unit: sorted(own) for unit, own in labels.items()}
    scales = {unit: _published(own) or _clustered(own) for unit, own in ordered.items()}
    docs = [row | given for row in rows if row["split"] == split]
    for doc in docs:
        content = "\x1f".join((doc["question"], doc.get("table_context", ""), doc["label"]))
        name = f"{subset}-{hashlib.sha1(content.encode()).hexdigest()[:12]}"
        names.append(name)
        doc["id"] = name if (n := names.count(name)) == 1 else f"{name}-{n}"
        doc["centroid"] = scales[doc["unit"]][doc["number"]]
    return {"test": datasets.Dataset.from_list(docs)}


def _published(labels: list[float]) -> dict[float, float]:
    """Return the published centroids, as clustering is slow; empty if no file has the labels."""
    digest = hashlib.sha1("\n".join(map(repr, labels)).encode()).hexdigest()
    known = json.loads(Path(__file__).with_name("centroids.json").read_text(encoding="utf-8"))
    clusters = dict(pair for units in known.values() for pair in units.values())
    largest = [last for last, _ in clusters.get(digest, [])]
    return {y: clusters[digest][bisect_left(largest, y)][1] for y in labels} if largest else {}


def _clustered(labels: list[float]) -> dict[float, float]:
    import numpy as np
    from sklearn.cluster import HDBSCAN

    stacked = np.repeat(labels, REPEATS).reshape(-1, 1)
    options = {"allow_single_cluster": True, "store_centers": "centroid", "copy": True}
    found = HDBSCAN(min_cluster_size=int(SMALLEST_CLUSTER * len(stacked)), **options).fit(stacked)
    centers, own = found.centroids_.ravel(), found.labels_[::REPEATS]
    nearest = np.abs(np.subtract.outer(labels, centers)).argmin(axis=1)
    members = centers[np.where(own < 0, nearest, own)].tolist()
    return dict(zip(labels, members, strict=True))


def strict_match(responses, docs) -> list[list[str]]:
    """Return the text of the answer in each response; `[invalid]` if there is none."""
    return [
        [_answer(response or "", doc) or INVALID for response in given]
        for given, doc in zip(responses, docs, strict=True)
    ]


def _answer(response: str, doc: dict) -> str | None:
    thinking, closing, text = response.rpartition("</think>")
    if "<think>" in text:  # the response never ends its thinking
        return None
    if doc["family"] == "tot":
        return _explained_object(text, f"{thinking}{closing}".lstrip())
    for line in text.rstrip().split("\n"):
        _, marker, rest = line.partition("Final Answer:")
        if marker and doc["unit"] == "date":
            return rest
        if found := re.search(r"\d{4}" if doc["unit"] == "date_years" else r"\d+", rest):
            return found[0]
    return None


def _explained_object(text: str, thinking: str) -> str | None:
    """Return the JSON object that the prefill begins, without its explanation."""
    if thinking.startswith('"'):  # the thinking continues the explanation
        text = f'"{text}'
    begun = text.lstrip()
    if thinking and not begun.startswith(('"', PREFILL)):  # the answer begins the object itself
        text = re.sub(r'\{\s+(?="explanation")', "{", text, count=1)
    elif not begun.startswith(PREFILL):
        text = PREFILL + text
    text = text.replace("\n", " ")
    start, end = re.search(r'\{"explanation"\s*:', text), text.rfind("}")
    if start is None or end < start.end():
        return None
    try:
        answer = json.loads(text[start.start() : end + 1])
        del answer["explanation"]
        return json.dumps(answer)
    except (ValueError, RecursionError):
        return None


def process_results(doc: dict, results: list[str]) -> dict[str, float]:
    """Return all metrics of one answer; an undefined metric is NaN.

    p is the number of the answer, y that of the label, and c the centroid of its cluster. smape is
    100 |p - y| / (|p| + |y|), and 100 for unparsed answers. mase is |p - y| / |y - c|, and NaN for
    unparsed answers.
    """
    y, unit = doc["number"], doc["unit"]
    p = None if results[0] == INVALID else read(results[0], doc["family"], unit)
    smape, mase = 100.0, math.nan
    if p == y:
        smape = mase = 0.0
    elif p is not None:
        error, scale = abs(p - y), abs(y - doc["centroid"])
        smape = 100.0 * (error / (abs(p) + abs(y)))
        mase = error / scale if scale else math.nan
    return {
        "exact_match": float(p == y),
        "smape": math.nan if unit in ("date", "date_years") else smape,
        "mase": mase,
        "parsed": float(p is not None),
    }


def mean(values) -> float:
    """Return the mean of the defined values; NaN if there is none."""
    defined = [value for value in values if not math.isnan(value)]
    return math.fsum(defined) / len(defined) if defined else math.nan


def read(answer: str, family: str, unit: str) -> float | None:
    """Return the number of an answer in the unit, or None; dates are seconds since 1970-01-01."""
    try:
        if family == "tot":
            return _number(_value(json.loads(answer)), unit)
        return _number(_first_date(answer) if unit == "date" else float(answer), unit)
    except UNREADABLE:
        return None


def read_label(label: str, family: str, unit: str) -> float | None:
    """Return the number of a label: an object as text (`tot`), or a number or date (`ttqa`)."""
    if family == "ttqa":
        return _number(_date(label) if unit == "date" else float(label), unit)
    try:
        value = json.loads(label)
    except ValueError:
        value = ast.literal_eval(label.strip())
    answer = value if isinstance(value, dict) else {"answer": value}
    whole = {k: int(v) if isinstance(v, float) and v.is_integer() else v for k, v in answer.items()}
    return _number(_value(whole), unit)


def _number(value: float | timedelta | datetime | None, unit: str) -> float | None:
    if unit == "date" and isinstance(value, datetime):
        return float((value - EPOCH).days * 86_400)
    if unit in SECONDS and isinstance(value, timedelta):
        return value.total_seconds() / SECONDS[unit]
    if unit not in ("date", *SECONDS) and isinstance(value, int | float):
        return float(value) if abs(value) <= LARGEST else None
    return None


def _value(answer: dict) -> int | timedelta | datetime | None:
    """Return the value that an answer object states; its keys decide the kind of value."""
    keys = answer.keys()
    if "age" in keys:
        return int(answer["age"])
    if "date" in keys:
        return _bounded_date(answer["date"])
    if "answer" in keys:
        return _single(answer["answer"])
    if sorted(keys) in TRIPLES or keys <= set(CLOCK):
        return _clock(answer.values())
    if keys >= {"day", "time"}:
        day, parts = str(answer["day"]), answer["time"].split(":")
        days = int(day.replace("same_day", "0").replace("previous_day", "-1"))
        return timedelta(days) + _clock(parts) if len(parts) <= len(CLOCK) else None
    if keys >= {"days", *CLOCK}:
        return timedelta(**{key: int(value) for key, value in answer.items()})
    return None


def _clock(parts) -> timedelta:
    """Return the duration of hours, minutes and seconds, in this order."""
    return timedelta(**dict(zip(CLOCK, map(int, parts), strict=False)))


def _single(value: object) -> int | datetime | None:
    if isinstance(value, int):
        return int(value)
    if not isinstance(value, str):
        return None
    if value.isdigit() or "AD" in value:
        return int(value.replace("AD", ""))
    return -int(value.replace("BC", "")) if "BC" in value else _bounded_date(value)


class _Notation(parser.parserinfo):
    """Reads a year of two digits as the year nearest to `FILL_DATE`, not to the current date."""

    def convertyear(self, year: int, century_specified: bool = False) -> int:
        first = FILL_DATE.year - 50
        return year if year >= 100 or century_specified else first + (year - first) % 100


PARSER = parser.parser(_Notation())


def _bounded_date(text: object) -> datetime | None:
    found = _date(text)
    return found if found and FIRST_DATE <= found.date() <= LAST_DATE else None


def _date(text: object) -> datetime | None:
    """Return a date, month first, or None; a quarter or a year alone is read as its first day."""
    if not isinstance(text, str) or len(text) > LONGEST_DATE or NO_DATE.fullmatch(text):
        return None
    if found := COMMON_DATE.fullmatch(text):
        year, month, day = map(int, found.group(1, 2, 3) if found[1] else found.group(6, 4, 5))
        return datetime(year, *((day, month) if month > 12 and not found[1] else (month, day)))
    if found := QUARTER.fullmatch(text):
        digits, quarter = found.group(2, 1) if found[1] else found.group(3, 4)
        return datetime(int(digits) + 2000 * (len(digits) == 2), 3 * int(quarter) - 2, 1)
    parsed = PARSER.parse(
        text, default=YEAR_ONE, tzinfos=lambda _, offset: None if offset is None else tz.UTC
    )
    return parsed if parsed.tzinfo is None else None


class _FirstDate(DateFinder):
    """Finds dates as datefinder 0.7.3 does; `FILL_DATE` fills the parts that they leave out."""

    def parse_date_string(self, date_string: str, captures: dict) -> datetime | None:
        try:
            return PARSER.parse(date_string, default=FILL_DATE, ignoretz=True)
        except (ValueError, OverflowError):
            rest = self._find_and_replace(date_string, captures)[0].strip(STRIP_CHARS)
        try:
            return PARSER.parse(rest, default=FILL_DATE, ignoretz=True) if len(rest) > 2 else None
        except Exception:  # after any error of dateutil, the search continues behind this text
            return None


def _first_date(text: str) -> datetime | None:
    """Return the first date in a text, without its time zone; None if there is none."""
    dates = _FirstDate().find_dates(text[:LONGEST_LINE], index=True)
    found, (_, end) = next(dates, (None, (0, 0)))
    cut = len(text) > LONGEST_LINE and end > LONGEST_LINE - LONGEST_DATE
    return None if found is None or cut else found.replace(tzinfo=None)
