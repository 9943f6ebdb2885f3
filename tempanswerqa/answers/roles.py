"""Determines from the words around quantities how a text states them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from tempanswerqa.answers.quantity import Quantity, Role
from tempanswerqa.answers.tokens import Match, Sentence, any_of, pattern
from tempanswerqa.units import TIME_UNITS

_POINTS = ("date", "month", "year", "clock", "moment", "weekday")
_SIGNS = r"(?P<sign>[≥≤±×]|[<>]=?)"
_QUOTES = r"(?: [\"'*)])*"
_BEFORE_POINT = pattern(
    rf"(?:(?P<denied>{{not}})|(?P<edge>{{edge}})|(?P<from>{{from}})|{_SIGNS})?"
    r"(?: {exactly|weekdays|about|beside}| [\"'*)~≈])* \Z"
)
_BEFORE_AMOUNT = pattern(
    rf"(?:(?P<denied>{{not}})|(?P<over>{{over}})|(?P<bound>{{bound}})|{_SIGNS})?"
    r"(?: {exactly|weekdays|about|beside-place}| [\"'*)~≈])* \Z"
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
_DIRECT, _BOTH, _AMID = any_of("direct"), any_of("both"), any_of("amid")
_COUNTED = any_of("near", "unit", "weekdays")
_ANCHORS = ("before", "after", "prior to", "following", "from")
_ALIKE = ({"date", "moment"}, {"clock", "moment"}, {"month", "date"}, {"year", "month"})
"""Pairs of different kinds that can form a range or a choice."""


def set_roles(sentence: Sentence, quantities: Sequence[Quantity]) -> None:
    """Set the role of each quantity of a text."""
    for quantity in quantities:
        is_point = quantity.kind in _POINTS
        start, end = sentence.at[max(0, quantity.first - 6)], sentence.at[quantity.first]
        before = (_BEFORE_POINT if is_point else _BEFORE_AMOUNT).search(sentence.signs, start, end)
        if before and quantity.role == "exact":
            _look_before(sentence, quantity, Match(sentence, before))
        if quantity.kind == "amount" and sentence.is_a(quantity.first - 1, _AMID):
            quantity.role = "range"  # between an hour and 90 minutes
        after = sentence.match(_AFTER_POINT if is_point else _AFTER_AMOUNT, quantity.after)
        if after:
            _look_after(sentence, quantity, after, quantities)
    for first, second in pairwise(quantities):
        _relate(sentence, first, second)


def _look_before(sentence: Sentence, quantity: Quantity, m: Match) -> None:
    kind = m.found.lastgroup or ""
    mark, k = m[kind], m.place(kind)
    if kind == "edge":  # some words are also bounds of amounts
        kind = next((name for name in ("over", "bound") if name in mark.classes), kind)
    beside = {token.char for token in sentence.t[m.first : quantity.first]} - {mark.char}
    if not _ABOUT.isdisjoint(beside):
        quantity.role = "about"
    if kind == "denied":
        quantity.role = "denied"
    elif kind == "edge":
        counted = mark.text not in ("until", "from", "since") and sentence.is_a(k - 1, _COUNTED)
        quantity.role = "relative" if counted else "bound"  # the Friday before
        quantity.noun = mark.text
    elif kind == "over":
        before = sentence.t[k - 1]
        if k == 0 or before.kind not in ("word", "words", "scaled") or before.char in _DIRECT:
            quantity.role, quantity.noun = "bound", mark.text
    elif (
        (kind == "sign" and not sentence.is_tag(k))
        or kind == "bound"
        or (kind == "from" and quantity.kind == "clock")
    ):
        quantity.role = "bound"


def _look_after(
    sentence: Sentence, quantity: Quantity, m: Match, others: Sequence[Quantity]
) -> None:
    kind = m.found.lastgroup or ""
    if kind in ("sum", "plus", "less"):
        places = range(m.place(kind), m.place(kind) + 3)
        if "deducts" not in m[kind].classes or any(other.first in places for other in others):
            _set_relative(quantity, others, places)
    elif kind in ("bound", "each"):
        quantity.role = "bound" if kind == "bound" else "relative"
    elif kind == "about":
        quantity.role = "about"
    elif kind == "rate":
        if quantity.kind == "number" if m["noun"] else m["by"].text != "/":
            lasting = [other.first for other in others if sentence.word(other.first - 1) == "for"]
            _set_relative(quantity, others, [m.place("by"), *lasting])
    elif kind == "compared" and quantity.role in ("exact", "about"):
        _compare(quantity, m["compared"].text.removesuffix(" than").split()[-1])
    elif kind == "later":
        quantity.marks.add("later")
        if m["later"].text in _ANCHORS:
            _set_anchor(sentence, quantity, m.place("later"), others)


def _compare(quantity: Quantity, word: str) -> None:
    quantity.role, quantity.noun = "relative", word
    quantity.marks.add("compared")


def _set_relative(quantity: Quantity, others: Sequence[Quantity], places: Collection[int]) -> None:
    for other in others:
        if other is quantity or other.first in places:
            other.role = "relative"


def _set_anchor(sentence: Sentence, quantity: Quantity, j: int, others: Sequence[Quantity]) -> None:
    """Mark the points in time after `two years after` as those from which it is counted."""
    is_long = quantity.kind == "amount" and TIME_UNITS[quantity.parts[-1][1]].days >= 1
    for other in others:
        if other.first > j and other.kind in _POINTS and not (is_long and other.kind == "clock"):
            if any(sentence.word(k) in (*",;.()\n", "is") for k in range(j, other.first)):
                return
            other.role = "relative"
            if other.first == j + 1 and sentence.word(j) != "from":
                _compare(quantity, sentence.word(j))


def _relate(sentence: Sentence, first: Quantity, second: Quantity) -> None:
    """Set the roles of two quantities joined by `to`, `or` and the like."""
    between = _BETWEEN.match(sentence.signs, sentence.at[first.after], sentence.at[second.first])
    kinds = {first.kind, second.kind}
    if not between or not (len(kinds) == 1 or "number" in kinds or kinds in _ALIKE):
        return
    role = _joined(sentence, first, second, between.lastgroup or "")
    if role is None or (role == "one of several" and _same(first, second)):
        return
    if first.role not in ("relative", "denied", "range"):
        first.role = role
    if second.role in ("exact", "about", "bound"):
        second.role = role


def _joined(sentence: Sentence, first: Quantity, second: Quantity, by: str) -> Role | None:
    """Return the role of two quantities joined by a word or sign; None if it gives them none."""
    kinds, is_number = (first.kind, second.kind), first.kind == "number"
    if by == "or":
        return "one of several"
    if by == "to":
        other_unit = kinds == ("amount", "amount") and first.parts[-1][1] != second.parts[-1][1]
        return None if other_unit else "range"
    if by == "comma":
        value = second.parts[0][0] if second.kind == "amount" else second.parts[0]
        listed = is_number and not first.noun and second.noun in ("", "or", "and")
        listed = listed and second.kind in ("amount", "number") and value > first.parts[0]
        return "one of several" if listed else None
    if any(sentence.is_a(k, _BOTH) for k in range(max(0, first.first - 3), first.first)):
        return "range"
    if first.kind in ("number", "year") and first.noun in ("", "and"):
        listed = kinds == ("number", "amount") or (len({*kinds}) == 1 and not second.noun)
        return "one of several" if listed else None
    return "range" if kinds in (("month", "month"), ("date", "month")) else None


def _same(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities are the same, as in `six months, or 0.5 years`."""
    if first.kind != "amount" or second.kind not in ("amount", "number"):
        return (first.kind, first.parts) == (second.kind, second.parts)
    parts = second.parts if second.kind == "amount" else ((second.parts[0], first.parts[0][1]),)
    days = _days(first.parts), _days(parts)
    return bool(abs(days[0] - days[1]) < 0.02 * max(map(abs, days)))


def _days(parts: tuple[tuple[float, str], ...]) -> float:
    return sum(number * TIME_UNITS[name].days for number, name in parts)
