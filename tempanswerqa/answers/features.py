"""Describes each candidate for an answer by numbers, from the text around it and the question."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations
from math import isclose, log1p
from pathlib import Path
from typing import Any

import yaml

from tempanswerqa.answers.candidates import AROUND, Target, Value, candidates
from tempanswerqa.answers.languages import FIRST_JOINED
from tempanswerqa.answers.markup import prepared
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.periods import periods
from tempanswerqa.answers.quantity import ANSWERS, Quantity
from tempanswerqa.answers.sentences import SENTENCE_END, complete
from tempanswerqa.answers.tokens import words
from tempanswerqa.paper_scoring import MONTHS

MARKS: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_name("marks.yaml").read_text(encoding="utf-8")
)
_STEM = 4
"""First letters by which two words are the same: `closed`, `closure`."""

_FORMS = {
    form: forms.split()[0][:_STEM]
    for forms in MARKS.pop("forms").split(", ")
    for form in forms.split()
}
"""The stem of verbs whose beginnings differ."""
_ALIKE = {
    word[:_STEM]: words.split()[0][:_STEM]
    for words in MARKS.pop("alike").split(", ")
    for word in words.split()
}
"""The stem of words that say about the same."""
_KINDS: dict[str, list[str]] = {}
"""The kinds of marks that a word or phrase is."""
for _kind, _languages in MARKS.items():
    for _word in chain.from_iterable(_languages.values()):
        _KINDS.setdefault(_word, []).append(_kind)


def _any(words: Iterator[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))


_MARK = re.compile(
    rf"(?<!\w)(?:{_any(word for word in _KINDS if word[0] < FIRST_JOINED)})(?!\w)"
    rf"|{_any(word for word in _KINDS if word[0] >= FIRST_JOINED)}"
)
_CLAUSE_END = re.compile(
    r"[,;:()\u2013\u2014\u2192=]\s?|\s-\s|\|"
    r"|\b(?:and|but|while|whereas|so|then|which|who|because|since|though|although|making|not)\b"
)
_STEM_WORD = re.compile(r"[^\W\d_]{2,}|[^\W_]*[0-9][^\W_]*")
_COMMON = words(
    "an as at by he in is it my no of on or so to we the was were did does has had have how many"
    " much what which when year years month months day days hour hours date minute minutes seconds"
    " week weeks long and for from with that this her his its she they between until after"
    " before answer explanation json number return give keys do you your their there are be been"
    " time times me us our who"
)
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*|__([^_\n]+)__")
_ITEMS = re.compile(r"\n[ \t]*(?:[-*•+|]|[0-9][.)])")
_ITEM = re.compile(r"[ \t>]*(?:[-*•+]|[0-9][0-9]?[.)])\s")
_BEFORE = {
    "is": "is was are were be been 's equals",
    "in": "in on at during",
    "of": "of",
    "to": "to until till through by",
    "from": "from since after before",
    "for": "for took takes lasted lasts spent take spend",
    "and": "and or",
    "the": "the a an this that",
    "about": "about around approximately roughly nearly almost over under",
    "adverb": "only just exactly now actually instead",
    "plus": "plus minus times by another additional extra more",
    "my": "his her your their my our its",
}
_AFTER = {
    "ago": "ago",
    "old": "old",
    "later": "later earlier before after from prior",
    "total": "total altogether combined overall",
    "in": "in on at for during",
    "of": "of",
    "and": "and or to",
    "verb": "is was are were have had has until",
    "left": "left remaining more longer less fewer",
    "per": "per each every",
}
_BESIDE = [
    {word: name for name, words in table.items() for word in words.split()}
    for table in (_BEFORE, _AFTER)
]
_LAST_WORD = re.compile(r"([^\W\d_]+|[^\w\s])\W{0,3}\Z")
_NEXT_SIGN = re.compile(r"\s*(\S)")
_WORD_AFTER = re.compile(r"\W{0,3}([^\W\d_]+)")
_ASKS = {
    "asks_many": re.compile(r"(?i)\bhow many\b"),
    "asks_total": re.compile(r"(?i)\b(?:total|altogether|combined|in all|sum|overall)\b"),
    "asks_difference": re.compile(
        r"(?i)\b(?:longer|shorter|older|younger|more|fewer|less|difference|between|earlier|later"
        r"|apart|passed|elapsed|ago|after|before|since)\b"
    ),
    "asks_average": re.compile(r"(?i)\b(?:average|mean|typical)"),
    "asks_plan": re.compile(r"(?i)plan|schedul|mean|suppos|expect|estimat|used to|original"),
    "asks_rest": re.compile(r"(?i)\b(?:left|remain|until|till)"),
    "asks_now": re.compile(r"(?i)\b(?:now|current|currently|today)\b"),
    "asks_age": re.compile(r"(?i)\b(?:how old|age)\b"),
    "asks_first": re.compile(r"(?i)\b(?:first|earliest|initial(?:ly)?|oldest|1st)\b"),
    "asks_last": re.compile(r"(?i)\b(?:last|latest|final|most recent|newest)\b"),
    "asks_second": re.compile(r"(?i)\b(?:second|2nd|next|other)\b"),
    "asks_third": re.compile(r"(?i)\b(?:third|3rd)\b"),
    "asks_most": re.compile(r"(?i)\b(?:most|longest|highest|maximum|record|largest|biggest)\b"),
    "asks_least": re.compile(r"(?i)\b(?:least|shortest|lowest|minimum|fewest|fastest|quickest)\b"),
    "asks_rate": re.compile(r"(?i)\b(?:per|each|every|a (?:day|week|month|year))\b"),
}
_NO_MARKS = {
    **{f"{kind}{side}": 0.0 for kind in MARKS for side in "<>~"},
    **{f"before={name}": 0.0 for name in ("", *_BEFORE)},
    **{f"after={name}": 0.0 for name in ("", *_AFTER)},
    **{f"sign{sign}<": 0.0 for sign in "=:(+-*/,→≈"},
    **{f"sign{sign}>": 0.0 for sign in "=)+-*/,.("},
}
"""The features of words around a quantity, where there are none."""

_NAME = re.compile(r"(?<![.!?:\n] )(?<!\A)(?<![*\"'\n(-])\b[A-Z][a-z]\w+")
_NO_NAMES = {*MONTHS, *(month[:3] for month in MONTHS)} | {
    f"{day}day" for day in ("Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun")
}
_DAY = 86_400.0
_NOUN = re.compile(r"(?i)\bhow many (?:more |other |different )?(\w+)")
_MONTH_STEMS = {month[:length].lower() for month in MONTHS for length in (3, 4)}
_FOLLOWING = ("correction", "changed", "refusal", "result", "total", "working")
"""Kinds of marks that matter in later sentences, too."""

_COMPARED = (
    *("claimed", "claimed_left", "claimed_rare", "shared_clause", "shared_sentence", "shared_line"),
    *("names", "other_names", "claimed_names", "noun_near"),
    *("unit_asked", "bold_alone", "again", "given", "result<", "total<"),
    *("agrees_difference", "agrees_average", "agrees_rest", "agrees_plan"),
)
"""Features of which each candidate has its rank, too."""

MOST = 50
"""Maximum candidates of a text: its first ones and, for most of them, its last ones."""


def stems(text: str) -> set[str]:
    """Return the stems of the words of a text, but for common words; all of those with digits."""
    return {_stem(word) for word in _STEM_WORD.findall(text.lower()) if word not in _COMMON}


def _stem(word: str) -> str:
    stem = _FORMS.get(word, word[:_STEM])
    return _ALIKE.get(stem, stem) if word.isalpha() else word


def _names(text: str) -> set[str]:
    """Return the stems of the names in a text."""
    return {_stem(name.lower()) for name in _NAME.findall(text) if name not in _NO_NAMES}


@lru_cache(maxsize=4096)
def _names_asked(asked: Target) -> set[str]:
    return _names(asked.question[-AROUND:])


@lru_cache(maxsize=4096)
def _of_question(asked: Target) -> tuple[set[str], set[float], dict[str, float], str]:
    """Return the stems of a question, its numbers in the unit, what it asks and its noun."""
    text = prepared(asked.question[-AROUND:])
    given = {one.number for one in candidates(_quantities(text, asked), asked, text)}
    kinds = {name: float(bool(words.search(text))) for name, words in _ASKS.items()}
    noun = _NOUN.search(text)
    return stems(text) - _MONTH_STEMS, given, kinds, noun[1].lower()[:_STEM] if noun else ""


def _kind_of(one: Quantity) -> str:
    """Return the kind of a quantity; a day of the week is like a date."""
    return one.notation if one.kind == "period" else "date" if one.kind == "weekday" else one.kind


def _quantities(text: str, asked: Target) -> list[Quantity]:
    if asked.unit.kind == "period":
        order = asked.date_order or asked.else_first
        return periods(text, asked.asked_on, order == "month" if order else None)
    return quantities(text, asked.unit.kind == "weekday")


class Passage:
    """A text with its quantities, sentences, clauses and marks."""

    def __init__(self, text: str, asked: Target, context: str = "", place: str = "") -> None:
        self.text, self.asked, self.place = text, asked, place
        self.plain = prepared(text)
        self.quantities = _quantities(self.plain, asked)
        found = candidates(self.quantities, asked, self.plain, context)
        if len(found) > MOST:
            found = [*found[: MOST // 5], *found[-MOST * 4 // 5 :]]
        self.candidates = found
        lower = self.plain.lower()
        self.lower = lower if len(lower) == len(self.plain) else self.plain

    def features(self) -> list[dict[str, float]]:
        """Return the features of each candidate by their names."""
        self._divide()
        shared = _NO_MARKS | self._of_text()
        found = [dict(shared) for _ in self.candidates]
        for place, (own, one) in enumerate(zip(found, self.candidates, strict=True)):
            self._of_quantity(own, one.quantity)
            self._of_place(own, place, one.quantity)
            self._of_words(own, one.quantity)
            self._of_numbers(own, one)
            self._of_sums(own, one)
        self._claim(found)
        self._compare(found)
        return found

    def _divide(self) -> None:
        """Find sentences, clauses, marks and bold text."""
        text, n = self.plain, len(self.plain)
        self.sentences = [0, *(found.end() for found in SENTENCE_END.finditer(text))]
        if self.sentences[-1] >= n > 0 and len(self.sentences) > 1:
            self.sentences.pop()
        self.clauses = self._clauses()
        self.marks: list[list[tuple[int, int, str]]] = [[] for _ in self.sentences]
        for found in _MARK.finditer(self.lower):
            own = self.marks[self.sentence_at(found.start())]
            own += [(*found.span(), kind) for kind in _KINDS[found[0]]]
        bold = _BOLD.finditer(self.text) if "**" in self.text or "__" in self.text else ()
        self.bold = [(found.span(), found[1] or found[2]) for found in bold]
        parts = [self.plain[slice(*self.sentence(k))] for k in range(len(self.sentences))]
        self.stems = [stems(part) for part in parts]
        self.steps = {
            round(amount * {"day": 1, "week": 7}[unit])
            for one in self.quantities
            if one.kind == "amount" and len(one.parts) == 1
            for amount, unit in one.parts
            if unit in ("day", "week")
        }
        self.refusing = [self._refuses(k) for k in range(len(self.sentences))]

    def _clauses(self) -> list[int]:
        """Return where clauses begin; none begins within a quantity."""
        spans = [one.span for one in self.quantities]
        starts = [start for start, _ in spans]

        def inside(place: int) -> bool:
            k = bisect_right(starts, place) - 1
            return k >= 0 and spans[k][0] < place < spans[k][1]

        ends = _CLAUSE_END.finditer(self.lower)
        return sorted(
            {*self.sentences, *(found.end() for found in ends if not inside(found.start()))}
        )

    def sentence_at(self, place: int) -> int:
        """Return the number of the sentence at a place."""
        return bisect_right(self.sentences, place) - 1

    def sentence(self, k: int) -> tuple[int, int]:
        """Return the place of a sentence."""
        end = self.sentences[k + 1] if k + 1 < len(self.sentences) else len(self.plain)
        return self.sentences[k], end

    def clause(self, place: int) -> tuple[int, int]:
        """Return the place of the clause at a place."""
        k = bisect_right(self.clauses, place)
        return self.clauses[k - 1], self.clauses[k] if k < len(self.clauses) else len(self.plain)

    def _refuses(self, k: int) -> bool:
        """Return whether a sentence says that something is not known."""
        denied = -99
        for start, end, kind in self.marks[k]:
            if kind == "refusal" or (kind == "known" and start - denied < 25):
                return True
            if kind == "negation":
                denied = end
        return False

    def refuses(self) -> bool:
        """Return whether the text says that the answer is not known, or denies what was asked."""
        self._divide()
        if self.place != "prose" and not self.quantities:
            return any(kind in ("negation", "refusal") for _, _, kind in chain(*self.marks))
        return any(map(self._withholds, range(len(self.marks))))

    def _withholds(self, k: int) -> bool:
        """Return whether a sentence refuses, or says that something was not told."""
        denied = -99
        for start, end, kind in self.marks[k]:
            if kind in ("known", "told") and start - denied < 40:
                return True
            denied = end if kind == "negation" else denied
        return self.refusing[k]

    def _of_text(self) -> dict[str, float]:
        """Return what the text and the question are."""
        asked = self.asked
        sought, _, kinds, _ = _of_question(asked)
        text = self.plain.rstrip()
        told = set[str]().union(*self.stems)
        named = _names_asked(asked)
        return {
            **kinds,
            "unmet": len(sought - told) / max(1, len(sought)),
            "unmet_names": float(len(named - told)),
            "names_asked": float(len(named)),
            **{f"place={name}": float(self.place == name) for name in ("field", "prose")},
            "own": float(not asked.released),
            "has_question": float(bool(sought)),
            "duration": float(asked.unit.kind == "duration"),
            "count": float(asked.unit.kind == "count"),
            "clock": float(asked.unit.kind == "time of day"),
            "date": float(asked.unit.dated or asked.unit.kind in ("weekday", "period")),
            "years": float(asked.unit.singular == "year"),
            "candidates": float(len(self.candidates)),
            "numbers": float(len({one.number for one in self.candidates})),
            "quantities": float(len(self.quantities)),
            "sentences": float(len(self.sentences)),
            "length": log1p(len(self.plain)),
            "items": float(len(_ITEMS.findall(self.text))),
            "complete": float(complete(text)),
            "question_mark": float(text.endswith("?")),
            "refusals": float(sum(self.refusing)),
            "refuses_first": float(self.refusing[0]),
            "refuses_last": float(self.refusing[-1]),
        }

    def _of_quantity(self, own: dict[str, float], one: Quantity) -> None:
        """Add what a quantity is."""
        asked, noun, counted = self.asked, one.noun, _of_question(self.asked)[3]
        for kind in ("amount", "number", "year", "date", "moment"):
            own[f"kind={kind}"] = float(_kind_of(one) == kind)
        for role in ("about", "bound", "range", "relative"):
            own[f"role={role}"] = float(one.role == role)
        for mark in ("aside", "adjunct", "later", "foreign", "compared", "number"):
            own[f"mark={mark}"] = float(mark in one.marks)
        own["exact"] = float(one.role in ANSWERS)
        own["digits"] = float(any(map(str.isdigit, self.plain[slice(*one.span)])))
        own["parts"] = float(len(one.parts)) if one.kind == "amount" else 0.0
        own["unit_asked"] = float(
            one.kind == "amount" and any(name == asked.unit.singular for _, name in one.parts)
        )
        own["fine"] = float(asked.unit.name == {"year": "date_years"}.get(one.kind, one.kind))
        own["noun"] = float(bool(noun) and noun not in _COMMON and noun not in _BESIDE[1])
        own["noun_asked"] = float(bool(counted) and noun[:_STEM] == counted)
        own["noun_in_question"] = float(bool(noun) and noun[:_STEM] in _of_question(asked)[0])

    def _of_place(self, own: dict[str, float], place: int, one: Quantity) -> None:
        """Add where a quantity stands."""
        plain, k = self.plain, self.sentence_at(one.start)
        start, end = self.sentence(k)
        line = plain.rfind("\n", 0, one.start) + 1
        beside = [other for other in self.candidates if start <= other.quantity.start < end]
        words_before = len(plain[start : one.start].split())
        own["from_start"], own["from_end"] = float(place), float(len(self.candidates) - 1 - place)
        own["sentence"], own["sentence_from_end"] = float(k), float(len(self.sentences) - 1 - k)
        own["relative_place"] = one.start / max(1, len(plain))
        own["in_sentence"] = float(len({other.number for other in beside}))
        own["first_in_sentence"] = float(beside[0].quantity is one)
        own["last_in_sentence"] = float(beside[-1].quantity is one)
        own["words_before"] = float(words_before)
        own["alone"] = float(words_before + len(plain[one.end : end].split()))
        own["item"] = float(bool(_ITEM.match(self.text, line)))
        own["line_start"] = float(not plain[line : one.start].strip(" *_#>-\"'"))
        own["label"] = float(":" in plain[line : one.start])
        bold = [text for (a, b), text in self.bold if a <= one.start and one.end <= b]
        own["bold"] = float(bool(bold))
        own["bold_alone"] = float(
            bool(bold) and len(bold[0].split()) <= 1 + len(plain[slice(*one.span)].split())
        )
        own["bracket"] = float(
            plain.rfind("(", start, one.start) > plain.rfind(")", start, one.start)
        )
        own["quoted"] = float(plain.count('"', start, one.start) % 2)
        own["ends_text"] = float(not plain[one.end :].strip())
        own["ends_sentence"] = float(not plain[one.end : end].strip(" .!*\"')\n"))
        own["asks_back"] = float(plain[start:end].rstrip(" \n*").endswith("?"))

    def _of_words(self, own: dict[str, float], one: Quantity) -> None:
        """Add the words around a quantity."""
        k = self.sentence_at(one.start)
        first, last = self.clause(one.start)
        for start, end, kind in self.marks[k]:
            if end <= one.start:
                own[f"{kind}<" if start >= first else f"{kind}~"] = 1.0
            elif start >= one.end:
                own[f"{kind}>" if start < last else f"{kind}~"] = 1.0
        following = {kind for marks in self.marks[k + 1 :] for _, _, kind in marks}
        for kind in _FOLLOWING:
            own[f"{kind}>>"] = float(kind in following)
        own["refuses"] = float(self.refusing[k])
        own["refuses_before"] = float(any(self.refusing[:k]))
        word = _LAST_WORD.search(self.lower, max(0, one.start - 25), one.start)
        before = _BESIDE[0].get(word[1], "") if word else ""
        follows = _WORD_AFTER.match(self.lower, one.end)
        after = _BESIDE[1].get(follows[1], "") if follows else ""
        own[f"before={before}"] = own[f"after={after}"] = 1.0
        lead = self.plain[max(0, one.start - 3) : one.start].strip(" *_\"'`$")[-1:]
        tail = _NEXT_SIGN.match(self.plain, one.end)
        for name in (f"sign{lead}<", f"sign{tail[1] if tail else ''}>"):
            if name in _NO_MARKS:
                own[name] = 1.0
        sought = _of_question(self.asked)[0]
        share, clause = max(1, len(sought)), stems(self.plain[first:last])
        line = self.plain.rfind("\n", 0, one.start) + 1
        own["shared_clause"] = len(sought & clause) / share
        own["shared_sentence"] = len(sought & self.stems[k]) / share
        own["shared_line"] = len(sought & stems(self.plain[line : one.start])) / share
        own["shared_before"] = len(sought & self.stems[k - 1]) / share if k else 0.0
        own["unshared"] = float(len(clause - sought))
        start, end = self.sentence(k)
        named, asked_for = _names(self.plain[start:end]), _names_asked(self.asked)
        own["names"] = float(len(named & asked_for))
        own["other_names"] = float(len(named - sought))
        near = _names(self.plain[first:last])
        own["names_near"], own["other_names_near"] = (
            float(len(near & asked_for)),
            float(len(near - sought)),
        )
        counted = _of_question(self.asked)[3]
        nouns = [_stem(word) for word in _STEM_WORD.findall(self.lower[one.end : last + 30])[:5]]
        own["noun_near"] = float(counted[:_STEM] in nouns) if counted else 0.0

    def _of_numbers(self, own: dict[str, float], candidate: Value) -> None:
        """Add how a number relates to others."""
        one, number = candidate
        same = [c.quantity.start for c in self.candidates if c.number == number]
        others = [*dict.fromkeys(c.number for c in self.candidates if c.number != number)][:9]
        amounts = self.asked.unit.kind in ("duration", "count")
        pairs = [*combinations(others, 2)] if amounts else []
        own["given"] = float(number in _of_question(self.asked)[1])
        own["again"] = float(len(same))
        own["repeats"], own["repeated"] = float(same[0] < one.start), float(same[-1] > one.start)
        own["total"] = float(amounts and len(others) > 1 and isclose(sum(others), number))
        own["difference"] = float(any(isclose(abs(a - b), abs(number)) for a, b in pairs))
        own["sum"] = float(any(isclose(a + b, number) for a, b in pairs))
        own["year_like"] = float(amounts and 1000 <= number < 2100 and number % 1 == 0)
        own["whole"] = float(number % 1 == 0)
        own["largest"] = float(not any(other > number for other in others))
        own["least"] = float(not any(other < number for other in others))
        own["equals_items"] = float(self.asked.unit.kind == "count" and number == own["items"])
        own["rank"] = sum(other > number for other in others) / max(1, len(others))
        own["large"] = float(amounts and abs(number) > 1000)

    def _of_sums(self, own: dict[str, float], candidate: Value) -> None:
        """Add whether a number is the total of others before or after it, or a day worked out."""
        number, own["derived"] = candidate.number, 0.0
        own["total_before"] = own["total_after"] = own["sum_before"] = 0.0
        if self.asked.unit.kind in ("duration", "count") and len(self.candidates) > 2:
            place = next(n for n, c in enumerate(self.candidates) if c is candidate)
            numbers = [c.number for c in self.candidates]
            own["total_before"] = float(place > 1 and isclose(sum(numbers[:place]), number))
            own["total_after"] = float(isclose(sum(numbers[place + 1 :]), number))
            own["sum_before"] = float(
                any(isclose(sum(numbers[n:place]), number) for n in range(place - 1))
            )
        if self.asked.unit.parts == 3 and self.steps:
            others = [*dict.fromkeys(c.number for c in self.candidates if c.number != number)][:9]
            own["derived"] = float(
                any(round(abs(other - number) / _DAY) in self.steps for other in others)
            )

    def _claim(self, found: list[dict[str, float]]) -> None:
        """Add how many words of the question stand nearer to a candidate than to any other."""
        sought, _, kinds, _ = _of_question(self.asked)
        places: dict[str, list[int]] = {}
        for word in _STEM_WORD.finditer(self.lower) if sought else ():
            stem = _stem(word[0])
            if stem in sought and word[0] not in _COMMON:
                places.setdefault(stem, []).append(word.start())
        claimed: list[tuple[set[str], set[str]]] = [(set(), set()) for _ in found]
        rare = [0.0] * len(found)
        for stem, at in places.items():
            for place in at[:9]:
                n = min(range(len(found)), key=lambda n: self._far(place, n))
                before = place < self.candidates[n].quantity.start
                claimed[n][0 if before else 1].add(stem)
                rare[n] += 1 / len(at)
        share = max(1, len(sought))
        named = _names_asked(self.asked)
        for (left, right), part, own in zip(claimed, rare, found, strict=True):
            own["claimed_names"] = float(len((left | right) & named))
            own["claimed"], own["claimed_left"] = len(left | right) / share, len(left) / share
            own["claimed_rare"] = part / share
            for kind in ("difference", "average", "rest", "plan"):
                near = own[f"{kind}<"] or own[f"{kind}>"]
                own[f"agrees_{kind}"] = near * (2 * kinds[f"asks_{kind}"] - 1)

    def _far(self, place: int, n: int) -> float:
        """Return how far a candidate is from a place, in words; a clause counts three."""
        first, last = self.candidates[n].quantity.span
        a, b = (place, first) if place < first else (last, place)
        clauses = bisect_right(self.clauses, b) - bisect_right(self.clauses, a)
        start, end = self.sentence(self.sentence_at(place))
        return (
            (b - a) / 6 + 3 * clauses + (0 if start <= first < end else 9 if first >= end else 18)
        )

    def _compare(self, found: list[dict[str, float]]) -> None:
        """Add how each candidate compares with the others."""
        for name in _COMPARED:
            values = sorted((own[name] for own in found), reverse=True)
            for own in found:
                best = values[0] if own[name] < values[0] or len(values) < 2 else values[1]
                own[f"{name}^"] = own[name] - best if len(values) > 1 else 0.0
        free = any(own["kind=number"] == 0 for own in found)
        exact = sum(own["exact"] for own in found)
        for own in found:
            own["other_units"] = float(free and own["kind=number"] == 1)
            own["others_exact"] = exact - own["exact"]
