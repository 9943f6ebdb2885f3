"""Hostile responses and questions: a number or nothing, never an error, and soon."""

import math
import random
import signal
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import CHECKOUT, command

from tempanswerqa.answers import formats, quantities
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.markers import FINAL_ANSWER
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import strict
from tempanswerqa.questions import record

pytestmark = pytest.mark.filterwarnings("error")
PREFILL = record.TOT_PREFILL
TIME_FORMAT = '"same_day/+x/-x", "time": "HH:MM:SS"'
KINDS = [(family, unit) for family, units in record.FAMILY_UNITS.items() for unit in units]


def ask(
    family: str, unit: str, user: str = "", answer_format: str = "<your_answer>"
) -> QuestionView:
    return QuestionView(family, unit, PREFILL if family == "tot" else "", answer_format, user)


def every_question(user: str = "") -> list[QuestionView]:
    """One question of each family and unit, and one for a time on some day."""
    return [ask("tot", "seconds", user, TIME_FORMAT), *(ask(*kind, user) for kind in KINDS)]


def check(response: str, question: QuestionView) -> None:
    """Read the response with both filters."""
    for extract in (strict, flexible):
        if found := extract(response, question):
            number = quantities.read(found.text, question.family, question.unit)
            assert math.isfinite(number or 0), f"{found} is not finite"
            assert number is not None or extract is strict, f"{found} cannot be read"


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
QUESTIONS = st.builds(
    lambda kind, *rest: QuestionView(*kind, *rest), st.sampled_from(KINDS), PREFILLS, FORMATS, TEXTS
)


@settings(deadline=None, max_examples=2_000)
@given(RESPONSES, QUESTIONS)
def test_any_response_is_a_finite_number_or_nothing(response, question):
    check(response, question)


@settings(deadline=None, max_examples=300)
@given(TEXTS.map(lambda text: text.replace("\n", " ")[:300]))
def test_any_answer_to_every_question(text):
    for question in every_question(text):
        tot = question.family == "tot"
        check(f' "a", "answer": "{text}"}}' if tot else FINAL_ANSWER + text, question)


@given(st.text(st.sampled_from(" \t\n\r\v\f\x1c\x85\xa0\u2007\u2028\u3000"), max_size=9), TEXTS)
def test_nothing_is_read_from_white_space(space, user):
    for question in every_question(user):
        assert flexible(space, question) is None


DAY = ' "a", "day": {}, "time": "10:00"}}'
BIG = "1" + ",000" * 110
CHOICE = "he was 3 years and later 5 years old"
ONCE_BROKEN = {
    # response, family, unit, question: these raised, or were read as what cannot be read again
    "a number beyond floats": (f"{FINAL_ANSWER} {BIG}", "ttqa", "years", ""),
    "an amount beyond floats": (f"{FINAL_ANSWER} {BIG} decades", "ttqa", "years", ""),
    "an era beyond floats": (f' "a", "answer": "{BIG} BC"}}', "tot", "years", ""),
    "a question beyond floats": (f"{FINAL_ANSWER} {CHOICE}", "ttqa", "years", f"{BIG} decades"),
    "a number too large": (' "a", "answer": 1e200}', "tot", "days", ""),
    "parts that are no number": (' "a", "H": 1e308, "M": -1e308, "S": 0}', "tot", "seconds", ""),
    "a day beyond floats": (DAY.format("1" * 400), "tot", "seconds", ""),
    "an infinite day": (DAY.format(f'"1{",000" * 102} days later"'), "tot", "seconds", ""),
    "a day with a tab": (DAY.format(r'"+\t1"'), "tot", "seconds", ""),
    "a time for a date": (' "a", "time": "10:00 next day"}', "tot", "date", ""),
    "parts for a year": ('{"answer": {"hours": 1, "minutes": 2}}', "ttqa", "date_years", ""),
    "a long s": (f"{FINAL_ANSWER} 3 yearſ", "ttqa", "years", ""),
    "a long s in a month": (f"{FINAL_ANSWER} ſep 3, 2001", "ttqa", "date", ""),
    "a long s in an ordinal": (' "a", "time": "10:00 on the ſecond day"}', "tot", "seconds", ""),
}


@pytest.mark.parametrize("case", ONCE_BROKEN.values(), ids=ONCE_BROKEN)
def test_what_was_once_broken(case):
    response, *kind = case
    check(response, ask(*kind))


@pytest.mark.parametrize("text", ["ſeven", "nıne", "minuſ 5", "mınus 5", "five thouſand"])
def test_letters_that_are_not_ascii_make_no_other_number(text):
    found = flexible(f"{FINAL_ANSWER} {text}", ask("ttqa", "years"))
    assert found is None or found.text in ("7", "9", "-5", "5000")


@contextmanager
def within(seconds: float):
    """Give up where this takes more of the processor; a match that never ends is ended, too."""

    def give_up(*_):
        raise TimeoutError(f"not done within {seconds} s")

    signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


N = 10_000
REPEATED = [
    *(FINAL_ANSWER, f"{FINAL_ANSWER}\n", "answer:\n", "<think>", "\nQ:", "\nQuestion 1: a b c d"),
    *("answer is ", " and ", " March 4, 1984", "\\boxed{", '{"a":', '{"explanation": "', "<a   "),
    *('"H": 1, ', "A: ", '"H": 1, x ', "1,", "1 year, ", "one hundred ", "``` ", "{}{}{}", "İ"),
    *(*"(=\"\\'`*_-.:, \n\0\ud800１", "answer: b\n", "final answerx"),
]
LONG = {
    **{f"many {part!r}": part * (10 * N // len(part)) for part in REPEATED},
    **{f"an answer of {part!r}": FINAL_ANSWER + part * N for part in ("9", "1,", "1 year, ")},
    "objects before a pair": "{}" * N * 5 + " A: 1",
    "nested whole objects": '{"a":' * 900 + "1" + "}" * 900,
    "a long key": '{"' + "_" * N * 10 + '": 1, "b": 2}',
    **{
        f"white space as in {start + end!r}": start + " " * N * 9 + end
        for start, end in [
            *(('"A": 1\n', 'x "B": 2'), ('{"answer": "b"}', "x."), ("<|", "x"), ("{", "x")),
            *(("feb", f"x\n{FINAL_ANSWER} 1/2/2000"), ('{"day": "', 'x", "time": "10:00"}')),
            *(('{"day": "1', 'x", "time": "9:00"}'), ('{"day": "today', 'x", "time": "9:00"}')),
        ]
    },
    "fields for a long question": '{"answer": "1/2/2001 or 3/4/2001"}' * 2_000,
    **{
        f"fields of {start + part + end!r}": (
            f'{{"answer": "{start}{part * (1_900 // len(part))}{end}"}} ' * 50
        )
        for start, part, end in [
            *(
                ("a", "_", "a"),
                ("may", " ", "x"),
                ("", "one ", ""),
                ("", "1, ", ""),
                ("(", " ", "é"),
            ),
            *(("", "1/2/2000 13/1 feb ", ""), ("", "=", ""), ("", "(", ""), ("", "~ ", "é")),
        ]
    },
    "dates below words": "feb 13/1 " * N + f"\n{FINAL_ANSWER} " + "1/2/2000 " * 200,
}
LONG_QUESTIONS = [
    *(ask("tot", "seconds", "", TIME_FORMAT), ask("tot", "years"), ask("tot", "date", "A" * N)),
    *(ask("ttqa", unit) for unit in ("years", "date", "date_years")),
]
SOON = 1.5
"""Seconds; these responses take a tenth of it where time grows as length does."""


@pytest.mark.parametrize("response", LONG.values(), ids=LONG)
def test_long_responses_take_little_time(response):
    for question in LONG_QUESTIONS:
        with within(SOON):
            check(response, question)


@pytest.mark.parametrize("part", ["one hundred ", "1 year, ", ",000", " ", "1/2/2000 "], ids=repr)
def test_long_questions_take_little_time(part):
    for question in every_question(f"feb{part * N}x"):
        with within(SOON):
            check(f"{FINAL_ANSWER} {CHOICE}", question)
            check(f"{FINAL_ANSWER} 1/2/2000 or 3/4/2000", question)
            check(' "a", "answer": "1/2/2000 or 3/4/2000"}', question)


def test_white_space_of_a_few_thousand_characters():
    gap = "feb" + " " * 4_900 + "x"
    with within(0.5):
        check(f"{gap}\n{FINAL_ANSWER} 1/2/2000", ask("ttqa", "date", gap))


def readings(order: int) -> str:
    """What both filters read of some responses, met in this order."""
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
            one = extract(response, question)
            number = one and quantities.read(one.text, question.family, question.unit)
            found[place, extract.__name__] = (one, number)
    return ascii(sorted(found.items()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "zone", "language"),
    [("1", "Asia/Kathmandu", "C"), ("2", "EST5EDT", "tr_TR.UTF-8"), ("3", "<+14>-14", "C.UTF-8")],
)
def test_no_setting_and_no_order_plays_a_part(seed, zone, language, tmp_path):
    environ = {"TZ": zone, "LC_ALL": language, "PYTHONHASHSEED": seed}
    script = "import sys; sys.path[:0] = sys.argv[1:]; import test_flexible_hostile as tests; "
    code = script + f"print(tests.readings({seed}))"
    folders = (Path(__file__).parent, CHECKOUT / "tests")
    done = command("-c", code, *folders, cwd=tmp_path, **environ)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == readings(0)
    assert not done.stderr
