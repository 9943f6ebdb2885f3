"""Correlates temporal scores with those of other tasks of the harness over models: exact match as
it is, and the other scores given exact match.

Scores are those in the results files of the harness; nothing is scored again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import files
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics.correlation import FEWEST, UNKNOWN, Correlation, spearman
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.task_names import FAMILY
from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.canvas import Figure, Picture
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.runs import harness_files
from tempanswerqa.runs.harness_files import HarnessResults
from tempanswerqa.text import listed, shortened, shown, suggestion, told, visible

ADVICE = (
    "name results_*.json files, or folders with them, as lm_eval writes them with --output_path; "
    "of saved responses `tempanswerqa score PATH --output_path DIR` makes them"
)
METRIC = "exact_match"
"""The score that is given where another one is correlated."""
DEFAULT = (METRIC, "smape", "capped_ase")
"""The scores without --metric: sMAPE and capped ASE are the areas above the tolerance curve."""
NAME = 100
"""The largest number of characters of a score's name."""
CELL, LETTER = (0.66, 0.52), 0.068
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

    def scores(self, measure: Measure, kind: str = "") -> dict[str, float]:
        """Return the score of each model that has it, or its `_stderr` as `kind`; NaN left out."""
        key = f"{measure.metric}{kind},{measure.filter}"
        files = self.results.get(measure.task, {}).items()
        scores = {model: results.scores[measure.task].get(key) for model, results in files}
        return {model: score for model, score in scores.items() if score == score is not None}

    def measures(self, task: str) -> list[Measure]:
        """Return the scores of a task that any model has, without standard errors."""
        keys = {key for results in self.results[task].values() for key in results.scores[task]}
        names = (key.partition(",") for key in sorted(keys))
        return [Measure(task, *name[::2]) for name in names if not name[0].endswith("_stderr")]

    def higher_is_better(self, measure: Measure) -> bool | None:
        """Return whether a higher score is better; None if no file states it, or files disagree."""
        fields = (results.of_task("higher_is_better", measure.task)
                  for results in self.results[measure.task].values())  # fmt: skip
        ways = {field.get(measure.metric) for field in fields if isinstance(field, dict)}
        ways = {way for way in ways if isinstance(way, bool)}
        return ways.pop() if len(ways) == 1 else None


class Relation(NamedTuple):
    """Hold the correlations of a temporal score with another score, which are positive if models
    that are better here are better there. Of an unknown direction, higher counts as better."""

    temporal: Measure
    other: Measure
    plain: Correlation
    given: Correlation
    """The correlation given exact match of the same task; unknown for exact match itself."""
    models: Sequence[str]
    """The models with both scores and exact match."""

    @property
    def shown(self) -> Correlation:
        """Return the one of both that people see first."""
        return self.plain if self.temporal.metric == METRIC else self.given


def collect(
    places: Sequence[str],
    fail: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Models:
    """Return the scores in the results files that `places` name, or that are below them.

    Of several files with the same model and task the latest counts. `fail` is called with what is
    wrong with a file; `progress` wraps the paths. Raises CorrelateError if a place has no results
    file, or if no file has a score.
    """
    paths: dict[Path, Path] = {}
    for place in places:
        below = harness_files.files(place)
        if not below:
            raise CorrelateError(f"{place}: no results_*.json there; {ADVICE}")
        paths |= {path.resolve(): path for path in below}
    read = []
    for path in progress([*paths.values()]):
        try:
            results = harness_files.read(path)
        except harness_files.RecordedError as error:
            fail(f"{error}; {ADVICE}")
            continue
        if any(results.scores.values()):
            read.append(results)
        else:
            fail(f"{path}: has no scores; {ADVICE}")
    latest: dict[str, dict[str, HarnessResults]] = defaultdict(dict)
    repeated = set()
    for results in sorted(read, key=lambda each: (each.date, each.path.name)):
        for task in results.scores:
            if results.model in latest[task]:
                repeated.add((task, results.model))
            latest[task][results.model] = results
    if not latest:
        raise CorrelateError(f"no scores to correlate; {ADVICE}")
    return Models(dict(latest), repeated)


def select(
    models: Models, patterns: Iterable[str], without: Set[str] = frozenset()
) -> list[Measure]:
    """Return the scores that match any of `TASK[:METRIC[,FILTER]]`, whose parts may have `*`, `?`
    and `[...]`; a part that is left out matches all. Tasks `without` match by their names alone.

    Raises CorrelateError for a pattern that no score matches.
    """
    measures: dict[Measure, None] = {}
    for pattern in patterns:
        task, _, key = pattern.rpartition(":") if ":" in pattern else (pattern, "", "")
        metric, _, rule = (key or "*").partition(",")
        key = f"{metric},{rule or '*'}"
        candidates = [
            measure
            for name in sorted(models.results)
            if name == task or (fnmatchcase(name, task) and name not in without)
            for measure in models.measures(name)
        ]
        matching = [m for m in candidates if fnmatchcase(f"{m.metric},{m.filter}", key)]
        if not matching:
            names = [measure.name for measure in candidates] or sorted(models.results)
            hint = suggestion(told(pattern), map(told, names), f"there are {listed(names)}")
            raise CorrelateError(f"no score in the results files is {told(pattern)!r}; {hint}")
        measures |= dict.fromkeys(matching)
    return [*measures]


def ours(
    models: Models, rule: str, metrics: Sequence[str] = (), tasks: Sequence[str] = ()
) -> list[Measure]:
    """Return the scores of tasks with one filter, by default `DEFAULT` of this project's tasks.

    Raises CorrelateError for a task or a named score that no file has.
    """
    patterns = [f"{task}:*,{rule}" for task in tasks or [f"{FAMILY}*"]]
    measures = [m for m in select(models, patterns) if m.metric in (metrics or DEFAULT)]
    lacking = {*metrics} - {measure.metric for measure in measures}
    if lacking or not measures:
        name = min(lacking, default=" or ".join(DEFAULT))
        hint = suggestion(name, METRICS)
        raise CorrelateError(f"no temporal task in the results files has {told(name)}; {hint}")
    return sorted(measures, key=lambda measure: (measure.task, [*METRICS].index(measure.metric)))


def relate(models: Models, ours: Sequence[Measure], others: Iterable[Measure]) -> list[Relation]:
    """Return the correlations of each temporal score with each other score, but not with itself.

    Raises CorrelateError if no pair of scores has `FEWEST` models.
    """
    relations = []
    for mine, other in ((mine, other) for other in others for mine in ours if mine != other):
        sides = mine, other, mine._replace(metric=METRIC)
        scores = [models.scores(side) for side in sides]
        both = sorted(set.intersection(*map(set, scores)))
        columns, errors = [], []
        for side, score in zip(sides, scores, strict=True):
            sign = -1 if models.higher_is_better(side) is False else 1
            stderr = models.scores(side, "_stderr")
            columns.append([sign * score[model] for model in both])
            errors.append([stderr.get(model, 0.0) for model in both])
        plain = spearman(*columns[:2], errors=errors[:2])
        beyond = spearman(*columns[:2], given=columns[2], errors=errors)
        relations.append(Relation(mine, other, plain, beyond, both))
    most = max((len(relation.models) for relation in relations), default=0)
    if most < FEWEST:
        short = f"no two scores have more than {most} in common; name the results of more models"
        raise CorrelateError(f"a correlation needs {FEWEST} models, and {short}")
    return relations


def records(models: Models, relations: Sequence[Relation]) -> Table:
    """Return a row for each temporal score with each other score."""
    rows = []
    for temporal, other, plain, given, names in relations:
        rows.append({
            **temporal._asdict(),
            "other": other.name,
            "higher_is_better": METRICS[temporal.metric].higher_is_better,
            "other_higher_is_better": models.higher_is_better(other),
            "models": len(names),
            **plain.as_dict(),
            **given.as_dict(f"given_{METRIC}"),
        })  # fmt: skip
    return Table(rows=rows)


def labels(measures: Collection[Measure]) -> dict[Measure, str]:
    """Return the name of the task of each score, or its own name if several have this task."""
    counts = Counter(measure.task for measure in {*measures})
    return {m: visible(m.task) if counts[m.task] == 1 else m.name for m in measures}


def heading(metric: str) -> str:
    """Return the heading of a temporal score, with what is given."""
    name = METRICS[metric].heading
    return name if metric == METRIC else f"{name} given {METRICS[METRIC].heading}"


def matrix(relations: Sequence[Relation]) -> Table:
    """Return a row for each task and other score, and a column for each temporal score."""

    def cell(metric: str, row: Row) -> str:
        rho, low, high, _ = row.get(metric, UNKNOWN)
        ends = f" [{shown(low)}, {shown(high)}]" if low == low else ""
        return f"{shown(rho)}{ends}".replace("0.", ".")

    rows: dict[tuple[str, Measure], dict[str, Any]] = {}
    names = labels([relation.other for relation in relations])
    metrics = dict.fromkeys(relation.temporal.metric for relation in relations)
    for relation in relations:
        temporal, other, *_, models = relation
        row = {"task": temporal.task, "other": names[other], "models": len(models)}
        rows.setdefault((temporal.task, other), row)[temporal.metric] = relation.shown
    columns = [Column("task", "task"), Column("other", "with"), Column("models", "n", digits=0)]
    columns += [Column(m, heading(m), digits=2, show=partial(cell, m)) for m in metrics]
    return Table(columns=columns, rows=[*rows.values()], by=["task"])


def notes(models: Models, relations: Sequence[Relation]) -> list[str]:
    """Return the notes that explain the correlations."""
    sides = dict.fromkeys(m for relation in relations for m in (relation.temporal, relation.other))
    unknown = [m.name for m in sides if models.higher_is_better(m) is None]
    bare = [m.name for m in sides if len(models.scores(m, "_stderr")) < len(models.scores(m))]
    lines = [
        "Spearman's rank correlation over n models, [95 % interval]; positive: models that are "
        "better here are better there; given EM: as if all models were equal in EM",
        "intervals are for other models and questions; they need four models (given EM five) and "
        "assume independent ones, which those of one family are not",
    ]
    lines += [f"no standard error, so that it counts as exact: {listed(bare)}"] if bare else []
    lines += [f"higher counts as better, as no file says it: {listed(unknown)}"] if unknown else []
    return lines


def warnings(models: Models, relations: Sequence[Relation]) -> list[str]:
    """Return why scores of models are not comparable, of which only a part of the questions was
    asked, and the files that count among several.
    """
    by_task: dict[str, set[str]] = defaultdict(set)
    for relation in relations:
        for measure in (relation.temporal, relation.other):
            by_task[measure.task] |= set(relation.models)
    lines = []
    for task, names in by_task.items():
        settings: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for model in sorted(names):
            results = models.results[task][model]
            part = "" if results.limit is None else f"--limit {results.limit:g}"
            counts = results.of_task("n-samples", task)
            if isinstance(counts, dict):  # groups have none
                part_size, size = counts.get("effective"), counts.get("original")
                if isinstance(part_size, int) and isinstance(size, int):
                    part = f"{part_size} of {size} questions" if part_size < size else ""
            lines += [f"IN PART: {told(model)}: {told(task)}: {part}"] if part else []
            if (task, model) in models.repeated:
                lines.append(f"SEVERAL FILES: {told(model)}: {told(task)}: {results.path} counts")
            parts = results.of_task("group_subtasks", task)  # a group has the settings of its tasks
            drawn = results.metadata(parts[0] if isinstance(parts, list) and parts else task)
            fields = {name: results.of_task(name, task) for name in ("n-shot", "versions")}
            fields |= {name: drawn.get(name) for name in ("level", "n", "seed")}
            for name, value in fields.items():
                if isinstance(value, int | float | str):
                    settings[name][told(value)].append(told(model))
        for name, values in settings.items():
            if len(values) > 1:
                each = (f"{value} ({', '.join(who)})" for value, who in values.items())
                lines.append(f"NOT COMPARABLE: {told(task)}: {name} is {', '.join(each)}")
    return lines


def check_place(path: Path) -> None:
    """Raise OSError, CorrelateError or ImportError if the matrix cannot be drawn into this file."""
    files.check_place(path)
    if path.suffix[1:] not in canvas.SUFFIXES:
        raise CorrelateError(f"--out {path}: end it with one of {', '.join(canvas.SUFFIXES)}")
    canvas.check()


def figure(relations: Sequence[Relation]) -> Picture:
    """Draw the matrix of all other scores and all temporal ones."""
    ours = list(dict.fromkeys(relation.temporal for relation in relations))
    names = labels([relation.other for relation in relations])
    others = list(names)
    texts = [f"{shortened(m.task, NAME)}\n{heading(m.metric)}" for m in ours], [*names.values()]
    across, down = (LETTER * max(map(len, "\n".join(side).split("\n"))) + 0.3 for side in texts)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for relation in relations:
            rho, low, high, _ = relation.shown
            ends = f"[{shown(low)},\n{shown(high)}]" if low == low else ""
            at = ours.index(relation.temporal), others.index(relation.other)
            canvas.shaded_cell(axes, at, rho, shown(rho), ends)
        axes.set(xlim=(-0.5, len(ours) - 0.5), ylim=(len(others) - 0.5, -0.5))
        axes.set_xticks(range(len(ours)), texts[0], rotation=90)
        axes.set_yticks(range(len(others)), texts[1])
        axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
        axes.spines[["left", "bottom"]].set_visible(False)

    size = CELL[1] * len(others) + across, CELL[0] * len(ours) + down
    return canvas.picture(draw, *size)
