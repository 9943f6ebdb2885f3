"""Connects this package with lm-evaluation-harness: datasets, prompts, filters, scores.

It has no rule of scoring. A document is a `questions.Question` as a dataset row.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache, cached_property, wraps
from pathlib import Path
from typing import Any

from datasets import Dataset
from lm_eval.models.utils import normalize_gen_kwargs

from tempanswerqa import answers, metrics, questions
from tempanswerqa.answers import markers, quantities, thinking
from tempanswerqa.answers.markers import INVALID
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.truncation import truncated
from tempanswerqa.fresh import bank
from tempanswerqa.harness import aggregation, context_check, metadata
from tempanswerqa.harness.aggregation import Clustered, mean
from tempanswerqa.harness.repeats import RepeatedTask
from tempanswerqa.harness.versions import Scores, all_of
from tempanswerqa.metrics import sampling
from tempanswerqa.metrics.scores import COUNTED, REPORTED
from tempanswerqa.questions import own, prompts, subsets
from tempanswerqa.questions.chat_templates import Renderer
from tempanswerqa.questions.draws import LEVEL, SEED, SIZE, Draw
from tempanswerqa.questions.mixing import mixed

logger = logging.getLogger(__name__)

_Rule = Callable[[str, QuestionView], markers.Extracted | None]
UNTIL = ["<|endoftext|>"]
"""The stop sequence of the task files. No answer has it, but servers refuse an empty list."""

group_metrics = aggregation.group_entries(REPORTED)
"""The metrics that the group files aggregate, for each filter of the tasks."""


def dataset(
    subset: str, data_dir: str | None = None, prefill: bool = True, **metadata: Any
) -> dict[str, Dataset]:
    """Return the documents of a subset (`test`) and its exemplars (`exemplars`).

    The documents are in the order of `mixed`, so that `--limit` takes a fair sample. Without
    `prefill` the model begins its turn itself. `--metadata` names `data_dir` and the arguments of
    `closing_mark`; other arguments have no effect.
    """
    documents = mixed(questions.load(subset, data_dir))
    exemplars = prompts.load_exemplars(subset, data_dir)
    return _splits(documents, exemplars, prefill, closing_mark(metadata))


def own_dataset(file: str) -> Callable[..., dict[str, Dataset]]:
    """Return `dataset` for the questions beside a file that `tempanswerqa new` wrote."""

    @wraps(dataset)
    def included(**arguments: Any) -> dict[str, Dataset]:
        own.include(Path(file).parent)
        found = dataset(**arguments)
        if len(found["test"]) > 1 and len(set(found["test"]["group"])) == 1:
            logger.warning("%s: all questions are in one group; there are no standard errors", file)
        return found

    return included


def fresh_dataset(
    subset: str,
    n: int = SIZE,
    seed: int = SEED,
    level: str = LEVEL,
    prefill: bool = True,
    **metadata: Any,
) -> dict[str, Dataset]:
    """Return fresh questions as `dataset` does; the task or `--metadata` names `n` and `seed`."""
    documents = bank.load(Draw(subset, level, n, seed))
    return _splits(documents, bank.load_exemplars(subset), prefill, closing_mark(metadata))


def closing_mark(metadata: Mapping[str, Any]) -> str:
    """Return the closing mark of thinking that `--metadata` names as `think_end`; empty for none.

    `think_end_token` is an argument of models, which the harness merges into the metadata. A model
    with it removes thinking and mark itself. Raises ValueError if both are given, as every response
    would then count as thinking.
    """
    mark, cut = str(metadata.get("think_end") or ""), metadata.get("think_end_token")
    if mark and cut:
        raise ValueError(
            f"think_end_token={cut} of --model_args removes the mark that think_end of --metadata "
            "names; leave out one of them"
        )
    if cut:
        _tell_of_cut(str(cut))
    return mark


@cache
def _tell_of_cut(mark: str) -> None:
    logger.warning(
        "think_end_token=%s is an argument of models: the harness takes the whole of a response "
        "without this mark as the answer; give --metadata '{\"think_end\": ...}' instead",
        mark,
    )


def _splits(
    documents: Iterable[questions.Question],
    exemplars: Iterable[prompts.Exemplar],
    prefill: bool,
    think_end: str,
) -> dict[str, Dataset]:
    if not prefill:
        documents = [question.without_prefill() for question in documents]
    documents = [question.with_think_end(think_end) for question in documents]
    return {
        "test": Dataset.from_list([asdict(question) for question in documents]),
        "exemplars": Dataset.from_list([exemplar._asdict() for exemplar in exemplars]),
    }


class TempAnswerTask(RepeatedTask):
    """A harness task whose prompts are the paper's messages.

    The harness itself puts one system message before all exemplars; here each exemplar has its own
    messages.
    """

    text_field = "user"
    """The field of a document that the task file calls `doc_to_text`."""
    exemplar: Callable[..., Any] = prompts.Exemplar
    """Return an exemplar from its dataset row."""
    functions: Mapping[str, Callable] = {}
    """The functions that aggregate scores other than by their mean, by metric."""
    categories: Mapping[str, str] = {}
    """The metrics that the task file cannot list, by the category of a document."""

    def __init__(self, config: dict[str, Any]) -> None:
        _refuse_unread(config, self.text_field)
        metadata.refuse_unread(config)
        named = (config.get("metadata") or {}).get("system_role", "")
        self._renderer = Renderer(config.get("task", ""), named)
        listed = config.get("metric_list") or self.reported(config)
        entries = aggregation.metric_entries(listed, self.functions)
        own = {name: value for name, value in config.items() if name != "class"}
        super().__init__(own | {"metric_list": entries})
        self._note_prompts()

    def reported(self, config: Mapping[str, Any]) -> Iterable[str]:
        """Return the metrics of a task whose file lists none: all that are reported of a run."""
        return REPORTED

    def _note_prompts(self) -> None:
        """Note the digest of the prompts for the results, if the exemplars come from a file: those
        of fresh questions never change.
        """
        told = self.config.metadata or {}
        subset = self.dataset["test"][0]["id"].partition("-")[0]
        if subset in subsets.known() and len(self.dataset["exemplars"]):
            shown = prompts.digest(subset, told.get("data_dir"))
            self.config.metadata = told | {"prompts": shown}

    def aggregation(self) -> dict[str, Callable]:
        """Return the function that sums up the scores of documents for the task, by metric."""
        return super().aggregation() | dict.fromkeys(self.categories.values(), mean)

    def higher_is_better(self) -> dict[str, bool]:
        """Return whether a higher score is better, by metric."""
        return super().higher_is_better() | dict.fromkeys(self.categories.values(), True)

    def process_results(self, doc: dict, results: Sequence) -> dict[str, Any]:
        """Return the metrics of a document that the task file lists; an undefined one is None.

        Each score that is averaged has a cluster: the group of the document, or the document
        itself if it has no group.
        """
        functions, cluster = self.aggregation(), doc.get("group") or doc["id"]
        return {
            name: self._score(value, cluster if functions[name] is mean else None)
            for name, value in super().process_results(doc, results).items()
            if name in functions
        }

    @staticmethod
    def _score(value: Any, cluster: str | None) -> Any:
        if value != value:  # only NaN is not equal to itself
            return None
        return value if cluster is None else Clustered(value, cluster)

    def finish(self, found: dict[str, Any], scores: Scores) -> dict[str, Any]:
        """Return the results of the task with standard errors, as `aggregation.finished` does."""
        means = {name for name, function in self.aggregation().items() if function is mean}
        return aggregation.finished(found, scores, means)

    def build_all_requests(self, *, tokenizer_name: str = "", **options: Any) -> Any:
        """Build requests as the harness does; `--cache_requests` finds only those of equal content.

        The harness names saved requests by task, shots and tokenizer. This adds a digest of all
        else to the tokenizer's name, which has no other use.
        """
        if options.get("cache_requests"):
            tokenizer_name += f"-{self._digest(options)}"
        built = super().build_all_requests(tokenizer_name=tokenizer_name, **options)
        self._warn_of_long_prompts(options.get("chat_template"))
        return built

    def _warn_of_long_prompts(self, chat_template: Callable | None) -> None:
        """Warn once of prompts that the harness will cut, if the model is known."""
        if model := context_check.serving(chat_template, self.config.metadata or {}):
            given = [request.args[0] for request in self.instances]
            room = normalize_gen_kwargs(self.instances[0].args[1])["max_gen_toks"]
            if told := context_check.complaint(given, room, model):
                logger.warning("%s: %s", self.config.task, told)

    def _digest(self, options: Mapping[str, Any]) -> str:
        """Return a digest of all that decides requests; the first prompt shows the template."""
        names = ("system_instruction", "apply_chat_template", "fewshot_as_multiturn")
        prompt = self.fewshot_context(
            next(iter(self.eval_docs)),
            self.config.num_fewshot or 0,
            chat_template=options.get("chat_template"),
            **{name: options[name] for name in names if name in options},
        )
        rows = {split: list(rows) for split, rows in self.dataset.items()}
        generation = (self.config.generation_kwargs, self.config.repeats)
        content = (self.VERSION, rows, generation, options.get("samples"), prompt)
        return hashlib.sha1(json.dumps(content).encode(), usedforsecurity=False).hexdigest()

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
        """Return the prompt of a document: its messages in the chat template, or as plain text.

        Raises prompts.PromptError if there are fewer exemplars than `num_fewshot`.
        """
        messages = self.messages(doc, num_fewshot, system_instruction)
        template = chat_template if apply_chat_template else None
        return self._renderer.prompt(messages, template, fewshot_as_multiturn)

    def construct_requests(self, doc: dict, ctx: Any, **options: Any) -> Any:
        """Construct requests as the harness does; without a stop sequence of the user, stop the
        answer to a plain prompt also where a base model continues with another question.
        """
        requests = super().construct_requests(doc, ctx, **options)
        if self.OUTPUT_TYPE == "generate_until" and not options.get("apply_chat_template"):
            for request in all_of(requests):
                generation = request.arguments[1]
                if generation.get("until") == UNTIL:
                    generation["until"] = UNTIL + self.run_on()
        return requests

    def run_on(self) -> list[str]:
        """Return the texts that show that a response continues with another question."""
        shown = self._exemplars[: self.config.num_fewshot or 0]
        return prompts.run_on(shown, (self.config.dataset_kwargs or {}).get("subset", ""))

    def messages(
        self, doc: dict, num_fewshot: int, system_instruction: str | None
    ) -> list[prompts.Message]:
        """Return the chat of a document."""
        shown = prompts.first(self._exemplars, num_fewshot, self.config.task)
        return prompts.build_messages(questions.Question(**doc), shown, system_instruction)

    @cached_property
    def _exemplars(self) -> list[Any]:
        return [self.exemplar(**row) for row in self.dataset["exemplars"]]


def _refuse_unread(config: Mapping[str, Any], text_field: str) -> None:
    """Raise ValueError for settings of a task that would have no effect."""
    unread = [name for name in ("description", "gen_prefix") if config.get(name)]
    if config.get("doc_to_text", text_field) != text_field:
        unread.append("doc_to_text")
    if unread:
        raise ValueError(
            f"{config.get('task')}: {', '.join(unread)} would have no effect, as the prompts of "
            "these tasks are the paper's messages; leave it out, and use --system_instruction or "
            "the _chat tasks, whose prompts do not begin the model's turn"
        )


class FilteredText(str):
    """The answer that a filter finds in a response, with facts on the response for the scores."""

    truncated = False
    thinking = False


def strict_match(
    responses: Iterable[Sequence[str]], docs: Iterable[dict]
) -> list[list[FilteredText]]:
    """Return the answer text of each response of each document, read strictly."""
    return _extract(answers.strict, responses, docs)


def flexible_extract(
    responses: Iterable[Sequence[str]], docs: Iterable[dict]
) -> list[list[FilteredText]]:
    """Return the answer text of each response of each document, read flexibly."""
    return _extract(answers.flexible, responses, docs)


def _extract(
    rule: _Rule, responses: Iterable[Sequence[str]], docs: Iterable[dict]
) -> list[list[FilteredText]]:
    views = [questions.Question(**doc).view for doc in docs]
    return [
        [_filtered(rule, response or "", view) for response in given]
        for given, view in zip(responses, views, strict=True)
    ]


def _filtered(rule: _Rule, response: str, view: QuestionView) -> FilteredText:
    found = rule(response, view)
    text = FilteredText(found.text if found else INVALID)
    text.truncated = truncated(response, view)
    text.thinking = thinking.split(response, view.think_end).unfinished
    return text


def process_results(doc: dict, results: Sequence[Any]) -> dict[str, float]:
    """Return all metrics of one document; an undefined one is NaN.

    If the filters leave several samples of the document, each metric is its mean over them, and the
    statistics of `sampling.of_question` follow.
    """
    samples = results if isinstance(results[0], str) else results[0]
    numbers = [
        None if text == INVALID else quantities.read(text, doc["family"], doc["unit"])
        for text in samples
    ]
    scored = [_sample_scores(doc, *own) for own in zip(samples, numbers, strict=True)]
    if len(scored) == 1:
        return scored[0]
    return sampling.of_question(scored, numbers, doc["unit"])


def _sample_scores(doc: dict, text: str, prediction: float | None) -> dict[str, float]:
    scores = metrics.item_scores(
        prediction, doc["number"], unit=doc["unit"], centroid=doc["centroid"]
    )
    return scores | {name: float(getattr(text, name, False)) for name in COUNTED}
