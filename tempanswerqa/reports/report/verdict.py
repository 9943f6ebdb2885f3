"""Tests which models of a report differ, and says it in a sentence; has the small table."""

from __future__ import annotations

import math

from tempanswerqa.metrics.ranks import Rank, differences, ranks
from tempanswerqa.metrics.scores import METRICS, estimate
from tempanswerqa.metrics.significance import SIGNIFICANT, holm
from tempanswerqa.reports import verdicts
from tempanswerqa.reports.report import captions
from tempanswerqa.reports.report.data import Field, Gathered
from tempanswerqa.text import conjoined

SHOWN = ("exact_match", "within_one", "smape", "mase")
"""The scores of the small table."""


def standing(gathered: Gathered, of: Field, metric: str) -> tuple[list[Rank], int] | None:
    """Return the ranks of the models of a field by one of `METRICS` that ranks runs, and the number
    of pairs of models that the tests tell apart; None for fewer than two models, or if the score is
    defined for no question.
    """
    columns = [gathered.column(of, model, metric) for model in of.models]
    means = [estimate(column, column).mean for column in columns]
    if len(columns) < 2 or any(mean != mean for mean in means):
        return None
    higher = METRICS[metric].higher_is_better
    gaps = differences(columns, gathered.groups(of), METRICS[metric].highest)
    apart = sum(p < SIGNIFICANT for p in holm([p for _, p in gaps]))
    return ranks(means, gaps, higher), apart


def sentences(gathered: Gathered, of: Field) -> list[str]:
    """Return what exact match and the size of errors tell apart, never a winner without a test;
    then sentences on the tests, on the runs that are compared and on models that are left out.
    """
    if not of.models:
        return [captions.FIRST["nothing"]]
    names = [gathered.cast.short[model] for model in of.models]
    by_match, by_size = (standing(gathered, of, name) for name in (verdicts.EXACT, verdicts.SIZE))
    told = []
    if len(names) == 1:
        (row,) = rows(gathered, of)
        name, exact, _, near, *_, unread = row
        first = captions.FIRST["alone"].format(model=name, exact=exact, near=near, unread=unread)
    elif by_match is None:
        first = captions.FIRST["undefined"]
    else:
        first = verdicts.of_many(names, by_match[0], by_size[0] if by_size else None)
        if by_size and len(names) > 2:
            pairs = math.comb(len(names), 2)
            told = [captions.PAIRS.format(all=pairs, exact=by_match[1], size=by_size[1])]
    tasks = dict.fromkeys(gathered.tasks[task].title for task, _ in of.cells)
    promptings = dict.fromkeys(prompting or "one prompting" for _, prompting in of.cells)
    told.append(captions.OVER.format(
        tasks="; ".join(tasks), promptings=conjoined(list(promptings)), rule=gathered.rule
    ))  # fmt: skip
    left = [name for model, name in gathered.cast.short.items() if model not in of.models]
    return [first, *told, *([captions.LEFT_OUT.format(models=", ".join(left))] if left else [])]


def rows(gathered: Gathered, of: Field) -> list[list[str]]:
    """Return the rows of the small table: the model, exact match with its standard error, within
    one, sMAPE and MASE, and the share of answers that were not read, as they are shown.
    """
    table = []
    for model in of.models:
        means = {
            name: estimate(gathered.column(of, model, name), gathered.groups(of))
            for name in (*SHOWN, "parsed")
        }
        shown = {name: METRICS[name].shown(mean.mean) for name, mean in means.items()}
        error = METRICS["exact_match"].shown(means["exact_match"].stderr)
        unread = METRICS["parsed"].shown(1 - means["parsed"].mean)
        exact, *others = (shown[name] for name in SHOWN)
        table.append([gathered.cast.short[model], exact, error, *others, unread])
    return table
