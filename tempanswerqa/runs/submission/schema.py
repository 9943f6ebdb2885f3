"""Which fields the file of a submission has, and what may stand in them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.draws import LARGEST, LEVELS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.scoring import FILTERS
from tempanswerqa.runs.submission.generation_settings import GENERATION
from tempanswerqa.runs.submission.validators import (
    Check,
    choice,
    either,
    mapping,
    matching,
    name,
    number,
    optional,
    public,
    record,
    sequence,
    text,
    told,
    whole,
)

LONGEST = 200
"""Characters of a name or an option."""
PROMPTINGS = ("zero-shot", "few-shot", "")


def _by_filter(inner: Check) -> Check:
    return record(**dict.fromkeys(FILTERS, inner))


def _date(value: Any, where: str, problems: list[str]) -> None:
    try:
        datetime.fromisoformat(value)
    except (ValueError, TypeError):
        problems.append(f"{where}: has to be a date and time of ISO 8601, not {told(value)}")


_SHA1 = matching(r"[0-9a-f]{40}", "a SHA-1 checksum")
_SHA256 = matching(r"[0-9a-f]{64}", "a SHA-256 checksum")
_VERSION = public(name(40))
_COUNT = whole(0, LARGEST)

_SIGNATURE = record(
    ["think_end_token", "prompts"],  # earlier versions knew none
    package=_VERSION,
    format=_COUNT,
    lm_eval=optional(_VERSION),
    data=_SHA1,
    fresh=optional(public(name(LONGEST))),
    prompts=optional(_SHA1),
    scale=_SHA1,
    extraction=_COUNT,
    think_end_token=optional(public(matching(r"(?s).{1,200}", "a mark of 1 to 200 characters"))),
    filter=choice(*FILTERS),
    seed=optional(_COUNT),
    limit=optional(_COUNT),
    questions=_COUNT,
)

_NUMBER = optional(number)
_SCORES = record(
    **dict.fromkeys(METRICS, record(value=_NUMBER, stderr=_NUMBER, low=_NUMBER, high=_NUMBER))
)

_TASK = record(
    version=optional(number),
    lm_eval=optional(_VERSION),
    shots=optional(_COUNT),
    fresh=optional(record(level=choice(*LEVELS), n=whole(1, LARGEST), seed=whole(0, 10**19 - 1))),
    signatures=_by_filter(_SIGNATURE),
    scores=_by_filter(_SCORES),
    responses=mapping(lambda identity: 0 < len(identity) <= LONGEST, text, "ids of questions"),
)

_OPTION = either(
    [name(LONGEST, 0), number, choice(True, False)], f"a number or at most {LONGEST} characters"
)
_OPTIONS = either(
    [optional(_OPTION), sequence(text, 20)], "a number, a short text or a list of texts"
)

_SETTINGS = record(
    backend=optional(name(LONGEST)),
    chat_template=optional(choice(True, False)),
    chat_template_sha=optional(_SHA256),
    system_instruction_sha=optional(_SHA256),
    generation=optional(mapping(GENERATION.__contains__, _OPTIONS, "options of generation")),
)


def _is_of_submission(task: str) -> bool:
    name = TaskName.find(task)
    return name is not None and bool(name.subset) and not name.fewshot


CONTENT = record(
    created=_date,
    model=public(name(LONGEST)),
    prompting=choice(*PROMPTINGS),
    settings=public(_SETTINGS),
    mean=_by_filter(_SCORES),
    tasks=mapping(_is_of_submission, _TASK, "tasks of a submission"),
)
"""Checks the content of a bundle."""

FILE = record(format=whole(1, 1_000), digest=_SHA256, content=CONTENT)
"""Checks the whole file."""
