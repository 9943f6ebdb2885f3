"""Computes the numbers of the page for each selection of a task, a prompting and a filter.

A selection has the means of its models, their paired differences, both by parts of the questions,
and curves. Scripts of the page look these numbers up and compute none.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from tempanswerqa.analysis import CELLS, FAMILY, compare, curve, estimate, shares
from tempanswerqa.metrics.means import SIGNIFICANT, holm
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.reports import verdicts
from tempanswerqa.reports.report import axes
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.selection import Selection, common_cells, comparable
from tempanswerqa.scoring import FILTERS
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
"""The scores that have paired differences."""
DIMENSIONS: Mapping[str, tuple[str, ...]] = {
    "task": ("task",),
    "prompting": ("prompting",),
    "unit": ("measure",),
    "kind": ("task", "kind"),
}
"""The columns of items by whose values the page has parts."""
FEW = 10
"""Parts with fewer effective groups have no difference: their intervals say nothing."""
PAIRS = 12
"""The largest number of models of which parts have paired differences."""
HEAVY = 10
"""The number of questions that are named as the heaviest."""
PANELS = {"percent": ("percent", "time"), "days": ("days", "time"), "scaled": ("scaled",)}
"""The axes of the panels of the curve, by what the reader chooses."""

Key = tuple[str, str, str]
"""A task and a prompting (empty: all), and a filter."""


def keys(gathered: Gathered) -> list[Key]:
    """Return the keys of all selections, first the one that the page opens with."""
    promptings = sorted({run.prompting for run in gathered.kept} - {""}, reverse=True)
    filters = sorted(FILTERS, key=lambda name: name != gathered.filter_name)
    tasks = ["", *gathered.tasks] if len(gathered.tasks) > 1 else [""]
    return [*product(tasks, ["", *promptings] if len(promptings) > 1 else [""], filters)]


def selected(gathered: Gathered, key: Key) -> Selection:
    """Return the runs of a selection: those that may be compared, or all if none may."""
    task, prompting, filter_name = key
    found = comparable(gathered.kept, task, prompting or None, filter_name)
    if found.runs:
        return found
    runs = [run for run, _ in found.left_out]
    by_model: dict[str, set[tuple[str, str]]] = {}
    for run in runs:
        by_model.setdefault(run.model, set()).add((run.task, run.prompting))
    cells = common_cells(by_model.values())
    kept = [run for run in runs if by_model[run.model] >= cells]
    return Selection(filter_name, sorted(cells), kept, [])


def numbers(gathered: Gathered, key: Key) -> dict[str, Any]:
    """Return all numbers of a selection, as JSON takes them.

    Means are `{model: {score: [value, stderr, low, high, n, responses]}}`, and pairs `{"first
    second": {score: [difference, low, high, better, n]}}`; see `_parts`, `_curve` and `_heavy`.
    """
    own = selected(gathered, key)
    models = own.models
    items = own.of(gathered.items)
    has_pairs = comparable(gathered.kept, key[0], key[1] or None, key[2]).runs and len(models) > 1
    compared = compare(items, (), CELLS, PAIRED) if has_pairs else None
    slugs = gathered.cast.slugs
    tasks = list(gathered.tasks)
    return {
        "models": [slugs[model] for model in models],
        "cells": [[tasks.index(task), prompting] for task, prompting in own.cells],
        "said": "" if compared is None else verdicts.of(compared, gathered.cast.short),
        "scope": _scope(gathered, own),
        "left": [
            f"{gathered.cast.short[run.model]} ({gathered.tasks[run.task]}"
            f"{run.prompting and f', {run.prompting}'}): {why}"
            for run, why in own.left_out
        ],
        "means": _means(items, slugs),
        "pairs": {} if compared is None else _pairs(compared, slugs),
        "parts": {
            name: _parts(gathered, items, models, name, bool(has_pairs)) for name in DIMENSIONS
        },
        "curves": {name: _curve(items, models, name) for name in axes.AXES},
        "heavy": _heavy(items),
    }


def _scope(gathered: Gathered, own: Selection) -> str:
    titles = [*dict.fromkeys(gathered.tasks[task] for task, _ in own.cells)]
    promptings = sorted({prompting for _, prompting in own.cells if prompting}, reverse=True)
    tasks = f"Mean of {len(titles)} tasks ({'; '.join(titles)})" if len(titles) > 1 else titles[0]
    return ", ".join(filter(None, (tasks, conjoined(promptings), own.filter))) + "."


def plain(number: float, digits: int = 6) -> float | int | None:
    """Return a number for JSON with this many digits; None for NaN and infinity."""
    if not math.isfinite(number):
        return None
    rounded = float(f"{number:.{digits}g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 1e15 else rounded


def _plain(row: Iterable[float], digits: int = 6) -> list[float | int | None]:
    return [plain(number, digits) for number in row]


def _means(items: DataFrame, slugs: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    found = estimate(items, ("model",), CELLS, SHOWN)
    columns = ["value", "stderr", "low", "high", "n", "responses"]
    means: dict[str, dict[str, Any]] = {}
    for model, score, *row in found[["model", "score", *columns]].itertuples(index=False):
        means.setdefault(slugs[model], {})[score] = _plain(row, 9)
    for own in means.values():
        own["largest"] = [0]
    found = shares(items, "mase", ("id", "sample", *CELLS), ("model",)).drop_duplicates("model")
    for model, share in found[["model", "share"]].itertuples(index=False):
        means[slugs[model]]["largest"] = [plain(share)]
    return means


def _pairs(compared: DataFrame, slugs: Mapping[str, str]) -> dict[str, dict[str, list[Any]]]:
    pairs: dict[str, dict[str, list[Any]]] = {}
    columns = ["first", "second", "score", "better", "n", "difference", "low", "high"]
    for first, second, score, better, n, *gap in compared[columns].itertuples(index=False):
        own = pairs.setdefault(f"{slugs[first]} {slugs[second]}", {})
        own[score] = [*_plain(gap, 9), slugs.get(better, ""), n]
    return pairs


def _parts(
    gathered: Gathered, items: DataFrame, models: Sequence[str], dimension: str, has_pairs: bool
) -> list[list[Any]]:
    """Return the parts of a dimension, the largest first.

    A part is `[values of the columns, n, responses, small, scores, pairs]`. Scores are a list for
    each model with value, low and high of EM and of sMAPE; pairs are `{"first second": {score:
    [difference, low, high, filled]}}`. `filled` is whether it is significant, corrected (Holm) for
    all parts that are not small.
    """
    by = DIMENSIONS[dimension]
    over = ("task",) if dimension == "prompting" else ("prompting",)
    found = estimate(items, ("model", *by), over, FAMILY)
    places = {model: place for place, model in enumerate(models)}
    tasks = {task: at for at, task in enumerate(gathered.tasks)}
    parts: dict[tuple[str, ...], list[Any]] = {}
    columns = ["model", "score", "n", "responses", "degrees", "value", "low", "high"]
    for row in found[[*columns, *by]].itertuples(index=False):
        (model, score, n, responses, degrees, *ends), value = row[: len(columns)], row[8:]
        names = [tasks[one] if name == "task" else one for name, one in zip(by, value, strict=True)]
        empty = [names, 0, 0, True, [[None] * 3 * len(FAMILY) for _ in models], {}]
        part = parts.setdefault(value, empty)
        at = 3 * FAMILY.index(score)
        part[4][places[model]][at : at + 3] = _plain(ends)
        if at == 0:
            is_small = part[3] and not degrees + 1 >= FEW  # NaN is small
            part[1:4] = max(part[1], n), max(part[2], responses), is_small
    large = {value: part for value, part in parts.items() if not part[3]}
    if has_pairs and large and len(models) <= PAIRS:
        _add_gaps(large, by, compare(items, by, over, FAMILY), gathered.cast.slugs)
    return [part for _, part in sorted(parts.items(), key=lambda pair: (-pair[1][1], pair[0]))]


def _add_gaps(
    parts: Mapping[tuple[str, ...], list[Any]],
    by: Sequence[str],
    compared: DataFrame,
    slugs: Mapping[str, str],
) -> None:
    """Add the paired differences of all pairs of models to the parts."""
    tests = defaultdict[tuple[str, ...], list[tuple[Any, ...]]](list)
    columns = ["first", "second", "score", "p", "difference", "low", "high"]
    for row in compared[[*columns, *by]].itertuples(index=False):
        if (value := row[7:]) in parts:
            tests[row[:3]].append((parts[value][5], *row[3:7]))
    for (first, second, score), rows in tests.items():
        filled = holm(np.array([row[1] for row in rows])) < SIGNIFICANT
        for (pairs, _, *gap), is_clear in zip(rows, filled, strict=True):
            own = pairs.setdefault(f"{slugs[first]} {slugs[second]}", {})
            own[score] = [*_plain(gap), int(is_clear)]


def _errors(items: DataFrame, axis: str) -> tuple[DataFrame, Any]:
    """Return the items that have an error on an axis, and these errors; NaN for unread ones."""
    units, codes = [UNITS[name] for name in items["unit"].cat.categories], items["unit"].cat.codes
    unread = items["number"].isna().to_numpy()
    points = np.array([unit.point for unit in units])[codes]
    days = np.array([unit.days for unit in units])[codes]
    if axis == "scaled":
        kept, error = (items["unit"] != "when").to_numpy(), items["mase"].to_numpy()
    elif axis == "percent":
        kept, error = ~points, items["smape"].to_numpy()
    else:
        kept = (points if axis == "time" else ~points) & ~np.isnan(days)
        error = items["error"].to_numpy() * days
    return items[kept], np.where(unread, np.nan, error)[kept]


def _curve(items: DataFrame, models: Sequence[str], axis: str) -> dict[str, Any] | None:
    """Return `{n, responses, lines}` of an axis; None if no question has such an error.

    For each model, lines have a list of shares, one of lower and one of upper ends, in percent.
    """
    own, error = _errors(items, axis)
    if own.empty:
        return None
    found = curve(own, error, axes.AXES[axis]["tolerances"])
    of_models = found["model"].astype(str).to_numpy()
    lines = []
    for model in models:
        rows = found[of_models == model]
        lines.append([_plain((100 * rows[name]).round(2)) for name in ("share", "low", "high")])
    count = own["model"].value_counts().max()
    return {"n": int(found["n"].max()), "responses": int(count), "lines": lines}


def _heavy(items: DataFrame) -> dict[str, list[Any]]:
    """Return for sMAPE and MASE how many questions add to it, and `[id, share]` of the heaviest."""
    heavy: dict[str, list[Any]] = {}
    for score in ("smape", "mase"):
        found = shares(items, score, ("id",))
        rows = found.head(HEAVY).itertuples(index=False)
        heavy[score] = [len(found), [[name, plain(share, 4)] for name, share in rows]]
    return heavy
