"""Defines the record of a question, loads questions from files, and makes prompts."""

from tempanswerqa.questions.loading import load
from tempanswerqa.questions.prompts import build_messages, load_exemplars
from tempanswerqa.questions.record import Question
from tempanswerqa.questions.sources import locate
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName

__all__ = [
    "SUBSETS",
    "Question",
    "TaskName",
    "build_messages",
    "load",
    "load_exemplars",
    "locate",
]
