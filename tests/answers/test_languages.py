"""Tests answers in other languages: at least three for each language of the table."""

import json
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from cases import results_of
from readings import ask, value

from tempanswerqa.answers import languages
from tempanswerqa.answers.reading import flexible


def read(response: str, unit: str) -> float | date | None:
    family = "tot" if unit in ("era", "seconds") else "ttqa"
    unit = unit.replace("era", "years")
    return value(flexible(response, ask(family, unit)), unit)


WORDS = """
  article scales parts parts_of wholes ordinals weekdays decimal about about_after exactly
  bound_after edge edge_after later ago not oclock am pm night noon midnight half_past half_to
  times and_half answer around is and to or of units months mark BC AD
  numbers next previous tens large so bound with_half named
"""


TEXTS = Path(__file__).with_name("data") / "languages.jsonl"
CASES = [json.loads(line) for line in TEXTS.read_text(encoding="utf-8").splitlines()]


def test_each_language_has_three_cases():
    found = Counter(case["language"] for case in CASES if case["stated"] is not None)
    assert found.keys() == languages.TABLE.keys() - {"English"}
    assert min(found.values()) >= 3


test_answers = results_of(
    read, [(case["response"], case["unit"], case["stated"]) for case in CASES]
)


@pytest.mark.parametrize("language", languages.TABLE)
def test_tables_are_whole(language):
    table = languages.TABLE[language]
    assert len(table.get("months", range(12))) == 12
    assert table.keys() <= {*WORDS.split()}
