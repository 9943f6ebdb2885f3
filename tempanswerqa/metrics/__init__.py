"""Metrics: scores of numbers, the scale of errors, intervals, tests and correlations.

Nothing here reads text.
"""

from tempanswerqa.lazy import lazily

__all__, __getattr__ = lazily(
    __name__,
    {
        ".correlation": "spearman",
        ".intervals": "wilson",
        ".scale": "Scale",
        ".scores": "METRICS, Metric, clustered_stderr, estimate, item_scores, mean",
        ".significance": "holm, paired",
        ".tolerance": "curve as tolerance_curve, area_above, area_to_end",
    },
)
