"""Runs the tasks in lm-evaluation-harness.

Its YAML files name the task class, the documents, the filters and `process_results` of `tasks`;
`models.RecordedLM` answers from saved responses, and `registration.register` makes the tasks known
to an installed harness.
"""
