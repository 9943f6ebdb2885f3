"""Writes a report into a folder: a page, its tables, and the data of its numbers and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tempanswerqa import __version__
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports import names, tables
from tempanswerqa.reports.page import page
from tempanswerqa.reports.report import axes, numbers
from tempanswerqa.reports.report.answers import FOLDER, SHARD, as_json
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.scoring import FILTERS
from tempanswerqa.text import visible

TICKS = {"percent": (0, 10, 25, 50, 100), "time": (0, 1, 7, 365.2425)}
"""The tolerances of the curve's table, by axis."""


def build(gathered: Gathered, folder: Path, title: str) -> Path:
    """Write a report into a folder, as `page.fill` does; return its page."""
    titles = {name: task.title for name, task in gathered.tasks.items()}
    table = tables.score_table(gathered.records, titles)
    gathered.answers.write(folder / FOLDER, gathered.cast)
    first = None
    for at, own in enumerate(numbers.every(gathered)):
        first = first or own
        gathered.answers.hand(folder / FOLDER, f"numbers-{at}", as_json(own))
    assert first
    html = page.render(
        "report.html.j2",
        title=visible(title),
        said=first["said"],
        scope=first["scope"],
        rows=rows(gathered, first),
        shares=shares(gathered, first),
        units=units(gathered, first),
        warnings=page.warnings(gathered.records),
        table=table,
        block=block(gathered, first),
        signatures=tables.signatures(gathered.records),
    )
    return page.fill(folder, html, [table])


def _models(gathered: Gathered, first: dict[str, Any]) -> list[tuple[str, str]]:
    named = {slug: gathered.cast.short[model] for model, slug in gathered.cast.slugs.items()}
    return [(slug, named[slug]) for slug in first["models"]]


def rows(gathered: Gathered, first: dict[str, Any]) -> list[list[str]]:
    """Return the rows of the table of models: the model, and its scores as they are shown."""
    found = []
    for slug, name in _models(gathered, first):
        means = {score: own[0] for score, own in first["means"][slug].items()}
        if means["parsed"] is not None:
            means["parsed"] = 1 - means["parsed"]
        shown = [METRICS[score].shown(means[score]) for score in numbers.SHOWN]
        shown.insert(4, numbers.DIFFERS.shown(means["differs"]))
        found.append([name, *shown])
    return sorted(found, key=lambda row: -float(row[1]) if row[1] != "-" else 1)


def shares(gathered: Gathered, first: dict[str, Any]) -> dict[str, Any]:
    """Return the heading and the rows of the curve's table, which a page without scripts shows."""
    columns = []
    for axis, wanted in TICKS.items():
        if first["curves"][axis]:
            tolerances = axes.tolerances(axis)
            nearest = [min(tolerances, key=lambda own: abs(own - tick)) for tick in wanted]
            columns += [(axis, tolerances.index(own)) for own in nearest]
    head = [
        ("dates within " if axis == "time" else "within ")
        + axes.told(axis, axes.tolerances(axis)[at])
        for axis, at in columns
    ]
    body = [
        [name, *(_permille(first["curves"][axis]["lines"][place][0][at]) for axis, at in columns)]
        for place, (_, name) in enumerate(_models(gathered, first))
    ]
    return {"head": head, "body": body}


def units(gathered: Gathered, first: dict[str, Any]) -> dict[str, Any]:
    """Return the heading and rows of the parts by unit: EM of each model."""
    models = [name for _, name in _models(gathered, first)]
    body = [
        [value[0], f"{n:,}", *(METRICS["exact_match"].shown(own[0]) for own in scores)]
        for value, n, _, _, scores, _ in first["parts"]["unit"]
    ]
    return {"head": ["unit", "n", *models], "body": body}


def _permille(value: float | None) -> str:
    return "-" if value is None else f"{value / 10:.1f}"


def block(gathered: Gathered, first: dict[str, Any]) -> str:
    """Return the data that the page holds as JSON: what may be chosen, and the first selection."""
    cast = gathered.cast
    keys = numbers.keys(gathered)
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
                name: {
                    **axis,
                    "knots": [[label, place] for _, label, place in axis["knots"]],
                    "places": axes.places(name),
                    "tolerances": [t if t < float("inf") else None for t in axes.tolerances(name)],
                    "told": [axes.told(name, t) for t in axes.tolerances(name)],
                }
                for name, axis in axes.AXES.items()
            },
            "models": [
                [cast.slugs[m], cast.short[m], cast.looks[m].colour, cast.looks[m].dash]
                for m in cast.short
            ],
            "runs": [[cast.slugs[run.model], run.prompting] for run in gathered.runs],
            "tasks": [[names.slug(name), task.title] for name, task in gathered.tasks.items()],
            "selections": [f"{names.slug(task)}|{shots}|{rule}" for task, shots, rule in keys],
            "first": first,
        }
    )
