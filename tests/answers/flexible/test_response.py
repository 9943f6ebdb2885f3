"""Tests the parts of a response, and the values of its fields, lines and sentences."""

from cases import cased, data, results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask, reply, value, values_of

from tempanswerqa.answers.flexible.response import LONGEST_LINE, Reply, read_fields
from tempanswerqa.answers.formats import TIME_OF_DAY
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Reading

MOMENT = TIME_OF_DAY.text


def asked_for(unit: str, response: str = "", answer_format: str = "", question: str = "") -> Reply:
    """Return a response to a Test of Time question."""
    return reply(response, ask("tot", unit, answer_format, f"Add.\n{question}\nA:"))


line = values_of(lambda unit, text, *cut: asked_for(unit).line(text, *cut))


def whole_and_cut(unit: str, text: str) -> tuple:
    return line(unit, text, False), line(unit, text, True)


def goes_on(response: str, family: str) -> bool:
    return reply(response, ask(family)).goes_on


def first_of_two(response: str, question: str, answer_format: str) -> str:
    """Return a date whose first number may be that of the day."""
    found = asked_for("date", response, answer_format, question).line("02/09/1937")
    return value(found, "date")


@cased
def test_the_whole_response(response, whole):
    assert asked_for("days", response).whole == whole
    assert whole.endswith(asked_for("days", response).text)


test_whether_an_object_was_written = results_of(
    goes_on, data(__file__, "whether an object was written")
)


def test_small_letters_stand_where_the_large_ones_stood():
    for text in ("FINAL Answer", "İİ FINAL Answer", "ẞ Final Answer"):
        lower = asked_for("days", text).lower
        assert lower.find("final answer") == len(text) - len("final answer")


def field(stated: object) -> tuple:
    """Return what a field states as a number of days, and as a date."""
    return tuple(values_of(asked_for(unit).field, unit=unit)(stated) for unit in ("days", "date"))


test_a_field = results_of(field, [*data(__file__, "a field"), (10**400, None, None)], 2)


test_the_order_of_a_date_is_shown_by_response_and_question = results_of(
    first_of_two, data(__file__, "the order of a date is shown by response and question")
)


HOUR, DAY = 3600, 86_400
test_a_line = results_of(
    line, [*data(__file__, "a line"), ("days", "x " * (LONGEST_LINE // 2) + "12 days", None)]
)

test_a_line_that_was_cut_off_within_its_last_clause = results_of(
    whole_and_cut, data(__file__, "a line that was cut off within its last clause"), 2
)


test_a_sentence = results_of(
    values_of(lambda unit, text: asked_for(unit).sentence(text)), data(__file__, "a sentence")
)


def test_a_time_on_a_day():
    asked = asked_for("seconds", "", MOMENT)
    for state in (asked.line, asked.sentence, asked.together):
        assert state("It ends at 1:00 AM on the next day.") == Reading(DAY + HOUR, "day_and_time")
        assert state("It takes 1 hour.") is None
    assert asked.together("It ends at 1:00. That is the next day.").number == DAY + HOUR


@given(st.integers(0, 10**9 - 1), st.sampled_from(["days", "months", "years"]))
def test_plain_lines_are_read_as_others_are(number, unit):
    for text in (f"{number}", f"{number} {unit}", f" {number} {unit} ago.\n"):
        assert asked_for(unit).line(text).number == number
        assert asked_for(unit).line(f"So: {text}").number == number


def read(answer: dict, unit: str, answer_format: str = "", explanation: str = "", family="tot"):
    """Return the value of the fields of an answer, or None."""
    asked = QuestionView(family, unit, "", answer_format)
    return value(read_fields(answer, reply("", asked), explanation), unit)


test_numbers = results_of(
    lambda answer: read(answer, "days"), [*data(__file__, "numbers"), ({"answer": 10**400}, None)]
)


def duration(answer: dict) -> float | None:
    """Return the seconds of fields, which have to be those of the minutes."""
    seconds, minutes = read(answer, "seconds"), read(answer, "minutes")
    assert minutes == (seconds and seconds / 60)
    return seconds


test_durations = results_of(duration, data(__file__, "durations"))

test_times_of_day = results_of(
    lambda answer, said: read(answer, "seconds", MOMENT, said), data(__file__, "times of day")
)

test_dates = results_of(lambda answer: read(answer, "date"), data(__file__, "dates"))

test_months_and_years = results_of(read, data(__file__, "months and years"))

test_calendar_years = results_of(
    lambda answer: read(answer, "date_years", family="ttqa"), data(__file__, "calendar years")
)
