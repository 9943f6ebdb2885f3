"""Correlates our scores with those of other tasks of the harness, over models.

Scores are those in the results files of the harness; nothing is scored again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from tempanswerqa import files
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics.correlation import FEWEST, UNKNOWN, Correlation, spearman
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.task_names import FAMILY
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Figure, Picture
from tempanswerqa.reports.tables import Column, Table
from tempanswerqa.runs import harness_files
from tempanswerqa.runs.harness_files import HarnessResults
from tempanswerqa.text import conjoined, listed, shortened, shown, suggestion, told

ADVICE = (
    "name results_*.json files, or folders with them, as lm_eval writes them with --output_path; "
    "of saved responses `tempanswerqa score PATH --output_path DIR` makes them"
)
FEW = 10
"""The number of models below which a note says that intervals are wide."""
NAME, LABEL = 100, 30
"""The largest number of characters of a score's name in a table, and of a line in the figure."""
CELL, LETTER = (0.62, 0.46), 0.068
"""The width and height of a cell of the figure and the width of a letter, in inches."""


class CorrelateError(TempAnswerError, ValueError):
    """Scores that cannot be correlated; the message says why and what to do."""


class Measure(NamedTuple):
    """Hold the task, metric and filter of a score."""

    task: str
    metric: str
    filter: str

    @property
    def name(self) -> str:
        """Return the score as `TASK:METRIC,FILTER`, on one line."""
        return shortened(f"{self.task}:{self.metric},{self.filter}", NAME)


class Models(NamedTuple):
    """Hold the results of many models."""

    results: Mapping[str, Mapping[str, HarnessResults]]
    """The results by task and model, each from the latest file that has both."""
    repeated: Set[tuple[str, str]]
    """The pairs of task and model that several files have."""
    joined: Mapping[str, str]
    """The full name of each model that some files name without its organization."""

    def scores(self, measure: Measure) -> dict[str, float]:
        """Return the score of each model that has it, NaN left out."""
        key = f"{measure.metric},{measure.filter}"
        found = self.results.get(measure.task, {}).items()
        scores = {model: results.scores[measure.task].get(key) for model, results in found}
        return {model: score for model, score in scores.items() if score == score is not None}

    def filters(self, task: str) -> dict[str, list[str]]:
        """Return the metrics of a task, each with the filters with which any model has it."""
        keys = {key for results in self.results[task].values() for key in results.scores[task]}
        filters: dict[str, list[str]] = defaultdict(list)
        for metric, _, rule in (key.partition(",") for key in sorted(keys)):
            if not metric.endswith("_stderr"):
                filters[metric].append(rule)
        return dict(filters)

    def higher_is_better(self, measure: Measure) -> bool | None:
        """Return whether a higher score is better; None if no file states it, or files disagree."""
        said = set()
        for results in self.results[measure.task].values():
            higher = results.of_task("higher_is_better", measure.task)
            if isinstance(higher, dict) and isinstance(higher.get(measure.metric), bool):
                said.add(higher[measure.metric])
        return said.pop() if len(said) == 1 else None


class Relation(NamedTuple):
    """Hold the correlation of one of our scores with another score, over the models with both."""

    own: Measure
    other: Measure
    correlation: Correlation
    models: Sequence[str]


def collect(
    places: Sequence[str],
    fail: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Models:
    """Return the scores in the results files that `places` name, or that are below them.

    Files are of one model if they have the same name of it, or if one has `X` and only one
    `ORG/X` is among the others. Of several files with the same model and task the latest counts.
    `fail` is called with what is wrong with a file; `progress` wraps the paths. Raises
    CorrelateError if a place has no results file, or if no file has a score.
    """
    paths: dict[Path, Path] = {}
    for place in places:
        below = harness_files.files(place)
        if not below:
            raise CorrelateError(f"{place}: no results_*.json there; {ADVICE}")
        for path in below:
            paths.setdefault(path.resolve(), path)
    read = []
    for path in progress([*paths.values()]):
        results = harness_files.read(path)
        if results and any(results.scores.values()):
            read.append(results)
        else:
            problem = "has no scores" if results else "cannot be read as a results file of lm_eval"
            fail(f"{path}: {problem}; {ADVICE}")
    names = {results.model for results in read}
    joined = {}
    for name in names:
        full = [n for n in names if n.count("/") == 1 and n.endswith(f"/{name}") and n[0] != "/"]
        if name and len(full) == 1:
            joined[name] = full[0]
    latest: dict[str, dict[str, HarnessResults]] = defaultdict(dict)
    repeated = set()
    for results in sorted(read, key=lambda each: (each.date, each.path.name), reverse=True):
        model = joined.get(results.model, results.model)
        for task in results.scores:
            if model in latest[task]:
                repeated.add((task, model))
            else:
                latest[task][model] = results
    if not latest:
        raise CorrelateError(f"no scores to correlate; {ADVICE}")
    return Models(dict(latest), repeated, joined)


def ours(models: Models, rule: str, tasks: Sequence[str] | None = None) -> list[Measure]:
    """Return the scores of the tasks by our metrics with one filter; by default all tasks of this
    project that have such scores count.

    Raises CorrelateError for a named task that no file has, or that has no such score, and by
    default if no task has one.
    """
    for task in tasks or ():
        _check_task(models, task, "--tasks")
    every = [task for task in sorted(models.results) if f"{task}_".startswith(f"{FAMILY}_")]
    chosen = dict.fromkeys(tasks or every)
    measures = [
        Measure(task, metric, rule)
        for task in chosen
        for metric in METRICS
        if rule in models.filters(task).get(metric, ())
    ]
    lacking = chosen.keys() - {measure.task for measure in measures}
    if not measures or (tasks and lacking):
        raise CorrelateError(
            f"no temporal score with the filter {rule} in "
            f"{listed(sorted(lacking or models.results))}; choose others with --tasks and "
            "--filter, or run lm_eval on a task of tempanswerqa"
        )
    return measures


def other(models: Models, name: str) -> Measure:
    """Return the score with a name such as `TASK:METRIC,FILTER`, as results files have it.

    The filter may be left out if the metric has only one. Raises CorrelateError if there is no
    such task, metric or filter, or if several filters are possible.
    """
    task, _, key = name.rpartition(":") if ":" in name else (name, "", "")
    metric, comma, rule = key.partition(",")
    _check_task(models, task, "--with")
    filters = [n for n in models.filters(task).get(metric, []) if not comma or n == rule]
    if not filters:
        missing = f"has no {told(key)}" if key else "has several scores; name a metric, too"
        raise CorrelateError(f"--with: {told(task)} {missing}; it has {_keys(models, task)}")
    if len(filters) > 1:
        named = " or ".join(Measure(task, metric, each).name for each in filters)
        raise CorrelateError(f"--with {told(name)}: name one of its filters, too: {named}")
    return Measure(task, metric, filters[0])


def _check_task(models: Models, task: str, option: str) -> None:
    if task not in models.results:
        there = f"there are {listed(sorted(models.results))}"
        hint = suggestion(told(task), map(told, models.results), there)
        raise CorrelateError(f"{option}: no results file has the task {told(task)!r}; {hint}")


def _keys(models: Models, task: str) -> str:
    filters = models.filters(task)
    return listed([f"{metric},{rule}" for metric, rules in filters.items() for rule in rules])


def relate(models: Models, own: Iterable[Measure], others: Iterable[Measure]) -> list[Relation]:
    """Return the correlation of each of our scores with each other score, but not with itself.

    Raises CorrelateError if no pair of scores has `FEWEST` models.
    """
    own, others = list(own), dict.fromkeys(others)
    relations = [related(models, mine, other) for other in others for mine in own if mine != other]
    most = max((len(relation.models) for relation in relations), default=0)
    if most < FEWEST:
        raise CorrelateError(
            f"a correlation needs {FEWEST} models, and no two scores have more than {most} in "
            "common; name the results of more models"
        )
    return relations


def related(models: Models, first: Measure, second: Measure) -> Relation:
    """Return the correlation of two scores over the models that have both."""
    sides = models.scores(first), models.scores(second)
    both = sorted(sides[0].keys() & sides[1].keys())
    found = spearman(*([side[model] for model in both] for side in sides))
    return Relation(first, second, found, both)


def table(models: Models, relations: Sequence[Relation]) -> Table:
    """Return a row for each of our scores with each other score."""
    rows = [
        {
            "task": own.task,
            "filter": own.filter,
            "metric": own.metric,
            "higher_is_better": METRICS[own.metric].higher_is_better,
            "other": other.name,
            "other_higher_is_better": models.higher_is_better(other),
            "models": len(names),
            **correlation.as_dict(),
        }
        for own, other, correlation, names in relations
    ]
    columns = [
        *(Column("task", "task"), Column("filter", "filter")),
        *(Column.of_names("metric", "metric"), Column("other", "with")),
        *(Column("models", "models", digits=0), Column("rho", "Spearman", digits=2, interval=True)),
    ]
    return Table(columns=columns, rows=rows)


def notes(models: Models, relations: Sequence[Relation]) -> list[str]:
    """Return the notes that explain the correlations."""
    lower = [metric.heading for metric in METRICS.values() if not metric.higher_is_better]
    lower += dict.fromkeys(r.other.name for r in relations if not models.higher_is_better(r.other))
    lines = [
        "Spearman's rank correlation over models, [95 % interval]; the interval assumes "
        "independent models, which those of one family are not, needs four of them, and has no "
        "width at 1 and -1",
        f"signs are not turned; lower is better, or it is not known, in {conjoined(lower)}",
        "MASE leaves unread answers out: read it beside parsed",
    ]
    if (least := min(len(relation.models) for relation in relations)) < FEW:
        lines.append(f"intervals of fewer than {FEW} models (here {least}) are wide")
    shown = {model for relation in relations for model in relation.models}
    pairs = [pair for pair in sorted(models.joined.items()) if pair[1] in shown]
    return lines + [f"{told(short)} and {told(full)} count as one model" for short, full in pairs]


def warnings(models: Models, relations: Sequence[Relation]) -> list[str]:
    """Return the reasons why scores of different models are not comparable, and the files that
    count if several have the same model and task.
    """
    by_task: dict[str, set[str]] = defaultdict(set)
    for relation in relations:
        for measure in (relation.own, relation.other):
            by_task[measure.task] |= set(relation.models)
    lines = []
    for task, names in by_task.items():
        settings: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for model in sorted(names):
            results = models.results[task][model]
            if part := _part(results, task):
                lines.append(f"IN PART: {told(model)}: {told(task)}: {part}")
            if (task, model) in models.repeated:
                which = f"{results.path}, the latest, counts"
                lines.append(f"SEVERAL FILES: {told(model)}: {told(task)}: {which}")
            parts = results.of_task("group_subtasks", task)  # a group has the settings of its tasks
            drawn = results.metadata(parts[0] if isinstance(parts, list) and parts else task)
            stated = {name: results.of_task(name, task) for name in ("n-shot", "versions")}
            for name, value in (
                stated | {name: drawn.get(name) for name in ("level", "n", "seed")}
            ).items():
                if isinstance(value, int | float | str):
                    settings[name][told(value)].append(told(model))
        for name, values in settings.items():
            if len(values) > 1:
                each = (f"{value} ({', '.join(own)})" for value, own in values.items())
                lines.append(f"NOT COMPARABLE: {told(task)}: {name} is {', '.join(each)}")
    return lines


def _part(results: HarnessResults, task: str) -> str:
    """Return the part of the questions that was asked, in words; empty if that is all."""
    counts = results.of_task("n-samples", task)
    if isinstance(counts, dict):  # groups have none
        asked, there = counts.get("effective"), counts.get("original")
        if isinstance(asked, int) and isinstance(there, int):
            return f"{asked} of {there} questions" if asked < there else ""
    return "" if results.limit is None else f"--limit {results.limit:g}"


def check_place(path: Path) -> None:
    """Raise OSError, CorrelateError or ImportError if the matrix cannot be drawn into this file."""
    files.check_place(path)
    if path.suffix[1:] not in canvas.SUFFIXES:
        suffixes = ", ".join(f".{suffix}" for suffix in canvas.SUFFIXES)
        raise CorrelateError(f"--out {path}: name a file with one of {suffixes}")
    canvas.check()


def matrix(models: Models, relations: Sequence[Relation]) -> Picture:
    """Draw the correlations of all scores with other tasks' scores and with our exact match."""
    own = list(dict.fromkeys(relation.own for relation in relations))
    others = list(dict.fromkeys(relation.other for relation in relations))
    rows = list(dict.fromkeys(own + others))
    columns = list(dict.fromkeys(others + [m for m in own if m.metric == "exact_match"]))
    cells = {
        (x, y): UNKNOWN if row == column else related(models, row, column).correlation
        for y, row in enumerate(rows)
        for x, column in enumerate(columns)
    }
    words = {
        measure: [
            shortened(measure.task, LABEL),
            METRICS[measure.metric].heading
            if measure in own
            else shortened(f"{measure.metric},{measure.filter}", LABEL),
        ]
        for measure in rows
    }
    width, height = (
        cell * len(side) + LETTER * max(len(word) for each in across for word in words[each]) + 0.3
        for cell, side, across in zip(CELL, (columns, rows), (rows, columns), strict=True)
    )

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for at, (rho, low, high, _) in cells.items():
            ends = f"[{shown(low)},\n{shown(high)}]" if low == low else ""
            canvas.shaded_cell(axes, at, rho, shown(rho), ends)
        axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(rows) - 0.5, -0.5))
        axes.set_xticks(range(len(columns)), ["\n".join(words[m]) for m in columns], rotation=90)
        axes.set_yticks(range(len(rows)), ["\n".join(words[m]) for m in rows])
        axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
        axes.spines[["left", "bottom"]].set_visible(False)

    return canvas.picture(draw, height, width)
