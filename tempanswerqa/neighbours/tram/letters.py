"""Finds the option that a response names, by its letter or in full, and never guesses.

The rules are tried in this order, on the model's own turn without thinking and markup:

| rule | reads |
|---|---|
| `text` | a response that is the text of one option |
| `statement` | the last `the answer is (B)`, `Answer: B`, `option B is right`, `I choose B` |
| `line` | the only line that begins with a letter: `B`, `(B) 22:17`, `B. Because ...` |
| `conclusion` | a last sentence that ends with a letter, or states one option in full |

The last statement counts. Nothing is read if it names two letters, a letter beside another option's
text or no letter of the question, or if it is taken back. Takes time linear in the response.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from tempanswerqa.answers import thinking
from tempanswerqa.answers.flexible import sentences
from tempanswerqa.answers.flexible.text import (
    TURN,
    compact,
    normalize_characters,
    own_turn,
    unmarked,
)

LONGEST = 20_000
"""The number of last characters of a response that are read."""

LONGEST_SENTENCE = 400
SHORTEST = 6
"""An option with fewer characters, such as `one`, is read only at the end of a sentence."""

_LETTER = (
    r"(?:(?:[Oo]ption|[Cc]hoice|[Ll]etter|[Aa]nswer)\s)?"
    r"(?:\(\s?([A-Ha-h])\s?\)|\[([A-Ha-h])\]|([A-H])(?!\w|'\w)|([a-h])(?=\)|[ .:]{0,3}(?:\n|\Z)))"
)
_IS = r"(?:[\"']?\s{0,3}(?::|=|>|\ [-–]\ |\bis\b|\b(?:would|must|should)\ be\b)){1,2}\s{0,3}"
_BEST = r"(?:(?:right|correct|best|true|proper|most\ \w{1,20})(?:\ \w{1,20})?|answer)"
_SURELY = r"(?:clearly|therefore|thus|indeed|definitely|(?:most\ )?likely|then)\s"
_STATEMENT = re.compile(
    rf"""(?x)
      \b(?i:answer|option|choice|solution)
      (?:\s(?:letter|here|to\ (?:this|the)\ question))?{_IS}(?:{_SURELY})?(?:the\s)?["']?
      (?P<told>{_LETTER})?
    | \b[Ii](?:'d|\ would|\ will|'ll)?\ (?:choose|pick|select|go\ with)\ ["']?(?P<chosen>{_LETTER})
    | (?<![\w'])(?P<named>{_LETTER})["']?\ (?:is|must\ be|would\ be)\ (?:{_SURELY})?
      (?:the\ )?{_BEST}\b
    """
)
_OTHER = re.compile(rf"['\")]?\s{{0,3}}(?:(?:or|and|nor|/|,|&)\s{{0,3}}(?:maybe\s)?)?{_LETTER}")
_PROSE = re.compile(r"[ \t]+(?!(?:because|since|as|for|which|given|so|is|with|by)\b)[a-z]")
_OPEN = re.compile(r"(?i)\b(?:if|whether|suppose|assum\w{1,4}|is|not|neither) (?:the )?(?:\w+ )?\Z")
_LINE = re.compile(
    rf"(?m)^[ \t>•-]{{0,6}}{_LETTER}(?P<mark>[ \t]{{0,3}}[).:,–-])?(?P<rest>[^\n]*)$"
)
_REASON = re.compile(r"(?i)\W*(?:because|since|as|for)\b")
_BOXED = re.compile(r"\\boxed\s?\{\s?(?:\\(?:text|mathrm|textbf)\s?\{)?([^{}\n]{1,200})\}+")
_AT_END = re.compile(
    r"(?:\b(?:is|be|was|choose|select|pick|with|means|[Ss]o,?|[Tt]hus,?|[Hh]ence,?)|[→⇒>=:])"
    rf"\s{{0,3}}(?:the\s)?{_LETTER}\W{{0,5}}\Z"
)
_NEGATION = re.compile(
    r"(?i)\b(?:not|never|cannot|neither|nor|except|incorrect|wrong|unlikely|impossible"
    r"|(?:rather|other) than|instead of|false|rul(?:e|ed|ing) out|eliminat\w{1,5}|either|or|unless"
    r"|could|might|maybe|if|whether|\w{2,9}n't)\b|\?"
)
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_RUNS_ON = re.compile(r"\w|[:./,-][0-9]|\s?%|\s(?:or|and|to)\b")
_RETRACTION = re.compile(
    r"(?i)\b(?:no|wait|actually|hmm)\b[,.! \n-]|\b(?:that|this|it)(?: answer)?(?:'s| is| was)"
    r" (?:wrong|incorrect|false|not)\b"
)


class Choices:
    """Hold options by their letters. A text that two letters have names neither letter."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.letters = frozenset(options)
        self._letters: dict[str, str] = {}
        for letter, text in options.items():
            folded = _folded(unmarked(_normal(text)))  # prepared as the response is
            self._letters[folded] = "" if folded in self._letters else letter
        self._longest_first = sorted(filter(None, self._letters), key=len, reverse=True)
        either = "|".join(map(re.escape, self._longest_first))
        # no word or number may continue before or behind the option
        self._pattern = re.compile(
            rf"(?<![\w$])(?<![0-9][:.,/-])(?<!\s-)(?:{either})(?![\w%])(?![:.,/-][0-9])"
        )

    def whole(self, text: str) -> str:
        """Return the letter of the option that equals a folded text; empty for none."""
        return self._letters.get(_folded(text), "")

    def begun(self, text: str) -> str:
        """Return the letter of the longest option that a text begins with; empty for none."""
        folded = _folded(text)
        for option in self._longest_first:
            if folded.startswith(option) and not _RUNS_ON.match(folded, len(option)):
                return self._letters[option]
        return ""

    def within(self, sentence: str) -> str:
        """Return the letter of the only option whose whole text is in a sentence; empty for none or
        several.

        An option within a longer option does not count.
        """
        folded = _folded(sentence)
        matches = list(self._pattern.finditer(folded)) if self._longest_first else []
        if len({match[0] for match in matches}) != 1:
            return ""
        last = matches[-1]
        ends = last.end() == len(folded)
        return self._letters[last[0]] if ends or len(last[0]) >= SHORTEST else ""


def _normal(text: str) -> str:
    """Return the text with look-alike characters and full-width letters replaced by ASCII."""
    return unicodedata.normalize("NFKC", normalize_characters(text))


def _folded(text: str) -> str:
    """Return the text in lower case, with single spaces, without spaces or marks at its ends."""
    return _EDGES.sub("", " ".join(text.casefold().split()))


def read(response: str, options: Mapping[str, str]) -> str:
    """Return the letter of the option that the response finally names; empty for none or several.

    `options` are the texts by their letters. `\\boxed{B}` reads as `Answer: B`. If a response gives
    an answer and then continues with another question, only the text before that question is read.
    """
    boxed = _BOXED.sub(r"\nAnswer: \1\n", response[-LONGEST:])
    text = unmarked(own_turn(thinking.split(compact(_normal(boxed))).answer))
    choices = Choices(options)
    turn = TURN.search(text)
    return (turn and _read(text[: turn.start()], choices)) or _read(text, choices)


def _read(text: str, choices: Choices) -> str:
    if letter := choices.whole(text):
        return letter
    if stated := list(_statements(text, choices)):
        letter, end = stated[-1]
        kept = letter in choices.letters and not _RETRACTION.search(text, end)
        return letter if kept else ""
    return _line(text, choices) or _conclusion(text, choices)


def _statements(text: str, choices: Choices) -> Iterator[tuple[str, int]]:
    """Yield the letter of each statement and the index of its end; the letter is empty if the
    statement names several options.
    """
    for match in _STATEMENT.finditer(text):
        if _OPEN.search(text, max(0, match.start() - 30), match.start()):
            continue
        letter = _named(match)
        if match["named"]:
            yield letter, match.end()
            continue
        rest = _rest(text, match.end())
        if letter:
            told = match["told"] or match["chosen"]
            begun = choices.begun(_rest(text, match.end() - len(told)))
            if begun and told[-1] not in ")]":  # the `A` of `A week` is no letter
                yield begun, match.end()
            elif not (letter == "A" and match[0].endswith("A") and _PROSE.match(rest)):
                doubtful = _OTHER.match(rest) or rest.lstrip(" .)'\"").startswith("?")
                beside = choices.begun(rest)
                yield "" if doubtful or beside not in ("", letter) else letter, match.end()
        elif begun := choices.begun(rest):
            yield begun, match.end()


def _named(match: re.Match) -> str:
    """Return the last letter in a match of a pattern with `_LETTER`; empty if it has none."""
    letters = [group for group in match.groups() if group and group.isalpha() and len(group) == 1]
    return letters[-1].upper() if letters else ""


def _rest(text: str, start: int) -> str:
    """Return the rest of a line, at most `LONGEST_SENTENCE` characters."""
    end = text.find("\n", start)
    return text[start : min(len(text) if end < 0 else end, start + LONGEST_SENTENCE)]


def _line(text: str, choices: Choices) -> str:
    """Return the letter of the only line that begins with one; empty if the line says more."""
    lines = list(_LINE.finditer(text))
    letters = {_named(line) for line in lines}
    if len(letters) != 1 or not letters <= choices.letters:
        return ""
    (letter,) = letters
    return letter if all(_answers(line, letter, choices) for line in lines) else ""


def _answers(line: re.Match, letter: str, choices: Choices) -> bool:
    """Return whether the line has only the letter, with or without its option or a reason."""
    rest = line["rest"][:LONGEST_SENTENCE].strip()
    if not rest:
        return True
    told = choices.whole(rest) or choices.whole(sentences.first(rest))
    return told == letter or bool(line["mark"] and _REASON.match(rest))


def _conclusion(text: str, choices: Choices) -> str:
    text = text.strip()
    alone = "\n" not in text and len(text) <= LONGEST_SENTENCE
    sentence = sentences.last(text) or (text if alone else "")
    if (
        not sentence
        or sentences.denies(sentence)
        or sentences.refuses(sentence)
        or _NEGATION.search(sentence)
    ):
        return ""
    if end := _AT_END.search(sentence):
        letter = _named(end)
        return letter if letter in choices.letters else ""
    concludes = sentence == text or sentences.CONCLUSION.search(sentence)
    return choices.within(sentence) if concludes else ""
