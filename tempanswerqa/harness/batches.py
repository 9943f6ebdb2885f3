"""Asks models through the batch interfaces of OpenAI and Anthropic, which take up to a day and cost
half of the usual price.

`write` writes what the harness's own chat models would send, as files to upload. The model
`BatchLM` answers from the files that the service returns.
"""

from __future__ import annotations

import copy
import hashlib
import json
import logging
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lm_eval.api.instance import Instance
from lm_eval.api.registry import get_model
from lm_eval.models.api_models import JsonChatStr
from lm_eval.models.utils import postprocess_generated_text

from tempanswerqa import files, limits
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.harness import command, models
from tempanswerqa.harness.context import count, load_tokenizer
from tempanswerqa.harness.tasks import with_seeds
from tempanswerqa.runs.saved_responses import UNREADABLE, response_files
from tempanswerqa.text import told

logger = logging.getLogger(__name__)


class BatchError(TempAnswerError, ValueError):
    """A batch that cannot be written or scored; the message says what to do."""


class _WrittenError(Exception):
    """Ends the harness when the requests are written; the message says which."""


class Service(NamedTuple):
    """The form of a service's batches."""

    model: str
    """The harness's own model of the service."""
    requests: int
    """The most requests of a file."""
    size: int
    """The most bytes of a file."""
    payload: str
    """The field of a request that holds the payload."""
    rest: Mapping[str, str]
    """The fields beside the payload and the id."""
    frame: tuple[str, str, str]
    """The texts before, between and after the requests of a file."""


_POST = {"method": "POST", "url": "/v1/chat/completions"}
_BODY = ('{"requests": [\n', ",\n", "\n]}\n")
SERVICES: Mapping[str, Service] = {
    "openai-batch": Service(
        "openai-chat-completions", 50_000, 200_000_000, "body", _POST, ("", "\n", "\n")
    ),
    "anthropic-batch": Service(
        "anthropic-chat-completions", 100_000, 256_000_000, "params", {}, _BODY
    ),
}


class Result(NamedTuple):
    """Hold what a service returned for a request."""

    format: str
    answer: str | None
    """The model's text, empty if it refused; None without a completion."""
    problem: str = ""
    """The reason of a missing completion: `expired`, `cancelled`, or `failed: ` with more."""
    model: str = ""
    cut: bool = False
    """True if the answer ends at the limit of new tokens."""


class Results:
    """The results at `place`: a file, a folder or a pattern, such as those of a batch and a retry.

    An answer replaces problems of the same request. Lines that are no results are counted in a
    warning. Raises BatchError for two different answers to a request, and for a broken limit.
    """

    def __init__(self, place: str) -> None:
        self.answers: dict[str, Result] = {}
        self.problems: dict[str, str] = {}
        for path in response_files(place) if place else ():
            unread = 0
            try:
                file, bounded = files.opened(path, limits.RESPONSES_BYTES, limits.LINE_BYTES)
                with file:
                    for line in file:
                        bounded.restart()
                        unread += bool(line.strip()) and not self._add(line)
            except (OSError, BatchError) as error:
                raise BatchError(f"{path}: {error}") from error
            if unread:
                logger.warning("%s: %s lines are no results of a batch", path, unread)

    def _add(self, line: bytes) -> bool:
        """Add the result of a line; return False if it is none."""
        try:
            record = json.loads(line)
            identity = str(record["custom_id"])
            result = _anthropic(record) if "result" in record else _openai(record)
        except UNREADABLE:
            return False
        if result.answer is None:
            self.problems[identity] = result.problem
        elif self.answers.setdefault(identity, result).answer != result.answer:
            raise BatchError(
                f"{told(identity)} has another answer than before; name the results of one batch "
                "and its retries"
            )
        return True

    def only(self, field: str) -> str:
        """Return the value of a field that all answers share; empty if they differ."""
        values = {getattr(answer, field) for answer in self.answers.values()}
        return values.pop() if len(values) == 1 else ""


def _openai(record: Mapping[str, Any]) -> Result:
    response, service = record["response"], "openai-batch"
    if response is None:
        error = record["error"]
        kind = str(error["code"]).removeprefix("batch_")
        stopped = kind in ("expired", "cancelled")
        return Result(service, None, kind if stopped else f"failed: {told(error.get('message'))}")
    body = response["body"]
    if response["status_code"] != 200:
        return Result(service, None, f"failed: {told(body['error']['message'])}")
    choice = body["choices"][0]
    answer = _text(choice["message"]["content"] or "")
    return Result(service, answer, "", _text(body["model"]), choice["finish_reason"] == "length")


def _anthropic(record: Mapping[str, Any]) -> Result:
    result, service = record["result"], "anthropic-batch"
    kind, stopped = result["type"], {"canceled": "cancelled", "expired": "expired"}
    if kind in stopped:
        return Result(service, None, stopped[kind])
    if kind != "succeeded":
        error = result["error"]
        return Result(service, None, f"failed: {told(error.get('error', error)['message'])}")
    message = result["message"]
    answer = "".join(_text(part["text"]) for part in message["content"] if part["type"] == "text")
    cut = message["stop_reason"] == "max_tokens"
    return Result(service, answer, "", _text(message["model"]), cut)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


class Request(NamedTuple):
    """A request for a document of a task."""

    document: str
    texts: list[str]
    """The messages."""
    payload: dict[str, Any]
    identity: str
    """A digest of the payload and of how many equal ones come before it."""


class BatchLM(models.AnsweringLM):
    """Answers with the `results` of a batch, or writes its requests to `out`.

    `model` is the name at the service and `format` a key of `SERVICES`; by default they are those
    of the results. The other arguments go to the harness's own model of the service, which makes
    the payloads. Raises BatchError if an answer is missing, before anything is scored.
    """

    tokenizer_name = "tempanswerqa-batch"

    def __init__(
        self, model: str = "", results: str = "", format: str = "", out: str = "", **arguments: Any
    ) -> None:
        super().__init__()
        if not results and not out:
            raise BatchError("no results are named; add results=FILE to --model_args")
        self._place, self._results, self._out = str(results), Results(str(results)), out
        self._format = format or self._results.only("format")
        self._model = model or self._results.only("model")
        if self._format not in SERVICES or not self._model:
            raise BatchError(
                f"{results}: these are not the answers of one model; add format=FORMAT and "
                f"model=NAME to --model_args, as in the requests ({', '.join(SERVICES)})"
            )
        self._service = SERVICES[self._format]
        self._api = get_model(self._service.model)(model=self._model, **arguments)
        self._arguments = arguments

    def apply_chat_template(
        self, chat_history: list[dict[str, str]], add_generation_prompt: bool = True
    ) -> Any:
        """Return the messages in the form of the harness's own model."""
        return self._api.apply_chat_template(chat_history, add_generation_prompt)

    def loglikelihood(self, requests: list[Instance]) -> list[tuple[float, bool]]:
        """Raise BatchError, as batches have no likelihoods."""
        raise BatchError(f"{requests[0].task_name} needs likelihoods, which batches do not have")

    loglikelihood_rolling = loglikelihood

    def generate_until(self, requests: list[Instance], disable_tqdm: bool = False) -> list[str]:
        """Return the answer to each request."""
        batch, answers = list(self._requests(requests)), self._results.answers
        lacking = [request for request in batch if request.identity not in answers]
        if self._out:
            state = self._missing(batch, lacking)[:1] if self._place else []
            raise _WrittenError("\n".join([*state, self._write(lacking)]))
        if lacking:
            raise BatchError("\n".join(self._missing(batch, lacking)))
        results = [answers[request.identity] for request in batch]
        if cut := sum(result.cut for result in results):
            logger.warning("%s of %s answers end at the limit of new tokens", cut, len(results))
        mark = self._arguments.get("think_end_token")
        return [postprocess_generated_text(result.answer, None, mark) for result in results]

    def _missing(self, batch: Sequence[Request], lacking: Sequence[Request]) -> list[str]:
        """Return lines on the requests that lack an answer; the first has their number."""
        problems = [self._results.problems.get(each.identity, "missing") for each in lacking]
        counts = Counter(problem.partition(":")[0] for problem in problems)
        parts = [f"{len(batch)} requests: {len(batch) - len(lacking)} answered"]
        parts += [f"{count} {problem}" for problem, count in counts.items()]
        others = len(self._results.answers.keys() - {request.identity for request in batch})
        if others:
            parts.append(f"and {others} answers to other requests")
        shown = zip(lacking[:10], problems, strict=False)
        retry = ["--format", self._format, "--model", self._model, "--retry", self._place]
        return [
            ", ".join(parts),
            *(f"{each.document}: {problem} ({each.identity})" for each, problem in shown),
            "if tasks, options and model are those of the batch, ask for the rest with the same: "
            f"tempanswerqa requests {shlex.join(retry)} --out FILE",
        ]

    def _requests(self, instances: Iterable[Instance]) -> Iterator[Request]:
        """Yield what the harness's own model would send."""
        repeats = Counter[str]()
        for instance in with_seeds(self._api, instances):
            document = f"{instance.task_name}, document {instance.doc_id}"
            chat, generation = instance.args
            if not isinstance(chat, JsonChatStr):
                raise BatchError("batches hold chats; add --apply_chat_template")
            messages = self._api.create_message([chat])
            payload = self._api._create_payload(
                messages,
                generate=True,
                gen_kwargs=copy.deepcopy(generation),
                seed=self._api._seed,
                eos=self._api.eos_string,
            )
            if "system" in payload and any(m["role"] == "system" for m in payload["messages"]):
                raise BatchError(
                    f"{document}: Anthropic takes system text only before all other messages; add "
                    "--fewshot_as_multiturn false"
                )
            content = json.dumps([self._format, payload], sort_keys=True)
            digest = hashlib.blake2b(f"{content} {repeats[content]}".encode(), digest_size=16)
            repeats[content] += 1
            texts = [message["content"] for message in messages]
            yield Request(document, texts, payload, digest.hexdigest())

    def _write(self, requests: Sequence[Request]) -> str:
        """Write the requests to as many files as the service needs; return what is in them."""
        if not requests:
            return "nothing to write"
        service, (begin, between, end) = self._service, self._service.frame
        parts: list[list[str]] = []
        size = 0
        for request in requests:
            record = {"custom_id": request.identity, **service.rest}
            line = json.dumps(record | {service.payload: request.payload}) + between
            size += len(line)
            if not parts or len(parts[-1]) == service.requests or size > service.size:
                parts.append([])
                size = len(begin) + len(line) + len(end)
            parts[-1].append(line)
        out = Path(self._out)
        paths = [out, *(out.with_stem(f"{out.stem}-{n}") for n in range(2, len(parts) + 1))]
        for path, lines in zip(paths, parts, strict=True):
            files.save(path, [begin, "".join(lines).removesuffix(between), end])
        texts = [text for request in requests for text in request.texts]
        if name := self._arguments.get("tokenizer"):
            tokenizer = load_tokenizer(name)
            tokens = f"{sum(count(tokenizer, text) for text in texts):,}"
        else:
            tokens = f"about {sum(map(len, texts)) // 4:,}"
        fields = ("max_completion_tokens", "max_tokens")
        most = sum(request.payload.get(field, 0) for request in requests for field in fields)
        places = ", ".join(map(str, paths))
        return f"{len(requests)} written to {places}: {tokens} tokens, at most {most:,} new tokens"


def write(arguments: Sequence[str], **model_args: str) -> str:
    """Run the harness with its own `arguments` up to the requests, and write those.

    `model_args` are those of `BatchLM`. Return what is written, and the command that scores the
    results. Raises BatchError.
    """
    chat = [] if "--apply_chat_template" in arguments else ["--apply_chat_template"]
    model = ["--model", "tempanswerqa-batch", *chat, "--model_args"]
    try:
        command.run([*arguments, *model, json.dumps(model_args)])
    except _WrittenError as written:
        scored = f"model={model_args['model']},results=RESULTS", "--output_path", "results"
        words = shlex.join([*arguments, "--log_samples", *model, *scored])
        return f"{written}\nscore the results with: tempanswerqa lm_eval {words}"
    raise BatchError("lm_eval ended before it made requests")
