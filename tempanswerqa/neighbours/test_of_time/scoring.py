"""Computes all scores of a reply to a question of Test of Time."""

from __future__ import annotations

from collections.abc import Iterator

from tempanswerqa import answers, metrics
from tempanswerqa.answers import quantities, thinking
from tempanswerqa.answers.truncation import truncated
from tempanswerqa.metrics.scores import NAN, listed
from tempanswerqa.neighbours.test_of_time import accuracy, forms
from tempanswerqa.neighbours.test_of_time.questions import KINDS
from tempanswerqa.questions.record import Question

ACCURACIES = ("acc", "acc_repaired", "acc_as_asked")


def names(split: str) -> Iterator[str]:
    """Yield the names of the scores that the table of a set with this `split` has."""
    yield from ACCURACIES
    yield from map(by_kind, KINDS[split])
    yield from listed()


def by_kind(kind: str) -> str:
    """Return the name of the accuracy on one question type."""
    return f"acc_{kind}"


def scores(question: Question, reply: str) -> dict[str, float]:
    """Return the scores of one reply by the names of `names`; an undefined one is NaN.

    `acc` is 1 if the reply without its thinking is `accuracy.correct`, else 0. `acc_repaired` also
    accepts `age` instead of `answer` if the question asks for it. `acc_as_asked` accepts all that
    `forms.as_asked` accepts. For semantic questions all three are the same. The accuracy on a
    question type is defined for this type alone. The metrics of TempAnswerQA are those of the
    flexible reading; they are defined for temporal answers alone.
    """
    parts = thinking.split(reply, question.think_end)
    accuracies = _accuracies(question, parts.answer)
    found: dict[str, float] = dict(zip(ACCURACIES, accuracies, strict=True))
    for kind in KINDS[question.split]:
        found[by_kind(kind)] = found["acc"] if kind == question.kind else NAN
    found |= _distances(question, reply)
    found["truncated"] = float(truncated(reply, question.view))
    found["thinking"] = float(parts.unfinished)
    return found


def _accuracies(question: Question, reply: str) -> tuple[float, float, float]:
    if accuracy.correct(reply, question.label, question.split):
        return 1.0, 1.0, 1.0
    given = accuracy.answer_object(reply)
    if question.split != "arithmetic" or given is None:
        return 0.0, 0.0, 0.0
    asked, reference = forms.form(question.user), accuracy.parse_reference(question.label)
    repaired = given == forms.renamed_age(reference, asked)
    return 0.0, float(repaired), float(forms.as_asked(given, reference, asked))


def _distances(question: Question, reply: str) -> dict[str, float]:
    if not question.unit:
        return dict.fromkeys(metrics.METRICS, NAN)
    read = answers.flexible(reply, question.view)
    return metrics.item_scores(
        quantities.read(read.text, question.family, question.unit) if read else None,
        question.number,
        unit=question.unit,
        centroid=question.centroid,
    )
