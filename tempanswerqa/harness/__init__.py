"""Runs the tasks in lm-evaluation-harness.

Its YAML files name the task class, the documents, the filters and `process_results`; `RecordedLM`
answers from saved responses, and `register` makes the tasks known to an installed harness.
"""

from tempanswerqa.lazy import lazily

_HOMES = {
    "RecordedLM": "tempanswerqa.harness.models.RecordedLM",
    "TempAnswerTask": "tempanswerqa.harness.tasks.TempAnswerTask",
    "dataset": "tempanswerqa.harness.tasks.dataset",
    "flexible_extract": "tempanswerqa.harness.tasks.flexible_extract",
    "process_results": "tempanswerqa.harness.tasks.process_results",
    "register": "tempanswerqa.harness.registration.register",
    "strict_match": "tempanswerqa.harness.tasks.strict_match",
}
__all__ = list(_HOMES)
__getattr__ = lazily(__name__, _HOMES)
