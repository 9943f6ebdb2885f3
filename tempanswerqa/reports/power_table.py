"""Shows the differences that comparisons on n questions can detect, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports import tables
from tempanswerqa.runs.analysis.power import POWER, Planned
from tempanswerqa.text import shown

NOTES = (
    "points: hundredths of a metric's largest score; sd: of the differences of two models from "
    "question to question; design effect: how groups of questions raise the variance",
    f"detects: the difference that n questions find with a chance of {POWER:.0%}, in a paired "
    f"two-sided test at {SIGNIFICANT}; -: they find none",
)


SAMPLING_NOTE = (
    "samples: responses to each question, the score being their mean; sampling %: the share of the "
    "variance that they make; for as many responses in all, more questions find more than more "
    "samples do"
)


def render(planned: Sequence[Planned], difference: float | None, tests: int, style: str) -> str:
    """Return a row for each task and metric in one of `tables.STYLES`; differences in points."""
    if style in tables.RECORDS:
        return tables.records([_record(row, difference) for row in planned], style)
    sampled = any(row.samples for row in planned)
    headings = ["task", "metric", "variances of", "sd", "corr.", "design effect"]
    headings += [*(["samples", "sampling %"] if sampled else []), "n", "detects"]
    headings += [f"n for {difference:g} points"] if difference else []
    headings += ["responses"] if difference and sampled else []
    notes = [*NOTES, *([SAMPLING_NOTE] if sampled else [])]
    notes += [f"p-values are corrected for {tests} tests"] if tests > 1 else []
    return tables.noted(headings, map(_cells, planned), notes, style)


def _cells(row: Planned) -> list[str]:
    spread = row.spread
    cells = [row.task, METRICS[row.metric].heading, row.basis, shown(spread.sd, 100, 1)]
    cells += [shown(spread.correlation), shown(spread.design_effect)]
    cells += [f"{row.samples}", shown(row.share_within, 100, 0)] if row.samples else []
    cells += [f"{row.n:,}", shown(row.detects, 100, 1)]
    cells += [f"{row.needs:,}"] if row.needs else []
    return cells + ([f"{row.needs * row.samples:,}"] if row.needs and row.samples else [])


def _record(row: Planned, difference: float | None) -> dict[str, object]:
    sampled = {"samples": row.samples, "share_within": row.share_within} if row.samples else {}
    return {
        "task": row.task,
        "metric": row.metric,
        "variances_of": row.basis,
        "sd": 100 * row.spread.sd,
        "correlation": row.spread.correlation,
        "design_effect": row.spread.design_effect,
        "n": row.n,
        "detects": 100 * row.detects,
        "difference": difference,
        "n_needed": row.needs,
        **sampled,
    }
