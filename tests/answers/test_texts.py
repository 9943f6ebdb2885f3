"""Tests that labelled texts are read, at least as well as the shipped weights say."""

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.fit_reader import HELD_OUT, RESULTS, labelled, same, with_table
from tempanswerqa.answers import choice, flexible, read_number

WEIGHTS = Path(choice.__file__).with_name("weights.json")
FIGURES = json.loads(WEIGHTS.read_text(encoding="utf-8"))[
    "right of stated, unread and false of all, by source"
]
TEXTS = labelled()
SOURCES = sorted({text.source for text in TEXTS})


@pytest.mark.parametrize("source", SOURCES)
def test_texts_are_read_as_well_as_the_weights_say(source):
    count = Counter()
    texts = [text for text in TEXTS if text.source == source]
    for text in texts:
        number = flexible(text.response, text.view).number
        count["stated"] += text.stated is not None
        count["right"] += same(number, text.stated)
        count["false"] += number is not None and not same(number, text.stated)
    _, right, _, false = FIGURES[source]
    assert count["right"] >= (right - 0.05) * count["stated"]
    assert count["false"] <= (false + 0.05) * len(texts)


def test_the_docs_have_the_figures_of_the_weights():
    page = RESULTS.read_text(encoding="utf-8")
    assert page == with_table(page, FIGURES)


def test_no_draft_is_taken():
    found = [text for text in TEXTS if text.source == "thinking" and text.stated is None]
    assert sum(flexible(text.response, text.view).number is not None for text in found) <= 1


def test_all_callers_read_the_same():
    texts = [text for text in TEXTS if text.view.own and text.view.unit != "when"][::5]
    assert len(texts) > 500
    for text in texts:
        number = read_number(text.response, text.view.unit, text.view.user)
        assert flexible(text.response, text.view).number == number


def test_some_sources_are_held_out():
    assert sum(source.startswith(HELD_OUT) for source in SOURCES) >= 2
