"""Finds the last sentences of a text, and determines which conclude and which are complete."""

from __future__ import annotations

import re

from tempanswerqa.answers import languages
from tempanswerqa.answers.markup import EMOJI

LONGEST_SENTENCE = 600
"""Number of characters at the end of a text that are searched for its last sentence."""

SENTENCE_END = re.compile(
    r"[.!?](?<!\b[acegnv]\.)(?<!\bapprox\.)(?<![0-9] (?i:hr|mo|yr)\.)"
    r"(?<![0-9] (?i:std|min|sec|sek|hrs|yrs)\.)[*\"')\]]*\s+(?=[^\W\d_]|[0-9\"'(*\-\[])"
    r"(?!(?<=[0-9]\. )(?:Jan|Feb|M[aä]r|Apr|Ma[iy]|Ju[nl]|Aug|Sep|O[ck]t|Nov|De[cz])[a-z]*"
    r" [0-9][0-9][0-9])"
    r"|\n+|[。！？]"
)
_ENDS, _MARKS = tuple(f".!?)]}}！？|{EMOJI}"), "\"'*`$\\ \n"
"""Characters that end a complete text, and marks that may follow them."""

_COURTESY = re.compile(
    r"(?i)\W*(?:however, )?(?:let me know|please|feel free|i hope|hope this|if you"
    r"|(?:would|do) you|(?:shall|should|can|could) i|want me|is there)\b"
)
_SOURCE = re.compile(r"(?i)\W*(?:(?:sources?|references?|confidence)\W*:|(?<=\[)[0-9]+\])")
_CONCLUSION = re.compile(
    r"(?i)\b(?:therefore|thus|hence|so|conclu\w+|finally|final|answer|result|total|time period"
    rf"|it follows|means?|overall|correct|infer)\b|(?<!\w){languages.CONCLUSION}"
    r"|(?:^\W*|[-\u2013,;:] ?)(?:this is|that(?:'s| is| makes| would be))\b"
    r"|\b(?:right|accurate) (?:answer|age|year|date|number)\b"
    r"|\bwhich (?:is|was|equals|gives|makes|leaves|results in)\b"
    r"|\b(?:making (?:him|her|it|them)|gives|equals|altogether|i'd say|we (?:use|get))\b"
    r"|=[^=]+\Z|^\W*there (?:are|is|were|was) .*\bbetween\b"
    r"|\b(?:he|she|it|they|who) (?:was|were|is) (?:about |only )?\d+ years? old\b"
)
"""Words of a sentence that concludes, or states even an intermediate result."""


def concludes(sentence: str) -> bool:
    """Return whether the sentence has words of a conclusion."""
    return bool(_CONCLUSION.search(sentence))


def complete(text: str) -> bool:
    """Return whether a text ends like a sentence, a formula or an object."""
    return text.rstrip().endswith(("$$", "```")) or text.rstrip(_MARKS).endswith(_ENDS)


def last(text: str, number: int = 1) -> str:
    """Return the last `number` sentences; empty if the last one is truncated."""
    text = text.rstrip()
    if not complete(text):
        return ""
    tail = without_courtesies(text[-LONGEST_SENTENCE:])
    starts = [boundary.end() for boundary in SENTENCE_END.finditer(tail.rstrip())]
    if len(text) <= LONGEST_SENTENCE:
        starts.insert(0, 0)
    return tail[starts[-number:][0] :] if starts else ""


def without_courtesies(text: str) -> str:
    """Return a text without offers, sources and certainties at its end."""
    starts = [boundary.end() for boundary in SENTENCE_END.finditer(text.rstrip())]
    end = len(text)
    while starts:
        start = starts.pop()
        courtesy = _COURTESY.match(text, start) and not any(map(str.isdecimal, text[start:end]))
        if not courtesy and not _SOURCE.match(text, start):
            break
        end = start
    return text[:end]
