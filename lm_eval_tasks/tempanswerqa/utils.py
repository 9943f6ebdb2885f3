"""Imports the functions and classes that the YAML files of this folder name."""

from tempanswerqa.harness.aggregation import group_metrics, mean  # noqa: F401
from tempanswerqa.harness.tasks import (  # noqa: F401
    TempAnswerTask,
    dataset,
    flexible_extract,
    process_results,
    strict_match,
    twin_dataset,
)
