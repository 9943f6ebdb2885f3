"""Rescores saved responses, without running a model.

`read_runs` scores the runs in a file, and `records` returns the numbers of a run. A `Library` holds
the questions that may have been asked. `evaluate` scores answers without questions.
"""

from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.details import records
from tempanswerqa.runs.evaluating import evaluate
from tempanswerqa.runs.run import Run, read_runs

__all__ = ["Library", "Run", "evaluate", "read_runs", "records"]
