"""Foreign text, such as responses and names of models, made fit to be shown."""

from __future__ import annotations

import re

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_CONTROL_PICTURES = 0x2400


def visible(text: str) -> str:
    """Return the text with a sign in place of each character that shows nothing or moves others.

    Control characters become control pictures (␛), characters that turn the direction of writing,
    are zero wide or are halves of a surrogate pair become `⟨U+202E⟩`. Tabs and line feeds stay, and
    `\\r\\n` is a line feed.
    """
    return _HIDDEN.sub(_sign, text.replace("\r\n", "\n"))


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(_CONTROL_PICTURES + code)
    return "\u2421" if code == 0x7F else f"⟨U+{code:04X}⟩"


def clipped(text: str, most: int) -> str:
    """Return the text itself, or its beginning and end around `… N characters left out …`.

    At most `most` characters of the text are kept, two thirds of them from its end, where answers
    stand.
    """
    if len(text) <= most:
        return text
    head = most // 3
    tail = most - head
    left_out = len(text) - most
    return f"{text[:head]}\n… {left_out:,} characters left out …\n{text[-tail:]}"


def shortened(name: str, most: int) -> str:
    """Return a name of at most `most` characters on one line, with an ellipsis in its middle if
    cut.
    """
    line = " ".join(visible(name).split())
    if len(line) <= most:
        return line
    head = (most - 1) // 2
    return f"{line[:head]}…{line[len(line) - (most - 1 - head) :]}"
