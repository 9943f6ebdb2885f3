"""The options of a question, found in text by what they say."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from tempanswerqa.answers.flexible.text import normalize_characters, unmarked

SHORTEST = 6
"""An option of fewer characters, such as `one`, is stated where a sentence ends alone."""

_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_RUNS_ON = re.compile(r"\w|[:./,-][0-9]|\s?%|\s(?:or|and|to)\b")


def normal(text: str) -> str:
    """Return the text with look-alike characters as ASCII has them, and full-width letters too."""
    return unicodedata.normalize("NFKC", normalize_characters(text))


def without_edges(text: str) -> str:
    """Return the text in small letters, with single spaces, and without space or marks at its
    ends.
    """
    return _EDGES.sub("", " ".join(text.casefold().split()))


class Choices:
    """Options by their letters. One text under two letters says neither."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.letters = frozenset(options)
        self._letters: dict[str, str] = {}
        for letter, text in options.items():
            folded = without_edges(unmarked(normal(text)))  # as the response is
            self._letters[folded] = "" if folded in self._letters else letter
        self._longest_first = sorted(filter(None, self._letters), key=len, reverse=True)
        either = "|".join(map(re.escape, self._longest_first))
        # no number and no word may run into it
        self._within = re.compile(
            rf"(?<![\w$])(?<![0-9][:.,/-])(?<!\s-)(?:{either})(?![\w%])(?![:.,/-][0-9])"
        )

    def whole(self, text: str) -> str:
        """Return the letter of the option that a text is, but for its edges; empty for none."""
        return self._letters.get(without_edges(text), "")

    def begun(self, text: str) -> str:
        """Return the letter of the longest option that a text begins with; empty for none."""
        folded = without_edges(text)
        for option in self._longest_first:
            if folded.startswith(option) and not _RUNS_ON.match(folded, len(option)):
                return self._letters[option]
        return ""

    def stated(self, sentence: str) -> str:
        """Return the letter of the only option that a sentence holds in full; empty for none or
        several.

        One within a longer one does not count beside it.
        """
        folded = without_edges(sentence)
        found = list(self._within.finditer(folded)) if self._longest_first else []
        if len({match[0] for match in found}) != 1:
            return ""
        last = found[-1]
        ends = last.end() == len(folded)
        return self._letters[last[0]] if ends or len(last[0]) >= SHORTEST else ""
