"""TempAnswerQA: temporal answers of language models, scored by how far off they are.

The rooms of the package are, from the lowest: `answers` and `metrics`, `questions`, `twins`,
`runs`, `harness`, `neighbours` and `reports`, `cli`. Each imports only rooms below it. Importing
the package imports neither lm-evaluation-harness nor torch.
"""

from __future__ import annotations

__version__ = "0.1.0"

from tempanswerqa import answers, metrics, questions, runs, twins
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.runs.evaluating import Evaluation, evaluate

__all__ = [
    "Evaluation",
    "TempAnswerError",
    "answers",
    "evaluate",
    "metrics",
    "questions",
    "runs",
    "twins",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
