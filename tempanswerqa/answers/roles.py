"""Tells from the words around quantities how a text states them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tempanswerqa.answers.quantity import Candidate, Role
from tempanswerqa.answers.tokens import Sentence, words
from tempanswerqa.units import DAY, TIME_UNITS

_POINTS = ("date", "month", "year", "clock", "moment")
_BESIDE = words(
    "on in at date year day month years el la le l' les los las den dem der im am en em um à au du"
    " d' de del i that the of"
)
"""Words between a quantity and those that say how it is stated."""

_NOT_OF_AMOUNTS = words("the of in on at")
_SPANS = words("week weekend fortnight weeks wochenende")
_NEAR = words(
    "shortly soon right immediately just sometime time weekend night morning evening afternoon long"
    " moment eve"
)
_RATES = words("/ per each every pro par")
_OVER = words("over within under below above beyond inside")
_DIRECT = words(
    "for was is took lasted takes lasts just well of it's been in lived served it be slightly"
)
"""Words before `over` and the like where they tell a bound, and no place."""

_BETWEEN = words("between both either entre zwischen from")
_SKIPPED = words("the from on at in also * ( about approximately roughly nearly")
_DASHES = ("-", "–", "~", "/", "\u301c")
_QUOTES = tuple("\"'*)")
_ENDS = (",", ";", ".", "(", ")", "\n", "is")
_ANCHORS = ("before", "after", "prior to", "following", "from")
_MONTH = 30.4375 * DAY
"""The mean length of a month in seconds, to tell whether two amounts are about the same."""


def set_roles(sentence: Sentence, found: Sequence[Candidate]) -> None:
    """Set the role of each quantity of a text."""
    for one in found:
        _look_before(sentence, one, found)
        _look_after(sentence, one, found)
    for first, second in pairwise(found):
        _relate(sentence, first, second)


def _look_before(sentence: Sentence, one: Candidate, found: Sequence[Candidate]) -> None:
    is_point, about = one.kind in _POINTS, False
    for k in range(one.first - 1, max(-1, one.first - 7), -1):
        word, means = sentence.t[k].text, sentence.t[k].means
        if sentence.t[k].kind == "sign":
            if word in "~≈":
                about = True
            elif word in "≥≤±" or (word in "<>" and not sentence.is_tag(k)):
                one.role = "bound"
            elif word not in _QUOTES and not (word == "=" and sentence.word(k - 1) in (">", "<")):
                break
        elif word == "at" and one.kind == "clock" and k == one.first - 1:
            one.marks.add("at")
        elif word == "from" and one.kind == "clock":
            one.role = "bound"
        elif word in _OVER and not is_point:
            if not (
                k
                and sentence.t[k - 1].kind in ("word", "words", "scaled")
                and sentence.word(k - 1) not in _DIRECT
            ):
                one.role, one.noun = "bound", word
        elif "bound" in means and ("edge" in means or not is_point):
            one.role = "bound"
        elif "edge" in means and is_point:
            one.role = "relative" if _is_offset(sentence, k, found) else "bound"
            one.noun = word
            one.marks |= {"since"} & {word}
        elif "not" in means:
            one.role = "denied"
        elif "about" in means:
            about = True
        elif word in _SPANS and one.kind in ("date", "moment"):
            one.role = "relative"
        elif not (
            "exactly" in means
            or "weekdays" in means
            or (word in _BESIDE and (is_point or word not in _NOT_OF_AMOUNTS))
        ):
            break
        if one.role != "exact":
            return
    if about and one.role == "exact":
        one.role = "about"


def _look_after(sentence: Sentence, one: Candidate, found: Sequence[Candidate]) -> None:
    is_point, j = one.kind in _POINTS, one.after
    while sentence.word(j) in _QUOTES:
        j += 1
    j += sentence.word(j) == "-" and sentence.word(j + 1) in ("odd", "plus")
    word, following = sentence.word(j), sentence.word(j + 1)
    means = sentence.t[j].means if j < sentence.n else {}
    goes_on = word == "plus" and following[:1].isalnum()
    bounded = "bound_after" in means and not goes_on and not (is_point and "later" in means)
    if word in ("is", "was") and following in ("not", "wrong", "incorrect"):
        one.role = "denied" if one.role == "exact" else one.role
    elif word in ("minus", "short of") or (word == "+" and is_point):
        for other in found:
            if other is one or other.first in (j, j + 1):
                other.role = "relative"
    elif bounded or (word == "+" and not following[:1].isdigit()):
        one.role = "bound"
    elif is_point:
        if "edge_after" in means or _is_open(sentence, j):
            one.role = "bound"
    elif "about_after" in means or word == "左右":
        one.role = "about" if one.role == "exact" else one.role
    elif (rate := _rate(sentence, one, j)) is not None:
        for other in found:
            if other is one or other.first == rate:
                other.role = "relative"
    elif one.role in ("exact", "about") and (compared := _compared(sentence, j)):
        one.role, one.noun = "relative", compared
        one.marks.add("compared")
    elif "later" in means:
        one.marks.add("later")
        if word in _ANCHORS:
            _set_anchor(sentence, one, j, found)


def _set_anchor(sentence: Sentence, one: Candidate, j: int, found: Sequence[Candidate]) -> None:
    """Take the points in time after `two years after` as what they are counted from."""
    for other in found:
        is_long = TIME_UNITS[one.parts[-1][1]].size >= DAY if one.kind == "amount" else False
        if other.first > j and other.kind in _POINTS and not (is_long and other.kind == "clock"):
            if any(sentence.word(k) in _ENDS for k in range(j, other.first)):
                return
            other.role = "relative"
            if other.first == j + 1 and sentence.word(j) != "from":
                one.role, one.noun = "relative", sentence.word(j)
                one.marks.add("compared")


def _rate(sentence: Sentence, one: Candidate, j: int) -> int | None:
    """Return where the unit of a rate begins, as in `3 times a week`; None for no rate."""
    if sentence.word(j) == "each":
        return j
    past_noun = one.kind == "number" and one.noun and sentence.word(j) not in _RATES
    k = j + bool(past_noun) if not sentence.means(j, "article") else j
    if sentence.word(k) not in _RATES and not sentence.means(k, "article"):
        return None
    return k if sentence.means(k + 1, "unit") and (k > j or sentence.word(k) != "/") else None


def _compared(sentence: Sentence, j: int) -> str:
    """Return the word of a comparison after an amount: `longer than`, `more than in`."""
    if sentence.word(j).endswith(" than"):
        return sentence.word(j).split()[-2]
    return sentence.word(j) if sentence.word(j + 1) == "than" else ""


def _is_open(sentence: Sentence, j: int) -> bool:
    if sentence.word(j) in _DASHES or sentence.means(j, "to"):
        return sentence.word(j + 1) in ("present", "now", "today", "heute")
    return sentence.word(j) in ("onwards", "onward")


def _is_offset(sentence: Sentence, k: int, found: Sequence[Candidate]) -> bool:
    """Return whether something counts from a point in time: `the Friday before`."""
    if "later" not in sentence.t[k].means or sentence.word(k) in ("until", "from", "since"):
        return False
    near = sentence.word(k - 1) in _NEAR
    if not (near or sentence.means(k - 1, "unit") or sentence.means(k - 1, "weekdays")):
        return False
    for one in found:
        if one.after == k and one.kind == "amount":
            one.role = "relative"
    return True


def _relate(sentence: Sentence, first: Candidate, second: Candidate) -> None:
    """Set the roles of two quantities with `to`, `or` and the like between them."""
    gap = range(first.after, second.first)
    between = [
        k
        for k in gap
        if sentence.word(k) not in _SKIPPED and "about_after" not in sentence.t[k].means
    ]
    if not 0 < len(between) <= 2 or not _alike(first, second):
        return
    role = _joined(sentence, first, second, between)
    if role is None or (role == "one of several" and _same(first, second)):
        return
    if first.role not in ("relative", "denied", "range"):
        first.role = role
    if second.role in ("exact", "about", "bound"):
        second.role = role


def _joined(
    sentence: Sentence, first: Candidate, second: Candidate, between: Sequence[int]
) -> Role | None:
    i, last, size = between[0], between[-1], len(between)
    word, comma = sentence.word(i), sentence.word(i) == "," and size == 2
    if sentence.means(last, "or") and (size == 1 or comma):
        return "one of several"
    if size == 1 and (word in _DASHES or sentence.means(i, "to")):
        if word == "/" and first.kind == "number":
            return "one of several" if second.kind == "amount" else None
        both = first.kind == second.kind == "amount"
        return None if both and first.parts[-1][1] != second.parts[-1][1] else "range"
    if size == 1 and word == "," and first.kind == "number" and not first.noun:
        value = second.parts[0][0] if second.kind == "amount" else second.parts[0]
        listed = second.kind in ("amount", "number") and not second.noun
        return "one of several" if listed and value > first.parts[0] else None
    if not (sentence.means(last, "and") or word == "&") or not (size == 1 or comma):
        return None
    if any(sentence.word(k) in _BETWEEN for k in range(max(0, first.first - 3), first.first)):
        return "range"
    if first.kind in ("number", "year") and first.noun in ("", "and"):
        listed = second.kind == "amount" and first.kind == "number"
        listed = listed or (second.kind == first.kind and not second.noun)
        return "one of several" if listed else None
    return "range" if first.kind in ("month", "date") and second.kind == "month" else None


def _alike(first: Candidate, second: Candidate) -> bool:
    if first.kind == second.kind or "number" in (first.kind, second.kind):
        return True
    pairs = {"date", "moment"}, {"clock", "moment"}, {"month", "date"}, {"year", "month"}
    return {first.kind, second.kind} in pairs


def _same(first: Candidate, second: Candidate) -> bool:
    """Return whether two quantities are the same, as in `six months, or 0.5 years`."""
    if first.kind != "amount" or second.kind not in ("amount", "number"):
        return (first.kind, first.parts) == (second.kind, second.parts)
    parts = second.parts if second.kind == "amount" else ((second.parts[0], first.parts[0][1]),)
    sizes = [sum(number * _size(name) for number, name in one) for one in (first.parts, parts)]
    return bool(abs(sizes[0] - sizes[1]) < 0.02 * max(map(abs, sizes)))


def _size(name: str) -> float:
    return TIME_UNITS[name].size * (_MONTH if TIME_UNITS[name].base == "month" else 1)
