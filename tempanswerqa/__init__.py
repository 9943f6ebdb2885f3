"""TempAnswerQA: temporal answers of language models, scored by how far off they are.

The rooms of the package are, from the lowest: `answers` and `metrics`, `questions`, `fresh`,
`runs`, `harness`, `neighbours` and `reports`, `cli`. Each imports only rooms below it. Importing
the package imports neither lm-evaluation-harness nor torch.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

__all__ = [
    "TempAnswerError",
    "answers",
    "evaluate",
    "fresh",
    "harness",
    "metrics",
    "neighbours",
    "questions",
    "reports",
    "runs",
]
_MODULES = {"TempAnswerError": "exceptions", "evaluate": "runs.evaluating"}


def __getattr__(name: str) -> Any:
    """Return a public object or a room, imported at its first use."""
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
