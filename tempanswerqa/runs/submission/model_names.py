"""Checks names of models from anyone: each has one spelling, and no two of them look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path

from tempanswerqa import limits
from tempanswerqa.text import told

MARKS = 2
"""The largest number of combining marks on a letter; more would be drawn over other rows."""
ALIKE = str.maketrans(
    "АВСЕНІЈКМОРЅТУХԌԜавсԁеԛһіјкӏмнпорѕтухԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεηικνορτυχ" + "ՕՍօսցհոք"
    "ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏚᎢᏙᎳᏃ" + "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ" + "ıɡ",
    "ABCEHIJKMOPSTYXGWabcdeqhijklmhnopstyxw" + "ABEZHIKMNOPTYXabyenikvoptux" + "OUougnnp"
    "ABCDEHJKLMPSTVWZ" + "ABCDEFGHIJKLMNOPRSTUVWXYZ" + "ig",
)  # fmt: skip
"""Letters of Cyrillic, Greek, Armenian, Cherokee, Lisu and Latin that look like those of ASCII."""

_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""The characters that Unicode counts as visible although they show nothing."""


def normalized(name: str) -> str:
    """Return the name in NFKC, with one space in place of several, and none at its ends."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", name)).strip(" ")


def problem(name: str) -> str:
    """Return the rule that a name breaks, in words; empty for a valid name."""
    spelled = normalized(name) if len(name) <= limits.NAME else ""
    if not (1 <= len(spelled) <= limits.NAME and spelled.isprintable()) or _BLANK.search(spelled):
        return f"has to be 1 to {limits.NAME} characters that can be seen"
    if any(len(marks) > MARKS for marks in re.split(r"[^\u0300-\u036f\u1ab0-\u20ff]+", spelled)):
        return f"has to have at most {MARKS} combining marks on a letter"
    if not any(map(str.isalnum, spelled)):
        return "has to have a letter or a digit"
    if spelled.startswith("::") or "##[" in spelled:
        return "has to begin with no :: and to have no ##[, which are commands of workflows"
    bare = _bare(spelled)
    latin = bare.translate(ALIKE)
    if latin != bare and all(letter.isascii() for letter in latin if letter.isalpha()):
        return f"looks like {latin} and has letters of another script; write it in Latin letters"
    return ""


def skeleton(name: str) -> str:
    """Return a text that is equal for names that look alike, in any case and with any signs between
    words. `l`, `I` and `1` are equal in it, and so are `O` and `0`.
    """
    letters = _bare(normalized(name)).translate(ALIKE).casefold()
    for text, other in (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("i", "l"), ("|", "l")):
        letters = letters.replace(text, other)
    return re.sub(r"[\W_]+", "-", letters)


def _bare(name: str) -> str:
    """Return a name without accents."""
    return re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", name))


def rivals(runs: Iterable[tuple[Path, str, Hashable]]) -> Iterator[str]:
    """Yield a problem for each run that cannot stand beside the others: another file has its model
    and `asked`, or a model that looks like it and is spelled otherwise.

    `runs` holds file, model, and what else tells runs apart: prompting and questions.
    """
    spellings: dict[str, tuple[Path, str]] = {}
    seen: dict[Hashable, Path] = {}
    for path, model, asked in runs:
        first, name = spellings.setdefault(skeleton(model), (path, model))
        if name != model:
            yield (
                f"{path}: its model {told(model)} looks like {told(name)} of {first}; name it as "
                "there if it is the same, or otherwise"
            )
        elif (other := seen.setdefault((model, asked), path)) != path:
            yield (
                f"{path}: has the model, prompting and questions of {other}; the one that was "
                "there first stays"
            )
