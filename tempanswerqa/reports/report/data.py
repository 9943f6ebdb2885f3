"""Gathers the data of a report from scored runs, one by one, so that few items are in memory."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tempanswerqa.answers import unread as unread_answers
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.reports.page import legend, names
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report.answers import Answers
from tempanswerqa.reports.report.smape import SmapeParts, smape_parts
from tempanswerqa.runs import latest, samples, signature
from tempanswerqa.runs.analysis.error_statistics import ErrorStatistics
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.score_files import Scored
from tempanswerqa.runs.scoring import FILTERS, STRICT, Item, Run, score
from tempanswerqa.runs.summary import RunName, Summary


class Task(NamedTuple):
    """Hold a task that was run."""

    name: str
    title: str
    dataset: str
    part: Part
    subset: str = ""
    """The subset of its questions; fresh questions have that which they are like."""


class ByQuestion(NamedTuple):
    """Hold the scores of a run on each question of its task, in the order of `part.questions`."""

    part: Part
    scores: dict[str, array[float]]
    """The scores by each metric that runs are ranked by; NaN if undefined or unanswered."""

    @classmethod
    def of(cls, part: Part, items: Sequence[Item]) -> ByQuestion:
        """Return the scores of the items, by question."""
        own = {item.question.id: item.scores for item in samples.by_question(items)}
        scores = {
            name: array("d", (own[key][name] if key in own else math.nan for key in part.questions))
            for name, metric in METRICS.items()
            if metric.in_ranks
        }
        return cls(part, scores)


@dataclass
class Gathered:
    """Hold the data of tables and figures; single answers are as the filter `rule` reads them."""

    rule: str = STRICT
    summaries: list[Summary] = field(default_factory=list)
    """The summaries of all runs with all filters."""
    tasks: dict[str, Task] = field(default_factory=dict)
    """The tasks by name."""
    errors: dict[str, ErrorStatistics] = field(default_factory=lambda: defaultdict(ErrorStatistics))
    """The statistics of wrong answers by dataset, over all runs."""
    run_errors: dict[tuple[str, RunName], ErrorStatistics] = field(
        default_factory=lambda: defaultdict(ErrorStatistics)
    )
    """The statistics of wrong answers by dataset and run."""
    defined: dict[tuple[str, RunName], dict[str, int]] = field(default_factory=dict)
    """The number of answers with a defined score, by task and run, then by metric."""
    responses: dict[tuple[str, RunName], int] = field(default_factory=dict)
    """The number of responses by task and run."""
    smape_parts: dict[tuple[str, RunName], SmapeParts] = field(default_factory=dict)
    """The parts of sMAPE by task and run."""
    questions: dict[str, dict[tuple[str, RunName], ByQuestion]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """The scores of single questions by filter, then by task and run."""
    unread: Counter[tuple[str, RunName, str, str]] = field(default_factory=Counter)
    """The number of unread responses by task, run, filter and reason."""
    answers: Answers = field(init=False)

    def __post_init__(self) -> None:
        self.answers = Answers(self.rule)

    def add(self, scored: Scored) -> str:
        """Add a run; return why it is left out, or an empty text."""
        run, by_filter = scored
        name = RunName.of(run)
        if (run.task, name) in self.defined:
            return latest.AGAIN
        task = Task(run.task, names.task_title(run), names.dataset(run), run.part, run.subset)
        self.tasks.setdefault(run.task, task)
        self.summaries += [summary for _, summary in by_filter.values()]
        for rule, (items, _) in by_filter.items():
            self._add_unread(run.of_items(items), name, rule, items)
            self.questions[rule][run.task, name] = ByQuestion.of(run.part, items)
        items, _ = by_filter[self.rule]
        sampled, run = run.samples > 1, run.of_items(items)
        self.responses[run.task, name] = len(items)
        self.defined[run.task, name] = _defined(items)
        self.smape_parts[run.task, name] = smape_parts(items)
        self.errors[task.dataset].add(items)
        self.run_errors[task.dataset, name].add(items)
        read = {rule: items for rule, (items, _) in by_filter.items()}
        if sampled:
            run = replace(run, answers=[own[0] for own in samples.of_questions(run.answers)])
            read = {rule: score(run, rule) for rule in read}
        self.answers.add(run, name, task.title, read)
        return ""

    @property
    def by_question(self) -> dict[tuple[str, RunName], ByQuestion]:
        """Return the scores of single questions with the filter `rule`, by task and run."""
        return self.questions[self.rule]

    @property
    def cast(self) -> Cast:
        """Return the looks and short names of the models, in the order of the page."""
        return legend.cast(map(RunName.of, self.summaries), self.summaries)

    @property
    def runs(self) -> list[RunName]:
        """Return all runs, each once, in the order of the page."""
        return self.cast.ordered({name for _, name in self.defined})

    @property
    def datasets(self) -> list[str]:
        """Return all datasets, in the order of their tasks."""
        return list(dict.fromkeys(task.dataset for task in self.tasks.values()))

    def titled(self, dataset: str) -> str:
        """Return a dataset in words, with the splits that were run if these are not all."""
        own = self._subsets(dataset)
        told = " and ".join(SUBSETS[subset].split for subset in own)
        return f"{dataset} ({told} only)" if self.lacking(dataset) else dataset

    def lacking(self, dataset: str) -> list[str]:
        """Return the subsets of a dataset that were not run; another one was."""
        own = self._subsets(dataset)
        families = {SUBSETS[subset].family for subset in own}
        return [s for s, part in SUBSETS.items() if part.family in families and s not in own]

    def _subsets(self, dataset: str) -> list[str]:
        run = {task.subset for task in self.tasks.values() if task.dataset == dataset}
        return [subset for subset in SUBSETS if subset in run]

    def of_task(self, task: str, rule: str = "") -> list[Summary]:
        """Return the summaries of a task that may be compared, with a filter (default: `rule`).

        If some runs are complete, the others are left out.
        """
        own = [summary for summary in self.ordered(rule or self.rule) if summary.task == task]
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

    def unread_shares(self, summary: Summary, rule: str) -> dict[str, float]:
        """Return the shares (0 to 1) of a run's responses that a filter cannot read, by reason."""
        task, name = summary.task, RunName.of(summary)
        total = self.responses[task, name]
        return {why: self.unread[task, name, rule, why] / total for why in unread_answers.REASONS}

    def _add_unread(self, run: Run, name: RunName, rule: str, items: Sequence[Item]) -> None:
        for item, answer in zip(items, run.answers, strict=True):
            if item.number is None:
                why = unread_answers.why_unread(answer.response, answer.question.view)
                self.unread[run.task, name, rule, why] += 1


def _defined(items: Sequence[Item]) -> dict[str, int]:
    return {name: sum(not math.isnan(item.scores[name]) for item in items) for name in METRICS}
