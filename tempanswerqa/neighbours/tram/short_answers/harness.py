"""Connects TRAM's short answers with the harness. It has no rule of scoring.

A document is an `items.ShortItem` as a dataset row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tempanswerqa.answers.markers import INVALID
from tempanswerqa.harness.aggregation import group_entries
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.neighbours.tram.harness import TramTask, dataset_of
from tempanswerqa.neighbours.tram.short_answers import items as short
from tempanswerqa.neighbours.tram.short_answers import prompts, reading
from tempanswerqa.neighbours.tram.short_answers.items import ShortItem
from tempanswerqa.neighbours.tram.short_answers.reading import TEXT
from tempanswerqa.questions.prompts import Message

short_group_metrics = group_entries(METRICS)
"""The metrics that the group file aggregates."""


short_dataset = dataset_of(
    short.load,
    "tram_%s_saq: answers spoiled by a spreadsheet left out: %s (`tempanswerqa tram errata` lists "
    "them)",
)


class ShortTask(TramTask):
    """A harness task of short answers, which also reports exact match by category."""

    exemplar = ShortItem
    by_category = "exact_match"

    def reported(self, config: Mapping[str, Any]) -> Iterable[str]:
        """Return the metrics of TempAnswerQA."""
        return METRICS

    def messages(
        self, doc: dict, num_fewshot: int, system_instruction: str | None
    ) -> list[Message]:
        """Return the chat of a document, with fewer exemplars than asked for if some were left
        out.
        """
        item = ShortItem(**doc)
        own = [exemplar for exemplar in self._exemplars if exemplar.category == item.category]
        return prompts.build_messages(item, own[:num_fewshot], system_instruction)


def short_extract(responses: Iterable[Sequence[str]], docs: Iterable[dict]) -> list[list[str]]:
    """Return the answer in each response of each document: a number of its kind, or a text."""
    return [
        [_answer(response or "", doc) for response in given]
        for given, doc in zip(responses, docs, strict=True)
    ]


def _answer(response: str, doc: Mapping[str, Any]) -> str:
    if doc["kind"] == TEXT:
        answer = short.said(response)
    else:
        number = reading.read(response, doc["kind"], doc["question"])
        answer = None if number is None else repr(number)
    return INVALID if answer is None else answer


def process_short(doc: dict, results: Sequence[str]) -> dict[str, Any]:
    """Return all metrics of one document; an undefined one is NaN."""
    answer: float | str | None = None if results[0] == INVALID else results[0]
    if answer is not None and doc["kind"] != TEXT:
        answer = float(answer)
    return short.scores(answer, doc)
