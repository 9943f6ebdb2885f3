"""Removes markup, look-alike characters and other turns from response text."""

from __future__ import annotations

import re
from functools import partial
from unicodedata import decimal, is_normalized, normalize

from tempanswerqa.answers.question_view import QuestionView

LONGEST_ANSWER, HEAD = 16_000, 4_000
"""Maximum number of characters read, and how many of them from the beginning of a text."""

_LONG_SPACE, _MAYBE_LONG = re.compile(r"\s{32,}"), re.compile(r"\s{4}")
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
    **{sign: normalize("NFKC", f" {sign}").replace("\u2044", "/") for sign in "¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"},
}
_ASCII = str.maketrans(_LOOK_ALIKES)
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
_RAISED_POINT = re.compile("(?<=[0-9])\u00b7(?=[0-9])")
EMOJI = "".join(map(chr, (*range(0x2600, 0x27C0), 0xFE0F, *range(0x1F300, 0x1FB00))))
_NEXT = r"(?:Question|Q|User|Human|Input|Instruction|Example|Problem|Table|Task)\s?#?[0-9]*\s?"
TURN = re.compile(
    rf"\n(?:[ \t*]*(?:\[{_NEXT}\]|#+\s?{_NEXT}(?:[:*]|\n)|{_NEXT}\**:)|##+\s*\n"
    r"|(?:user|human|assistant|model)\s*\n|(?:Example|Question|Problem)\s?[0-9]+\s*\n"
    r"|(?:[0-9]+[.)]\s)?(?:How|What|When|Which|Who|(?:In|On|At|For|After|Before) (?:wh|how))"
    r"[^\n?]+\?\s*(?:\n|\Z))"
)
"""The beginning of another question in a response."""

_ANOTHER = re.compile(
    r"(?i)\n[ \t*#]*(?:next )?(?:question|q|instruction|user|human):\**\s*([^\n]{0,40})"
)
"""Another question, but not a numbered part of the question asked."""

_END_OF_TURN = re.compile(
    r"(?<=\S)\s*(?:<\|(?!begin_of_box)[a-z_]+\|>|</s>|<(?:end_of_turn|start_of_turn|eos|bos)>)"
)
TAG_END = r"(?i:</(final_answer|answer|final|response|output|conclusion)\s?>)"
"""The end of a tag that holds an answer, with its name."""

_ANSWERED = re.compile(rf"[Ff]inal [Aa]nswer|\}}|(?:\A|\n)[ *#]*Answer\b|{TAG_END}")
_LATEX = (
    (re.compile(r"(?<=\d)\\[dt]?frac\s?\{([^{}]+)\}\s?\{([^{}]+)\}"), r" \1/\2"),
    (re.compile(r"\\[dt]?frac\s?\{([^{}]+)\}\s?\{([^{}]+)\}"), r"\1/\2"),
    (re.compile(r"\\(?:text|textbf|mathrm|mathbf|boxed|mbox)\s*\{"), "{"),
    (re.compile(r"(?<!\d)(\d\d?\d?)(?:\{,\}|\\,)(\d\d\d)(?!\d|\{,|\\,)"), r"\1,\2"),
    (re.compile(r"(?<!\d)(\d\d?)\{:\}(\d\d)(?!\d)"), r"\1:\2"),
    (re.compile(r"\\(?:quad|qquad|[,;:! ()\[\]])"), " "),
    (re.compile(r"\\(?:geq?|leq?)\b"), "≥"),
    (re.compile(r"[{}$]|\\(?=[\"'])"), " "),
)
_FORMULA = re.compile(r"[\\{]|\$(?:(?![0-9])|(?:19|20)[0-9][0-9]\b)")
_REFERENCE = re.compile(r"【[^】\n]{0,60}】|(?<=\b[12][0-9]{3})[¹²³⁴⁵⁶⁷⁸⁹]+")
_MARKUP = re.compile("[`#_~*]")
_EMPHASIS = re.compile(
    r"~~[^~\n]+~~|[`#]+|(?<!\w)_+|(?<!_)_+(?!\w)|~~"
    r"|(?<![0-9*])\*\*+|(?<!\*)\*\*+(?![0-9*])|(?<![0-9 )*])\*|\*(?![0-9 (*])|(?<=\S)\*(?=\s)"
)
_LABELLED = re.compile(
    r"(?i)\b(years|months|weeks|days|hours|minutes|seconds)\s?[=:]\s?"
    r"([0-9]+(?:\.[0-9]+)?)(?=\s*(?:[,;\n](?![0-9])|and\b|\Z))"
)
"""A part of an amount after its unit."""


def normalize_characters(text: str) -> str:
    """Return the text with ASCII in place of look-alike digits, quotes, spaces and signs."""
    text = text.replace("\r\n", "\n") if "\r" in text else text
    if text.isascii():
        return text
    text = text if is_normalized("NFC", text) else normalize("NFC", text)
    text = text.translate(_ASCII)
    if text.isascii():
        return text
    text = _RAISED_POINT.sub(".", text)
    return _OTHER_DIGIT.sub(lambda digit: str(decimal(digit[0])), text)


def own_turn(text: str, question: QuestionView) -> str:
    """Return the text before a further question in the style of few-shot prompts."""
    if "<" in text and (end := _END_OF_TURN.search(text)):
        text = text[: end.start()]
    asked = question.text.strip()
    if asked and text.startswith(asked):
        text = text[len(asked) :]
    if TURN.search(text) and (answered := _ANSWERED.search(text)):
        turn = TURN.search(text, answered.end())
        text = text[: turn.start()] if turn else text
    others = (found.start() for found in _ANOTHER.finditer(text) if found[1].strip() not in asked)
    return text[: next(others, None)] if asked else text


def shortened(text: str) -> str:
    """Return the beginning and the end of a long text, whose middle has no answer.

    The beginning and end of an object are kept, and what follows the answer to few-shot prompts.
    """
    return (
        text if len(text) <= LONGEST_ANSWER else f"{text[:HEAD]}\n\n{text[HEAD - LONGEST_ANSWER :]}"
    )


def compact(text: str) -> str:
    """Return the text with shortened white space, as patterns are slow on long runs of it."""
    if not _MAYBE_LONG.search(text[::8]):  # a long run leaves four such characters in a row
        return text
    return _LONG_SPACE.sub(lambda run: "\n" * min(2, run[0].count("\n")) or " ", text)


def unmarked(text: str) -> str:
    """Return the text with emphasis, LaTeX and references replaced by as many spaces."""
    if not text.isascii():
        text = _REFERENCE.sub(lambda found: " " * len(found[0]), text)
    if _FORMULA.search(text):
        for pattern, replacement in _LATEX:
            text = pattern.sub(partial(_padded, replacement), text)
    if _MARKUP.search(text):
        text = _EMPHASIS.sub(lambda found: " " * len(found[0]), text)
    return text


def prepared(text: str) -> str:
    """Return the text with markup and labels of amounts blanked, at the same length."""
    return _LABELLED.sub(partial(_padded, r"\2 \1"), unmarked(text))


def _padded(replacement: str, found: re.Match[str]) -> str:
    """Return the replacement of a match, padded with spaces to its length."""
    return found.expand(replacement).ljust(len(found[0]))
