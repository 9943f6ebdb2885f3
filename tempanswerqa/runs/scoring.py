"""Scores saved responses with the extraction, quantities and metrics of the tasks.

A question may have several responses, which are its samples.
"""

from __future__ import annotations

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
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import draws, subsets, task_names
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.catalog import Library, Part

STRICT, FLEXIBLE = "strict-match", "flexible-extract"
MOST = 1_000
"""The largest number of records of a file that answer one question."""
Filter = Callable[[markers.Response, QuestionView], tuple[markers.Answer, str] | None]
FILTERS: Mapping[str, Filter] = {STRICT: find_strict, FLEXIBLE: flexible}


class Answer(NamedTuple):
    """Hold a saved response and its question."""

    row: int
    question: Question
    response: str
    truncated: bool
    """True if the response was cut off."""
    thinking: bool
    """True if the response has thinking and no answer behind it."""
    read: markers.Continuation
    """The part of the response that filters read, without its thinking."""
    sample: int = 0
    """The number of the response among those to its question, from 0."""

    @classmethod
    def to(cls, question: Question, row: int, response: str, sample: int = 0) -> Answer:
        """Return the answer that this response is to the question."""
        view = question.view
        parts = thinking.split(response, view.think_end)
        read = markers.continuation(parts, view)
        return cls(row, question, response, truncated(parts, view), parts.unfinished, read, sample)


@dataclass
class Run:
    """Hold the saved responses of one model to one task."""

    path: Path
    """The file of the run; the first one if several files are read as one run."""
    model: str
    prompting: str
    subset: str
    task: str
    """The name of the task, with the level of fresh questions and without the prompting."""
    part: Part
    """All questions of the task."""
    answers: list[Answer]
    """The answers; those to one question are adjacent."""
    missing: list[str] = field(default_factory=list)
    """The ids of the task's questions that the run does not answer."""
    repeated: list[str] = field(default_factory=list)
    """The id of each further answer to a question; the first answer counts."""
    unknown: list[int] = field(default_factory=list)
    """The rows of the file that answer no known question."""
    think_end: str = ""
    """The closing mark of thinking; empty if none is named."""
    prompts: str = ""
    """The `prompts.digest` of the prompts; empty if the file does not say."""

    @property
    def samples(self) -> int:
        """Return the largest number of responses to a question; 0 without responses."""
        return max((answer.sample + 1 for answer in self.answers), default=0)

    @property
    def answered(self) -> int:
        """Return the number of questions that have a response."""
        return len({answer.question.id for answer in self.answers})

    def of_items(self, items: Sequence[Item]) -> Run:
        """Return the run with only the answers that its items score, in the order of the items."""
        if len(items) == len(self.answers):
            return self
        known = {(answer.question.id, answer.sample): answer for answer in self.answers}
        return replace(self, answers=[known[item.question.id, item.sample] for item in items])


class Item(NamedTuple):
    """Hold one scored answer."""

    row: int
    question: Question
    answer: markers.Answer
    """The extracted answer; empty text if there is none."""
    rule: str
    """The extraction rule that found the answer; empty if there is none."""
    number: float | None
    """The number in the unit of the question; None if the response is unparsed."""
    scores: dict[str, float]
    """The scores by the names in `METRICS`; NaN for undefined ones."""
    sample: int = 0
    """The same number as `Answer.sample`."""


class _Kind(NamedTuple):
    """The properties that distinguish the runs of one file."""

    subset: str
    chat: bool
    level: str
    """The level of fresh questions; empty for others."""
    seed: int
    think_end: str

    @property
    def task(self) -> str:
        return str(TaskName(self.subset, self.level, self.chat))


class _Given(NamedTuple):
    """Hold the responses to a question in one record of a file."""

    question: Question
    row: int
    texts: tuple[str, ...]


_Texts = dict[str, tuple[Question, list[tuple[int, str]]]]
"""The questions by id, each with the rows and texts of its responses."""


def read_runs(
    path: Path, library: Library, every: bool = False, others: Sequence[Path] = (), model: str = ""
) -> list[Run]:
    """Return the runs in a file, one for each task.

    The files of `others` hold further samples of the same runs. If all questions have equally many
    records in a file, or with `every`, all records count; else the first record of each question.
    `model` is the name of the model; empty for the name that the first file states.

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
    """Return the responses of a file by run and question; add rows without one to `unknown`."""
    found: dict[_Kind, dict[str, list[_Given]]] = {}
    last = None
    for saved in saved_responses.read_saved(path):
        question = library.find(saved)
        if question is None:
            unknown.append(saved.row)
            continue
        mark = library.think_end or saved.think_end
        alike = question.family, question.split, question.prefill, saved.prefill, mark
        if alike != last or draws.draw_of(question.id):  # else the kind is unchanged
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
    """Return the responses of a file that count, and the ids of records that do not count.

    The first `repeats` responses of a record count; if the file does not say (0), as many as every
    record has. Further responses only fill up the batches of several processes.
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
        f"none of its {unknown} responses answers a known question; is it of these tasks, and has "
        "the data folder the questions that were asked? For questions of your own"
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
    """Return all questions of a run: if they are fresh, as many as the harness was asked for."""
    if not kind.level:
        return library.released.part(kind.subset)
    answered = max(draw.n for draw in map(draws.draw_of, own) if draw)
    stated = origin.asked if origin.asked >= answered else draws.SIZE
    return library.fresh(kind.level, kind.seed).part(kind.subset, max(stated, answered))


def score(run: Run, rule: str) -> list[Item]:
    """Return the items of a run: its answers, read by a filter (a key of `FILTERS`) and scored."""
    items = []
    for row, question, _, _, _, part, sample in run.answers:
        answer, fired, number = read(part, question.view, rule)
        scores = item_scores(number, question)
        items.append(Item(row, question, answer, fired, number, scores, sample))
    return items


def read(
    response: markers.Response, question: QuestionView, rule: str
) -> tuple[markers.Answer, str, float | None]:
    """Return `answer`, `rule` and `number` of an `Item`, read by a filter (a key of `FILTERS`)."""
    found = FILTERS[rule](response, question)
    if found is None:
        return "", "", None
    answer, fired = found
    return answer, fired, quantities.read(answer, question.family, question.unit)


def item_scores(number: float | None, question: Question) -> dict[str, float]:
    """Return the scores of one answer by the names in `METRICS`; NaN for undefined ones."""
    return metrics.item_scores(
        number, question.number, unit=question.unit, centroid=question.centroid
    )


def item_names() -> dict[str, str]:
    """Return the names of the scores of one answer, each with its name in `METRICS`."""
    return {"ase" if name == "mase" else name: name for name in METRICS if name != "parsed"}


def column(items: Sequence[Item], name: str) -> list[float]:
    """Return one of `METRICS` of all items."""
    return [item.scores[name] for item in items]


def groups(items: Sequence[Item]) -> list[str]:
    """Return the group of each item, for clustered errors."""
    return [item.question.group for item in items]
