"""Tests the scorer for inspect_ai, where that is installed."""

import pytest

inspect_ai = pytest.importorskip("inspect_ai")

from inspect_ai import Task  # noqa: E402
from inspect_ai.dataset import Sample  # noqa: E402
from inspect_ai.model import ModelOutput  # noqa: E402
from inspect_ai.scorer import Score, scorer  # noqa: E402
from inspect_ai.solver import solver  # noqa: E402

from examples.inspect_scorer import temporal  # noqa: E402

SAMPLES = [
    # question, right answers, unit, what the model says
    ("How long was the ferry out?", ["2 weeks", "15 days"], "days", "It was out for 14 days."),
    ("When was the last flood?", "3 May 2014", "when", "two days ago"),
    ("How many cogs broke?", "12", "count", "eleven"),
    ("How many cogs broke?", "12", "count", "I was not told."),
    ("Who mended it?", "the smith", None, "the smith"),
]


@scorer(metrics=[])
def lenient():
    """Return a judge to whom all is right."""

    async def score(state, target):
        return Score(value="C")

    return score


@solver
def said():
    """Answer as a model would that says what the metadata of a sample have."""

    async def solve(state, generate):
        state.output = ModelOutput.from_content("none", state.metadata["said"])
        return state

    return solve


@pytest.mark.parametrize(("judge", "accuracy", "judged"), [(lenient(), 0.8, 0.4), (None, 0.4, 0)])
def test_unread_answers_are_left_to_the_judge(tmp_path, judge, accuracy, judged):
    dataset = [
        Sample(
            input=question,
            target=right,
            metadata={"asked_on": "2014-05-05", "said": text} | ({"unit": unit} if unit else {}),
        )
        for question, right, unit, text in SAMPLES
    ]
    (log,) = inspect_ai.eval(
        Task(dataset, solver=said(), scorer=temporal(judge)),
        model="mockllm/model",
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success", log.error
    metrics = log.results.scores[0].metrics
    assert metrics["accuracy"].value == pytest.approx(accuracy)
    assert metrics["judged"].value == pytest.approx(judged)
    errors = [sample.scores["temporal"].metadata.get("error") for sample in log.samples]
    assert errors == [0, 0, 1, None, None]
