"""Test of Time: its public questions, as harness tasks with all their scores."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from datasets import Dataset, load_dataset

from tempanswerqa import metrics, paper_scoring
from tempanswerqa.answers import formats, sentences, thinking
from tempanswerqa.harness.aggregation import mean
from tempanswerqa.harness.tasks import TempAnswerTask, splits
from tempanswerqa.metrics import scale
from tempanswerqa.questions import record, sources
from tempanswerqa.questions.record import Question, QuestionError
from tempanswerqa.scoring import FLEXIBLE, score

ACCURACY = str(Path(__file__).with_name("test_of_time_accuracy"))
"""The path of the accuracy for `evaluate.load`."""
HUB = "baharef/ToT"
HOME = sources.Home(
    url=f"https://huggingface.co/datasets/{HUB}/",
    copy=f"the rows of https://huggingface.co/datasets/{HUB}, split test, as a JSON list",
    folder_variable="TEST_OF_TIME_DATA",
    blobs={},
)

SPLITS: Mapping[str, str] = {
    "tot_arithmetic": "arithmetic",
    "tot_semantic": "semantic",
    "tot_semantic_large": "semantic",
}
"""The public sets, and which of the two accuracy rules scores each."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "arithmetic": (
        *("add_subtract", "compare", "duration", "multi_op", "schedule", "timezone", "trick"),
    ),
    "semantic": (
        *("before_after", "event_at_the_time_of_another_event", "event_at_time_t"),
        *("event_at_what_time", "first_last", "number_of_events_in_time_interval"),
        *("relation_duration", "timeline"),
    ),
}
"""The question types with a separate accuracy."""
_YEARS = ("event_at_what_time", "relation_duration")
"""The semantic question types whose answer is a year or a number of years."""

_COLUMNS = ("question", "label", "question_type")
_FORM = re.compile(
    r"""["']explanation["']\s*:\s*<[^<>]*>\s*,\s*["'](\w+)["']\s*:\s*([^{}]*)\}""", re.ASCII
)
_OBJECT = re.compile(r"\{(?=[ \t\n\r]*[\"}])")
_BROKEN = 50
"""A text with this many broken objects has none."""
_DECODER = json.JSONDecoder(parse_constant=int)  # which refuses NaN and Infinity


def load(subset: str, data_dir: str | Path | None = None) -> list[Question]:
    """Return the questions of a public set (a key of `SPLITS`), in its order.

    They are read from `<subset>.json` in the folder that `data_dir` or the environment names, or
    else by `datasets`. Questions whose answer is neither a number nor a date have an empty unit,
    and number and centroid NaN.
    """
    rows: Iterable[Any]
    if data_dir or os.environ.get(HOME.folder_variable):
        path = sources.locate(f"{subset}.json", data_dir, HOME)
        try:
            place, rows = str(path), json.loads(path.read_text(encoding="utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise QuestionError(f"{path} is not JSON: {error}") from error
    else:
        place, rows = f"{HUB}, {subset}", _download(subset)
    questions = []
    for number, row in enumerate(rows, 1):
        try:
            questions.append(_question(row, subset))
        except (KeyError, TypeError, ValueError) as error:
            problem = f"{place}, row {number}: {type(error).__name__}: {error}"
            raise QuestionError(f"{problem}; it must have {', '.join(_COLUMNS)}") from error
    if not questions:
        raise QuestionError(f"{place} has no questions")
    scales = {
        unit: scale.scale(question.number for question in questions if question.unit == unit)
        for unit in {question.unit for question in questions if question.unit}
    }
    identities = record.numbered(question.id for question in questions)
    return [
        replace(
            question,
            id=identity,
            group=question.group or identity,
            centroid=scales[question.unit].centroid(question.number) if question.unit else math.nan,
        )
        for question, identity in zip(questions, identities, strict=True)
    ]


def _download(subset: str) -> Iterable[Any]:
    try:
        # No revision is pinned, as the revision of the published scores is not known.
        rows: Iterable[Any] = load_dataset(HUB, subset, split="test")
        return rows
    except Exception as error:  # offline, unreachable, not found: each library has its own error
        problem = f"could not be fetched from the Hub ({type(error).__name__}: {error})"
        remedy = f"Check that this machine reaches {HOME.url}, or {HOME.by_hand}"
        raise sources.SourceError(f"{subset}.json", problem, remedy) from error


def _question(cells: Mapping[str, Any], subset: str) -> Question:
    """Return the question of a row without its scale; without facts, the group is empty.

    The unit is the first one with its answer format in which the label can be read, or empty.
    """
    question, label, kind = (str(cells[name]) for name in _COLUMNS)
    text, split = str(cells.get("prompt") or question), SPLITS[subset]
    units: tuple[str, ...]
    if split == "semantic":
        answer_format, units = "", ("years",) if kind in _YEARS else ()
        # questions on the same facts, in any order, form a group
        facts = sorted(filter(None, map(str.strip, text.replace(question, "").splitlines())))
        group = _digest(*facts) if facts else ""
    else:
        parse_reference(label)
        _, answer_format = form(text)
        units, group = formats.answer_format(answer_format).units, ""
    readings = ((unit, paper_scoring.read_label(label, "tot", unit)) for unit in units)
    known = ((unit, number) for unit, number in readings if number is not None)
    unit, number = next(known, ("", math.nan))
    return Question(
        id=f"{subset}-{_digest(text, label)}",
        family="tot",
        split=split,
        system="",
        user=text,
        cue="",
        prefill="",
        label=label,
        unit=unit,
        answer_format=answer_format,
        kind=kind,
        group=group,
        number=number,
        centroid=math.nan,
    )


def form(question: str) -> tuple[str, str]:
    """Return the first key and the answer format of the JSON object that a question asks for.

    Of `{"explanation": <...>, "H": H, "M": M}` the format is `H, "M": M`. Both may be empty.
    """
    match = _FORM.search(question)
    return (match[1], match[2]) if match else ("", "")


def _digest(*texts: str) -> str:
    return hashlib.sha1("\x1f".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def correct(prediction: str | None, reference: Mapping[str, Any] | str, subset: str) -> bool:
    """Return whether a reply matches the reference; False without an `answer_object`.

    `arithmetic`: the object equals the reference (a dict, or its text in Python or JSON) by
    Python's `==`. `semantic`: the value of `answer` and the reference are the same text.
    """
    right = parse_reference(reference) if subset == "arithmetic" else str(reference)
    answer = answer_object(prediction)
    if answer is None:
        return False
    try:
        if subset == "arithmetic":
            return answer == right
        return "answer" in answer and str(answer["answer"]) == right
    except RecursionError:  # the value was read, but is nested too deep to compare
        return False


def answer_object(prediction: str | None) -> dict[str, Any] | None:
    """Return the first JSON object of a reply, without its explanation, or None.

    It may have text around it, and fewer than `_BROKEN` broken objects before it.
    """
    text = prediction or ""
    for brace in islice(_OBJECT.finditer(text), _BROKEN):
        try:
            answer: dict[str, Any] = _DECODER.raw_decode(text, brace.start())[0]
        except ValueError:
            continue
        except RecursionError:
            return None
        answer.pop("explanation", None)
        return answer
    return None


def parse_reference(reference: Mapping[str, Any] | str) -> dict[str, Any]:
    """Return the arithmetic reference as a dict. Raises ValueError otherwise."""
    if isinstance(reference, Mapping):
        return dict(reference)
    value: object = None
    for read in (json.loads, paper_scoring.literal):
        with suppress(ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            value = value or read(reference.strip())
    if not isinstance(value, dict):
        raise ValueError(f"the reference {reference!r} is not a dict in Python or JSON notation")
    return value


class TestOfTimeTask(TempAnswerTask):
    """A task of Test of Time, with the accuracy on each question type."""

    new_tokens = 1024

    def __init__(self, config: dict[str, Any]) -> None:
        """Add these accuracies to the task file's metrics."""
        kinds = KINDS[SPLITS[config["dataset_kwargs"]["subset"]]]
        entry = {"aggregation": mean, "higher_is_better": True}
        added = [{"metric": f"acc_{kind}", **entry} for kind in kinds]
        super().__init__(config | {"metric_list": [*config["metric_list"], *added]})


def dataset(subset: str, data_dir: str | None = None, **metadata: Any) -> dict[str, Dataset]:
    """Return the documents of a public set (`test`) in the order of `mixed`, without exemplars."""
    return splits(record.mixed(load(subset, data_dir)), [], prefill=True, metadata=metadata)


def process_results(doc: dict[str, Any], results: Sequence[object]) -> dict[str, float]:
    """Return the scores of a document that the task files list; an undefined one is NaN.

    `acc_repaired` also accepts `age` instead of `answer` if the question asks for it. The metrics
    of TempAnswerQA are those of the flexible reading, only for temporal answers.
    """
    question, reply = Question.from_document(doc), results[0]
    parts = thinking.split(reply, question.think_end)
    right = repaired = correct(parts.answer, question.label, question.split)
    if question.split == "arithmetic" and form(question.user)[0] == "age":
        renamed = {"age": parse_reference(question.label).get("answer")}
        repaired = right or correct(parts.answer, renamed, question.split)
    scored = {"acc": float(right), "acc_repaired": float(repaired)}
    for kind in KINDS[question.split]:
        scored[f"acc_{kind}"] = scored["acc"] if kind == question.kind else math.nan
    (read,) = score(reply, question, [FLEXIBLE]) if question.unit else (None,)
    scored |= read.scores if read else dict.fromkeys(metrics.METRICS, math.nan)
    cut = read.truncated if read else not (parts.closed and sentences.complete(parts.answer))
    return scored | {"truncated": float(cut), "thinking": float(parts.unfinished)}
