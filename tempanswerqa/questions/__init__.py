"""Defines the record of a question, loads questions from files, and makes prompts.

`load` returns the questions of a subset, `load_exemplars` its exemplars, `build_messages` the
messages to a model. `Draw` names fresh questions, `TaskName` reads and writes the names of tasks,
and `locate` finds data files.
"""

from tempanswerqa.lazy import lazily

_HOMES = {
    "Draw": "tempanswerqa.questions.draws.Draw",
    "Question": "tempanswerqa.questions.record.Question",
    "SUBSETS": "tempanswerqa.questions.subsets.SUBSETS",
    "TaskName": "tempanswerqa.questions.task_names.TaskName",
    "build_messages": "tempanswerqa.questions.prompts.build_messages",
    "load": "tempanswerqa.questions.loading.load",
    "load_exemplars": "tempanswerqa.questions.prompts.load_exemplars",
    "locate": "tempanswerqa.questions.sources.locate",
}
__all__ = list(_HOMES)
__getattr__ = lazily(__name__, _HOMES)
