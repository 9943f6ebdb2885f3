"""Metrics: scores of numbers, the scale of errors, intervals, tests and correlations.

Nothing here reads text.
"""

from tempanswerqa.metrics.correlation import spearman
from tempanswerqa.metrics.intervals import wilson
from tempanswerqa.metrics.scale import Scale
from tempanswerqa.metrics.scores import (
    METRICS,
    Metric,
    clustered_stderr,
    estimate,
    item_scores,
    mean,
    nearest,
)
from tempanswerqa.metrics.significance import holm, paired
from tempanswerqa.metrics.tolerance import curve as tolerance_curve

__all__ = [
    "METRICS",
    "Metric",
    "Scale",
    "clustered_stderr",
    "estimate",
    "holm",
    "item_scores",
    "mean",
    "nearest",
    "paired",
    "spearman",
    "tolerance_curve",
    "wilson",
]
