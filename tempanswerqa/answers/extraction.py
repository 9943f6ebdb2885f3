"""Finds the answer that a careful reader would read in a response, and names the rule.

No extraction uses a label.
"""

from __future__ import annotations

from tempanswerqa.answers import units
from tempanswerqa.answers.markers import Extracted, Response, plain_text
from tempanswerqa.answers.question_view import QuestionView


def flexible(response: Response, question: QuestionView) -> Extracted | None:
    """Return the answer that a careful reader would read; None if none was given.

    The text is in the plain notation of `quantities.read_plain`: a number in the asked unit, or
    a date as 2001-03-31. docs/extraction.md lists the rules. Takes time linear in the response.
    """
    # its patterns take a while to compile
    if units.is_native(question):
        from tempanswerqa.answers.flexible.rules import find
    else:
        from tempanswerqa.answers.free_text import find  # type: ignore[assignment]

    found = find(response, question)
    return Extracted(plain_text(found[0]), found[1]) if found else None
