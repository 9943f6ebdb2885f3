"""Finds the first and last sentence, and which conclude, deny, refuse, check or are steps."""

from __future__ import annotations

import re

from tempanswerqa.answers import languages
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.paper_scoring import MONTHS

LONGEST_SENTENCE = 600
"""Characters at the end of a text that are searched for its last sentence."""

_SENTENCE_END = re.compile(
    r"[.!?](?<!\b[acegnv]\.)(?<!\bapprox\.)(?<![0-9] (?i:hr|mo|yr)\.)"
    r"(?<![0-9] (?i:std|min|sec|sek|hrs|yrs)\.)[*\"')\]]*\s+(?=[A-Z0-9\"'(*\-])"
    r"(?!(?<=[0-9]\. )(?:Jan|Feb|M[aä]r|Apr|Ma[iy]|Ju[nl]|Aug|Sep|O[ck]t|Nov|De[cz])[a-z]*"
    r" [0-9][0-9][0-9])"
    r"|\n+"
)
_ENDS, _MARKS = (".", "!", "?", ")", "]", "}"), "\"'*`$\\"
"""Characters that end a complete text, and marks that may follow them."""

_ENDED = re.compile(r"[\w\u093a-\u094d][*\"')\]`$]*[.!?][\"'*`)]*$")
_CALCULATED = re.compile(r"(?:(?<!day )[=≈+*×÷]|\s[-/])\s?\$?[0-9,]+\.\**$")
BRACKETS = re.compile(r"(?:\n|(?<=[.!?])[ ])\s*\([^()\n]*\)\Z")
"""A last sentence in brackets."""
RESULTS = re.compile(
    r"(?i)(?:^\W*|[-\u2013,;:] ?)(?:this is|that(?:'s| is| makes| would be))\b"
    r"|\b(?:correct|final|right|accurate) (?:answer|age|year|date|number)\b"
    r"|\bwhich (?:is|was|equals|gives|makes|means|leaves|results in)\b"
    r"|\b(?:making (?:him|her|it|them)|gives|equals|in total|altogether|i'd say|we (?:use|get))\b"
    r"|=[^=]+\Z|^\W*there (?:are|is|were|was) .*\b(?:between|from|in total)\b"
    r"| so (?:he|she|it|they|the)\b"
    r"|\b(?:he|she|it|they|who) (?:was|were|is) (?:about |only )?\d+ years? old\b"
)
"""Words of a sentence that states a result, even if it is a step."""

ITEM = re.compile(r"\s*(?:[-*•+]|[0-9][0-9]?[.)])\s")
_ADDED = re.compile(r"(?<![\d.])(\d+)\s?([-+])\s?(\d+)\s?=\s?(\d+)\.\**$")
CHECK = re.compile(
    r"(?i)\n\s*(?:[^\w\n]*(?:(?:let me|to) (?:verify|check|confirm)\b|verifying|checking"
    r"|(?:is|does) (?:this|that|it)\b|(?:as a |quick |sanity )?(?:check|verification)\b"
    r"|(?:note|explanation|reasoning|source|why|summary|working|here (?:is|are) the"
    r"|breakdown)s?\b[^\n:]*:)"
    r"|(?:---\s*\n\s*)?(?:\*[^*\n]+\*|\([^()\n]+\))\s*\Z)"
    r"|\n\n[^\n?]+\?\s*\Z"
)
"""The beginning of a check of the answer, or of a remark after it."""


_COURTESY = re.compile(
    r"(?i)\W*(?:however, )?(?:let me know|please|feel free|i hope|hope this|if you"
    r"|(?:would|do) you|(?:shall|should|can|could) i|want me|is there)\b"
)
_DENIAL = re.compile(r"(?i)\b(?:incorrect|wrong|not (?:correct|right|possible))\W*$")

_UP_TO_TWO = r"(?:\w+\ ){0,2}"
CALLED_WRONG = (
    r"(?:that|this|it|which|so [0-9]+) (?:is|was) "
    r"(?:wrong|incorrect|a mistake|not (?:right|correct))"
)
"""A pattern of words that call what stands before them wrong."""

_SAYS = r"(?:(?:giv|stat|list|say|mention|show|contain|provid|includ)(?:e?s|e)?)"
REFUSAL = re.compile(
    rf"""(?ix)
    \b (?: (?: cannot | can\ not | can't | could\ not | couldn't)(?!\ have)
    | unable | impossible | insufficient | not\ in\ the\ (?:table|data|text|list)
    | (?:not|(?:is|are|was|were)n't)\ {_UP_TO_TWO}
        (?: possible | enough | sufficient | available | clear | provided? | specif(?:y|ied)
        | given? | mention(?:ed)? | stated? | recorded | list(?:ed)? | found
        | includ\w* | contain\w* | known | determin\w+
        | indicat\w+ | answer\w* | present | able | dated | directly | information )
    | undetermined | indeterminate | uncertain | undefined | null
    | unknown | unspecified | unclear | none | unanswerable | n/a | lacks? | neither\ the
    | but\ no\ \w+ | no\ {_UP_TO_TWO}(?: information | data | mention | records? | answer
        | evidence | details? | dates? | years? | way | entry | such )
    | only\ {_SAYS} | {_SAYS}\ only
    | (?:does|do|did)(?:\ not|n't)\ (?: {_SAYS} | tell | specify | know ) )(?!\w)
    """
)
"""Words that say that there is no answer."""

_WITHHELD = re.compile(
    r"""(?ix)
    (?: \bnot | \bnever | n't ) \s (?:\w+\s){0,2}?
      (?: tell | told | say | said | mention(?:ed)? | shared? | report(?:ed)? | record(?:ed)?
        | cover | know | find | have\s(?:the|any|that|its)
        | come\sup | see\sany | sure\sabout | in\s(?:my|our|your) )\b
    | \bnothing\s(?:about|on)\b
    | \bno\s (?: note | record | mention | message | entry | trace | memory )s?\b
    | \b(?: not | nothing | can't\s(?:say|tell) | only\s(?:know|said|told|have) )\b
      .{0,99} \b(?:how|when|whether|which)\b
    | \bif\b .{0,99} \bwould\shave\b | \bleft\sopen\b
    | \b(?: ne\ssais\spas | no\sme\shas\sdicho | no\ssé | non\sso | weiß\s(?:ich\s)?nicht ) \b
    | 没有(?:告诉|提到|说)
    """
)
"""Words that say that something is not known, or only what would have been."""

CONCLUSION = re.compile(
    r"(?i)\b(?:therefore|thus|hence|so|conclu\w+|finally|final|answer|result|total|time period"
    rf"|it follows|means?|overall|correct|infer)\b|(?<!\w){languages.CONCLUSION}"
)
"""Words of a sentence that concludes."""


def refuses(text: str) -> bool:
    """Return whether the text, without its parentheses, says that there is no answer."""
    return bool(REFUSAL.search(re.sub(r"\([^()]*\)|, though\b.*", "", text)))


def withholds(text: str) -> bool:
    """Return whether the text says that it is not known what is asked."""
    return bool(_WITHHELD.search(text))


def denies(sentence: str) -> bool:
    """Return whether the sentence calls itself wrong at its end."""
    return bool(_DENIAL.search(sentence))


def concludes(sentence: str) -> bool:
    """Return whether the sentence has words of a conclusion or of a result."""
    return any(words.search(sentence) for words in (CONCLUSION, RESULTS, _SUMMED_UP))


def complete(text: str) -> bool:
    """Return whether the text ends as a sentence does."""
    return text.rstrip().rstrip(_MARKS).endswith(_ENDS)


def ended(sentence: str) -> bool:
    """Return whether a sentence has its full stop after a word or number, without an open sum.

    A list item is a step; a number after an operator may be truncated at its decimal point.
    """
    sentence = sentence.rstrip()
    if not _ENDED.search(sentence) or ITEM.match(sentence):
        return False
    if right := _ADDED.search(sentence):  # a sum of whole numbers lost no decimals
        first, second, result = int(right[1]), int(right[3]), int(right[4])
        if result == (first + second if right[2] == "+" else first - second):
            return True
    return not _CALCULATED.search(sentence)


def first(text: str) -> str:
    """Return the text up to the end of its first sentence."""
    end = _SENTENCE_END.search(text)
    return text[: end.start() + 1] if end else text


def last(text: str) -> str:
    """Return the last sentence; empty if it is truncated."""
    return last_few(text, 1)


def last_few(text: str, number: int) -> str:
    """Return the last `number` sentences; empty if the last one is truncated."""
    text = text.rstrip()
    if not complete(text):
        return ""
    tail = text[-LONGEST_SENTENCE:]
    starts = [boundary.end() for boundary in _SENTENCE_END.finditer(tail)]
    if len(text) <= LONGEST_SENTENCE:
        starts.insert(0, 0)
    while len(starts) > 1 and _COURTESY.match(tail, starts[-1]):
        tail = tail[: starts.pop()]
    return tail[starts[-number:][0] :] if starts else ""


_WORKING = re.compile(
    rf"""(?ix)
      \b(?: (?:we|i|let's|you)\ (?:can\ |now\ |first\ |then\ )?
            (?:need|have|must|add|subtract|count|start|look|know|take) | (?:need|have)\ to
            | every\ \w+\ (?:year|month|week|day|hour)s? )\b
    | \b(?:days?|years?|hours?)\ (?:left|remain\w*)\b | \b(?:{"|".join(MONTHS)})\ has\b
    | ^\W*(?:if|note|assuming|suppose)\b | ,\ but\b(?!\ not\b)(?=.*\bnot\b)
    | \b(?:born|began|begun|begins|started|starts|older\ than|younger\ than)\b
    """
)
_PLANS = re.compile(r"(?i)\b(?:we|i|let's|you|need|must|add|subtract|count)\b")
_SUMMED_UP = re.compile(r": [0-9][0-9,.]* (?:years|months|weeks|days|hours|minutes|seconds)\W*\Z")
_COUNTED = re.compile(r"(?<=[0-9a-z]) if (?:we|you|one) count\b.*")
_SUBORDINATE = re.compile(r"[0-9],? [^(]*\b(?:after|before|since|when) [^,(]*\Z")
_ORDINAL = re.compile(r"\b(?:first|second|third|last)\b")
_AGED = re.compile(
    r"\b(?:(?:was|is) (?:about |only )?\d+ years? old|age of \d+"
    r"|age\b[^.,]* (?:was|is) \d+)\b"
)
_FIRST = re.compile(r"(?i)^\W*(?:first,|let(?:'s| us)\b)|\bfirst:")
_DENIED = re.compile(
    r"(?i)(?:\b(?:cannot|(?<!\d, )not)|n't)\s+(?:(?:be|on|in|until|the)\s+)*"
    rf"(?=[0-9]|{'|'.join(MONTHS)})(?!.*\bbut\b)"
)
_PRONOUN = re.compile(r"(?i)\W*(?:he|she|it|they|his|her|its|their|that|this)\b")
_ENGLISH = re.compile(r"(?i)\b(?:the|is|was|were|of|and|for|says?)\b")
_STEM_WORD = re.compile(r"[a-z][a-z]+")
_COMMON_WORDS = (
    "an as at by he in is it my no of on or so to we the was were did does has had have how many"
    " much what which when year years month months day days hour hours date minute minutes second"
    " seconds long old and for from with that this her his its she they between until after before"
    " answer explanation json number return give keys"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_MONTH_STEMS = {month[:length].lower() for month in MONTHS for length in (3, 4)}
_STEM = 4
"""First letters by which two words are the same: `closed`, `closure`."""


def is_step(sentence: str, question: QuestionView) -> bool:
    """Return whether a sentence is part of the working, a general remark or a denial.

    Working that the question mentions too, such as a birth, and working before a result do not
    count.
    """
    if _DENIED.search(sentence) or _FIRST.search(sentence):
        return True
    own = question.text.lower().replace("birth", "born").replace("begin", "began")
    ordinals, asked = (set(_ORDINAL.findall(text.lower())) for text in (sentence, question.text))
    if ordinals and asked and ordinals.isdisjoint(asked):
        return True
    for working in _WORKING.finditer(_COUNTED.sub("", sentence)):
        sought = working[0].lower() in own
        sought = sought or bool(_SUBORDINATE.search(sentence, 0, working.start()))
        stated = RESULTS.search(sentence, working.end()) or _AGED.search(sentence, working.end())
        if not (sought or stated or (_SUMMED_UP.search(sentence) and not _PLANS.search(sentence))):
            return True
    return False


def answers(sentence: str, question: QuestionView) -> bool:
    """Return whether a sentence may be an answer: it has words of the question or a pronoun."""
    if not question.text or _PRONOUN.match(sentence) or not _ENGLISH.search(sentence):
        return True
    sought = stems(question.text.lower())
    return sought <= _MONTH_STEMS or not sought.isdisjoint(stems(sentence.lower()))


def restates(sentence: str, question: QuestionView) -> bool:
    """Return whether a sentence has all words of the question but for names and common words."""
    sought = stems(re.sub(r"\b[A-Z]\w*", "", question.text))
    return len(sought) > 1 and sought <= stems(sentence.lower())


def stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _STEM_WORD.findall(text) if word not in _COMMON}
