"""Saved responses through the same rooms as the tasks: extraction, quantities, metrics."""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tempanswerqa import metrics
from tempanswerqa.answers import flexible, markers, quantities, thinking
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import find_strict
from tempanswerqa.answers.truncation import truncated
from tempanswerqa.metrics.scores import METRICS, Metric, published_scaled_error
from tempanswerqa.questions import draws, task_names
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.catalog import Library, Part

STRICT, FLEXIBLE = "strict-match", "flexible-extract"
Filter = Callable[[markers.Response, QuestionView], tuple[markers.Answer, str] | None]
FILTERS: Mapping[str, Filter] = {
    STRICT: find_strict,
    FLEXIBLE: flexible,
}
COLUMNS: Mapping[str, Metric] = ChainMap(
    {"mase_published": Metric("mase_published", "MASE as published", False, highest=math.inf)},
    METRICS,
)
"""What is known of each answer: `METRICS`, then MASE as the paper's tables have it."""


class Answer(NamedTuple):
    """A saved response beside its question."""

    row: int
    question: Question
    response: str
    truncated: bool
    """Whether the response was cut off."""
    thinking: bool
    """Whether it never gets out of its thinking."""
    read: markers.Continuation
    """What is to be read of it, told from the thinking."""

    @classmethod
    def to(cls, question: Question, row: int, response: str) -> Answer:
        """Return a response to a question, with what its text shows."""
        view = question.view
        parts = thinking.split(response, view.think_end)
        read = markers.continuation(parts, view)
        return cls(row, question, response, truncated(parts, view), parts.unfinished, read)


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
    think_end: str = ""
    """The closing mark of thinking that its questions name."""
    prompts: str = ""
    """The `prompts.digest` of what was shown; empty where the file does not say."""


class Item(NamedTuple):
    """One scored answer."""

    row: int
    question: Question
    answer: markers.Answer
    """As it was extracted; empty text where there was none."""
    rule: str
    """The extraction rule that found it; empty where there was none."""
    number: float | None
    """In the asked unit; None where there is none."""
    scores: dict[str, float]
    """By the names in `COLUMNS`, NaN where undefined."""


class _Kind(NamedTuple):
    """What tells the runs of one file apart."""

    subset: str
    chat: bool
    level: str
    """Of fresh questions, else empty."""
    seed: int
    think_end: str

    @property
    def task(self) -> str:
        return str(TaskName(self.subset, self.level, self.chat))


def read_runs(path: Path, library: Library) -> list[Run]:
    """Return the runs in a file, one per task.

    Raises saved_responses.RecordedError for a file that cannot be read or answers no known
    question, and what `questions.load` raises.
    """
    origin = saved_responses.origin(path)
    found: dict[_Kind, dict[str, Answer]] = {}
    repeated: dict[_Kind, list[str]] = {}
    unknown: list[int] = []
    last = None
    for saved in saved_responses.read_saved(path):
        question = library.find(saved)
        if question is None:
            unknown.append(saved.row)
            continue
        mark = library.think_end or saved.think_end
        alike = question.family, question.split, question.prefill, saved.prefill, mark
        if alike != last or draws.draw_of(question.id):  # else it is of the kind of the one before
            kind, last = _kind(question, saved, origin, mark), alike
            own = found.setdefault(kind, {})
        if question.id in own and (other := library.released.like(question, own)):
            question = other
        if question.id in own:
            repeated.setdefault(kind, []).append(question.id)
        else:
            question = question.without_prefill() if kind.chat else question
            question = question.with_think_end(kind.think_end)
            own[question.id] = Answer.to(question, saved.row, saved.response)
    if not found:
        told = " ".join([_nothing_known(len(unknown)), *library.released.problems])
        raise saved_responses.RecordedError(f"{path}: {told}")
    return [
        _run(path, origin, kind, found[kind], library, repeated.get(kind, []), unknown)
        for kind in sorted(found, key=lambda kind: (list(SUBSETS).index(kind.subset), kind))
    ]


def _kind(
    question: Question, saved: saved_responses.Saved, origin: saved_responses.Origin, think_end: str
) -> _Kind:
    begun = saved.prefill if saved.prefill is not None else not task_names.is_chat(origin.task)
    chat = bool(question.prefill) and not begun
    if draw := draws.draw_of(question.id):
        return _Kind(draw.subset, chat, draw.level, draw.seed, think_end)
    return _Kind(question.subset, chat, "", 0, think_end)


def _nothing_known(unknown: int) -> str:
    if not unknown:
        return "holds no responses; leave it out"
    return (
        f"none of its {unknown} responses answers a known question; is it of these tasks, and is "
        "the data folder the one they were asked from?"
    )


def _run(
    path: Path,
    origin: saved_responses.Origin,
    kind: _Kind,
    own: dict[str, Answer],
    library: Library,
    repeated: list[str],
    unknown: Sequence[int],
) -> Run:
    part = _part(kind, own, library, origin)
    return Run(
        path=path,
        model=origin.model,
        prompting=origin.prompting,
        subset=kind.subset,
        task=kind.task,
        part=part,
        answers=list(own.values()),
        missing=[identity for identity in part.questions if identity not in own],
        repeated=repeated,
        unknown=list(unknown),
        think_end=kind.think_end,
        prompts=origin.prompts,
    )


def _part(
    kind: _Kind, own: Iterable[str], library: Library, origin: saved_responses.Origin
) -> Part:
    """Return all questions that were to be asked: of fresh ones, as many as the harness noted."""
    if not kind.level:
        return library.released.part(kind.subset)
    answered = max(draw.n for draw in map(draws.draw_of, own) if draw)
    stated = origin.asked if origin.asked >= answered else draws.SIZE
    return library.fresh(kind.level, kind.seed).part(kind.subset, max(stated, answered))


def score(run: Run, rule: str) -> list[Item]:
    """Return the answers of a run, read by a filter (a key of `FILTERS`) and scored."""
    items = []
    for row, question, _, _, _, part in run.answers:
        answer, fired, number = read(part, question.view, rule)
        items.append(Item(row, question, answer, fired, number, item_scores(number, question)))
    return items


def read(
    response: markers.Response, question: QuestionView, rule: str
) -> tuple[markers.Answer, str, float | None]:
    """Return `answer`, `rule` and `number` of an `Item`, as a filter (a key of `FILTERS`) reads."""
    found = FILTERS[rule](response, question)
    if found is None:
        return "", "", None
    answer, fired = found
    return answer, fired, quantities.read(answer, question.family, question.unit)


def item_scores(number: float | None, question: Question) -> dict[str, float]:
    """Return all of `COLUMNS` for one answer."""
    scores = metrics.item_scores(
        number,
        question.number,
        unit=question.unit,
        centroid=question.centroid,
        spread=question.spread,
    )
    mase, unit = scores["mase"], question.unit  # a call for dates alone saves time
    scores["mase_published"] = published_scaled_error(mase, unit) if unit == "date" else mase
    return scores


def item_names() -> dict[str, str]:
    """Return what the scores of one answer are called, and which of `COLUMNS` holds each."""
    scaled = {"ase": "mase", "ase_published": "mase_published"}
    named = (scaled if name == "mase" else {name: name} for name in METRICS if name != "parsed")
    return {name: column for own in named for name, column in own.items()}


def column(items: Sequence[Item], name: str) -> list[float]:
    """Return one of `COLUMNS` of all items."""
    return [item.scores[name] for item in items]


def groups(items: Sequence[Item]) -> list[str]:
    """Return the group of each item, for clustered errors."""
    return [item.question.group for item in items]
