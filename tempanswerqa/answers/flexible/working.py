"""Finds sentences that are steps, remarks or denials, which state no answer."""

from __future__ import annotations

import re

from tempanswerqa.answers.flexible import sentences
from tempanswerqa.answers.quantities import MONTHS
from tempanswerqa.answers.question_view import QuestionView

_WORKING = re.compile(
    rf"""(?ix)
      \b(?: (?:we|i|let's|let\ us|you)\ (?:can\ |now\ |first\ |then\ |also\ |will\ )?
            (?:need|have|must|should|add|subtract|count|start|begin|look|know|take|consider)
      | (?:need|have)\ to | every\ (?:[0-9]+|[a-z]+)\ (?:year|month|week|day|hour)s?
      | (?:days?|weeks?|months?|years?|hours?|minutes?|seconds?)
        \ (?:are\ |is\ )?(?:left|remain\w*|to\ go) )\b
    | \b(?:remember|recall|would\ you\ like|for\ comparison)\b
    | \b(?:{"|".join(MONTHS)})\ has\b | \bin\ a\ (?:leap\ )?(?:year|month|week|day)\b
    | ^\W*(?:if|note|assuming|suppose)\b | \?\W*\Z | ,\ but\b(?!\ not\b)(?=[^.]*\bnot\b)
    | \b(?:born|began|begun|begins|started|starts|older\ than|younger\ than)\b
    """
)
_DENIED = re.compile(
    r"(?i)\b(?:cannot|can't|could not|must not|not|n't)\s+"
    r"(?:yet\s+|be\s+|have been\s+|her\s+|his\s+|its\s+|on\s+|in\s+|until\s+|the\s+){0,4}"
    rf"(?=[0-9]|{'|'.join(MONTHS)}|last\b)(?!.*\bbut\b)"
)
_PRONOUN = re.compile(r"(?i)\W*(?:he|she|it|they|his|her|its|their|that|this)\b")
_ENGLISH = re.compile(r"(?i)\b(?:the|is|was|were|of|and|for|says?)\b")
_WORD = re.compile(r"[a-z]{3,}")
_COMMON_WORDS = (
    "the was were did does has had have how many much what which when year years month months day"
    " days hour hours date minute minutes second seconds long old and for from with that this her"
    " his its she they between until after before answer explanation json number return give keys"
)
_COMMON = frozenset(_COMMON_WORDS.split())


def is_step(sentence: str, question: QuestionView) -> bool:
    """Return whether a sentence is part of the working, a general remark or a denial.

    Working that the question mentions too, such as a birth, and working before a result do not
    count.
    """
    if _DENIED.search(sentence):
        return True
    own = question.text.lower().replace("birth", "born")
    for working in _WORKING.finditer(sentence):
        sought = len(working[0]) > 1 and working[0].lower() in own
        if not sought and not sentences.RESULTS.search(sentence, working.end()):
            return True
    return False


def answers(sentence: str, question: QuestionView) -> bool:
    """Return whether a sentence may be an answer: it has words of the question or a pronoun."""
    if not question.text or _PRONOUN.match(sentence) or not _ENGLISH.search(sentence):
        return True
    return speaks_of(sentence, question) > 0


def speaks_of(sentence: str, question: QuestionView) -> int:
    """Return the number of words of the question, without common ones, in the sentence."""
    own, known = (set(_WORD.findall(text.lower())) - _COMMON for text in (sentence, question.text))
    return len(own & known)
