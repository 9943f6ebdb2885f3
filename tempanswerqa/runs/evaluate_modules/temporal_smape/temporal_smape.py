"""`smape`, as a module of `evaluate`."""

from tempanswerqa.runs.evaluate_modules import base


class TemporalSmape(base.TemporalMetric):
    """The mean sMAPE of temporal answers: 100 |p - y| / (|p| + |y|).

    p is the prediction, y the reference. The range is 0 (right) to 100; an unparsed prediction
    counts 100. The score is undefined for dates, months, moments and calendar years.

    >>> import evaluate, tempanswerqa
    >>> smape = evaluate.load(tempanswerqa.metric_path("smape"))
    >>> replies = ["8 hours", "I cannot tell."]
    >>> found = smape.compute(predictions=replies, references=[7, "2 hours"], units="hours")
    >>> round(found["temporal_smape"], 2)
    53.33

    """
