"""Shows how several responses to each question differ, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tempanswerqa.metrics import sampling
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports import tables
from tempanswerqa.runs.summary import Summary
from tempanswerqa.text import shown

NOTES = (
    "median: the scores of the answer that the samples of a question agree on (most of them, or "
    "the median of several such); best: where any sample is right; disagree: questions whose "
    "samples have different numbers, in percent; apart: the median of how far these are, in the "
    "unit (mean difference of two samples, dates in days)",
    "sampling %: the share of the variance of EM that more samples lower; more questions lower all "
    "of it",
)


def render(summaries: Sequence[Summary], style: str) -> str:
    """Return a row for each summary of several samples in one of `tables.GRIDS`; empty if there is
    none, and in other styles, where the row of the scores has the same numbers.
    """
    rows = [summary for summary in summaries if summary.samples]
    if not rows or style in tables.RECORDS:
        return ""
    medians = [f"median {metric.heading}" for metric in METRICS.values()]
    headings = ["run", "", "task", "filter", "samples", *medians, "best EM", "disagree", "apart"]
    headings += ["sampling %"]
    return tables.noted(headings, map(_cells, rows), NOTES, style)


def _cells(summary: Summary) -> list[str]:
    own = summary.samples
    best, disagree = (sampling.declared()[name] for name in ("exact_match_best", "disagree"))
    return [
        *(summary.model, summary.prompting, summary.task, summary.filter, str(own["k"])),
        *(metric.shown(own[f"{name}{sampling.MEDIAN}"]) for name, metric in METRICS.items()),
        *(metric.shown(own[metric.name]) for metric in (best, disagree)),
        ", ".join(_apart(own.items())) or "-",
        shown(own["share_within"]["exact_match"], 100, 0),
    ]


def _apart(told: Iterable[tuple[str, float | None]]) -> list[str]:
    """Return the distance of samples, such as `2 days`, in each unit that has one."""
    return [
        f"{shown(value)} {name.removeprefix(sampling.SPREAD)}"
        for name, value in told
        if name.startswith(sampling.SPREAD) and value is not None
    ]
