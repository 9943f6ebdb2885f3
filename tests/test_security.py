"""The limits that SECURITY.md lists are those of the code."""

import re

from support import CHECKOUT

from tempanswerqa import limits


def test_all_limits_are_listed():
    text = (CHECKOUT / "SECURITY.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", text, re.MULTILINE)
    listed = {name: int(number.replace(",", "")) for name, number in rows}
    assert listed == {name: value for name, value in vars(limits).items() if name.isupper()}
