"""Removes markup, look-alike characters and other turns from response text."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache, partial
from unicodedata import decimal, is_normalized, normalize, numeric

from tempanswerqa.answers.languages import LEXICON
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.paper_scoring import MONTHS

LONGEST_QUESTION = 2_000
LONGEST_ANSWER, HEAD = 16_000, 4_000
"""Characters of a text that are read, and how many of them are from its beginning."""

_LONG_SPACE, _MAYBE_LONG = re.compile(r"\s{32,}"), re.compile(r"\s{4}")
_FRACTIONS = "¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_LOOK_ALIKES = {
    **dict.fromkeys("\u00a0\u2007\u2008\u2009\u202f\u3000", " "),
    **dict.fromkeys("\u2018\u2019\u201b\u2032", "'"),
    **dict.fromkeys("\u201c\u201d\u201f\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2212\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2012\u2013\u2014\u2015\uff5e\u301c", "\u2013"),
    **dict(zip("\uff1a\uff0c\uff08\uff09\u3002\u0964", ":,()..", strict=True)),
    **{"\u2044": "/", "\u066b": ".", "\u066c": ",", "\ufeff": " "},
    "\u3001": ", ",  # between the items of a list
    **{"\u0130": "I", "\u0131": "i", "\u017f": "s", "\u212a": "K"},  # equal to I, S, K for (?i)
    **{sign: str(numeric(sign))[1:] for sign in _FRACTIONS},
}
_ASCII = str.maketrans(_LOOK_ALIKES)
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
EMOJI = "".join(map(chr, (*range(0x2600, 0x27C0), 0xFE0F, *range(0x1F300, 0x1FB00))))
_BEFORE_FRACTION = re.compile(f" (?<=[0-9] )(?=[{_FRACTIONS}])")
_NEXT = r"(?:Question|Q|User|Human|Input|Instruction|Example|Problem|Table|Task)\s?#?[0-9]*\s?"
TURN = re.compile(
    rf"\n(?:[ \t*]*(?:\[{_NEXT}\]|#+\s?{_NEXT}(?:[:*]|\n)|{_NEXT}\**:)|##+\s*\n"
    r"|(?:user|human|assistant|model)\s*\n|(?:Example|Question|Problem)\s?[0-9]+\s*\n"
    r"|(?:[0-9]+[.)]\s)?(?:How|What|When|Which|Who|(?:In|On|At|For|After|Before) (?:wh|how))"
    r"[^\n?]+\?\s*(?:\n|\Z))"
)
"""The beginning of another question in a response."""

_ANY_WORD = re.compile(r"\w+")
_OWN_QUESTION = re.compile(r"\s*(?:\*\*|#+\s?)?(?:Question|Q)\s?[0-9]*\s?:\**\s*([^\n]*)")
"""A question at the beginning of a response: its own, or another."""

_ANOTHER = re.compile(r"\n[ \t*#]*(?:Question|Q|Instruction|User|Human):\**\s*([^\n]*)")
"""Another question, without the number that parts of the asked question have."""

_NEXT_TURN = re.compile(r"\n[ \t*#]*(?:Next question|Exercise [0-9]+)\b")
"""The beginning of another question, which no part of the asked one has."""

_BOX = re.compile(r"<\|(?:begin|end)_of_box\|>")
_END_OF_TURN = re.compile(
    r"(?<=\S)\s*(?:<\|[a-z_]+\|>|</s>|<(?:end_of_turn|start_of_turn|eos|bos)>)"
)
TAG_END = r"(?i:</(final_answer|answer|final|response|output|conclusion)\s?>)"
"""The end of a tag that holds an answer, with its name."""

_ANSWERED = re.compile(rf"[Ff]inal [Aa]nswer|\}}|(?:\A|\n)[ *#]*Answer\b|{TAG_END}")
_LATEX = (
    (re.compile(r"(?<=\d)\\[dt]?frac\s?\{([^{}]+)\}\s?\{([^{}]+)\}"), r" \1/\2"),
    (re.compile(r"\\[dt]?frac\s?\{([^{}]+)\}\s?\{([^{}]+)\}"), r"\1/\2"),
    (re.compile(r"\\text\{(-)\}"), r"\1"),
    (re.compile(r"\\(?:text|textbf|mathrm|mathbf|boxed|mbox)\s*\{"), "{"),
    (re.compile(r"(?<!\d)(\d\d?\d?)(?:\{,\}|\\,)(\d\d\d)(?!\d|\{,|\\,)"), r"\1,\2"),
    (re.compile(r"(?<!\d)(\d\d?)\{:\}(\d\d)(?!\d)"), r"\1:\2"),
    (re.compile(r"\\(?:quad|qquad|[,;:! ()\[\]])"), " "),
    (re.compile(r"\\(?:approx|sim|simeq)\b"), "≈"),
    (re.compile(r"\\(?:geq?|leq?)\b"), "≥"),
    (re.compile(r"\\(?:Rightarrow|rightarrow|implies|to)\b"), "\u2192"),
    (re.compile(r"[{}$]|\\(?=[\"'])"), " "),
)
_FORMULA = re.compile(r"[\\{]|\$(?:(?![0-9])|(?:19|20)[0-9][0-9]\b)")
_MARKUP = re.compile("[`#_~*]")
_EMPHASIS = re.compile(
    r"[`#]+|(?<!\w)_+|(?<!_)_+(?!\w)|~~"
    r"|(?<![0-9*])\*\*+|(?<!\*)\*\*+(?![0-9*])|(?<![0-9 )*])\*|\*(?![0-9 (*])|(?<=\S)\*(?=\s)"
)
_HTML = re.compile(r"(?i)</?(?:(b|strong)|p|em|i|u|div|span)\s?>")
_STRUCK = re.compile(r"~~[^~\n]+~~")
_NUMBER = r"\d\d?(?:st|nd|rd|th)?"
_MISSPELLED = re.compile(rf"(?<![A-Za-z])[A-Z][a-z]+(?=,? (?:{_NUMBER},? )?\d\d\d\d\b)")
"""A word where a date has its month."""

_IS = r"\s?[=:]\s?([0-9]+)"
_LABELLED = re.compile(r"(?i)\b(?:year|month|week|day|hour|minute|second)s?\s?[=:]\s?[0-9]")
_IN_PARTS = (
    (re.compile(rf"(?i)\bday{_IS}\W+month{_IS}\W+year{_IS}"), r"\3-\2-\1"),
    (re.compile(rf"(?i)\bmonth{_IS}\W+day{_IS}\W+year{_IS}"), r"\3-\1-\2"),
    (re.compile(rf"(?i)\byear{_IS}\W+month{_IS}\W+day{_IS}"), r"\1-\2-\3"),
    (
        re.compile(
            r"(?i)\b(years|months|weeks|days|hours|minutes|seconds)\s?[=:]\s?"
            r"([0-9]+(?:\.[0-9]+)?)(?=\s*(?:[,;\n](?![0-9])|and\b|\Z))"
        ),
        r"\2 \1",
    ),
)
"""Dates and amounts whose parts have labels before them, and what they are without."""


def normalize_characters(text: str) -> str:
    """Return the text with ASCII characters for look-alikes of digits, quotes, spaces and signs."""
    text = text.replace("\r\n", "\n") if "\r" in text else text
    if text.isascii():
        return text
    text = text if is_normalized("NFC", text) else normalize("NFC", text)
    text = _BEFORE_FRACTION.sub("", text).translate(_ASCII)
    if text.isascii():
        return text
    return _OTHER_DIGIT.sub(lambda digit: str(decimal(digit[0])), text)


def without_tags(text: str) -> str:
    """Return the text with Markdown or nothing for the tags that HTML has around words."""
    return _HTML.sub(lambda tag: "**" if tag[1] else "", text) if "</" in text else text


def question_text(question: QuestionView) -> str:
    """Return the question of a TempTabQA response, which can complete or rule out its answer."""
    return compact(normalize_characters(question.text)[-LONGEST_QUESTION:])


def own_turn(text: str, question: QuestionView) -> str:
    """Return the text before another question that follows in the style of few-shot prompts.

    Empty if the text begins with another question than the asked one.
    """
    if "<" in text:
        text = _BOX.sub("", text)
        if end := _END_OF_TURN.search(text):
            text = text[: end.start()]
    asked = question.text.strip()
    if asked and text.startswith(asked):
        text = text[len(asked) :]
    if another := _NEXT_TURN.search(text):
        text = text[: another.start()]
    if asked and (own := _OWN_QUESTION.match(text)):
        if not _alike(own[1], asked):
            return ""
        text = text[own.end() :]
    if not TURN.search(text):
        return text
    answered = _ANSWERED.search(text)
    found = TURN.search(text, answered.end()) if answered else None
    for another in _ANOTHER.finditer(text, 0, found.start() if found else len(text)):
        if asked and not _alike(another[1], asked):
            return text[: another.start()]
    return text[: found.start()] if found else text


def _alike(text: str, question: str) -> bool:
    """Return whether a text may be the question, by its first words."""
    first, second = (_ANY_WORD.findall(each.lower()) for each in (text, question))
    return not first or first[:8] in (second[:8], second[1:9])  # a question may begin with `Q:`


def shortened(text: str) -> str:
    """Return the beginning and the end of a long text: its middle holds no answer.

    What an object says first and last is kept, and what follows the answer to few-shot prompts.
    """
    return (
        text if len(text) <= LONGEST_ANSWER else f"{text[:HEAD]}\n\n{text[HEAD - LONGEST_ANSWER :]}"
    )


def compact(text: str) -> str:
    """Return the text with short white space, as patterns are slow in long runs of it."""
    if not _MAYBE_LONG.search(text[::8]):  # a long run has four such characters in turn
        return text
    return _LONG_SPACE.sub(lambda run: "\n" * min(2, run[0].count("\n")) or " ", text)


def unmarked(text: str) -> str:
    """Return the text with spaces for Markdown emphasis and LaTeX commands, of the same length."""
    if _FORMULA.search(text):
        for pattern, replacement in _LATEX:
            text = pattern.sub(partial(_padded, replacement), text)
    if _MARKUP.search(text):
        for pattern in (_STRUCK, _EMPHASIS):
            text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


def prepared(text: str) -> str:
    """Return the text without markup, with its months spelled right, of the same length."""
    text = unmarked(text)
    if _LABELLED.search(text):
        for pattern, order in _IN_PARTS:
            text = pattern.sub(partial(_padded, order), text)
    return _MISSPELLED.sub(lambda word: _corrected(word[0]), text)


@lru_cache(maxsize=4096)
def _corrected(name: str) -> str:
    """Return the month that a word is meant to be, in as many letters; else the word."""
    for month in difflib.get_close_matches(name, MONTHS, cutoff=0.85):  # one letter differs
        if not name.startswith(month) and name.lower() not in LEXICON:
            return (
                month[: len(name)].ljust(len(name))
                if len(month) <= len(name)
                else month[:3].ljust(len(name))
            )
    return name


def _padded(replacement: str, found: re.Match[str]) -> str:
    """Return what replaces a match, with spaces up to its length."""
    return found.expand(replacement).ljust(len(found[0]))
