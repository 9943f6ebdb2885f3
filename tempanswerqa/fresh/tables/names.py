"""Invents names of people, places, clubs and prizes; no two in a table share a word."""

from __future__ import annotations

import random

from tempanswerqa.fresh.given_names import MEN, WOMEN
from tempanswerqa.fresh.numerals import SPELLED

_ONSETS = (
    *("b", "br", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "kr", "l", "m", "n"),
    *("p", "pr", "r", "s", "sk", "st", "t", "tr", "v", "w", "z", "th", "sh", "c", "cl", "bl"),
)
_VOWELS = (*"aeiouaeo", "ie", "au")
_CODAS = ("l", "n", "r", "m", "k", "t", "nd", "lm", "rk", "lv", "rn", "sk", "nt", "")
_PLACE_ENDS = (
    *("borg", "wick", "mouth", "holm", "stad", "ford", "dell", "haven", "grad", "field"),
    *("minster", "mark", "burg", "fell", "bridge", "ville", "ona", "ara", "eva", "olo"),
)
_PEOPLE_ENDS = (
    *("ek", "in", "off", "sen", "ano", "etti", "ov", "ara", "mann", "quist", "lund"),
    *("strand", "wick", "ez", "oux", "ian", "ström", "ello", "ura", "ten"),
)
_ENGLISH_ENDS = (
    *("al", "at", "e", "el", "er", "ment", "n", "or", "s"),
    *("becom", "patient", "salar", "visit"),
)
"""The ends with which a coined word may be an English word, or look like a form of one."""
_UNFIT = ("Cok", "Cum", "Cunt", "Denmark", "Dik", "Fuk", "Geneva", "Prik", "Shit", "Tit")
"""The beginnings that no coined word has: rude ones and real places."""


class Names:
    """Makes the names for one table; no two of them share a word."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._used: set[str] = set()
        self.women = 0.5
        """The share of women among people of whom nothing else is said."""

    def pick(self, choices: tuple[str, ...]) -> str:
        """Return one of the choices that was not picked before; ValueError if none is left."""
        unused = [choice for choice in choices if choice not in self._used]
        if not unused:
            raise ValueError(f"all {len(choices)} choices are used: {', '.join(choices)}")
        choice = self._rng.choice(unused)
        self._used.add(choice)
        return choice

    def place(self) -> str:
        return self._fresh(1, _PLACE_ENDS)

    def surname(self) -> str:
        return self._fresh(1, _PEOPLE_ENDS)

    def given(self, woman: bool) -> str:
        return self.pick(WOMEN if woman else MEN)

    def person(self, woman: bool | None = None) -> str:
        if woman is None:
            woman = self._rng.random() < self.women
        return f"{self.given(woman)} {self.surname()}"

    def namesake(self, woman: bool | None = None) -> str:
        """Return a person whose first name others in the table may have."""
        if woman is None:
            woman = self._rng.random() < self.women
        return f"{self._rng.choice(WOMEN if woman else MEN)} {self.surname()}"

    def word(self) -> str:
        """Return a coined word, such as a title or a brand."""
        return self._fresh(2, ("",))

    def _fresh(self, syllables: int, ends: tuple[str, ...]) -> str:
        rng = self._rng
        while True:
            parts = [rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(syllables)]
            end = rng.choice(ends)
            coda = rng.choice(_CODAS) if end == "" or end[0] not in "aeiou" else "n"
            name = ("".join(parts) + coda + end).capitalize()
            if name.lower() in SPELLED or (not end and name.endswith(_ENGLISH_ENDS)):
                continue
            usable = name[-1] != "s" and not name.startswith(_UNFIT)
            if usable and 5 <= len(name) <= 12 and name not in self._used:
                self._used.add(name)
                return name
