"""Finds responses that answer another question of their task, as if rows of a file slipped."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
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
            if self._texts.share(name, begun) > OWN:
                continue
            found: Counter[str] = Counter()
            for word in sorted(begun & self._holders.keys()):
                for key in self._holders[word]:
                    if self._questions[key].group != own.group:
                        share = self._texts.weights[word] / self._texts.whole[key]
                        found[key] += share  # type: ignore[assignment]
            if not found:
                continue
            other = self._questions[found.most_common(1)[0][0]]
            if self._texts.share(other.id, begun) < OTHER:
                continue
            said = _words(response)
            if self._tables.said(other.group, said) > MORE * self._tables.said(own.group, said):
                others[name] = other.id
        return others

    @cached_property
    def _texts(self) -> _Weighted:
        return _Weighted({key: question.view.text for key, question in self._questions.items()})

    @cached_property
    def _tables(self) -> _Weighted:
        tables = {question.group: question.view.context for question in self._questions.values()}
        return _Weighted(tables)

    @cached_property
    def _holders(self) -> dict[str, list[str]]:
        """Return the ids of the questions that have a word, by word; common words are left out."""
        holders: dict[str, list[str]] = defaultdict(list)
        for key, own in self._texts.words.items():
            for word in own:
                holders[word].append(key)
        most = COMMON * len(self._questions)
        return {word: keys for word, keys in holders.items() if len(keys) <= most}


class _Weighted:
    """The words of texts by key. A word weighs log(number of texts / number of texts with it)."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.words = {key: _words(text) for key, text in texts.items()}
        holders = Counter(word for own in self.words.values() for word in own)
        self.weights = {word: math.log(len(texts) / number) for word, number in holders.items()}
        self.whole = {key: self.said(key, own) for key, own in self.words.items()}

    def said(self, key: str, said: set[str]) -> float:
        """Return the weight of the words of a text that are said."""
        return math.fsum(self.weights[word] for word in self.words[key] & said)

    def share(self, key: str, said: set[str]) -> float:
        """Return the share of a text that is said, by weight; 1 if its words weigh nothing."""
        return self.said(key, said) / self.whole[key] if self.whole[key] else 1.0


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
