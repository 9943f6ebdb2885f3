"""Writes a report into a folder: a page, and the data of its numbers and answers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tempanswerqa import __version__
from tempanswerqa.files import save
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports import tables, words
from tempanswerqa.reports.page import page
from tempanswerqa.reports.report import axes, numbers
from tempanswerqa.reports.report.answers import FOLDER, SHARD, as_json
from tempanswerqa.reports.report.numbers import Gathered
from tempanswerqa.runs.run import RunName
from tempanswerqa.scoring import FILTERS
from tempanswerqa.text import visible


def build(gathered: Gathered, folder: Path, title: str) -> Path:
    """Write a report into a folder, created if missing; return its page."""
    gathered.answers.write(folder / FOLDER, gathered.cast)
    found = numbers.numbers(gathered)
    for at, own in enumerate(found.values()):
        gathered.answers.hand(folder / FOLDER, f"numbers-{at}", as_json(own))
    first, records = next(iter(found.values())), gathered.records
    html = page.render(
        "report.html.j2",
        title=visible(title),
        said=first["said"],
        scope=first["scope"],
        still=still(gathered, first),
        warnings=page.warnings(records),
        block=block(gathered, [*found], first),
        signatures=tables.signatures(records),
    )
    return save(folder / page.INDEX, [html])


def still(gathered: Gathered, first: dict[str, Any]) -> dict[str, Any]:
    """Return the rows of the tables of a page without scripts: scores, curve and exact match."""
    named = {slug: gathered.cast.short[model] for model, slug in gathered.cast.slugs.items()}
    models = [named[slug] for slug in first["models"]]
    means = [first["means"][slug] for slug in first["models"]]
    rows = zip(models, means, strict=True)
    best = sorted(rows, key=lambda row: -(row[1]["exact_match"][0] or 0))
    shares = [
        (axis, at, axes.told(axis, axes.AXES[axis]["tolerances"][at]))
        for axis in ("percent", "time")
        if first["curves"][axis]
        for at, place in enumerate(axes.AXES[axis]["places"])
        if place in dict(axes.AXES[axis]["knots"]).values()
    ]
    return {
        "scores": [
            [name, *(metric.shown(row[metric.name][0]) for metric in numbers.SHOWN)]
            for name, row in best
        ],
        "heads": [f"{'dates ' * (axis == 'time')}within {label}" for axis, _, label in shares],
        "curve": [
            [name, *(first["curves"][axis]["lines"][place][0][at] for axis, at, _ in shares)]
            for place, name in enumerate(models)
        ],
        "models": models,
        "unit": [
            [
                value[0],
                f"{n[0]:,}{'*' * small}",
                *(METRICS["exact_match"].shown(own[0]) for own in scores),
            ]
            for value, n, _, small, scores, _ in first["parts"]["unit"]
        ],
    }


def block(gathered: Gathered, keys: Sequence[numbers.Key], first: dict[str, Any]) -> str:
    """Return the page's embedded JSON data: the choices, and the first selection."""
    cast, runs = gathered.cast, dict.fromkeys(map(RunName.of, gathered.runs))
    return as_json(
        {
            "digest": gathered.answers.digest,
            "folder": FOLDER,
            "shard": SHARD,
            "version": __version__,
            "rule": gathered.filter_name,
            "filters": list(FILTERS),
            "panels": numbers.PANELS,
            "axes": {
                name: axis
                | {"tolerances": [t if t < math.inf else None for t in axis["tolerances"]]}
                | {"told": [axes.told(name, t) for t in axis["tolerances"]]}
                for name, axis in axes.AXES.items()
            },
            "models": [
                [cast.slugs[m], cast.short[m], cast.looks[m].colour, cast.looks[m].dash]
                for m in cast.short
            ],
            "runs": [[cast.slugs[model], shots] for model, shots in runs],
            "tasks": [[words.slug(name), title] for name, title in gathered.tasks.items()],
            "selections": [f"{words.slug(task)}|{shots}|{rule}" for task, shots, rule in keys],
            "first": first,
        }
    )
