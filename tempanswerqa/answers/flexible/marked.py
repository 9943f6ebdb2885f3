"""Finds answers that are marked by a tag or a correction, or that are the whole response."""

from __future__ import annotations

import math
import re
from collections import deque

from tempanswerqa.answers.flexible import (
    fields,
    numbers,
    objects,
    quantity,
    read_durations,
    sentences,
)
from tempanswerqa.answers.flexible.months import NAMES, english
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.flexible.text import TAG_END, unmarked
from tempanswerqa.answers.flexible.value import Value
from tempanswerqa.answers.flexible.working import is_step
from tempanswerqa.answers.markers import last_match

_TAG_END = re.compile(TAG_END)
_CHILD = re.compile(r"<([a-zA-Z_]{1,20})\s?>([^<>]{0,200})</\1\s?>")
_CUE = re.compile(
    r"\b(?:wait|correction|corrected|actually|edit|erratum|sorry|apolog\w+|scratch that"
    r"|hold on|oops|(?:on|upon) (?:second thought|closer|re)|mistake|typo|wrong|incorrect|hmm"
    r"|let me (?:re|correct)"
    r"|i (?:made|was wrong|miscount\w*|misread|forgot)"
    r"|double[- ]check|re-?check\w*|recount|let me (?:verify|check))\b"
)
"""Words, in lower case, that introduce a correction."""

_PLAIN_CUES = ("scratch that", "correction:", "edit:")
"""The only words that introduce a correction before an answer was marked."""

_STRONG = re.compile(
    r"(?i)\b(?:wait|correction|actually|edit|oops|sorry|apolog\w+|mistake|wrong|scratch that"
    r"|miscount\w*)\b"
)
_WRONG = re.compile(
    r"(?i)\b(?:that|this|it|which) (?:is|was) (?:wrong|incorrect|a mistake|not (?:right|correct))"
    r"|\bi made (?:a|an) (?:mistake|error)|\bcorrect answer is not\b|\bcorrect answer is\W*\Z"
)
_OF_ANOTHER = re.compile(r"(?i)\b(?:year|date|if|more|fewer|less)\b")
"""Words of corrections of something else than the answer, or under a condition."""

_BEGINNING = re.compile(r"[.\n:]")
WITHDRAWN = Value(math.nan, "withdrawn")
"""The value of a response that takes its answer back."""

_CHANGED = re.compile(
    r"(?i)\b(?:(?:correct(?:ed)?|final|right|actual|new|revised|proper|true)\s+"
    r"(?:answer|value|result|date|day|number|age|time|year|total|duration|count|figure)"
    r"[\"'`*]{0,3}(?:\s+(?:is|should be|would be|must be|was|has to be)\b:?|\s?:)"
    r"|\b(?:it|that|this|answer|result|value|date|age|year|number|total|count)[\"'`*]{0,3}\s+"
    r"(?:should|must|has to|ought to)\s+(?:be|read|have been)\b"
    r"|\b(?:scratch that|correction|edit|erratum)\s?[:,]\**|\bmake that\b"
    r"|\b(?:the|my) answer (?:is|must be|becomes)\b)"
)
"""Words before a corrected answer."""

_ANSWER_IS = re.compile(
    r"(?i)(?:\b(?:answer|age|difference|total|duration|result|number of \w+)\b[^=]{0,80}?"
    r"\b(?:is|be|was|equals)|\bwhich (?:is|gives(?: us)?|equals)"
    rf"|\bwe (?:use|get)|=)\s*(?=-?[0-9]|{numbers.WORD}\b)"
)
AGE = re.compile(
    r"(?i)\b(?:was|were|is|aged?|at|age of|turned)\s+(?:about |only |just )?([1-9][0-9]{0,2})"
    r"(?=\s(?:at|when|in|on|during|as|by|then|old)\b|[.,]|\s*\Z)"
)
"""An age may lack its unit, as in `He was 31 at the cup`."""

_LONGEST = 80
_LONGEST_CHANGE = 300
_LONGEST_TAG = 4_000
_MOST_CHANGES = 5
_BESIDE_NUMBERS = (
    "and about approximately approx around roughly circa ca c exactly mid early late bc bce ad ce b"
    " a d e of the st nd rd th old same next previous following later t am pm p x z half on in at"
)
_UNIT_WORDS = {*quantity.NAMES, *_BESIDE_NUMBERS.split()}
_BOLD = re.compile(r"\n\n\*\*([^*\n]{1,80})\*\*\.?\Z")
"""The last paragraph may be bold."""

_WORD = re.compile(r"[^\W\d_]+")


def tagged(reply: Reply) -> Value | None:
    """Return the value in the last `<answer>...</answer>`, or another tag of `TAG_END`."""
    if "</" not in reply.text or not (last := last_match(_TAG_END, reply.text)):
        return None
    start = reply.lower.rfind(f"<{last[1].lower()}>", 0, last.start())
    if start < 0 or "final answer" in reply.lower[last.end() :]:
        return None
    inner_start = reply.text.index(">", start) + 1
    reply.reads_at(inner_start, last.start())
    inner = reply.text[inner_start : last.start()][:_LONGEST_TAG]
    if children := {child[1]: child[2].strip() for child in _CHILD.finditer(inner)}:
        return fields.read(children, reply, "")
    if given := objects.valid(inner):
        return fields.read(given[-1].fields, reply, given[-1].explanation)
    return reply.line(inner.strip()) or reply.sentence(sentences.last(inner))


def corrected(reply: Reply) -> Value | None:
    """Return the last correction of an answer that the response has given.

    `WITHDRAWN` if the response takes the answer back and gives no other.
    """
    end = _answered(reply)
    if end is None or not (end or any(word in reply.lower for word in _PLAIN_CUES)):
        return None
    cue = _CUE.search(reply.lower, end)
    if cue is None:
        return None
    behind = reply.text[cue.start() :]
    if strong := _STRONG.search(behind):
        sentence = sentences.last(behind)
        concludes = sentences.CONCLUSION.search(sentence) and not is_step(sentence, reply.question)
        if value := concludes and said(reply, sentence):
            return value
    for change in reversed(deque(_CHANGED.finditer(behind), maxlen=_MOST_CHANGES)):
        stated = sentences.first(behind[change.end() :][:_LONGEST_CHANGE].strip())
        sentence = _BEGINNING.split(behind[: change.start()])[-1] + change[0] + stated
        if not reply.is_dated and _OF_ANOTHER.search(sentence):
            continue
        if value := reply.line(stated) or reply.sentence(stated):
            return value
    return WITHDRAWN if strong and _WRONG.search(reply.text, end) else None


def _answered(reply: Reply) -> int | None:
    """Return where the last marked answer ends; None if none is marked."""
    if reply.is_tot and (reply.objects or reply.goes_on):
        if not reply.objects or not reply.objects[-1].closed:
            return None
        return max(0, reply.objects[-1].end - reply.begun)
    place = max(reply.lower.rfind("final answer"), reply.lower.rfind("answer:"))
    if place < 0:
        return 0
    end = reply.text.find("\n", place)
    return min(place + len("final answer"), len(reply.text)) if end < 0 else place


def bare(reply: Reply) -> Value | None:
    """Return the value of a response, or of a last paragraph in bold, that is only a value."""
    if reply.goes_on:
        return None
    text = reply.text.strip()
    if len(text) <= 2 * _LONGEST and read_durations.lettered(text):
        return reply.together(text.replace("\n", ", "))
    if (bold := _BOLD.search(text)) and states_alone(bold[1]):
        return reply.line(bold[1])
    first = text.partition("\n\n")[0]
    first = first[2:] if first.startswith("> **") else first  # a quotation, and no bound
    if len(first) > _LONGEST or "\n" in first:
        return None
    return reply.line(first) if states_alone(first) else None


def states_alone(text: str) -> bool:
    """Return whether a text has only numbers, units and names of months, as `14 years old.`"""
    words = _WORD.findall(english(unmarked(text)).lower())
    known = all(word in _UNIT_WORDS or word in NAMES or numbers.is_word(word) for word in words)
    return known and (bool(words) or any(map(str.isdigit, text)))


def said(reply: Reply, sentence: str) -> Value | None:
    """Return the value of a sentence that is marked as the answer."""
    return reply.sentence(sentence) or stated_number(reply, sentence)


def stated_number(reply: Reply, sentence: str) -> Value | None:
    """Return the bare number at the end of a sentence marked as the answer: `his age is 27.`"""
    if reply.asks_age and len(ages := set(AGE.findall(sentence))) == 1:
        return Value(float(ages.pop()), "number")
    last = last_match(_ANSWER_IS, sentence)
    if last is None or reply.is_dated:
        return None
    found = reply.line(sentence[last.end() :])
    if found and found.notation == "number" and isinstance(found.value, float):
        return None if 1000 <= found.value < 2100 else found  # years do not count here
    return found
