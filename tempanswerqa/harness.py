"""The glue between this package and lm-evaluation-harness: datasets, prompts, filters, scores.

It holds no rule of scoring. A document is a `questions.Question` as a dataset row.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from datasets import Dataset
from jinja2 import TemplateError
from lm_eval.api.task import ConfigurableTask

from tempanswerqa import extraction, metrics, prompts, quantities, questions, sources
from tempanswerqa.asked import Asked
from tempanswerqa.catalog import SAMPLE, SAMPLE_HOME
from tempanswerqa.extraction import INVALID

logger = logging.getLogger(__name__)


def dataset(subset: str, data_dir: str | None = None, **_: Any) -> dict[str, Dataset]:
    """The documents of a subset (`test`) and its exemplars (`exemplars`).

    `data_dir` comes from `--metadata`, among other arguments that are none of ours.
    """
    return _splits(subset, data_dir, sources.TEMPANSWERQA)


def sample_dataset(subset: str, **_: Any) -> dict[str, Dataset]:
    """As `dataset`, of the sample that comes with this package."""
    return _splits(subset, SAMPLE, SAMPLE_HOME)


def _splits(subset: str, data_dir: str | Path | None, home: sources.Home) -> dict[str, Dataset]:
    documents = questions.load(subset, data_dir, home)
    exemplars = prompts.load_exemplars(subset, data_dir, home)
    return {
        "test": Dataset.from_list([asdict(question) for question in documents]),
        "exemplars": Dataset.from_list([exemplar._asdict() for exemplar in exemplars]),
    }


class TempAnswerTask(ConfigurableTask):
    """A harness task whose prompts are the paper's messages.

    The harness itself puts one system message before all exemplars; here exemplars bring
    their own.
    """

    def __init__(self, config: dict | None = None) -> None:
        self._placement = 0  # into prompts.SYSTEM_PLACEMENTS: the first that lost nothing so far
        self._warned = False
        super().__init__(config={k: v for k, v in (config or {}).items() if k != "class"})

    def fewshot_context(
        self,
        doc: dict,
        num_fewshot: int,
        system_instruction: str | None = None,
        apply_chat_template: bool = False,
        fewshot_as_multiturn: bool = False,
        chat_template: Callable | None = None,
        gen_prefix: str | None = None,
    ) -> Any:
        """The prompt of a document: what the chat template makes of its messages, or plain text.

        Raises ValueError where there are fewer exemplars than `num_fewshot`.
        """
        messages = prompts.build_messages(
            questions.Question(**doc), self._exemplars(num_fewshot), system_instruction
        )
        if not (apply_chat_template and chat_template):
            return prompts.plain(messages)
        if not fewshot_as_multiturn:
            messages = prompts.single_turn(messages)
        return self._render(messages, chat_template)

    def _exemplars(self, number: int) -> list[prompts.Exemplar]:
        available = self.dataset["exemplars"]
        if number > len(available):
            raise ValueError(
                f"{self.config.task} has {len(available)} exemplars; "
                f"--num_fewshot {number} asks for more"
            )
        return [prompts.Exemplar(**available[position]) for position in range(number)]

    def _render(self, messages: list[prompts.Message], chat_template: Callable) -> Any:
        """Apply the chat template, moving system text that it would lose to user messages."""
        begun = messages[-1]["role"] == "assistant"
        fallback = None
        for placement in prompts.SYSTEM_PLACEMENTS[self._placement :]:
            placed = prompts.place_system(messages, placement)
            rendered = _apply(chat_template, placed, add_generation_prompt=not begun)
            if _keeps_all(rendered, placed):
                self._remember(placement)
                return rendered
            fallback = fallback if rendered is None else rendered
        if fallback is None:  # let the template say what it refuses
            return chat_template(messages, add_generation_prompt=not begun)
        if not self._warned:
            self._warned = True
            logger.warning(
                "%s: the chat template changes, moves or drops text; look at a prompt with "
                "--write_out before you trust the scores",
                self.config.task,
            )
        return fallback

    def _remember(self, placement: str) -> None:
        position = prompts.SYSTEM_PLACEMENTS.index(placement)
        if position != self._placement:
            logger.warning(
                "%s: the chat template takes system messages %s; other system text stands at "
                "the head of user messages",
                self.config.task,
                "only first" if placement == "first" else "nowhere",
            )
            self._placement = position


def _apply(chat_template: Callable, messages: list[prompts.Message], **options: bool) -> Any:
    """The rendered chat, or None where the template refuses the messages."""
    try:
        return chat_template(messages, **options)
    except TemplateError:
        return None


def _keeps_all(rendered: Any, messages: Iterable[prompts.Message]) -> bool:
    """Whether every text is there, in order. What is not plain text goes to a server as it is."""
    if not isinstance(rendered, str):
        return rendered is not None
    position = 0
    for message in messages:
        text = message["content"].strip()
        position = rendered.find(text, position)
        if position < 0:
            return False
        position += len(text)
    return True


def strict_match(responses: Iterable[Sequence[str]], docs: Iterable[dict]) -> list[str]:
    """Filter: the first response of each document to its answer text, read strictly."""
    return _extract(extraction.strict, responses, docs)


def flexible_extract(responses: Iterable[Sequence[str]], docs: Iterable[dict]) -> list[str]:
    """Filter: the first response of each document to its answer text, read flexibly."""
    return _extract(extraction.flexible, responses, docs)


def _extract(
    rule: Callable[[str, Asked], extraction.Extracted | None],
    responses: Iterable[Sequence[str]],
    docs: Iterable[dict],
) -> list[str]:
    """One text per document, also where padding between processes gave it two responses."""
    texts = []
    for given, doc in zip(responses, docs, strict=True):
        found = rule(given[0] or "", questions.Question(**doc).asked)
        texts.append(found.text if found else INVALID)
    return texts


def process_results(doc: dict, results: Sequence[str]) -> dict[str, Any]:
    """All metrics of one document, NaN where undefined, each with what its error needs.

    `<metric>_stderr` goes with the group of the document, so that errors can be clustered.
    """
    invalid = results[0] == INVALID
    prediction = None if invalid else quantities.read(results[0], doc["family"], doc["unit"])
    scores = metrics.item_scores(
        prediction,
        doc["number"],
        unit=doc["unit"],
        centroid=doc["centroid"],
        spread=doc["spread"],
    )
    keyed: dict[str, Any] = {}
    for name, value in scores.items():
        keyed[name] = value
        keyed[f"{name}_stderr"] = (value, doc["group"])
    return keyed


def mean(values: Iterable[float]) -> float:
    """Aggregation: the mean of the defined values, NaN where none is."""
    return metrics.mean(values)


def clustered_stderr(items: Iterable[tuple[float, str]]) -> float:
    """Aggregation: the standard error of `mean`, with documents of one group clustered.

    NaN for fewer than two groups.
    """
    items = list(items)
    return metrics.clustered_stderr([value for value, _ in items], [group for _, group in items])
