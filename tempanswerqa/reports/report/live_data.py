"""Makes the data of the tolerance curve that the page holds: what was asked, and what was read.

The page derives all errors and scores from them. `AXES` has the scales of its panels.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from itertools import pairwise, product
from typing import Any

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.record import Question
from tempanswerqa.reports import names, verdicts
from tempanswerqa.reports.breakdown import DIMENSIONS, measure
from tempanswerqa.reports.report.answers import FOLDER, SHARD, as_json
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.runs.summary import RunName
from tempanswerqa.scoring import FILTERS, FLEXIBLE, STRICT
from tempanswerqa.units import DAY, UNITS, YEAR

PANELS = {False: "duration", True: "time"}
"""The panel of points in time, and of all else."""
FIRST, LAST = 0.14, 0.85
"""The places of the first tolerance above 0 and of the last one on a log scale from 0 to 1; any
error lies within 1."""


def _log(label: str, ticks: dict[str, float]) -> dict[str, Any]:
    least, most = min(ticks.values()), max(ticks.values())
    width = (LAST - FIRST) / math.log(most / least)
    places = [[t, name, FIRST + width * math.log(t / least)] for name, t in ticks.items()]
    return {"label": label, "linear": least, "knots": [[0, "0", 0], *places, [None, "any", 1]]}


AXES: dict[str, dict[str, Any]] = {
    "percent": {
        "label": "tolerated error, symmetric percent",
        "linear": 100,
        "knots": [[t, f"{t} %", t / 100] for t in (0, 25, 50, 75, 100)],
    },
    "time": _log(
        "tolerated distance in time",
        {"day": 1, "week": 7, "month": YEAR / 12, "year": YEAR, "10 years": 10 * YEAR},
    ),
    "days": _log(
        "tolerated error in time",
        {
            **{"second": 1 / DAY, "minute": 60 / DAY, "hour": 1 / 24},
            **{"day": 1, "month": YEAR / 12, "year": YEAR, "10 years": 10 * YEAR},
        },
    ),
    "scaled": {
        "label": "tolerated scaled error",
        "linear": 1,
        "knots": [
            *([t, f"{t:g}", 0.8 * t] for t in (0, 0.25, 0.5, 0.75, 1)),
            *([10, "10", 0.9], [None, "any", 1]),
        ],
    },
}
"""The scales of tolerance. A knot has a tolerance (None for any), its label and its place from 0 to
1. Places between knots are linear up to the tolerance `linear`, and logarithmic after it."""


def place(axis: str, tolerance: float) -> float:
    """Return the place of a tolerance on an axis, from 0 to 1, as the page's script does."""
    knots: list[list[Any]] = AXES[axis]["knots"]
    for (low, _, left), (high, _, right) in pairwise(knots):
        if high is None:
            return float(right - (right - left) * low / tolerance)
        if tolerance <= high:
            share = (tolerance - low) / (high - low)
            if low >= AXES[axis]["linear"]:
                share = math.log(tolerance / low) / math.log(high / low)
            return float(left + (right - left) * share)
    return 1.0


def error(axis: str, number: float | None, question: Question) -> float:
    """Return an error on the axis `percent` or `time`; NaN for an unread one."""
    if number is None:
        return math.nan
    if axis == "percent":
        return METRICS["smape"].function(number, question.number, math.nan, 1)  # type: ignore[misc]
    unit = UNITS[question.unit]
    distance = abs(unit.nearest(number, question.number) - question.number) / unit.step
    return distance * unit.days


def block(gathered: Gathered) -> str:
    """Return the data as JSON without `<`.

    Numbers, labels and centroids of dates are in days since 1970-01-01. For each run and question
    there is a number, null if none was read, a list of these for several responses, or an empty
    list if there is no response; for flexible-extract the questions that differ from strict-match.
    `fields` has the models and the cells that are shown together for each task and prompting, and
    what tests tell apart on them, by filter.
    """
    cast, runs, tasks = gathered.cast, gathered.runs, list(gathered.tasks)
    groups: dict[Hashable, int] = {}
    promptings = [None, *sorted({run.prompting for run in runs} - {""})]
    fields = {}
    for task, prompting in product(["", *tasks], promptings):
        chosen = {
            filter_name: gathered.chosen(filter_name, task, prompting) for filter_name in FILTERS
        }
        of = chosen[gathered.filter_name]
        fields[f"{names.slug(task)}|{prompting or ''}"] = {
            "models": [cast.slugs[model] for model in of.by_model],
            "cells": [[tasks.index(name), shots] for name, shots in of.cells],
            "said": {
                filter_name: verdicts.of_runs(own, cast.short)
                for filter_name, own in chosen.items()
            },
        }
    return as_json(
        {
            "digest": gathered.answers.digest,
            "folder": FOLDER,
            "shard": SHARD,
            "rule": gathered.filter_name,
            "filters": list(FILTERS),
            "axes": AXES,
            "units": {
                name: [PANELS[u.point], u.days if u.days == u.days else None, u.title, u.period]
                for name, u in UNITS.items()
            },
            "models": [
                [cast.slugs[m], cast.short[m], cast.looks[m].colour, cast.looks[m].dash]
                for m in cast.short
            ],
            "runs": [[cast.slugs[run.model], run.prompting] for run in runs],
            "fields": fields,
            "tasks": [
                {
                    "name": names.slug(name),
                    "title": task.title,
                    "questions": _questions(list(task.part.questions.values()), groups),
                    "runs": {
                        runs.index(run): _numbers(gathered, name, run)
                        for of, run in gathered.numbers[gathered.filter_name]
                        if of == name
                    },
                }
                for name, task in gathered.tasks.items()
            ],
        }
    )


def _questions(asked: list[Question], groups: dict[Hashable, int]) -> dict[str, Any]:
    """Return the columns of questions; texts that repeat are numbers of a list."""
    prefix = f"{asked[0].subset}-"
    table: dict[str, Any] = {
        "prefix": prefix,
        "id": [question.id.removeprefix(prefix) for question in asked],
        "label": [_plain(question.number, question) for question in asked],
        "centroid": [
            None if question.periods else _plain(question.centroid, question) for question in asked
        ],
        "alternatives": {
            at: [[_plain(each, question) for each in pair] for pair in question.alternatives]
            for at, question in enumerate(asked)
            if question.alternatives
        },
        "periods": {at: " | ".join(map(str, q.periods)) for at, q in enumerate(asked) if q.periods},
        "group": [groups.setdefault((q.family, q.group), len(groups)) for q in asked],
    }
    columns = {**DIMENSIONS, "measure": measure, "unit": lambda question: question.unit}
    for name, of in columns.items():
        texts = [*map(of, asked)]
        kinds = {text: at for at, text in enumerate(dict.fromkeys(texts))}
        table[name] = [kinds[text] for text in texts]
        table[f"{name}s"] = list(kinds)
    return table


def _numbers(gathered: Gathered, task: str, run: RunName) -> list[Any]:
    asked = gathered.tasks[task].part.questions.values()
    columns: list[list[Any]] = []
    for filter_name in (STRICT, FLEXIBLE):
        pairs = zip(asked, gathered.numbers[filter_name][task, run], strict=True)
        cells = [[_plain(number, question) for number in own] for question, own in pairs]
        columns.append([cell[0] if len(cell) == 1 else cell for cell in cells])
    strict, flexible = columns
    return [strict, {at: new for at, new in enumerate(flexible) if new != strict[at]}]


def _plain(number: float | None, question: Question) -> float | int | None:
    """Return a number in days if it is a date, as a whole number if it is one; None for NaN."""
    if number is None or math.isnan(number):
        return None
    days = number / UNITS[question.unit].step
    return int(days) if float(days).is_integer() and abs(days) < 1e15 else days
