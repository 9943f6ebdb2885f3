"""Imports the functions and classes that the YAML files of this folder name."""

try:
    import tempanswerqa  # noqa: F401
except ModuleNotFoundError as error:
    raise ImportError("install lm-eval-tempanswerqa: `pip install .` in its clone") from error
from tempanswerqa.harness.aggregation import mean  # noqa: F401
from tempanswerqa.neighbours.test_of_time import (  # noqa: F401
    TestOfTimeTask,
    dataset,
    process_results,
)
