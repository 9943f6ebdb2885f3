"""Tests the accuracy of Test of Time: the function of task and module."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tempanswerqa.neighbours.test_of_time.accuracy import (
    SUBSETS,
    answer_object,
    correct,
    first_object,
    parse_reference,
)

MEGABYTE = 1_000_000


@pytest.mark.parametrize(("text", "wanted"), [
    ('{"answer": 3}', {"answer": 3}),
    ('Sure: {"answer": 3} and {"answer": 4}', {"answer": 3}),
    ('```json\n{\n "answer": [1, {"a": 2}]\n}\n```', {"answer": [1, {"a": 2}]}),
    ("{}", {}), ('[{"answer": 3}]', {"answer": 3}),
    ('{"answer": {"answer": 3}, oops}', {"answer": 3}),
    ('{"explanation": "as {"answer": 3} has it", "answer": 4}', {"answer": 3}),
    ('{answer: 3} {"answer": 4}', {"answer": 4}), ("{'answer': 3}", None), ('{"answer": 3', None),
    ('"explanation": "why", "answer": 3}', None), ('{"answer": "a\nb"}', None),
    ('{"answer": 3,}', None),
    ('{"answer": NaN} {"answer": 5}', {"answer": 5}),
    ('{"answer": -Infinity}', None), ('{"answer": 1, "answer": 2}', {"answer": 2}),
    ('{"answer": ' + "9" * 5_000 + "}", None), ("[1, 2]", None), ('"{}"', {}), ("", None),
])  # fmt: skip
def test_the_first_object(text, wanted):
    assert first_object(text) == wanted


def test_the_explanation_is_dropped_and_nothing_else():
    assert answer_object('{"explanation": "e", "H": 1, "M": 2}') == {"H": 1, "M": 2}
    assert answer_object('{"Explanation": "e"}') == {"Explanation": "e"}
    assert answer_object(None) is None is answer_object("no")


@pytest.mark.parametrize(("reply", "reference", "right"), [
    ('{"explanation": "e", "answer": 4}', {"answer": 4}, True),
    ('{"answer": 4}', "{'answer': 4}", True), ('{"answer": 4}', '{"answer": 4}', True),
    ('{"answer": 4.0}', {"answer": 4}, True),
    ('{"H": 1, "M": 2, "S": 3}', '{"H": 1.0, "M": 2.0, "S": 3.0}', True),
    ('{"M": 2, "H": 1}', {"H": 1, "M": 2}, True), ('{"answer": "4"}', {"answer": 4}, False),
    ('{"answer": 4}', {"answer": "4"}, False), ('{"answer": true}', {"answer": 1}, True),
    ('{"answer": "monday"}', {"answer": "Monday"}, False),
    ('{"answer": "Monday "}', {"answer": "Monday"}, False),
    ('{"answer": 4, "unit": "days"}', {"answer": 4}, False),
    ('{"H": 1}', {"H": 1, "M": 0}, False),
    ('{"unordered_list": ["Ada", "Bo"]}', "{'unordered_list': ['Ada', 'Bo']}", True),
    ('{"unordered_list": ["Bo", "Ada"]}', "{'unordered_list': ['Ada', 'Bo']}", False),
    ('{"age": 4}', {"answer": 4}, False),
    ('{"explanation": "e"}', {"answer": None}, False),
    (' "e", "answer": 4}', {"answer": 4}, False), ("", {"answer": 4}, False),
    (None, {"answer": 4}, False),
])  # fmt: skip
def test_arithmetic_compares_objects(reply, reference, right):
    assert correct(reply, reference, "arithmetic") is right


@pytest.mark.parametrize(("reply", "reference", "right"), [
    ('{"explanation": "e", "answer": "E7"}', "E7", True),
    ('{"answer": 1999}', "1999", True), ('{"answer": "1999"}', "1999", True),
    ('{"answer": 1999.0}', "1999", False), ('{"answer": "E7", "more": 1}', "E7", True),
    ('{"answer": "e7"}', "E7", False),
    ('{"answer": ["E7", "E8"]}', "['E7', 'E8']", True),
    ('{"answer": {"answer": "E7"}}', "E7", False), ('{"Answer": "E7"}', "E7", False),
    ('{"explanation": "e"}', "None", False), ('"answer": "E7"}', "E7", False), ("E7", "E7", False),
    (None, "None", False),
])  # fmt: skip
def test_semantic_compares_text(reply, reference, right):
    assert correct(reply, reference, "semantic") is right


def test_references_that_are_no_dict_and_unknown_subsets_are_refused():
    for reference in ("Monday", "[1]", "", "{'a':", "(" * 100_000, "{[]: 1}"):
        with pytest.raises(ValueError, match="is not a dict in Python or JSON notation"):
            parse_reference(reference)
    with pytest.raises(ValueError, match="unknown subset 'Semantic'; known are arithmetic, sem"):
        correct("{}", {}, "Semantic")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
).filter(lambda value: "Infinity" not in json.dumps(value))


@given(
    st.dictionaries(st.text().filter(lambda key: key != "explanation"), VALUES, max_size=4),
    st.text().filter(lambda text: "{" not in text),
    st.text(),
)
def test_every_object_is_found_within_any_text_and_is_itself(fields, before, after):
    reply = before + json.dumps({"explanation": after, **fields}) + after
    assert answer_object(reply) == fields
    assert correct(reply, fields, "arithmetic")
    assert correct(reply, repr(fields), "arithmetic")
    assert correct(reply, str(fields.get("answer")), "semantic") is ("answer" in fields)


@pytest.mark.parametrize("piece", ["{", '{"', '{"a":x', "{ ", '{":":"', '{"\\"', '{"a', "}"])
def test_an_object_is_found_behind_broken_ones(piece):
    text = piece * (MEGABYTE // len(piece) // 10)
    assert first_object(text + ' {"answer": 3}') == {"answer": 3}


def test_deep_nesting_is_no_answer():
    for depth, subset in product((400, 900, 990, 1_000, 20_000), SUBSETS):
        nested = "[" * depth + "]" * depth
        assert not correct(f'{{"answer": {nested}}}', {"answer": 1}, subset)
    assert first_object('{"a":' * 20_000 + "1" + "}" * 20_000) is None
