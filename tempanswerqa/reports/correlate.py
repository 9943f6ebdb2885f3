"""Correlates temporal scores with those of other harness tasks, over models.

Scores are those in the results files of the harness; nothing is scored again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics.correlation import FEWEST, spearman
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.task_names import FAMILY
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.runs import harness_files
from tempanswerqa.runs.harness_files import HarnessResults
from tempanswerqa.text import excerpt, listed

DEFAULT = ("exact_match", "smape", "capped_ase")
"""The temporal scores: sMAPE and capped ASE are the areas above the tolerance curve."""
NOTES = (
    "Spearman's rank correlation over n models, [95 % interval]; positive: models that are better "
    "here are better there",
    "intervals are for other models on the same questions; they need four models, and assume "
    "independent ones, which those of one family are not",
)

Results = Mapping[str, Mapping[str, HarnessResults]]
"""The latest file of each task and model."""


class CorrelateError(TempAnswerError, ValueError):
    """Scores that cannot be correlated; the message says why and what to do."""


class Measure(NamedTuple):
    """The task, metric and filter of a score."""

    task: str
    metric: str
    filter: str

    @property
    def name(self) -> str:
        """Return the score as `TASK:METRIC,FILTER`."""
        return f"{self.task}:{self.metric},{self.filter}"


def collect(
    places: Sequence[str],
    fail: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Results:
    """Return the results files at or below `places`; `fail` gets the problems of each."""
    paths = {path.resolve(): path for place in places for path in harness_files.files(place)}
    read = []
    for path in progress([*paths.values()]):
        try:
            read.append(harness_files.read(path))
        except harness_files.RecordedError as error:
            fail(str(error))
    latest: dict[str, dict[str, HarnessResults]] = defaultdict(dict)
    for results in sorted(read, key=lambda each: (each.date, each.path.name)):
        if not any(results.scores.values()):
            fail(f"{results.path}: has no scores")
            continue
        for task in results.scores:
            latest[task][results.model] = results
    return latest


def scores(results: Results) -> Mapping[Measure, Mapping[str, float]]:
    """Return the defined scores of each model, without standard errors."""
    found = defaultdict[Measure, dict[str, float]](dict)
    for task, models in sorted(results.items()):
        for model, file in models.items():
            for key, score in sorted(file.scores[task].items()):
                metric, _, rule = key.partition(",")
                if not metric.endswith("_stderr") and score == score:  # not NaN
                    found[Measure(task, metric, rule)][model] = score
    return found


def select(measures: Iterable[Measure], patterns: Iterable[str]) -> list[Measure]:
    """Return the scores that match any of `TASK[:METRIC[,FILTER]]` with `*`, `?` and `[...]`.

    Temporal scores match only patterns that begin like their tasks.
    """
    selected: dict[Measure, None] = {}
    for pattern in patterns:
        whole = f"{pattern}{',' if ':' in pattern else ':'}*"
        of_ours = pattern.startswith(FAMILY)
        usable = [m for m in measures if of_ours or not m.task.startswith(FAMILY)]
        matching = [m for m in usable if any(fnmatchcase(m.name, p) for p in (pattern, whole))]
        if not matching:
            names = listed([measure.name for measure in usable]) or "none"
            raise CorrelateError(
                f"no score in the results files is {excerpt(pattern)!r}; there are {names}"
            )
        selected |= dict.fromkeys(matching)
    return [*selected]


def higher_is_better(results: Results, measure: Measure) -> bool | None:
    """Return whether a higher score is better; None if no file states it, or files disagree."""
    fields = [f.of_task("higher_is_better", measure.task) for f in results[measure.task].values()]
    stated = {field.get(measure.metric) for field in fields if isinstance(field, dict)}
    return stated.pop() if stated in ({True}, {False}) else None


def relate(results: Results, filter_name: str, patterns: Iterable[str]) -> list[Row]:
    """Return a row for each temporal score in `DEFAULT` with each other score that patterns match.

    `rho` is positive if models that are better here are better there; if the direction is unknown,
    higher counts as better. `models` is the number of models that have both scores.
    """
    known = scores(results)
    tasks = [task for task in sorted(results) if task.startswith(FAMILY)]
    temporal = [Measure(task, metric, filter_name) for task in tasks for metric in DEFAULT]
    ours = [measure for measure in temporal if measure in known]
    up = {measure: higher_is_better(results, measure) for measure in known}
    rows: list[Row] = []
    for other in select(known, patterns):
        for mine in (measure for measure in ours if measure != other):
            both = known[mine].keys() & known[other].keys()
            first, second = (
                [known[side][model] * (-1 if up[side] is False else 1) for model in sorted(both)]
                for side in (mine, other)
            )
            row = mine._asdict() | {"other": other.name, "other_higher_is_better": up[other]}
            rows.append(row | {"models": len(both)} | spearman(first, second).as_dict())
    most = max((row["models"] for row in rows), default=0)
    if most < FEWEST:
        raise CorrelateError(
            f"a correlation needs {FEWEST} models, and no temporal score shares more than {most} "
            f"with another; name more results_*.json that have {', '.join(DEFAULT)}"
        )
    return rows


def warnings(results: Results, rows: Iterable[Row]) -> list[str]:
    """Return which scores are on part of the questions, or differ in the number of exemplars."""
    lines = []
    tasks = dict.fromkeys(t for row in rows for t in (row["task"], row["other"].partition(":")[0]))
    for task in tasks:
        shots: dict[str, list[str]] = defaultdict(list)
        for model, file in sorted(results.get(task, {}).items()):
            if file.limit is not None:
                lines.append(f"IN PART: {excerpt(model)}: {excerpt(task)}: --limit {file.limit:g}")
            shots[excerpt(file.of_task("n-shot", task))].append(excerpt(model))
        if len(shots) > 1:
            each = ", ".join(f"{count} ({', '.join(who)})" for count, who in shots.items())
            lines.append(f"NOT COMPARABLE: {excerpt(task)}: n-shot is {each}")
    return lines


def table(rows: Sequence[Row]) -> Table:
    """Return the table of the rows of `relate`."""
    columns = [
        *(Column("task", "task"), Column("other", "with")),
        Column("metric", "score", words={name: metric.heading for name, metric in METRICS.items()}),
        Column("models", "n", digits=0),
        Column("rho", "Spearman", digits=2, ends=("rho_low", "rho_high")),
    ]
    return Table(columns, rows, by=["task"])
