"""Gathers scored runs, and computes the numbers of the page for each selection of them.

A selection of a task, a prompting and a filter has the means of its models, their paired
differences, both also by parts of the questions, and curves. The page's scripts only look these
numbers up.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from tempanswerqa.analysis import CELLS, FAMILY, best_first, compare, curve, estimate, shares
from tempanswerqa.items import RUN, join
from tempanswerqa.metrics.means import SIGNIFICANT, holm
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.questions import subsets
from tempanswerqa.reports import words
from tempanswerqa.reports.page import legend
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.report import axes
from tempanswerqa.reports.report.answers import Answers
from tempanswerqa.runs import score_files
from tempanswerqa.runs.details import Record, facts
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.runs.selection import Selection, common_cells, comparable
from tempanswerqa.scoring import FILTERS, FLEXIBLE, STRICT
from tempanswerqa.text import conjoined
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame

SHOWN = (
    *(METRICS[name] for name in ("exact_match", "within_one", "smape")),
    Metric("silent", "unread", False, factor=100, digits=1),
    Metric("differs", "filters differ", False, factor=100, digits=1),
    METRICS["mase"],
)
"""The scores of models; the columns are those of `Gathered.items`."""
PAIRED = ("exact_match", "within_one", "smape")
"""The scores with paired differences."""
DIMENSIONS: Mapping[str, tuple[str, ...]] = {
    "task": ("task",),
    "prompting": ("prompting",),
    "unit": ("measure",),
    "kind": ("task", "kind"),
}
"""The columns of items whose values define the page's parts."""
FEW = 10
"""Parts with fewer effective groups have no difference: their intervals are meaningless."""
PAIRS = 12
"""Maximum number of models for paired differences of parts."""
HEAVY = 10
"""The number of heaviest questions listed."""
PANELS = {"percent": ("percent", "time"), "days": ("days", "time"), "scaled": ("scaled",)}
"""The axes of the curve's panels, by the reader's choice."""

COLUMNS = (
    *(*RUN, "unit", "kind", "measure", "id", "sample", "group", "number", "error"),
    *METRICS,
)
"""The columns of items that the page needs."""


@dataclass
class Gathered:
    """The data for tables and the page."""

    wanted: str = ""
    """The filter that the page shows first; empty for strict-match, or for flexible-extract if all
    questions are users'."""
    tasks: dict[str, str] = field(default_factory=dict)
    """The title of each task."""
    answers: Answers = field(default_factory=Answers)
    _facts: list[Record] = field(default_factory=list)
    _runs: list[Run] = field(default_factory=list)
    _tables: list[DataFrame] = field(default_factory=list)

    def add(self, run: Run) -> str:
        """Add a run; return why it is left out, or an empty string."""
        name = (run.task, RunName.of(run))
        if any((other.task, RunName.of(other)) == name for other in self._runs):
            return score_files.AGAIN
        self.tasks[run.task] = words.titled(run.task_name)
        self._facts += facts(run)
        self._tables.append(_table(run))
        self._runs.append(replace(run, table=run.table.iloc[:0], beside=None))
        if run.beside:
            self.answers.add(run, run.beside)
        return ""

    @property
    def filter_name(self) -> str:
        """Return the filter that the page shows first."""
        own = all(subsets.find(run.subset).own for run in self._runs)
        return self.wanted or (FLEXIBLE if own else STRICT)

    @cached_property
    def cast(self) -> Cast:
        """Return the styles and short names of the models, in the order of the page."""
        strict = join([table[table["filter"] == STRICT] for table in self._tables])
        return legend.cast(map(RunName.of, self._runs), best_first(strict))

    @cached_property
    def items(self) -> DataFrame:
        """Return the items of all runs, with the models in the order of the page."""
        items = join(self._tables)
        order = [model for model in self.cast.short if model in items["model"].cat.categories]
        return items.assign(model=items["model"].cat.reorder_categories(order))

    @property
    def records(self) -> list[Record]:
        """Return the facts of all runs, with `effective_groups` as in `details.records`."""
        bounded = [metric for metric in METRICS.values() if metric.bounded]
        means = estimate(self.items, RUN, (), bounded)
        means = means[means["n"] > 0].astype(dict.fromkeys(RUN, object))
        fewest = (1 + means["degrees"]).groupby([means[key] for key in RUN]).min()
        return [
            record | {"effective_groups": fewest.get(tuple(record[key] for key in RUN), 0)}
            for record in self._facts
        ]

    @property
    def runs(self) -> list[Run]:
        """Return the runs without their items, in the order of the page."""
        return self.cast.ordered(self._runs)


def _table(run: Run) -> DataFrame:
    """Return the items of a run with `measure`, `silent` (unread) and `differs` (by filter)."""
    table = words.measured(run)[[*COLUMNS]]
    numbers = table["number"].to_numpy().reshape(table["filter"].nunique(), -1)
    differs = ~((numbers == numbers[0]) | np.isnan(numbers) & np.isnan(numbers[0])).all(0)
    return table.assign(silent=1 - table["parsed"], differs=np.tile(differs, len(numbers)))


Key = tuple[str, str, str]
"""A task and a prompting (empty: all), and a filter."""


def keys(gathered: Gathered) -> list[Key]:
    """Return the keys of all selections, starting with the one that the page opens with."""
    promptings = sorted({run.prompting for run in gathered.runs} - {""}, reverse=True)
    filters = sorted(FILTERS, key=lambda name: name != gathered.filter_name)
    tasks = ["", *gathered.tasks] if len(gathered.tasks) > 1 else [""]
    return [*product(tasks, ["", *promptings] if len(promptings) > 1 else [""], filters)]


def selected(gathered: Gathered, key: Key) -> tuple[Selection, bool]:
    """Return the runs of a selection, and whether they are comparable; all runs if none are."""
    task, prompting, filter_name = key
    found = comparable(gathered.runs, task, prompting or None, filter_name)
    if found.runs:
        return found, len(found.models) > 1
    runs = [run for run, _ in found.left_out]
    by_model = defaultdict[str, set[tuple[str, str]]](set)
    for run in runs:
        by_model[run.model].add((run.task, run.prompting))
    cells = common_cells(by_model.values())
    kept = [run for run in runs if by_model[run.model] >= cells]
    return Selection(filter_name, sorted(cells), kept, []), False


def numbers(gathered: Gathered) -> dict[Key, dict[str, Any]]:
    """Return all numbers of each selection, ready for JSON.

    Means are `{model: {score: [value, stderr, low, high, n, responses]}}`, and pairs `{"first
    second": {score: [difference, low, high, better]}}`; see `_parts`, `_curve` and `_heavy`. `n` is
    the number of questions, each counted once, however often it was asked.
    """
    import pandas as pd

    chosen = {key: selected(gathered, key) for key in keys(gathered)}
    cast = gathered.cast
    selections = [own for own, _ in chosen.values()]
    by_cell = dict(tuple(gathered.items.groupby([*CELLS, "filter"], observed=True)))
    tables = []
    for own in selections:
        rows = pd.concat([by_cell[task, shots, own.filter] for task, shots in own.cells])
        tables.append(rows[rows["model"].isin(own.models)])
    number = np.arange(len(tables)).repeat([*map(len, tables)])
    items = pd.concat(tables).assign(selection=pd.Categorical(number))
    has_pairs = np.array([may_compare for _, may_compare in chosen.values()])
    paired = items[has_pairs[number]]
    means = _split(_estimate(items, ("selection",), CELLS, SHOWN))
    parts_of = ("id", "sample", *CELLS)
    largest = _split(shares(items, "mase", parts_of, ("selection", "model")))
    compared = _gaps(paired, ("selection",), CELLS, PAIRED)
    few = np.array([len(own.models) <= PAIRS for own in selections])
    paired = items[(has_pairs & few)[number]]
    dimensions = {}
    for name, by in DIMENSIONS.items():
        over = ("task",) if name == "prompting" else ("prompting",)
        found = _split(_estimate(items, ("selection", *by), over, FAMILY))
        gaps = _gaps(paired, ("selection", *by), over, FAMILY)
        dimensions[name] = found, gaps
    heavy = {
        score: _split(shares(items, score, ("id",), ("selection",))) for score in ("smape", "mase")
    }
    return {
        key: {
            **_facts(gathered, own),
            "said": words.verdict(compared[at], cast.short),
            "means": _means(means[at], largest[at], cast.slugs),
            "pairs": _pairs(compared[at], cast.slugs),
            "parts": {
                name: _parts(gathered, own.models, DIMENSIONS[name], found[at], gaps[at])
                for name, (found, gaps) in dimensions.items()
            },
            "curves": {name: _curve(tables[at], own.models, name) for name in axes.AXES},
            "heavy": {score: _heavy(found[at]) for score, found in heavy.items()},
        }
        for at, (key, (own, _)) in enumerate(chosen.items())
    }


def _estimate(items: DataFrame, by: Sequence[str], over: Sequence[str], scores: Any) -> DataFrame:
    """Return the `estimate` of each model, with each question counted once in `n`."""
    once = items.drop_duplicates([*dict.fromkeys((*by, "task", "id"))])
    n = once.groupby([*by], observed=True)[[score.name for score in SHOWN]].count()
    counts = n.rename_axis(columns="score").stack().rename("n")
    found = estimate(items, (*by, "model"), over, scores).drop(columns="n")
    return found.join(counts, on=[*by, "score"])


def _split(found: DataFrame) -> dict[int, DataFrame]:
    """Return the rows of each selection by its number; none for one without rows."""
    rows = defaultdict[int, "DataFrame"](lambda: found.iloc[:0])
    rows |= tuple(found.groupby("selection", observed=True, sort=False))
    return rows


def _gaps(
    paired: DataFrame, by: Sequence[str], over: Sequence[str], scores: Sequence[str]
) -> dict[int, DataFrame]:
    """Return the paired differences of each selection; there may be no items."""
    if len(paired):
        return _split(compare(paired, by, over, scores))
    columns = ["first", "second", "score", "p", "p_holm", "better"]
    return _split(paired.reindex(columns=[*by, *columns, "difference", "low", "high"]))


def _facts(gathered: Gathered, own: Selection) -> dict[str, Any]:
    """Return the models and cells of a selection, also in words, and what is left out."""
    cast, tasks = gathered.cast, list(gathered.tasks)
    titles = [*dict.fromkeys(gathered.tasks[task] for task, _ in own.cells)]
    promptings = sorted({prompting for _, prompting in own.cells if prompting}, reverse=True)
    mean = f"Mean of {len(titles)} tasks ({'; '.join(titles)})" if len(titles) > 1 else titles[0]
    scope = ", ".join(filter(None, (mean, conjoined(promptings), own.filter)))
    return {
        "models": [cast.slugs[model] for model in own.models],
        "cells": [[tasks.index(task), prompting] for task, prompting in own.cells],
        "scope": f"{scope}.",
        "left": [
            f"{cast.short[run.model]} ({gathered.tasks[run.task]}"
            f"{run.prompting and f', {run.prompting}'}): {why}"
            for run, why in own.left_out
        ],
    }


def plain(number: float, digits: int = 6) -> float | int | None:
    """Return a number for JSON, with this many digits; None for NaN and infinity."""
    if not math.isfinite(number):
        return None
    rounded = float(f"{number:.{digits}g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 1e15 else rounded


def _plain(row: Iterable[float], digits: int = 6) -> list[float | int | None]:
    return [plain(number, digits) for number in row]


def _means(
    found: DataFrame, largest: DataFrame, slugs: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    columns = ["model", "score", "value", "stderr", "low", "high", "n", "responses"]
    means = defaultdict[str, dict[str, Any]](lambda: {"largest": [0]})
    for model, score, *row in found[columns].itertuples(index=False):
        means[slugs[model]][score] = _plain(row, 9)
    for row in largest.drop_duplicates("model").itertuples():
        means[slugs[row.model]]["largest"] = [plain(row.share)]
    return means


def _pairs(compared: DataFrame, slugs: Mapping[str, str]) -> dict[str, dict[str, list[Any]]]:
    pairs = defaultdict[str, dict[str, list[Any]]](dict)
    columns = ["first", "second", "score", "better", "difference", "low", "high"]
    for first, second, score, better, *gap in compared[columns].itertuples(index=False):
        own = pairs[f"{slugs[first]} {slugs[second]}"]
        own[score] = [*_plain(gap, 9), slugs.get(better, "")]
    return pairs


def _parts(
    gathered: Gathered,
    models: Sequence[str],
    by: Sequence[str],
    found: DataFrame,
    compared: DataFrame,
) -> list[list[Any]]:
    """Return the parts of a dimension, largest first.

    A part is `[values of the columns, n, responses, small, scores, pairs]`. `n` and `responses` are
    lists, of EM and of sMAPE. Scores are a list for each model with value, low and high of both;
    pairs are `{"first second": {score: [difference, low, high, filled]}}`. `filled` is whether it
    is significant, corrected (Holm) for all parts that are not small. `by` has the columns of the
    dimension.
    """
    tasks = {task: at for at, task in enumerate(gathered.tasks)}
    parts: dict[tuple[str, ...], list[Any]] = {}
    columns = ["model", "score", "n", "responses", "degrees", "value", "low", "high"]
    for row in found[[*columns, *by]].itertuples(index=False):
        (model, score, n, responses, degrees, *ends), value = row[: len(columns)], row[8:]
        names = [tasks[one] if name == "task" else one for name, one in zip(by, value, strict=True)]
        empty = [names, [0, 0], [0, 0], True, [[None] * 3 * len(FAMILY) for _ in models], {}]
        part = parts.setdefault(value, empty)
        at = FAMILY.index(score)
        part[4][models.index(model)][3 * at : 3 * at + 3] = _plain(ends)
        part[1][at], part[2][at] = n, max(part[2][at], responses)
        if at == 0:
            part[3] = part[3] and not degrees + 1 >= FEW  # NaN is small
    tests = defaultdict[tuple[str, ...], list[tuple[Any, ...]]](list)
    columns = ["first", "second", "score", "p", "difference", "low", "high"]
    for row in compared[[*columns, *by]].itertuples(index=False):
        if not parts[row[7:]][3]:
            tests[row[:3]].append((parts[row[7:]][5], *row[3:7]))
    slugs = gathered.cast.slugs
    for (first, second, score), rows in tests.items():
        filled = holm(np.array([row[1] for row in rows])) < SIGNIFICANT
        for (pairs, _, *gap), is_clear in zip(rows, filled, strict=True):
            own = pairs.setdefault(f"{slugs[first]} {slugs[second]}", {})
            own[score] = [*_plain(gap), int(is_clear)]
    return [part for _, part in sorted(parts.items(), key=lambda pair: (-pair[1][1][0], pair[0]))]


def _curve(items: DataFrame, models: Sequence[str], axis: str) -> dict[str, Any] | None:
    """Return `{n, responses, lines}` of an axis; None if no question has an error on it.

    For each model, lines are lists of shares, of lower ends and of upper ends, in percent.
    """
    units, codes = [UNITS[name] for name in items["unit"].cat.categories], items["unit"].cat.codes
    points = np.array([unit.point for unit in units])[codes]
    days = np.array([unit.days for unit in units])[codes]
    if axis == "scaled":
        kept = np.array([unit.kind != "period" for unit in units])[codes]
        error = items["mase"]
    elif axis == "percent":
        kept, error = ~points, items["smape"]
    else:
        kept = (points if axis == "time" else ~points) & ~np.isnan(days)
        error = items["error"] * days
    own, error = items[kept], error.mask(items["number"].isna())[kept]  # unread: no error
    if own.empty:
        return None
    tolerances = axes.AXES[axis]["tolerances"]
    found = curve(own, error.to_numpy(), tolerances)
    names = ["share", "low", "high"]
    shares_of = dict(tuple((100 * found[names]).round(2).groupby(found["model"], observed=True)))
    lines = {model: [_plain(rows[name]) for name in names] for model, rows in shares_of.items()}
    return {
        "n": len(own.drop_duplicates(["task", "id"])),
        "responses": int(own["model"].value_counts().max()),
        "lines": [lines.get(model, [[]] * 3) for model in models],
    }


def _heavy(found: DataFrame) -> list[Any]:
    """Return how many questions contribute to a score, and `[id, share]` of the heaviest."""
    first = found.head(HEAVY).itertuples()
    return [len(found), [[row.id, plain(row.share, 4)] for row in first]]
