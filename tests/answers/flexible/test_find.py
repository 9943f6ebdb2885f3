"""What the first rule that reads something reads."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible import RULES, attempts, find
from tempanswerqa.answers.question_view import QuestionView

PREFILL = 'JSON = {"explanation":'
WALK = ' "a", "H": 2, "M": 0, "S": 0}'


@pytest.mark.parametrize(("response", "family", "unit", "finding"), [
    (' "a", "answer": 12}', "tot", "days", (12, "only_object:number")),
    (WALK + " So it takes 1 hour.", "tot", "seconds", (3600, "last_words:amount")),
    (" 'a', 'days': 12}", "tot", "days", (12, "last_object:parts")),
    (' "It takes 12 days."}', "tot", "days", (12, "explanation:amount")),
    ("Final Answer: 12", "tot", "days", (12, "final_answer:number")),
    ("Final Answer: 12", "ttqa", "days", (12, "final_answer:number")),
    ("Final Answer: 12 days", "ttqa", "days", (12, "final_answer:amount")),
    ("Final Answer: 1985", "ttqa", "date_years", (1985, "final_answer:year")),
    ("Final Answer: 2001-03-04", "ttqa", "date", (date(2001, 3, 4), "final_answer:date")),
    ("<think>Final Answer: 13</think>Answer: 12", "ttqa", "days", (12, "answer_line:number")),
    ("<think>Final Answer: 12", "ttqa", "days", None),
    ("[THINK]Final Answer: 12", "ttqa", "days", None),
    ("Final Answer: 12\nQ: Who?\nAnswer: 13", "ttqa", "days", (12, "final_answer:number")),
    ("Final Answer: unknown\nAnswer: 12", "ttqa", "days", None),
    ("Answer: 12", "ttqa", "seconds", None), ("", "tot", "days", None), ("", "ttqa", "date", None),
])  # fmt: skip
def test_the_first_rule_that_reads_something_counts(response, family, unit, finding):
    assert find(response, QuestionView(family, unit, PREFILL if family == "tot" else "")) == finding


PIECES = st.sampled_from(
    [
        *(
            "Final Answer:",
            "Final Answer: ",
            "final answer is ",
            "\nAnswer: ",
            "\nQuestion: Who?\n",
        ),
        *("12", "1985", "12 years", "12 months.", "twelve", "44 BC", "March 4, 2001", "2001-03-04"),
        *("<think>", "</think>", "</s>", "[THINK]", "**", ".", " ", "\n", "\n\n", "12 or 13 days"),
        *(
            PREFILL,
            '{"answer": 12}',
            '"answer": 12}',
            "\\boxed{12}",
            "So it was 12 years.",
            "{",
            '"',
        ),
    ]
)
UNITS = st.sampled_from(["seconds", "minutes", "days", "months", "years", "date_years", "date"])


@given(st.lists(PIECES, max_size=8).map("".join), st.sampled_from(["tot", "ttqa"]), UNITS)
def test_what_is_found_is_the_first_of_all_attempts(response, family, unit):
    question = QuestionView(family, unit, PREFILL if family == "tot" else "")
    tried = list(attempts(response, question))
    assert [name for name, _ in tried] == list(RULES[family])
    read = [(value.value, f"{name}:{value.notation}") for name, value in tried if value]
    assert find(response, question) == (read[0] if read else None)
