"""Reads the number of a unit that a text states as its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from tempanswerqa.answers import markers
from tempanswerqa.answers.conversion import to_unit
from tempanswerqa.answers.flexible import rules, sentences
from tempanswerqa.answers.flexible.numbers import Value
from tempanswerqa.answers.flexible.response import Reply
from tempanswerqa.answers.flexible.text import normalize_characters, unmarked
from tempanswerqa.answers.formats import MONTH_FIRST, answer_format
from tempanswerqa.answers.lexicon import LEXICON
from tempanswerqa.answers.periods import read_period
from tempanswerqa.answers.quantity import ANSWERS, Quantity, _words, quantities
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.paper_scoring import EPOCH
from tempanswerqa.units import DAY, UNITS, Unit

LONGEST = 500
"""The largest number of characters of a text that is read as one answer."""

_MARKED = re.compile(
    r"(?i)[\n<{]|\\boxed|answer|final|wait|actually|correct|sorry|mistake|oops|hmm|edit\b|scratch|[^\x00-\x7f]"
)
"""Signs and words of texts for which the rules are asked where the answer stands."""

_DURATION = re.compile(
    r"(?i)\b(?:how (?:long|much time|many)|duration|last|take|took|lasted|takes|running time)\b"
)
_RESULT = re.compile(
    r"(?i)=|≈|→|\bthat(?:'s| is| makes| was)\b|\bwhich (?:is|was|makes|gives|equals)\b"
    r"|\bi\.e\.|\b(?:so|making|gives|therefore|thus|hence|in total|total(?:s|ing)?|das sind)\b"
    r"|\b(?:equals|comes to|or about|meaning about)\b"
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_FILL = _words(
    "the a an of on in at it was is it's its answer final that about s so therefore hence thus"
    " be been year years date day days time month months took take takes lasted total is:"
    " approximately around roughly circa ca exactly only just o'clock am im le la el en um à les"
    " las los i think believe would say probably maybe perhaps ie eg and there are were or old"
    " he she they age aged result number count times value response correct estimated some total"
    " for"
)
"""Words beside a value that say nothing about it."""

_AFTER_NUMBER = _FILL | _words(
    "in total altogether overall between until when as if because since from with by according"
    " per based this but which who where while after before however though although now then"
    " thereof all full more combined"
)
_YEARS_IN = re.compile(r"(?<![\w/-])([12][0-9]{3})(?![\w/-])")
_NUMERIC = re.compile(r"(?<![\w/.-])([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})(?![\w/])")
_NOUN = re.compile(r"(?i)\bhow many (?:\w+ ){0,2}?(\w{3,})")
_ACCEPTED = re.compile(
    r"(?i)\balso\b.{0,20}\b(?:accept\w*|correct|fine|ok|okay|allowed|right|valid|possible|counts?)\b"
    r"|\baccept(?:able|ed)\b|\balternatively\b|\balso (?:accept|allow)\b"
)
_JOINING = {word for word, means in LEXICON.items() if "or" in means or "and" in means}
"""Words of texts that may name several answers, which are few."""
_WHOLE_TIME = re.compile(
    r"([01]?[0-9]|2[0-4])[.]([0-5][0-9])|(?!20|19)([01][0-9]|2[0-3])([0-5][0-9])"
)
_WHOLE_DATE = re.compile(r"([12][0-9]{3})(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])")
_WHOLE_YEAR = re.compile(r"([12]),?([0-9]{3})(?:\.0)?")
_UNIT_CLAIM = re.compile(r"[0-9]")


class _Asked(NamedTuple):
    """What is asked for."""

    unit: Unit
    question: str
    released: bool = False
    month_first: bool = False
    is_duration: bool = False


def _prepared(text: str) -> str:
    return unmarked(normalize_characters(text))


def read_number(
    text: str, unit: str, question: str = "", month_first: bool = False
) -> float | None:
    """Return the quantity of one of `units.UNITS` that a text states; None if it states none.

    The text is read as flexible extraction reads a response: after its thinking, a marked answer,
    a text that is only an answer, or a concluding sentence. None for an empty text, a range, a
    bound or several values, and for a date such as 03/04/2001 whose order text and question do not
    show; with `month_first` that is 4 March. Raises KeyError for other units.

    >>> read_number("It took an hour and a half.", "minutes")
    90.0
    """
    asked = _Asked(UNITS[unit], question, month_first=month_first)
    if len(text) <= 200 and not _MARKED.search(text):
        found = _answer(text.strip(), asked)
        value = found and found.value
    else:
        read = find(text, QuestionView("ttqa", unit, user=question, own=True), month_first)
        value = read and read[0]
    if isinstance(value, date):
        return float((value - EPOCH.date()).days * DAY)
    return value


def read_alternatives(text: str, unit: str, question: str = "") -> tuple[float, ...]:
    """Return the quantities of a unit that a reference names as right answers, in their order.

    A text that states a single quantity gives one; empty if it states none. In tables ` | ` stands
    between them: `7 days | 8 days`. Raises KeyError for other units.

    >>> read_alternatives("30 days or 31 days", "days")
    (30.0, 31.0)
    """
    if " | " in text:
        read = [read_number(part, unit, question) for part in text.split(" | ")]
        return () if None in read else tuple(dict.fromkeys(read))  # type: ignore[arg-type]
    asked = _Asked(UNITS[unit], question)
    plain = _prepared(text) if len(text) <= LONGEST else ""
    accepted = bool(_ACCEPTED.search(plain))
    if accepted or not plain.isascii() or not _JOINING.isdisjoint(_WORD.findall(plain.lower())):
        roles = ("one of several", *ANSWERS) if accepted else ("one of several",)
        named = [one for one in quantities(plain) if one.role in roles]
        if len(roles) == 1 and len(named) < 2:
            named = []
        numbers = [
            number
            for one in _with_units(named)
            if (number := _number(one, asked, plain)) is not None
        ]
        if numbers and len(numbers) == len(named):
            return tuple(dict.fromkeys(numbers))
    number = read_number(text, unit, question)
    return () if number is None else (number,)


def _with_units(named: list[Quantity]) -> list[Quantity]:
    """Return quantities, bare numbers before an amount with its unit: `30 or 31 days`."""
    given = list(named)
    for place in range(len(given) - 2, -1, -1):
        one, after = given[place], given[place + 1]
        if one.kind == "number" and after.kind == "amount" and len(after.parts) == 1:
            parts = ((one.parts[0], after.parts[0][1]),)
            given[place] = Quantity("amount", parts, one.span, "amount", one.role)
        elif one.kind == "number" and after.kind == "clock" and one.parts[0] <= 12:
            half = 12 if "pm" in after.marks and one.parts[0] < 12 else 0
            parts = (3600 * (one.parts[0] + half),)
            given[place] = Quantity("clock", parts, one.span, "clock", one.role)
    return given


def find(
    response: markers.Response, question: QuestionView, month_first: bool = False
) -> tuple[float | date, str] | None:
    """Return the value that a response states in a user's unit, and the rule that reads it."""
    for name, value in attempts(response, question, month_first):
        if value is not None:
            return value.value, f"{name}:{value.notation}"
    return None


def attempts(
    response: markers.Response, question: QuestionView, month_first: bool = False
) -> Iterator[tuple[str, Value | None]]:
    """Yield the rules in their order, each with the value that it reads."""
    reply = OwnReply(response, question, month_first)
    for rule in _RULES:
        reply.place = None
        value = rule(reply)
        yield rule.__name__, None if value is rules.WITHDRAWN else value
        if value is rules.WITHDRAWN:
            return


def stated_object(reply: OwnReply) -> Value | None:
    """Return the value of the last JSON object that has fields."""
    for found in reversed(reply.closed):
        if fields := {str(name): value for name, value in found.fields.items()}:
            if "answer" in fields or len(fields) == 1:
                return reply.field(fields.get("answer", next(iter(fields.values()))))
            parts = (f"{value} {name.removeprefix('num_')}" for name, value in fields.items())
            return reply.line(", ".join(parts))
    return None


class OwnReply(Reply):
    """A response to a question in a user's unit."""

    def __init__(
        self, response: markers.Response, question: QuestionView, month_first: bool = False
    ) -> None:
        super().__init__(response, question)
        month_first = month_first or answer_format(question.answer_format).date_order == MONTH_FIRST
        self.asked = _Asked(UNITS[question.unit], question.user, False, month_first)
        self.is_dated = self.asked.unit.kind in ("calendar", "period")
        self.asked_on = question.asked_on

    def line(self, text: str, cut: bool = False) -> Value | None:
        self.said = text
        if self.asked.unit.kind == "period":
            period = None if cut else read_period(text, self.asked_on)
            return period and Value(period, "period")  # type: ignore[arg-type]
        return _answer(text, self.asked, self.text) if not cut else None

    def sentence(self, text: str) -> Value | None:
        return self.line(text)

    def together(self, text: str) -> Value | None:
        return None

    def field(self, value: object) -> Value | None:
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return None
        return self.line(str(value))


def short(reply: OwnReply) -> Value | None:
    """Return the value of a short response without marks of an answer."""
    text = reply.text.strip()
    if reply.goes_on or len(text) > 200 or "\n\n" in text or "final answer" in reply.lower:
        return None
    return reply.line(text)


_MARKED_RULES = (rules.final_answer, stated_object, rules.answer_line, rules.boxed)
_RULES = (rules.corrected, rules.tagged, *_MARKED_RULES, short, rules.labelled, rules.conclusion)


def _answer(text: str, asked: _Asked, context: str = "") -> Value | None:
    """Return the one value that a text states as its answer."""
    if len(text) > LONGEST or not text:
        return None
    plain = _prepared(text)
    if sentences.refuses(plain) or plain.endswith("?"):
        first = sentences.first(plain)
        if first == plain or sentences.refuses(first) or plain.endswith("?"):
            return None
        plain = first
    given = quantities(plain)
    unit = asked.unit
    if not given:
        return None
    if len(given) == 1 and (whole := _whole(plain, given[0], unit)) is not None:
        return whole
    wanted: list[tuple[Quantity, float]] = []
    others: list[Quantity] = []
    for one in given:
        if one.kind == "number" and unit.kind == "duration" and not _is_bare(one, plain, given):
            continue
        number = _number(one, asked, f"{plain}\n{context}")
        if number is None:
            continue
        if one.role in ANSWERS:
            wanted.append((one, number))
        elif one.role not in ("denied",):
            others.append(one)
    chosen = _chosen(wanted, others, plain, asked)
    return chosen and _value(chosen[1], unit, chosen[0].notation)


def _value(number: float, unit: Unit, notation: str) -> Value:
    """Return a value in the types of the rules, where a day is a date."""
    is_day = unit.name == "date"
    return Value((EPOCH + timedelta(seconds=number)).date() if is_day else number, notation)


def _whole(text: str, one: Quantity, unit: Unit) -> Value | None:
    """Return the value of a text that is only a number, such as 20120503 or 14.30."""
    stated = text[slice(*one.span)]
    if one.kind not in ("number", "year") or one.role not in ANSWERS:
        return None
    rest = f"{text[: one.span[0]]} {text[one.span[1] :]}"
    if not _FILL.issuperset(word.lower() for word in _WORD.findall(rest)):
        return None
    if unit.name == "clock" and (match := _WHOLE_TIME.fullmatch(stated)):
        hour, minute = int(match[1] or match[3]), int(match[2] or match[4])
        return Value(float(60 * hour + minute) % 1440, "clock")
    if unit.name in ("date", "month", "date_years") and (match := _WHOLE_DATE.fullmatch(stated)):
        year, month, day = map(int, match.groups())
        number = to_unit(Quantity("date", (year, month, day), one.span, "date"), unit)
        return _value(number, unit, "date") if isinstance(number, float) else None
    if unit.name == "date_years" and (match := _WHOLE_YEAR.fullmatch(stated)):
        number = float(match[1] + match[2])
        return Value(number, "year") if 1000 <= number < 3000 else None
    return None


def _is_bare(one: Quantity, text: str, given: list[Quantity]) -> bool:
    """Return whether a number without a unit may be an amount: it counts nothing else."""
    if one.notation == "times" or (one.noun and one.noun not in _AFTER_NUMBER):
        return False
    return "adjunct" not in one.marks or one.span[0] == 0 or len(given) == 1


def _number(one: Quantity, asked: _Asked, text: str) -> float | None:
    unit = asked.unit
    year = None
    if unit.kind == "calendar" and one.parts[0] is None:
        years = {*_YEARS_IN.findall(text), *_YEARS_IN.findall(asked.question)}
        year = int(years.pop()) if len(years) == 1 else None
    is_duration = bool(unit.name == "hours" and _DURATION.search(asked.question))
    if one.certainty == "open" and one.kind in ("date", "moment") and unit.name != "date_years":
        one = _ordered(one, asked, text)
    number = to_unit(one, unit, released=asked.released, year=year, is_duration=is_duration)
    return number if isinstance(number, float) else None


def _ordered(one: Quantity, asked: _Asked, text: str) -> Quantity:
    """Return a date in numbers with the order that the texts around it show."""
    year, month, day, *rest = one.parts
    straight = Quantity(one.kind, (year, month, day, *rest), one.span, one.notation, one.role)
    turned = Quantity(one.kind, (year, day, month, *rest), one.span, one.notation, one.role)
    around = f"{asked.question}\n{text}"
    shown = set()
    for match in _NUMERIC.finditer(around):
        first, second = int(match[1]), int(match[3])
        if match[2] != "." and (first > 12) != (second > 12):
            shown.add(first > 12)
    for other in quantities(normalize_characters(around)[-2000:]):
        if other.kind in ("date", "moment") and not any(
            m.startswith("in numbers") for m in other.marks
        ):
            if other.parts[1:3] == (month, day) and other.parts[0] in (year, None):
                shown.add(False)
            elif other.parts[1:3] == (day, month) and other.parts[0] in (year, None):
                shown.add(True)
    if len(shown) != 1:
        return straight if asked.month_first else one
    return turned if shown.pop() else straight


def _chosen(
    wanted: list[tuple[Quantity, float]], others: list[Quantity], text: str, asked: _Asked
) -> tuple[Quantity, float] | None:
    unit = asked.unit
    if not wanted:
        return None
    main = [pair for pair in wanted if "aside" not in pair[0].marks]
    if not main and any("aside" not in one.marks for one in others):
        return None
    wanted = main or wanted
    if unit.kind == "count":
        counts = [pair for pair in wanted if pair[0].kind == "number"]
        wanted = counts or wanted
    else:
        wanted = [pair for pair in wanted if "adjective" not in pair[0].marks] or wanted
        if unit.kind == "duration":
            amounts = [pair for pair in wanted if pair[0].kind != "number" or False]
            wanted = [pair for pair in amounts if pair[0].kind == "amount"] or amounts or wanted
            name = unit.name.removesuffix("s")
            own = [
                p for p in wanted if p[0].kind == "amount" and any(n == name for _, n in p[0].parts)
            ]
            wanted = own or wanted
    mixed = [
        one
        for one in others
        if "aside" not in one.marks
        and (one.kind == wanted[0][0].kind or {one.kind, wanted[0][0].kind} <= {"number", "amount"})
    ]
    results = [match.end() for match in _RESULT.finditer(text)]
    if mixed:
        last = max(one.span[1] for one in mixed)
        wanted = [pair for pair in wanted if any(last <= end <= pair[0].span[0] for end in results)]
        if not wanted:
            return None
    if len({number for _, number in wanted}) == 1:
        return wanted[0]
    if results:
        after = [pair for pair in wanted if pair[0].span[0] >= results[-1]]
        wanted = after or wanted
    if unit.kind == "count":
        wanted = _counted(wanted, asked)
    if len({number for _, number in wanted}) == 1:
        return wanted[0]
    return None


def _counted(wanted: list[tuple[Quantity, float]], asked: _Asked) -> list[tuple[Quantity, float]]:
    """Return the numbers of what the question asks for, or else those after no preposition."""
    noun = _NOUN.search(asked.question)
    if noun:
        stem = noun[1].lower()[:4]
        if own := [pair for pair in wanted if pair[0].noun.startswith(stem)]:
            return own
    plain = [p for p in wanted if "adjunct" not in p[0].marks and "number" not in p[0].marks]
    return plain or wanted
