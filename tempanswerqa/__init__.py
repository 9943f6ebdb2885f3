"""TempAnswerQA: temporal answers of language models, scored by how far off they are.

The subpackages are, from the lowest: `answers` and `metrics`, `questions`, `twins`,
`runs`, `harness`, `neighbours` and `reports`, `cli`. Each imports only rooms below it. Importing
the package imports neither lm-evaluation-harness nor torch.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tempanswerqa.exceptions import TempAnswerError

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tempanswerqa import answers, metrics, questions, runs, twins
    from tempanswerqa.runs.evaluating import Comparison, Evaluation, compare, evaluate
else:

    def __getattr__(name: str) -> Any:
        """Import a public name on first use, so that commands start fast."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name in ("Comparison", "Evaluation", "compare", "evaluate"):
            return getattr(import_module("tempanswerqa.runs.evaluating"), name)
        return import_module(f"tempanswerqa.{name}")


__all__ = [
    "Comparison",
    "Evaluation",
    "TempAnswerError",
    "answers",
    "compare",
    "evaluate",
    "metrics",
    "questions",
    "runs",
    "twins",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
