"""Tests answers in other languages: at least three for each language of the table."""

from collections import Counter
from datetime import date

import pytest
from cases import data, results_of
from readings import ask, value

from tempanswerqa.answers import languages
from tempanswerqa.answers.reading import flexible


def read(response: str, unit: str) -> float | date | None:
    family = "tot" if unit in ("era", "seconds") else "ttqa"
    unit = unit.replace("era", "years")
    return value(flexible(response, ask(family, unit)), unit)


WORDS = """
  article zero scales parts parts_of wholes ordinals weekdays decimal about about_after exactly
  bound_after edge edge_after later ago not oclock am pm night noon midnight half_past half_to past
  times before_hour and_half year_mark answer around is and to or of units months dates BC AD
  numbers next previous tens large label so bound with_half named
"""


CASES = data(__file__, "answers")


def test_each_language_has_three_cases():
    found = Counter(language for language, *_ in CASES)
    assert found.keys() == languages.TABLE.keys() - {"English"}
    assert min(found.values()) >= 3


test_answers = results_of(read, [case for _, *case in CASES])

test_ranges_and_choices = results_of(read, data(__file__, "ranges and choices"))


@pytest.mark.parametrize("language", languages.TABLE)
def test_tables_are_whole(language):
    table = languages.TABLE[language]
    assert len(table.get("months", range(12))) == 12
    assert table.keys() <= {*WORDS.split()}
