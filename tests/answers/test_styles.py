"""Tests responses in the styles of today's models, written without a look at the code.

Each line of a file in `data/styles` is a response with what it states: a number in the asked unit,
an ISO date, or `none`. `thinking.jsonl` has drafts within thinking, marked in 26 ways. The rules
were mended after a look at most of them, but for those of `blind.jsonl` hardly.
"""

import json
from pathlib import Path

import pytest
from readings import Reading, cases, reading

from tempanswerqa.answers import released_code
from tempanswerqa.answers.question_view import QuestionView

FOLDER = Path(__file__).parent / "data/styles"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
NONE = "none"
MISSED = json.loads((FOLDER / "missed.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def readings() -> dict[str, list[Reading]]:
    files = {name: cases(FOLDER / f"{name}.jsonl") for name in NAMES}
    return {name: [read(*case) for case in found] for name, found in files.items()}


def read(line: dict, question: QuestionView) -> Reading:
    none = line["stated"] == NONE
    stated = None if none else released_code.read_plain(line["stated"], question.unit)
    assert none or stated is not None, line["id"]
    return reading(line["id"], line["response"], question, stated, 1e-9 * abs(stated or 0))


def misread(found: list[Reading]) -> list[str]:
    """Return the responses from which flexible extraction reads a value that they do not state."""
    return [each.name for each in found if each.flexible is not None and not each.right]


@pytest.mark.parametrize("name", NAMES)
def test_responses_are_read_as_what_they_state(readings, name):
    """But for those of `missed.json`, which no change may add to, and of which few are misread."""
    found = readings[name]
    assert [
        each for each in found if not each.right and each.name not in MISSED.get(name, ())
    ] == []
    assert sum(each.right for each in found) >= (0.9 if name == "blind" else 0.97) * len(found)
    assert len(misread(found)) <= 0.01 * len(found), misread(found)


def test_no_draft_is_taken(readings):
    found = readings["thinking"]
    assert misread(found) == []
    assert [each.name for each in found if each.stated is None and each.strict is not None] == []
