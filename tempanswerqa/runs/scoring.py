"""Saved responses through the same rooms as the tasks: extraction, quantities, metrics.

A question may have several responses: its samples.
"""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tempanswerqa import metrics
from tempanswerqa.answers import flexible, markers, quantities, thinking
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import find_strict
from tempanswerqa.answers.truncation import truncated
from tempanswerqa.metrics.scores import METRICS, Metric, published_scaled_error
from tempanswerqa.questions import draws, subsets, task_names
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.catalog import Library, Part

STRICT, FLEXIBLE = "strict-match", "flexible-extract"
MOST = 1_000
"""Places of a file that answer one question."""
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
    sample: int = 0
    """Which of the responses to its question it is, from 0."""

    @classmethod
    def to(cls, question: Question, row: int, response: str, sample: int = 0) -> Answer:
        """Return a response to a question, with what its text shows."""
        view = question.view
        parts = thinking.split(response, view.think_end)
        read = markers.continuation(parts, view)
        return cls(row, question, response, truncated(parts, view), parts.unfinished, read, sample)


@dataclass
class Run:
    """The saved responses of one model to one task, from one file."""

    path: Path
    """Of several files that are read as one run the first."""
    model: str
    prompting: str
    subset: str
    task: str
    """Name of the harness task, without a suffix for the prompting."""
    part: Part
    """All questions of the task."""
    answers: list[Answer]
    """Those to one question stand together."""
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

    @property
    def samples(self) -> int:
        """Return how many responses a question has, at most; 0 without responses."""
        return max((answer.sample + 1 for answer in self.answers), default=0)

    @property
    def answered(self) -> int:
        """Return how many questions have a response."""
        return len({answer.question.id for answer in self.answers})

    def of_items(self, items: Sequence[Item]) -> Run:
        """Return the run with the answers alone that items of it score, in their order."""
        if len(items) == len(self.answers):
            return self
        known = {(answer.question.id, answer.sample): answer for answer in self.answers}
        return replace(self, answers=[known[item.question.id, item.sample] for item in items])


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
    sample: int = 0
    """As `Answer.sample` has it."""


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


class _Given(NamedTuple):
    """The responses to a question that stand beside each other."""

    question: Question
    row: int
    texts: tuple[str, ...]


_Texts = dict[str, tuple[Question, list[tuple[int, str]]]]
"""By id, a question with the rows and texts of its responses."""


def read_runs(
    path: Path,
    library: Library,
    every: bool = False,
    others: Sequence[Path] = (),
    model: str = "",
) -> list[Run]:
    """Return the runs in a file, one per task; with those in `others`, whose responses are further
    samples of the same run.

    All responses to a question are read where they stand beside each other, and where a file
    answers each question in as many places. Else those of its first place count, or, with `every`,
    all. `model` is what the run is called; empty for what the first file says.

    Raises saved_responses.RecordedError for a file that cannot be read or answers no known
    question, and what `questions.load` raises.
    """
    origins = {file: saved_responses.origin(file) for file in (path, *others)}
    origin = origins[path]._replace(model=model or origins[path].model)
    found: dict[_Kind, _Texts] = {}
    repeated: dict[_Kind, list[str]] = {}
    unknown: list[int] = []
    for file, stated in origins.items():
        for kind, given in _read_file(file, stated, library, unknown).items():
            texts, again = _counted(given, stated.repeats, every)
            repeated.setdefault(kind, []).extend(again)
            own = found.setdefault(kind, {})
            for identity, (question, added) in texts.items():
                own.setdefault(identity, (question, []))[1].extend(added)
    return [
        _run(path, origin, kind, found[kind], library, repeated[kind], unknown)
        for kind in sorted(found, key=lambda kind: (list(subsets.known()).index(kind.subset), kind))
    ]


def _read_file(
    path: Path, origin: saved_responses.Origin, library: Library, unknown: list[int]
) -> dict[_Kind, dict[str, list[_Given]]]:
    """Return the responses of a file by question, and add the rows that answer none."""
    found: dict[_Kind, dict[str, list[_Given]]] = {}
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
        if question.id in own:
            is_taken = partial(_has_as_many, own, len(own[question.id]))
            question = library.released.like(question, is_taken) or question
        places = own.setdefault(question.id, [])
        places.append(_Given(question, saved.row, (saved.response, *saved.others)))
        if len(places) > MOST:
            raise saved_responses.RecordedError(
                f"{path}, row {saved.row}: more than {MOST:,} responses to {question.id}"
            )
    if not found:
        told = " ".join([_nothing_known(len(unknown), origin), *library.released.problems])
        raise saved_responses.RecordedError(f"{path}: {told}")
    return found


def _has_as_many(given: Mapping[str, Sequence[_Given]], places: int, identity: str) -> bool:
    return len(given.get(identity, ())) >= places


def _counted(
    given: Mapping[str, Sequence[_Given]], repeats: int, every: bool
) -> tuple[_Texts, list[str]]:
    """Return the responses of a file that count, and the ids of the questions with others.

    Of those beside each other `repeats` count (0 where the file does not say: as many as every
    question has): behind them stand those with which processes fill up.
    """
    repeats = repeats or min(len(one.texts) for own in given.values() for one in own)
    places = None if every or len({*map(len, given.values())}) == 1 else 1
    found = {
        name: (own[0].question, [(p.row, text) for p in own[:places] for text in p.texts[:repeats]])
        for name, own in given.items()
    }
    return found, [name for name, own in given.items() for _ in own[1:]] if places else []


def _kind(
    question: Question, saved: saved_responses.Saved, origin: saved_responses.Origin, think_end: str
) -> _Kind:
    begun = saved.prefill if saved.prefill is not None else not task_names.is_chat(origin.task)
    chat = bool(question.prefill) and not begun
    if draw := draws.draw_of(question.id):
        return _Kind(draw.subset, chat, draw.level, draw.seed, think_end)
    return _Kind(question.subset, chat, "", 0, think_end)


def _nothing_known(unknown: int, origin: saved_responses.Origin) -> str:
    if not unknown:
        return "holds no responses; leave it out"
    return (
        f"none of its {unknown} responses answers a known question; is it of these tasks, and is "
        "the data folder the one they were asked from? For questions of your own"
        f"{origin.task and f' ({origin.task})'}, name the folder with --include_path."
    )


def _run(
    path: Path,
    origin: saved_responses.Origin,
    kind: _Kind,
    texts: _Texts,
    library: Library,
    repeated: list[str],
    unknown: Sequence[int],
) -> Run:
    part = _part(kind, texts, library, origin)
    answers = []
    for question, own in texts.values():
        question = question.without_prefill() if kind.chat else question
        question = question.with_think_end(kind.think_end)
        answers += [Answer.to(question, row, text, n) for n, (row, text) in enumerate(own)]
    return Run(
        path=path,
        model=origin.model,
        prompting=origin.prompting,
        subset=kind.subset,
        task=kind.task,
        part=part,
        answers=answers,
        missing=[identity for identity in part.questions if identity not in texts],
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
    for row, question, _, _, _, part, sample in run.answers:
        answer, fired, number = read(part, question.view, rule)
        scores = item_scores(number, question)
        items.append(Item(row, question, answer, fired, number, scores, sample))
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
