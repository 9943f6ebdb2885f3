"""Imports the functions and classes that the YAML files of this folder name."""

from tempanswerqa.harness.tasks import (  # noqa: F401
    TempAnswerTask,
    dataset,
    flexible_extract,
    fresh_dataset,
    group_metrics,
    process_results,
    strict_match,
    twin_dataset,
)
