"""Tests each rule alone."""

from collections.abc import Iterable
from functools import partial

from cases import data, results_of
from readings import ask, reply, value

from tempanswerqa.answers.flexible.rules import RULES

WALK = ' "a", "H": 2, "M": 0, "S": 0}'


def rule(name: str, response: str, unit: str, family: str = "tot", question: str = "") -> object:
    """Return what one rule reads, or None."""
    return value(RULES[family][name](reply(response, ask(family, unit, user=question))), unit)


def read_by(names: Iterable[str], unit: str, family: str, response: str) -> tuple:
    """Return what each of several rules reads."""
    return tuple(rule(name, response, unit, family) for name in names)


OBJECTS = ("last_object", "explanation")
MARKS = ("final_answer", "answer_line", "boxed")
test_objects = results_of(partial(read_by, OBJECTS, "days", "tot"), data(__file__, "objects"), 2)

test_last_words = results_of(
    lambda words: rule("last_words", WALK + words, "seconds"), data(__file__, "last words")
)

MARKED = data(__file__, "marked")
test_marked_answers_to_test_of_time = results_of(partial(read_by, MARKS, "years", "tot"), MARKED, 3)
test_marked_answers_to_temptabqa = results_of(partial(read_by, MARKS, "years", "ttqa"), MARKED, 3)

test_conclusions = results_of(
    partial(rule, "conclusion", family="ttqa"), data(__file__, "conclusions")
)

test_one_rule = results_of(rule, data(__file__, "one rule"))
