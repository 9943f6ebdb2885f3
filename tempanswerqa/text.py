"""Text of others, such as model names and responses, made fit for what shows it.

Each format has one function here, which everything that writes it uses: `printable` for terminals
and LaTeX comments, `markdown` and `csv_cell`. LaTeX cells are escaped by `reports.tables.grid`,
pages by their templates, JSON by `json.dumps`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from tempanswerqa import private

Cell = TypeVar("Cell")

HUGE = 1e9
NAMED = 5
"""At most this many of several names are listed."""
SHOWN = 80
"""Characters of a stranger's text that a message shows."""

_CONTROL_PICTURES = 0x2400
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_MARKUP = re.compile(r"(?i)[\\<*`@]|&(?=#?\w+;)|(?<=\])[(\[]|:(?=//)|(?<=www)\.")
"""Begins HTML, an entity, emphasis or an address, or takes the meaning from a backslash."""

_FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?")


def printable(text: str) -> str:
    """Return one line without secrets, and with `?` for each character that is no visible one.

    So nothing moves a terminal's cursor, changes its colours, or ends a comment of LaTeX.
    """
    shown = private.masked(text)
    return "".join(character if character.isprintable() else "?" for character in shown)


def visible(text: str) -> str:
    """Return the text with a sign in place of each character that shows nothing or moves others.

    Control characters become control pictures (␛), characters that turn the direction of writing,
    are zero wide or are halves of a surrogate pair become `⟨U+202E⟩`. Tabs and line feeds stay, and
    `\\r\\n` is a line feed.
    """
    return _HIDDEN.sub(_sign, text.replace("\r\n", "\n"))


def markdown(text: str, cell: bool = False) -> str:
    """Return a line of Markdown that shows the text: no HTML, no link, no image.

    In a `cell` of a table it does not end the cell either.
    """
    escaped = _MARKUP.sub(r"\\\g<0>", printable(text))
    return escaped.replace("|", "\\|") if cell else escaped


def csv_cell(value: Cell) -> Cell | str:
    """Return the value for a cell of a CSV file; numbers, also those in text, and None stay.

    An apostrophe goes before text that a spreadsheet would compute (it begins with `=`, `+`, `-`,
    `@`, a tab or a line end), and what `visible` shows as a sign becomes one: a lone `\\r`
    would end the row. Only tables that people look at are written so: responses and questions that
    commands read back are not.
    """
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if _FORMULA.match(value) and not _NUMBER.fullmatch(value) else text


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(_CONTROL_PICTURES + code)
    return "\u2421" if code == 0x7F else f"⟨U+{code:04X}⟩"


def suggestion(name: str, known: Iterable[str], otherwise: str = "", cutoff: float = 0.6) -> str:
    """Return the end of a message on an unknown name: the names close to it, as a question.

    Where none is close, `otherwise`, or else all that are known. `cutoff` is how close a name has
    to be, from 0 to 1 (the same).
    """
    from difflib import get_close_matches

    names = list(known)
    if close := get_close_matches(name, names, cutoff=cutoff):
        return f"did you mean {' or '.join(close)}?"
    return otherwise or f"known are {', '.join(names)}"


def told(text: object) -> str:
    """Return a stranger's text within a message: short, on one line and without control
    characters.
    """
    whole = private.masked(str(text))
    return printable(whole[:SHOWN]) + ("..." if len(whole) > SHOWN else "")


def listed(names: Collection[object]) -> str:
    """Return the first names, and how many there are where these are not all."""
    first = ", ".join(told(name) for name, _ in zip(names, range(NAMED), strict=False))
    return first if len(names) <= NAMED else f"{first}, ... ({len(names)})"


def conjoined(names: Sequence[str]) -> str:
    """Return names as a sentence has them: `a, b and c`; empty for none."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def shown(number: float | None, factor: float = 1, digits: int = 2) -> str:
    """Return a number times `factor`, to so many digits; `-` where it is None or NaN.

    From `HUGE` on as a power of ten.
    """
    if number is None or math.isnan(number):
        return "-"
    value = factor * number
    return f"{value:.{digits}f}" if abs(value) < HUGE else f"{value:.2e}"
