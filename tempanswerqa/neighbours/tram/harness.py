"""Connects TRAM with the harness: documents, prompts, filters, scores.

It has no rule of scoring. A document is an `items.Item` as a dataset row.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any

from datasets import Dataset

from tempanswerqa.answers.markers import INVALID
from tempanswerqa.harness.tasks import TempAnswerTask
from tempanswerqa.neighbours.tram import items, letters, prompts, scores
from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.questions.prompts import Message

logger = logging.getLogger(__name__)

SEED = 1


def dataset_of(load: Callable[..., Any], warning: str) -> Callable[..., dict[str, Dataset]]:
    """Return the function that makes the datasets of tasks from the tables that `load` returns.
    `warning` tells of rows that are left out, with places for the task and the table's `note`.
    """

    def dataset(
        task: str,
        data_dir: str | None = None,
        per_category: int | None = None,
        seed: int = SEED,
        **_: Any,
    ) -> dict[str, Dataset]:
        """Return the documents of a task (`test`), at most `per_category` of each category, and its
        exemplars (`exemplars`).

        `--metadata` names `data_dir`, and `per_category` with its `seed`; other arguments have no
        effect. Raises the errors of `load` and of `items.sample`.
        """
        table, shown = load(task, data_dir), load(task, data_dir, exemplars=True)
        if table.note:
            logger.warning(warning, task, table.note)
        asked = table.items
        if per_category is not None:
            asked = items.sample(asked, per_category, seed)
        splits = {"test": asked, "exemplars": shown.items}
        return {
            name: Dataset.from_list([asdict(item) for item in rows])
            for name, rows in splits.items()
        }

    return dataset


dataset = dataset_of(items.load, "tram_%s: rows left out: %s")


class TramTask(TempAnswerTask):
    """A harness task with exemplars of the question's category, and with scores by category.

    The accuracy in a category is called `acc_<category>`. It is None for questions of other
    categories, so that all documents have the same keys. The categories are those of the table, as
    the task file cannot list them.
    """

    exemplar: Callable[..., Any] = Item
    by_category = "acc"
    """The metric that is also reported by category."""
    functions = {"f1": scores.macro_f1}  # noqa: RUF012
    text_field = "question"

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(config)
        self.categories = dict(zip(self._slugs, map(self._key, self._slugs), strict=True))

    @cached_property
    def _slugs(self) -> list[str]:
        found = sorted({slug(name) for name in self.dataset["test"]["category"]} - {""})
        return found if len(found) > 1 else []

    def _key(self, category: str) -> str:
        """Return the name of a category's score; a used name, such as `acc_norm`, gets a suffix."""
        key = f"{self.by_category}_{category}"
        return f"{key}_category" if key in self.aggregation() else key

    def messages(
        self, doc: dict, num_fewshot: int, system_instruction: str | None
    ) -> list[Message]:
        """Return the chat of a document.

        Raises prompts.PromptError if its category has fewer exemplars than `num_fewshot`.
        """
        item = Item(**doc)
        shown = prompts.exemplars(item, self._exemplars, num_fewshot, self.config.task)
        style = self.config.dataset_kwargs["style"]
        return prompts.build_messages(item, shown, style, system_instruction)

    def process_results(self, doc: dict, results: Sequence) -> dict[str, Any]:
        """Return the scores that the task file lists, and one of them by category."""
        keyed = super().process_results(doc, results)
        if self.by_category in keyed:
            own = slug(doc["category"])
            for category, key in self.categories.items():
                keyed[key] = keyed[self.by_category] if category == own else None
        return keyed

    def run_on(self) -> list[str]:
        """Return no text, as TRAM's questions begin in many ways."""
        return []

    def _warn_of_long_prompts(self, chat_template: Callable | None) -> None:
        if self.OUTPUT_TYPE == "generate_until":
            super()._warn_of_long_prompts(chat_template)


def slug(category: str) -> str:
    """Return a category as part of the name of a metric: `Shift - MT` is `shift_mt`."""
    return re.sub(r"\W+", "_", category.casefold()).strip("_")


def letter_match(responses: Iterable[Sequence[str]], docs: Iterable[dict]) -> list[list[str]]:
    """Return the letter of the option that each response of each document names."""
    found = []
    for given, doc in zip(responses, docs, strict=True):
        options = dict(zip(doc["letters"], doc["options"], strict=True))
        named = [letters.read(response or "", options) for response in given]
        found.append([one.letter if one else INVALID for one in named])
    return found


def process_letters(doc: dict, results: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    """Return the scores from the log-likelihoods of the letters."""
    chosen = scores.likeliest([value for value, _ in results])
    return {"acc": float(chosen == doc["answer"])} | _classes(doc, chosen)


def process_texts(doc: dict, results: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    """Return the scores from the options' log-likelihoods; for `acc_norm`, those per character."""
    values = [value for value, _ in results]
    plain = scores.likeliest(values)
    normed = scores.likeliest(values, list(map(len, doc["options"])))
    found = {"acc": float(plain == doc["answer"]), "acc_norm": float(normed == doc["answer"])}
    return found | _classes(doc, normed)


def process_generation(doc: dict, results: Sequence[str]) -> dict[str, Any]:
    """Return the scores from the letter that the filter read; no letter is wrong and unparsed."""
    parsed = results[0] in doc["letters"]
    chosen = list(doc["letters"]).index(results[0]) if parsed else None
    found = {"acc": float(chosen == doc["answer"]), "parsed": float(parsed)}
    return found | _classes(doc, chosen)


def _classes(doc: Mapping[str, Any], chosen: int | None) -> dict[str, Any]:
    """Return the right class and the chosen class for macro F1; the classes are the options'
    texts.
    """
    texts = [text.casefold() for text in doc["options"]]
    return {"f1": (texts[doc["answer"]], None if chosen is None else texts[chosen])}
