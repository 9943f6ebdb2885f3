"""Finds the options of a question in a text by their own text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from tempanswerqa.answers.flexible.text import normalize_characters, unmarked

SHORTEST = 6
"""An option with fewer characters, such as `one`, is found only at the end of a sentence."""

_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_RUNS_ON = re.compile(r"\w|[:./,-][0-9]|\s?%|\s(?:or|and|to)\b")


def normal(text: str) -> str:
    """Return the text with look-alike characters and full-width letters replaced by ASCII."""
    return unicodedata.normalize("NFKC", normalize_characters(text))


def without_edges(text: str) -> str:
    """Return the text in lower case, with single spaces, without spaces or marks at its ends."""
    return _EDGES.sub("", " ".join(text.casefold().split()))


class Choices:
    """Hold options by their letters. A text that two letters have names neither letter."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.letters = frozenset(options)
        self._letters: dict[str, str] = {}
        for letter, text in options.items():
            folded = without_edges(unmarked(normal(text)))  # prepared as the response is
            self._letters[folded] = "" if folded in self._letters else letter
        self._longest_first = sorted(filter(None, self._letters), key=len, reverse=True)
        either = "|".join(map(re.escape, self._longest_first))
        # no word or number may continue before or behind the option
        self._within = re.compile(
            rf"(?<![\w$])(?<![0-9][:.,/-])(?<!\s-)(?:{either})(?![\w%])(?![:.,/-][0-9])"
        )

    def whole(self, text: str) -> str:
        """Return the letter of the option that equals a text without its edges; empty for none."""
        return self._letters.get(without_edges(text), "")

    def begun(self, text: str) -> str:
        """Return the letter of the longest option that a text begins with; empty for none."""
        folded = without_edges(text)
        for option in self._longest_first:
            if folded.startswith(option) and not _RUNS_ON.match(folded, len(option)):
                return self._letters[option]
        return ""

    def stated(self, sentence: str) -> str:
        """Return the letter of the only option whose whole text is in a sentence; empty for none or
        several.

        An option within a longer option does not count.
        """
        folded = without_edges(sentence)
        found = list(self._within.finditer(folded)) if self._longest_first else []
        if len({match[0] for match in found}) != 1:
            return ""
        last = found[-1]
        ends = last.end() == len(folded)
        return self._letters[last[0]] if ends or len(last[0]) >= SHORTEST else ""
