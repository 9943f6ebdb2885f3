"""Names of models that strangers chose: one spelling each, and none that looks like another."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 200
"""Characters of a name."""
MARKS = 2
"""Combining marks that one letter carries; more would be drawn over other rows."""
ALIKE = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU")
"""Scripts that share the looks of letters. A name has letters of one of them at most; others, such
as Han and Hangul, may stand beside it."""

_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Characters that Unicode counts as visible, and that show nothing."""


def normalized(name: str) -> str:
    """Return the name in NFKC, with one space in place of several, and none at its ends."""
    return " ".join(filter(None, unicodedata.normalize("NFKC", name).split(" ")))


def problem(name: str) -> str:
    """Return what a name has to be and is not, in words; empty for one that can stand."""
    spelled = normalized(name)
    seen = all(one.isprintable() or unicodedata.category(one) == "Zs" for one in name)
    if not seen or not 1 <= len(spelled) <= LONGEST or _BLANK.search(name):
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
