"""Metrics: scores of numbers, the scale of errors, intervals and correlations.

Nothing here reads text.
"""

from tempanswerqa.lazy import lazily

__all__ = [
    "METRICS",
    "Metric",
    "Scale",
    "bootstrap",
    "clustered_stderr",
    "item_scores",
    "mean",
    "spearman",
]

__getattr__ = lazily(
    __name__,
    {
        "METRICS": "tempanswerqa.metrics.scores.METRICS",
        "Metric": "tempanswerqa.metrics.scores.Metric",
        "Scale": "tempanswerqa.metrics.scale.Scale",
        "bootstrap": "tempanswerqa.metrics.intervals.bootstrap",
        "clustered_stderr": "tempanswerqa.metrics.scores.clustered_stderr",
        "item_scores": "tempanswerqa.metrics.scores.item_scores",
        "mean": "tempanswerqa.metrics.scores.mean",
        "spearman": "tempanswerqa.metrics.correlation.spearman",
    },
)
