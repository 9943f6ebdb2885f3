"""Defines the record of a question, loads questions from files, and makes prompts.

`load` returns the questions of a subset, `load_exemplars` its exemplars, `build_messages` the
messages to a model. `Draw` names fresh questions, `TaskName` reads and writes the names of tasks,
and `locate` finds data files.
"""

from tempanswerqa.lazy import lazily

__all__, __getattr__ = lazily(
    __name__,
    {
        ".draws": "Draw",
        ".loading": "load",
        ".prompts": "build_messages, load_exemplars",
        ".record": "Question",
        ".sources": "locate",
        ".subsets": "SUBSETS",
        ".task_names": "TaskName",
    },
)
