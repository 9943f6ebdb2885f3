"""Writes dates of other languages as English ones: European months, 2001年8月16日, ordinals."""

from __future__ import annotations

import re

from tempanswerqa.answers.quantities import MONTHS

_FOREIGN = (
    "janvier enero januar januari jänner gennaio janeiro stycznia styczeń января",
    "février fevrier febrero februar februari febbraio fevereiro lutego luty февраля",
    "mars marzo märz maerz maart março marco marca marzec марта",
    "avril abril april aprile kwietnia kwiecień апреля",
    "mai mayo mei maj maio maggio maja мая",
    "juin junio juni giugno junho czerwca czerwiec июня",
    "juillet julio juli luglio julho lipca lipiec июля",
    "août aout agosto august augusti augustus sierpnia sierpień августа",
    "septembre septiembre september settembre setembro września wrzesień сентября",
    "octobre octubre oktober ottobre outubro października październik октября",
    "novembre noviembre november novembro listopada listopad ноября",
    "décembre decembre diciembre dezember december dicembre dezembro grudnia grudzień декабря",
)
"""Names of months in large European languages."""

_ENGLISH = {
    name: month
    for month, names in zip(MONTHS, _FOREIGN, strict=True)
    for name in (*names.split(), month.lower())
}
NAMES = {*_ENGLISH, *(month[:3].lower() for month in MONTHS), "sept"}
"""All names of months, and English ones cut to three letters."""

_DAY_AND_MONTH = re.compile(
    r"(?i)(?<![\w.,/-])([0-9]{1,2})(?:\.|er|º|ª|°)?\s{1,3}(?:(?:de|d')\s?)?"
    rf"({'|'.join(sorted(_ENGLISH, key=len, reverse=True))})(?!\w)(?:\s(?:de|del)(?=\s[0-9]))?"
)
_CHINESE = re.compile(r"([0-9]{4})\s?年\s?([0-9]{1,2})\s?月\s?([0-9]{1,2})\s?日")
_LETTERS = re.compile(r"[^\W\d_]")
_YEAR = re.compile(r"([0-9]{4})\s?[年년]")
_YEAR_FIRST = re.compile(
    rf"(?i)(?<![\w-])([0-9]{{4}})[- ]({'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in MONTHS)})"
    r"[- ]([0-9]{1,2})(?![\w-])"
)
_NINE = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ORDINALS = (
    *(*_NINE, "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth", "twentieth"),
    *(*(f"twenty-{day}" for day in _NINE), "thirtieth", "thirty-first"),
)
_ORDINAL = "|".join(reversed(_ORDINALS))
_ORDINAL_AND_MONTH = re.compile(
    rf"(?i)\b({_ORDINAL})(?:\s+day)?\s+(?:of\s+)?({'|'.join(MONTHS)})\b"
)
_MONTH_AND_ORDINAL = re.compile(rf"(?i)\b({'|'.join(MONTHS)})\s+(?:the\s+)?({_ORDINAL})\b")


def english(text: str) -> str:
    """Return the text with its dates in English: `3. März 1998` as `3 March 1998`."""
    if not _LETTERS.search(text):
        return text
    if not text.isascii() and ("年" in text or "년" in text):
        text = _CHINESE.sub(r"\1-\2-\3", text)
        text = _YEAR.sub(r"\1", text)
    text = _YEAR_FIRST.sub(r"\3 \2 \1", text)
    text = _ORDINAL_AND_MONTH.sub(lambda found: f"{_day(found[1])} {found[2]}", text)
    text = _MONTH_AND_ORDINAL.sub(lambda found: f"{found[1]} {_day(found[2])}", text)
    return _DAY_AND_MONTH.sub(lambda found: f"{found[1]} {_ENGLISH[found[2].lower()]}", text)


def _day(ordinal: str) -> int:
    return _ORDINALS.index(ordinal.lower()) + 1
