"""Computes the features of each candidate from the text around it and the question."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from itertools import accumulate, chain
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
"""Number of first letters that two words of one stem share: `closed`, `closure`."""

_FORMS = {
    form: forms.split()[0][:_STEM]
    for forms in MARKS.pop("forms").split(", ")
    for form in forms.split()
}
"""The stem of each verb with irregular forms."""
_ALIKE = {
    word[:_STEM]: words.split()[0][:_STEM]
    for words in MARKS.pop("alike").split(", ")
    for word in words.split()
}
"""The stem of words with about the same meaning."""
_KINDS: dict[str, list[str]] = {}
"""The kinds of mark of each word or phrase."""
for _kind, _languages in MARKS.items():
    for _word in chain.from_iterable(_languages.values()):
        _KINDS.setdefault(_word, []).append(_kind)


def _any(words: Iterable[str]) -> str:
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
_NO_NOUNS = _COMMON | words(
    "ago old later earlier prior total altogether combined overall during left remaining more"
    " longer less fewer per each every"
)
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*|__([^_\n]+)__")
_ITEM = re.compile(r"[ \t>]*(?:[-*•+]|[0-9][0-9]?[.)])\s")
_WORDS_BEFORE = {
    "before=and": words("and or"),
    "before=my": words("his her your their my our its"),
    "before=the": words("the a an this that"),
}
_WORDS_AFTER = {
    "after=and": words("and or to"),
    "after=left": words("left remaining more longer less fewer"),
}
_LAST_WORD = re.compile(r"([^\W\d_]+|[^\w\s])\W{0,3}\Z")
_NEXT_SIGN = re.compile(r"\s*(\S)")
_WORD_AFTER = re.compile(r"\W{0,3}([^\W\d_]+)")
_ASKS = {
    "difference": re.compile(
        r"(?i)\b(?:longer|shorter|older|younger|more|fewer|less|difference|between|earlier|later"
        r"|apart|passed|elapsed|ago|after|before|since)\b"
    ),
    "plan": re.compile(r"(?i)plan|schedul|mean|suppos|expect|estimat|used to|original"),
    "rest": re.compile(r"(?i)\b(?:left|remain|until|till)"),
}
_NAME = re.compile(r"(?<![.!?:\n] )(?<!\A)(?<![*\"'\n(-])\b[A-Z][a-z]\w+")
_NO_NAMES = {*MONTHS, *(month[:3] for month in MONTHS)} | {
    f"{day}day" for day in ("Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun")
}
_NOUN = re.compile(r"(?i)\bhow many (?:more |other |different )?(\w+)")
_MONTH_STEMS = {month[:length].lower() for month in MONTHS for length in (3, 4)}
_NEAR = (
    *("changed<", "condition~", "correction<", "difference>", "each>", "lasting>", "negation~"),
    *("result<", "result~", "said<"),
)
"""Marks before (`<`) or after (`>`) a quantity in its clause, or in its sentence (`~`)."""

_FOLLOWING = ("correction", "refusal", "result", "working")
"""Kinds of marks that matter in later sentences."""

_COMPARED = (
    *("claimed", "claimed_left", "claimed_rare", "shared_clause", "shared_sentence", "shared_line"),
    *("unit_asked", "bold_alone", "again", "given", "result<", "agrees_plan"),
)
"""Features for which each candidate also has its distance to the best other one."""

MOST = 50
"""Maximum number of candidates of a text: a few from its beginning, most from its end."""


def stems(text: str) -> set[str]:
    """Return the stems of the words of a text except common ones; words with digits stay whole."""
    return {_stem(word) for word in _STEM_WORD.findall(text.lower()) if word not in _COMMON}


def _stem(word: str) -> str:
    stem = _FORMS.get(word, word[:_STEM])
    return _ALIKE.get(stem, stem) if word.isalpha() else word


def _names(text: str) -> set[str]:
    """Return the stems of the names in a text."""
    return {_stem(name.lower()) for name in _NAME.findall(text) if name not in _NO_NAMES}


@lru_cache(maxsize=4096)
def _of_question(asked: Target) -> tuple[set[str], set[str], set[float], dict[str, bool], str]:
    """Return the stems of a question, its names, numbers, kind of question and noun."""
    question = asked.question[-AROUND:]
    text = prepared(question)
    given = {value.number for value in candidates(_quantities(text, asked), asked, text)}
    asks = {kind: bool(words.search(text)) for kind, words in _ASKS.items()}
    noun = _NOUN.search(text)
    counted = noun[1].lower()[:_STEM] if noun else ""
    return stems(text) - _MONTH_STEMS, _names(question), given, asks, counted


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
        self.lower = self.plain.lower()
        self.quantities = _quantities(self.plain, asked)
        values = candidates(self.quantities, asked, self.plain, context)
        if len(values) > MOST:
            values = [*values[: MOST // 5], *values[-MOST * 4 // 5 :]]
        self.candidates = values

    def features(self) -> list[dict[str, float]]:
        """Return the features of each candidate by name."""
        self.sought, self.names, self.given, self.asks, self.counted = _of_question(self.asked)
        self.beside = defaultdict[int, list[Value]](list)
        for value in self.candidates:
            self.beside[self.sentence_at(value.quantity.start)].append(value)
        self.last_with = {kind: k for k, marks in enumerate(self.marks) for _, _, kind in marks}
        shared = self._of_text()
        rows = [
            {
                **shared,
                **self._of_quantity(value.quantity),
                **self._of_place(n, value.quantity),
                **self._of_words(value.quantity),
                **self._of_numbers(n, value.number),
            }
            for n, value in enumerate(self.candidates)
        ]
        self._claim(rows)
        self._compare(rows)
        return rows

    @cached_property
    def sentences(self) -> list[int]:
        """Return where sentences begin."""
        starts = [0, *(match.end() for match in SENTENCE_END.finditer(self.plain))]
        return starts[:-1] if len(starts) > 1 and starts[-1] >= len(self.plain) else starts

    @cached_property
    def clauses(self) -> list[int]:
        """Return where clauses begin; none begins within a quantity."""
        starts = [quantity.start for quantity in self.quantities]

        def inside(place: int) -> bool:
            k = bisect_left(starts, place) - 1
            return k >= 0 and place < self.quantities[k].end

        ends = _CLAUSE_END.finditer(self.lower)
        return sorted({*self.sentences, *(end.end() for end in ends if not inside(end.start()))})

    @cached_property
    def marks(self) -> list[list[tuple[int, int, str]]]:
        """Return the marks of each sentence with their beginning, end and kind."""
        marks: list[list[tuple[int, int, str]]] = [[] for _ in self.sentences]
        for match in _MARK.finditer(self.lower):
            marks[self.sentence_at(match.start())] += [
                (*match.span(), kind) for kind in _KINDS[match[0]]
            ]
        return marks

    @cached_property
    def stems(self) -> list[set[str]]:
        """Return the stems of each sentence."""
        return [stems(self.plain[slice(*self.sentence(k))]) for k in range(len(self.sentences))]

    @cached_property
    def bold(self) -> list[tuple[int, int, str]]:
        """Return where bold text begins and ends, and the text."""
        return [(*match.span(), match[1] or match[2]) for match in _BOLD.finditer(self.text)]

    def sentence_at(self, place: int) -> int:
        """Return the index of the sentence at a place."""
        return bisect_right(self.sentences, place) - 1

    def sentence(self, k: int) -> tuple[int, int]:
        """Return the place of a sentence."""
        end = self.sentences[k + 1] if k + 1 < len(self.sentences) else len(self.plain)
        return self.sentences[k], end

    def clause(self, place: int) -> tuple[int, int]:
        """Return the place of the clause at a place."""
        k = bisect_right(self.clauses, place)
        return self.clauses[k - 1], self.clauses[k] if k < len(self.clauses) else len(self.plain)

    def _denies(self, k: int, kinds: Collection[str] = ("known",), within: int = 25) -> bool:
        """Return whether a sentence refuses, or denies that something is known."""
        denied = -99
        for start, end, kind in self.marks[k]:
            if kind == "refusal" or (kind in kinds and start - denied < within):
                return True
            if kind == "negation":
                denied = end
        return False

    def refuses(self) -> bool:
        """Return whether the text says that the answer is not known, or denies what was asked."""
        if self.place != "prose" and not self.quantities:
            return any(kind in ("negation", "refusal") for _, _, kind in chain(*self.marks))
        return any(self._denies(k, ("known", "told"), 40) for k in range(len(self.marks)))

    def _of_text(self) -> dict[str, float]:
        """Return features of the text and the question."""
        unit, text = self.asked.unit, self.plain.rstrip()
        refusing = [self._denies(k) for k in range(len(self.marks))]
        return {
            "unmet": len(self.sought.difference(*self.stems)) / max(1, len(self.sought)),
            "place=prose": float(self.place == "prose"),
            "own": float(not self.asked.released),
            "duration": float(unit.kind == "duration"),
            "date": float(unit.dated or unit.kind in ("weekday", "period")),
            "candidates": float(len(self.candidates)),
            "numbers": float(len({value.number for value in self.candidates})),
            "quantities": float(len(self.quantities)),
            "sentences": float(len(self.sentences)),
            "length": log1p(len(self.plain)),
            "complete": float(self.place != "prose" or complete(text)),
            "question_mark": float(text.endswith("?")),
            "refusals": float(sum(refusing)),
            "refuses_first": float(refusing[0]),
            "refuses_last": float(refusing[-1]),
        }

    def _of_quantity(self, one: Quantity) -> dict[str, float]:
        """Return features of the quantity itself."""
        noun, is_amount = one.noun, one.kind == "amount"
        kind = one.notation if one.kind == "period" else one.kind
        units = {name for _, name in one.parts} if is_amount else ()
        return {
            "kind=number": float(kind == "number"),
            "kind=year": float(kind == "year"),
            "role=range": float(one.role == "range"),
            "role=relative": float(one.role == "relative"),
            "mark=adjunct": float("adjunct" in one.marks),
            "mark=aside": float("aside" in one.marks),
            "mark=compared": float("compared" in one.marks),
            "exact": float(one.role in ANSWERS),
            "parts": float(len(one.parts)) if is_amount else 0.0,
            "unit_asked": float(self.asked.unit.singular in units),
            "noun": float(bool(noun) and noun not in _NO_NOUNS),
            "noun_asked": float(bool(self.counted) and noun[:_STEM] == self.counted),
            "noun_in_question": float(bool(noun) and noun[:_STEM] in self.sought),
        }

    def _of_place(self, place: int, one: Quantity) -> dict[str, float]:
        """Return features of the place of a quantity."""
        plain, k = self.plain, self.sentence_at(one.start)
        start, end = self.sentence(k)
        beside = self.beside[k]
        words_before = len(plain[start : one.start].split())
        size = len(plain[slice(*one.span)].split())
        bold = [text for a, b, text in self.bold if a <= one.start and one.end <= b]
        opened, closed = (plain.rfind(sign, start, one.start) for sign in "()")
        return {
            "from_start": float(place),
            "from_end": float(len(self.candidates) - 1 - place),
            "sentence": float(k),
            "sentence_from_end": float(len(self.sentences) - 1 - k),
            "relative_place": one.start / max(1, len(plain)),
            "in_sentence": float(len({value.number for value in beside})),
            "last_in_sentence": float(beside[-1].quantity is one),
            "words_before": float(words_before),
            "alone": float(words_before + len(plain[one.end : end].split())),
            "item": float(bool(_ITEM.match(self.text, plain.rfind("\n", 0, one.start) + 1))),
            "bold": float(bool(bold)),
            "bold_alone": float(bool(bold) and len(bold[0].split()) <= 1 + size),
            "bracket": float(opened > closed),
            "ends_sentence": float(not plain[one.end : end].strip(" .!*\"')\n")),
            "asks_back": float(plain[start:end].rstrip(" \n*").endswith("?")),
        }

    def _of_words(self, one: Quantity) -> dict[str, float]:
        """Return features of the words around a quantity."""
        k, (first, last) = self.sentence_at(one.start), self.clause(one.start)
        near = set()
        for start, end, kind in self.marks[k]:
            if end <= one.start:
                near.add(f"{kind}<" if start >= first else f"{kind}~")
            elif start >= one.end:
                near.add(f"{kind}>" if start < last else f"{kind}~")
        word = _LAST_WORD.search(self.lower, max(0, one.start - 25), one.start)
        follows = _WORD_AFTER.match(self.lower, one.end)
        before, after = word[1] if word else "", follows[1] if follows else ""
        lead = self.plain[max(0, one.start - 3) : one.start].strip(" *_\"'`$")[-1:]
        tail = _NEXT_SIGN.match(self.plain, one.end)
        sign = tail[1] if tail else ""
        share, clause = max(1, len(self.sought)), stems(self.plain[first:last])
        line = self.plain.rfind("\n", 0, one.start) + 1
        agrees = {
            f"agrees_{kind}": float(f"{kind}<" in near or f"{kind}>" in near) * (2 * asked - 1)
            for kind, asked in self.asks.items()
        }
        return {
            **{name: float(name in near) for name in _NEAR},
            **{f"{kind}>>": float(self.last_with.get(kind, -1) > k) for kind in _FOLLOWING},
            **{name: float(before in words) for name, words in _WORDS_BEFORE.items()},
            **{name: float(after in words) for name, words in _WORDS_AFTER.items()},
            **agrees,
            "sign+<": float(lead == "+"),
            "sign=<": float(lead == "="),
            "sign(>": float(sign == "("),
            "sign+>": float(sign == "+"),
            "sign.>": float(sign == "."),
            "shared_clause": len(self.sought & clause) / share,
            "shared_sentence": len(self.sought & self.stems[k]) / share,
            "shared_line": len(self.sought & stems(self.plain[line : one.start])) / share,
            "unshared": float(len(clause - self.sought)),
            "names_near": float(len(_names(self.plain[first:last]) & self.names)),
        }

    def _of_numbers(self, place: int, number: float) -> dict[str, float]:
        """Return features of how a number relates to others."""
        numbers = [value.number for value in self.candidates]
        others = [*dict.fromkeys(other for other in numbers if other != number)][:9]
        amounts = self.asked.unit.kind in ("duration", "count")
        sums = list[float]()
        if amounts and len(numbers) > 2:
            sums = [*accumulate(reversed(numbers[:place]))][1:]
        return {
            "given": float(number in self.given),
            "again": float(numbers.count(number)),
            "repeats": float(number in numbers[:place]),
            "year_like": float(amounts and 1000 <= number < 2100 and number % 1 == 0),
            "large": float(amounts and abs(number) > 1000),
            "largest": float(not any(other > number for other in others)),
            "rank": sum(other > number for other in others) / max(1, len(others)),
            "total_before": float(bool(sums) and isclose(sums[-1], number)),
            "sum_before": float(any(isclose(total, number) for total in sums)),
        }

    def _claim(self, rows: list[dict[str, float]]) -> None:
        """Add how many words of the question are nearer to a candidate than to any other."""
        places = defaultdict[str, list[int]](list)
        for word in _STEM_WORD.finditer(self.lower) if self.sought else ():
            if word[0] not in _COMMON and (stem := _stem(word[0])) in self.sought:
                places[stem].append(word.start())
        starts = [value.quantity.start for value in self.candidates]
        claimed: list[tuple[set[str], set[str]]] = [(set(), set()) for _ in rows]
        rare = [0.0] * len(rows)
        for stem, at in places.items():
            for place in at[:9]:
                after = bisect_right(starts, place)
                nearest = (n for n in (after - 1, after) if 0 <= n < len(rows))
                n = min(nearest, key=lambda n: self._far(place, n))
                claimed[n][place >= starts[n]].add(stem)
                rare[n] += 1 / len(at)
        share = max(1, len(self.sought))
        for (left, right), part, row in zip(claimed, rare, rows, strict=True):
            row["claimed"], row["claimed_left"] = len(left | right) / share, len(left) / share
            row["claimed_rare"] = part / share

    def _far(self, place: int, n: int) -> float:
        """Return how far a candidate is from a place, in words; a clause counts three."""
        first, last = self.candidates[n].quantity.span
        a, b = (place, first) if place < first else (last, place)
        clauses = bisect_right(self.clauses, b) - bisect_right(self.clauses, a)
        start, end = self.sentence(self.sentence_at(place))
        apart = 0 if start <= first < end else 9 if first >= end else 18
        return (b - a) / 6 + 3 * clauses + apart

    def _compare(self, rows: list[dict[str, float]]) -> None:
        """Add how each candidate compares with the others."""
        for name in _COMPARED:
            best = sorted(row[name] for row in rows)[-2:]
            for row in rows:
                row[f"{name}^"] = row[name] - best[0 if row[name] == best[-1] else -1]
        free = not all(row["kind=number"] for row in rows)
        exact = sum(row["exact"] for row in rows)
        for row in rows:
            row["other_units"] = float(free and row["kind=number"] == 1)
            row["others_exact"] = exact - row["exact"]
