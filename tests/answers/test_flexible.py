"""Tests that flexible extraction reads what a reader takes for the answer, and never fails."""

import math
import random
from datetime import date
from pathlib import Path

import pytest
from cases import results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask, cases, number
from support import CHECKOUT, command

from tempanswerqa.answers import formats, quantities
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.flexible.rules import RULES, attempts, find
from tempanswerqa.answers.markers import FINAL_ANSWER, plain_text
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import strict
from tempanswerqa.questions.record import FAMILY_UNITS
from tempanswerqa.questions.record import TOT_PREFILL as PREFILL

DATA = Path(__file__).parent / "data"


WRITTEN = [*cases(DATA / "flexible_tot.jsonl"), *cases(DATA / "flexible_ttqa.jsonl")]
"""Responses written without a look at the rules; what they state is a number, a date, or null."""


@pytest.mark.parametrize(("case", "question"), WRITTEN, ids=[case["id"] for case, _ in WRITTEN])
def test_a_response_is_read_as_what_it_states(case, question):
    found, stated = flexible(case["response"], question), case["stated"]
    assert (found and found.text) == (plain_text(stated) if isinstance(stated, float) else stated)
    assert not found or quantities.read(found.text, *question[:2]) is not None


def found_first(response: str, *asked: str) -> tuple | None:
    return find(response, ask(*asked))


WALK = ' "a", "H": 2, "M": 0, "S": 0}'

test_the_first_rule_that_reads_something_counts = results_of(found_first, [
    (' "a", "answer": 12}', "tot", "days", (12, "last_object:number")),
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
    ("Answer: 12", "ttqa", "seconds", (12, "answer_line:number")),
    ("", "tot", "days", None), ("", "ttqa", "date", None),
])  # fmt: skip


QUESTIONS = {
    "age": ("ttqa", "years", "", "How old was Ida when she won?"),
    "year": ("ttqa", "date_years", "", "In which year did she win her last title?"),
    "date": ("ttqa", "date", "", "On what date did the club play its first match?"),
    "landing": ("ttqa", "days", "", "How many days after launch did it land?"),
    "months": ("ttqa", "months", "", "How many months did it last?"),
    "wins": ("ttqa", "years", "", "How many years passed between the wins?"),
    "days": ("tot", "days", "<num_days>", "How many days from May 3, 2001 until June 4, 2001?"),
    "seconds": ("tot", "seconds", 'H, "M": M, "S": S', "How long did it take?"),
    "ann": ("tot", "years", "<your_answer>", "How old is Ann?"),
    "era": ("tot", "years", "<year> <era>", "When was it ready?"),
    "built": ("tot", "years", '"mm/dd/yyyy"', "It took 4 years from 2003. What year was it built?"),
    "laps": ("tot", "seconds", 'H, "M": M, "S": S', "How long do 3 laps take?"),
    "day": ("tot", "date", '"mm/dd/yyyy"', "What is 60 days after 05/03/2001?"),
}


def stated(name: str, response: str) -> str | None:
    """Return what is read of a response to a question, which has this name."""
    found = flexible(response, ask(*QUESTIONS[name]))
    return found and found.text


test_only_what_is_stated_is_read = results_of(stated, [
    ("days", ' "x", "answer": 32}\n\nRemember that May has 31 days.', "32"),
    ("days", ' "x", "answer": 32}\n\nIf we count both days, the answer is 33 days.', "32"),
    ("days", ' "x", "answer": 32}\n\nWould you like me to explain how to count 31 days?', "32"),
    ("seconds", ' "x", "H": 1, "M": 2, "S": 3}\n\nThe first leg took 40 minutes.', "3723"),
    ("ann", ' "x", "answer": 25}\n\nBob is 30 years old.', "25"),
    ("era", ' "x", "answer": "352 BC"}\n\nThe road was begun in 382 BC.', "-352"),
    ("age", "Is the answer 25 years?", None), ("age", "Final Answer: 25?", None),
    ("landing", "Final Answer: 63 days\n\nLet me check: if it was July 5, it should be 62.", "63"),
    ("age", "Final Answer: 25\n\nSorry for the confusion. The correct year is 2005.", "25"),
    ("age", "Final Answer: 25\n\nWait, actually the table says 1981. So she was 24.", "24"),
    ("age", "Final Answer: 25\n\nI made a mistake. The correct answer is not 25.", None),
    ("age", "Final Answer: 25\n\nWait, that is wrong. Let me recalculate: 2005 -", None),
    ("days", '{"explanation": "x", "answer": 31}\nThis is wrong, I need to recount.', None),
    ("day", ' "x", "date": "05/03/2001 + 60 days"}', None),
    ("day", ' "x", "date": "60 days after 05/03/2001"}', None),
    ("era", ' "x", "answer": "30 years after 382 BC"}', None),
    ("date", "Final Answer: two days after May 3, 1998", None),
    ("year", "Final Answer: 3 years after 1998", None), ("year", "Final Answer: 1993 + 5", None),
    ("age", "Therefore, we need to subtract 25 years.", None),
    ("age", "So the tournament is held every 2 years.", None),
    ("age", "The table says her career lasted 15 years.", None),
    ("year", "She was born in 1970.", None),
    ("age", "Therefore, the answer cannot be 25 years.", None),
    ("age", "Therefore, Ida must have been over 25 years old.", None),
    ("date", "Final Answer: Not on May 13, 1998", None), ("seconds", ' "x", "H": 1, "M": 43', None),
    ("seconds", ' "x", "H": "1"', None), ("days", ' "We need the days. May has 31 days."}', None),
    ("age", "Final Answer: 7<end_of_turn>\n<start_of_turn>user\nBob?\nFinal Answer: 12", "7"),
    ("age", "Q: How old was Bob?\nFinal Answer: 12.", None),
    ("year", "Final Answer: 2005\n\nHow old was Ida?\nFinal Answer: 1998", "2005"),
    ("year", "Final Answer: 2005\nuser\nIn which year?\nassistant\nFinal Answer: 1998", "2005"),
    ("age", "<longcat_think>Final Answer: 24</longcat_think>\nIda was 25 years old.", "25"),
    ("age", "<|thinking|>Final Answer: 24", None),
    ("age", "Final Answer: 25\n<reasoning>\n2005 - 1980 = 25\n</reasoning>", "25"),
    ("date", "Final Answer: May 5, 1998 (the club was founded on March 3, 1998)", "1998-05-05"),
    ("date", "Final Answer: May 13, 1998, ten days after May 3, 1998", "1998-05-13"),
    ("year", "Final Answer: 1998, two years after 1996", "1998"),
    ("date", "Final Answer: May 13, 199", None), ("age", "Final Answer: up to 25 years", None),
    ("age", "Final Answer: 25 at most", None), ("days", ' "x", "answer": ">= 32"}', None),
    ("date", "Final Answer: by May 5, 1998", None), ("landing", "Final Answer: Apollo 11", None),
    ("wins", "Final Answer: 6 seasons", None),
    ("age", "To reach the final answer we need 2 steps.", None),
    ("age", "Final Answer: 3 years younger than Bob", None),
    ("wins", "Final Answer: 12 1/2 years", "12.5"),
    ("months", "Final Answer: 2 years minus 3 months", None),
    ("months", "Final Answer: 1 yr 6 mths", "18"),
    ("age", '{"name": "subtract", "arguments": {"value": 1980}}', None),
    ("era", ' "x", "answer": "352-351 BC"}', None),
    ("age", "<answer>25</answer>\n\nFinal Answer: 24", "24"),
    ("age", "Answer: The table does not say; maybe 25.", None),
    ("age", "25\n\nIda was born in 1980 and won in 2005.", "25"),
    ("age", "<think>25?</think>\nFinal Answer: 25\n<think>Or Final Answer: 24", "25"),
    ("age", "She was <think>Final Answer: 24", None),
    ("age", "Born: 1980\nWon: 2005\nAge: 25", "25"), ("age", "Age in months: 300", None),
    ("age", "| Age | 25 |", "25"), ("age", "## Result\n25", "25"), ("age", "Seasons: 25", None),
    ("age", "Won: 2005", None), ("year", "Won: 2005", None), ("year", "Year: 2005", "2005"),
    ("date", "**Date:** 12 June 1885", "1885-06-12"),
    ("date", "First match: May 3, 1998", "1998-05-03"),
    ("days", "- May: 28\n- June: 4\n\n**Total: 32 days**", "32"),
    ("days", "May: 28, June: 4\nTotal: 32", "32"), ("days", "- Total: 32 days", None),
    ("days", "Total: 28 + 4", None), ("days", f"{'May has 31 days. ' * 20}\nTotal: 3", None),
    ("wins", "She won in 1980 and 2002.\n\n22 years (1980 to 2002)", "22"),
    ("wins", "22 years (1980 to 2002)", "22"), ("age", "25 (born in 1980)", "25"),
    ("wins", "She won in 1980 and 2002.\n\n2002 - 1980 = 22 years", "22"),
    ("wins", "She won in 1980 and 2002.\n\n22", None),
    ("date", "Final Answer: 20010304", "2001-03-04"),
    ("date", "Final Answer: 20011304", None), ("year", "Final Answer: 20010304", "2001"),
    ("day", ' "x", "answer": 20010304}', "2001-03-04"), ("day", ' "x", "answer": 2001}', None),
    ("months", "Final Answer: half a year", "6"), ("months", "It took a year and a half.", "18"),
    ("landing", "Final Answer: a fortnight", "14"), ("months", "Final Answer: a dozen", "12"),
    ("months", "Final Answer: a year", "12"), ("months", "Final Answer: once a year", None),
    ("wins", "Final Answer: half a century", "50"), ("months", "Final Answer: half a dozen", "6"),
    ("year", "Final Answer: nineteen ninety-four", "1994"),
    ("year", "Answer: twenty oh four", "2004"),
    ("year", "Final Answer: two thousand and four", "2004"), ("year", "twenty-five", None),
    ("seconds", "Answer: 1:57:40 hours", "7060"), ("seconds", "It took **1:57:40 h**.", "7060"),
    ("seconds", ' "x", "answer": "01:57:40 hours:minutes:seconds"}', "7060"),
    ("seconds", "Answer: 13:30 hours", "48600"), ("seconds", "Answer: 25:10 minutes", "1510"),
    ("seconds", "Answer: 1:57:40 minutes", None), ("days", "Answer: 13:30 days", None),
    ("seconds", ' "x", "answer": "PT1H57M40S"}', "7060"), ("months", "Answer: P1Y4M", "16"),
    ("seconds", ' "x", "answer": "PT1H57X40S"}', None), ("seconds", "Answer: PT", None),
    ("year", "Final Answer: 2010, 2012, 2014", None), ("year", "Answer: 2010, or 2012", None),
    ("year", "Final Answer: 2010, after 2 in 2009", "2010"),
    ("age", '<details type="reasoning">Final Answer: 24</details>\nFinal Answer: 25', "25"),
    ("age", '<details type="reasoning">\nFinal Answer: 24', None),
    ("age", "<details>Final Answer: 25</details>", "25"),
    ("age", "Answer: 24\nCorrected answer: 25", "25"),
    ("days", ' "x", "answer": 31}\n\nCorrected answer: 32', "32"),
    ("built", "It was built in 2007.", "2007"), ("built", "It was begun in 2003.", None),
    ("ann", ' "x", "answer": "On 6 June 2001 she was 45."}', "45"),
    ("ann", ' "x", "answer": "She is 45 years old on 6 June 2001."}', "45"),
    ("ann", '{"explicación": "x", "respuesta": "45 años"}', "45"),
    ("laps", ' "x", "answer": [1, 3, 4]}', "3784"),
    ("laps", ' "x", "H": 1, "M": 3, "S": 0', "3780"),
    ("laps", ' "x", "answer": "H = 1, M = 3, S = 4"}', "3784"),
    ("day", ' "x", "date": "07/02/2001}', "2001-07-02"),
    ("day", ' "x", "date": "2001–07–02"}', "2001-07-02"),
    ("days", "There are 32 days.\n\n**Explanation:** May has 31 days.", "32"),
    ("date", "Final Answer: 3 May, 4 June and 5 July 1998", None),
    ("date", "Final Answer: May 3, 1998; June 4, 1998", None),
    ("age", "Final Answer: He was thirty-four when elected.", "34"),
    ("age", "Final Answer: 34\n\nWait, he is born in May. That makes him 33.", "33"),
    ("age", "Born in 1938, elected in 1972 => age 34", "34"), ("age", "1972 - 1938. So 34!", "34"),
    ("months", "Final Answer: a year and two months", "14"),
    ("months", "Final Answer: exactly a year", "12"),
    ("year", "He left in 1919.\n\n1919 + 14 = 1933\n\n∴ 1933", "1933"),
    ("age", "Born in 1938, his age in 1972 was 34.", "34"), ("age", "I'd say 34.", "34"),
    ("landing", "In total, 17.", "17"), ("age", "She won at thirty-four.", "34"),
    ("months", "Final Answer: two years and a half", "30"),
    ("date", "They met on May 3, 1998 and parted on May 9, 1998.", None),
    ("age", "Final Answer: The table only gives 2 of the dates.", None),
    ("age", "Final Answer: It gives only the age of 25.", None),
])  # fmt: skip


ECHOED = "The post is 12 days late on 2001-May-03. How many days late is it on 2001-May-05?"


def read_after_echo(response: str, unit: str) -> str | None:
    found = flexible(response, ask("tot", unit, "", ECHOED))
    return found and found.text


test_the_question_is_no_answer = results_of(read_after_echo, [
    ("The post is 12 days late on 2001-May-03.", "days", None), (ECHOED, "days", None),
    ("The post is 12 days late on 2001-May-03.", "date", None), (f' "{ECHOED}"}}', "days", None),
    ("The post is 12 days late on 2001-May-03. So it is 14 days late.", "days", "14"),
    (f' "{ECHOED}", "answer": 14}}', "days", "14"),
])  # fmt: skip


pytestmark = pytest.mark.filterwarnings("error")
TIME_FORMAT = formats.TIME_OF_DAY.text
KINDS = [(family, unit) for family, units in FAMILY_UNITS.items() for unit in units]


def every_question(user: str = "") -> list[QuestionView]:
    """Return one question of each family and unit, and one for a time on some day."""
    kinds = [("tot", "seconds", TIME_FORMAT), *((*kind, "<your_answer>") for kind in KINDS)]
    return [ask(*kind, user) for kind in kinds]


def check(response: str, question: QuestionView) -> None:
    """Read the response with both filters."""
    for extract in (strict, flexible):
        if found := extract(response, question):
            read = number(extract, response, question)
            assert math.isfinite(read or 0), f"{found} is not finite"
            assert read is not None or extract is strict, f"{found} cannot be read"


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
ANSWERED = st.sampled_from([
    *("{}", FINAL_ANSWER + " {}", ' "a", "answer": "{}"}}', '{{"answer": {}}}', "It is {}."),
    *(' "a", "day": "{}", "time": "10:00"}}', '{{"day": {}, "time": "10:00"}}', "He is {}."),
    *('{{"H": {}, "M": 1, "S": -1e308}}', '{{"years": {}, "months": 3}}', '{{"date": "{}"}}'),
    *(' "a", "hours": "{}", "minutes": 0}}', '{{"time": "{}"}}', "\\boxed{{{}}}", "Answer: {}"),
])  # fmt: skip
RESPONSES = st.text() | TEXTS | st.builds(lambda text, form: form.format(text), TEXTS, ANSWERED)
FORMATS = st.sampled_from([*formats.TOT_ARITHMETIC, *formats.TTQA, ""]) | st.text()
PREFILLS = st.sampled_from([PREFILL, ""]) | st.text(max_size=9)
ASKED = st.builds(
    lambda kind, *rest: QuestionView(*kind, *rest), st.sampled_from(KINDS), PREFILLS, FORMATS, TEXTS
)


@given(RESPONSES, ASKED)
def test_any_response_is_a_finite_number_or_nothing(response, question):
    check(response, question)
    tried = list(attempts(response, question))
    assert [name for name, _ in tried] == list(RULES[question.family])
    read = [(value.value, f"{name}:{value.notation}") for name, value in tried if value]
    assert find(response, question) == (read[0] if read else None)


@given(TEXTS.map(lambda text: text.replace("\n", " ")[:300]))
def test_any_answer_to_every_question(text):
    for question in every_question(text):
        check(
            f' "a", "answer": "{text}"}}' if question.family == "tot" else FINAL_ANSWER + text,
            question,
        )


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
    "a question beyond floats": (f"{FINAL_ANSWER} {CHOICE}", "ttqa", "years", f"{BIG} decades"),
    "a number too large": (' "a", "answer": 1e200}', "tot", "days", ""),
    "parts that are no number": (' "a", "H": 1e308, "M": -1e308, "S": 0}', "tot", "seconds", ""),
    "a day beyond floats": (DAY.format("1" * 400), "tot", "seconds", ""),
    "an infinite day": (DAY.format(f'"1{",000" * 102} days later"'), "tot", "seconds", ""),
    "a day with a tab": (DAY.format(r'"+\t1"'), "tot", "seconds", ""),
    "a time for a date": (' "a", "time": "10:00 next day"}', "tot", "date", ""),
    "parts for a year": ('{"answer": {"hours": 1, "minutes": 2}}', "ttqa", "date_years", ""),
    "a long s": (f"{FINAL_ANSWER} 3 yearſ", "ttqa", "years", ""),
}


@pytest.mark.parametrize("case", ONCE_BROKEN.values(), ids=ONCE_BROKEN)
def test_what_was_once_broken(case):
    response, family, unit, user = case
    check(response, ask(family, unit, "<your_answer>", user))


def readings(order: int) -> str:
    """Return what both filters read of some responses, met in this order."""
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
