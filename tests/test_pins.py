"""The numbers of the recorded runs are unchanged; see `pins`."""

import json

import pytest
from pins import FILE, pins, scored


def numbers(pin: object) -> list[object]:
    """Return the values of a nested list."""
    return [value for each in pin for value in numbers(each)] if isinstance(pin, list) else [pin]


def close(found: object, expected: object) -> bool:
    if isinstance(found, float) and isinstance(expected, float):
        return abs(found - expected) <= 1e-12 * max(1.0, abs(expected))
    return found == expected


@pytest.mark.slow
def test_recorded_runs_score_as_before(published):
    expected, found = json.loads(FILE.read_text(encoding="utf-8")), dict(pins(scored(published)))
    assert [*found] == [*expected]
    wrong = {
        name: (pin, expected[name])
        for name, pin in found.items()
        if len(numbers(pin)) != len(numbers(expected[name]))
        or not all(map(close, numbers(pin), numbers(expected[name])))
    }
    assert not wrong
