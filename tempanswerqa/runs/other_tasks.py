"""Reads the scores of other tasks of lm_eval from its samples files, for `compare` alone."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa import files, limits
from tempanswerqa.metrics.scores import Metric
from tempanswerqa.runs.harness_files import RecordedError, without_folders
from tempanswerqa.runs.saved_responses import UNREADABLE, origin, other_task, response_files

if TYPE_CHECKING:
    from pandas import DataFrame

KEYS = ("filter", "id", "group")


class OtherRun(NamedTuple):
    """The scores of a model in a task that is not scored here."""

    path: Path
    model: str
    prompting: str
    task: str
    table: DataFrame
    """The columns `KEYS`, and one for each metric; NaN is an undefined score."""
    higher_is_better: Mapping[str, bool]
    """By metric; empty if no results file says it."""


def read(
    places: Iterable[str], rule: str, group: str, fail: Callable[[str], None]
) -> Iterator[OtherRun]:
    """Yield the runs of other tasks at places.

    Parameters
    ----------
    places
        Files, folders and patterns; those that name no file are left out.
    rule
        The filter to keep; all of a task without it, or if it is empty.
    group
        The field of documents whose values are groups; if empty, each document is one.
    fail
        Gets a message on each file that cannot be used.
    """
    paths: dict[Path, str] = {}
    for place in places:
        try:
            paths |= {path: task for path in response_files(place) if (task := other_task(path))}
        except RecordedError as error:
            fail(str(error))
    for path, task in paths.items():
        try:
            known, table = origin(path), _table(path, task, group)
        except RecordedError as error:
            fail(str(error))
            continue
        if (table["filter"] == rule).any():
            table = table[table["filter"] == rule]
        stated = known.results.of_task("higher_is_better", task) if known.results else None
        ups = {name: up for name, up in (stated or {}).items() if isinstance(up, bool)}
        model = without_folders([known.model])[known.model]
        yield OtherRun(path, model, known.prompting, task, table, ups)


def _table(path: Path, task: str, group: str) -> DataFrame:
    """Return the scores in a file; equal documents are a group. Raises RecordedError."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    seen: Counter[tuple[str, str]] = Counter()
    try:
        with files.opened(path, limits.RESPONSES_BYTES) as file:
            for text in file:
                record = json.loads(text)
                name = str(record.get("doc_hash") or record["doc_id"])
                rule = str(record.get("filter", "none"))
                of = f"{task}:{record['doc'][group]}" if group else name
                key = {"filter": rule, "id": f"{name} {seen[rule, name]}", "group": of}
                seen[rule, name] += 1
                rows.append({m: _number(record.get(m)) for m in record["metrics"]} | key)
    except (OSError, *UNREADABLE) as error:
        why = f"no {error}" if isinstance(error, KeyError) else files.reason(error)
        raise RecordedError(f"{path}, line {len(rows) + 1}: {why}") from error
    table = pd.DataFrame(rows).dropna(axis=1, how="all")
    if table.columns.isin(KEYS).all():
        raise RecordedError(f"{path}: no metric has a number for each document")
    return table


def _number(value: object) -> float:
    """Return a finite number; NaN for other values, such as the counts of a perplexity."""
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else math.nan


def joined(sides: Sequence[Mapping[str, OtherRun]]) -> DataFrame | None:
    """Return the scores of tasks of both sides, with `task` and `side`; None without one."""
    import pandas as pd

    names = "first", "second"
    parts = [
        run.table.assign(task=task, side=name)
        for name, side in zip(names, sides, strict=True)
        for task, run in side.items()
        if task in sides[0] and task in sides[1]
    ]
    return pd.concat(parts, ignore_index=True) if parts else None


def metrics(table: DataFrame | None, sides: Sequence[Mapping[str, OtherRun]]) -> dict[str, Metric]:
    """Return the metrics in the table of two sides: shares if all values are from 0 to 1.

    Without a results file, higher is taken to be better.
    """
    runs = [run for side in sides for run in side.values()]
    ups = {name: up for run in runs for name, up in run.higher_is_better.items()}
    found: dict[str, Metric] = {}
    if table is None:
        return found
    for name in table.columns.drop([*KEYS, "task", "side"]):
        share = bool(table[name].dropna().between(0, 1).all())
        factor = 100 if share else 1
        found[name] = Metric(name, name, ups.get(name, True), factor=factor, free=not share)
    return found
