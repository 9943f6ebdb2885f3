"""Reads the calendar years and dates that a piece of text states."""

from __future__ import annotations

import re
from collections.abc import Callable

from tempanswerqa.answers.flexible import dates, numbers
from tempanswerqa.answers.flexible.read_amounts import NAME, NOT
from tempanswerqa.answers.flexible.text import question_text
from tempanswerqa.answers.flexible.value import Value, only, only_value
from tempanswerqa.answers.question_view import QuestionView

_PART = re.compile(r"(?i)\b(?:mid|early|late)\s?[-\u2013]\s?(?=[12][0-9]{3})")
_SPAN = re.compile(
    r"(?i)\b(?:between|from)\s+[12][0-9]{3}\s+(?:and|to|until|till)\s+[12][0-9]{3}\b"
)
_ERA = re.compile(
    rf"(?i)(?P<number>-?(?<![\w.])(?:{numbers.DIGITS}))\s*(?:years?\s*)?"
    r"(?P<era>B\.?C\.?(?:E\b\.?)?|A\.?D\b\.?|C\.?E\b\.?|a\.\s?C\.|v\.\s?Chr\.|av\. J\.-C\.)(?!\w)"
    rf"|\b(?P<before>B\.?C|A\.?D)\.?\s*(?P<after>(?:{numbers.DIGITS}))"
)
_MONTH_YEAR = re.compile(r"(?<![\w/.-])[01]?[0-9]/([12][0-9]{3})(?![\w/])")
_ASIDES = re.compile(r",\s(?!or\b|and\b)[a-z][^,;.]{3,80},(?=\s)|\([^()]{1,80}\)")
_AFTER_FIRST = re.compile(r"[*_\"']{0,4}\s?(?:[,;.(\[]|\Z)(?!\s?(?:and|or|to|until)\b)")
_NOT_ON = re.compile(r"(?i)\bnot\s+(?:on|until|before)\s+(?:the\s)?\Z")
_LEADS = re.compile(r"\W{0,3}([12][0-9]{3})(?=\s?[,;(])")
_CHOICE = re.compile(r"(?i)[0-9]\s?[-/\u2013]\s?[0-9]{1,4}\s?(?:B\.?C|A\.?D)")
_OR = re.compile(r"(?i)\A[^.;]{0,30}\bor\b[^.;]{0,30}\Z")
_STATED = re.compile(r"(?i)(?:\b(?:is|was|be|been|on|at|are|were|by)\s+(?:the\s+)?|[=:]\s*)$")


def year(text: str, question: QuestionView) -> Value | None:
    """Return the only calendar year that the text names.

    If there are several, the year of the only date counts. Without one, years in spans, in names
    (`the 2014 Winter Games`) and in the question do not count.
    """
    if with_era := era(text):
        return with_era
    if leads := _LEADS.match(text):
        return Value(float(leads[1]), "year")
    text = NOT.sub("", _SPAN.sub(" ", _PART.sub(" ", text)))
    dated = {written.year for written in dates.written(text) if written.year}
    matches = {int(match[1]): match for match in dates.YEAR.finditer(text)}
    found = set(matches)
    if not found and not dated:
        return only_value(map(float, _MONTH_YEAR.findall(text)), "month_and_year")
    if len(dated) == 1 and found <= dated:
        return Value(float(dated.pop()), "date")
    if len(found) > 1 and question.family == "ttqa":
        found -= {int(named) for named in dates.YEAR.findall(question_text(question))}
    if len(found) > 1:
        found -= {value for value, match in matches.items() if NAME.match(text, match.end())}
    if len(found) > 1 and _ASIDES.search(text):
        return year(_ASIDES.sub(" ", text), question)
    return only_value(found, "year")


def eras(text: str) -> set[float]:
    """Return all years with an era in the text; BC years are negative."""
    found = set()
    for match in _ERA.finditer(text):
        value = numbers.value(match["number"] or match["after"])
        name = (match["era"] or match["before"]).upper()
        before = name.startswith(("B", "A. C", "A.C", "V", "AV"))
        if value is not None:
            found.add(-abs(value) if before else value)
    return found


def era(text: str) -> Value | None:
    """Return the one year with an era in the text."""
    return None if _CHOICE.search(text) else only_value(eras(text), "era")


def _leads(found: list[dates.Written], text: str) -> bool:
    """Return whether the text begins with its first date, with at most a remark behind the date."""
    if not found or text[: found[0].start].strip(" *_\"'("):
        return False
    return bool(_AFTER_FIRST.match(text, found[0].end))


def _either(found: list[dates.Written], text: str) -> bool:
    """Return whether the text gives a choice of its last two dates."""
    if len(found) < 2 or found[-1].day_in() == found[-2].day_in():
        return False
    return bool(_OR.search(text[found[-2].end : found[-1].start]))


def day(
    text: str,
    question: QuestionView,
    day_first: Callable[[dates.Written], bool],
    stated: bool = False,
) -> Value | None:
    """Return the only date in the text; a missing year is the only year of the text or question.

    `day_first` returns whether a date in numbers begins with its day. If there are several dates,
    or with `stated`, the last one stated as the result counts: `60 days before 3 May 2001 is 4
    March 2001`.
    """
    found = [w.turned() if w.turnable and day_first(w) else w for w in dates.written(text)]
    if any(w.several for w in found) or _either(found, text):
        return None
    lacking = _one_year(text, question) if any(w.year is None for w in found) else None
    found = [w for w in found if not _NOT_ON.search(text[max(0, w.start - 20) : w.start])]
    if not stated and _leads(found, text):
        found = found[:1]
    elif stated or len({w.day_in(lacking) for w in found}) > 1:
        found = [w for w in found if _STATED.search(text[max(0, w.start - 12) : w.start])][-1:]
    stated_day = only(w.day_in(lacking) for w in found)
    if stated_day is None:
        return None
    return Value(stated_day, "date" if found[0].year is not None else "date_without_year")


def _one_year(text: str, question: QuestionView) -> int | None:
    """Return the only year that the text names, or for TempTabQA the text and the question."""
    known, beside = dates.years(text), dates.years(question_text(question))
    return only(known | beside if question.family == "ttqa" else known or beside)
