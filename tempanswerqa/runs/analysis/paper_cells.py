"""Compares a published figure with ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tempanswerqa.runs.analysis.baselines import BASELINES

UNRELEASED = {"head": 8, "tail": 10}
"""The numbers of TempTabQA's questions, by split, that the paper asked and never released."""

RIGHT, WRONG, OFF_BY_ONE = "right answers", "parsed wrong answers", "answers off by one"
OF_WRONG, OF_OFF_BY_ONE, OF_ALL = f"% of {WRONG}", f"% of {OFF_BY_ONE}", "% of all answers"
DEFINED = {name: f"defined {name}" for name in ("smape", "mase")}
COUNTS = (RIGHT, WRONG, OFF_BY_ONE, *DEFINED.values())
"""The metrics that are whole numbers."""

KNOWN = {
    ("Table 11", "head", RIGHT): (UNRELEASED["head"], 0, 0),
    ("Table 11", "tail", RIGHT): (UNRELEASED["tail"], 0, 0),
    ("Table 11", "-shot", "exact_match"): (0.35, 0.35, 0),
    ("Table 11", "-shot", "smape"): (0.5, 0.5, 0),
    ("Table 11", "-shot", "mase_published"): (0.01, 0.01, 0.05),
    ("Table 11", "Baseline", "smape"): (0.02, 0.02, 0),
    ("Table 12", "-shot", "mase_published"): (0.02, 0.02, 0),
    ("Table 12", "Baseline", "smape"): (0.05, 0.05, 0),
    ("Table 3", "TTQA", WRONG): (0, 4, 0),
    ("Table 3", "TTQA", OF_WRONG): (0, 0.23, 0),
    ("Table 5", "%B %d, %Y", OFF_BY_ONE): (0, 4, 0),
    ("Table 5", "", OF_OFF_BY_ONE): (0.17, 0.22, 0),
    ("Table 6", "TTQA", "mase_published"): (0, 0, 0.01),
    ("Table 6", "TTQA", "mase_published std"): (0, 0, 0.01),
}
"""The differences that docs/errata.md explains, by table, part of the row's name, and metric: how
far ours may be below and above the published figure, and how far either way as a share of it."""

STATUSES = {
    "met": "ours, rounded as published, is the published figure",
    "known": "not met, but within a difference that docs/errata.md explains",
    "differs": "not met, and not explained",
    "partial": "not to be compared, as ours lacks some of the runs that the published figure is of",
    "missing": "no run at hand gives a figure of ours",
    "unpublished": "no published figure is at hand",
}
"""The statuses of a cell, with their meanings."""


class Cell(NamedTuple):
    """A published figure beside ours; either is None if it is not at hand."""

    table: str
    row: str
    metric: str
    published: float | None
    ours: float | None
    partial: bool = False
    """True if ours lacks some of the published runs, so that the two need not agree."""

    @property
    def digits(self) -> int:
        """Return the number of decimals with which the figures are shown."""
        return 0 if self.metric in COUNTS else 2

    @property
    def difference(self) -> float | None:
        """Return our figure, rounded as published, minus the published one; None if one is None."""
        if self.ours is None or self.published is None:
            return None
        return round(round(self.ours, 2) - self.published, 2) + 0.0  # never -0.0

    @property
    def status(self) -> str:
        """Return one of `STATUSES`."""
        if self.ours is None:
            return "missing"
        if self.published is None or self.difference is None:
            return "unpublished"
        if self.partial:
            return "partial"
        if self.difference == 0:
            return "met"
        return "known" if self._known(self.published, self.difference) else "differs"

    def _known(self, published: float, difference: float) -> bool:
        for (table, part, metric), (below, above, share) in KNOWN.items():
            if (table, metric) == (self.table, self.metric) and part in self.row:
                either = share * abs(published)
                return -max(below, either) - 1e-9 <= difference <= max(above, either) + 1e-9
        return False


def outcome(cells: Sequence[Cell]) -> str:
    """Return a line with the number of cells by status and the largest difference by metric."""
    statuses = Counter(cell.status for cell in cells)
    counts = ", ".join(f"{statuses[name]} {name}" for name in STATUSES if name in statuses)
    largest: dict[str, tuple[float, int]] = {}
    for cell in cells:
        if cell.difference is not None and not cell.partial:
            found = abs(cell.difference), cell.digits
            largest[cell.metric] = max(largest.get(cell.metric, found), found)
    listed = ", ".join(f"{name} {size:.{digits}f}" for name, (size, digits) in largest.items())
    return f"{len(cells)} cells: {counts}" + (f"; largest difference: {listed}" if listed else "")


def parts(cells: Iterable[Cell]) -> dict[str, list[Cell]]:
    """Return the cells by table; the baselines of a table are apart from its models."""
    found: dict[str, list[Cell]] = {}
    for cell in cells:
        of_baseline = any(name in cell.row for name in BASELINES)
        found.setdefault(cell.table + (" baselines" if of_baseline else ""), []).append(cell)
    return found
