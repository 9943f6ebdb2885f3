"""Makes runs of the paper's baselines, which always answer the mean or median of the labels."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tempanswerqa.questions.record import Question
from tempanswerqa.runs.catalog import Part
from tempanswerqa.runs.scoring import Item, Run, item_scores

BASELINES: dict[str, Callable[[Sequence[float]], float]] = {
    "Baseline, mean": statistics.fmean,
    "Baseline, median": statistics.median,
}
FILTER = "none"


def baseline_run(name: str, subset: str, task: str, part: Part) -> tuple[Run, list[Item]]:
    """Return a baseline (a key of `BASELINES`) as a run of a subset, with its items.

    Nothing is extracted, and every answer is parsed.
    """
    run = Run(
        path=Path(name), model=name, prompting="", subset=subset, task=task, part=part, answers=[]
    )
    asked = list(part.questions.values())
    items = [
        Item(row, question, "", name, number, item_scores(number, question))
        for row, (question, number) in enumerate(zip(asked, predict(name, asked), strict=True))
    ]
    return run, items


def predict(name: str, asked: Iterable[Question]) -> list[float]:
    """Return the baseline's prediction for each question.

    It is the mean or median label of all questions with the same split, unit, answer format and
    centroid.
    """
    asked = list(asked)
    labels = defaultdict(list)
    for question in asked:
        labels[_kind(question)].append(question.number)
    predictions = {kind: BASELINES[name](numbers) for kind, numbers in labels.items()}
    return [predictions[_kind(question)] for question in asked]


def _kind(question: Question) -> tuple[object, ...]:
    return question.split, question.unit, question.answer_format, question.centroid
