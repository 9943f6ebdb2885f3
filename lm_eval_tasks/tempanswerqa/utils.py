"""Imports the functions and classes that the YAML files of this folder name."""

try:
    import tempanswerqa  # noqa: F401
except ModuleNotFoundError as error:
    raise ImportError("install lm-eval-tempanswerqa: `pip install .` in its clone") from error
from tempanswerqa.harness.aggregation import group_metrics, mean  # noqa: F401
from tempanswerqa.harness.tasks import (  # noqa: F401
    TempAnswerTask,
    dataset,
    flexible_extract,
    process_results,
    strict_match,
)
