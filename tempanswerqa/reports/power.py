"""Plans comparisons of tasks or runs, and returns the table of what they detect."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tempanswerqa.harness import task_files
from tempanswerqa.metrics.intervals import FEW_GROUPS
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.questions.task_names import FAMILY
from tempanswerqa.reports import comparison_tables
from tempanswerqa.reports.compare import Read, Warn, by_place
from tempanswerqa.runs.analysis import power as analysis
from tempanswerqa.runs.analysis.comparison import ByTask
from tempanswerqa.runs.analysis.power import Planned, PowerError, Spread

BOUNDED = tuple(name for name, metric in METRICS.items() if metric.bounded)


def power(
    runs: Sequence[str],
    tasks: Sequence[str],
    metric: str | None,
    difference: float | None,
    n: int | None,
    tests: int,
    repeats: Sequence[int],
    rule: str,
    style: str,
    read: Read,
    warn: Warn,
) -> str:
    """Return the table of the differences that comparisons detect, or of the questions that they
    need for a `difference` in points.

    The plan is for the two `runs` (or one and a model like it) with the filter `rule`, else for
    `tasks`, by default all released ones; with `n` questions, by default as many as there are, and
    with `repeats` responses to each. `warn` gets which variances are rough or lacking. Raises
    PowerError for what cannot be planned.
    """
    metrics = (metric,) if metric else BOUNDED
    if metric and metric not in BOUNDED:
        raise PowerError(
            f"{metric} has no error to plan with, as few answers make most of it; plan with a "
            f"bounded metric: capped_ase, which is close to it, or {', '.join(BOUNDED)}"
        )
    share = difference / 100 if difference else None
    if runs:
        if tasks or len(runs) > 2:
            raise PowerError("--runs takes one run or two, and cannot be used with --tasks")
        found = _of_runs(by_place(runs, read, []), rule, metrics, warn)
    else:
        found = _of_tasks(tasks or subsets.included() or [FAMILY], metrics, warn)
    planned = [
        plan._replace(n=n or plan.n).computed(share, tests)
        for known in found
        for plan in _repeated(known, repeats)
    ]
    if not planned:
        raise PowerError(
            "the runs have no task in common in which scores vary; name others"
            if runs
            else "the package has no variances to plan with; name a run of yours with --runs"
        )
    return comparison_tables.render_power(planned, difference, tests, style)


def _repeated(known: Planned, repeats: Sequence[int]) -> Iterator[Planned]:
    """Yield the plan with each number of responses to a question."""
    if not repeats:
        yield known
    elif math.isnan(known.sampling.held):
        raise PowerError(
            f"{known.basis}: with one response to each question nothing is known of several; name "
            "runs that have them with --runs, or leave --repeats out"
        )
    for samples in repeats:
        spread = known.sampling.planned(known.spread, samples)
        within = known.sampling.share(spread, samples)
        yield known._replace(spread=spread, samples=samples, share_within=within)


def _of_tasks(names: Sequence[str], metrics: Sequence[str], warn: Warn) -> Iterator[Planned]:
    for task in task_files.named(names):
        questions = task.draw.n if task.draw else subsets.find(task.subset).questions
        find = partial(analysis.recorded, task.subset)
        yield from _known(task.name, questions, metrics, find, warn)


def _of_runs(
    sides: Sequence[ByTask], rule: str, metrics: Sequence[str], warn: Warn
) -> Iterator[Planned]:
    for task in [task for task in sides[0] if task in sides[-1]]:
        run = sides[0][task][0]
        items = [side[task][1][rule] for side in sides]
        if 1 < (count := min(side["group"].nunique() for side in items)) < FEW_GROUPS:
            warn(f"{task}: variances from {count} groups of questions are rough; take larger runs")
        if len(sides) == 2:
            find = partial(analysis.of_pair, items[0], items[1])
        else:
            find = partial(analysis.of_run, run.subset, items[0])
        for known in _known(task, len(run.part.questions), metrics, find, warn):
            made = analysis.sampling(known.metric, items[0], items[-1])
            yield known._replace(sampling=made)


def _known(
    task: str,
    questions: int,
    metrics: Sequence[str],
    find: Callable[[str], tuple[Spread, str]],
    warn: Warn,
) -> Iterator[Planned]:
    for metric in metrics:
        try:
            yield Planned(task, metric, *find(metric), questions)
        except PowerError as error:
            warn(f"{task}: {error}")
