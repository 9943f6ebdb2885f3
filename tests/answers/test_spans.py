"""Tests the place of an answer in a response: it is exact, or None."""

from cases import cased
from hypothesis import given
from hypothesis import strategies as st
from readings import ask

from tempanswerqa.answers import formats
from tempanswerqa.answers.reading import flexible, strict

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
