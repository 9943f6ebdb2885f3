"""Reads the scores of other lm_eval tasks from its samples files, only for `compare`."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tempanswerqa import files, limits
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.paper_scoring import LARGEST
from tempanswerqa.runs.harness_files import RecordedError, without_folders
from tempanswerqa.runs.saved_responses import UNREADABLE, files_with_tasks, origin

if TYPE_CHECKING:
    from pandas import DataFrame

KIND = "other tasks"
"""The `kind` of their scores."""
KEYS = ("kind", "task", "side", "filter", "id", "group")


class OtherRun(NamedTuple):
    """The scores of a model on a task that is not scored here."""

    path: Path
    model: str
    prompting: str
    task: str
    table: DataFrame
    """The columns `KEYS`, and one for each metric; NaN is an undefined score."""
    higher_is_better: Mapping[str, bool]
    """The direction of each metric; empty if no results file states it."""


def read(
    places: Iterable[str], rule: str, group: str, fail: Callable[[str], None]
) -> Iterator[OtherRun]:
    """Yield the runs of other tasks at places; `fail` gets a message on each unusable file.

    For a task with the filter `rule`, only that filter is kept. Documents are grouped by their
    field `group`; if it is empty, each is a group.
    """
    for path, task in files_with_tasks(places, fail).items():
        if not task:
            continue
        try:
            known, table = origin(path), _table(path, task, group)
        except RecordedError as error:
            fail(str(error))
            continue
        if (table["filter"] == rule).any():
            table = table[table["filter"] == rule]
        stated = known.results.of_task("higher_is_better", task) or {}
        ups = {name: up for name, up in stated.items() if isinstance(up, bool)}
        model = without_folders([known.model])[known.model]
        yield OtherRun(path, model, known.prompting, task, table, ups)


def _table(path: Path, task: str, group: str) -> DataFrame:
    """Return the scores in a file; equal documents form a group. Raises RecordedError."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    seen: Counter[tuple[str, str]] = Counter()
    try:
        with files.opened(path, limits.RESPONSES_BYTES) as file:
            for text in filter(bytes.strip, file):
                record = json.loads(text)
                name = str(record.get("doc_hash") or record["doc_id"])
                rule = str(record.get("filter", "none"))
                of = f"{task}:{record['doc'][group]}" if group else name
                key = (KIND, task, "", rule, f"{name} {seen[rule, name]}", of)
                seen[rule, name] += 1
                scores = {m: _number(record.get(m)) for m in record["metrics"]}
                rows.append(scores | dict(zip(KEYS, key, strict=True)))
    except (OSError, *UNREADABLE) as error:
        is_cut = isinstance(error, json.JSONDecodeError)
        why = "cut or damaged" if is_cut else files.reason(error)
        raise RecordedError(f"{path}, line {len(rows) + 1}: {why}") from error
    table = pd.DataFrame(rows)
    known = table.dropna(axis=1, how="all")
    if known.columns.isin(KEYS).all():
        named = ", ".join(table.columns.drop([*KEYS]))
        raise RecordedError(f"{path}: no metric has a number for each document: {named}")
    return known


def _number(value: object) -> float:
    """Return a number within `LARGEST`; NaN for others, such as the counts of a perplexity."""
    if isinstance(value, int | float) and abs(value) <= LARGEST:
        return float(value)
    return math.nan


def metrics(runs: Iterable[object]) -> dict[str, Metric]:
    """Return the metrics of the runs of other tasks.

    They are shares if all values are from 0 to 1, and those of `METRICS` if they have such a name
    and no value is beyond its range. Without a results file, higher is better, as for what lm_eval
    saves for perplexity: log-likelihoods.
    """
    import pandas as pd

    known: dict[str, Metric] = {}
    others = [run for run in runs if isinstance(run, OtherRun)]
    for name in dict.fromkeys(name for run in others for name in run.table.columns.drop([*KEYS])):
        scored = [run for run in others if name in run.table]
        values = pd.concat([run.table[name] for run in scored]).dropna()
        up = name == "perplexity" or all(run.higher_is_better.get(name, True) for run in scored)
        share = bool(values.between(0, 1).all())
        known[name] = Metric(name, name, up, factor=100 if share else 1, free=not share)
        if name in METRICS and values.between(0, METRICS[name].highest).all():
            known[name] = METRICS[name]
    return known
