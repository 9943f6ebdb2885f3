"""Gathers the data of a report from scored runs, one by one, so that few items are in memory."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa.metrics.ranks import common_cells
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.page import legend
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report.answers import Answers
from tempanswerqa.runs import samples, score_files, signature
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.score_files import Scored
from tempanswerqa.runs.scoring import FILTERS, STRICT
from tempanswerqa.runs.summary import RunName, Summary
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame

Cell = tuple[str, str]
"""A task and a prompting."""


class ReportTask(NamedTuple):
    """Hold a task that was run."""

    name: str
    title: str
    """The task in words, with the level of fresh questions."""
    dataset: str
    """The dataset of its questions, with the level of fresh ones."""
    part: Part


class Field(NamedTuple):
    """Hold models that are compared, and the tasks and promptings that all of them answered."""

    models: list[str]
    """The models in the order of the page."""
    cells: list[Cell]


class ByQuestion(NamedTuple):
    """Hold what a run answered to each question of its task, in the order of `part.questions`."""

    part: Part
    numbers: list[list[float | None]]
    """The numbers that were read of the responses, None for one without; empty if unanswered."""
    scores: dict[str, array[float]]
    """The scores by metric; NaN if undefined or unanswered."""

    @classmethod
    def of(cls, part: Part, items: DataFrame) -> ByQuestion:
        """Return the numbers and scores of the items, by question."""
        numbers = defaultdict(list)
        for identity, number in zip(items["id"], samples.predictions(items), strict=True):
            numbers[identity].append(number)
        scores = samples.by_question(items).set_index("id").reindex([*part.questions])
        columns = {name: array("d", scores[name].tolist()) for name in METRICS}
        return cls(part, [numbers[key] for key in part.questions], columns)


@dataclass
class Gathered:
    """Hold the data of tables and figures; single answers are as the filter `rule` reads them."""

    rule: str = STRICT
    summaries: list[Summary] = field(default_factory=list)
    """The summaries of all runs with all filters."""
    tasks: dict[str, ReportTask] = field(default_factory=dict)
    """The tasks by name."""
    questions: dict[str, dict[tuple[str, RunName], ByQuestion]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """The answers to single questions by filter, then by task and run."""
    answers: Answers = field(default_factory=Answers)

    def add(self, scored: Scored) -> str:
        """Add a run; return why it is left out, or an empty text."""
        run, by_filter = scored
        name = RunName.of(run)
        if (run.task, name) in self.by_question:
            return score_files.AGAIN
        subset, draw = subsets.find(run.subset), run.part.draw
        level = f", fresh {draw.level}" if draw else ""
        title = f"{subset.title}{level}{', chat' if TaskName.parse(run.task).chat else ''}"
        self.tasks.setdefault(
            run.task, ReportTask(run.task, title, subset.dataset + level, run.part)
        )
        self.summaries += [summary for _, summary in by_filter.values()]
        for rule, (items, _) in by_filter.items():
            self.questions[rule][run.task, name] = ByQuestion.of(run.part, items)
        self.answers.add(run.first_responses(), name)
        return ""

    @property
    def by_question(self) -> dict[tuple[str, RunName], ByQuestion]:
        """Return the answers to single questions with the filter `rule`, by task and run."""
        return self.questions[self.rule]

    @property
    def cast(self) -> Cast:
        """Return the looks and short names of the models, in the order of the page."""
        return legend.cast(map(RunName.of, self.summaries), self.summaries)

    @property
    def runs(self) -> list[RunName]:
        """Return all runs, each once, in the order of the page."""
        return self.cast.ordered({name for _, name in self.by_question})

    def of_task(self, task: str) -> list[Summary]:
        """Return the summaries of a task that may be compared: if some runs are complete, these."""
        own = [summary for summary in self.ordered(self.rule) if summary.task == task]
        return [summary for summary in own if not summary.flaws] or own

    def ranked(self, task: str) -> list[Summary]:
        """Return the summaries of `of_task`; none if their signatures are not comparable."""
        own = self.of_task(task)
        return [] if signature.differences([row.signature for row in own]) else own

    def ordered(self, *rules: str) -> list[Summary]:
        """Return all summaries with the filters (default: all), sorted by task, filter and model in
        the order of the page.
        """
        tasks = list(dict.fromkeys(row.task for row in self.summaries))
        filters = list(FILTERS)
        own = self.cast.ordered(row for row in self.summaries if row.filter in (rules or filters))
        return sorted(own, key=lambda row: (tasks.index(row.task), filters.index(row.filter)))

    def of_dataset(self, dataset: str) -> list[Summary]:
        """Return the summaries of `of_task` for all tasks of a dataset."""
        names = [task.name for task in self.tasks.values() if task.dataset == dataset]
        return [summary for name in names for summary in self.of_task(name)]

    def field(self, task: str = "", prompting: str | None = None, tested: bool = True) -> Field:
        """Return the runs of a task and prompting (default: of all) that are compared: those of
        `common_cells`. Only runs of `ranked` count, or without `tested` those of `of_task`.
        """
        cells: dict[str, set[Cell]] = {}
        for name in [task] if task else self.tasks:
            for row in self.ranked(name) if tested else self.of_task(name):
                if prompting in (None, row.prompting):
                    cells.setdefault(row.model, set()).add((name, row.prompting))
        shared = common_cells(cells.values())
        models = [model for model in self.cast.short if cells.get(model, set()) >= shared]
        tasks = list(self.tasks)
        ordered = sorted(shared, key=lambda cell: (tasks.index(cell[0]), cell[1]))
        return Field(models if shared else [], ordered)

    def column(self, of: Field, model: str, metric: str) -> list[float]:
        """Return the scores of a model on all questions of a field; NaN for undefined ones."""
        runs = (self.by_question[task, RunName(model, prompting)] for task, prompting in of.cells)
        return [score for run in runs for score in run.scores[metric]]

    def groups(self, of: Field) -> list[Hashable]:
        """Return the group of each question of a field, in the order of `column`."""
        asked = (q for task, _ in of.cells for q in self.tasks[task].part.questions.values())
        return [(question.family, question.group) for question in asked]

    def read(self, of: Field, model: str) -> Iterator[tuple[Question, float | None]]:
        """Yield each question of a field with the number of each response to it; None: unread."""
        for task, prompting in of.cells:
            run = self.by_question[task, RunName(model, prompting)]
            for question, numbers in zip(run.part.questions.values(), run.numbers, strict=True):
                yield from ((question, number) for number in numbers)

    def errors(self, of: Field, model: str) -> list[float]:
        """Return the errors of wrong answers that were read, in the units of their questions."""
        errors = (
            (UNITS[question.unit].nearest(number, label) - label) / UNITS[question.unit].step
            for question, number in self.read(of, model)
            if number is not None
            for label, _ in [question.nearest(number)]
        )
        return [error for error in errors if error]
