"""Imports the functions and classes that the YAML files of this folder name."""

from tempanswerqa.harness.aggregation import mean  # noqa: F401
from tempanswerqa.neighbours.test_of_time.harness import (  # noqa: F401
    TestOfTimeTask,
    dataset,
    process_results,
)
