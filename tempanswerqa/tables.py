"""Summaries as tables: for a terminal, Markdown, CSV, LaTeX or JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from tempanswerqa import signature
from tempanswerqa.summary import Summary

SCORES: Mapping[str, tuple[str, float, int]] = {
    "parsed": ("parsed", 100, 1),
    "exact_match": ("EM", 100, 2),
    "smape": ("sMAPE", 1, 2),
    "mase": ("MASE", 1, 2),
    "bse": ("BSE", 1, 3),
}
"""Column of a score: its heading, the factor it is shown with, and its digits."""

INCOMPLETE = "INCOMPLETE"
NOTE = "parsed and EM in percent; [95 % interval]; MASE leaves unparsed answers out"


def render(summaries: Sequence[Summary], style: str) -> str:
    """The summaries in one of the `STYLES`, with what must be known to read them."""
    return STYLES[style](summaries)


def warnings(summaries: Sequence[Summary]) -> list[str]:
    """What forbids to rank these scores: incomplete runs, and signatures that differ."""
    found = []
    for summary in summaries:
        if counts := _incomplete(summary):
            found.append(f"{INCOMPLETE}: {_name(summary)}: {counts}")
    ordered = sorted(summaries, key=_task)
    for (task, rule), rows in groupby(ordered, key=_task):
        fields = signature.differences([row["signature"] for row in rows])
        if fields:
            found.append(
                f"NOT COMPARABLE: the rows of {task}, {rule} differ in {', '.join(fields)}; "
                "do not rank them"
            )
    return found


def grid(headings: Sequence[str], rows: Iterable[Sequence[str]], style: str) -> str:
    """Rows under headings, as `tabulate` draws them."""
    from tabulate import tabulate

    drawn = {"table": "simple", "markdown": "github", "latex": "latex_booktabs"}[style]
    return tabulate(rows, headings, tablefmt=drawn, disable_numparse=True)


def shown(number: float | None, factor: float = 1, digits: int = 2) -> str:
    """A number times `factor`, to so many digits; `-` where it is None or NaN."""
    if number is None or math.isnan(number):
        return "-"
    return f"{factor * number:.{digits}f}"


def records(rows: Sequence[Mapping[str, Any]], style: str) -> str:
    """Rows as `json`, with null for NaN, or as `csv`."""
    if style == "json":
        known = [{k: None if v != v else v for k, v in row.items()} for row in rows]
        return json.dumps(known, indent=1, allow_nan=False)
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().rstrip("\n")


def _task(summary: Summary) -> tuple[str, str]:
    return summary["task"], summary["filter"]


def _name(summary: Summary) -> str:
    parts = (summary["model"], summary["prompting"], summary["task"], summary["filter"])
    return " ".join(part for part in parts if part)


def _incomplete(summary: Summary) -> str:
    counts = [f"{summary[kind]} {kind}" for kind in ("missing", "repeated", "unknown")]
    return ", ".join(count for count in counts if not count.startswith("0 "))


def _drawn(style: str) -> Callable[[Sequence[Summary]], str]:
    def draw(summaries: Sequence[Summary]) -> str:
        headings = ["run", "", "task", "filter", "n"]
        headings += [heading for heading, _, _ in SCORES.values()]
        lines = {signature.short(summary["signature"]): None for summary in summaries}
        notes = [NOTE, *lines, *warnings(summaries)]
        return "\n".join([grid(headings, map(_cells, summaries), style), "", *notes])

    return draw


def _cells(summary: Summary) -> list[str]:
    n = f"{summary['n']}"
    if _incomplete(summary):
        n += f" of {summary['signature']['questions']} {INCOMPLETE}"
    cells = [summary["model"], summary["prompting"], summary["task"], summary["filter"], n]
    return cells + [_score(summary, name) for name in SCORES]


def _score(summary: Summary, name: str) -> str:
    _, factor, digits = SCORES[name]
    value, low, high = (
        shown(number, factor, digits) for number in (summary[name], *summary["intervals"][name])
    )
    return value if low == "-" else f"{value} [{low}, {high}]"


def _csv(summaries: Sequence[Summary]) -> str:
    return records([_flat(summary) for summary in summaries], "csv")


def _flat(summary: Summary) -> dict[str, Any]:
    flat = {k: v for k, v in summary.items() if not isinstance(v, dict)}
    for name, (low, high) in summary["intervals"].items():
        flat |= {f"{name}_low": low, f"{name}_high": high}
    return flat | {"signature": signature.short(summary["signature"])}


def _json(summaries: Sequence[Summary]) -> str:
    return records(summaries, "json")


STYLES: Mapping[str, Callable[[Sequence[Summary]], str]] = {
    "table": _drawn("table"),
    "markdown": _drawn("markdown"),
    "latex": _drawn("latex"),
    "csv": _csv,
    "json": _json,
}
