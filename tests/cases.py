"""Tests that are a table of what a function returns for what it is given, and made-up questions."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tempanswerqa.questions.record import Question


def results_of(read: Callable[..., Any], cases: Iterable[tuple], number: int = 1) -> Callable:
    """Return a test that `read` returns the last value of each case for the values before it.

    With another `number`, it returns a tuple of so many last values.
    """

    @pytest.mark.parametrize("case", cases, ids=lambda case: f"{case[0]!r:.60}")
    def test(case: tuple) -> None:
        given, expected = case[:-number], case[-number:]
        found = read(*given)
        assert (found if number > 1 else (found,)) == expected

    return test


def question(**fields: Any) -> Question:
    """Return a question with these fields; its other texts are empty, and its numbers 1."""
    numbers = {"number": 1.0, "centroid": 0.0}
    return Question(**dict.fromkeys(Question.__dataclass_fields__, "") | numbers | fields)
