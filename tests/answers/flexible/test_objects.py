"""Tests JSON objects in text, whole and damaged."""

import json

import pytest
from cases import results_of
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.answers.flexible.objects import objects


def whole(text: str) -> list[dict]:
    """Return the fields of objects, all of which have to be whole."""
    found = objects(text)
    assert all(each.whole and each.closed for each in found)
    return [each.fields for each in found]


def explained(text: str) -> str:
    (found,) = objects(text)
    return found.explanation


def damaged(text: str) -> tuple[dict | None, bool | None]:
    """Return the fields of the one object in a text, which is damaged, and whether it is closed."""
    found = [(each.fields, each.closed) for each in objects(text) if not each.whole]
    assert len(found) == len(objects(text)) <= 1
    return found[0] if found else (None, None)


test_whole_objects = results_of(whole, [
    # text, the fields of every object
    ('{"answer": 12}', [{"answer": 12}]), ('{"explanation": "a", "answer": 12}', [{"answer": 12}]),
    ('{"answer": "12", "unit": null}', [{"answer": "12", "unit": None}]),
    ('{"answer": {"days": 3}}', [{"answer": {"days": 3}}]),
    ('{"H": 1, "M": 2, "S": 3.5}', [{"H": 1, "M": 2, "S": 3.5}]),
    ('JSON = {"answer": 12} is it.', [{"answer": 12}]),
    ('```json\n{"answer": 12}\n```', [{"answer": 12}]),
    ('{"explanation": "one\ntwo", "answer": 12}', [{"answer": 12}]),
    ('{"explanation": "{x: 1}", "answer": 12}', [{"answer": 12}]),
    ('{"answer": 1} or {"answer": 2}', [{"answer": 1}, {"answer": 2}]),
    ('{x} {"answer": 2}', [{"answer": 2}]), ("{}", [{}]), ('{"explanation": "a"}', [{}]),
    ("[12]", []), ("12", []), ("", []),
])  # fmt: skip

NAMES = """
answer final_answer age date day time days hours minutes seconds months years year result
num_days num_hours num_minutes num_mins num_seconds num_months num_years A B C H M S X Y Z
"""
test_damaged_objects = results_of(damaged, [
    # text, its fields, whether it is closed
    ("{'answer': 12}", {"answer": "12"}, True),
    ("{'explanation': 'a', 'answer': '12'}", {"answer": "12"}, True),
    ("{`answer`: `12`}", {"answer": "12"}, True), ("{answer: 12}", {"answer": "12"}, True),
    ('{"answer": 44 BC}', {"answer": "44 BC"}, True),
    ('{"explanation": "a", "answer": 44 BC}', {"answer": "44 BC"}, True),
    ('{"answer": 12 days, }', {"answer": "12 days"}, True),
    ('{"answer": 12,}', {"answer": "12"}, True), ('{"answer": 1,234}', {"answer": "1,234"}, True),
    ('{"answer": 2 * 365}', {"answer": "2 * 365"}, True),
    ('{"H": 1, "M": 05, "S": 3}', {"H": "1", "M": "05", "S": "3"}, True),
    ('{"H": 1 "M": 2}', {"H": "1", "M": "2"}, True),
    ('{"H": "1" "M": "2"}', {"H": "1", "M": "2"}, True),
    ('{"H": 1,\n "M": 2,\n}', {"H": "1", "M": "2"}, True),
    ('{"num_days": 07}', {"num_days": "07"}, True),
    ('{"explanation": "\\(1 + 2\\)", "answer": 3}', {"answer": "3"}, True),
    ('{"explanation": "a", "b", "answer": 3}', {"answer": "3"}, True),
    ('{"explanation": "say "b" now", "answer": 3}', {"answer": "3"}, True),
    ('{"answer": None}', {"answer": None}, True), ("{'answer': null}", {"answer": None}, True),
    ("{'answer': True}", {"answer": True}, True), ("{'answer': false}", {"answer": False}, True),
    ('"answer": 12}', {"answer": "12"}, True), ('"answer": "12"', {"answer": "12"}, True),
    ('{"answer": "12"', {"answer": "12"}, True), ('{"answer": "12"\n```', {"answer": "12"}, True),
    ('{"answer": "12" and', None, None), ('{"answer": 12', {"answer": "12"}, False),
    ('{"answer": 12\n', {"answer": "12"}, False),
    ('{"answer": 12, "days": 3', {"answer": "12", "days": "3"}, False),
    ("So it is.\nanswer: 12", {"answer": "12"}, True),
    ("So it is:\nanswer: 12", {"answer": "12"}, False),
    ("H: 1\nM: 2\nS: 3", {"H": "1", "M": "2", "S": "3"}, True), ("The answer is 12.", None, None),
    ("colour: 12", None, None), ('{"answer": [12}', None, None), ('{"answer": }', None, None),
    *((f"{{{name}: 12}}", {name: "12"}, True) for name in [*NAMES.split(), "final answer"]),
], 2)  # fmt: skip


def test_whole_and_damaged_ones_in_the_order_they_stand():
    text = "{'answer': 1}, then {\"answer\": 2}, then {'answer': 3}, then {\"answer\": 4}"
    found = objects(text)
    assert [each.fields["answer"] for each in found] == ["1", 2, "3", 4]
    assert [each.whole for each in found] == [False, True, False, True]


test_the_explanation_of_a_whole_object = results_of(explained, [
    ('{"explanation": "Count.", "answer": 12}', "Count."),
    ('{"answer": 12, "explanation": "Count."}', "Count."),
    ('{"explanation": 3, "answer": 12}', ""), ('{"answer": 12}', ""),
])  # fmt: skip


def test_what_stands_before_a_damaged_object_explains_it():
    first, second = objects("Count {'answer': 1} and add {'answer': 2}")
    assert "Count" in first.explanation
    assert "add" in second.explanation
    assert "Count" not in second.explanation


def test_where_an_object_stands():
    for text in ('{"answer": 12}', '{"a": {"answer": 12}}', '{"explanation": "}", "answer": 12}'):
        (found,) = objects(f"It is {text} then.")
        assert (found.start, found.end) == (len("It is "), len(f"It is {text}"))
    (found,) = objects("It is {'answer': 12} then.")
    assert found.end == len("It is {'answer': 12}")


KEYS = st.sampled_from(["answer", "H", "M", "S", "day", "time", "note"])
VALUES = st.integers() | st.text() | st.none() | st.booleans() | st.lists(st.integers())


@given(st.dictionaries(KEYS, VALUES, min_size=1), st.text())
def test_every_object_that_json_writes_is_found(fields, explanation):
    text = json.dumps({"explanation": explanation, **fields})
    (found,) = objects(f"Here: {text}")
    assert (found.fields, found.explanation, found.whole) == (fields, explanation, True)


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
    assert not any(found.whole for found in objects(text))
