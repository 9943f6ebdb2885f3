"""Metrics: scores of numbers, the scale of errors, intervals, tests and correlations.

None of it reads text. `metrics.means` has means of scores with intervals and tests.
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
