"""Finds the answer in a response and reads it as a number, and writes numbers as answers.

No label is used to read a response. `strict` reads as the paper's released code does, `flexible`
as a careful reader does. Both see a question as its `QuestionView`, and return a `Reading`.
`read_number` reads a quantity from any text, `read_period` the days of an answer to *when*, and
`read_labels` the right answers that a label names. `truncated` returns whether a response breaks
off. `write_response` writes a response that states a number in the format of a question.
"""

from tempanswerqa.answers.formats import write_response
from tempanswerqa.answers.labels import LabelError, read_labels
from tempanswerqa.answers.markers import VERSION as EXTRACTION_VERSION
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.reading import (
    flexible,
    read_number,
    read_period,
    strict,
    truncated,
)
from tempanswerqa.answers.result import Period, Reading

__all__ = [
    "EXTRACTION_VERSION",
    "LabelError",
    "Period",
    "QuestionView",
    "Reading",
    "flexible",
    "read_labels",
    "read_number",
    "read_period",
    "strict",
    "truncated",
    "write_response",
]
