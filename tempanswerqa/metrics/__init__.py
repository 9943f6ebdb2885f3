"""Metrics: scores of numbers, the scale of errors, intervals, tests and correlations.

Nothing here reads text. `metrics.means` has means of scores with their intervals and tests.
"""

from tempanswerqa.metrics.correlation import spearman
from tempanswerqa.metrics.scale import Scale
from tempanswerqa.metrics.scores import METRICS, Metric, item_scores, mean, nearest

__all__ = [
    "METRICS",
    "Metric",
    "Scale",
    "item_scores",
    "mean",
    "nearest",
    "spearman",
]
