"""Saved responses through the same rooms as the tasks: extraction, quantities, metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tempanswerqa import extraction, metrics, quantities, recorded
from tempanswerqa.asked import Asked
from tempanswerqa.catalog import CHAT, Catalog, Part, is_chat
from tempanswerqa.questions import SUBSETS, Question
from tempanswerqa.truncation import truncated

STRICT, FLEXIBLE = "strict-match", "flexible-extract"
Filter = Callable[[str, Asked], tuple[extraction.Answer, str] | None]
FILTERS: Mapping[str, Filter] = {
    STRICT: extraction.find_strict,
    FLEXIBLE: extraction.flexible,
}
COLUMNS = (*metrics.METRICS, "mase_published")
ITEM_SCORES = {
    "exact_match": "exact_match",
    "smape": "smape",
    "ase": "mase",
    "ase_published": "mase_published",
    "bse": "bse",
}
"""What the scores of one answer are called, and which of `COLUMNS` holds each."""


class Answer(NamedTuple):
    """A saved response beside its question."""

    row: int
    question: Question
    response: str
    truncated: bool = False
    """Whether the response was cut off."""


@dataclass
class Run:
    """The saved responses of one model to one task, from one file."""

    path: Path
    model: str
    prompting: str
    subset: str
    task: str
    """Name of the harness task, without a suffix for the prompting."""
    part: Part
    """All questions of the task."""
    answers: list[Answer]
    missing: list[str] = field(default_factory=list)
    """Ids of the task's questions that the file does not answer."""
    repeated: list[str] = field(default_factory=list)
    """Ids that it answers again; the first answer counts."""
    unknown: list[int] = field(default_factory=list)
    """Rows of the file that answer no known question."""


class Reading(NamedTuple):
    """What a filter reads from a response."""

    answer: extraction.Answer
    """As it was extracted; empty text where there was none."""
    rule: str
    """The extraction rule that found it; empty where there was none."""
    number: float | None
    """In the asked unit; None where there is none."""


class Item(NamedTuple):
    """One scored answer, with the fields of its `Reading`."""

    row: int
    question: Question
    answer: extraction.Answer
    rule: str
    number: float | None
    scores: dict[str, float]
    """By the names in `COLUMNS`, NaN where undefined."""


def read_runs(path: Path, catalogs: Mapping[bool, Catalog]) -> list[Run]:
    """The runs in a file, one per task. `catalogs` are for published (False) and sample (True).

    Raises recorded.RecordedError for a file that cannot be read or answers no known question,
    and what `questions.load` raises.
    """
    origin = recorded.origin(path)
    catalog = catalogs["_sample_" in origin.task]
    found: dict[tuple[str, str, bool], dict[str, Answer]] = {}
    repeated: dict[tuple[str, str, bool], list[str]] = {}
    unknown: list[int] = []
    for saved in recorded.read_saved(path):
        question = catalog.find(saved)
        if question is None:
            unknown.append(saved.row)
            continue
        chat = bool(question.prefill) and _without_prefill(saved, origin)
        kind = question.family, question.split, chat
        own = found.setdefault(kind, {})
        if question.id in own and (other := catalog.like(question, own)):
            question = other
        if question.id in own:
            repeated.setdefault(kind, []).append(question.id)
        else:
            question = question.without_prefill() if chat else question
            own[question.id] = Answer(
                saved.row, question, saved.response, truncated(saved.response, question.asked)
            )
    if not found:
        raise recorded.RecordedError(f"{path}: {_nothing_known(len(unknown))}")
    return [
        _run(path, origin, subset, chat, found[kind], catalog, repeated.get(kind, []), unknown)
        for subset, part in SUBSETS.items()
        for chat in (False, True)
        if (kind := (*part, chat)) in found
    ]


def _nothing_known(unknown: int) -> str:
    if not unknown:
        return "holds no responses; leave it out"
    return (
        f"none of its {unknown} responses answers a known question; is it of these tasks, and is "
        "the data folder the one they were asked from?"
    )


def _without_prefill(saved: recorded.Saved, origin: recorded.Origin) -> bool:
    if saved.prefill is None:
        return is_chat(origin.task)
    return not saved.prefill


def _run(
    path: Path,
    origin: recorded.Origin,
    subset: str,
    chat: bool,
    own: dict[str, Answer],
    catalog: Catalog,
    repeated: Sequence[str],
    unknown: Sequence[int],
) -> Run:
    part = catalog.part(subset)
    return Run(
        path=path,
        model=origin.model,
        prompting=origin.prompting,
        subset=subset,
        task=catalog.prefix + subset + (CHAT if chat else ""),
        part=part,
        answers=list(own.values()),
        missing=[identity for identity in part.questions if identity not in own],
        repeated=list(repeated),
        unknown=list(unknown),
    )


def score(run: Run, rule: str) -> list[Item]:
    """The answers of a run, read by a filter (a key of `FILTERS`) and scored."""
    return list(_items(run.answers, rule))


def _items(answers: Sequence[Answer], rule: str) -> Iterator[Item]:
    extract = FILTERS[rule]
    for row, question, response, _ in answers:
        answer, fired, number = _read(response, question.asked, extract)
        yield Item(row, question, answer, fired, number, item_scores(number, question))


def read(response: str, asked: Asked, rule: str) -> Reading:
    """What a filter (a key of `FILTERS`) reads from a response."""
    return Reading(*_read(response, asked, FILTERS[rule]))


def _read(
    response: str, asked: Asked, extract: Filter
) -> tuple[extraction.Answer, str, float | None]:
    """The fields of a `Reading`, without the time that making one takes."""
    found = extract(response, asked)
    if found is None:
        return "", "", None
    answer, fired = found
    return answer, fired, quantities.read(answer, asked.family, asked.unit)


def item_scores(number: float | None, question: Question) -> dict[str, float]:
    """All of `COLUMNS` for one answer."""
    scores = metrics.item_scores(
        number,
        question.number,
        unit=question.unit,
        centroid=question.centroid,
        spread=question.spread,
    )
    scores["mase_published"] = metrics.published_scaled_error(scores["mase"], question.unit)
    return scores


def column(items: Sequence[Item], name: str) -> list[float]:
    """One of `COLUMNS` of all items."""
    return [item.scores[name] for item in items]


def groups(items: Sequence[Item]) -> list[str]:
    """The group of each item, for clustered errors."""
    return [item.question.group for item in items]
