"""The record of a question, which all later steps use."""

from __future__ import annotations

import hashlib
import math
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, TypeVar

from tempanswerqa.answers.formats import answer_format
from tempanswerqa.answers.labels import Right, read_labels
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics import scale
from tempanswerqa.questions.subsets import BUILT_IN, twin_of
from tempanswerqa.units import FAMILY_UNITS as FAMILY_UNITS
from tempanswerqa.units import UNITS

DURATION, TIME_OF_DAY, DATE, CALENDAR_YEAR = "duration", "time of day", "date", "calendar year"
NOT_KNOWN = "no answer"
LASTING = ("trick", "RelationDuration", "relation_duration")
"""The question types of Test of Time whose years are durations."""
TOT_PREFILL = 'JSON = {"explanation":'
FORM = "Answer format: "
"""The beginning of the line that states the answer format, above a user's question."""
_FORM_LINE = re.compile(f"(?m)^{FORM}.*\n")
"""That line; its examples say nothing about the answer."""
TTQA_CUE = "Let’s think step by step. "

_NUMBER_OR_MONTH = re.compile(
    r"(?i)\d+(?:st|nd|rd|th)?\b"
    r"|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)"
    r"(?:uary|ruary|ch|il|ust|ember|tember|ober)?\b"
)
_NUMBERS = re.compile(r"(?:0[-/:., ]*)*0")
_CAPITALIZED = re.compile(r"\b[A-Z][a-z]+\b(?: [A-Z][a-z]+\b)*")
_SUBSET_OF = {(part.family, part.split): name for name, part in BUILT_IN.items()}

Identified = TypeVar("Identified")
"""A question or any other record with an id."""


class QuestionError(TempAnswerError, ValueError):
    """An unusable question file; the message says which file and row, and what to do."""


@dataclass(frozen=True)
class Question:
    """A question with everything that later steps need; its plain types fit a dataset row."""

    id: str
    """The subset and a digest of the question's content, whatever the file or its order. A number
    follows if a file has rows of equal content."""
    family: str
    split: str
    system: str
    """The system text; for TTQA, exemplars replace it with theirs."""
    user: str
    cue: str
    """The end of the user text if there are no exemplars."""
    prefill: str
    """The beginning of the assistant's turn."""
    label: str
    unit: str
    answer_format: str
    kind: str
    """The question type (ToT) or the category of the table (TTQA)."""
    group: str
    """The group of questions that share a table, facts or a template: their errors are not
    independent."""
    number: float
    """The label in `unit`."""
    centroid: float
    think_end: str = ""
    """The same field as in `QuestionView`, as are `asked_on` and `date_order`."""
    alternatives: tuple[tuple[float, float], ...] = ()
    """Further right answers in `unit`, each with the centroid of its cluster."""
    asked_on: str = ""
    date_order: str = ""

    @classmethod
    def from_document(cls, doc: Mapping[str, Any]) -> Question:
        """Return the question of a dataset row, which may have further columns."""
        fields = {name: doc[name] for name in cls.__dataclass_fields__}
        return cls(**fields | {"alternatives": tuple(map(tuple, doc["alternatives"]))})

    @cached_property
    def view(self) -> QuestionView:
        """Return the fields that reading a response may use."""
        released = self._is_released
        user = self.user if released else _FORM_LINE.sub("", self.user)
        fields = self.family, self.unit, self.prefill, self.answer_format, user
        return QuestionView(*fields, self.think_end, not released, self.asked_on, self.date_order)

    @cached_property
    def rights(self) -> tuple[tuple[Right, float], ...]:
        """Return the right answers, such as periods or None, with their centroids."""
        if math.isnan(self.number):
            return ((None, math.nan),)
        if UNITS[self.unit].kind == "period":
            return tuple((right, math.nan) for right in read_labels(self.label, self.view))
        return ((self.number, self.centroid), *self.alternatives)

    @property
    def _is_released(self) -> bool:
        return self.subset in BUILT_IN or twin_of(self.subset) is not None

    @property
    def subset(self) -> str:
        """Return the name of the question's set: see `subsets.find`."""
        return _SUBSET_OF.get((self.family, self.split), self.split)

    @cached_property
    def asks_for(self) -> str:
        """Return what is asked: `DATE`, `CALENDAR_YEAR`, `TIME_OF_DAY`, `NOT_KNOWN` or `DURATION`.

        Years of Test of Time are durations if they are ages or lengths of a relation, and otherwise
        calendar years. A time of day may be on another day.
        """
        if math.isnan(self.number):
            return NOT_KNOWN
        unit = UNITS[self.unit]
        if unit.errors == "days":
            return DATE
        if unit.kind == "time of day" or answer_format(self.answer_format).has_day:
            return TIME_OF_DAY
        of_test_of_time = self.family == "tot" and unit.singular == "year" and self._is_released
        if unit.parts == 1 or (of_test_of_time and self.kind not in LASTING):
            return CALENDAR_YEAR
        return DURATION

    def without_prefill(self) -> Question:
        """Return the same question without a prefill, for chat APIs."""
        return replace(self, prefill="")

    def with_think_end(self, mark: str) -> Question:
        """Return the same question with a closing mark of thinking; empty for none."""
        return self if mark == self.think_end else replace(self, think_end=mark)


def typical_labels(
    questions: Sequence[Question], average: Callable[[Sequence[float]], float] = statistics.median
) -> list[float]:
    """Return for each question the average label of all similar ones among these."""
    labels, kinds = defaultdict(list), []
    for q in questions:
        centroid = None if q.id.startswith("twin_") else q.centroid
        kinds.append((q.split, q.unit, q.answer_format, centroid))
        labels[kinds[-1]].append(q.number)
    averages = {kind: average(numbers) for kind, numbers in labels.items()}
    return [averages[kind] for kind in kinds]


def numbered(identities: Iterable[str]) -> Iterator[str]:
    """Yield the ids, with `-2`, `-3`, ... appended to repeated ones, of rows with equal content."""
    seen: Counter[str] = Counter()
    for identity in identities:
        seen[identity] += 1
        yield identity if seen[identity] == 1 else f"{identity}-{seen[identity]}"


def question_id(row: Mapping[str, str]) -> str:
    """Return the id of a row of a question file, or of any file with the same columns."""
    table = row.get("table_context")
    family = "tot" if table is None else "ttqa"
    return identify(family, row["split"], row["question"], table or "", row["label"])


@lru_cache(maxsize=10_000)  # runs answer the same questions
def identify(family: str, split: str, question: str, table: str, label: str) -> str:
    """Return a question's id, its subset and a digest of its cells; `table` is empty for ToT."""
    subset = _SUBSET_OF.get((family, split))
    if subset is None:
        raise QuestionError(f"no subset has the split {split!r}")
    content = "\x1f".join((question, table, label))
    if "\r" in content:  # line ends of other systems make no difference
        content = content.replace("\r\n", "\n")
    digest = hashlib.sha1(content.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{subset}-{digest[:12]}"


def from_row(
    cells: Mapping[str, str], number: float, identity: str, system: str, unit_scale: scale.Scale
) -> Question:
    """Return the question of a row of a question file; `number` is its label."""
    family = "ttqa" if "table_context" in cells else "tot"
    if family == "tot":
        semantic = cells["split"].endswith("semantic")
        shared = cells["instruction"] if semantic else template(cells["question_wo_instruct"])
        texts: dict[str, Any] = {
            "system": cells["instruction"],
            "user": cells["question_wo_instruct"],
            "cue": "",
            "prefill": TOT_PREFILL,
            "kind": cells["question_type"],
            "group": hashlib.sha1(shared.encode("utf-8", "surrogatepass")).hexdigest()[:12],
        }
    else:
        texts = {
            "system": system,
            "user": f"Table:\n\n{cells['table_context']}\n{cells['question']}\n\n\nA: ",
            "cue": TTQA_CUE,
            "prefill": "",
            "kind": cells["category"],
            "group": cells["table_id"],
        }
    return Question(
        id=identity,
        family=family,
        split=cells["split"],
        label=cells["label"],
        unit=cells["answer_temporal_unit"],
        answer_format=cells["answer_format"],
        number=number,
        centroid=unit_scale.centroid(number),
        **texts,
    )


def template(text: str) -> str:
    """Return an arithmetic question with 0 for each number and date, N for each capitalized word.

    Questions of one template differ only in numbers and names: a model answers all or none.
    """
    numbers = _NUMBERS.sub("0", _NUMBER_OR_MONTH.sub("0", " ".join(text.split())))
    return _CAPITALIZED.sub("N", numbers)


def mixed(
    questions: Iterable[Identified],
    stratum_of: Callable[[Any], tuple[str, ...]] = lambda question: (question.unit, question.kind),
) -> list[Identified]:
    """Return the questions in a fixed order, every prefix of which is representative.

    Questions of a stratum, by default a unit and a type, are evenly spaced, ordered by a digest of
    their ids.
    """
    strata: defaultdict[tuple[str, ...], list[Any]] = defaultdict(list)
    for question in questions:
        strata[stratum_of(question)].append(question)
    places: dict[str, tuple[float, str]] = {}
    for stratum, members in strata.items():
        first = _fraction("/".join(stratum))
        members.sort(key=lambda question: (_fraction(question.id), question.id))
        for position, question in enumerate(members):
            places[question.id] = ((position + first) / len(members), question.id)
    return sorted(chain(*strata.values()), key=lambda question: places[question.id])


def _fraction(text: str) -> float:
    """Return a number from 0 to 1 that is the same for the same text everywhere."""
    digest = hashlib.sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()
    return int.from_bytes(digest[:6], "big") / 2**48
