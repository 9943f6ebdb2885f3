"""Escapes untrusted text, such as names of models and responses, and shortens it.

`printable` is for terminals and LaTeX comments. LaTeX cells are escaped by `tabulate`, pages by
their templates, JSON by `json.dumps`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

SHOWN = 80
"""Maximum length of untrusted text in a message."""

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_MARKUP = re.compile(r"(?i)[\\<*`@]|&(?=#?\w+;)|(?<=\])[(\[]|:(?=//)|(?<=www)\.")
"""Characters that begin HTML, an entity, emphasis or an address, or escape others."""

_FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMERIC_CELL = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?")


def printable(text: str) -> str:
    """Return one line, with `?` for each invisible or terminal-control character."""
    return "".join(character if character.isprintable() else "?" for character in text)


def visible(text: str) -> str:
    """Return the text with a symbol, such as ␛ or `⟨U+202E⟩`, for each hidden character.

    Tabs and line feeds are kept, and `\\r\\n` becomes a line feed.
    """
    return _HIDDEN.sub(_sign, text.replace("\r\n", "\n"))


def clipped(text: str, most: int) -> str:
    """Return at most `most` characters of a text, two thirds of them from its end."""
    if len(text) <= most:
        return text
    head = most // 3
    left_out = f"… {len(text) - most:,} characters left out …"
    return f"{text[:head]}\n{left_out}\n{text[head - most :]}"


def shortened(name: str, most: int) -> str:
    """Return a name on one line, with an ellipsis in its middle if it exceeds `most` characters."""
    line = " ".join(visible(name).split())
    if len(line) <= most:
        return line
    head = (most - 1) // 2
    return f"{line[:head]}…{line[len(line) - (most - 1 - head) :]}"


def markdown(text: str, cell: bool = False) -> str:
    """Return a line of Markdown that shows the text; with `cell` it is safe in a table's cell."""
    escaped = _MARKUP.sub(r"\\\g<0>", printable(text))
    return escaped.replace("|", "\\|") if cell else escaped


def csv_cell(value: Any) -> Any:
    """Return the value for a CSV cell for people; numbers, also as text, and None are unchanged.

    An apostrophe precedes text that a spreadsheet would take for a formula. Symbols replace
    characters as in `visible`, as a lone `\\r` would end the row.
    """
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if _FORMULA.match(value) and not _NUMERIC_CELL.fullmatch(value) else text


def _sign(character: re.Match[str]) -> str:
    code = ord(character[0])
    if character[0] < " ":
        return chr(0x2400 + code)  # a symbol for a control character
    return "\u2421" if code == 0x7F else f"⟨U+{code:04X}⟩"


def excerpt(text: object) -> str:
    """Return untrusted text for a message: shortened, on one line, without control characters."""
    whole = str(text)
    return printable(whole[:SHOWN]) + ("..." if len(whole) > SHOWN else "")


def listed(names: Collection[object]) -> str:
    """Return the first names, with the number of all names if some are left out."""
    first = ", ".join(map(excerpt, islice(names, 5)))
    return first if len(names) <= 5 else f"{first}, ... ({len(names)})"


def conjoined(names: Sequence[str]) -> str:
    """Return names as in a sentence: `a, b and c`; empty for none."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def shown(number: float | None, factor: float = 1, digits: int = 2) -> str:
    """Return a number times `factor`, with `digits` decimals; `-` for None, NaN, infinity.

    Numbers from 1e9 have exponents, and a zero has no sign.
    """
    if number is None or not math.isfinite(number):
        return "-"
    value = float(factor * number)
    return f"{value:.2e}" if abs(value) >= 1e9 else f"{round(value, digits) + 0.0:.{digits}f}"
