"""Chooses which of several responses to each question of a run count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from tempanswerqa.metrics import sampling
from tempanswerqa.metrics.scores import METRICS

if TYPE_CHECKING:
    from pandas import DataFrame

FIRST, MEAN, MEDIAN = CHOICES = ("first", "mean", "median")
"""The ways to score several samples of a question: the score of the first, the mean of all scores,
or the score of the answer on which they agree (`sampling.vote`)."""


def of_questions(items: DataFrame) -> list[range]:
    """Return the places of the items of each question; those of one have to be adjacent."""
    sizes = Counter(items["id"]).values()
    return [range(end - size, end) for end, size in zip(accumulate(sizes), sizes, strict=True)]


def predictions(items: DataFrame) -> list[float | None]:
    """Return the numbers that were read; None for unparsed responses."""
    return [None if number != number else number for number in items["prediction"].tolist()]


def picked(items: DataFrame, how: str) -> DataFrame:
    """Return the items that count: one of each question if `how` is `MEDIAN`, the first of each if
    it is `FIRST`, else all.
    """
    if how == FIRST:
        return items[items["sample"] == 0]
    return items.iloc[_voted(items)] if how == MEDIAN else items


def _voted(items: DataFrame) -> list[int]:
    numbers = predictions(items)
    return [
        samples[sampling.vote(numbers[samples.start : samples.stop])]
        for samples in of_questions(items)
    ]


def by_question(items: DataFrame) -> DataFrame:
    """Return one item for each question. Its scores are the means over the samples and those of
    `sampling.of_question`; its other columns are those of the sample that `sampling.vote` chooses.
    """
    import pandas as pd

    if not items["sample"].any():
        return items
    numbers, scores = predictions(items), items[[*METRICS]].to_numpy()
    means = []
    for samples in of_questions(items):
        rows = scores[samples.start : samples.stop].tolist()
        named = [dict(zip(METRICS, row, strict=True)) for row in rows]
        unit = items["unit"].iat[samples.start]
        read = numbers[samples.start : samples.stop]
        means.append(sampling.of_question(named, read, unit))
    voted = items.iloc[_voted(items)].drop(columns=[*METRICS]).reset_index(drop=True)
    return voted.assign(sample=0).join(pd.DataFrame(means))


def counts(items: DataFrame) -> str:
    """Return the number of samples of each question as text: `4`, or `1-4`; `1` without items."""
    sizes = sorted({*map(len, of_questions(items))}) or [1]
    return "-".join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))


def counted(items: DataFrame, how: str) -> str:
    """Return `samples` of a signature, such as `median-of-4`; empty if each question has one."""
    sizes = counts(items)
    if sizes == "1":
        return ""
    return how if how == MEAN else f"{how}-of-{sizes}"


def group_means(values: Sequence[float], places: Sequence[range]) -> list[float]:
    """Return the mean of the values at the places of each question."""
    if len(places) == len(values):
        return [*map(float, values)]
    return [sum(values[at] for at in samples) / len(samples) for samples in places]
