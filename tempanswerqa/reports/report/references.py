"""Finds the references of tasks with few models: baselines, and the paper's runs."""

from __future__ import annotations

from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.leaderboard.entries import published
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.analysis.baselines import BASELINES, FILTER, baseline_run
from tempanswerqa.runs.summary import Summary, summarize

FEW = 2
"""The largest number of models of a task that has references."""


def references(gathered: Gathered, name: str) -> list[Summary]:
    """Return the paper's runs of a task, if its questions are released, and its baselines; empty if
    more than `FEW` models were run.
    """
    if len({row.model for row in gathered.of_task(name)}) > FEW:
        return []
    task, subset = gathered.tasks[name], TaskName.parse(name).subset
    known = [] if task.part.draw else [entry.summary for entry in published()]
    models = [row for row in known if row.task == str(TaskName(subset)) and row.prompting]
    found = [baseline_run(baseline, subset, name, task.part) for baseline in BASELINES]
    return models + [summarize(run, FILTER, items) for run, items in found]
