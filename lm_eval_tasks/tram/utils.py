"""Imports the functions and classes that the YAML files of this folder name."""

try:
    import tempanswerqa  # noqa: F401
except ModuleNotFoundError as error:
    raise ImportError("install lm-eval-tempanswerqa: `pip install .` in its clone") from error
from tempanswerqa.neighbours.tram import (  # noqa: F401
    TramTask,
    dataset,
    macro_f1,
    process_results,
)
