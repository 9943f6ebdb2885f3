"""What the recipes for benchmarks of memory share: which questions are temporal, and the report."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

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
"""The units of questions by their words, the first that fits; None for the duration that the
question asks for, or else the answer names."""


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
    """Print the scores of one system or more, the answers left to a judge, and the difference of
    two systems.

    `questions` have `id`, `question`, `answer`, `asked_on`, `group`; `systems` answers by id.
    """
    units = [unit(row["question"], row["answer"]) for row in questions]
    asked = [row | {"unit": name} for row, name in zip(questions, units, strict=True) if name]
    names = {"question": "questions", "unit": "units", "asked_on": "asked_on", "group": "groups"}
    columns = {name: [row[key] for row in asked] for key, name in names.items()}
    evaluations = []
    for system, answers in systems.items():
        said = [answers.get(row["id"]) for row in asked]
        evaluations.append(tempanswerqa.evaluate(said, [r["answer"] for r in asked], **columns))
        items = zip(asked, evaluations[-1].items, strict=True)
        unread = [(row, item) for row, item in items if item["number"] is None]
        print(f"\n{system}\n{evaluations[-1]}\n\nUnread:")
        for row, item in unread:
            print(f"  {row['id']} ({row['unit']}): {item['unread']}: {item['prediction']!r:.70}")
        rest = len(questions) - len(asked) + len(unread)
        print(f"A judge is left {rest} of {len(questions)} answers ({rest / len(questions):.0%}).")
    if len(evaluations) == 2:
        print(f"\n{' - '.join(systems)}\n{tempanswerqa.compare(*evaluations)}")
