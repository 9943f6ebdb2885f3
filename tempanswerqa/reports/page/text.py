"""Shortens foreign text, such as responses and names of models, for pages and figures."""

from __future__ import annotations

from tempanswerqa.text import visible


def clipped(text: str, most: int) -> str:
    """Return the text itself, or its beginning and end around `… N characters left out …`.

    At most `most` characters of the text are kept, two thirds of them from its end, where most
    answers are.
    """
    if len(text) <= most:
        return text
    head = most // 3
    tail = most - head
    left_out = len(text) - most
    return f"{text[:head]}\n… {left_out:,} characters left out …\n{text[-tail:]}"


def shortened(name: str, most: int) -> str:
    """Return a name of at most `most` characters on one line, with an ellipsis in its middle if it
    was longer.
    """
    line = " ".join(visible(name).split())
    if len(line) <= most:
        return line
    head = (most - 1) // 2
    return f"{line[:head]}…{line[len(line) - (most - 1 - head) :]}"
