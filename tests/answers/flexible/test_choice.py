"""Tests by which of its quantities a text answers a question."""

from cases import data, results_of
from readings import value

from tempanswerqa.answers.flexible.choice import Target, answer_in, in_digits, prepared
from tempanswerqa.units import UNITS


def answer(unit: str, text: str, question: str, options: dict) -> float | str | None:
    """Return the number that answers; options of no `Target` are those of `answer_in`."""
    own = {name: options[name] for name in options.keys() & Target._fields}
    asked = Target(UNITS[unit], question, **own)
    rest = {name: options[name] for name in options.keys() - own.keys()}
    return value(answer_in(prepared(text), asked, **rest), unit)


test_the_answer_of_a_text = results_of(answer, data(__file__, "the answer of a text"))

test_numbers_in_digits = results_of(in_digits, data(__file__, "numbers in digits"))


def test_how_much_is_read():
    for space, years in ((492, 12), (493, None)):
        assert answer("years", f"{'so ' * 164}{' ' * (space - 492)}12 years", "", {}) == years
    for dots, day in ((2_990, "1999-03-02"), (2_991, None)):
        context = {"context": "13/04/1999" + "." * dots}
        assert answer("date", "02/03/1999", "", context) == day
