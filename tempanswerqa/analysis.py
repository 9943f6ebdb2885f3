"""The numbers of every table, page and file: means, paired differences, ranks and curves of items.

All come from `metrics.means`: weighted means with their clustered covariance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from tempanswerqa.items import RUN
from tempanswerqa.metrics.means import (
    FEW_GROUPS,
    LEVEL,
    SIGNIFICANT,
    Codes,
    Design,
    contrast,
    dense,
    detectable,
    holm,
    wilson,
)
from tempanswerqa.metrics.scores import METRICS, REPORTED, Metric

if TYPE_CHECKING:
    from pandas import DataFrame

CELLS = ("task", "prompting")
"""The columns of the cells over which models are compared; each cell has the same weight."""
FAMILY = ("exact_match", "smape")
"""The scores whose differences are tested, for all pairs of models of a selection together."""
DECIMALS = 12
"""Decimals to which scores are rounded before ranking; further ones differ by chance."""

Scores = Iterable[str | Metric]


def estimate(
    items: DataFrame,
    by: Sequence[str] = RUN,
    over: Sequence[str] = (),
    scores: Scores = METRICS,
) -> DataFrame:
    """Return the mean of each score for each value of `by`, with its 95 % interval.

    The columns are those of `by`, `score`, `n` (the questions with a defined score), `responses`,
    `groups`, `degrees` (of freedom), `value`, `stderr`, `low` and `high`. Scores without a maximum
    have only the value.

    Parameters
    ----------
    items
        The table of `items`; bool columns are shares.
    by
        The columns whose values have separate rows.
    over
        The columns whose values are cells of equal weight, such as `CELLS`. A mean is undefined if
        that of any cell is.
    scores
        Names in `REPORTED`, or metrics of other columns.
    """
    block, keys = _coded(items, by)
    metrics = [_metric(score) for score in scores]
    design = _design(items, block, over)
    parts = []
    for metric in metrics:
        means = design.means(items[metric.name], metric.highest)
        known = 1.0 if metric.bounded else np.nan
        low, high = wilson(means)
        part = {
            "n": means.n,
            "responses": means.responses,
            "groups": means.groups,
            "degrees": means.degrees,
            "value": means.mean,
            "stderr": known * means.stderr,
            "low": known * low,
            "high": known * high,
        }
        parts.append(part)
    table = keys.loc[keys.index.repeat(len(metrics))].reset_index(drop=True)
    table["score"] = [metric.name for metric in metrics] * len(keys)
    for name in parts[0]:
        table[name] = np.hstack([part[name] for part in parts]).ravel()
    return table.astype({"n": int, "responses": int, "groups": int})


def compare(
    items: DataFrame,
    by: Sequence[str] = (),
    over: Sequence[str] = CELLS,
    scores: Scores = METRICS,
    family: Sequence[str] = FAMILY,
    of: str = "model",
) -> DataFrame:
    """Return the paired differences of all pairs of models, on the questions that all answered.

    The columns are those of `by`, `score`, `first` and `second` (the models), `n` (questions),
    `groups`, `first_value`, `second_value`, `difference`, its `stderr`, `low` and `high`, `degrees`
    (of freedom), `answers` (the number of independent, equally weighted answers whose mean would be
    as precise), `p`, `p_holm`, `detectable` (the true difference that these corrected tests find
    with `means.POWER`), and `better`: the significantly better model, or empty.

    Parameters
    ----------
    items
        The table of `items`.
    by
        The columns whose values are compared separately. All models of a value are compared on the
        questions that each of them answers in each cell, and that have a defined score in all.
    over
        The columns whose values are cells of equal weight; a question of several cells counts in
        each. A cell that one model lacks is left out for all.
    scores
        Names in `REPORTED`, or metrics of other columns.
    family
        The scores to test. Their p-values are corrected together, over all pairs at a value of
        `by`; other scores have no p-value.
    of
        The column of the models.
    """

    metrics = [_metric(score) for score in scores]
    column, models = _coded(items, (of,))
    block, keys = _coded(items, by)
    cell, question, group, place = (
        _coded(items, names)[0] for names in (over, ("id",), ("group",), (*by, *over, "id"))
    )
    shape = len(keys), len(models)
    has = np.zeros(shape, bool)
    has[block, column] = True
    needed = np.zeros((int(place.max(initial=-1)) + 1, len(models)), bool)
    needed[place] = has[block]
    kept = _answered(place, column, needed)
    design = Design(
        group[kept],
        block=block[kept],
        column=column[kept],
        cell=cell[kept],
        question=question[kept],
        shape=shape,
    )
    pairs = first, second = np.triu_indices(len(models), 1)
    parts = []
    for metric in metrics:
        values = np.array(items[metric.name], float)
        values[~_answered(place, column, needed, ~np.isnan(values))] = np.nan
        means = design.means(values[kept], np.inf if metric.free else metric.highest)
        gap = contrast(means, pairs, (1, -1))
        known = 1.0 if metric.bounded else np.nan
        limit = np.where(gap.stderr > 0, np.inf, np.nan) if metric.free else metric.highest
        part = {
            "n": means.n[:, first],
            "groups": means.groups[:, first],
            "first_value": means.mean[:, first],
            "second_value": means.mean[:, second],
            "difference": gap.value,
            "stderr": known * gap.stderr,
            "low": known * np.maximum(-limit, gap.low),
            "high": known * np.minimum(limit, gap.high),
            "degrees": gap.degrees,
            "answers": means.answers[:, first],
            "p": gap.p if metric.name in family else np.nan * gap.p,
        }
        parts.append(part)
    exists = np.repeat((has[:, first] & has[:, second])[:, None, :], len(metrics), 1)
    at, score, pair = np.nonzero(exists)
    table = keys.loc[at].reset_index(drop=True)
    table["score"] = np.array([metric.name for metric in metrics])[score]
    names = np.asarray(models[of].astype(str))
    table["first"], table["second"] = names[first[pair]], names[second[pair]]
    for name in parts[0]:
        table[name] = np.stack([part[name] for part in parts], 1)[exists]
    table = table.astype({"n": int, "groups": int})
    tests = table["p"].groupby(at).transform("count").where(table["p"].notna())
    ends = np.searchsorted(at, np.arange(1, len(keys)))
    table["p_holm"] = np.concatenate([*map(holm, np.split(table["p"].to_numpy(), ends))])
    table["detectable"] = detectable(table["stderr"], table["degrees"], tests)
    up = np.array([metric.higher_is_better for metric in metrics])[score]
    leading = np.where((table["difference"] > 0) == up, table["first"], table["second"])
    table["better"] = np.where(table["p_holm"] < SIGNIFICANT, leading, "")
    return table


def _answered(place: Codes, column: Codes, needed: Any, known: Any = slice(None)) -> Any:
    """Return for each row whether its question has a known row in every column that it needs."""
    answered = ~needed
    answered[place[known], column[known]] = True
    return answered.all(1)[place]


def twofold(items: DataFrame, metric: Metric) -> dict[str, float]:
    """Return how much the difference between two models changes from one side to the other.

    `items` has two values of `model` and of `side`, such as released questions and their twins,
    with the same ids; only questions with all four answers count, and tasks have equal weights. The
    row has `difference`, the first model minus the second on the first side, minus the same on the
    second; its `stderr`, `low`, `high`, `p` and `degrees`, and `n` and `groups`.
    """
    column, cell, group = (
        _coded(items, names)[0] for names in (("model", "side"), ("task",), ("group",))
    )
    place, values = _coded(items, ("task", "id"))[0], np.array(items[metric.name], float)
    needed = np.ones((len(items), 4), bool)
    values[~_answered(place, column, needed, np.isfinite(values))] = np.nan
    design = Design(group, column=column, cell=cell, question=place, shape=(1, 4))
    means = design.means(values, metric.highest)
    gap = contrast(means, [[at] for at in range(4)], (1, -1, -1, 1))._asdict()
    gap["difference"] = gap.pop("value")
    counts = {"n": means.n[0, 0], "groups": means.groups[0, 0]}
    return {name: float(number.item()) for name, number in gap.items()} | counts


def loss(items: DataFrame, metric: Metric, margin: float) -> Any:
    """Return by how much the second side is worse, with the interval for a non-inferiority test.

    It is a row of `compare` whose `difference`, `low` and `high` are positive where that side is
    worse; None without a common question. It is worse by less than the margin if `high` is below
    it, which happens by chance in 2.5 % of comparisons of sides that differ by the margin. The
    variance is at least that at the margin, m (1 - m) / n, which n pairs of right and wrong answers
    have if one side is better in a share m of them and never worse; with groups, this is multiplied
    by the design effect: the clustered variance over that of independent questions. If fewer than
    `FEW_GROUPS` of G groups differ, it is unknown, and taken as at least n / G.

    Parameters
    ----------
    items
        The columns `task`, `id`, `group` and `side`, and scores.
    metric
        The score, as the plain mean over the tasks that have it.
    margin
        The margin, in the unit of the score.

    References
    ----------
    Piaggio, Elbourne, Pocock, Evans and Altman, JAMA 308 (2012), for non-inferiority by an
    interval; Tango, Statistics in Medicine 17 (1998), for the variance of pairs at the margin;
    Kish, Survey Sampling (1965), for the design effect.
    """
    from scipy.special import stdtrit

    keys = ["task", "id", "group", "side"]
    scores = items.groupby(keys, observed=True)[metric.name].mean().dropna().reset_index()
    sides = (scores, scores.assign(group=scores.groupby(keys[:2], observed=True).ngroup()))
    compared, alone = (compare(table, (), ("task",), [metric], (), "side") for table in sides)
    if compared["difference"].isna().all():
        return None
    row = compared.iloc[0].copy()
    highest = 1.0 if metric.free else metric.highest
    differing = apart(scores, keys[:-1], metric.name)["group"].nunique()
    effect = row["answers"] / row["groups"] if differing < FEW_GROUPS else 1.0
    if (independent := alone["stderr"].iloc[0]) > 0:
        effect = max(effect, (row["stderr"] / independent) ** 2)
    share = 0.0 if metric.free else min(margin / highest, 0.5)
    least = highest * math.sqrt(share * (1 - share) / row["answers"] * effect)
    reach = stdtrit(row["degrees"], (1 + LEVEL) / 2) * max(row["stderr"], least)
    row["difference"] *= 1 if metric.higher_is_better else -1
    row["low"], row["high"] = row["difference"] - reach, row["difference"] + reach
    return row


def apart(items: DataFrame, keys: Sequence[str], score: str) -> DataFrame:
    """Return the `keys` of the questions on which two sides have different mean scores."""
    means = items.groupby([*keys, "side"], observed=True)[score].mean().unstack("side").dropna()
    return means[means.iloc[:, 0] != means.iloc[:, 1]].reset_index()[[*keys]]


def rank(compared: DataFrame) -> DataFrame:
    """Return the rank of each model by each tested score of `compare`, with its range.

    The columns are those of `by`, `score`, `model`, `value`, `rank` (1 plus the number of models
    that score better), `best` (1 plus the number that are significantly better) and `worst` (the
    number of models minus those that are significantly worse). In 95 of 100 cases, all ranges of a
    family contain the true ranks.

    References
    ----------
    Mogstad, Romano, Shaikh and Wilhelm, Review of Economic Studies 91 (2024).
    """
    import pandas as pd

    by = [*compared.columns[: compared.columns.get_loc("score")], "score"]
    tested = compared[compared["p_holm"].notna()]
    parts = []
    for key, block in tested.groupby(by, sort=False, observed=True):
        models = [*block["first"], *block["second"]]
        values = dict(zip(models, [*block["first_value"], *block["second_value"]], strict=True))
        won = block[block["better"] != ""]
        wins = Counter(won["better"])
        losses = Counter(won["first"].where(won["first"] != won["better"], won["second"]))
        table = pd.DataFrame({"model": [*values], "value": [*values.values()]})
        up = METRICS[key[-1]].higher_is_better
        place = table["value"].round(DECIMALS).rank(method="min", ascending=not up)
        table["rank"] = place.astype(int)
        table["best"] = [1 + losses[model] for model in values]
        table["worst"] = [len(values) - wins[model] for model in values]
        parts.append(table.assign(**dict(zip(by, key, strict=True))))
    columns = [*by, "model", "value", "rank", "best", "worst"]
    return pd.concat(parts, ignore_index=True)[columns] if parts else pd.DataFrame(columns=columns)


def best_first(items: DataFrame) -> list[str]:
    """Return the models of a filter's items by their exact match over tasks, best first.

    Ties are broken by sMAPE, then by name; undefined scores come last.
    """
    means = estimate(items, ("model",), ("task",), FAMILY).round({"value": DECIMALS})
    table = means.astype({"model": str}).pivot(index="model", columns="score", values="value")
    keys = [*FAMILY, "model"]
    return list(table.sort_values(keys, ascending=[False, True, True]).index)


def shares(items: DataFrame, score: str, of: Sequence[str], by: Sequence[str] = ()) -> DataFrame:
    """Return the `share` that questions or answers have in a mean score, largest first.

    Parameters
    ----------
    items
        The table of `items`; those without a finite score are left out.
    score
        The name of the score.
    of
        The columns that identify a part.
    by
        The columns whose values have separate means, each the plain mean over models and `CELLS`.
    """
    items = items[np.isfinite(items[score])]
    cell = _coded(items, (*by, "model", *CELLS))[0]
    part, keys = _coded(items, (*by, *of))
    sums = np.bincount(part, items[score] / np.bincount(cell)[cell], len(keys))
    whole = _coded(keys, by)[0]
    keys["share"] = sums / np.maximum(np.bincount(whole, sums)[whole], 5e-324)
    return keys[sums > 0].sort_values("share", ascending=False, kind="stable", ignore_index=True)


def curve(items: DataFrame, error: ArrayLike, tolerances: Sequence[float]) -> DataFrame:
    """Return the `share` of answers of each model that are off by at most each tolerance.

    It is the mean over `CELLS`, with `n` (questions), `low` and `high`.

    Parameters
    ----------
    items
        The table of `items`, only those that have such an error.
    error
        The error of each item; NaN for an unread answer, which no tolerance accepts.
    tolerances
        The tolerated errors.
    """
    block, keys = _coded(items, ("model",))
    means = _design(items, block, CELLS).within(error, tolerances)
    low, high = wilson(means)
    rows = keys.loc[keys.index.repeat(len(tolerances))].reset_index(drop=True)
    return rows.assign(
        tolerance=np.tile(np.asarray(tolerances, float), len(keys)),
        n=means.n.astype(int).repeat(len(tolerances)),
        share=means.mean.ravel(),
        low=low.ravel(),
        high=high.ravel(),
    )


def _metric(score: str | Metric) -> Metric:
    return REPORTED[score] if isinstance(score, str) else score


def _design(items: DataFrame, block: Codes, over: Sequence[str]) -> Design:
    """Return the design of means whose cells are the values of `over`."""
    group, cell, question = (_coded(items, by)[0] for by in (("group",), over, ("id", *RUN)))
    return Design(group, block=block, cell=cell, question=question)


def _coded(items: DataFrame, by: Sequence[str]) -> tuple[Codes, DataFrame]:
    """Return the number of each row's values in the columns `by`, and the values by number."""
    import pandas as pd

    numbers = np.zeros(len(items), np.int64)
    for name in by:
        values = items[name].array
        is_category = isinstance(values, pd.Categorical)
        codes = values.codes if is_category else np.unique(values, return_inverse=True)[1]
        numbers = dense(numbers * (int(codes.max(initial=-1)) + 1) + codes)[1]
    first = np.empty(int(numbers.max(initial=-1)) + 1, np.int64)
    first[numbers[::-1]] = np.arange(len(items))[::-1]
    keys = {name: items[name].array.take(first) for name in by}
    return numbers, pd.DataFrame(keys, index=range(len(first)))
