"""`mase`, as a module of `evaluate`."""

from tempanswerqa.runs.evaluate_modules import base


class TemporalMase(base.TemporalMetric):
    """The mean scaled error of temporal answers: |p - y| / |y - c|.

    p is the prediction, y the reference, c the centroid of the cluster of references that y belongs
    to, here 7. The range is 0 (right) to infinity. Unparsed predictions are left out, so read the
    score beside `parsed`.

    >>> import evaluate, tempanswerqa
    >>> mase = evaluate.load(tempanswerqa.metric_path("mase"))
    >>> replies = ["6 hours", "7 hours", "It takes 7 hours.", "12 hours", "11 hours"]
    >>> found = mase.compute(predictions=replies, references=[5, 7, 7, 9, 15], units="hours")
    >>> round(found["temporal_mase"], 2)
    0.5

    """
