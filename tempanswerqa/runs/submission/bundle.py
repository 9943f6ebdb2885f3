"""The file of a submission: its fields and their limits, and how it is written and read.

The file is JSON, packed if its name ends in `.gz`. This module does not check whether scores are
right.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    PrivateAttr,
    ValidationError,
    model_validator,
)

from tempanswerqa import limits, private
from tempanswerqa.files import check_place, content, written_whole
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.draws import ALL_LEVELS, Draw
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.scoring import FILTERS, STRICT
from tempanswerqa.runs.submission import SubmissionError
from tempanswerqa.runs.summary import Score
from tempanswerqa.text import listed, told

FORMAT = 1
"""The version of the format; it is raised when the meaning of a field changes."""
SUFFIXES = (".json", ".json.gz")
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

Scores = dict[str, Score]
"""The scores by metric, in the order and the units of `metrics.METRICS`."""
Value = TypeVar("Value")
Record = TypeVar("Record", bound=BaseModel)


def _is(what: str, fits: Callable[[Any], object]) -> AfterValidator:
    """Return the check that a value `fits`; `what` describes such values in words."""

    def checked(value: Value) -> Value:
        if not fits(value):
            raise ValueError(f"has to be {what}")
        return value

    return AfterValidator(checked)


def _each(names: Iterable[str]) -> BeforeValidator:
    """Return the check that an object has all the names and no others."""

    def checked(value: Any) -> Any:
        if not isinstance(value, dict):
            raise ValueError("has to be an object")
        if value.keys() != set(names):
            raise ValueError(f"has to have {', '.join(names)}, and has {listed(value)}")
        return value

    return BeforeValidator(checked)


def _few(value: Any) -> Any:
    """Check that an object has at most `limits.FIELDS` names, as each may have a problem."""
    if isinstance(value, dict) and len(value) > limits.FIELDS:
        raise ValueError(f"has {len(value):,} names; at most {limits.FIELDS} can be")
    return value


def _is_date(value: str) -> bool:
    try:
        return len(value) <= limits.NAME and bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def _is_of_submission(task: str) -> bool:
    name = TaskName.find(task)
    return name is not None and name.subset in SUBSETS and not name.fewshot


def is_plain(value: object) -> bool:
    """Return whether a value is a number, a text, a truth value, None or a list of texts."""
    texts = isinstance(value, list) and all(isinstance(text, str) for text in value)
    return texts or value is None or isinstance(value, str | int | float)


def _is_option(value: Any) -> bool:
    if isinstance(value, list):
        few = len(value) <= limits.OPTION_TEXTS
        return few and is_plain(value) and all(len(text) <= limits.NAME for text in value)
    if isinstance(value, str):
        return len(value) <= limits.NAME and value.isprintable()
    return is_plain(value) and (value is None or abs(value) < 1e300)


def _is_signed(value: Any) -> bool:
    if isinstance(value, str):
        return 0 < len(value) <= limits.NAME
    return value is None or (type(value) is int and 0 <= value <= limits.DRAWN)


def _model(name: str) -> str:
    if not re.fullmatch(rf"[!-~](?:[ -~]{{0,{limits.NAME - 2}}}[!-~])?", name):
        raise ValueError(
            f"has to be 1 to {limits.NAME} characters of ASCII, without blanks at its ends"
        )
    if not any(map(str.isalnum, name)):
        raise ValueError("has to have a letter or a digit")
    if name.startswith("::") or "##[" in name:
        raise ValueError("has to have no :: at its begin and no ##[: they are workflow commands")
    return _without_secrets(name)


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
    if len(value) > limits.QUESTIONS:
        raise ValueError(f"has {len(value):,} responses; at most {limits.QUESTIONS:,} can be")
    wrong, long = [], []
    for name, text in value.items():
        if not (0 < len(name) <= limits.NAME and isinstance(text, str)):
            wrong.append(name)
        elif len(text.encode("utf-8", "surrogatepass")) > limits.SUBMITTED_BYTES:
            long.append(name)
    if wrong:
        raise ValueError(f"has to have texts by ids of questions, but for {listed(wrong)}")
    if long:
        raise ValueError(
            f"has responses of more than {limits.SUBMITTED_BYTES:,} bytes: {listed(long)}; run the "
            "model again with fewer tokens (max_gen_toks)"
        )
    return value


_Public = AfterValidator(_without_secrets)
_Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Text = Annotated[str, Field(min_length=1, max_length=limits.NAME), _Public]
_Name = Annotated[_Text, _is("of characters that can be seen", str.isprintable)]
_Version = Annotated[_Name, Field(max_length=40)]
_Count = Annotated[int, Field(ge=0, le=limits.DRAWN)]
_Option = Annotated[
    Any,
    _is(f"a number, a text of at most {limits.NAME} characters, or a few texts", _is_option),
    _Public,
]
_OptionName = Annotated[str, _is("that of an option of generation", GENERATION.__contains__)]
_TaskName = Annotated[str, _is("that of a task of a submission", _is_of_submission)]
_Signed = Annotated[
    Any,
    _is(f"a text of 1 to {limits.NAME} characters, a count or null", _is_signed),
    _Public,
]
_Signature = Annotated[dict[_Text, _Signed], BeforeValidator(_few)]
_Score = Annotated[Score, _each(Score._fields), PlainSerializer(Score._asdict)]
_ByFilter = Annotated[
    dict[str, Annotated[dict[str, _Score], _each(METRICS)]],
    _each(FILTERS),
]


class _Record(BaseModel):
    model_config = ConfigDict(
        extra="forbid", strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )
    _check_number = model_validator(mode="before")(_few)


class Fresh(_Record):
    """A draw of fresh questions."""

    level: Annotated[str, _is(f"one of {listed(ALL_LEVELS)}", ALL_LEVELS.__contains__)]
    """The level of difficulty."""
    n: Annotated[int, Field(ge=1, le=limits.QUESTIONS)]
    """The number of questions."""
    seed: Annotated[int, Field(ge=0, lt=10**19)]
    """The seed."""


class SubmittedTask(_Record):
    """The responses to one task, and their scores."""

    version: float | None
    """The version of the task in the harness."""
    lm_eval: _Version | None
    """The version of the harness that asked the model."""
    shots: _Count | None
    """The number of exemplars."""
    fresh: Fresh | None
    """The draw; null for the released questions."""
    signatures: Annotated[dict[str, _Signature], _each(FILTERS)]
    """The values that decide the scores, by filter: the fields of `signature.signature`."""
    scores: _ByFilter
    """Value, standard error, interval and number of groups, by filter and metric."""
    responses: Annotated[dict[str, str], PlainValidator(_responses)]
    """The responses by the id of the question."""
    _name: str = PrivateAttr("")

    @property
    def name(self) -> str:
        """Return the name of the task, with the level of fresh questions, without the prompting."""
        return self._name

    @property
    def subset(self) -> str:
        """Return the key in `questions.SUBSETS`."""
        return TaskName.parse(self.name).subset

    @property
    def draw(self) -> Draw | None:
        """Return the draw of fresh questions; None for the released ones."""
        return Draw(self.subset, **self.fresh.model_dump()) if self.fresh else None

    @property
    def think_end(self) -> str:
        """Return the closing mark of thinking that the responses were read with; empty for none."""
        return str(self.signatures[STRICT].get("think_end_token") or "")

    @property
    def prompts(self) -> str:
        """Return the digest of prompts that are not the released ones; empty for released ones."""
        return str(self.signatures[STRICT].get("prompts") or "")


class Settings(_Record):
    """Holds the settings of generation; null for what the results do not state."""

    backend: _Name | None
    """The harness's name for the kind of model, such as `hf`; `recorded` for rescored ones."""
    chat_template: bool | None
    """True if a chat template was applied."""
    chat_template_sha: _Sha256 | None
    """The SHA-256 of the chat template."""
    system_instruction_sha: _Sha256 | None
    """The SHA-256 of a system text that was added to those of the tasks."""
    generation: Annotated[dict[_OptionName, _Option], BeforeValidator(_few)] | None
    """The options such as `max_gen_toks`, by name."""


class Bundle(_Record):
    """A submission: one run of one model on the four tasks."""

    created: Annotated[str, _is("a date and time of ISO 8601", _is_date)]
    """The date and time of packing in ISO 8601."""
    model: Annotated[str, AfterValidator(_model)]
    """The name of the model."""
    prompting: Literal["zero-shot", "few-shot", ""]
    """`zero-shot` or `few-shot`; empty if the results do not say."""
    settings: Settings
    """The settings of generation."""
    mean: _ByFilter
    """The plain means of the scores of the tasks."""
    by_name: Annotated[dict[_TaskName, SubmittedTask], BeforeValidator(_few)] = Field(alias="tasks")
    """The tasks by name."""
    _digest: str = PrivateAttr("")

    @model_validator(mode="after")
    def _name_tasks(self) -> Bundle:
        for name, task in self.by_name.items():
            task._name = name
        return self

    @property
    def tasks(self) -> list[SubmittedTask]:
        """Return the tasks, in the order of the file."""
        return [*self.by_name.values()]

    @property
    def digest(self) -> str:
        """Return the digest of the content; empty for a bundle that was not read from a file."""
        return self._digest


class File(_Record):
    """The whole file."""

    format: Annotated[int, Field(ge=FORMAT, le=FORMAT)]
    """The version of the format."""
    digest: _Sha256
    """The SHA-256 of `content` as JSON in ASCII, with sorted keys and without spaces."""
    content: Bundle
    """The submission."""


def digest(content: object) -> str:
    """Return the SHA-256 of the content as JSON in ASCII, with sorted keys and without spaces."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def write(bundle: Bundle, path: str | Path) -> None:
    """Write a bundle, whole or not at all; equal bundles give equal bytes.

    Raises SubmissionError for another suffix than one of `SUFFIXES` and for a bundle that `read`
    would refuse, and OSError if the file cannot be written.
    """
    path = checked_place(path)
    held = checked(bundle).model_dump(by_alias=True)
    stated = {"format": FORMAT, "digest": digest(held), "content": held}
    text = json.dumps(stated, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    # UTF-8 cannot hold a lone surrogate; its escape in Python is also that of JSON
    packed = text.encode("utf-8", "backslashreplace")
    if len(packed) > limits.SUBMISSION_BYTES:
        raise SubmissionError(
            f"{path}: would have {len(packed):,} bytes, and {limits.SUBMISSION_BYTES:,} can be "
            "read; run the model again with fewer tokens (max_gen_toks)"
        )
    if path.suffix == ".gz":
        packed = gzip.compress(packed, mtime=0)
    with written_whole(path, "wb") as file:
        file.write(packed)


def checked(bundle: Bundle) -> Bundle:
    """Return a bundle that `read` takes; raises SubmissionError with the problems of others."""
    return _parsed(Bundle, bundle.model_dump(by_alias=True, warnings=False), "content")


def checked_place(path: str | Path) -> Path:
    """Return the path if a bundle can be written to it; else raise what `write` raises."""
    path = Path(path)
    if not path.name.endswith(SUFFIXES):
        raise SubmissionError(f"{path}: has to end in {' or '.join(SUFFIXES)}; name such a file")
    check_place(path)
    return path


def read(path: str | Path) -> Bundle:
    """Return the bundle in a file from anyone. Its fields are checked, its scores may be wrong.

    Raises SubmissionError, with every problem, for a file that cannot be read, has more than
    `limits.SUBMISSION_BYTES`, is no plain JSON, is of another format, has fields that are missing,
    unknown or of another type, or has another digest than it states.
    """
    path = Path(path)
    try:
        text = content(path, limits.SUBMISSION_BYTES).decode()
        syntax = re.sub('"[^"]*"?', "", text.replace("\\\\", "").replace('\\"', ""))
        if len(syntax) > limits.SUBMISSION_SYNTAX:
            raise ValueError(f"it has more than {limits.SUBMISSION_SYNTAX:,} signs outside texts")
        stated = json.loads(text, object_pairs_hook=_once, parse_constant=_refused)
    except (OSError, ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else error
        raise SubmissionError(
            f"cannot be read: {reason}; name a whole file that `tempanswerqa pack` wrote"
        ) from error
    if isinstance(stated, dict) and {"results", "configs"} <= stated.keys():
        raise SubmissionError(
            f"is a results file of lm_eval; run `tempanswerqa pack {told(path)} --out "
            "submission.json.gz` first, and name that file"
        )
    bundle = _parsed(File, stated, "file").content
    bundle._digest = digest(stated["content"])
    if bundle.digest != stated["digest"]:
        raise SubmissionError(
            "the digest is not that of the content: the file was damaged or changed after it was "
            "written; get it again from where it was made"
        )
    return bundle


def _parsed(model: type[Record], value: Any, where: str) -> Record:
    """Return JSON as a model. Raises SubmissionError with the first problems, each in one line;
    they name fields, and no values but those of fields that may be published.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        lines = error.errors(include_url=False, include_input=False)
        problems = [
            f"{'.'.join((where, *map(told, line['loc'])))}: "
            f"{line['msg'].removeprefix('Value error, ')}"
            for line in lines[: limits.PROBLEMS]
        ]
        if more := len(lines) - limits.PROBLEMS:
            problems += [f"{where}: {more} more problems of this kind"] * (more > 0)
        raise SubmissionError(*problems) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("an object has a name twice")
    return record


def _refused(name: str) -> float:
    raise ValueError(f"it has {name}, which JSON does not have")
