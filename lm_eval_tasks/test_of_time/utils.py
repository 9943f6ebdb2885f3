"""Imports the functions and classes that the YAML files of this folder name."""

from tempanswerqa.neighbours.test_of_time.harness import (  # noqa: F401
    TestOfTimeTask,
    dataset,
    group_metrics,
    process_results,
)
