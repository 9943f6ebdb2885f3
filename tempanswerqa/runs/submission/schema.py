"""Lists the fields of the file of a submission, and their valid values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    ValidationError,
    model_validator,
)

from tempanswerqa import private
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.draws import ALL_LEVELS, ANSWERED
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.scoring import FILTERS
from tempanswerqa.runs.submission import model_names
from tempanswerqa.text import listed, told

FORMAT = 1
"""The version of the format; it is raised when the meaning of a field changes."""
LONGEST = private.LONGEST
"""The largest number of characters of a name or an option."""
RESPONSE = 1_000_000
"""The largest number of bytes of a response in UTF-8."""
MANY = 100
"""The largest number of names in an object, except for the ids of responses."""
PROMPTINGS = ("zero-shot", "few-shot", "")
GENERATION = frozenset(
    (
        *("max_gen_toks", "max_new_tokens", "max_tokens", "max_completion_tokens", "until"),
        *("do_sample", "temperature", "top_p", "top_k", "min_p", "typical_p", "num_beams"),
        *("repetition_penalty", "presence_penalty", "frequency_penalty", "no_repeat_ngram_size"),
        *("seed", "reasoning_effort", "enable_thinking", "thinking_budget"),
    )
)
"""The options of generation that a submission states. All others may be keys, addresses or paths,
as model arguments may, and are left out."""

Value = TypeVar("Value")


def problems(schema: type[BaseModel], value: Any, where: str) -> list[str]:
    """Return the problems of JSON by a schema, each in one line, in order; empty if it is valid.

    They name fields, and no values but those of fields that may be published.
    """
    try:
        schema.model_validate(value)
    except ValidationError as error:
        lines = error.errors(include_url=False, include_input=False)
        places = (".".join((where, *map(told, line["loc"]))) for line in lines)
        reasons = (line["msg"].removeprefix("Value error, ") for line in lines)
        return [f"{place}: {reason}" for place, reason in zip(places, reasons, strict=True)]
    return []


def _among(names: Iterable[Value]) -> AfterValidator:
    return _is(f"one of {', '.join(map(repr, names))}", lambda value: value in names)


def _is(what: str, fits: Callable[[Any], object]) -> AfterValidator:
    """Return the check that a value `fits`; `what` describes such values in words."""

    def checked(value: Value) -> Value:
        if not fits(value):
            raise ValueError(f"has to be {what}")
        return value

    return AfterValidator(checked)


def _is_date(value: str) -> bool:
    try:
        return bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def _is_of_submission(task: str) -> bool:
    name = TaskName.find(task)
    return name is not None and name.subset in SUBSETS and not name.fewshot


def _checked_model(value: str) -> str:
    if problem := model_names.problem(value):
        raise ValueError(problem)
    return value


def _is_option(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= 20 and all(isinstance(e, str) and len(e) <= LONGEST for e in value)
    if isinstance(value, str):
        return len(value) <= LONGEST and value.isprintable()
    return value is None or (isinstance(value, int | float) and abs(value) < 1e300)


def _without_secrets(value: Value) -> Value:
    texts = value if isinstance(value, list) else [value]
    if any(isinstance(t, str) and (private.public(t) != t or private.LEFT_OUT in t) for t in texts):
        raise ValueError(
            "has what looks like a secret; take it out, or name the model otherwise (--model), and "
            "make the submission again"
        )
    return value


def _responses(value: Any) -> Any:
    """Check all responses at once, as there may be many of them."""
    if not isinstance(value, dict):
        raise ValueError("has to be an object")
    if len(value) > ANSWERED:
        raise ValueError(f"has {len(value):,} responses; at most {ANSWERED:,} can be")
    if wrong := [
        name
        for name, text in value.items()
        if not (0 < len(name) <= LONGEST and isinstance(text, str))
    ]:
        raise ValueError(f"has to have texts by ids of questions, but for {listed(wrong)}")
    sizes = ((name, len(text.encode("utf-8", "surrogatepass"))) for name, text in value.items())
    if wrong := [name for name, size in sizes if size > RESPONSE]:
        raise ValueError(
            f"has responses of more than {RESPONSE / 1e6:g} MB ({RESPONSE:,} bytes): "
            f"{listed(wrong)}; run the model again with fewer tokens (max_gen_toks)"
        )
    return value


def _few(value: Any) -> Any:
    """Check that an object has at most `MANY` names, as each may have a problem."""
    if isinstance(value, dict) and len(value) > MANY:
        raise ValueError(f"has {len(value):,} names: {listed(value)}; at most {MANY} can be")
    return value


def _each(names: Iterable[str]) -> BeforeValidator:
    """Return the check that an object has all the names and no others."""

    def checked(value: Any) -> Any:
        if isinstance(value, dict) and value.keys() != set(names):
            raise ValueError(f"has to have {', '.join(names)}, and has {listed(value)}")
        return value

    return BeforeValidator(checked)


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    _check_number = model_validator(mode="before")(_few)


_Few = BeforeValidator(_few)
_Public = AfterValidator(_without_secrets)
_Sha1 = Annotated[str, Field(pattern="^[0-9a-f]{40}$")]
_Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Name = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST),
    _is("of characters that can be seen", str.isprintable),
    _Public,
]
_Version = Annotated[_Name, Field(max_length=40)]
_Mark = Annotated[str, Field(min_length=1, max_length=LONGEST), _Public]
_Count = Annotated[int, Field(ge=0, le=1_000_000)]
_Number = Annotated[float, Field(gt=-1e300, lt=1e300)]
_Option = Annotated[
    Any,
    _is(f"a number, a text of at most {LONGEST} characters or at most 20 texts", _is_option),
    _Public,
]
_OptionName = Annotated[str, _is("that of an option of generation", GENERATION.__contains__)]
_TaskName = Annotated[str, _is("that of a task of a submission", _is_of_submission)]


class _Signature(_Record):
    package: _Version
    format: _Count
    lm_eval: _Version | None
    data: _Sha1
    fresh: _Name | None
    prompts: _Sha1 | None
    scale: _Sha1
    scale_method: _Version | None
    extraction: _Count
    think_end_token: _Mark | None
    filter: Annotated[str, _among(FILTERS)]
    limit: _Count | None
    questions: _Count


class _Score(_Record):
    value: _Number | None
    stderr: _Number | None
    low: _Number | None
    high: _Number | None
    groups: _Count | None


class _Draw(_Record):
    level: Annotated[str, _among(ALL_LEVELS)]
    n: Annotated[int, Field(ge=1, le=ANSWERED)]
    seed: Annotated[int, Field(ge=0, lt=10**19)]


_ByMetric = Annotated[dict[str, _Score], _each(METRICS)]
_ByFilter = Annotated[dict[str, _ByMetric], _each(FILTERS)]


class _Task(_Record):
    version: _Number | None
    lm_eval: _Version | None
    shots: _Count | None
    fresh: _Draw | None
    signatures: Annotated[dict[str, _Signature], _each(FILTERS)]
    scores: _ByFilter
    responses: Annotated[dict[str, str], PlainValidator(_responses)]


class Settings(_Record):
    """Hold the settings of generation."""

    backend: _Name | None
    """The harness's name for the kind of model, such as `hf`; `recorded` for rescored ones."""
    chat_template: bool | None
    """True if a chat template was applied."""
    chat_template_sha: _Sha256 | None
    system_instruction_sha: _Sha256 | None
    """The SHA-256 of a system text that was added to those of the tasks."""
    generation: Annotated[dict[_OptionName, _Option], _Few] | None
    """The options such as `max_gen_toks`, by name."""


class Content(_Record):
    """Hold the content of a bundle."""

    created: Annotated[str, _is("a date and time of ISO 8601", _is_date)]
    model: Annotated[str, AfterValidator(_checked_model), _Public]
    prompting: Annotated[str, _among(PROMPTINGS)]
    settings: Settings
    mean: _ByFilter
    tasks: Annotated[dict[_TaskName, _Task], _Few]


class File(_Record):
    """Hold the whole file of a bundle."""

    format: Annotated[int, Field(ge=FORMAT, le=FORMAT)]
    digest: _Sha256
    content: Content
