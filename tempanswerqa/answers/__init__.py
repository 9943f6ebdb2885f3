"""Finds the answer in a response and reads it as a number, and writes numbers as answers.

Nothing here sees a label. `strict` finds an answer as the paper's released code does, `flexible` as
a careful reader does. Both know a question by its `QuestionView`. `read_number` reads a quantity
from any text. `truncated` returns whether a response breaks off. `write_response` writes a response
that states a number in the format of a question.
"""

# The subpackage is imported first: later it would hide the function of the same name.
import tempanswerqa.answers.flexible  # noqa: F401
from tempanswerqa.answers.extraction import flexible as flexible
from tempanswerqa.answers.strict import strict as strict
from tempanswerqa.lazy import lazily

__all__, __getattr__ = lazily(
    __name__,
    {
        ".formats": "write_response",
        ".free_text": "read_number",
        ".markers": "VERSION as EXTRACTION_VERSION",
        ".question_view": "QuestionView",
        ".truncation": "truncated",
    },
    "flexible",
    "strict",
)
