"""Scores saved responses again, without running a model.

`read_runs` scores the runs in a file, and `summarize` sums up the items of a run in a `Summary`. A
`Library` holds the questions that may have been asked. `evaluate` scores answers without questions.
"""

from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.evaluating import evaluate
from tempanswerqa.runs.run import Run, read_runs
from tempanswerqa.runs.summary import Summary, summarize

__all__ = ["Library", "Run", "Summary", "evaluate", "read_runs", "summarize"]
