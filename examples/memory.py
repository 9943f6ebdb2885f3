"""Finds the temporal questions of memory benchmarks, and reports on answers to them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pandas import DataFrame

import tempanswerqa

DURATION = r"(second|minute|hour|day|week|month|year)s?\b"
UNITS = (
    (rf"how many {DURATION}", None),
    (r"how many", "count"),
    (r"(what|which) time", "time"),
    (r"how (long|much time|old|much older)", None),
    (r"^when\b|when (did|do|does|is|was|were|will|has|have)\b", "when"),
    (r"(what|which) (date|day|week|month|year)\b", "when"),
)
"""Units by words of a question; None for the duration that it asks for or the answer names."""


def unit(question: str, answer: str) -> str | None:
    """Return the unit of a question, or None if its answer is not a time or a number."""
    fits = ((re.search(words, question.lower()), name) for words, name in UNITS)
    match, name = next(((match, name) for match, name in fits if match), (None, None))
    if match and not name:
        named = re.search(DURATION, match[0]) or re.search(DURATION, answer.lower())
        name = named[1] + "s" if named else "years" if "old" in match[0] else None
    try:
        tempanswerqa.evaluate([""], [answer], name or "")
    except tempanswerqa.TempAnswerError:
        return None
    return name


def report(questions: Sequence[dict[str, Any]], systems: Mapping[str, Mapping[str, str]]) -> None:
    """Print the scores of systems, the answers left to a judge, and the difference of two systems.

    `questions` have `id`, `question`, `answer`, `asked_on`, `group`; `systems` answers by id.
    """
    units = [unit(row["question"], row["answer"]) for row in questions]
    table = DataFrame(questions).assign(unit=units).dropna(subset="unit")
    columns = {"reference": "answer", "questions": "question", "asked_on": "asked_on"}
    evaluations = []
    for system, answers in systems.items():
        said = table.assign(prediction=table["id"].map(answers))
        evaluations.append(tempanswerqa.evaluate(said, group="group", **columns))
        print(f"\n{system}\n{evaluations[-1]}\n\nUnread:")
        rest = len(questions) - len(table)
        for name, item in zip(table["id"], evaluations[-1].items, strict=True):
            if item["unread"] and not item["exact_match"] and name in answers:
                print(f"  {name} ({item['unit']}): {item['unread']}: {item['prediction']!r:.70}")
                rest += 1
        print(f"A judge is left {rest} of {len(questions)} answers ({rest / len(questions):.0%}).")
    if len(evaluations) == 2:
        print(f"\n{' against '.join(systems)}\n{tempanswerqa.compare(*evaluations)}")
