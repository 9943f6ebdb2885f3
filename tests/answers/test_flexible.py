"""Tests that flexible extraction reads what a human takes for the answer, and never fails."""

import math
import random
from pathlib import Path

import pytest
from cases import cased, data, results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask, number, value
from support import CHECKOUT, command

from tempanswerqa.answers import formats
from tempanswerqa.answers.markers import FINAL_ANSWER
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.reading import flexible, strict
from tempanswerqa.questions.record import FAMILY_UNITS
from tempanswerqa.questions.record import TOT_PREFILL as PREFILL


def found_first(response: str, *asked: str) -> tuple | None:
    found = flexible(response, ask(*asked))
    return (value(found, asked[1]), found.name) if found.rule else None


test_what_is_announced_decides = results_of(
    found_first, data(__file__, "what is announced decides")
)


pytestmark = pytest.mark.filterwarnings("error")
TIME_FORMAT = formats.TIME_OF_DAY.text
KINDS = [(family, unit) for family, units in FAMILY_UNITS.items() for unit in units]


def every_question(user: str = "") -> list[QuestionView]:
    """Return one question for each family and unit, and one for a time on some day."""
    kinds = [("tot", "seconds", TIME_FORMAT), *((*kind, "<your_answer>") for kind in KINDS)]
    return [ask(*kind, user) for kind in kinds]


def check(response: str, question: QuestionView) -> None:
    """Read the response with both filters."""
    for extract in (strict, flexible):
        found = extract(response, question)
        assert question.unit == "when" or math.isfinite(found.number or 0)
        assert (found.number is None) == (found.unread is not None)


PIECES = [
    *(PREFILL, '{"explanation": "', FINAL_ANSWER, "Answer: ", "The answer is ", "Therefore, "),
    *("<think>", "</think>", "```json\n", "```", "**", "_", "\n", "\n\n", "\n- ", "\nQ:", "</s>"),
    *("{", "}", "[", "]", '"', "'", "`", ":", ",", "\\", "(", ")", "/", "-", "+", "=", ". ", " "),
    *("\\boxed{", "\\text{", "\\frac{1}{2}", "$", "\\,", "≈", " or ", " and ", " to ", " between "),
    *('"answer": ', '"day": ', '"time": ', '"H": ', '"M": ', '"S": ', '"hours": ', '"minutes": '),
    *('"date": ', '"year": ', '"month": ', '"age": ', '"X": ', '"years": ', "A: ", "days: "),
    *("0", "1", "-3", "+1", "12", "2.5", ".5", "1,234", "007", "44", "1984", "2001", "20000"),
    *("9" * 40, "9" * 400, "1" + ",000" * 110, "1e308", "1e200", "-1e308", "NaN", "-Infinity"),
    *("one", "twenty-five", "two hundred and six", "half", "thousand", "minus ", "zero"),
    *("１２", "²", "½", "٣", "\ufeff", "\u202e", "\u2212" + "7", "1/2/2003", "7 * 24", "(1 + 2)/3"),
    *(" years", " year old", " months", " days", " hours", " minutes", " seconds", "-day", " BC"),
    *(" AD", " B.C.E.", " decades", " weeks", " century", "May", " 4th", "Sept. ", "31 June 2001"),
    *("March 4, 1984", "4 March", "1984-03-04", "03/04/1984", "0000-01-01", "May 3, 000"),
    *("10:30", "25:61:61", "10:30:00 pm", "next day", "same_day", "+1/same_day", "the day before"),
    # letters that equal ASCII ones only where case is ignored, and control characters
    *("ſ", "ı", "İ", "\u212a", " dayſ", " mınutes", "ſix", "nıne", "ſep 3, 2001", " yearſ"),
    *("\x00", "\x1c", "\x85", "\u2028", "\t", "\r", "\v", "\ud800", "\udfff", "\U0001d7d8"),
    *("null", "true", "none", "unknown", "cannot", "not ", "wrong", "   ", "is ", "about ", "~"),
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=14).map("".join)
ANSWERED = st.sampled_from(
    [
        *("{}", FINAL_ANSWER + " {}", ' "a", "answer": "{}"}}', '{{"answer": {}}}', "It is {}."),
        *(' "a", "day": "{}", "time": "10:00"}}', '{{"day": {}, "time": "10:00"}}', "He is {}."),
        *('{{"H": {}, "M": 1, "S": -1e308}}', '{{"years": {}, "months": 3}}', '{{"date": "{}"}}'),
        *(' "a", "hours": "{}", "minutes": 0}}', '{{"time": "{}"}}', "\\boxed{{{}}}", "Answer: {}"),
    ]
)
RESPONSES = st.text() | TEXTS | st.builds(lambda text, form: form.format(text), TEXTS, ANSWERED)
FORMATS = st.sampled_from([*formats.TOT_ARITHMETIC, *formats.TTQA, ""]) | st.text()
PREFILLS = st.sampled_from([PREFILL, ""]) | st.text(max_size=9)
ASKED = st.builds(
    lambda kind, *rest: QuestionView(*kind, *rest), st.sampled_from(KINDS), PREFILLS, FORMATS, TEXTS
)


@given(RESPONSES, ASKED)
def test_any_response_is_a_finite_number_or_nothing(response, question):
    check(response, question)


@given(TEXTS.map(lambda text: text.replace("\n", " ")[:300]))
def test_any_answer_to_every_question(text):
    for question in every_question(text):
        check(
            f' "a", "answer": "{text}"}}' if question.family == "tot" else FINAL_ANSWER + text,
            question,
        )


@cased
def test_what_was_once_broken(response, family, unit, question):
    check(response, ask(family, unit, "<your_answer>", question))


def readings(order: int) -> str:
    """Return what both filters read in some responses, in this order."""
    draw = random.Random(5)
    forms = ["{}", "Final Answer: {}", ' "a", "answer": "{}"}}', ' "a", "time": "{}"}}']
    pieces = [piece for piece in PIECES if piece.isascii() and len(piece) < 20 and "{" not in piece]
    cases = [
        (draw.choice(forms).format("".join(draw.choices(pieces, k=draw.randint(1, 6)))), question)
        for question in every_question("In which month of 2001 was she 3 years old?")
        for _ in range(150)
    ]
    found = {}
    for place in random.Random(order).sample(range(len(cases)), len(cases)):
        response, question = cases[place]
        for extract in (strict, flexible):
            read = extract(response, question), number(extract, response, question)
            found[place, extract.__name__] = read
    return ascii(sorted(found.items()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "zone", "language"),
    [("1", "Asia/Kathmandu", "C"), ("2", "EST5EDT", "tr_TR.UTF-8"), ("3", "<+14>-14", "C.UTF-8")],
)
def test_no_setting_and_no_order_plays_a_part(seed, zone, language, tmp_path):
    environ = {"TZ": zone, "LC_ALL": language, "PYTHONHASHSEED": seed}
    script = "import sys; sys.path[:0] = sys.argv[1:]; import test_flexible as tests; "
    code = script + f"print(tests.readings({seed}))"
    folders = (Path(__file__).parent, CHECKOUT / "tests")
    done = command("-c", code, *folders, cwd=tmp_path, **environ)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == readings(0)
    assert not done.stderr
