"""Answers that a response marks by a tag, a correction, or by stating nothing else."""

from functools import partial

from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers.flexible import marked
from tempanswerqa.answers.flexible.response import Reply


def read(rule: str, response: str, unit: str = "years", family: str = "") -> float | None:
    family = family or ("tot" if unit == "seconds" else "ttqa")
    asked = ask(family, unit, user="How long was it?")
    found = getattr(marked, rule)(Reply(response, asked))
    return None if found in (None, marked.WITHDRAWN) else found.value


test_tags = results_of(partial(read, "tagged"), [
    ("<answer>12</answer>", 12), ("<answer>13</answer> or rather <answer>12 years</answer>", 12),
    ("<final_answer>\nHe stayed for 12 years.\n</final_answer>", 12),
    ('<answer>{"value": 12, "unit": "years"}</answer>', 12),
    ("<answer><years>12</years></answer>", 12), ("<answer>unknown</answer>", None),
    ("<Final>12</Final>", 12), ("<output>12</output >", 12),
    ("<answer>12", None), ("12</answer>", None), ("12", None),
])  # fmt: skip

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


def test_a_correction_behind_an_object():
    assert read("corrected", ' "a", "answer": 13}\nSorry, the answer is 12.', "days", "tot") == 12
    assert read("corrected", ' "Wait, the answer is 12", "answer": 13', "days", "tot") is None


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


@given(st.text(), st.sampled_from(["tagged", "corrected", "bare"]))
def test_any_text(text, rule):
    for begin in ("", "<answer>", "Final Answer: 1\nWait, the answer is "):
        read(rule, begin + text + "</answer>")
