"""Says in a sentence which models tests tell apart, by exact match and by sMAPE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tempanswerqa.analysis import DECIMALS
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.text import conjoined

if TYPE_CHECKING:
    from pandas import DataFrame

NAMED = 3
"""The largest number of models that a sentence names."""


def of(compared: DataFrame, names: Mapping[str, str]) -> str:
    """Return which models tests tell apart; empty without a test.

    `compared` is one family of tests of `analysis.compare`; `names` has the names to be shown.
    """
    leads: dict[tuple[tuple[str, ...], bool], list[str]] = {}
    order: list[str] = []  # by the first score, the same for all
    for score, own in compared[compared["p_holm"].notna()].groupby("score", sort=False):
        rows = [*own.itertuples()]
        values = {row.first: row.first_value for row in rows}
        values |= {row.second: row.second_value for row in rows}
        metric = METRICS.get(str(score))
        sign = 1 if metric and not metric.higher_is_better else -1
        order = order or sorted(values, key=lambda name: sign * round(values[name], DECIMALS))
        won = [row for row in rows if row.better]
        beaten = {row.second if row.better == row.first else row.first for row in won}
        is_clear = len(values) - 1 in Counter(row.better for row in won).values()
        lead = tuple(names[name] for name in order if name not in beaten), is_clear
        leads.setdefault(lead, []).append(metric.heading if metric else str(score))
    told = [_clause(*lead, len(order), metrics) for lead, metrics in leads.items()]
    return f"{'; '.join(told)}." if told else ""


def _clause(leaders: Sequence[str], is_clear: bool, count: int, metrics: Sequence[str]) -> str:
    """Return which of so many models lead by metrics, and whether one is better than all others."""
    who = conjoined(leaders) if len(leaders) <= NAMED else f"{len(leaders)} of {count}"
    if len(leaders) == count:
        return f"{who} cannot be told apart by {' or '.join(metrics)}"
    if len(leaders) > 1:
        return f"{who} lead by {' and '.join(metrics)} and cannot be told apart"
    if not is_clear:
        return f"{who} leads by {' and '.join(metrics)}, but not significantly over all others"
    return f"{who} is {'better' if count == 2 else 'best'} by {' and '.join(metrics)}"
