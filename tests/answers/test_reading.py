"""Tests what is read in any text and in responses: the quantity, its span, or why there is none."""

import json
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path

from cases import cased, data, question, results_of
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers import formats, read_number, truncated
from tempanswerqa.answers.reading import flexible, strict
from tempanswerqa.questions.record import TOT_PREFILL, Question
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.evaluating import evaluate
from tempanswerqa.runs.run import read_runs
from tempanswerqa.scoring import FLEXIBLE, STRICT, score
from tempanswerqa.units import UNITS as ALL_UNITS

UNITS = [name for name, unit in ALL_UNITS.items() if unit.kind != "period"]


def seconds(*parts: int) -> float:
    return datetime(*parts, tzinfo=timezone.utc).timestamp()


MARCH_4, APRIL_3 = seconds(2001, 3, 4), seconds(2001, 4, 3)


def in_either_order(text: str, question: str) -> tuple:
    """Return the date in a text, and the date there if the month is known to come first."""
    return read_number(text, "date", question), read_number(text, "date", question, "month")


NONE = ("", " \n", "I cannot tell.", "3-4 years", "at most 2 hours", "5:00 or 6:00", "5 or 6")
test_a_text_without_one_quantity = results_of(
    read_number, [(text, unit, None) for text in NONE for unit in UNITS]
)


test_the_order_of_day_and_month_is_shown_or_told = results_of(
    in_either_order, data(__file__, "the order of day and month is shown or told"), 2
)


def test_a_time_on_an_open_date_is_open_too():
    text = "03/04/2001 at 8 PM"
    assert read_number(text, "moment") is None
    assert read_number(text, "moment", date_order="month") == seconds(2001, 3, 4, 20)


def test_a_plan_counts_if_the_question_asks_for_it():
    text = "It was planned to take 2 hours, but it took 6 hours."
    assert read_number(text, "hours") == 6
    assert read_number(text, "hours", "How long did it take?") == 6
    assert read_number(text, "hours", "How long was it planned to take?") == 2


FILTERS = (strict, flexible)


@cased
def test_the_span_is_where_the_answer_stands(family, unit, response, strictly, flexibly):
    view = ask(family, unit)
    for extract, expected in zip(FILTERS, (strictly, flexibly), strict=True):
        span = extract(response, view).span
        if expected is None:
            assert span is None
            continue
        text, _, place = expected.partition("@")
        assert span == (start := int(place or response.index(text)), start + len(text))


texts = st.text(st.sampled_from("a 1.5\n*\"'{}=:½\u00a0\r"), max_size=40)


@given(st.integers(-3_000, 3_000), texts, texts, st.sampled_from(["tot", "ttqa"]))
def test_a_stated_number_has_its_span_among_anything(value, before, behind, family):
    view = ask(family)
    response = formats.write_response(abs(value), family, "days", "<num_days>")
    response = f"{before}{response}{behind}" if family == "ttqa" else f"{response}{behind}"
    for extract in FILTERS:
        span = extract(response, view).span
        assert span is None or 0 <= span[0] < span[1] <= len(response)
        if span and not any(map(str.isnumeric, before + behind)):
            cut = response[: span[0]] + response[span[1] :]
            whole, rest = (extract(text, view) for text in (response, cut))
            assert (whole.text, whole.name) != (rest.text, rest.name)


test_responses_that_go_on_with_an_object = results_of(
    lambda response: truncated(response, ask("tot")),
    data(__file__, "responses that go on with an object"),
)

test_responses_with_an_answer_line = results_of(
    lambda response: truncated(response, ask("ttqa", "years")),
    data(__file__, "responses with an answer line"),
)


TOT = {
    unit: question(family="tot", split="arithmetic", unit=unit, prefill=TOT_PREFILL)
    for unit in ("days", "date", "years", "seconds")
}
TTQA = {
    unit: question(family="ttqa", split="head", unit=unit)
    for unit in ("years", "date", "date_years")
}


def reasons(response: str, asked: Question) -> dict[str, str | None]:
    """Return the reasons by filter; None for a response that it reads."""
    return {scored.filter: scored.reading.unread for scored in score(response, asked)}


@cased
def test_objects_that_neither_filter_reads(unit, response, expected):
    assert reasons(response, TOT[unit]) == {STRICT: expected, FLEXIBLE: expected}


@cased
def test_lines_that_neither_filter_reads(unit, response, expected):
    assert reasons(response, TTQA[unit]) == {STRICT: expected, FLEXIBLE: expected}


@cased
def test_what_only_flexible_extraction_reads(family, unit, response, expected):
    asked = (TOT if family == "tot" else TTQA)[unit]
    assert reasons(response, asked) == {STRICT: expected, FLEXIBLE: None}


def test_reasons_of_recorded_responses(published):
    """Flexible extraction repairs eras, and reads an explanation in a truncated object."""
    path = next((published / "responses").glob("tot_arithmetic_Llama-3.1-8B*few-shot*"))
    run = read_runs(path, Library(published))[0]
    counts = {rule: Counter(filter(None, table["unread"])) for rule, table in run.items.items()}
    assert counts[STRICT] == {"another notation": 45, "no answer": 6, "cut off": 56}
    assert counts[FLEXIBLE] == {"another notation": 15, "no answer": 5, "cut off": 56}


def test_that_an_answer_is_not_known_is_read_in_texts_that_nothing_was_mended_on():
    path = Path(__file__).parent / "data/texts/heldout-a.jsonl"
    texts = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    replies, units, asked = ([t[name] for t in texts] for name in ("response", "unit", "question"))
    items = evaluate(replies, ["none"] * len(texts), units, questions=asked).items
    says = [item["exact_match"] for item in items]
    answers = [right for right, text in zip(says, texts, strict=True) if text["stated"] is not None]
    refusals = [right for right, text in zip(says, texts, strict=True) if "refusal" in text["kind"]]
    assert (len(answers), len(refusals)) == (476, 32)
    assert sum(answers) <= 0.015 * len(answers)
    assert sum(refusals) >= 0.7 * len(refusals)
