"""Checks names of models from anyone: each has one spelling, and none looks like another."""

from __future__ import annotations

import re
import unicodedata

from tempanswerqa.private import LONGEST

MARKS = 2
"""The largest number of combining marks on a letter; more would be drawn over other rows."""
ALIKE = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU")
"""The scripts whose letters look alike. A name has letters of at most one of them; letters of other
scripts, such as Han and Hangul, may stand beside these."""

_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""The characters that Unicode counts as visible although they show nothing."""


def normalized(name: str) -> str:
    """Return the name in NFKC, with one space in place of several, and none at its ends."""
    return " ".join(filter(None, unicodedata.normalize("NFKC", name).split(" ")))


def problem(name: str) -> str:
    """Return the rule that a name breaks, in words; empty for a valid name."""
    short = len(name) <= LONGEST
    seen = short and all(c.isprintable() or unicodedata.category(c) == "Zs" for c in name)
    spelled = normalized(name) if seen else ""
    if not 1 <= len(spelled) <= LONGEST or _BLANK.search(name):
        return f"has to be 1 to {LONGEST} characters that can be seen"
    if any(len(marks) > MARKS for marks in re.split(r"[^\u0300-\u036f\u1ab0-\u20ff]+", spelled)):
        return f"has to have at most {MARKS} combining marks on a letter"
    if not any(map(str.isalnum, spelled)):
        return "has to have a letter or a digit"
    letters = (unicodedata.name(one, "").split(" ")[0] for one in spelled if one.isalpha())
    scripts = sorted(set(letters).intersection(ALIKE))
    if len(scripts) > 1:
        return f"has to keep to one script of those that look alike ({', '.join(scripts)})"
    return ""
