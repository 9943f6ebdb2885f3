"""Whether a response ends before it is finished, as one does that meets the token limit."""

from __future__ import annotations

from tempanswerqa import thinking
from tempanswerqa.asked import Asked
from tempanswerqa.extraction import FINAL_ANSWER

_ENDS = tuple(".!?}])`*\"'")
"""What ends a sentence, an object or a block of code; quotes end no JSON object."""

_PROSE = 8
"""An answer line of fewer words needs no full stop."""

_TERSE = 2
"""Of so few not even a number."""


def truncated(response: str, asked: Asked) -> bool:
    """Whether the text breaks off: within thinking, a sentence or the JSON object that was begun.

    The text alone decides, so that it can be told for every backend and for saved responses. A
    response that happens to end with a sentence at the limit is not counted; nothing is, for an
    empty response. White space and tokens such as `<|im_end|>` at the end change nothing.
    """
    parts = thinking.split(response, asked.think_end)
    if parts.thinking and not parts.answer:
        return not parts.closed
    text = parts.answer.rstrip(",\n\r\t ")
    if asked.family == "tot" and text.endswith(("'", '"')):
        return "}" not in text
    if not text or text.endswith(_ENDS):
        return False
    last_line = text[text.rfind("\n") + 1 :]
    marker = last_line.rfind(FINAL_ANSWER)
    answer = last_line[marker + len(FINAL_ANSWER) :] if marker >= 0 else last_line
    words = answer.split()
    answered = marker >= 0 or FINAL_ANSWER in text or "}" in text
    stated = len(words) <= _TERSE or any(map(str.isdigit, answer))
    return not (answered and words and len(words) < _PROSE and stated)
