"""Plans comparisons of tasks or runs, and returns the table of what they detect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tempanswerqa.harness import task_files
from tempanswerqa.metrics.intervals import FEW_GROUPS
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import FAMILY
from tempanswerqa.reports.compare import Read, Warn, by_place
from tempanswerqa.reports.tables import Column, Table, render
from tempanswerqa.runs.analysis import power as analysis
from tempanswerqa.runs.analysis.comparison import ByTask
from tempanswerqa.runs.analysis.power import POWER, PowerError, Spread

if TYPE_CHECKING:
    from pandas import DataFrame

NOTES = (
    "points: hundredths of a metric's largest score; sd: of the differences of two models from "
    "question to question; design effect: how groups of questions raise the variance",
    f"detects: the difference that n questions find with a chance of {POWER:.0%}, in a paired "
    f"two-sided test at {SIGNIFICANT}; -: they find none",
    f"{POWER:.0%} is the mean over pairs of models: of the paper's single pairs it is 34% to 100%",
)
Source = tuple[str, int, Callable[[str], tuple[Spread, str]]]
"""A task, the number of its questions, and the function that returns the spread of a metric, with
the source of its variances, such as `two runs`."""


def power(
    runs: Sequence[str],
    tasks: Sequence[str],
    metric: str | None,
    difference: float | None,
    n: int | None,
    rule: str,
    style: str,
    read: Read,
    warn: Warn,
) -> str:
    """Return the table of the differences that comparisons detect by task and bounded metric, in
    points; with a `difference` in points also of the questions that it needs.

    The plan is for the two `runs` with the filter `rule`, else for `tasks`, by default all released
    ones; with `n` questions, by default as many as there are. `warn` gets which variances are rough
    or lacking. Raises PowerError for what cannot be planned.
    """
    metrics = [metric] if metric else [name for name in METRICS if METRICS[name].bounded]
    if runs and (tasks or len(runs) != 2):
        raise PowerError("--runs takes two runs, and cannot be used with --tasks")
    sources = _recorded(tasks)
    if runs:
        first, second = by_place(runs, read, [])
        sources = _of_runs(first, second, rule, warn)
    rows = []
    for task, questions, find in sources:
        for name in metrics:
            try:
                spread, basis = find(name)
            except PowerError as error:
                warn(f"{task}: {error}")
                continue
            detects = spread.detectable(n or questions)
            rows.append({
                "task": task,
                "metric": name,
                "variances_of": basis,
                "sd": 100 * spread.sd,
                "design_effect": spread.design_effect,
                "n": n or questions,
                "detects": 100 * detects if detects <= 1 else None,  # beyond the metric's range
                "difference": difference,
                "n_needed": spread.needed(difference / 100) if difference else None,
            })  # fmt: skip
    if not rows:
        raise PowerError(
            "the runs have no task in common in which scores vary; name others"
            if runs
            else "the package has no variances to plan with; name a run of yours with --runs"
        )
    columns = [
        *(Column("task", "task"), Column.of_names("metric", "metric")),
        *(Column("variances_of", "variances of"), Column("sd", "sd", digits=1)),
        Column("design_effect", "design effect", digits=2),
        Column("n", "n", digits=0, show=lambda row: f"{row['n']:,}"),
        Column("detects", "detects", digits=1),
    ]
    if difference:
        heading = f"n for {difference:g} points"
        columns.append(
            Column("n_needed", heading, digits=0, show=lambda row: f"{row['n_needed']:,}")
        )
    table = Table(columns=columns, rows=rows, by=("task", "variances_of"))
    return render(table, style, NOTES)


def _recorded(tasks: Sequence[str]) -> Iterator[Source]:
    for task in task_files.named(tasks or subsets.included() or [FAMILY]):
        questions = task.draw.n if task.draw else subsets.find(task.subset).questions
        yield task.name, questions, partial(analysis.recorded, task.subset)


def _of_runs(first: ByTask, second: ByTask, rule: str, warn: Warn) -> Iterator[Source]:
    for task in [task for task in first if task in second]:
        (run, ours), (_, theirs) = first[task], second[task]
        sides = ours[rule], theirs[rule]
        if 1 < (count := min(side["group"].nunique() for side in sides)) < FEW_GROUPS:
            warn(f"{task}: variances from {count} groups of questions are rough; take larger runs")

        def find(metric: str, sides: tuple[DataFrame, DataFrame] = sides) -> tuple[Spread, str]:
            return analysis.of_pair(*sides, metric), "two runs"

        yield task, len(run.part.questions), find
