"""Connects TRAM with the harness: documents, prompts, filters, scores.

A document is an `items.TramItem` as a dataset row.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any

from datasets import Dataset

from tempanswerqa.answers.markers import INVALID
from tempanswerqa.harness.aggregation import mean, stderr
from tempanswerqa.harness.tasks import TempAnswerTask
from tempanswerqa.neighbours.tram import items, letters
from tempanswerqa.questions.prompts import Message, first

logger = logging.getLogger(__name__)

CUE = "Answer:"
"""The text behind which the model gives its letter, in prompts and in answers."""

_CLOSINGS = {
    "letters": f"Which option is right? Reply with its letter alone.\n{CUE}",
    "standard": f'Which option is right? Reply with "{CUE}" and its letter.',
    "steps": "Which option is right? Work it out step by step first. Then end with a line that "
    f'reads "{CUE}" and the letter of that option.',
}
"""The end of a user message, by style."""


def dataset(
    task: str, data_dir: str | None = None, per_category: int | None = None, **_: Any
) -> dict[str, Dataset]:
    """Return the documents of a task (`test`) in the order of `items.sample`, and its exemplars
    (`exemplars`).

    `--metadata` names `data_dir` and `per_category`, the largest number of documents of a category;
    other arguments have no effect. Raises the errors of `items.load` and of `items.sample`.
    """
    table, exemplars = items.load(task, data_dir), items.load(task, data_dir, exemplars=True)
    if table.left_out:
        logger.warning("tram_%s: rows left out: %s", task, table.left_out)
    sets = {"test": items.sample(table.items, per_category), "exemplars": exemplars.items}
    return {name: Dataset.from_list([asdict(item) for item in each]) for name, each in sets.items()}


def macro_f1(pairs: Iterable[tuple[str, str | None]]) -> float:
    """Return the unweighted mean over classes of F1 = 2 tp / (2 tp + fp + fn), from 0 to 1.

    A pair has the right class and the chosen one; neither is an empty text. The classes are all
    that are right or chosen in any pair. A choice of None is a false negative of the right class,
    and no false positive. NaN without pairs.
    """
    from sklearn.metrics import f1_score  # slow to import

    if not (pairs := list(pairs)):
        return math.nan
    right, chosen = ([name or "" for name in names] for names in zip(*pairs, strict=True))
    classes = sorted({*right, *chosen} - {""})
    return float(f1_score(right, chosen, labels=classes, average="macro", zero_division=0))


class TramTask(TempAnswerTask):
    """A harness task with exemplars of the question's category, and with scores by category.

    The accuracy in a category is called `acc_<category>`. It is None for questions of other
    categories, so that all documents have the same keys. The categories are those of the table, as
    the task file cannot list them.
    """

    exemplar = items.TramItem
    text_field = "question"

    @cached_property
    def categories(self) -> dict[str, str]:
        """Return the names of the metrics of categories, by category."""
        slugs = sorted({slug(name) for name in self.dataset["test"]["category"]} - {""})
        return {name: f"acc_{name}" for name in slugs} if len(slugs) > 1 else {}

    def aggregation(self) -> dict[str, Callable]:
        """Return the function that sums up the scores of documents for the task, by metric."""
        own = dict.fromkeys(self.categories.values(), mean)
        return super().aggregation() | own | {f"{name}_stderr": stderr for name in own}

    def higher_is_better(self) -> dict[str, bool]:
        """Return whether a higher score is better, by metric."""
        return super().higher_is_better() | dict.fromkeys(self.categories.values(), True)

    def messages(
        self, doc: dict, num_fewshot: int, system_instruction: str | None
    ) -> list[Message]:
        """Return the chat of a document.

        Raises PromptError if its category has fewer exemplars than `num_fewshot`.
        """
        item = items.TramItem(**doc)
        alike = [exemplar for exemplar in self._exemplars if exemplar.category == item.category]
        shown = first(alike, num_fewshot, f"{self.config.task}, {item.category}")
        style = self.config.dataset_kwargs["style"]
        return build_messages(item, shown, style, system_instruction)

    def scores(self, doc: dict, results: Sequence) -> dict[str, Any]:
        """Return the scores of a document, and its accuracy by category."""
        scores = dict(super().scores(doc, results))
        category = slug(doc["category"])
        for name, key in self.categories.items():
            scores[key] = scores["acc"] if name == category else math.nan
        return scores

    def run_on(self) -> list[str]:
        """Return no text, as TRAM's questions begin in many ways."""
        return []


def question(item: items.TramItem, style: str) -> str:
    """Return the user text: context, question, options with their letters, and the closing."""
    asked = f"Question: {item.question}" if item.question else ""
    listed = zip(item.letters, item.options, strict=True)
    lines = [item.context, asked, *(f"({letter}) {text}" for letter, text in listed)]
    return "\n".join(line for line in (*lines, _CLOSINGS[style]) if line)


def build_messages(
    item: items.TramItem,
    shown: Sequence[items.TramItem],
    style: str,
    system_instruction: str | None = None,
) -> list[Message]:
    """Return the chat messages of a question, with the exemplars as turns before it.

    Exemplars answer without steps, as the archives have none; so only the last question asks for
    steps.
    """
    messages = [{"role": "system", "content": system_instruction}] if system_instruction else []
    for exemplar in shown:
        letter = exemplar.letters[exemplar.answer]
        asked = question(exemplar, "standard" if style == "steps" else style)
        answer = letter if style == "letters" else f"{CUE} {letter}"
        messages.append({"role": "user", "content": asked})
        messages.append({"role": "assistant", "content": answer})
    return [*messages, {"role": "user", "content": question(item, style)}]


def slug(category: str) -> str:
    """Return a category as part of the name of a metric: `Shift - MT` is `shift_mt`."""
    return re.sub(r"\W+", "_", category.casefold()).strip("_")


def letter_match(responses: Iterable[Sequence[str]], docs: Iterable[dict]) -> list[list[str]]:
    """Return the letter of the option that each response of each document names, or INVALID."""
    matches = []
    for samples, doc in zip(responses, docs, strict=True):
        options = dict(zip(doc["letters"], doc["options"], strict=True))
        matches.append([letters.read(response or "", options) or INVALID for response in samples])
    return matches


def process_letters(doc: dict, results: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    """Return the scores from the log-likelihoods of the letters.

    The largest is chosen, of equal ones the first; NaN is never the largest.
    """
    values = [-math.inf if math.isnan(value) else value for value, _ in results]
    chosen = values.index(max(values))
    return {"acc": float(chosen == doc["answer"])} | _classes(doc, chosen)


def process_generation(doc: dict, results: Sequence[str]) -> dict[str, Any]:
    """Return the scores from the letter that the filter read; no letter is wrong and unparsed."""
    parsed = results[0] in doc["letters"]
    chosen = list(doc["letters"]).index(results[0]) if parsed else None
    scores = {"acc": float(chosen == doc["answer"]), "parsed": float(parsed)}
    return scores | _classes(doc, chosen)


def _classes(doc: Mapping[str, Any], chosen: int | None) -> dict[str, Any]:
    """Return the right class and the chosen class for macro F1; the classes are the options'
    texts.
    """
    texts = [text.casefold() for text in doc["options"]]
    return {"f1": (texts[doc["answer"]], None if chosen is None else texts[chosen])}
