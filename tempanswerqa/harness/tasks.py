"""Connects this package with lm-evaluation-harness: datasets, prompts, filters, scores.

Scoring is elsewhere. A document is a `questions.Question` as a dataset row.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from difflib import get_close_matches
from functools import cached_property, wraps
from pathlib import Path
from typing import Any

from datasets import Dataset
from lm_eval.api.registry import get_aggregation
from lm_eval.api.task import ConfigurableTask
from lm_eval.utils import warning_once

from tempanswerqa import __version__, questions, scoring, twins
from tempanswerqa.answers import markers, thinking
from tempanswerqa.answers.markers import INVALID
from tempanswerqa.harness.aggregation import Noted, stderr, with_stderrs
from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.metrics.scores import COUNTED, REPORTED, mean
from tempanswerqa.private import SURROGATE
from tempanswerqa.questions import own, prompts, subsets
from tempanswerqa.questions.record import mixed
from tempanswerqa.scoring import FLEXIBLE, STRICT

logger = logging.getLogger(__name__)

UNTIL = ["<|endoftext|>"]
"""The stop sequence of the task files. No answer has it, but servers refuse an empty list."""
_FIXED = {
    **dict.fromkeys(("description", "gen_prefix", "use_prompt", "fewshot_delimiter")),
    "target_delimiter": "",
    "doc_to_text": "user",
    "doc_to_target": "label",
    "fewshot_split": "exemplars",
    "fewshot_config": {"sampler": "first_n"},
}
"""The settings of task files that have no effect, with our values."""
METADATA = (
    *("data_dir", "twin_seed", "think_end", "system_role", "repeats"),
    "think_end_token",  # of models
)
"""The keys of `--metadata` that tasks read."""


def dataset(
    subset: str,
    data_dir: str | None = None,
    prefill: bool = True,
    twin_seed: int = subsets.TWIN_SEED,
    **metadata: Any,
) -> dict[str, Dataset]:
    """Return the documents of a set (`test`) and its exemplars (`exemplars`).

    They are in the order of `mixed`, so that `--limit` takes a representative mix. Without
    `prefill` the model begins its turn itself. `--metadata` names `data_dir`, the arguments of
    `closing_mark`, and `twin_seed`; other arguments have no effect. Raises TaskError for one that
    resembles one of `METADATA`.
    """
    for key in metadata.keys() - {*METADATA}:
        if close := get_close_matches(key, METADATA, cutoff=0.7):
            raise TaskError(f"no task reads {key!r} of --metadata; did you mean {close[0]}?")
    twin = subsets.twin_of(subset)
    name = subsets.twins(twin[0], twin_seed) if twin else subset
    loaded = (twins.load if twin else questions.load)(name, data_dir)
    documents = loaded if name in subsets.SAMPLES else mixed(loaded)
    return splits(documents, prompts.load_exemplars(name, data_dir), prefill, metadata)


def own_dataset(file: str) -> Callable[..., dict[str, Dataset]]:
    """Return `dataset` for the questions beside a file that `tempanswerqa new` wrote."""

    @wraps(dataset)
    def included(**arguments: Any) -> dict[str, Dataset]:
        own.include(Path(file).parent)
        return dataset(**arguments)

    return included


def closing_mark(metadata: Mapping[str, Any]) -> str:
    """Return the closing mark of thinking that `--metadata` names as `think_end`; empty for none.

    `think_end_token` is a model argument; the model then removes thinking and the mark. Raises
    TaskError if both are given, as every response would then count as thinking.
    """
    mark, cut = str(metadata.get("think_end") or ""), metadata.get("think_end_token")
    if mark and cut:
        raise TaskError(
            f"think_end_token={cut} of --model_args removes the mark that think_end of --metadata "
            "names; omit one of them"
        )
    if cut:
        warning_once(
            logger,
            "think_end_token=%s is an argument of models: the harness takes the whole of a "
            "response without this mark as the answer; use think_end of --metadata instead",
            str(cut),
        )
    return mark


def splits(
    documents: Iterable[questions.Question],
    exemplars: Iterable[prompts.Exemplar],
    prefill: bool,
    metadata: Mapping[str, Any],
) -> dict[str, Dataset]:
    """Return questions and exemplars as the harness takes them."""
    mark = closing_mark(metadata)
    asked = (
        replace(each, think_end=mark, prefill=each.prefill if prefill else "") for each in documents
    )
    return {
        "test": Dataset.from_list([*map(asdict, asked)]),
        "exemplars": Dataset.from_list([exemplar._asdict() for exemplar in exemplars]),
    }


class TempAnswerTask(ConfigurableTask):  # type: ignore[misc]  # lm_eval is untyped
    """A harness task whose prompts are the paper's messages, with clustered standard errors.

    The score of a question is the mean over its responses, if `repeats` asks for several.
    """

    new_tokens = 512
    """Maximum number of new tokens if a task file states none."""

    def __init__(self, config: dict[str, Any]) -> None:
        """Make the task of a task file, and record what results depend on.

        Raises TaskError for settings that have no effect, or fail only after a model has answered.
        """
        name = config.get("task", "")
        if unread := [key for key in _FIXED if config.get(key) not in (None, "", _FIXED[key])]:
            raise TaskError(
                f"{name}: {', '.join(unread)} would have no effect, as the prompts of these tasks "
                "are the paper's messages; leave it out"
            )
        if (kind := config["output_type"]) != "generate_until":
            raise TaskError(f"{name}: output_type is {kind}; leave it out, to score texts")
        metadata = {"repeats": config.get("repeats", 1)} | (config.get("metadata") or {})
        repeats = 1 if metadata["repeats"] is None else metadata["repeats"]
        if type(repeats) is not int or repeats < 1:
            raise TaskError(f"{name}: repeats is {repeats!r}, and not a number of responses")
        self._renderer = prompts.Renderer(name, metadata.get("system_role", ""))
        entries = with_stderrs(config["metric_list"])
        if config["process_results"] is process_results:
            for entry in entries:
                _check_metric(name, entry)
        settings = {key: value for key, value in config.items() if key != "class"}
        settings["metric_list"] = entries
        settings["generation_kwargs"] = generation(config, UNTIL, self.new_tokens)
        settings["repeats"] = repeats
        super().__init__(config=settings)
        shots, known = self.config.num_fewshot or 0, len(self.dataset["exemplars"])
        if shots not in range(known + 1):
            raise TaskError(f"{name}: num_fewshot is {shots!r}, but there are {known} exemplars")
        documents = list(self.eval_docs)
        origin = {
            "tempanswerqa": __version__,
            "extraction": markers.VERSION,
            "questions": _sha1(documents),
        }
        subset = documents[0]["id"].partition("-")[0]
        may_vary = subsets.is_known(subset) and subset not in subsets.SAMPLES
        if may_vary and len(self.dataset["exemplars"]):
            origin["prompts"] = prompts.digest(subset, metadata.get("data_dir"))
        self.config.metadata = (self.config.metadata or {}) | origin

    def fewshot_docs(self) -> Dataset:
        """Return the exemplars; `process_docs` of a task file changes only the questions."""
        return self.dataset["exemplars"]

    def dump_config(self) -> dict[str, Any]:
        """Return the settings for the results; functions are named, so that equal runs agree."""
        return dict(_without_functions(self.config.to_dict(keep_callable=True)))

    def process_results(self, doc: dict[str, Any], results: Sequence[Any]) -> dict[str, Any]:
        """Return the scores of a document that the task file lists; None for undefined ones."""
        cluster, known = doc.get("group") or doc["id"], super().process_results(doc, results)
        scores: dict[str, Any] = {}
        for name, function in self.aggregation().items():
            score = known[name.removesuffix("_stderr")]
            if score is None or score != score:
                scores[name] = None
            else:
                scores[name] = Noted.of(score, cluster) if function is stderr else score
        return scores

    def apply_filters(self) -> Any:
        """Apply the filters as the harness does, without the responses that only pad a batch.

        Responses become text first, so that what is saved was read and can be written.
        """
        for request in self.instances:
            texts = (thinking.text_of(reply, request.doc["think_end"]) for reply in request.resps)
            request.resps = [SURROGATE.sub("\ufffd", text) for text in texts]
        filtered = super().apply_filters()
        repeats = self.config.repeats
        for request in self.instances:
            for name, responses in request.filtered_resps.items():
                if isinstance(responses, list):
                    kept = responses[:repeats] if repeats > 1 else responses[0]
                    request.filtered_resps[name] = kept
        return filtered

    def build_all_requests(self, **options: Any) -> Any:
        """Build requests as the harness does, but never by --cache_requests.

        That looks them up only by task, shots and tokenizer, not by questions and prompts.
        """
        return super().build_all_requests(**options | {"cache_requests": False})

    def fewshot_context(
        self,
        doc: dict[str, Any],
        num_fewshot: int,
        system_instruction: str | None = None,
        apply_chat_template: bool = False,
        fewshot_as_multiturn: bool = False,
        chat_template: Callable[..., Any] | None = None,
        gen_prefix: str | None = None,
    ) -> Any:
        """Return the prompt of a document: its messages in the chat template, or as plain text."""
        shown = self._exemplars[:num_fewshot]
        if num_fewshot > len(shown):
            raise prompts.PromptError(f"{self.config.task} has only {len(shown)} exemplars")
        question = questions.Question.from_document(doc)
        messages = prompts.build_messages(question, shown, system_instruction)
        template = chat_template if apply_chat_template else None
        return self._renderer.prompt(messages, template, fewshot_as_multiturn)

    def construct_requests(self, doc: dict[str, Any], ctx: Any, **options: Any) -> Any:
        """Construct requests that also stop where a base model begins another question.

        Chats do not, nor do requests with the user's stop sequences.
        """
        requests = super().construct_requests(doc, ctx, **options)
        if not options.get("apply_chat_template"):
            shown = self._exemplars[: self.config.num_fewshot or 0]
            subset = (self.config.dataset_kwargs or {}).get("subset", "")
            for request in requests if isinstance(requests, list) else [requests]:
                generation = request.arguments[1]
                if generation.get("until") == UNTIL:
                    generation["until"] = UNTIL + prompts.run_on(shown, subset)
        return requests

    @cached_property
    def _exemplars(self) -> list[prompts.Exemplar]:
        return [prompts.Exemplar(**row) for row in self.dataset["exemplars"]]


def generation(config: Mapping[str, Any], until: list[str], new_tokens: int) -> dict[str, Any]:
    """Return the generation settings of a task file, with ours for missing ones."""
    ours = {"until": until, "do_sample": False, "temperature": 0.0, "max_gen_toks": new_tokens}
    return ours | (config.get("generation_kwargs") or {})


def _check_metric(task: str, entry: Mapping[str, Any]) -> None:
    """Raise TaskError for an unknown metric, or an aggregation that may fail."""
    name, aggregation = entry["metric"].removesuffix("_stderr"), entry["aggregation"]
    if name not in REPORTED:
        raise TaskError(f"{task}: metric_list: {name!r} is not a metric")
    metric = REPORTED[name]
    scores = [1.0, 0.0] + [None] * (metric.needs_zero or metric.needs_centroid)
    try:
        function = get_aggregation(aggregation) if isinstance(aggregation, str) else aggregation
        function([None if score is None else Noted.of(score, score) for score in scores])
    except Exception as error:
        problem = f"{task}: metric_list: the aggregation of {name} fails for its scores"
        raise TaskError(f"{problem} ({error}); choose `mean`") from error


def _sha1(content: Any) -> str:
    return hashlib.sha1(json.dumps(content).encode(), usedforsecurity=False).hexdigest()


def _without_functions(settings: Any) -> Any:
    if isinstance(settings, dict):
        return {name: _without_functions(value) for name, value in settings.items()}
    if isinstance(settings, list):
        return [_without_functions(value) for value in settings]
    return f"{settings.__module__}.{settings.__qualname__}" if callable(settings) else settings


class FilteredText(str):
    """The answer text that a filter finds in a response, with its scores."""

    scored: scoring.ScoredReading


def strict_match(
    responses: Iterable[Sequence[object]], docs: Iterable[dict[str, Any]]
) -> list[list[FilteredText]]:
    """Return the answer text of each response of each document, read strictly."""
    return [_filtered(STRICT, *pair) for pair in zip(responses, docs, strict=True)]


def flexible_extract(
    responses: Iterable[Sequence[object]], docs: Iterable[dict[str, Any]]
) -> list[list[FilteredText]]:
    """Return the answer text of each response of each document, read flexibly."""
    return [_filtered(FLEXIBLE, *pair) for pair in zip(responses, docs, strict=True)]


def _filtered(name: str, responses: Sequence[object], doc: dict[str, Any]) -> list[FilteredText]:
    question = questions.Question.from_document(doc)
    filtered = []
    for response in responses:
        (scored,) = scoring.score(response, question, [name])
        text = FilteredText(INVALID if scored.reading.text is None else scored.reading.text)
        text.scored = scored
        filtered.append(text)
    return filtered


def process_results(doc: dict[str, Any], results: Sequence[Any]) -> dict[str, float]:
    """Return all metrics of one document, as means over its responses; NaN for undefined ones.

    Text from other filters is read as a response.
    """
    scored: list[dict[str, float]] = []
    for text in results if isinstance(results[0], str) else results[0]:
        if isinstance(text, FilteredText):
            reading = text.scored
        else:
            question = questions.Question.from_document(doc).without_prefill()
            (reading,) = scoring.score("" if text == INVALID else text, question, [FLEXIBLE])
        counted = {name: float(getattr(reading, name)) for name in COUNTED}
        scored.append({**reading.scores, **counted})
    return {name: mean(each[name] for each in scored) for name in scored[0]}
