"""A scorer for inspect_ai: temporal answers are scored without a judge, others by a model.

    pip install inspect-ai
    inspect eval my_task.py --model MODEL

    Task(dataset, solver=generate(), scorer=temporal(judge=model_graded_qa(model=JUDGE)))

The metadata of a sample may have `unit` and `asked_on`. A sample without a unit, and an answer
without a value of the unit, are left to `judge`; without one the answer is wrong. The share that it
decided stands beside the accuracy.
"""

from __future__ import annotations

from inspect_ai import scorer as scoring
from inspect_ai.scorer import INCORRECT, Score, Scorer
from inspect_ai.solver import TaskState

import tempanswerqa


@scoring.metric
def judged() -> scoring.Metric:
    """Return the share of answers that the judge decided."""

    def share(scores: list[scoring.SampleScore]) -> float:
        decided = [bool((sample.score.metadata or {}).get("judged")) for sample in scores]
        return sum(decided) / len(decided)

    return share


@scoring.scorer(metrics=[scoring.accuracy(), scoring.stderr(), judged()])
def temporal(judge: Scorer | None = None) -> Scorer:
    """Return a scorer of exact answers. Its scores have the error in the unit in their metadata."""

    async def score(state: TaskState, target: scoring.Target) -> Score:
        why = "the sample has no unit"
        if unit := state.metadata.get("unit"):
            (item,) = tempanswerqa.evaluate(
                [state.output.completion],
                [list(target)],
                unit,
                asked_on=state.metadata.get("asked_on"),
                questions=[state.input_text],
            ).items
            if item["error"] is not None:
                details = {"error": item["error"], "smape": item["smape"], "judged": False}
                value = item["exact_match"]
                return Score(value=value, answer=item["text"], metadata=details)
            why = item["unread"]
        verdict = judge and await judge(state, target)
        verdict = verdict or Score(value=INCORRECT, answer=state.output.completion)
        verdict.metadata = {**(verdict.metadata or {}), "judged": judge is not None, "unread": why}
        return verdict

    return score
