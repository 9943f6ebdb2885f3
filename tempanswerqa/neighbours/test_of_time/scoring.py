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
    right = accuracy.correct(parts.answer, question.label, question.split)
    found: dict[str, float] = dict.fromkeys(ACCURACIES, float(right))
    answer = accuracy.answer_object(parts.answer)
    if not right and question.split == "arithmetic" and answer is not None:
        form, reference = forms.form(question.user), accuracy.parse_reference(question.label)
        found["acc_repaired"] = float(answer == forms.renamed_age(reference, form))
        found["acc_as_asked"] = float(forms.as_asked(answer, reference, form))
    for kind in KINDS[question.split]:
        found[by_kind(kind)] = found["acc"] if kind == question.kind else NAN
    if question.unit:
        read = answers.flexible(reply, question.view)
        found |= metrics.item_scores(
            quantities.read(read.text, question.family, question.unit) if read else None,
            question.number,
            unit=question.unit,
            centroid=question.centroid,
        )
    else:
        found |= dict.fromkeys(metrics.METRICS, NAN)
    found["truncated"] = float(truncated(reply, question.view))
    found["thinking"] = float(parts.unfinished)
    return found
