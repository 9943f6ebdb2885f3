"""Says in a sentence which models tests tell apart, by exact match and by sMAPE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa.analysis import rank
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.text import conjoined

if TYPE_CHECKING:
    from pandas import DataFrame

NAMED = 3
"""The largest number of models that a sentence names."""


class Lead(NamedTuple):
    """The models that lead by a metric."""

    names: tuple[str, ...]
    is_clear: bool = True
    """False if a single leader is not significantly better than all others."""


def of(compared: DataFrame, names: Mapping[str, str]) -> str:
    """Return which models tests tell apart; empty without a test.

    `compared` is one family of tests of `analysis.compare`; `names` has the names to be shown.
    """
    leads, ranked = {}, rank(compared)
    order: list[str] = []  # by the first score, the same for all
    for score, own in ranked.groupby("score", sort=False):
        order = order or [*own.sort_values("rank", kind="stable")["model"]]
        leading = {*own["model"][own["best"] == 1]}
        leaders = tuple(names[model] for model in order if model in leading)
        leads[str(score)] = Lead(leaders, bool((own["worst"] == 1).any()))
    models = dict.fromkeys((*compared["first"], *compared["second"]))
    return sentence([names[model] for model in models], leads)


def sentence(names: Sequence[str], leads: Mapping[str, Lead]) -> str:
    """Return which of these models lead by each metric; empty without a metric."""
    alike: dict[Lead, list[str]] = {}
    for metric, lead in leads.items():
        alike.setdefault(lead, []).append(METRICS[metric].heading if metric in METRICS else metric)
    told = [_clause(names, *lead, metrics) for lead, metrics in alike.items()]
    return f"{'; '.join(told)}." if told else ""


def _clause(
    names: Sequence[str], leaders: Sequence[str], is_clear: bool, metrics: Sequence[str]
) -> str:
    who = conjoined(leaders) if len(leaders) <= NAMED else f"{len(leaders)} of {len(names)}"
    if len(leaders) == len(names):
        return f"{who} cannot be told apart by {' or '.join(metrics)}"
    if len(leaders) > 1:
        return f"{who} lead by {' and '.join(metrics)} and cannot be told apart"
    if not is_clear:
        return f"{who} leads by {' and '.join(metrics)}, but not significantly over all others"
    return f"{who} is {'better' if len(names) == 2 else 'best'} by {' and '.join(metrics)}"
