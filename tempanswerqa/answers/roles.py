"""Tells from the words around quantities how a text states them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tempanswerqa.answers.quantity import Candidate, Role
from tempanswerqa.answers.tokens import Match, Sentence, any_of, pattern
from tempanswerqa.units import DAY, TIME_UNITS

_POINTS = ("date", "month", "year", "clock", "moment", "weekday")
_SIGNS = r"[≥≤±×]|[<>]=?"
_QUOTES = r"(?: [\"'*)])*"
_BEFORE_POINT = pattern(
    rf"(?P<mark>{{edge|not|spans|from}}|{_SIGNS})?"
    r"(?P<beside>(?: {exactly|weekdays|about|beside}| [\"'*)~≈])*) \Z"
)
_BEFORE_AMOUNT = pattern(
    rf"(?P<mark>{{over|bound|not}}|{_SIGNS})?"
    r"(?P<beside>(?: {exactly|weekdays|about|beside-place}| [\"'*)~≈])*) \Z"
)
_MINUS = r"(?P<sum>{minus|deducts})"
_WORD = "[\ue000-\uf8ff]"
_AFTER_POINT = pattern(
    rf" {_QUOTES} (?:{_MINUS}|(?P<less>-(?= {{num}} {{unit}}))|(?P<plus>\+)"
    rf"|(?P<bound>{{bound_after-later|plus}}|{{plus}}(?! {_WORD})"
    r"|{edge_after|onwards}|(?:[-–~/]|{to}) {now}))"
)
_AFTER_AMOUNT = pattern(
    rf" {_QUOTES} (?:{_MINUS}|(?P<bound>- {{odd|plus}}|{{bound_after-plus}}"
    rf"|{{tops}}(?= (?:[.,;!)]|\Z))|{{plus}}(?! {_WORD})"
    rf"|\+(?! {{num|day_number|clock}}))|(?P<about>{{about_after}})"
    r"|(?P<each>{each})|(?P<rate>(?P<noun>{plain} )?(?P<by>{rate|article}|/) {unit})"
    rf"|(?P<compared>{{compared}}|{_WORD} {{than}}|{{comparative}})|(?P<later>{{later}}))"
)
_SKIPPED = r"(?: {skipped|about|about_after}| [*(])*"
_BETWEEN = pattern(
    rf"{_SKIPPED}(?:(?: ,)? (?P<or>{{or}})| (?P<to>[-–~/]|{{to}})| (?P<comma>,)"
    rf"|(?: ,)? (?P<and>{{and}}|&)){_SKIPPED} \Z"
)
_ABOUT = any_of("about") | {*"~≈"}
_DIRECT, _BOTH = any_of("direct"), any_of("both")
_AMID = any_of("amid")
_COUNTED = any_of("near", "unit", "weekdays")
_ANCHORS = ("before", "after", "prior to", "following", "from")
_MONTH = 30.4375 * DAY
"""The mean length of a month in seconds, to tell whether two amounts are about the same."""


def set_roles(sentence: Sentence, found: Sequence[Candidate]) -> None:
    """Set the role of each quantity of a text."""
    for one in found:
        is_point = one.kind in _POINTS
        start, end = sentence.at[max(0, one.first - 6)], sentence.at[one.first]
        before = (_BEFORE_POINT if is_point else _BEFORE_AMOUNT).search(sentence.signs, start, end)
        if before and one.role == "exact":
            _look_before(sentence, one, Match(sentence, before))
        if one.kind == "amount" and sentence.is_a(one.first - 1, _AMID):
            one.role = "range"  # between an hour and 90 minutes
        after = sentence.match(_AFTER_POINT if is_point else _AFTER_AMOUNT, one.after)
        if after:
            _look_after(sentence, one, after, found)
    for first, second in pairwise(found):
        if "adjective" in second.marks and first.after == second.first and first.kind == "number":
            first.role = second.role = "relative"  # two 4-year terms
        _relate(sentence, first, second)


def _look_before(sentence: Sentence, one: Candidate, m: Match) -> None:
    mark, k = m["mark"], m.place("mark")
    if any(token.char in _ABOUT for token in m.tokens("beside")):
        one.role = "about"
    if one.kind == "clock" and sentence.word(one.first - 1) == "at":
        one.marks.add("at")
    if not mark:
        return
    if mark.kind == "sign":
        one.role = one.role if sentence.is_tag(k) else "bound"
    elif "not" in mark.means:
        one.role = "denied"
    elif "over" in mark.classes:
        if (
            sentence.t[k - 1].kind not in ("word", "words", "scaled")
            or k == 0
            or (sentence.t[k - 1].char in _DIRECT)
        ):
            one.role, one.noun = "bound", mark.text
    elif "bound" in mark.means:
        one.role = "bound"
    elif "edge" in mark.means:
        one.role = "relative" if _is_offset(sentence, k) else "bound"
        one.noun = mark.text
        one.marks |= {"since"} & {mark.text}
    elif "from" in mark.classes and one.kind == "clock":
        one.role = "bound"
    elif "spans" in mark.classes and one.kind in ("date", "moment"):
        one.role = "relative"


def _is_offset(sentence: Sentence, k: int) -> bool:
    """Return whether something counts from a point in time: `the Friday before`."""
    return sentence.word(k) not in ("until", "from", "since") and sentence.is_a(k - 1, _COUNTED)


def _look_after(sentence: Sentence, one: Candidate, m: Match, found: Sequence[Candidate]) -> None:
    kind = m.found.lastgroup
    if kind in ("sum", "plus", "less"):
        places = range(m.place(kind), m.place(kind) + 3)
        if "deducts" not in m[kind].classes or any(other.first in places for other in found):
            _set_relative(one, found, *places)
    elif kind == "bound":
        one.role = "bound"
    elif kind == "about":
        one.role = "about" if one.role == "exact" else one.role
    elif kind == "each":
        one.role = "relative"
    elif kind == "rate":
        if one.kind == "number" if m["noun"] else m["by"].text != "/":
            lasting = [other.first for other in found if sentence.word(other.first - 1) == "for"]
            _set_relative(one, found, m.place("by"), *lasting)
    elif kind == "compared":
        if one.role in ("exact", "about"):
            words = m["compared"].text.removesuffix(" than").split()
            one.role, one.noun = "relative", words[-1]
            one.marks.add("compared")
    elif kind == "later":
        one.marks.add("later")
        if m["later"].text in _ANCHORS:
            _set_anchor(sentence, one, m.place("later"), found)


def _set_relative(one: Candidate, found: Sequence[Candidate], *places: int) -> None:
    for other in found:
        if other is one or other.first in places:
            other.role = "relative"


def _set_anchor(sentence: Sentence, one: Candidate, j: int, found: Sequence[Candidate]) -> None:
    """Take the points in time after `two years after` as what they are counted from."""
    is_long = one.kind == "amount" and TIME_UNITS[one.parts[-1][1]].size >= DAY
    for other in found:
        if other.first > j and other.kind in _POINTS and not (is_long and other.kind == "clock"):
            if any(sentence.word(k) in (*",;.()\n", "is") for k in range(j, other.first)):
                return
            other.role = "relative"
            if other.first == j + 1 and sentence.word(j) != "from":
                one.role, one.noun = "relative", sentence.word(j)
                one.marks.add("compared")


def _relate(sentence: Sentence, first: Candidate, second: Candidate) -> None:
    """Set the roles of two quantities with `to`, `or` and the like between them."""
    between = _BETWEEN.match(sentence.signs, sentence.at[first.after], sentence.at[second.first])
    if not between or not _alike(first, second):
        return
    role = _joined(sentence, first, second, between.lastgroup or "", between[0])
    if role is None or (role == "one of several" and _same(first, second)):
        return
    if first.role not in ("relative", "denied", "range"):
        first.role = role
    if second.role in ("exact", "about", "bound"):
        second.role = role


def _joined(
    sentence: Sentence, first: Candidate, second: Candidate, by: str, signs: str
) -> Role | None:
    amounts = first.kind == second.kind == "amount"
    value = second.parts[0][0] if second.kind == "amount" else second.parts[0]
    if by == "or":
        return "one of several"
    if by == "to":
        return None if amounts and first.parts[-1][1] != second.parts[-1][1] else "range"
    if by == "comma":
        listed = first.kind == "number" and not first.noun and second.noun in ("", "or", "and")
        listed = listed and second.kind in ("amount", "number") and value > first.parts[0]
        return "one of several" if listed else None
    if any(sentence.is_a(k, _BOTH) for k in range(max(0, first.first - 3), first.first)):
        return "range"
    return _by_and(first, second)


def _by_and(first: Candidate, second: Candidate) -> Role | None:
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
