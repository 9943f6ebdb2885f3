"""Chooses the quantity by which a text states its answer."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from tempanswerqa.answers.conversion import to_unit
from tempanswerqa.answers.flexible import sentences
from tempanswerqa.answers.flexible.text import normalize_characters, unmarked
from tempanswerqa.answers.languages import LEXICON
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import ANSWERS, Quantity
from tempanswerqa.answers.result import Reading
from tempanswerqa.answers.tokens import NUMBERS, tokens, words
from tempanswerqa.paper_scoring import DURATIONS, LARGEST, MONTHS
from tempanswerqa.units import SPELLINGS, UNITS, Unit

LONGEST_LINE = 500
"""The largest number of characters of a text that is read as one answer."""

_DURATION = re.compile(
    r"(?i)\b(?:how (?:long|much time|many)|duration|last|take|took|lasted|takes|running time)\b"
)
_LEADS_TO = re.compile(
    r"(?i)=|≈|→|\bthat(?:'s| is| makes| was)\b|\bwhich (?:is|was|makes|gives|equals|means)\b"
    r"|\bi\.e\.|\bleav(?:es|ing) (?:you|him|her|them|us|me)\b"
    r"|\b(?:so|making|gives|therefore|thus|hence|in total|total(?:s|ing)?|das sind)\b"
    r"|\b(?:equals|comes to|or about|meaning about)\b"
    r"|\b(?:difference|improvement|increase|decrease|gain|saving|drop) of\b"
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_FILL = words(
    "the a an of on in at it was is it's its answer final that about s so therefore hence thus"
    " be been year years date day days time month months took take takes lasted total is:"
    " approximately around roughly circa ca exactly only just o'clock am im le la el en um à les"
    " las los i think believe would say probably maybe perhaps ie eg and there are were or old"
    " he she they age aged result number count times value response correct estimated some total"
    " for"
)
"""Words beside a value that say nothing about it."""

_AFTER_NUMBER = (_FILL - {"of", "times"}) | words(
    "in total altogether overall between until when as if because since from with by according"
    " per based this but which who where while after before however though although now then"
    " thereof all full more combined instead rather"
)
_YEARS_IN = re.compile(r"(?<!\d)[12]\d\d\d(?!\d)")
_NUMERIC = re.compile(r"(?<![\w/.-])(\d\d?)([-/.])(\d\d?)\2\d\d\d\d(?![\w/])")
_COUNTED = re.compile("people|[a-z]+[^s]s")
_NOUN = re.compile(r"(?i)\bhow many (\w+)")
_WHOLE_TIME = re.compile(
    r"([01]?[0-9]|2[0-4])[.]([0-5][0-9])|(?!20|19)([01][0-9]|2[0-3])([0-5][0-9])"
)
_WHOLE_DATE = re.compile(r"([12][0-9][0-9][0-9])(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])")
_WHOLE_YEAR = re.compile(r"([12]),?([0-9][0-9][0-9])(?:\.0)?")
_SIMPLE = re.compile(r"([0-9]+)(?: ?([a-z][a-z]+)(?: old| ago)?)?[.!]?")
_AGE = re.compile(r"(?i)\bhow old\b|\bage\b")
_AT_AGE = re.compile(r"(?i)\b(?:age of|at age|at|aged) \Z")
_STATED = re.compile(r"(?i)(?:\b(?:is|was|be|been|on|at|are|were|by|but)\s+(?:the\s+)?|[=:]\s*)\Z")
"""The words before a date that a sentence states."""

_OPEN_END = re.compile(r"(?i)\b(?:after|before) (?:that|this|then)\W*\Z")
_ASIDES = re.compile(r",\s(?!or\b|and\b|but\b|on\b|in\b|at\b)[a-z][^,;.]+,(?=\s)")
_TRAILING = re.compile(
    r"(?i),? (?:excluding|(?:not )?counting|not including|although|though|having|soit"
    r"|taking|following|succeeding|replacing|becoming|who|where)\b"
)
"""A clause after the one with the answer."""

_TAKEN_BACK = re.compile(
    rf"(?i)\A.*(?:\b{sentences.CALLED_WRONG}"
    r"|\W no(?=[,.!]| wait)|, I mean|\bcorrected (?:it |that |this )?to|\bsorry"
    r"|\bshould have (?:been|said)|\b(?:then|was|now|been) (?:moved|postponed|changed) to)\b"
)
_PLANS = "planned|scheduled|booked|meant|supposed|expected|estimated|due"
_PLANNED = re.compile(
    rf"(?i)\b(?:{_PLANS}|originally|initially|used to (?:be|take|last|open|start|end))\b"
    rf"[^.;]*(?:\bbut\b|;)|\A(?:originally |initially )?(?:{_PLANS})\b[^.;,]*,"
)
_PLAN_ASKED = re.compile(r"(?i)plan|schedul|mean|suppos|expect|estimat|used to|original")
_HEDGED = re.compile(r"(?i)\bbut\b[^.;]*\b(?:could|might|(?-i:may)|can)\b")
_LEADS = re.compile(
    r"(?i)(?:\b(?:chat|conversation|session|message|email|note|entry)s? (?:from|of|on|dated)"
    r"|\A\W*(?:out )?of (?:the|your|my|his|her|their|all)) \Z"
)
"""The words before a day on which someone said the rest, or before a whole: `of the 20`."""

_LONGEST_LEAD = 30
"""The largest number of their characters."""

_REPORTS = re.compile(r"(?i),? (?:ago,? )?(?:you|I|we|he|she|they) (?:told|said|mentioned|wrote)\b")
_TOTAL = re.compile(
    r"(?: (?!the |from |of )[a-z]+){0,2}? (?:in total|altogether|in all|overall|combined|total)\b"
)
_EQUALS = re.compile(r"(?i)(?:[=≈]|, so)\s*(?:about |approximately )?\Z")
_NO_COUNT = re.compile(
    r"(?!None\Z)(?i:none(?: at all)?|never|not once|nobody"
    r"|no (?!answer|clue|date|detail|entri|fact|idea|note|record|result|year)[a-z]{3,}s)[.!]?"
)
"""An answer of zero, but for the text of Python's null."""

_NEXT_WORD = re.compile(r" [^\W\d_]+[.!]?")
_CLAUSE_END = re.compile(r"[.;] |, |\b(?:and|but|then|while)\b")
_DIGIT, _DIGITS = re.compile("[0-9]"), re.compile("[0-9]+")
_NAMES_ON = re.compile(r"\s+[A-Z][a-z]")
"""The next word of a name after a number."""

_ENDS_CLAUSE = re.compile(r"[*_\"']*\s?(?:[,;.(\[]|\Z)(?!\s?(?:and|or|to|until)\b)")
_LETTERS, _NUMBER = r"[^\W\d_]{3,}\.?", r"\d\d?(?:st|nd|rd|th)?"
_NAMED_DAY = re.compile(
    rf"\b(?:{_NUMBER}\.?\s(?:of\s)?{_LETTERS}|{_LETTERS}\s{_NUMBER})(?:,?\s\d\d\d\d)?"
)
"""A pattern of texts that may be a day with its month in words."""

_OWN_NAMES = ("era", "date_without_year")
"""The notations that are named beside their kind."""

_AROUND = 3_000
"""The largest number of characters that are searched for the order of day and month."""

_IS = r"\s?[=:]\s?([0-9]+)"
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

_MISSPELLED = re.compile(rf"(?<![A-Za-z])[A-Z][a-z]+(?=,? (?:{_NUMBER},? )?\d\d\d\d\b)")
"""A word where a date has its month."""


_ALONE = words(
    "early mid late b d i e i.e em inclusive the old same next previous t x z in at few el le la il"
    " den older younger longer on of st nd rd th"
)
"""Words that may stand beside a value that is alone."""

_OPEN_WORDS = words("from until since till ahead into hence left")


class Target(NamedTuple):
    """The unit and the question that an answer is chosen for."""

    unit: Unit
    question: str
    released: bool = False
    """True if amounts are read in the way of the paper."""
    month_first: bool = False
    by_numbers: bool = True
    """True if other dates in numbers show the order of day and month."""
    is_calendar: bool = False
    """True if years of Test of Time may be calendar years; they are, without an age or duration."""
    asks_year: bool = False


class Read(NamedTuple):
    """A quantity with its number in the asked unit."""

    one: Quantity
    number: float


def prepared(text: str) -> str:
    """Return the text without markup, with its months spelled right."""
    text = unmarked(normalize_characters(text))
    if "=" in text or ":" in text:
        for pattern, order in _IN_PARTS:
            text = pattern.sub(order, text)
    return _MISSPELLED.sub(_corrected, text)


def _corrected(word: re.Match[str]) -> str:
    name = word[0]
    for month in difflib.get_close_matches(name, MONTHS, cutoff=0.85):  # one letter differs
        if not name.startswith(month) and name.lower() not in LEXICON:
            return month
    return name


def answer_in(
    text: str, asked: Target, context: str = "", stated: bool = False, cut: bool = False
) -> Reading | None:
    """Return the one value that a text states as its answer.

    `text` is `prepared`, `context` the whole response. `stated` is true for a sentence of a
    response to a released question, in which a number needs a unit, and `cut` for a text that may
    be truncated.
    """
    if len(text) > LONGEST_LINE or text.endswith("?"):
        return None
    if not stated and (found := _simple(text, asked)):
        return found
    if sentences.refuses(text):
        text = sentences.first(text)
        if sentences.refuses(text) or text.endswith("?"):
            return None
    if asked.unit.kind == "calendar" and _OPEN_END.search(text):
        return None
    given = quantities(text)
    if len(given) > 1 and _HEDGED.search(text):
        return None
    given = _current(given, text, asked.question)
    if whole := _whole(text, given, asked.unit):
        return whole
    wanted, others = _divided(given, asked, text, context, stated)
    if stated and asked.unit.name in ("days", "months", "years") and _is_unsure(wanted, given):
        return None
    chosen = _chosen(wanted, others, text, asked)
    if chosen is None or (cut and _loses(chosen.one, text)):
        return None
    one, number = chosen
    if asked.released and one.kind == "number" and _is_mixed(one, given):
        return None
    return Reading(number, one.notation if one.notation in _OWN_NAMES else one.kind)


def _simple(text: str, asked: Target) -> Reading | None:
    """Return the value of a number alone or with its unit, as most answers are, or of none."""
    simple, unit = _SIMPLE.fullmatch(text), asked.unit
    if unit.kind == "count" and _NO_COUNT.fullmatch(text):
        return Reading(0.0, "number")
    if not simple or unit.kind != "duration":
        return None
    number, word = float(simple[1]), simple[2]
    if number > LARGEST or (word and word not in SPELLINGS):
        return None
    if word:
        amount = Quantity("amount", ((number, SPELLINGS[word]),), simple.span(), "amount")
        found = to_unit(amount, unit, released=asked.released)
        return Reading(found, "amount") if isinstance(found, float) else None
    bare = not (asked.released and unit.name in DURATIONS)
    year = unit.name == "years" and len(simple[1]) == 4 and not asked.released
    return Reading(number, "number") if bare and not year else None


def _whole(text: str, given: list[Quantity], unit: Unit) -> Reading | None:
    """Return the value of a text that is only a number, such as 20120503 or 14.30."""
    if len(given) != 1:
        return None
    (one,) = given
    stated = text[slice(*one.span)]
    if one.kind not in ("number", "year") or one.role not in ANSWERS or not _is_alone(one, text):
        return None
    if unit.name == "clock" and (match := _WHOLE_TIME.fullmatch(stated)):
        hour, minute = int(match[1] or match[3]), int(match[2] or match[4])
        return Reading(float(60 * hour + minute) % 1440, "clock")
    if match := _WHOLE_DATE.fullmatch(stated):
        day = Quantity("date", tuple(map(int, match.groups())), one.span, "date")
        number = to_unit(day, unit)
        return Reading(number, "date") if isinstance(number, float) else None
    if unit.name == "date_years" and (match := _WHOLE_YEAR.fullmatch(stated)):
        return Reading(float(match[1] + match[2]), "year")
    return None


def _current(given: list[Quantity], text: str, question: str) -> list[Quantity]:
    """Return the quantities without those that a text plans, takes back or only leads in with.

    A number after an amount of these has its unit.
    """
    given = [
        one
        for one in given
        if not _LEADS.search(text, max(0, one.start - _LONGEST_LEAD), one.start)
    ]
    if len(given) < 2:
        return given
    ends = [match.span() for match in _TAKEN_BACK.finditer(text)]
    if not _PLAN_ASKED.search(question):
        ends += [match.span() for match in _PLANNED.finditer(text)]
    past = [
        one
        for one in given
        if any(start <= one.start < end for start, end in ends) or _REPORTS.match(text, one.end)
    ]
    rest = [one for one in given if one not in past]
    if not past or not rest:
        return given
    if past[-1].kind == "amount":
        unit = past[-1].parts[-1][1]
        rest = [
            replace(one, kind="amount", parts=((one.parts[0], unit),))
            if one.kind == "number" and not one.noun
            else one
            for one in rest
        ]
    return rest


def _divided(
    given: list[Quantity], asked: Target, text: str, context: str, stated: bool
) -> tuple[list[Read], list[Quantity]]:
    """Return the quantities that may be the answer, and bounds and the like beside them."""
    wanted: list[Read] = []
    others: list[Read] = []
    for one in given:
        number = None
        if _may_answer(one, text, given, asked, stated):
            number = number_of(one, asked, text, context)
        if number is None or one.role == "denied":
            continue
        compared = "compared" in one.marks and one.noun in asked.question.lower()
        answers = one.role in ANSWERS or compared or _is_sought(one, asked)
        (wanted if answers else others).append(Read(one, number))
    if asked.released and not wanted:
        wanted = [pair for pair in others if "since" in pair.one.marks]
        others = [pair for pair in others if pair not in wanted]
    return wanted, [one for one, _ in others]


def _is_sought(one: Quantity, asked: Target) -> bool:
    """Return whether the question asks for the point before or after which something is."""
    asks = rf"(?i)\b{one.noun}(?:\s+(?:which|what|how many)\b|\W*(?:\?|\Z|\sto\b))"
    return one.role == "bound" and bool(one.noun and re.search(asks, asked.question))


def _may_answer(
    one: Quantity, text: str, given: list[Quantity], asked: Target, stated: bool
) -> bool:
    """Return whether a quantity may be an answer, by what stands beside it."""
    kind = asked.unit.kind
    if kind not in ("duration", "count"):
        if one.kind == "year" and "number" in one.marks and _COUNTED.fullmatch(one.noun):
            return False  # 2000 people
        in_place = not stated or one.kind != "date" or one.role != "exact"
        return in_place or bool(_STATED.search(text[: one.start]))
    if "foreign" in one.marks:
        return _is_alone(one, text, counts=kind == "count")
    if one.kind == "number" and kind == "duration":
        bare = not ((asked.released and asked.unit.name in DURATIONS) or stated)
        return bare and _is_bare(one, text, given)
    counted = kind == "count" and (one.noun.endswith("s") or not one.start)
    if one.kind == "year" and one.notation != "era" and not (asked.asks_year or counted):
        return not stated and _is_alone(one, text)
    return not (asked.is_calendar and one.kind in ("month", "date") and _AGE.search(asked.question))


def _is_alone(one: Quantity, text: str, counts: bool = False) -> bool:
    """Return whether a text says nothing but a quantity; a preposition before it says more.

    If it `counts`, the next word may be what is counted.
    """
    before, after = text[: one.start], text[one.end :]
    if counts and not before and _NEXT_WORD.fullmatch(after):
        return True
    words = _WORD.findall(before.lower())
    if _DIGIT.search(before + after):
        return False
    dated = words and words[-1] in ("of", "in", "since", "year") and one.kind == "year"
    return not dated and _FILL.issuperset((*words, *_WORD.findall(after.lower())))


def _is_bare(one: Quantity, text: str, given: list[Quantity]) -> bool:
    """Return whether a number without a unit may be an amount: it counts nothing else."""
    if one.notation == "times" or (one.noun and one.noun.split()[0] not in _AFTER_NUMBER):
        return False
    beside = any(text[other.end : one.start] == " " for other in given)
    if beside or _NAMES_ON.match(text, one.end):
        return False
    return "adjunct" not in one.marks or len(given) == 1 or bool(_AT_AGE.search(text[: one.start]))


def _is_unsure(wanted: list[Read], given: list[Quantity]) -> bool:
    """Return whether amounts of a sentence only describe other things, or numbers follow them."""
    amounts = [one for one, _ in wanted if one.kind == "amount"]
    return bool(amounts) and (
        all("adjective" in one.marks for one in amounts)
        or any(
            one.notation in NUMBERS and "aside" not in one.marks and one.span > amounts[-1].span
            for one in given
        )
    )


def _is_mixed(chosen: Quantity, given: list[Quantity]) -> bool:
    """Return whether other numbers of a text count nothing else: `3 remainder 639`."""
    return any(
        one.notation in NUMBERS
        and one.parts != chosen.parts
        and len(one.noun) > 2
        and one.noun not in _AFTER_NUMBER
        and not one.noun.endswith("s")
        for one in given
    )


def _loses(one: Quantity, text: str) -> bool:
    """Return whether a number may be truncated, as it stands in the last clause of a text."""
    if one.kind not in ("number", "year") or _EQUALS.search(text[: one.start]):
        return False
    return bool(_DIGIT.search(text, max(text.rfind(mark) for mark in (", ", "; ", ". "))))


def number_of(one: Quantity, asked: Target, text: str, context: str = "") -> float | None:
    """Return the number of a quantity in the asked unit, by what text and question show; or None"""
    unit, year = asked.unit, None
    if one.parts[0] is None:
        own, beside = ({*_YEARS_IN.findall(shown)} for shown in (text, asked.question))
        years = own | beside if not asked.is_calendar else own or beside
        year = int(years.pop()) if len(years) == 1 else None
    if one.certainty == "open" and one.kind in ("date", "moment") and unit.name != "date_years":
        one = _ordered(one, asked, f"{text}\n{context}")
    if asked.is_calendar and unit.name == "years" and one.kind in ("year", "month", "date"):
        unit = UNITS["date_years"]
    is_duration = bool(unit.name == "hours" and _DURATION.search(asked.question))
    is_duration = is_duration or (asked.released and unit.name == "minutes")
    number = to_unit(one, unit, released=asked.released, year=year, is_duration=is_duration)
    return number if isinstance(number, float) else None


def _ordered(one: Quantity, asked: Target, text: str) -> Quantity:
    """Return a date in numbers with the order that the texts around it show."""
    year, month, day, *rest = one.parts
    straight = replace(one, certainty="sure")
    around = normalize_characters(f"{asked.question}\n{text}")[-_AROUND:]
    shown = set()
    if asked.by_numbers or "/" not in one.marks:
        for match in _NUMERIC.finditer(around):
            first, second = int(match[1]), int(match[3])
            if match[2] in one.marks and (first > 12) != (second > 12):
                shown.add(first > 12)
    for match in _NAMED_DAY.finditer(around):
        if int(_DIGITS.findall(match[0])[0]) not in (month, day):
            continue
        for named in quantities(match[0]):
            if named.kind == "date" and named.parts[0] in (year, None):
                order = {(month, day): {False}, (day, month): {True}}
                shown |= order.get(named.parts[1:], set())
    if len(shown) != 1:
        return straight if asked.month_first else one
    return replace(straight, parts=(year, day, month, *rest)) if shown.pop() else straight


def _chosen(wanted: list[Read], others: list[Quantity], text: str, asked: Target) -> Read | None:
    """Return the one answer of those that a text states."""
    main = [pair for pair in wanted if "aside" not in pair.one.marks]
    if not wanted or (not main and any("aside" not in one.marks for one in others)):
        return None
    results = [match.end() for match in _LEADS_TO.finditer(text)]
    wanted = _past_bounds(_of_kind(main or wanted, asked), others, results, asked)
    is_calendar = asked.unit.kind == "calendar"
    filters: tuple[Callable[[list[Read]], list[Read]], ...] = (
        lambda pairs: pairs,
        lambda pairs: [pair for pair in pairs if results and pair.one.start >= results[-1]],
        lambda pairs: [] if is_calendar else _totals(pairs, text),
        lambda pairs: _counted(pairs, asked) if asked.unit.kind == "count" else [],
        lambda pairs: _leading(pairs, text) if is_calendar else [],
        lambda pairs: _outside(pairs, [(m.start(), len(text)) for m in _TRAILING.finditer(text)]),
        lambda pairs: _outside(pairs, [match.span() for match in _ASIDES.finditer(text)]),
        lambda pairs: [] if asked.is_calendar else _unasked(pairs, asked),
        lambda pairs: _in_asked_clause(pairs, text, asked),
        lambda pairs: [pair for pair in pairs if not _NAMES_ON.match(text, pair.one.end)],
    )
    for narrowed in filters if wanted else ():
        wanted = narrowed(wanted) or wanted
        if len({number for _, number in wanted}) == 1:
            return wanted[-1]
    return None


def _past_bounds(
    wanted: list[Read], others: list[Quantity], results: list[int], asked: Target
) -> list[Read]:
    """Return the quantities after a result, if bounds, ranges or choices of their kind stand
    before it.
    """
    last = max(one.start for one, _ in wanted)
    if results and any(last < results[-1] <= one.start for one in others):
        return []
    is_calendar = asked.unit.kind == "calendar"
    kinds = {wanted[0][0].kind, "number", "amount"}
    bounds = [
        one.end
        for one in others
        if one.kind in kinds
        and one.role != "relative"
        and not one.marks & {"aside", "since"}
        and (one.role == "one of several" or not is_calendar)
    ]
    return [
        pair
        for pair in wanted
        if not bounds or any(max(bounds) <= end <= pair.one.start for end in results)
    ]


def _of_kind(wanted: list[Read], asked: Target) -> list[Read]:
    """Return the quantities of the kind that answers best: amounts in the asked unit first."""
    kinds: tuple[str, ...] = ("amount", "clock", "number", "year", "month", "date")
    if asked.unit.kind == "count":
        kinds = ("number", "year", "amount")
    elif asked.unit.kind != "duration":
        return wanted
    if asked.is_calendar and (eras := [pair for pair in wanted if pair.one.notation == "era"]):
        return eras
    if asked.asks_year:
        kinds = ("year", "month", "date", "amount", "number")
    wanted = [pair for pair in wanted if "adjective" not in pair.one.marks] or wanted
    kind = min((pair.one.kind for pair in wanted), key=kinds.index)
    wanted = [pair for pair in wanted if pair.one.kind == kind]
    name = asked.unit.singular
    own = [p for p in wanted if kind == "amount" and any(unit == name for _, unit in p.one.parts)]
    return own or wanted


def _leading(wanted: list[Read], text: str) -> list[Read]:
    """Return the first of several points in time if a remark follows it."""
    (start, end), second = wanted[0].one.span, wanted[1].one.start
    begins = not text[:start].strip(" *_\"'(")
    listed = not text[end:second].strip(" ,;*_")
    return wanted[:1] if begins and not listed and _ENDS_CLAUSE.match(text, end) else []


def _outside(wanted: list[Read], clauses: list[tuple[int, int]]) -> list[Read]:
    """Return the quantities that stand in no clause."""
    return [pair for pair in wanted if not any(a <= pair.one.start < b for a, b in clauses)]


def _totals(wanted: list[Read], text: str) -> list[Read]:
    """Return what the text calls a total, or else the one of several that the others sum to."""
    named = [pair for pair in wanted if _TOTAL.match(text, pair.one.end)]
    total = sum(number for _, number in wanted) if len(wanted) > 2 else math.nan
    return named or [pair for pair in wanted if math.isclose(2 * pair.number, total)]


def _unasked(wanted: list[Read], asked: Target) -> list[Read]:
    """Return the quantities that the question does not name."""
    named = {number_of(one, asked, asked.question) for one in quantities(asked.question[-_AROUND:])}
    return [pair for pair in wanted if pair.number not in named]


def _in_asked_clause(wanted: list[Read], text: str, asked: Target) -> list[Read]:
    """Return the last value if its clause has more words of the question than any other.

    After an earlier clause with more of them, `it` may stand for its words.
    """
    if asked.released:
        return []
    ends = [match.end() for match in _CLAUSE_END.finditer(text)]
    bounds = list(pairwise([0, *ends, len(text)]))
    sought = sentences.stems(asked.question.lower())
    shared = [len(sought & sentences.stems(text[start:end].lower())) for start, end in bounds]
    most = max(shared)
    start, end = bounds[shared.index(most)]
    if not most or shared.count(most) > 1:
        return []
    return wanted[-1:] if start <= wanted[-1].one.start < end else []


def _counted(wanted: list[Read], asked: Target) -> list[Read]:
    """Return the numbers of what the question asks for, or else those after no preposition."""
    if noun := _NOUN.search(asked.question):
        stem = noun[1].lower()[:4]
        if own := [pair for pair in wanted if pair.one.noun.startswith(stem)]:
            return own
    return [pair for pair in wanted if pair.one.marks.isdisjoint(("adjunct", "number"))]


def in_digits(text: str) -> str:
    """Return a text without digits with those of its numbers in words; smaller ones than ten stay,
    as they often count things.
    """
    for one in reversed(quantities(text)) if not _DIGIT.search(text) else ():
        if one.kind == "number" and one.parts[0] >= 10 and "foreign" not in one.marks:
            text = f"{text[: one.start]}{one.parts[0]:.0f}{text[one.end :]}"
    return text


def without_dates(text: str) -> str:
    """Return the text without its dates."""
    for one in reversed(quantities(text[:LONGEST_LINE])):
        if one.kind in ("date", "month", "moment"):
            text = f"{text[: one.start]} {text[one.end :]}"
    return text


def states_only(text: str) -> bool:
    """Return whether a text has only numbers, units and names of months, as `14 years old.`"""
    found = tokens(text) if len(text) <= LONGEST_LINE else []
    return any(token.kind != "sign" for token in found) and all(
        token.kind != "word"
        or (token.means and token.text not in _OPEN_WORDS)
        or token.text in _ALONE
        for token in found
    )
