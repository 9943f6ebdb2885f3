"""Responses that answer another question are told from wrong answers to their own."""

from pathlib import Path

import pytest
from scored import write_lines
from support import SAMPLE, state

from tempanswerqa import questions
from tempanswerqa.runs import scoring
from tempanswerqa.runs.analysis.other_questions import Asked
from tempanswerqa.runs.catalog import Library

RELEASED = (
    ("Llama-3.3-70B-Instruct_zero-shot", 37),
    ("Llama-3.3-70B-Instruct_few-shot", 0),
    ("Llama-3.1-8B-Instruct_few-shot", 0),
)


def said(question: questions.Question, number: float) -> str:
    """Return a response that begins with the question and tells two lines of its table."""
    told = " ".join(question.view.context.splitlines()[2:8])
    return (
        f"We look for this: {question.view.text}\nThe table says {told}. {state(question, number)}"
    )


def run_of(folder: Path, subset: str, slipped: int = 0) -> scoring.Run:
    """Return a run of wrong answers, of which the first so many answer questions further down."""
    own = questions.load(subset, SAMPLE)
    told = [*own[slipped : 2 * slipped], *own[slipped:]]
    lines = [
        {"id": question.id, "response": said(other, other.number + 1)}
        for question, other in zip(own, told, strict=True)
    ]
    path = write_lines(folder / "run.jsonl", lines)
    (run,) = scoring.read_runs(path, Library(SAMPLE), texts=True)
    return run


def answered(run: scoring.Run) -> dict[str, str]:
    return Asked(run.part.questions).answered_by(run)


def test_slipped_rows_are_found(tmp_path):
    own = questions.load("ttqa_head", SAMPLE)
    expected = {
        question.id: other.id
        for question, other in zip(own[:10], own[10:20], strict=True)
        if question.group != other.group
    }
    assert len(expected) > 5
    assert answered(run_of(tmp_path, "ttqa_head", slipped=10)) == expected


@pytest.mark.parametrize("subset", ["ttqa_head", "ttqa_tail"])
def test_wrong_answers_to_their_own_question_are_not(tmp_path, subset):
    assert answered(run_of(tmp_path, subset)) == {}


def test_questions_without_tables_are_left_alone(tmp_path):
    assert answered(run_of(tmp_path, "tot_semantic", slipped=5)) == {}


@pytest.mark.parametrize(("run", "number"), RELEASED)
def test_the_recorded_rows_are_found(published, run, number):
    path = next((published / "responses").glob(f"ttqa_tail_{run}*"))
    (found,) = scoring.read_runs(path, Library(published), texts=True)
    assert len(answered(found)) == number
