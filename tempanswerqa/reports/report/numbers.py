"""Computes the numbers of the page for each selection of a task, a prompting and a filter.

A selection has the means of its models, their paired differences, both by parts of the questions,
and curves. Scripts of the page look these numbers up and compute none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from tempanswerqa.analysis import CELLS, FAMILY, compare, curve, estimate, shares
from tempanswerqa.metrics.means import SIGNIFICANT, holm
from tempanswerqa.metrics.scores import Metric
from tempanswerqa.reports import verdicts
from tempanswerqa.reports.report import axes
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.selection import Selection, common_cells, comparable
from tempanswerqa.scoring import FILTERS
from tempanswerqa.text import conjoined
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame

DIFFERS = Metric("differs", "filters differ", False, factor=100, digits=1)
"""The share of responses that the two filters read differently."""
SHOWN = ("exact_match", "within_one", "smape", "parsed", "mase")
PAIRED = ("exact_match", "within_one", "smape")
"""The scores of models, and those with paired differences."""
DIMENSIONS: Mapping[str, tuple[str, ...]] = {
    "task": ("task",),
    "prompting": ("prompting",),
    "unit": ("measure",),
    "kind": ("task", "kind"),
    "format": ("answer_format",),
    "asks": ("asks_for",),
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

    Means are `{model: {score: [value, stderr, low, high, n, responses]}}`, and pairs `[first,
    second, score, n, difference, low, high, p, better]`; see `_parts`, `_curves` and `_heavy`.
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
            f"{gathered.cast.short[run.model]} ({gathered.tasks[run.task].title}"
            f"{run.prompting and f', {run.prompting}'}): {why}"
            for run, why in own.left_out
        ],
        "means": _means(items, slugs),
        "pairs": [] if compared is None else _pairs(compared, slugs),
        "parts": {
            name: _parts(gathered, items, models, name, bool(has_pairs)) for name in DIMENSIONS
        },
        "curves": {name: _curve(items, models, name) for name in axes.AXES},
        "heavy": _heavy(items),
    }


def _scope(gathered: Gathered, own: Selection) -> str:
    titles = [*dict.fromkeys(gathered.tasks[task].title for task, _ in own.cells)]
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
    found = estimate(items, ("model",), CELLS, (*SHOWN, DIFFERS))
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


def _pairs(compared: DataFrame, slugs: Mapping[str, str]) -> list[list[Any]]:
    columns = ["n", "difference", "low", "high", "p_holm"]
    return [
        [slugs[first], slugs[second], score, *_plain(row, 9), slugs.get(better, "")]
        for first, second, score, *row, better in compared[
            ["first", "second", "score", *columns, "better"]
        ].itertuples(index=False)
    ]


def _parts(
    gathered: Gathered, items: DataFrame, models: Sequence[str], dimension: str, has_pairs: bool
) -> list[list[Any]]:
    """Return the parts of a dimension, the largest first.

    A part is `[values of the columns, n, responses, small, scores, pairs]`. Scores are a list for
    each model with value, low and high of EM and of sMAPE, and the share read; pairs are for each
    pair of models, in their order, `[difference, low, high, filled]` of EM, then of sMAPE. `filled`
    is whether it is significant, corrected (Holm) for all parts that are not small.
    """
    by = DIMENSIONS[dimension]
    over = ("task",) if dimension == "prompting" else ("prompting",)
    found = estimate(items, ("model", *by), over, (*FAMILY, "parsed"))
    parts: dict[tuple[str, ...], dict[str, Any]] = {}
    columns = ["value", "low", "high", "n", "responses", "degrees"]
    for model, *row in found[["model", *by, "score", *columns]].itertuples(index=False):
        value, (score, *known, n, responses, degrees) = tuple(row[: len(by)]), row[len(by) :]
        part = parts.setdefault(value, {"n": 0, "responses": 0, "degrees": 0.0, "scores": {}})
        if score == "exact_match":
            part["n"], part["responses"] = max(part["n"], n), max(part["responses"], responses)
            part["degrees"] = max(part["degrees"], degrees)
        part["scores"].setdefault(model, []).extend(_plain(known[: 1 if score == "parsed" else 3]))
    large = {value for value, part in parts.items() if part["degrees"] + 1 >= FEW}
    gaps: dict[tuple[str, ...], list[Any]] = {value: [] for value in parts}
    if has_pairs and large and len(models) <= PAIRS:
        gaps |= _gaps(items, models, by, over, large)
    return [
        [
            _named(gathered, by, value),
            int(part["n"]),
            int(part["responses"]),
            value not in large,
            [part["scores"].get(model, [None] * 7) for model in models],
            gaps[value],
        ]
        for value, part in sorted(parts.items(), key=lambda pair: (-pair[1]["n"], pair[0]))
    ]


def _named(gathered: Gathered, by: Sequence[str], value: tuple[str, ...]) -> list[Any]:
    tasks = list(gathered.tasks)
    return [
        tasks.index(one) if name == "task" else one for name, one in zip(by, value, strict=True)
    ]


def _gaps(
    items: DataFrame,
    models: Sequence[str],
    by: Sequence[str],
    over: Sequence[str],
    large: set[tuple[str, ...]],
) -> dict[tuple[str, ...], list[Any]]:
    compared = compare(items, by, over, FAMILY, FAMILY)
    values = [*zip(*(compared[name].astype(str) for name in by), strict=True)]
    compared = compared[[value in large for value in values]]
    values = [value for value in values if value in large]
    filled = np.zeros(len(compared), bool)
    rows: dict[tuple[str, str, str], list[int]] = {}
    names = compared[["first", "second", "score"]].itertuples(index=False, name=None)
    for at, name in enumerate(names):
        rows.setdefault(name, []).append(at)
    p = compared["p"].to_numpy()
    for own in rows.values():
        filled[own] = holm(p[own]) < SIGNIFICANT
    pair_at = {pair: at for at, pair in enumerate(combinations(models, 2))}  # as items order them
    gaps: dict[tuple[str, ...], list[Any]] = {
        value: [[None, None] for _ in pair_at] for value in large
    }
    columns = compared[["first", "second", "score", "difference", "low", "high"]]
    for value, (first, second, score, *ends), is_clear in zip(
        values, columns.itertuples(index=False), filled, strict=True
    ):
        gaps[value][pair_at[first, second]][FAMILY.index(score)] = [*_plain(ends), int(is_clear)]
    return gaps


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

    For each model, lines have a list of shares, one of lower and one of upper ends, in permille
    with a decimal.
    """
    own, error = _errors(items, axis)
    if own.empty:
        return None
    found = curve(own, ("model",), CELLS, error, axes.tolerances(axis))
    of_models = found["model"].astype(str).to_numpy()
    lines = []
    for model in models:
        rows = found[of_models == model]
        lines.append([_plain((1000 * rows[name]).round(1)) for name in ("share", "low", "high")])
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


def every(gathered: Gathered) -> Iterator[dict[str, Any]]:
    """Yield the numbers of each of `keys`."""
    for key in keys(gathered):
        yield numbers(gathered, key)
