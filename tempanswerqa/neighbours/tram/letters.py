"""Finds the option that a response names, by its letter or in full, and never guesses.

The text of an option counts as its letter. The rules are tried in this order, on the model's own
turn without thinking and markup:

| rule | reads |
|---|---|
| `statement` | the last `the answer is (B)`, `Answer: B`, `option B is right`, `I choose B` |
| `line` | the only line that begins with a letter: `B`, `(B) 22:17`, `B. Because ...` |
| `conclusion` | a last sentence that ends with a letter, or states one option in full |

The last statement counts. Nothing is read if it names two letters, a letter beside another option's
text or no letter of the question, or if it is taken back.
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
"""An option with fewer characters, such as `one`, is read only behind `answer is` or a colon, or at
the end of a sentence."""

_TEXT, _UNSURE = "\ue000", "\ue001"
"""The marks of a letter that stands for the text of its option, and of a short option elsewhere."""
_LETTER = (
    r"(?:(?:[Oo]ption|[Cc]hoice|[Ll]etter|[Aa]nswer)\s)?"
    rf"(?:\(\s?{_TEXT}?([A-Ha-h])\s?\)|\[([A-Ha-h])\]|([A-H])(?!\w|'\w)"
    r"|([a-h])(?=\)|[ .:]{0,3}(?:\n|\Z)))"
)
_IS = r"(?:[\"']?\s{0,3}(?::|=|>|\ [-–]\ |\bis\b|\b(?:would|must|should)\ be\b)){1,2}\s{0,3}"
_BEST = r"(?:(?:right|correct|best|true|proper|most\ \w{1,20})(?:\ \w{1,20})?|answer)"
_SURELY = r"(?:clearly|therefore|thus|indeed|definitely|(?:most\ )?likely|then)\s"
_STATEMENT = re.compile(
    rf"""(?x)
      (?P<cue>
        \b(?i:answer|option|choice|solution)
        (?:\s(?:letter|here|to\ (?:this|the)\ question))?{_IS}(?:{_SURELY})?(?:the\s)?["']?
      | \b[Ii](?:'d|\ would|\ will|'ll)?\ (?:choose|pick|select|go\ with)\ ["']?
      ){_LETTER}
    | (?<![\w']){_LETTER}["']?\ (?:is|must\ be|would\ be)\ (?:{_SURELY})?(?:the\ )?{_BEST}\b
    """
)
_OTHER = re.compile(rf"['\")(:,/&\s-]{{0,4}}(?:(?:or|and|nor)\s(?:maybe\s)?)?{_LETTER}")
_PROSE = re.compile(r"[ \t]+(?!(?:because|since|as|for|which|given|so|is|with|by)\b)[a-z]")
_OPEN = re.compile(r"(?i)\b(?:if|whether|suppose|assum\w{1,4}|is|not|neither) (?:the )?(?:\w+ )?\Z")
_LINE = re.compile(
    rf"(?m)^[ \t>•-]{{0,6}}{_LETTER}(?P<mark>[ \t]{{0,3}}[).:,–-])?(?P<rest>[^\n]*)$"
)
_ONLY = re.compile(rf"\W*\({_TEXT}([A-H])\)(?:\W*\Z|[.!]\s)")
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
_EDGES = re.compile(r"^(?:(?!\$)[\W_])+|(?:(?!%)[\W_])+$")
_NO_TEXT = re.compile(r"[a-h]|answer|option|choice|letter|solution")
"""Options that may be a letter, or stand before one."""
_BEFORE_SHORT = re.compile(r"(?:answer is|:)\s\Z")
_BEHIND_SHORT = re.compile(r"[.!)\]\"']*(?:\s*\Z|\n|(?<=[.!])\s)")
_RETRACTION = re.compile(
    r"(?i)\b(?:no|wait|actually|hmm)\b[,.! \n-]|\b(?:that|this|it)(?: answer)?(?:'s| is| was)"
    r" (?:wrong|incorrect|false|not)\b"
)


def read(response: str, options: Mapping[str, str]) -> str:
    """Return the letter of the option that the response finally names; empty for none or several.

    `options` are the texts by their letters. `\\boxed{B}` reads as `Answer: B`. If a response gives
    an answer and then continues with another question, only the text before that question is read.
    """
    end = response[-LONGEST:].replace(_TEXT, "").replace(_UNSURE, "")
    boxed = _BOXED.sub(r"\nAnswer: \1\n", end)
    text = unmarked(own_turn(thinking.split(compact(_normal(boxed))).answer))
    turn = TURN.search(text)
    return (turn and _read(text[: turn.start()], options)) or _read(text, options)


def _read(text: str, options: Mapping[str, str]) -> str:
    text = _lettered(text, options)
    if statements := list(_statements(text)):
        letter, end = statements[-1]
        return letter if letter in options and not _RETRACTION.search(text, end) else ""
    letter = _line(text) or _conclusion(text)
    return letter if letter in options else ""


def _normal(text: str) -> str:
    """Return the text with look-alike characters and full-width letters replaced by ASCII."""
    return unicodedata.normalize("NFKC", normalize_characters(text))


def _lettered(text: str, options: Mapping[str, str]) -> str:
    """Return a text with `(B)`, marked by `_TEXT`, for each text of an option that no word or
    number continues. A text that two letters have stays.
    """
    letters: dict[str, str] = {}
    for letter, option in options.items():
        key = " ".join(_EDGES.sub("", unmarked(_normal(option)).casefold()).split())
        if key and not _NO_TEXT.fullmatch(key):
            letters[key] = "" if key in letters else letter
    if not letters:
        return text

    def lettered(match: re.Match[str]) -> str:
        letter = letters.get(" ".join(match[0].casefold().split()))
        if not letter:
            return match[0]
        sure = (
            len(match[0]) >= SHORTEST
            or _BEFORE_SHORT.search(text, max(0, match.start() - 12), match.start())
            or _BEHIND_SHORT.match(text, match.end())
        )
        return f"({_TEXT}{letter})" if sure else f"{match[0]}{_UNSURE}"

    longest_first = sorted(letters, key=len, reverse=True)
    either = "|".join(r"\s+".join(map(re.escape, key.split())) for key in longest_first)
    # no word or number may continue before or behind the option
    before, behind = r"(?<![\w$])(?<![0-9][:.,/-])(?<!\s-)", r"(?![\w%])(?![:.,/-][0-9])"
    return re.sub(f"(?i){before}(?:{either}){behind}", lettered, text)


def _statements(text: str) -> Iterator[tuple[str, int]]:
    """Yield the letter of each statement and the index of its end; the letter is empty if the
    statement names several options.
    """
    for match in _STATEMENT.finditer(text):
        if _OPEN.search(text, max(0, match.start() - 30), match.start()):
            continue
        letter, rest = _named(match), _rest(text, match.end())
        if match["cue"] and letter == "A" and match[0].endswith("A") and _PROSE.match(rest):
            continue  # an article
        other = _OTHER.match(rest)
        doubtful = (other and _named(other) != letter) or rest.lstrip(" .)'\"").startswith("?")
        yield "" if match["cue"] and doubtful else letter, match.end()


def _named(match: re.Match[str]) -> str:
    """Return the last letter in a match of a pattern with `_LETTER`; empty if it has none."""
    letters = [group for group in match.groups() if group and group.isalpha() and len(group) == 1]
    return letters[-1].upper() if letters else ""


def _rest(text: str, start: int) -> str:
    """Return the rest of a line, at most `LONGEST_SENTENCE` characters."""
    return text[start : start + LONGEST_SENTENCE].partition("\n")[0]


def _line(text: str) -> str:
    """Return the letter of the only line that begins with one; empty if the line says more."""
    lines = list(_LINE.finditer(text))
    letters = {_named(line) for line in lines}
    return letters.pop() if len(letters) == 1 and all(map(_only_answers, lines)) else ""


def _only_answers(line: re.Match[str]) -> bool:
    """Return whether the line has only the letter, with or without its option or a reason."""
    rest = line["rest"][:LONGEST_SENTENCE].strip()
    only = _ONLY.match(rest)
    if not rest or (only and only[1] == _named(line)):
        return True
    return bool(line["mark"] and _REASON.match(rest))


def _conclusion(text: str) -> str:
    text = text.strip()
    alone = "\n" not in text and len(text) <= LONGEST_SENTENCE
    sentence = sentences.last(text) or (text if alone else "")
    if (
        not sentence
        or sentences.denies(sentence)
        or sentences.refuses(sentence)
        or _NEGATION.search(sentence)
        or _UNSURE in sentence
    ):
        return ""
    named = set(re.findall(rf"\(({_TEXT}?[A-H])\)", sentence))
    if not any(_TEXT in letter for letter in named):
        end = _AT_END.search(sentence)
        return _named(end) if end else ""
    concludes = sentence == text or sentences.CONCLUSION.search(sentence)
    return named.pop()[-1] if len(named) == 1 and concludes else ""
