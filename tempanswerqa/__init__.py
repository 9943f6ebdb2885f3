"""TempAnswerQA: temporal answers of language models, scored by how far off they are.

The rooms of the package are, from the lowest: `answers` and `metrics`, `questions`, `fresh`,
`runs`, `harness`, `neighbours` and `reports`, `cli`. Each imports only rooms below it. Importing
the package imports neither lm-evaluation-harness nor torch.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

__version__ = "0.1.0"

MOVED = {
    "extraction": "answers",
    "models": "harness.models",
    "prompts": "questions.prompts",
    "quantities": "answers.quantities",
    "test_of_time": "neighbours.test_of_time",
}
"""The new name of each renamed module, by its old name."""


class _Moved:
    """Imports a module under its old name, with a warning."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        package, _, old = name.partition(".")
        if package != __name__ or old not in MOVED:
            return None
        return ModuleSpec(name, _Moved)  # type: ignore[arg-type]  # importlib.abc is slow to import

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        return None

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        new = f"{__name__}.{MOVED[module.__name__.partition('.')[2]]}"
        warnings.warn(f"{module.__name__} is now {new}", DeprecationWarning, stacklevel=2)
        sys.modules[module.__name__] = import_module(new)


sys.meta_path.append(_Moved)

NAMES = {
    "TempAnswerError": "exceptions",
    "evaluate": "runs.evaluating",
    "metric_path": "runs.evaluate_modules",
}
"""The module that defines each public object that is not a room."""
ROOMS = ("answers", "metrics", "questions", "fresh", "runs", "harness", "neighbours", "reports")


def __getattr__(name: str) -> Any:
    """Return one of `NAMES`, a room or a module under its old name, imported at its first use."""
    if name in NAMES:
        return getattr(import_module(f"{__name__}.{NAMES[name]}"), name)
    if name in ROOMS or name in MOVED:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
