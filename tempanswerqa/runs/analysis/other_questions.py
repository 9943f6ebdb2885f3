"""Finds responses that answer another question of their task, as if rows of a file slipped."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from tempanswerqa.questions.record import Question
from tempanswerqa.runs.scoring import Run

BEGINNING = 400
"""The number of characters at the beginning of a response that are searched for a question."""
OWN, OTHER = 0.5, 0.6
"""The largest share of its own question, and the smallest share of another one, by the weights of
their words, in the beginning of a response that may answer the other one."""
MORE = 1.5
"""The factor by which the response has to have more of the other table than of its own."""
COMMON = 0.2
"""The largest share of questions that a word may be in; more common words find no question."""

_WORD = re.compile(r"\w+")


class Asked:
    """Hold the questions of a task with the weights of their words: rare ones weigh most."""

    def __init__(self, questions: Mapping[str, Question]) -> None:
        self._questions = questions

    def answered_by(self, run: Run) -> dict[str, str]:
        """Return the id of the question that a response answers, by the id of its own question.

        Only responses that answer another question are included: they begin with the words of a
        question on another table, and have much more of that table than of their own. Questions
        without tables, which are not of TempTabQA, are left out.
        """
        tables = run.responses[run.responses["family"] == "ttqa"]
        others: dict[str, str] = {}
        for name, response in zip(tables["id"].tolist(), tables["response"].tolist(), strict=True):
            own, begun = self._questions[name], _words(response[:BEGINNING])
            if self.share(own.id, begun) > OWN:
                continue
            other = self.closest(begun, own.group)
            if other is None or self.share(other.id, begun) < OTHER:
                continue
            said = _words(response)
            if self.in_table(other, said) > MORE * self.in_table(own, said):
                others[name] = other.id
        return others

    def share(self, key: str, said: set[str]) -> float:
        """Return the share of a question that is said, by weight; 1 if its words weigh nothing."""
        return self._sum(self._words[key] & said) / whole if (whole := self._whole[key]) else 1.0

    def closest(self, said: set[str], group: str) -> Question | None:
        """Return the question with the largest share said, outside a group; None without one."""
        found: Counter[str] = Counter()
        for word in sorted(said & self._holders.keys()):
            for key in self._holders[word]:
                if self._questions[key].group != group:
                    found[key] += self._weights[word] / self._whole[key]  # type: ignore[assignment]
        return self._questions[found.most_common(1)[0][0]] if found else None

    def in_table(self, question: Question, said: set[str]) -> float:
        """Return the weight of the words of a question's table that are said."""
        own, weights = self._tables
        return math.fsum(weights[word] for word in own[question.group] & said)

    @cached_property
    def _words(self) -> dict[str, set[str]]:
        return {key: _words(question.view.text) for key, question in self._questions.items()}

    @cached_property
    def _weights(self) -> dict[str, float]:
        return _weights(self._words.values())

    @cached_property
    def _whole(self) -> dict[str, float]:
        return {key: self._sum(own) for key, own in self._words.items()}

    def _sum(self, words: Iterable[str]) -> float:
        return math.fsum(self._weights[word] for word in words)

    @cached_property
    def _holders(self) -> dict[str, list[str]]:
        """Return the ids of the questions that have a word, by word; common words are left out."""
        holders: dict[str, list[str]] = defaultdict(list)
        for key, own in self._words.items():
            for word in own:
                holders[word].append(key)
        most = COMMON * len(self._words)
        return {word: keys for word, keys in holders.items() if len(keys) <= most}

    @cached_property
    def _tables(self) -> tuple[dict[str, set[str]], dict[str, float]]:
        texts = {question.group: question.view.context for question in self._questions.values()}
        own = {group: _words(text) for group, text in texts.items()}
        return own, _weights(own.values())


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _weights(texts: Iterable[set[str]]) -> dict[str, float]:
    """Return the weight of each word: log(number of texts / number of texts with the word)."""
    texts = list(texts)
    holders = Counter(word for own in texts for word in own)
    return {word: math.log(len(texts) / number) for word, number in holders.items()}
