"""Tests the accuracy of Test of Time: the function of task and module."""

import pytest
from cases import cased

from tempanswerqa.neighbours.test_of_time.accuracy import (
    answer_object,
    correct,
    parse_reference,
)

MEGABYTE = 1_000_000


@cased
def test_the_first_object(text, wanted):
    assert answer_object(text) == wanted
    assert answer_object('{"answer": ' + "9" * 5_000 + "}") is None


def test_the_explanation_is_dropped_and_nothing_else():
    assert answer_object('{"explanation": "e", "H": 1, "M": 2}') == {"H": 1, "M": 2}
    assert answer_object('{"Explanation": "e"}') == {"Explanation": "e"}
    assert answer_object(None) is None is answer_object("no")


@cased
def test_arithmetic_compares_objects(reply, reference, right):
    assert correct(reply, reference, "arithmetic") is right


@cased
def test_semantic_compares_text(reply, reference, right):
    assert correct(reply, reference, "semantic") is right


def test_references_that_are_no_dict_and_unknown_subsets_are_refused():
    for reference in ("Monday", "[1]", "", "{'a':", "(" * 100_000, "{[]: 1}"):
        with pytest.raises(ValueError, match="reference"):
            parse_reference(reference)
    with pytest.raises(ValueError, match="'Semantic'"):
        correct("{}", {}, "Semantic")


@pytest.mark.parametrize("piece", ["{", '{"', '{"a":x', "{ ", '{":":"', '{"\\"', '{"a', "}"])
def test_an_object_is_found_behind_broken_ones(piece):
    assert answer_object(piece * 40 + ' {"answer": 3}') == {"answer": 3}
    assert answer_object(piece * (MEGABYTE // len(piece))) is None


def test_deep_nesting_is_no_answer():
    for depth in (400, 900, 990, 1_000, 20_000):
        nested = "[" * depth + "]" * depth
        assert not correct(f'{{"answer": {nested}}}', {"answer": 1}, "arithmetic")
    assert answer_object('{"a":' * 20_000 + "1" + "}" * 20_000) is None
