"""Correlates temporal scores with those of other tasks of the harness over models.

Scores are those in the results files of the harness; nothing is scored again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
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
from tempanswerqa.text import excerpt, listed, shortened

DEFAULT = ("exact_match", "smape", "capped_ase")
"""The temporal scores: sMAPE and capped ASE are the areas above the tolerance curve."""
NOTES = (
    "Spearman's rank correlation over n models, [95 % interval]; positive: models that are better "
    "here are better there",
    "intervals are for other models on the same questions; they need four models, and assume "
    "independent ones, which those of one family are not",
)


class CorrelateError(TempAnswerError, ValueError):
    """Scores that cannot be correlated; the message says why and what to do."""


class Measure(NamedTuple):
    """The task, metric and filter of a score."""

    task: str
    metric: str
    filter: str

    @property
    def name(self) -> str:
        """Return the score as `TASK:METRIC,FILTER`, on one line."""
        return shortened(f"{self.task}:{self.metric},{self.filter}", 100)


class Models(NamedTuple):
    """The results of many models, each from the latest file that has its task."""

    results: Mapping[str, Mapping[str, HarnessResults]]
    """The file of each task and model."""
    scores: Mapping[Measure, Mapping[str, float]]
    """The defined scores of each model, without standard errors."""

    def higher_is_better(self, measure: Measure) -> bool | None:
        """Return whether a higher score is better; None if no file states it, or files disagree."""
        files = self.results[measure.task].values()
        fields = [file.of_task("higher_is_better", measure.task) for file in files]
        stated = {field.get(measure.metric) for field in fields if isinstance(field, dict)}
        return stated.pop() if stated in ({True}, {False}) else None


def collect(
    places: Sequence[str],
    fail: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Models:
    """Return the scores in the results files that `places` name, or that are below them.

    `fail` is called with what is wrong with a file; `progress` wraps the paths. Raises
    CorrelateError if no file has a score.
    """
    paths = {path.resolve(): path for place in places for path in harness_files.files(place)}
    read = []
    for path in progress([*paths.values()]):
        try:
            results = harness_files.read(path)
        except harness_files.RecordedError as error:
            fail(str(error))
            continue
        if any(results.scores.values()):
            read.append(results)
        else:
            fail(f"{path}: has no scores")
    latest: dict[str, dict[str, HarnessResults]] = defaultdict(dict)
    for results in sorted(read, key=lambda each: (each.date, each.path.name)):
        for task in results.scores:
            latest[task][results.model] = results
    if not latest:
        raise CorrelateError(
            f"{', '.join(places)}: no results_*.json with scores there; lm_eval and `tempanswerqa "
            "score` write them with --output_path"
        )
    scores = defaultdict[Measure, dict[str, float]](dict)
    for task in sorted(latest):
        for model, results in latest[task].items():
            for key, score in sorted(results.scores[task].items()):
                metric, _, rule = key.partition(",")
                if not metric.endswith("_stderr") and score == score:  # not NaN
                    scores[Measure(task, metric, rule)][model] = score
    return Models(latest, scores)


def select(
    models: Models, patterns: Iterable[str], without: Set[str] = frozenset()
) -> list[Measure]:
    """Return the scores that match any of `TASK[:METRIC[,FILTER]]`.

    Parts may have `*`, `?` and `[...]`; a part that is left out matches all. Tasks `without`
    match by their names alone.

    Raises CorrelateError for a pattern that no score matches.
    """
    measures: dict[Measure, None] = {}
    for pattern in patterns:
        task, _, key = pattern.rpartition(":") if ":" in pattern else (pattern, "", "*")
        wanted = key if "," in key else f"{key},*"
        candidates = [
            own
            for own in models.scores
            if own.task == task or (fnmatchcase(own.task, task) and own.task not in without)
        ]
        matching = [m for m in candidates if fnmatchcase(f"{m.metric},{m.filter}", wanted)]
        if not matching:
            names = [measure.name for measure in candidates] or sorted(models.results)
            raise CorrelateError(
                f"no score in the results files is {excerpt(pattern)!r}; there are {listed(names)}"
            )
        measures |= dict.fromkeys(matching)
    return [*measures]


def ours(models: Models, filter_name: str) -> list[Measure]:
    """Return the scores `DEFAULT` of this project's tasks with one filter.

    Raises CorrelateError if no file has one.
    """
    found = [m for m in select(models, [f"{FAMILY}*:*,{filter_name}"]) if m.metric in DEFAULT]
    if not found:
        raise CorrelateError(f"no temporal task in the results files has {' or '.join(DEFAULT)}")
    return sorted(found, key=lambda measure: (measure.task, DEFAULT.index(measure.metric)))


def relate(models: Models, ours: Sequence[Measure], others: Sequence[Measure]) -> Sequence[Row]:
    """Return a row for each temporal score with each other score, but not with itself.

    `rho` is positive if models that are better here are better there; of an unknown direction,
    higher counts as better. `models` is the number of models that have both scores. Raises
    CorrelateError if no pair of scores has `FEWEST` models.
    """
    signs = {side: -1 if models.higher_is_better(side) is False else 1 for side in (*ours, *others)}
    rows = []
    for mine, other in ((mine, other) for other in others for mine in ours if mine != other):
        both = models.scores[mine].keys() & models.scores[other].keys()
        first, second = (
            [signs[side] * models.scores[side][model] for model in sorted(both)]
            for side in (mine, other)
        )
        rows.append(
            mine._asdict()
            | {"other": other.name, "other_higher_is_better": models.higher_is_better(other)}
            | {"models": len(both)}
            | spearman(first, second).as_dict()
        )
    most = max((row["models"] for row in rows), default=0)
    if most < FEWEST:
        short = f"no two scores have more than {most} in common; name the results of more models"
        raise CorrelateError(f"a correlation needs {FEWEST} models, and {short}")
    return rows


def warnings(models: Models, measures: Iterable[Measure]) -> list[str]:
    """Return which scores are not comparable.

    Only some of the questions were asked, or with other numbers of exemplars.
    """
    lines = []
    for task in dict.fromkeys(measure.task for measure in measures):
        shots: dict[str, list[str]] = defaultdict(list)
        for model, results in sorted(models.results[task].items()):
            if results.limit is not None:
                lines.append(
                    f"IN PART: {excerpt(model)}: {excerpt(task)}: --limit {results.limit:g}"
                )
            shots[excerpt(results.of_task("n-shot", task))].append(excerpt(model))
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
        Column("rho", "Spearman", digits=2, interval=True),
    ]
    return Table(columns, rows, by=["task"])
