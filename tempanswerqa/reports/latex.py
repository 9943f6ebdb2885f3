"""Writes tables in LaTeX for the package booktabs, with numbers aligned at their decimal points."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from tempanswerqa.text import printable

_MARKS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{mark: rf"\{mark}" for mark in "&%$#_{}"},
    **{mark: rf"\ensuremath{{{mark}}}" for mark in "<>"},
    "±": r"\ensuremath{\pm}",
    "ρ": r"\ensuremath{\rho}",
    "–": "--",
}
"""The LaTeX of characters that are part of commands or that its fonts lack."""
_MISSING = ("", "-")
_CELL = re.compile(r"(?P<sign>[-+<]?)(?P<whole>[\d,]+)(?P<rest>\.\d+)?(?P<end>[e–]\S+)?")
_BESIDE = re.compile(r"(?P<number>\S+) (?P<beside>\[.*\]|± .*)")


def escaped(text: str) -> str:
    """Return a line of text as LaTeX shows it."""
    return "".join(_MARKS.get(character, character) for character in printable(text))


def tabular(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    best: Collection[tuple[int, int]] = (),
) -> str:
    """Return rows under headings; `best` are the cells, by row and column, that are set in bold.

    A column of numbers is set to the right, with aligned decimal points. An interval or deviation
    has a column of its own beside the number.
    """
    columns = [[row[at] for row in rows] for at in range(len(headings))]
    made = [
        _column(heading, cells, {row for row, column in best if column == at})
        for at, (heading, cells) in enumerate(zip(headings, columns, strict=True))
    ]
    lines = [
        " & ".join(heading for _, heading, _ in made) + r" \\",
        r"\midrule",
        *(" & ".join(cells) + r" \\" for cells in zip(*(cells for *_, cells in made), strict=True)),
    ]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{''.join(form for form, *_ in made)}}}",
            r"\toprule",
            *(f"{{}}{line}" if line.lstrip().startswith(("[", "*")) else line for line in lines),
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def floating(drawn: str, caption: str, label: str) -> str:
    """Return a tabular as a float of the width of the page, with its caption and label."""
    return "\n".join(
        [
            r"\begin{table*}",
            r"\centering",
            r"\small",
            rf"\caption{{{escaped(caption)}}}",
            rf"\label{{tab:{label}}}",
            drawn,
            r"\end{table*}",
        ]
    )


def _column(
    heading: str, cells: Sequence[str], bold: Collection[int]
) -> tuple[str, str, list[str]]:
    """Return the alignment of a column, its heading and its cells, in LaTeX."""
    split = [
        (found["number"], found["beside"]) if (found := _BESIDE.fullmatch(cell)) else (cell, "")
        for cell in cells
    ]
    known = [_CELL.fullmatch(number) for number, _ in split if number not in _MISSING]
    if not known or None in known:
        return "l", escaped(heading), [escaped(cell) for cell in cells]
    digits = max(len(found["rest"] or "") for found in known if found)
    numbers = [_number(number, digits, at in bold) for at, (number, _) in enumerate(split)]
    if not any(beside for _, beside in split):
        return "r", escaped(heading), numbers
    besides = [rf"{{\scriptsize {escaped(beside)}}}" if beside else "" for _, beside in split]
    pairs = [f"{number} & {beside}" for number, beside in zip(numbers, besides, strict=True)]
    return "r@{ }l", rf"\multicolumn{{2}}{{c}}{{{escaped(heading)}}}", pairs


def _number(cell: str, digits: int, bold: bool) -> str:
    """Return a number with space for the decimals that it lacks."""
    found = _CELL.fullmatch(cell)
    if not found:
        return "--" if cell else ""
    sign = rf"\ensuremath{{{found['sign']}}}" if found["sign"] else ""
    shown = sign + found["whole"] + (found["rest"] or "") + escaped(found["end"] or "")
    rest = found["rest"] or ""
    lacking = ("." + "0" * (digits - 1) if digits else "")[len(rest) :]
    room = rf"\phantom{{{lacking}}}" if lacking else ""
    return (rf"\textbf{{{shown}}}" if bold else shown) + room
