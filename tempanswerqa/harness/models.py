"""Harness models that return recorded responses, a baseline, or answers made from labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from lm_eval.api.instance import Instance
from lm_eval.api.model import LM, CacheHook
from lm_eval.api.registry import model_registry

from tempanswerqa.answers.formats import write_response
from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import TOT_PREFILL, Question, typical_labels
from tempanswerqa.runs import saved_responses
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.harness_files import RecordedError
from tempanswerqa.units import UNITS


class AnsweringLM(LM):  # type: ignore[misc]  # lm_eval is untyped
    """An LM that answers documents instead of continuing prompts, in one process."""

    tokenizer_name = "tempanswerqa"

    def __init__(self, **_: Any) -> None:
        super().__init__()

    def loglikelihood(self, requests: list[Instance]) -> list[tuple[float, bool]]:
        """Raise NotImplementedError, as these models have no likelihoods."""
        raise NotImplementedError(f"{type(self).__name__} answers only generate_until requests")

    loglikelihood_rolling = loglikelihood

    def apply_chat_template(
        self, chat_history: list[dict[str, str]], add_generation_prompt: bool = True
    ) -> str:
        """Return the messages with role marks, ending with an open assistant turn."""
        turns = [f"<|{message['role']}|>\n{message['content']}" for message in chat_history]
        return "\n".join(turns) + ("\n<|assistant|>\n" if add_generation_prompt else "")

    def set_cache_hook(self, cache_hook: CacheHook) -> None:
        """Raise ValueError: a cache finds answers by prompts, but these answers depend on more."""
        raise ValueError(f"{type(self).__name__} cannot be used with --use_cache; omit that option")

    @property
    def device(self) -> str:
        return "cpu"


class RecordedLM(AnsweringLM):
    """Answers each question with a recorded response, to run it through the whole harness.

    `responses` maps question ids to responses, which are returned in turn, or names the files of
    one run (see `saved_responses.response_files`). Raises RecordedError for unusable ones.
    """

    def __init__(
        self,
        responses: Mapping[str, str | Sequence[str]] | str | Path = "",
        data_dir: str | Path | None = None,
        **_: Any,
    ) -> None:
        super().__init__()
        self._library = Library(data_dir)
        if responses == "":
            raise RecordedError("tempanswerqa-recorded: pass --model_args responses=FILES")
        if not isinstance(responses, Mapping):  # the harness parses 7 as a number
            responses = _responses(str(responses), self._library)
        self._responses = {
            name: [text] if isinstance(text, str) else text for name, text in responses.items()
        }

    def generate_until(self, requests: list[Instance], disable_tqdm: bool = False) -> list[str]:
        """Return the recorded response to each request's question."""
        identities = [request.doc.get("id", "of another project") for request in requests]
        missing = [identity for identity in identities if identity not in self._responses]
        if missing:
            problems = self._library.problems.values()
            count = f"{len(missing)} of {len(requests)} questions, the first being {missing[0]}"
            raise RecordedError("; ".join([f"no recorded response for {count}", *problems]))
        given = {identity: cycle(self._responses[identity]) for identity in identities}
        return [next(given[identity]) for identity in identities]


def _responses(place: str, library: Library) -> dict[str, list[str]]:
    """Return the responses in the files of one run, by question id or else by the file's id."""
    responses: dict[str, list[str]] = {}
    origin: dict[str, Path] = {}
    for path in saved_responses.response_files(place):
        times = Counter[str]()
        for saved in saved_responses.read_saved(path):
            identity = saved.identity
            if not subsets.is_known(identity.partition("-")[0]):
                question = library.find(saved)
                identity = question.id if question else identity
            if not identity:
                continue
            times[identity] += 1
            subset, another = identity.partition("-")[0], f"{identity}-{times[identity]}"
            if times[identity] > 1 and subsets.is_known(subset):
                # further responses may be to further questions of equal content
                identity = another if another in library.part(subset).questions else identity
            if origin.setdefault(identity, path) != path:
                raise RecordedError(
                    f"{path} and {origin[identity]} both answer the question {identity}; "
                    "pass the files of one run, with a narrower pattern"
                )
            responses.setdefault(identity, []).extend([saved.response, *saved.others])
    return responses


class MedianLM(AnsweringLM):
    """Answers with the median label of similar questions in the run: see `record.typical_labels`.

    Answers are rounded to what their formats can express.
    """

    def generate_until(self, requests: list[Instance], disable_tqdm: bool = False) -> list[str]:
        """Return responses that state these numbers."""
        asked = [Question.from_document(request.doc) for request in requests]
        questions = {question.id: question for question in asked}  # of several tasks
        numbers = dict(zip(questions, self.numbers([*questions.values()]), strict=True))
        return [
            # a response continues the prefill, or is complete without one
            TOT_PREFILL * (q.family == "tot" and not q.prefill)
            + write_response(numbers[q.id], q.family, q.unit, q.answer_format)
            for q in asked
        ]

    def numbers(self, questions: Sequence[Question]) -> list[float]:
        """Return the answer to each question."""
        return typical_labels(questions)


class NearLM(MedianLM):
    """Knows the labels, and gets every second answer wrong by one unit (a date by one day)."""

    def numbers(self, questions: Sequence[Question]) -> list[float]:
        wrong = sorted(question.id for question in questions)[1::2]
        return [q.number + (self.miss(q) if q.id in wrong else 0) for q in questions]

    def miss(self, question: Question) -> float:
        """Return by how much a wrong answer is off, in the unit of the question."""
        return UNITS[question.unit].step


class FarLM(NearLM):
    """Like `NearLM`, but a wrong answer is ten times as far off as its label's centroid."""

    def miss(self, question: Question) -> float:
        """Return by how much a wrong answer is off, at least ten units (days for dates)."""
        return 10 * max(abs(question.number - question.centroid), super().miss(question))


MODELS: Mapping[str, type[LM]] = {
    "tempanswerqa-recorded": RecordedLM,
    "tempanswerqa-median": MedianLM,
    "tempanswerqa-near": NearLM,
    "tempanswerqa-far": FarLM,
}


def register() -> None:
    """Register the models with the harness in this process; a second call changes nothing."""
    for name, model in MODELS.items():
        if name not in model_registry:
            model_registry.register(name, target=model)
