"""Tests that are a table: what a function returns for what it is given."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


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
