"""Tests each rule alone."""

from collections.abc import Iterable
from functools import partial

import pytest
from cases import data, results_of
from readings import ask, reply, value

from tempanswerqa.answers.flexible import rules
from tempanswerqa.answers.flexible.rules import RULES

HMS = 'H, "M": M, "S": S'
WALK = ' "a", "H": 2, "M": 0, "S": 0}'
HOUR = 3600


def rule(name: str, response: str, unit: str, family: str = "tot", answer_format: str = ""):
    """Return what one rule reads, or None."""
    return value(RULES[family][name](reply(response, ask(family, unit, answer_format))), unit)


def read_by(names: Iterable[str], unit: str, family: str, response: str) -> tuple:
    """Return what each of several rules reads."""
    return tuple(rule(name, response, unit, family) for name in names)


OBJECTS = ("last_object", "explanation")
MARKS = ("final_answer", "answer_line", "boxed")
test_objects = results_of(partial(read_by, OBJECTS, "days", "tot"), data(__file__, "objects"), 2)


LAST_WORDS = data(__file__, "last words")


@pytest.mark.parametrize(("words", "seconds"), LAST_WORDS)
def test_last_words(words, seconds):
    assert rule("last_words", WALK + words, "seconds", answer_format=HMS) == seconds
    assert rule("last_words", words, "seconds", answer_format=HMS) is None  # behind no object


def test_zeros_count_where_nothing_follows():
    zeros = ' "a", "H": 0, "M": 0, "S": 0}'
    assert rule("last_object", zeros, "seconds") == 0
    assert rule("last_object", f"{zeros}\n```\n", "seconds") == 0
    assert rule("last_object", f"{zeros}\ntotal = 5 * 60", "seconds") is None


MARKED = data(__file__, "marked")


test_marked_answers_to_test_of_time = results_of(partial(read_by, MARKS, "years", "tot"), MARKED, 3)
test_marked_answers_to_temptabqa = results_of(partial(read_by, MARKS, "years", "ttqa"), MARKED, 3)


@pytest.mark.parametrize("name", [*MARKS, "conclusion"])
def test_prose_is_no_answer_beside_an_object(name):
    texts = dict(zip(MARKS, ("Final Answer: 12", "Answer: 12", r"\boxed{12}"), strict=True))
    text = texts.get(name, "Hence it took 12 years.")
    assert rule(name, text, "years", "tot") == 12
    assert rule(name, f'{{"answer": 13}}\n{text}', "years", "tot") is None
    assert rule(name, f'{{"answer": 13}}\n{text}', "years", "ttqa") == 12


test_conclusions = results_of(
    partial(rule, "conclusion", family="ttqa"), data(__file__, "conclusions")
)


def read(name: str, response: str, unit: str, family: str, question: str) -> float | str | None:
    asked = ask(family, unit, user=question)
    return value(getattr(rules, name)(reply(response, asked)), unit)


test_one_rule = results_of(read, data(__file__, "one rule"))
