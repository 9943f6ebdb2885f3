"""`bse`, as a module of `evaluate`."""

from tempanswerqa.runs.evaluate_modules import base


class TemporalBse(base.TemporalMetric):
    """The mean bounded scaled error of temporal answers: |p - y| / (|p - y| + s).

    p is the prediction, y the reference, s the median distance of the references in its unit from
    the centroids of their clusters, here 2. The range is 0 (right) to 1; an unparsed prediction
    counts 1.

    >>> import evaluate, tempanswerqa
    >>> bse = evaluate.load(tempanswerqa.metric_path("bse"))
    >>> replies = ["6 hours", "7 hours", "It takes 7 hours.", "12 hours", "11 hours"]
    >>> found = bse.compute(predictions=replies, references=[5, 7, 7, 9, 15], units="hours")
    >>> round(found["temporal_bse"], 2)
    0.32

    """
