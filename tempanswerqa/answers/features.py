"""Describes each candidate for an answer by numbers, from the text around it and the question."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import isclose, log1p
from pathlib import Path

import yaml

from tempanswerqa.answers.candidates import AROUND, Candidate, Target, candidates, prepared
from tempanswerqa.answers.flexible.sentences import SENTENCE_END
from tempanswerqa.answers.languages import FIRST_JOINED
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.quantity import Quantity
from tempanswerqa.paper_scoring import MONTHS

MARKS: dict[str, dict[str, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("marks.yaml").read_text(encoding="utf-8")
)
_KINDS: dict[str, list[str]] = {}
"""The kinds of marks that a word or phrase is."""
for _kind, _languages in MARKS.items():
    for _words in _languages.values():
        for _word in _words:
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
_COMMON = frozenset(
    [
        "an",
        "as",
        "at",
        "by",
        "he",
        "in",
        "is",
        "it",
        "my",
        "no",
        "of",
        "on",
        "or",
        "so",
        "to",
        "we",
        "the",
        "was",
        "were",
        "did",
        "does",
        "has",
        "had",
        "have",
        "how",
        "many",
        "much",
        "what",
        "which",
        "when",
        "year",
        "years",
        "month",
        "months",
        "day",
        "days",
        "hour",
        "hours",
        "date",
        "minute",
        "minutes",
        "seconds",
        "week",
        "weeks",
        "long",
        "old",
        "and",
        "for",
        "from",
        "with",
        "that",
        "this",
        "her",
        "his",
        "its",
        "she",
        "they",
        "between",
        "until",
        "after",
        "before",
        "answer",
        "explanation",
        "json",
        "number",
        "return",
        "give",
        "keys",
        "do",
        "you",
        "your",
        "their",
        "there",
        "are",
        "be",
        "been",
        "time",
        "times",
        "me",
        "us",
        "our",
        "who",
    ]
)
_STEM = 4
"""First letters by which two words are the same: `closed`, `closure`."""

_BOLD = re.compile(r"\*\*([^*\n]+)\*\*|__([^_\n]+)__|<b>([^<\n]+)</b>")
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

_NOUN = re.compile(r"(?i)\bhow many (?:more |other |different )?(\w+)")
_MONTH_STEMS = {month[:length].lower() for month in MONTHS for length in (3, 4)}
_COMPARED = (
    *("claimed", "claimed_left", "claimed_rare", "shared_clause", "shared_sentence", "shared_line"),
    *("unit_asked", "bold_alone", "fine", "agrees_total", "agrees_difference", "agrees_average"),
    *("result<", "total<", "again", "given", "difference<", "agrees_rest", "agrees_plan"),
)
"""Features of which each candidate has its rank, too."""

MOST = 50
"""Maximum candidates of a text: its first ones and, for most of them, its last ones."""


def stems(text: str) -> set[str]:
    """Return the stems of the words of a text, but for common words; all of those with digits."""
    return {_stem(word) for word in _STEM_WORD.findall(text.lower()) if word not in _COMMON}


def _stem(word: str) -> str:
    return word[:_STEM] if word.isalpha() else word


@lru_cache(maxsize=4096)
def _of_question(asked: Target) -> tuple[set[str], set[float], dict[str, float], str]:
    """Return the stems of a question, its numbers in the unit, what it asks and its noun."""
    text = prepared(asked.question[-AROUND:])
    given = {one.number for one in candidates(quantities(text), asked, text)}
    kinds = {name: float(bool(words.search(text))) for name, words in _ASKS.items()}
    noun = _NOUN.search(text)
    return stems(text) - _MONTH_STEMS, given, kinds, noun[1].lower()[:_STEM] if noun else ""


class Passage:
    """A text with its quantities, sentences, clauses and marks."""

    def __init__(self, text: str, asked: Target, context: str = "", place: str = "") -> None:
        self.text, self.asked, self.place = text, asked, place
        self.plain = prepared(text)
        self.quantities = quantities(self.plain)
        found = candidates(self.quantities, asked, self.plain, context)
        self.candidates = (
            found if len(found) <= MOST else [*found[: MOST // 5], *found[-MOST * 4 // 5 :]]
        )
        self.lower = (
            self.plain.lower() if len(self.plain.lower()) == len(self.plain) else self.plain
        )

    def divide(self) -> None:
        """Find sentences, clauses and marks, which only several candidates need."""
        text, n = self.plain, len(self.plain)
        self.sentences = [0, *(found.end() for found in SENTENCE_END.finditer(text))]
        if self.sentences[-1] >= n > 0 and len(self.sentences) > 1:
            self.sentences.pop()
        spans = [one.span for one in self.quantities]
        starts = [start for start, _ in spans]

        def inside(place: int) -> bool:
            k = bisect_right(starts, place) - 1
            return k >= 0 and spans[k][0] < place < spans[k][1]

        ends = [
            found.end() for found in _CLAUSE_END.finditer(self.lower) if not inside(found.start())
        ]
        self.clauses = sorted({*self.sentences, *ends})
        self.marks: list[list[tuple[int, int, str]]] = [[] for _ in self.sentences]
        for found in _MARK.finditer(self.lower):
            own = self.marks[self.sentence_at(found.start())]
            own += [(*found.span(), kind) for kind in _KINDS[found[0]]]
        self.bold = [
            (found.span(), found[1] or found[2] or found[3]) for found in _BOLD.finditer(self.text)
        ]
        self.stems = [
            stems(self.plain[slice(*self.sentence(k))]) for k in range(len(self.sentences))
        ]

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

    def features(self) -> list[dict[str, float]]:
        """Return the features of each candidate by their names."""
        self.divide()
        shared = self._of_text()
        found = []
        for place, one in enumerate(self.candidates):
            own = dict(shared)
            self._of_quantity(own, one)
            self._of_place(own, place, one)
            self._of_words(own, one.quantity)
            self._of_numbers(own, one)
            found.append(own)
        self._claim(found)
        self._compare(found)
        return found

    def _of_text(self) -> dict[str, float]:
        asked = self.asked
        sought, _, kinds, _ = _of_question(asked)
        numbers = {one.number for one in self.candidates}
        own: dict[str, float] = dict(kinds)
        for place in ("field", "corrected", "concluded", "explanation", "prose"):
            own[f"place={place}"] = float(self.place == place)
        own["own"] = float(not asked.released)
        own["has_question"] = float(bool(sought))
        own["duration"] = float(asked.unit.kind == "duration")
        own["count"] = float(asked.unit.kind == "count")
        own["clock"] = float(asked.unit.kind == "time of day")
        own["year"] = float(asked.unit.name == "date_years")
        own["date"] = float(asked.unit.name in ("date", "month", "moment"))
        own["years"] = float(asked.unit.name == "years")
        own["candidates"] = float(len(self.candidates))
        own["numbers"] = float(len(numbers))
        own["quantities"] = float(len(self.quantities))
        own["sentences"] = float(len(self.sentences))
        own["length"] = log1p(len(self.plain))
        own["complete"] = float(self.plain.rstrip().rstrip("\"'*`$")[-1:] in ".!?)]}。")
        own["question_mark"] = float(self.plain.rstrip().endswith("?"))
        refusing = [self._refuses(k) for k in range(len(self.sentences))]
        self.refusing = refusing
        own["refusals"] = float(sum(refusing))
        own["refuses_first"], own["refuses_last"] = float(refusing[0]), float(refusing[-1])
        own["bold_values"] = float(
            len({n.number for n in self.candidates if self._bold(n.quantity)})
        )
        return own

    def _refuses(self, k: int) -> bool:
        """Return whether a sentence says that something is not known."""
        denied = -99
        for start, end, kind in self.marks[k]:
            if kind == "refusal" or (kind == "known" and start - denied < 25):
                return True
            if kind == "negation":
                denied = end
        return False

    def _bold(self, one: Quantity) -> str:
        """Return the bold text around a quantity; empty for none."""
        return next((text for (a, b), text in self.bold if a <= one.start and one.end <= b), "")

    def _of_quantity(self, own: dict[str, float], candidate: Candidate) -> None:
        """Add what a quantity is."""
        one, asked = candidate
        one, asked = candidate.quantity, self.asked
        for kind in ("amount", "number", "year", "month", "date", "clock", "moment"):
            own[f"kind={kind}"] = float(one.kind == kind)
        for role in ("about", "bound", "range", "one of several", "relative", "denied"):
            own[f"role={role}"] = float(one.role == role)
        for mark in (
            "adjective",
            "aside",
            "adjunct",
            "later",
            "foreign",
            "compared",
            "since",
            "number",
        ):
            own[f"mark={mark}"] = float(mark in one.marks)
        own["digits"] = float(any(map(str.isdigit, self.plain[slice(*one.span)])))
        own["parts"] = float(len(one.parts)) if one.kind == "amount" else 0.0
        own["unit_asked"] = float(self._unit_asked(one))
        own["fine"] = float(
            asked.unit.name == {"year": "date_years", "clock": "clock"}.get(one.kind, one.kind)
        )
        noun, (_, _, _, counted) = one.noun, _of_question(asked)
        own["noun"] = float(bool(noun) and noun not in _COMMON and noun not in _BESIDE[1])
        own["noun_asked"] = float(bool(counted) and noun[:_STEM] == counted)
        own["noun_in_question"] = float(noun[:_STEM] in _of_question(asked)[0]) if noun else 0.0

    def _unit_asked(self, one: Quantity) -> bool:
        return one.kind == "amount" and any(n == self.asked.unit.singular for _, n in one.parts)

    def _of_place(self, own: dict[str, float], place: int, candidate: Candidate) -> None:
        """Add where a quantity stands."""
        one = candidate.quantity
        n, k = len(self.candidates), self.sentence_at(one.start)
        start, end = self.sentence(k)
        own["from_start"], own["from_end"] = float(place), float(n - 1 - place)
        own["sentence"], own["sentence_from_end"] = float(k), float(len(self.sentences) - 1 - k)
        own["relative_place"] = one.start / max(1, len(self.plain))
        beside = [other for other in self.candidates if start <= other.quantity.start < end]
        own["in_sentence"] = float(len({other.number for other in beside}))
        own["first_in_sentence"] = float(beside[0].quantity is one)
        own["last_in_sentence"] = float(beside[-1].quantity is one)
        own["alone"] = float(
            len(self.plain[start : one.start].split()) + len(self.plain[one.end : end].split())
        )
        own["words_before"] = float(len(self.plain[start : one.start].split()))
        line = self.plain.rfind("\n", 0, one.start) + 1
        own["item"] = float(bool(_ITEM.match(self.text, line)))
        own["items"] = float(
            sum(1 for found in re.finditer(r"\n[ \t]*[-*•+|]|\n[ \t]*[0-9][.)]", self.text))
        )
        own["line_start"] = float(not self.plain[line : one.start].strip(" *_#>-\"'"))
        own["label"] = float(":" in self.plain[line : one.start])
        own["table"] = float("|" in self.plain[line : one.start])
        bold = self._bold(one)
        own["bold"] = float(bool(bold))
        own["bold_alone"] = float(
            bool(bold) and len(bold.split()) <= 1 + len(self.plain[slice(*one.span)].split())
        )
        opened = self.plain.rfind("(", start, one.start) > self.plain.rfind(")", start, one.start)
        own["bracket"] = float(opened)
        own["square"] = float(
            self.plain.rfind("[", start, one.start) > self.plain.rfind("]", start, one.start)
        )
        own["quoted"] = float(self.plain.count('"', start, one.start) % 2)
        own["ends_text"] = float(not self.plain[one.end :].strip())
        own["ends_sentence"] = float(not self.plain[one.end : end].strip(" .!*\"')\n"))
        own["asks_back"] = float(self.plain[start:end].rstrip(" \n*").endswith("?"))

    def _of_words(self, own: dict[str, float], one: Quantity) -> None:
        """Add the words around a quantity."""
        k = self.sentence_at(one.start)
        first, last = self.clause(one.start)
        own |= _NO_MARKS
        for start, end, kind in self.marks[k]:
            if end <= one.start:
                own[f"{kind}<" if start >= first else f"{kind}~"] = 1.0
            elif start >= one.end:
                own[f"{kind}>" if start < last else f"{kind}~"] = 1.0
        following = {kind for marks in self.marks[k + 1 :] for _, _, kind in marks}
        leading = {kind for marks in self.marks[max(0, k - 1) : k] for _, _, kind in marks}
        for kind in ("correction", "changed", "refusal", "result", "total", "working"):
            own[f"{kind}>>"] = float(kind in following)
        own["correction<<"] = float("correction" in leading)
        own["condition<<"] = float("condition" in leading)
        own["refuses"] = float(self.refusing[k])
        own["refuses_before"], own["refuses_after"] = (
            float(any(self.refusing[:k])),
            float(any(self.refusing[k + 1 :])),
        )
        word = _LAST_WORD.search(self.lower, max(0, one.start - 25), one.start)
        before = _BESIDE[0].get(word[1], "") if word else ""
        follows = _WORD_AFTER.match(self.lower, one.end)
        after = _BESIDE[1].get(follows[1], "") if follows else ""
        own[f"before={before}"] = own[f"after={after}"] = 1.0
        lead = self.plain[max(0, one.start - 3) : one.start].strip(" *_\"'`$")[-1:]
        tail = _NEXT_SIGN.match(self.plain, one.end)
        for sign, name in ((lead, f"sign{lead}<"), (tail, f"sign{tail[1] if tail else ''}>")):
            if sign and name in _NO_MARKS:
                own[name] = 1.0
        sought = _of_question(self.asked)[0]
        clause, sentence = stems(self.plain[first:last]), self.stems[k]
        line = self.plain.rfind("\n", 0, one.start) + 1
        head = stems(self.plain[line : one.start])
        share = max(1, len(sought))
        own["shared_clause"] = len(sought & clause) / share
        own["shared_sentence"] = len(sought & sentence) / share
        own["shared_line"] = len(sought & head) / share
        own["shared_before"] = len(sought & self.stems[k - 1]) / share if k else 0.0
        own["unshared"] = float(len(clause - sought))

    def _of_numbers(self, own: dict[str, float], candidate: Candidate) -> None:
        """Add how a number relates to others."""
        number, one = candidate.number, candidate.quantity
        others = [*dict.fromkeys(c.number for c in self.candidates if c.number != number)][:9]
        asked = self.asked
        own["given"] = float(number in _of_question(asked)[1])
        own["again"] = float(sum(c.number == number for c in self.candidates))
        own["repeats"] = float(
            any(c.number == number and c.quantity.start < one.start for c in self.candidates)
        )
        own["repeated"] = float(
            any(c.number == number and c.quantity.start > one.start for c in self.candidates)
        )
        amounts = asked.unit.kind in ("duration", "count")
        own["total"] = float(amounts and len(others) > 1 and isclose(sum(others), number))
        own["difference"] = float(
            amounts and any(isclose(abs(a - b), abs(number)) for a, b in combinations(others, 2))
        )
        own["sum"] = float(
            amounts and any(isclose(a + b, number) for a, b in combinations(others, 2))
        )
        own["year_like"] = float(amounts and 1000 <= number < 2100 and number % 1 == 0)
        own["whole"] = float(number % 1 == 0)
        own["zero"] = float(number == 0)
        own["largest"] = float(not any(other > number for other in others))
        own["least"] = float(not any(other < number for other in others))
        own["equals_items"] = float(asked.unit.kind == "count" and number == own["items"])
        own["large"] = float(amounts and abs(number) > 1000)

    def _claim(self, found: list[dict[str, float]]) -> None:
        """Add how many words of the question stand nearer to a candidate than to any other.

        The distance counts words, and three for the end of a clause between.
        """
        sought = _of_question(self.asked)[0]
        own: list[tuple[set[str], set[str], float]] = [(set(), set(), 0.0) for _ in found]
        places: dict[str, list[int]] = {}
        for word in _STEM_WORD.finditer(self.lower):
            stem = _stem(word[0])
            if stem in sought and word[0] not in _COMMON:
                places.setdefault(stem, []).append(word.start())
        spans = [one.quantity.span for one in self.candidates]
        for stem, at in places.items():
            for place in at:
                k = self.sentence_at(place)
                start, end = self.sentence(k)
                best, nearest = 99.0, -1
                for n, (first, last) in enumerate(spans):
                    if first <= place < last:
                        continue
                    a, b = (place, first) if place < first else (last, place)
                    far = (b - a) / 6 + 3 * (
                        bisect_right(self.clauses, b) - bisect_right(self.clauses, a)
                    )
                    far += 0 if start <= first < end else 9 if first >= end else 18
                    if far < best:
                        best, nearest = far, n
                if nearest >= 0:
                    left, right, total = own[nearest]
                    (left if place < spans[nearest][0] else right).add(stem)
                    own[nearest] = left, right, total + 1 / len(at)
        share = max(1, len(sought))
        for (left, right, total), features in zip(own, found, strict=True):
            features["claimed"] = len(left | right) / share
            features["claimed_left"] = len(left) / share
            features["claimed_rare"] = total / share
        kinds = _of_question(self.asked)[2]
        for features in found:
            for kind in ("total", "difference", "average", "rest", "plan"):
                near = features[f"{kind}<"] or features[f"{kind}>"]
                features[f"agrees_{kind}"] = near * (2 * kinds[f"asks_{kind}"] - 1)

    def _compare(self, found: list[dict[str, float]]) -> None:
        """Add how each candidate compares with the others."""
        for name in _COMPARED:
            values = sorted((own[name] for own in found), reverse=True)
            for own in found:
                best = values[0] if own[name] < values[0] or len(values) < 2 else values[1]
                own[f"{name}^"] = own[name] - best if len(values) > 1 else 0.0
        free = [own["kind=number"] == 0 for own in found]
        exact = [
            not any(
                own[f"role={r}"] for r in ("bound", "range", "one of several", "relative", "denied")
            )
            for own in found
        ]
        for own, is_free, is_exact in zip(found, free, exact, strict=True):
            own["other_units"] = float(any(free) and not is_free)
            own["exact"] = float(is_exact)
            own["others_exact"] = float(sum(exact) - is_exact)
