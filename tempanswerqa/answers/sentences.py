"""Finds the first and last sentence of a text, and says which conclude and which are complete."""

from __future__ import annotations

import re

from tempanswerqa.answers import languages
from tempanswerqa.answers.markup import EMOJI

LONGEST_SENTENCE = 600
"""Characters at the end of a text that are searched for its last sentence."""

SENTENCE_END = re.compile(
    r"[.!?](?<!\b[acegnv]\.)(?<!\bapprox\.)(?<![0-9] (?i:hr|mo|yr)\.)"
    r"(?<![0-9] (?i:std|min|sec|sek|hrs|yrs)\.)[*\"')\]]*\s+(?=[^\W\d_]|[0-9\"'(*\-\[])"
    r"(?!(?<=[0-9]\. )(?:Jan|Feb|M[aä]r|Apr|Ma[iy]|Ju[nl]|Aug|Sep|O[ck]t|Nov|De[cz])[a-z]*"
    r" [0-9][0-9][0-9])"
    r"|\n+|[。！？]"
)
_ENDS, _MARKS = tuple(f".!?)]}}！？|{EMOJI}"), "\"'*`$\\ \n"
"""Characters that end a complete text, and marks that may follow them."""

_RESULTS = re.compile(
    r"(?i)(?:^\W*|[-\u2013,;:] ?)(?:this is|that(?:'s| is| makes| would be))\b"
    r"|\b(?:correct|final|right|accurate) (?:answer|age|year|date|number)\b"
    r"|\bwhich (?:is|was|equals|gives|makes|means|leaves|results in)\b"
    r"|\b(?:making (?:him|her|it|them)|gives|equals|in total|altogether|i'd say|we (?:use|get))\b"
    r"|=[^=]+\Z|^\W*there (?:are|is|were|was) .*\b(?:between|from|in total)\b"
    r"| so (?:he|she|it|they|the)\b"
    r"|\b(?:he|she|it|they|who) (?:was|were|is) (?:about |only )?\d+ years? old\b"
)
"""Words of a sentence that states a result, even if it is a step."""

_COURTESY = re.compile(
    r"(?i)\W*(?:however, )?(?:let me know|please|feel free|i hope|hope this|if you"
    r"|(?:would|do) you|(?:shall|should|can|could) i|want me|is there)\b"
)
_CONCLUSION = re.compile(
    r"(?i)\b(?:therefore|thus|hence|so|conclu\w+|finally|final|answer|result|total|time period"
    rf"|it follows|means?|overall|correct|infer)\b|(?<!\w){languages.CONCLUSION}"
)
"""Words of a sentence that concludes."""


def concludes(sentence: str) -> bool:
    """Return whether the sentence has words of a conclusion or of a result."""
    return any(words.search(sentence) for words in (_CONCLUSION, _RESULTS))


def complete(text: str) -> bool:
    """Return whether a text ends as a sentence, a formula or an object does."""
    return text.rstrip().endswith(("$$", "```")) or text.rstrip(_MARKS).endswith(_ENDS)


def last(text: str) -> str:
    """Return the last sentence; empty if it is truncated."""
    return last_few(text, 1)


def last_few(text: str, number: int) -> str:
    """Return the last `number` sentences; empty if the last one is truncated."""
    text = text.rstrip()
    if not complete(text):
        return ""
    tail = text[-LONGEST_SENTENCE:]
    starts = [boundary.end() for boundary in SENTENCE_END.finditer(tail)]
    if len(text) <= LONGEST_SENTENCE:
        starts.insert(0, 0)
    while len(starts) > 1 and _COURTESY.match(tail, starts[-1]):
        tail = tail[: starts.pop()]
    return tail[starts[-number:][0] :] if starts else ""
