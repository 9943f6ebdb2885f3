"""Tests the ordinals of questions."""

import pytest

from tempanswerqa.fresh.item import ordinal


@pytest.mark.parametrize(("number", "text"), [
    (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
    (21, "21st"), (22, "22nd"), (101, "101st"), (102, "102nd"), (111, "111th"), (113, "113th"),
    (123, "123rd"),
])  # fmt: skip
def test_ordinals(number, text):
    assert ordinal(number) == text
