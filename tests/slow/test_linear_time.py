"""Reading long texts takes time that grows as they do, and not faster; timed on the processor."""

import pkgutil
import re
import signal
from contextlib import contextmanager
from importlib import import_module

import pytest

from paper.equations import equations
from tempanswerqa import answers, paper_scoring
from tempanswerqa.answers import quantities
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.markers import FINAL_ANSWER
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import strict
from tempanswerqa.neighbours.test_of_time.accuracy import correct, first_object
from tempanswerqa.questions.record import FAMILY_UNITS, TOT_PREFILL

pytestmark = pytest.mark.slow

SOON = 10
"""The limit in seconds of the processor; with linear time these texts take a tenth of it."""


@contextmanager
def soon():
    """Give up where this takes more; a match that never ends is ended, too."""

    def give_up(*_):
        raise TimeoutError(f"not done within {SOON} s")

    signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, SOON)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


N = 10_000
REPEATED = [
    *(FINAL_ANSWER, f"{FINAL_ANSWER}\n", "answer:\n", "<think>", "\nQ:", "\nQuestion 1: a b c d"),
    *("answer is ", " and ", " March 4, 1984", "\\boxed{", '{"a":', '{"explanation": "', "<a   "),
    *('"H": 1, ', "A: ", '"H": 1, x ', "1,", "1 year, ", "one hundred ", "``` ", "{}{}{}", "İ"),
    *("## ", "# ", "// ", "/* ", "→ ", "= **1** ", "1 = ", "- A: 1\n", "[", "[THINK", "a; "),
    *(*"(=\"\\'`*_-.:, \n\0\ud800１", "answer: b\n", "final answerx", f"{FINAL_ANSWER} 476\n"),
    *('{"explanation": ', '{"explanation"', "[", "{", "{]", '{"answer": '),
]
WIDE = [
    ('"A": 1\n', 'x "B": 2'), ('{"answer": "b"}', "x."), ("<|", "x"), ("{", "x"),
    ("feb", f"x\n{FINAL_ANSWER} 1/2/2000"), ('{"day": "', 'x", "time": "10:00"}'),
    ('{"day": "1', 'x", "time": "9:00"}'), ('{"day": "today', 'x", "time": "9:00"}'),
]  # fmt: skip
"""The texts before and after much white space."""
FIELDS = [
    ("a", "_", "a"), ("may", " ", "x"), ("", "one ", ""), ("", "1, ", ""), ("(", " ", "é"),
    ("", "1/2/2000 13/1 feb ", ""), ("", "=", ""), ("", "(", ""), ("", "~ ", "é"),
]  # fmt: skip
"""The beginning of a field, its repeated part, and its end."""
RESPONSES = [
    *(part * (10 * N // len(part)) for part in REPEATED),
    *(FINAL_ANSWER + part * N for part in ("9", "1,", "1 year, ", " 476", " March 4, 1984")),
    *(start + " " * N * 9 + end for start, end in WIDE),
    *(f'{{"answer": "{start}{part * (1_900 // len(part))}{end}"}} ' * 50
      for start, part, end in FIELDS),
    "{}" * N * 5 + " A: 1", '{"a":' * 900 + "1" + "}" * 900, '{"answer": 1/2 or 3/4}' * 2_000,
    '{"' + "_" * N * 10 + '": 1, "b": 2}', '{"explanation": "' + "}" * N * 100,
    '{"explanation": ' + '"' * N * 100 + "}", '{"explanation": "' + "\\" * N * 100 + '"}',
    '{"explanation": "' + r"\u0041" * N * 10 + '", "answer": 1}',
    '{"explanation": ""' + ', "answer": 1' * N * 10 + "}", "\n" * N * 100,
    "feb 13/1 " * N + f"\n{FINAL_ANSWER} " + "1/2/2000 " * 200,
]  # fmt: skip
KINDS = [(family, unit) for family, units in FAMILY_UNITS.items() for unit in units]
CLOCK = '"same_day/+x/-x", "time": "HH:MM:SS"'


def ask(family: str, unit: str, user: str = "", answer_format: str = "") -> QuestionView:
    return QuestionView(family, unit, TOT_PREFILL if family == "tot" else "", answer_format, user)


def read(response: str, asked: QuestionView) -> None:
    for extract in (strict, flexible):
        with soon():
            if found := extract(response, asked):
                quantities.read(found.text, asked.family, asked.unit)


@pytest.mark.parametrize("response", RESPONSES, ids=lambda text: ascii(text[:20]))
@pytest.mark.parametrize("asked", [
    ask("tot", "seconds", "", CLOCK), ask("tot", "years"), ask("tot", "date", "A" * N),
    *(ask("ttqa", unit) for unit in ("years", "date", "date_years")),
], ids=lambda asked: f"{asked.family} {asked.unit}")  # fmt: skip
def test_responses(response, asked):
    read(response, asked)


TOKENS = [
    *("<|im_end|>", "<|eot_id|>", "</s>", "<s>", "<eos>", "<turn|>", "<｜end▁of▁sentence｜>"),
    *("[/INST]", "[EOS]", "<think>", "</think>", "◁think▷", "[THINK]", "<|channel|>final", "<b>"),
    *("Final Answer:", "Answer: ", "answer is ", "Therefore, ", "\\boxed{", "\\text{", "\\frac{1}"),
    *("**", "*", "_", "`", "```json\n", "$", "|", "| ", "{", "}", "[", "(", ")", '"', "'", "\\"),
    *(":", "=", "= ", ": ", ", ", ".", ". ", "…", "-", " - ", "–", "~", "\n", " ", "\u200b"),
    "&nbsp;",
    *("1", "1,", "1,000", "12 ", "1/2/2000 ", "10:30 ", ":30", "1984", "4th ", "٣", "１", "½", "é"),
    *("is ", "a ", "and ", " or ", "to ", "of the ", "so ", "not ", "no, ", "one ", "twenty-"),
    *("years ", "3 years ", "3 years, ", "2h", "May ", "May 4, ", "the 4th of May ", "PM ", "BC "),
    *("1:57:40 ", "1:57:40 hours", "PT1H", "P1Y", "1H2", "half a ", "a dozen ", "nineteen ", "oh "),
    *("Total: ", "Age: ", "## ", "Corrected answer: ", "2010, ", "20010304", "300 BC ", "± "),
    *("12 ans ", "12 Jahre und ", "3 de mayo de ", "v. Chr. ", "公元前", "2001年", "5月", "天"),
    *("답은", "Antwort: ", "die endgültige ", "2 bis 3 ", "2或3", "उत्तर "),
    *('<details type="reasoning">', "</details>"),
    *('"a": ', '{"a": 1}', '"same_day" ', "+1 ", "null", "Q: ", "Question 1: ", "x", "xx "),
]
"""Words and signs that some pattern of the readers repeats."""
ENDS = ("", ".>", "x", "!", "\0", "<", "]", "}", '"', "9", "a.")


def patterns(value: object, depth: int = 0) -> list[re.Pattern]:
    """Return the patterns in a value and in its collections."""
    if isinstance(value, re.Pattern):
        return [value]
    if depth > 4 or not isinstance(value, dict | list | tuple | set | frozenset):
        return []
    values = [*value, *value.values()] if isinstance(value, dict) else value
    return [found for one in values for found in patterns(one, depth + 1)]


READERS = [
    module.name for module in pkgutil.walk_packages(answers.__path__, f"{answers.__name__}.")
]


@pytest.mark.parametrize("name", READERS)
def test_no_pattern_of_a_reader_takes_exponential_time(name):
    found = {p for value in vars(import_module(name)).values() for p in patterns(value)}
    for token in TOKENS:
        with soon():
            for end in ENDS:
                for start in ("", f"{FINAL_ANSWER} 22 years"):
                    for pattern in found:
                        pattern.search(start + token * 40 + end)


@pytest.mark.parametrize("token", TOKENS)
def test_repeated_tokens_with_bad_ends(token):
    for size in (20, 40, 80, 160):
        for end in ENDS:
            read(f"{FINAL_ANSWER} 22 years{token * size}{end}", ask("ttqa", "years"))
            read(f'"so", "answer": 3}}{token * size}{end}', ask("tot", "days"))


@pytest.mark.parametrize("part", ["one hundred ", "1 year, ", ",000", " ", "1/2/2000 "], ids=repr)
def test_questions(part):
    choices = "he was 3 years and later 5 years old", "1/2/2000 or 3/4/2000"
    for asked in (ask(*kind, f"feb{part * N}x") for kind in KINDS):
        for choice in choices:
            read(f"{FINAL_ANSWER} {choice}", asked)
            read(f' "a", "answer": "{choice}"}}', asked)


READ = {
    "dates": (lambda text: paper_scoring.read_line(text, "date"),
        ["1", "1 ", "1:", "jan ", "12/31/2020 ", "3 days ago ", "1,"]),
    "days": (lambda text: paper_scoring.read_line(text, "days"), ["1", "1,"]),
    "objects": (lambda text: paper_scoring.read_object(f'{{"date": "{text}"}}', "date"), ["1."]),
    "equations": (lambda text: equations(f"1 + 1 = {text} = 2"), [
        *("(", ")", "1+", "=", "1=1+", "\n", "\n=", "-", "**", "a_!", "1 a ", "1 (a", "May "),
        r"\frac{1}{",
    ]),
    "objects of Test of Time": (lambda text: correct(text, {"answer": 1}, "arithmetic"), [
        *("{", '{"a":', "{ ", '{"a":NaN,', '{"a":[', "[", '"', '{"', '{"a":x', '{"\\"', '{":":"'),
        '{"{":":[{", ',
    ]),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_other_texts(name):
    read_text, parts = READ[name]
    for part in parts:
        with soon():
            read_text(part * (200_000 // len(part)))


def test_a_deep_object_of_test_of_time():
    with soon():
        assert first_object('{"a":' * 500 + "[" + "1," * 100_000) is None
