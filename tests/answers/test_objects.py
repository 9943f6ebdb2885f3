"""Tests JSON objects in text, intact and damaged."""

import json

import pytest
from cases import data, results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.objects import objects, valid


def whole(text: str) -> list[dict]:
    """Return the fields of objects, all of which must be intact."""
    assert objects(text) == valid(text)
    return [each.fields for each in valid(text)]


def explained(text: str) -> str:
    (found,) = objects(text)
    return found.explanation


def damaged(text: str) -> tuple[dict | None, bool | None]:
    """Return the fields of the one object in a text, which is damaged, and whether it is closed."""
    assert not valid(text)
    found = objects(text)
    assert len(found) <= 1
    return (found[0].fields, found[0].closed) if found else (None, None)


test_whole_objects = results_of(whole, data(__file__, "whole objects"))

test_damaged_objects = results_of(damaged, data(__file__, "damaged objects"), 2)


def test_whole_and_damaged_ones_in_the_order_they_stand():
    text = "{'answer': 1}, then {\"answer\": 2}, then {'answer': 3}, then {\"answer\": 4}"
    found = objects(text)
    assert [each.fields["answer"] for each in found] == ["1", 2, "3", 4]


test_the_explanation_of_a_whole_object = results_of(
    explained, data(__file__, "the explanation of a whole object")
)


def test_what_stands_before_a_damaged_object_explains_it():
    first, second = objects("Count {'answer': 1} and add {'answer': 2}")
    assert "Count" in first.explanation
    assert "add" in second.explanation


def test_where_an_object_stands():
    for text in ('{"answer": 12}', '{"a": {"answer": 12}}', '{"explanation": "}", "answer": 12}'):
        (found,) = objects(f"It is {text} then.")
        assert (found.start, found.end) == (len("It is "), len(f"It is {text}"))
    (found,) = objects("It is {'answer': 12} then.")
    assert found.end == len("It is {'answer': 12}")


@pytest.mark.parametrize(("before", "last"), [(49, True), (50, False)])
def test_an_object_after_many_that_are_none(before, last):
    text = '{"answer": 12}'
    (found,) = objects(f"{'{x} ' * before}{text}")
    assert found.fields == {"answer": 12 if last else "12"}
    assert len(valid(text * before)) == before


@pytest.mark.parametrize(
    ("text", "most"),
    [('{"answer"%s: 07}', 9), ('{"answer":%s07}', 9), ("{'answer': '07'%s}", 9)],
    ids=["before a colon", "after a colon", "before a brace"],
)
def test_space_in_damaged_objects(text, most):
    read = [damaged(text % (" " * number)) for number in (most, most + 1)]
    assert read == [({"answer": "07"}, True), (None, None)]


@pytest.mark.parametrize(("length", "is_comment"), [(0, True), (200, True), (201, False)])
def test_the_length_of_a_comment(length, is_comment):
    assert len(valid('{"answer": 12 #%s\n}' % ("x" * length))) == is_comment


KEYS = st.sampled_from(["answer", "H", "M", "S", "day", "time", "note"])
VALUES = st.integers() | st.text() | st.none() | st.booleans() | st.lists(st.integers())


@given(st.dictionaries(KEYS, VALUES, min_size=1), st.text())
def test_every_object_that_json_writes_is_found(fields, explanation):
    text = json.dumps({"explanation": explanation, **fields})
    (found,) = valid(f"Here: {text}")
    assert (found.fields, found.explanation) == (fields, explanation)


@given(st.text(st.sampled_from("{}[]:,\"'`\n aH12\\")))
def test_objects_stand_apart_and_within_any_text(text):
    end = 0
    for found in objects(text):
        assert end <= found.start < found.end <= len(text)
        end = found.end


@pytest.mark.parametrize(
    "text",
    ["{" * 100_000, '{"answer": ' * 100_000, '{"answer": ' + "9" * 5_000 + "}", "{]" * 100_000],
    ids=["braces", "nested", "digits", "broken"],
)
def test_hostile_text_has_no_whole_object(text):
    assert not valid(text)
    objects(text)
