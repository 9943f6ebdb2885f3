"""Runs the tasks in lm-evaluation-harness.

Its YAML files name the task class, the documents, the filters and `process_results`; `RecordedLM`
answers from saved responses, and `register` makes the tasks known to an installed harness.
"""

from tempanswerqa.lazy import lazily

__all__, __getattr__ = lazily(
    __name__,
    {
        ".models": "RecordedLM",
        ".registration": "register",
        ".tasks": "TempAnswerTask, dataset, flexible_extract, process_results, strict_match",
    },
)
