"""Tests models without a GPU: recorded responses and the median baseline, also in lm_eval."""

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import pytest
from lm_eval.api.instance import Instance
from readings import number
from scored import write_lines, write_released
from support import SAMPLE, SUBSETS, TASKS, evaluate, items, values

from tempanswerqa import questions
from tempanswerqa.answers import strict
from tempanswerqa.harness import models
from tempanswerqa.harness.models import FarLM, MedianLM, NearLM, RecordedLM
from tempanswerqa.runs.saved_responses import RecordedError


def kind(question: questions.Question) -> tuple[object, ...]:
    asked_for = question.unit, question.answer_format, question.centroid
    return question.family, question.split, *asked_for


def requests(asked: Iterable[questions.Question]) -> list[Instance]:
    return [Instance("generate_until", asdict(one), ("a prompt", {}), 0) for one in asked]


def rounded(median: float, unit: str) -> tuple[float, float]:
    """Return the integers below and above the median, which every format can express."""
    step = 86_400 if unit == "date" else 1
    return math.floor(median / step) * step, math.ceil(median / step) * step


@pytest.fixture(scope="module")
def loaded() -> list[questions.Question]:
    return [question for subset in SUBSETS for question in questions.load(subset, SAMPLE)]


@pytest.fixture(scope="module")
def responses(loaded) -> dict[str, str]:
    """Return a different response to each question."""
    return {question.id: f"Final Answer: {n} years" for n, question in enumerate(loaded, 1900)}


@pytest.fixture(scope="module")
def runs(responses, tmp_path_factory) -> Path:
    """Return a folder with the responses in the released files."""
    return write_released(tmp_path_factory.mktemp("runs"), responses)


@pytest.mark.parametrize("place", [pytest.param(".", marks=pytest.mark.slow), "t[ot]*.csv.gz"])
def test_recorded_responses_reach_their_questions(runs, responses, place):
    models.register()
    results = evaluate("tempanswerqa-recorded", model_args=f"responses={runs / place}")
    given = evaluate(RecordedLM(responses))
    assert items(results["samples"]) == items(given["samples"])
    assert values(results) == values(given)
    asked = {s["doc"]["id"]: s["resps"] for of in given["samples"].values() for s in of}
    assert asked == {identity: [[text]] for identity, text in responses.items()}


def test_missing_responses_are_counted_and_the_first_is_named(loaded, responses):
    tail = [question.id for question in loaded if question.split == "tail"]
    gaps = tail[3:5]
    partial = {identity: text for identity, text in responses.items() if identity not in gaps}
    first = rf"\b2 of {len(tail)} .*(?:{gaps[0]}|{gaps[1]})"
    with pytest.raises(RecordedError, match=first):
        evaluate(RecordedLM(partial), "tempanswerqa_ttqa_tail")


def test_two_runs_at_once_are_refused(runs, tmp_path):
    for name in ("first.csv.gz", "second.csv.gz"):
        (tmp_path / name).write_bytes(next(runs.glob("tot_*")).read_bytes())
    with pytest.raises(RecordedError, match=r"second\.csv.gz .*first\.csv.gz"):
        RecordedLM(tmp_path)


def test_lines_that_name_questions_by_text_are_looked_up_in_the_data(loaded, tmp_path):
    first, second, _ = asked = [question for question in loaded if question.split == "head"][:3]
    answered = [(first.user, "one"), (second.user, "two")]
    lines = [{"question": text, "response": said} for text, said in answered]
    model = RecordedLM(write_lines(tmp_path / "a.jsonl", lines), data_dir=SAMPLE)
    assert model.generate_until(requests(asked[:2])) == ["one", "two"]
    with pytest.raises(RecordedError, match=asked[2].id):
        model.generate_until(requests(asked))


@pytest.mark.parametrize("model", [RecordedLM({}), MedianLM()], ids=["recorded", "median"])
def test_answers_are_not_kept_by_prompt(model, tmp_path):
    """A cache would return another question's answer to the same prompt, or another median."""
    with pytest.raises(ValueError, match="--use_cache"):
        evaluate(model, TASKS[0], use_cache=str(tmp_path / "cache"))


def test_median_is_read_back_where_tasks_share_questions():
    tasks = TASKS[0], f"{TASKS[0]}_chat"
    results = evaluate(MedianLM(), *tasks)["results"]
    assert {results[task]["parsed,strict-match"] for task in tasks} == {1}


@pytest.mark.parametrize("shots", [None, 2])
def test_median_is_read_back_in_every_unit_and_format(loaded, shots):
    labels = defaultdict(list)
    for question in loaded:
        labels[kind(question)].append(question.number)
    results = evaluate(MedianLM(), num_fewshot=shots)
    answers = {s["doc"]["id"]: s["resps"][0][0] for of in results["samples"].values() for s in of}
    for question in loaded:
        read = number(strict, answers[question.id], question.view)
        median = statistics.median(labels[kind(question)])
        assert read in rounded(median, question.unit), question
    for task in TASKS:
        for rule in ("strict-match", "flexible-extract"):
            assert results["results"][task][f"parsed,{rule}"] == 1


def test_near_and_far_differ_in_nothing_but_how_far_off_they_are(loaded):
    near, far = (evaluate(model)["results"] for model in (NearLM(), FarLM()))
    for task in TASKS:
        assert near[task]["parsed,strict-match"] == far[task]["parsed,strict-match"] == 1
        right = near[task]["exact_match,strict-match"]
        assert right == far[task]["exact_match,strict-match"] == pytest.approx(0.5, abs=0.05)
        assert near[task]["within_one,strict-match"] == 1 > far[task]["within_one,strict-match"]
        for name in ("smape", "mase"):
            key = f"{name},strict-match"
            assert near[task][key] < far[task][key] / 2
