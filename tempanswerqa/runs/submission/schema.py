"""Lists the fields of the file of a submission, and their valid values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Annotated, Any, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetPydanticSchema,
    PlainValidator,
    ValidationError,
    create_model,
    model_validator,
)

from tempanswerqa import private
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.draws import ALL_LEVELS, ANSWERED
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.scoring import FILTERS
from tempanswerqa.runs.submission import model_names
from tempanswerqa.runs.submission.generation_settings import GENERATION
from tempanswerqa.runs.submission.safe_json import RESPONSE
from tempanswerqa.text import listed, told

LONGEST = 200
"""The largest number of characters of a name or an option."""
MANY = 100
"""The largest number of names in an object, except for the ids of responses."""
PROMPTINGS = ("zero-shot", "few-shot", "")


def problems(schema: type[BaseModel], value: Any, where: str) -> list[str]:
    """Return the problems of JSON by a schema, each in one line, in order; empty if it is valid."""
    try:
        schema.model_validate(value)
    except ValidationError as error:
        return [_line(where, **own) for own in error.errors(include_url=False)]
    return []


def _line(root: str, type: str, loc: tuple[int | str, ...], input: Any, **own: Any) -> str:
    *parents, last = (root, *map(told, loc))
    if last == "[key]":
        return f"{'.'.join(parents[:-1])}: a name {own['ctx']['error']}"
    within, where = ".".join(parents), ".".join((*parents, last))
    if type == "missing":
        return f"{within}: lacks {last}"
    if type == "extra_forbidden":
        return f"{within}: has the unknown field {last}"
    if type != "value_error":  # raised for records and mappings
        return f"{where}: has to be an object, not {_shown(input)}"
    return f"{where}: {own['ctx']['error']}"


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return repr(told(value)) if isinstance(value, str) else "null" if value is None else str(value)


def _is(what: str, fits: Callable[[Any], object]) -> PlainValidator:
    """Return the check that a value `fits`; `what` describes such values in words."""

    def checked(value: Any) -> Any:
        if not fits(value):
            raise ValueError(f"has to be {what}, not {_shown(value)}")
        return value

    return PlainValidator(checked)


def _matching(pattern: str, what: str) -> PlainValidator:
    known = re.compile(pattern)
    return _is(what, lambda value: isinstance(value, str) and known.fullmatch(value))


def _line_of(least: int, longest: int) -> PlainValidator:
    return _is(
        f"{least} to {longest} characters that can be seen",
        lambda value: (
            isinstance(value, str) and least <= len(value) <= longest and value.isprintable()
        ),
    )


def _whole(least: int, most: int) -> PlainValidator:
    return _is(
        f"a whole number from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
    )


def _choice(*known: str | bool) -> PlainValidator:
    return _is(
        f"one of {', '.join(map(repr, known))}",
        lambda value: isinstance(value, str | bool) and value in known,
    )


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 1e300


def _is_option(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= 20 and all(isinstance(entry, str) for entry in value)
    if isinstance(value, str):
        return len(value) <= LONGEST and value.isprintable()
    return value is None or isinstance(value, bool) or _is_number(value)


def _is_date(value: Any) -> bool:
    try:
        return bool(datetime.fromisoformat(value))
    except (ValueError, TypeError):
        return False


def _is_of_submission(task: str) -> bool:
    name = TaskName.find(task)
    return name is not None and name.subset in SUBSETS and not name.fewshot


def _model(value: Any) -> str:
    if problem := model_names.problem(value) if isinstance(value, str) else "has to be text":
        raise ValueError(f"{problem}, not {_shown(value)}")
    return value


def _without_secrets(value: Any) -> Any:
    clean, found = private.cleaned({"": value})
    if found or private.LEFT_OUT in str(clean):
        names = [name.strip(".") for name in found]
        raise ValueError(
            f"{listed(names)} has what looks like a secret; take it out, or name the model "
            "otherwise (--model), and make the submission again".lstrip()
        )
    return value


def _responses(value: Any) -> Any:
    """Check all responses at once, as there may be many of them."""
    if not isinstance(value, dict):
        raise ValueError(f"has to be an object, not {_shown(value)}")
    if len(value) > ANSWERED:
        raise ValueError(f"has {len(value):,} responses; at most {ANSWERED:,} can be")
    if wrong := [name for name in value if not 0 < len(name) <= LONGEST]:
        raise ValueError(f"has to have ids of questions as names, not {listed(wrong)}")
    if wrong := [name for name, text in value.items() if not isinstance(text, str)]:
        raise ValueError(f"has to have texts, and has something else at {listed(wrong)}")
    if wrong := [name for name, text in value.items() if _bytes(text) > RESPONSE]:
        raise ValueError(
            f"has responses of more than {RESPONSE / 1e6:g} MB ({RESPONSE:,} bytes): "
            f"{listed(wrong)}; run the model again with fewer tokens (max_gen_toks)"
        )
    return value


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _few(value: Any) -> Any:
    """Check that an object has at most `MANY` names, as each may have a problem."""
    if isinstance(value, dict) and len(value) > MANY:
        raise ValueError(f"has {len(value):,} names: {listed(value)}; at most {MANY} can be")
    return value


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid")
    _check_number = model_validator(mode="before")(_few)


def _each(names: Iterable[str], needed: bool = True) -> GetPydanticSchema:
    """Return the schema of a record that has all the names and no others; some may be missing if
    they are not `needed`.
    """

    def schema(mapping: Any, handler: Callable[[Any], Any]) -> Any:
        _, inner = get_args(mapping)
        fields: dict[str, Any] = {
            f"field_{n}": (inner, Field(... if needed else None, alias=name))
            for n, name in enumerate(names)
        }
        return handler(create_model("Each", __base__=_Record, **fields))

    return GetPydanticSchema(schema)


_Few = BeforeValidator(_few)
_Public = BeforeValidator(_without_secrets)
_Sha1 = Annotated[str, _matching(r"[0-9a-f]{40}", "a SHA-1 checksum")]
_Sha256 = Annotated[str, _matching(r"[0-9a-f]{64}", "a SHA-256 checksum")]
_Name = Annotated[str, _line_of(1, LONGEST)]
_Version = Annotated[str, _line_of(1, 40), _Public]
_Mark = Annotated[str, _matching(r"(?s).{1,200}", "a mark of 1 to 200 characters"), _Public]
_Count = Annotated[int, _whole(0, 1_000_000)]
_Number = Annotated[float, _is("a number", _is_number)]
_Option = Annotated[
    str | float | list[str] | None,
    _is(
        f"a number, a text of at most {LONGEST} characters or a list of at most 20 texts",
        _is_option,
    ),
]
_OptionName = Annotated[str, _is("that of an option of generation", GENERATION.__contains__)]
_TaskName = Annotated[str, _is("that of a task of a submission", _is_of_submission)]


class _Signature(_Record):
    package: _Version
    format: _Count
    lm_eval: _Version | None
    data: _Sha1
    fresh: Annotated[_Name, _Public] | None
    prompts: _Sha1 | None = None  # earlier versions knew none
    scale: _Sha1
    scale_method: _Version | None = None  # earlier versions knew none
    extraction: _Count
    think_end_token: _Mark | None = None  # earlier versions knew none
    filter: Annotated[str, _choice(*FILTERS)]
    limit: _Count | None
    questions: _Count


class _Score(_Record):
    value: _Number | None
    stderr: _Number | None
    low: _Number | None
    high: _Number | None
    groups: _Count | None = None  # format 1 had none


class _Draw(_Record):
    level: Annotated[str, _choice(*ALL_LEVELS)]
    n: Annotated[int, _whole(1, ANSWERED)]
    seed: Annotated[int, _whole(0, 10**19 - 1)]


_ByMetric = Annotated[dict[str, _Score], _each(METRICS, needed=False)]  # format 1 had fewer
_ByFilter = Annotated[dict[str, _ByMetric], _each(FILTERS)]


class _Task(_Record):
    version: _Number | None
    lm_eval: _Version | None
    shots: _Count | None
    fresh: _Draw | None
    signatures: Annotated[dict[str, _Signature], _each(FILTERS)]
    scores: _ByFilter
    responses: Annotated[dict[str, str], PlainValidator(_responses)]


class _Settings(_Record):
    backend: Annotated[_Name, _Public] | None
    chat_template: Annotated[bool, _choice(True, False)] | None
    chat_template_sha: _Sha256 | None
    system_instruction_sha: _Sha256 | None
    generation: Annotated[dict[_OptionName, _Option], _Public, _Few] | None


class Content(_Record):
    """Hold the content of a bundle."""

    created: Annotated[str, _is("a date and time of ISO 8601", _is_date)]
    model: Annotated[str, PlainValidator(_model), _Public]
    prompting: Annotated[str, _choice(*PROMPTINGS)]
    settings: _Settings
    mean: _ByFilter
    tasks: Annotated[dict[_TaskName, _Task], _Few]


class File(_Record):
    """Hold the whole file of a bundle."""

    format: Annotated[int, _whole(1, 1_000)]
    digest: _Sha256
    content: Content
