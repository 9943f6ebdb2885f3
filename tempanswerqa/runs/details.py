"""The record of a run and filter: its scores and their components, for tables and files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tempanswerqa.analysis import estimate, shares
from tempanswerqa.answers.result import REASONS
from tempanswerqa.metrics.scores import COUNTED, METRICS, REPORTED, Metric
from tempanswerqa.questions.record import CALENDAR_YEAR, DURATION
from tempanswerqa.runs.run import Run
from tempanswerqa.scoring import STRICT

if TYPE_CHECKING:
    from pandas import DataFrame

CHANGES = ("recovered", "reread", "dropped")
"""The counts of responses that a filter reads differently from strict-match: with a number by only
this filter, with two different ones, with one by only strict-match."""
FLAWS = ("missing", "repeated", "unknown")
"""The counts that are all 0 if every question has exactly one answer."""
DETAILS: Mapping[str, tuple[Metric, ...]] = {
    "smape": (
        Metric("smape_read", "sMAPE read", False, highest=100),
        Metric("smape_durations", "sMAPE durations", False, highest=100),
        Metric("smape_calendar_years", "sMAPE calendar years", False, highest=100),
    ),
    "mase": (Metric("mase_largest", "largest %", False, factor=100, digits=0),),
}
"""The details of a metric: sMAPE of the answers that were read, and of durations and of calendar
years if a task has both (times of day are neither); and the share of the largest scaled error in
the sum of all."""
_SMAPES = {"smape_durations": DURATION, "smape_calendar_years": CALENDAR_YEAR}
KEYS = ("model", "prompting", "task", "filter")

Record = dict[str, Any]
"""The numbers of a run and filter: `n` questions in `groups`, and their effective number (the
fewest of any defined score); the mean of each of `METRICS`, `DETAILS`, `COUNTED` and `REASONS`,
with `_stderr`, `_low` and `_high` after the names of `REPORTED`; the counts of `CHANGES` and
`FLAWS`, `samples` (the maximum number of responses to a question), the `signature`, and `flaws`,
the reasons not to rank it. None is an undefined or unknown number."""


def facts(run: Run) -> list[Record]:
    """Return the record of a run by each filter, without numbers."""
    named = {name: getattr(run, name) for name in KEYS[:-1]}
    return [
        {**named, "filter": rule, "signature": run.signature(rule), "flaws": run.flaws}
        for rule in run.filters
    ]


def records(run: Run) -> list[Record]:
    """Return the record of a run by each filter."""
    items = run.table
    parts = {
        name: items["smape"].where(items["asks_for"] == kind) for name, kind in _SMAPES.items()
    }
    if not all(part.notna().any() for part in parts.values()):
        parts = dict.fromkeys(parts, math.nan)
    columns = {why: items["unread"] == why for why in REASONS} | {"smape_read": smape_read(items)}
    columns |= parts
    more = [Metric(name, name, False) for name in columns]
    means = estimate(items.assign(**columns), ("filter",), (), [*REPORTED, *more])
    heavy = shares(items, "mase", ("id", "sample"), ("filter",)).drop_duplicates("filter")
    largest = dict(zip(heavy["filter"], heavy["share"], strict=True))
    made = []
    for known_facts in facts(run):
        rule = known_facts["filter"]
        of_filter = means[means["filter"] == rule].to_dict("records")
        rows = {row.pop("score"): row for row in of_filter}
        bounded = [rows[n] for n, metric in METRICS.items() if metric.bounded and rows[n]["n"]]
        record: Record = {
            **known_facts,
            "n": run.answered,
            "groups": max((row["groups"] for row in bounded), default=0),
            "effective_groups": min((1 + row["degrees"] for row in bounded), default=0),
            **{name: known(row["value"]) for name, row in rows.items()},
            "mase_largest": largest.get(rule),
            "unread": 1 - rows["parsed"]["value"],
            **_changes(items, rule),
            **{name: len(getattr(run, name)) for name in FLAWS},
            **{f"{n}_{k}": known(rows[n][k]) for n in REPORTED for k in ("stderr", "low", "high")},
            "samples": run.samples,
        }
        made.append(record)
    return made


def smape_read(items: DataFrame) -> Any:
    """Return the sMAPE of each item that was read; NaN for others.

    With the unread share u, sMAPE is 100 u + (1 - u) times its mean.
    """
    return items["smape"].where(items["number"].notna())


def _changes(items: DataFrame, rule: str) -> dict[str, int | None]:
    filters = items["filter"]
    if rule == STRICT or STRICT not in filters.cat.categories:
        return dict.fromkeys(CHANGES)
    before, now = (items["number"][filters == name].to_numpy() for name in (STRICT, rule))
    lost, none = before != before, now != now  # NaN
    counts = (lost & ~none).sum(), ((before != now) & ~lost & ~none).sum(), (none & ~lost).sum()
    return dict(zip(CHANGES, map(int, counts), strict=True))


def by_question(items: DataFrame) -> DataFrame:
    """Return the means of the scores and of `COUNTED` over the responses to each question."""
    scores = items.set_index("id")[[*METRICS, *COUNTED]].astype(float)
    return scores.groupby("id", sort=False, observed=True).mean()


def as_json(record: Record) -> dict[str, Any]:
    """Return a record as a JSON object, with the `stderr` and `intervals` of scores by name."""
    details = (metric.name for of_metric in DETAILS.values() for metric in of_metric)
    return {
        **{name: record[name] for name in (*KEYS, "n", "groups", "effective_groups", *METRICS)},
        "stderr": {name: record[f"{name}_stderr"] for name in METRICS},
        "intervals": {n: [record[f"{n}_low"], record[f"{n}_high"]] for n in METRICS},
        **{name: record[name] for name in (*details, *COUNTED)},
        "readings": {name: record[name] for name in REASONS},
        **{name: record[name] for name in (*CHANGES, *FLAWS, "signature")},
        **({"samples": record["samples"]} if record["samples"] > 1 else {}),
    }


def known(number: float) -> float | None:
    """Return a number; None for NaN and infinity."""
    return float(number) if math.isfinite(number) else None
