"""Responses to answer texts, and the whole way from a response to a number."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import UNITS

from tempanswerqa.answers import quantities
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.markers import FINAL_ANSWER, Extracted, plain_text
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import strict
from tempanswerqa.answers.units import FAMILY_UNITS

PREFILL = 'JSON = {"explanation":'


def read(response: str, family: str, unit: str) -> float | None:
    """The number a response is read as, as the harness does it."""
    found = strict(response, QuestionView(family, unit, PREFILL if family == "tot" else ""))
    return found and quantities.read(found.text, family, unit)


CONTINUED = [
    # what follows the prefill, the answer object as JSON text
    (' "a", "answer": 12}', '{"answer": 12}'),
    (' "a",\n "answer":\n 12\n}\n', '{"answer": 12}'),
    (' "one\ntwo", "answer": 12}', '{"answer": 12}'),  # no JSON before newlines became spaces
    (' "a", "answer": "one\ntwo"}', '{"answer": "one two"}'),
    (' "a", "answer": 12} That is the answer.', '{"answer": 12}'),
    (' "a", "answer": 12}\n```\n', '{"answer": 12}'),
    (' "a", "S": 5, "M": 45, "H": 1}', '{"S": 5, "M": 45, "H": 1}'),  # in the order they stand
    (' "a", "answer": 1, "answer": 2}', '{"answer": 2}'),
    (' "a", "explanation": "b", "answer": 1}', '{"answer": 1}'),
    (' {"step": 1}, "answer": 2}', '{"answer": 2}'),
    (" null}", "{}"), (' "a"}', "{}"), (' "{", "answer": 12}', '{"answer": 12}'),
    (' "a", "answer": NaN}', '{"answer": NaN}'),
    (' "a", "answer": 12} as in {this}', None),  # up to the last brace
    (' "a"} {"answer": 12}', None),
    (' "a", "answer": 1} {"explanation": "b", "answer": 2}', None),
    (' JSON = {"explanation": "a", "answer": 12}', '{"answer": 12}'),  # the prefill repeated
    (' JSON = {"explanation":JSON = {"explanation": "a", "answer": 12}', None),  # and again
    (' Yes. JSON = {"explanation": "a", "answer": 12}', None),  # not at the beginning
    (' JSON={"explanation": "a", "answer": 12}', None),  # in other words
    (' "a", "answer": 12', None), (' "a", "answer": 12,}', None), (" 'a', 'answer': 12}", None),
    (' a, "answer": 12}', None), (' "say "hi"", "answer": 12}', None),
    (' "a", "answer": ' + "9" * 5_000 + "}", None),  # more digits than Python reads
    (' "a", "answer": ' + "[" * 100_000 + "]" * 100_000 + "}", None),
    (" The answer is 12.", None), ("", None), ("}", None),
]  # fmt: skip


@pytest.mark.parametrize(("response", "text"), CONTINUED)
def test_an_object_whose_explanation_was_begun(response, text):
    expected = text and Extracted(text, "json")
    assert strict(response, QuestionView("tot", "days", PREFILL)) == expected


@pytest.mark.parametrize("response", [r for r, _ in CONTINUED if PREFILL not in r])
def test_a_prefill_that_the_response_repeats_is_dropped(response):
    """Also where the server puts white space around it, as templates do."""
    question = QuestionView("tot", "days", PREFILL)
    for repeated in (PREFILL + response, f"\n\n {PREFILL}{response}"):
        assert strict(repeated, question) == strict(response, question)
        assert flexible(repeated, question) == flexible(response, question)


@pytest.mark.parametrize(("response", "text"), [
    ('{"explanation": "a", "answer": 12}', '{"answer": 12}'),
    ('Let me see. JSON = {"explanation": "a", "answer": 12}', '{"answer": 12}'),
    ('{"answer": 1} or {"explanation": "a", "answer": 12}', '{"answer": 12}'),
    ('{"explanation" : "a", "answer": 12}', '{"answer": 12}'),
    ('{ "explanation": "a", "answer": 12}', '{"answer": 12}'),
    ('```json\n{\n  "explanation": "a",\n  "answer": 12\n}\n```', '{"answer": 12}'),
    ('{"answer": 12, "explanation": "a"}', None), ('{"Explanation": "a", "answer": 12}', None),
    ('{"explanation"}', None), ('} {"explanation"', None), ('{"answer": 12}', None), ("12", None),
    ("", None),
])  # fmt: skip
def test_an_object_that_was_not_begun(response, text):
    assert strict(response, QuestionView("tot", "days")) == (text and Extracted(text, "json"))


FINAL = [
    # response, unit, answer text
    ("Final Answer: 12", "years", "12"), ("Final Answer:12", "years", "12"),
    ("He was 3, then 4.\nFinal Answer: 12 years\n", "years", "12"),
    ("**Final Answer:** 12", "years", "12"), ("So, Final Answer: 12", "years", "12"),
    ("Final Answer: -12", "years", "12"),  # no sign
    ("Final Answer: 12.9", "years", "12"),  # no fraction
    ("Final Answer: 1,016", "years", "1"),  # no separator
    ("Final Answer: 12 or 13", "years", "12"), ("Final Answer: 44 BC", "years", "44"),
    ("Final Answer: 007", "years", "007"), ("Final Answer: １２", "years", "１２"),
    ("Final Answer: about x12y", "years", "12"),
    ("Final Answer: 12\nFinal Answer: 13", "years", "12"),  # the first
    ("Final Answer: twelve\nFinal Answer: 13", "years", "13"),  # the first with digits
    ("Final Answer: Final Answer: 13", "years", "13"),
    ("Final Answer: 12. Final Answer: 13", "years", "12"),
    ("Final Answer: twelve\n13", "years", None),  # on its line
    ("Final Answer: twelve", "years", None), ("Final Answer: ²", "years", None),
    ("Final Answer:", "years", None), ("12 is the Final Answer:", "years", None),
    ("final answer: 12", "years", None), ("Final answer: 12", "years", None),
    ("Final Answer 12", "years", None), ("Final  Answer: 12", "years", None),
    ("The answer is 12.", "years", None), ("", "years", None), ("Final Answer: 476", "days", "476"),
    ("Final Answer: 476", "months", "476"), ("Final Answer: 1984", "date_years", "1984"),
    ("Final Answer: 12 March 1984", "date_years", "1984"),  # four digits
    ("Final Answer: 198412", "date_years", "1984"),
    ("Final Answer: 1984-2001", "date_years", "1984"),
    ("Final Answer: 476", "date_years", None),
    ("Final Answer: 476\nFinal Answer: 1984", "date_years", "1984"),
    ("Final Answer: March 4, 1984", "date", " March 4, 1984"),
    ("Final Answer: March 4, 1984\nor later", "date", " March 4, 1984"),
    ("Final Answer:\nMarch 4, 1984", "date", ""),
    ("Final Answer: x\nFinal Answer: y", "date", " x"),  # the first, with or without a date
    ("March 4, 1984", "date", None), ("", "date", None),
]  # fmt: skip


@pytest.mark.parametrize(("response", "unit", "text"), FINAL)
def test_what_follows_the_marker(response, unit, text):
    expected = None if text is None else Extracted(text, "final_answer")
    assert strict(response, QuestionView("ttqa", unit)) == expected


PARTS = st.lists(
    st.sampled_from(
        [
            PREFILL,
            '{"explanation"',
            FINAL_ANSWER,
            "{",
            "}",
            '"',
            ":",
            ",",
            "[",
            "]",
            "\\",
            "\n",
            " ",
        ]
    )
    | st.sampled_from(['"answer": 12', '"date": "2021"', "12", "1984", "March", "44 BC", "\ud800"])
    | st.text(max_size=5),
    max_size=12,
).map("".join)


@given(PARTS, st.sampled_from(["", PREFILL]), st.sampled_from(UNITS))
def test_what_is_found_is_text_of_its_kind(response, prefill, unit):
    found = strict(response, QuestionView("tot", unit, prefill))
    if found:
        assert "explanation" not in json.loads(found.text)
    found = strict(response, QuestionView("ttqa", unit))
    if found and unit in FAMILY_UNITS["ttqa"]:
        assert found.text in response
        assert unit == "date" or found.text.isdecimal()
        assert unit != "date_years" or len(found.text) == 4


@given(st.text(st.characters(exclude_characters="{}\n")), st.integers(-(10**9), 10**9))
def test_an_object_is_found_after_any_explanation_and_before_any_remark(text, number):
    explanation = json.dumps(text)
    assert read(f' {explanation}, "answer": {number}}} {text}', "tot", "days") == number


@given(
    st.text().filter(lambda text: FINAL_ANSWER not in f"{text}\n"),
    st.integers(0, 10**9),
    st.text(),
)
def test_the_number_after_the_marker_is_found_in_any_text(before, number, after):
    response = f"{before}\n{FINAL_ANSWER} {number} \n{after}"
    assert read(response, "ttqa", "years") == number


@pytest.mark.parametrize(("value", "text"), [
    (12.0, "12"), (-44.0, "-44"), (0.0, "0"), (-0.0, "0"), (0.53, "0.53"), (1e-7, "1e-07"),
    (1e22, "1" + "0" * 22), (date(2001, 3, 4), "2001-03-04"), (date(987, 6, 9), "0987-06-09"),
])  # fmt: skip
def test_plain_text(value, text):
    assert plain_text(value) == text


@given(st.floats(-quantities.LARGEST, quantities.LARGEST))
def test_numbers_in_plain_text_are_read_back(number):
    assert quantities.read_plain(plain_text(number), "years") == number


@given(st.dates())
def test_dates_in_plain_text_are_read_back(day):
    seconds = (day - date(1970, 1, 1)).days * 86_400
    assert quantities.read_plain(plain_text(day), "date") == seconds


@pytest.mark.parametrize(("response", "family", "unit", "text", "rule"), [
    (' "a", "answer": 12}', "tot", "days", "12", "only_object:number"),
    (" 'a', 'answer': '44 BC'}", "tot", "years", "-44", "last_object:era"),
    (' "a", "H": 1, "M": 0, "S": 30}', "tot", "minutes", "60.5", "only_object:parts"),
    (' "a", "date": "03/04/2001"}', "tot", "date", "2001-03-04", "only_object:date"),
    ("**Final answer:** 1,016 years", "ttqa", "years", "1016", "final_answer:amount"),
    ("Final Answer: 0.53", "ttqa", "months", "0.53", "final_answer:number"),
    ("Final Answer: in 1984", "ttqa", "date_years", "1984", "final_answer:year"),
    ("Final Answer: 4 March 1984", "ttqa", "date", "1984-03-04", "final_answer:date"),
])  # fmt: skip
def test_flexible_extraction_writes_plain_text(response, family, unit, text, rule):
    question = QuestionView(family, unit, PREFILL if family == "tot" else "")
    assert flexible(response, question) == Extracted(text, rule)


@given(st.integers(0, 10**8), st.sampled_from(["days", "months", "years"]))
def test_both_filters_agree_where_the_answer_is_as_asked(number, unit):
    for response, question in (
        (f' "a", "answer": {number}}}', QuestionView("tot", unit, PREFILL)),
        (f"He left.\n{FINAL_ANSWER} {number}", QuestionView("ttqa", unit)),
    ):
        found = flexible(response, question)
        assert quantities.read(found.text, question.family, unit) == number
        assert read(response, question.family, unit) == number


def test_what_follows_an_answer_of_a_base_model():
    """As the card of the tasks says of zero-shot prompts."""
    tot = QuestionView("tot", "days", PREFILL)
    once, again = ' "By counting.", "answer": 31}', 'JSON = {"explanation": "Two.", "answer": 2}'
    questions = {"How long is February?": "31", "Question: Two?": "31", "Count the days.": "2"}
    for between, number in {**questions, "No, that is wrong.": "2"}.items():
        response = f"{once}\n\n{between}\n{again}"
        assert strict(response, tot) is None
        assert flexible(response, tot).text == number
    ttqa = QuestionView("ttqa", "years")
    told = "Final Answer: 3 years\n\nQ: And in office?\nA: Long.\nFinal Answer: 9 years"
    assert strict(told, ttqa).text == flexible(told, ttqa).text == "3"
