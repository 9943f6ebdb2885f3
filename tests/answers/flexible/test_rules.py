"""Tests each rule alone."""

from collections.abc import Iterable
from datetime import date
from functools import partial

import pytest
from cases import results_of
from readings import ask

from tempanswerqa.answers.flexible import rules
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.flexible.rules import RULES

HMS = 'H, "M": M, "S": S'
WALK = ' "a", "H": 2, "M": 0, "S": 0}'
HOUR = 3600


def rule(name: str, response: str, unit: str, family: str = "tot", answer_format: str = ""):
    """Return what one rule reads, or None."""
    found = RULES[family][name](Reply(response, ask(family, unit, answer_format)))
    return found and found.value


def read_by(names: Iterable[str], unit: str, family: str, response: str) -> tuple:
    """Return what each of several rules reads."""
    return tuple(rule(name, response, unit, family) for name in names)


OBJECTS = ("last_object", "explanation")
MARKS = ("final_answer", "answer_line", "boxed")
test_objects = results_of(partial(read_by, OBJECTS, "days", "tot"), [
    # response; days by `last_object`, `explanation`
    (' "a", "answer": 12}', 12, None), ('{"answer": 12}', 12, None),
    ('```json\n{"answer": 12}\n```', 12, None), (' "a", "answer": 12}.\n', 12, None),
    (' "a", "answer": 12} That is it.', 12, None),
    ('{"answer": 12} {"answer": 12}', 12, None),
    ('{"answer": 13} {"answer": 12}', 12, None),
    ('{"answer": 12} {"answer": "unclear"}', 12, None),
    ('{"answer": 12} {"answer": "12 or 13"}', None, None),
    ('{"answer": "11 + x"} {"answer": 12}', 12, None), ("{'answer': 12}", 12, None),
    (" 'a', 'answer': 12}", 12, None), (' "a", "answer": 12', None, None),
    (' "a", "answer": "12"', 12, None), (' "a", "answer": null}', None, None),
    (' "a", "answer": 0}', 0, None), (' "a", "answer": 0}\nI go on:', None, None),
    (' "It takes 12 days."}', None, 12), (' "Add. It takes 12 days"}', None, 12),
    (' "It takes 12 days. That is incorrect."}', None, None),
    (' "That it takes 12 days is incorrect."}', None, None),
    (' "It takes 12 days.", "answer": null}', None, None),
    (' "It takes 12 or 13 days."}', None, None), ("It takes 12 days.", None, None),
    ("", None, None),
], 2)  # fmt: skip


LAST_WORDS = [
    # what follows the object, seconds
    ("\n\nSo, it takes 1 hour and 5 minutes.", HOUR + 300),
    ("\n\nSo, it takes 1 hour and 5 minutes", None),  # cut off
    ("\n\nSo, it takes a while.", None),
    ("\n\nIt takes 3 hours. So, it takes 1 hour.", HOUR),
    ("\n\nSo it takes 1 hour. Let me know if you have questions!", HOUR),
    ("\n\nSo the start time is in 1 hour.", None),
    ("\n\nNote: a full day has 24 hours.", None), ("\n\nThe start time is in 1 hour.", None),
    ("\n\nThis assumes 1 hour.", None),
    ("\n\nThat it takes 1 hour is incorrect.", None),
    ("\n\nSo\nX = 1\nY = 5\nZ = 0.", HOUR + 300), ("\n\nX = 1, Y = 5, Z = 0", HOUR + 300),
    ("\n\nX = 1, Y = 5", None), ("\n\nX = 1, Y = 5, Z = 0, as", None),
    ('\n\nSo it takes 1 hour.\n\n{"H": 1,', HOUR), ("", None),
]  # fmt: skip


@pytest.mark.parametrize(("words", "seconds"), LAST_WORDS)
def test_last_words(words, seconds):
    assert rule("last_words", WALK + words, "seconds", answer_format=HMS) == seconds
    assert rule("last_words", words, "seconds", answer_format=HMS) is None  # behind no object


def test_zeros_count_where_nothing_follows():
    zeros = ' "a", "H": 0, "M": 0, "S": 0}'
    assert rule("last_object", zeros, "seconds") == 0
    assert rule("last_object", f"{zeros}\n```\n", "seconds") == 0
    assert rule("last_object", f"{zeros}\ntotal = 5 * 60", "seconds") is None


MARKED = [
    # response; years by `final_answer`, `answer_line`, `boxed`
    ("Final Answer: 12", 12, None, None), ("FINAL ANSWER = 12 years", 12, None, None),
    ("The final answers are: 12", 12, None, None), ("**Final Answers:** 12", 12, None, None),
    ("My final answer is **12 years**.", 12, None, None),
    ("final answer 12", 12, None, None),
    ("Final Answer: 13\nFinal Answer: 12", 12, None, None),
    ("Final Answer: 12\n\nFinal Answer:", 12, None, None),
    ("Final Answer:\n\n12 years\n\n13 years", 12, None, None),
    ("Final Answer: 12 years\nHe came in 3 weeks.", 12, None, None),
    ("Final Answer: it cannot be known\nAnswer: 12", None, None, None),
    ("Answer: 12", None, 12, None),
    ("Answer: The least age to join in that year was 12", None, None, None),  # cut off
    ("Final Answer: In that early year, the age was 12", None, None, None),  # eight words
    ("Final Answer: In that year, the age was 12", 12, None, None),
    ("Answer: The least age to join in that year was 12.", None, 12, None),
    ("Answer: The least age to join in that year was 12\nor so", None, 12, None),
    ("Answer: The least age to join was 12", None, 12, None),
    ("**Answer:** 12", None, 12, None), ("> The answer is: 12 years", None, 12, None),
    ("Answer: 13\nAnswer: 12", None, 12, None), ("Answer:\n12", None, 12, None),
    ("So the answer is 12", None, None, None), ("Answers: 12", None, None, None),
    (r"\boxed{12}", None, None, 12), (r"\boxed{13} or \boxed{12}", None, None, 12),
    (r"$\boxed{\text{12 years}}$", None, None, 12), (r"\boxed {12}", None, None, 12),
    (r"\boxed{12", None, None, None), (r"Final Answer: \boxed{12}", 12, None, None),
    ("12", None, None, None), ("", None, None, None),
]  # fmt: skip


test_marked_answers_to_test_of_time = results_of(partial(read_by, MARKS, "years", "tot"), MARKED, 3)
test_marked_answers_to_temptabqa = results_of(partial(read_by, MARKS, "years", "ttqa"), MARKED, 3)


@pytest.mark.parametrize("name", [*MARKS, "conclusion"])
def test_prose_is_no_answer_beside_an_object(name):
    texts = dict(zip(MARKS, ("Final Answer: 12", "Answer: 12", r"\boxed{12}"), strict=True))
    text = texts.get(name, "Hence it took 12 years.")
    assert rule(name, text, "years", "tot") == 12
    assert rule(name, f'{{"answer": 13}}\n{text}', "years", "tot") is None
    assert rule(name, f'{{"answer": 13}}\n{text}', "years", "ttqa") == 12


test_conclusions = results_of(partial(rule, "conclusion", family="ttqa"), [
    # response, unit, value
    ("He came in 1935. Therefore, he stayed for 15 years.", "years", 15),
    ("He came in 1935. He stayed for 15 years.", "years", None),
    ("He came in 1935. He stayed for 15 years.\n", "years", None),  # only a step on the way
    ("He came in 1935. So he stayed for 15 years.\n", "years", 15),
    ("He came in 1935. The year was 1950, after 15 years.\n", "years", None),
    ("He stayed for 15 years.", "years", 15), ("He stayed for 15 years", "years", 15),
    ("Therefore, he stayed for 15 years. He was", "years", None),
    ("Therefore, his age was 27.", "years", 27),
    ("Therefore, his age in 1985 was 27.", "years", 27),
    ("Therefore, the answer is 1985.", "years", None),
    ("Therefore, the answer is 1000.", "years", None),
    ("Therefore, the answer is 999.", "years", 999),
    ("Therefore, he was number 27.", "years", None),
    ("That he stayed for 15 years is wrong.", "years", None),
    ("Final Answer: none. So he stayed for 15 years.", "years", None),
    ("He won twice. Thus it was in 1985.", "date_years", 1985),
    ("He won twice. It fell in 1985.", "date_years", None),
    ("He won twice. The year was 1985.", "date_years", 1985),
    ("He won twice. The date is March 4, 2001.", "date", date(2001, 3, 4)),
    ("He won twice. He left on March 4, 2001.", "date", None), ("", "years", None),
])  # fmt: skip


def read(rule: str, response: str, unit: str = "years", family: str = "") -> float | None:
    family = family or ("tot" if unit == "seconds" else "ttqa")
    asked = ask(family, unit, user="How long was it?")
    found = getattr(rules, rule)(Reply(response, asked))
    return None if found in (None, rules.WITHDRAWN) else found.value


test_corrections = results_of(partial(read, "corrected"), [
    ("Final Answer: 13\n\nWait, that is wrong. The correct answer is 12.", 12),
    ("Final Answer: 13\nCorrection: it should be 12 years.", 12),
    ("Final Answer: 13\nScratch that: 12 years.", 12),
    ("Final Answer: 13\n\nLet me double-check. So it must be 12 instead of 13.", 12),
    ("Final Answer: 12\n\nLet me check: 1962 - 1950 = 12. That is right.", None),
    ("Scratch that: the correct answer is 12.", 12),
    ("Wait, the correct answer is 12.", None),  # of no answer that was given
    ("The correct answer is 12.", None),  # nothing is changed
    ("Final Answer: 13\n\nThe correct answer is 12.", None),
    ("Final Answer: 13\nActually, the correct answer is not known.", None),
])  # fmt: skip


test_bare_values = results_of(partial(read, "bare"), [
    ("12", "years", 12), ("**12**", "years", 12), ("`12`", "years", 12),
    ("about 12 years", "years", 12), ("653 days", "days", 653), ("653 days", "months", None),
    ("1985.", "date_years", 1985), ("12\n\nWhat year was it built?\n\n1968", "years", 12),
    ("12\n\nQuestion: Who built it?", "years", 12),
    ("12\n\nThat is what the table says.", "years", 12),
    ("1962 - 1950 = 12.\n\n**12 years**", "years", 12), ("He stayed 12 years", "years", None),
    ("years", "years", None), ("", "years", None), ("H = 1, M = 2, S = 3", "seconds", 3723),
    ("H = 1, M = 2", "seconds", None), ("X=1 hours\nY=2 minutes\nZ=3 seconds", "seconds", 3723),
])  # fmt: skip
