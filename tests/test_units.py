"""Answers in the units of users' questions: what is written is read by both filters."""

from datetime import timedelta

import pytest
from cases import cased, data, results_of
from readings import ask
from readings import number as read

from tempanswerqa import evaluate, units
from tempanswerqa.answers import QuestionView, flexible, formats, strict, write_response
from tempanswerqa.questions.record import TOT_PREFILL

FAMILIES = {"line": "ttqa", "json": "tot"}


def view(style: str, unit: str, begun: bool = True) -> QuestionView:
    family = FAMILIES[style]
    return ask(family, unit, formats.text_of_unit(unit, family), "When?", begun)


@pytest.mark.parametrize("style", FAMILIES)
@pytest.mark.parametrize(("unit", "numbers"), data(__file__, "numbers that are read"))
def test_both_filters_read_what_is_asked_for(style, unit, numbers):
    for number in numbers:
        for asked in (view(style, unit), view(style, unit, begun=False)):
            response = write_response(number, asked.family, unit, asked.answer_format)
            if style == "json" and not asked.prefill:
                response = TOT_PREFILL + response
            for find in (strict, flexible):
                assert read(find, response, asked) == pytest.approx(number, rel=1e-11), response


@pytest.mark.parametrize("style", FAMILIES)
@pytest.mark.parametrize("form", ["HH:MM", "D days, HH:MM", "HH:MM:SS"])
@pytest.mark.parametrize(
    ("unit", "number"), [("hours", 55.5), ("seconds", -5400), ("minutes", 3330), ("days", 2.3125)]
)
def test_amounts_are_asked_for_as_a_clock(style, form, unit, number):
    asked = QuestionView(FAMILIES[style], unit, "", form, f"How long? Answer in {form}", own=True)
    response = write_response(number, asked.family, unit, form)
    response = TOT_PREFILL + response if style == "json" else response
    assert read(strict, response, asked) == read(flexible, response, asked) == number


ADDED = {
    "centuries": units.amount("centuries"),
    "milliseconds": units.amount("milliseconds"),
}
STATED = [*data(__file__, "added units"), ("milliseconds", timedelta(seconds=0.25), 250)]


@pytest.fixture
def added(monkeypatch):
    for name, unit in ADDED.items():
        monkeypatch.setitem(units.UNITS, name, unit)


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize(("unit", "text", "number"), STATED)
def test_a_unit_that_is_only_added_to_the_record_is_read(unit, text, number):
    assert units.find(unit) == units.find(ADDED[unit].singular) == ADDED[unit]
    (item,) = evaluate([text], [text], ADDED[unit].singular).items
    assert (item["number"], item["label"], item["exact_match"]) == (number, number, 1)
    for style in FAMILIES:
        asked = view(style, unit)
        response = write_response(number, asked.family, unit, asked.answer_format)
        assert read(strict, response, asked) == read(flexible, response, asked) == number


@cased
def test_other_words_are_read_by_the_flexible_filter_alone(unit, stated, number):
    line, json = f"I count.\nFinal Answer: {stated}", f' "I count.", "answer": "{stated}"}}'
    for response, asked in ((line, view("line", unit)), (json, view("json", unit))):
        assert read(flexible, response, asked) == number
        assert read(strict, response, asked) is None


def hours(response: str) -> float | None:
    return read(flexible, response, view("json", "hours"))


test_objects_of_hours = results_of(hours, data(__file__, "objects of hours"))
test_numbers_as_text = results_of(
    lambda unit, number: units.UNITS[unit].write(number), data(__file__, "numbers as text")
)
test_numbers_of_text = results_of(units.strict_number, data(__file__, "numbers of text"))
