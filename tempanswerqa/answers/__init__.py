"""Answers: response text to answer text to a number, and back.

Nothing here sees a label. `strict` finds an answer as the paper's released code does, `flexible`
as a careful reader does; `truncated` tells whether a response breaks off, and `write_response`
writes one that states a number in the asked format.
"""

# First the package: imported later, it would hide the function of its name.
import tempanswerqa.answers.flexible  # noqa: F401
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.strict import strict
from tempanswerqa.lazy import lazily

__all__ = ["EXTRACTION_VERSION", "flexible", "strict", "truncated", "write_response"]

__getattr__ = lazily(
    __name__,
    {
        "EXTRACTION_VERSION": "tempanswerqa.answers.markers.VERSION",
        "truncated": "tempanswerqa.answers.truncation.truncated",
        "write_response": "tempanswerqa.answers.formats.write_response",
    },
)
