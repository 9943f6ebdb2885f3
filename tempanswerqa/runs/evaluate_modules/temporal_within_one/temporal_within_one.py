"""`within_one`, as a module of `evaluate`."""

from tempanswerqa.runs.evaluate_modules import base


class TemporalWithinOne(base.TemporalMetric):
    """The share of temporal answers that are off by at most one unit, a day for dates.

    The range is 0 (none) to 1 (all); an unparsed prediction counts as farther off.

    >>> import evaluate, tempanswerqa
    >>> within_one = evaluate.load(tempanswerqa.metric_path("within_one"))
    >>> replies, days = ["It was May 4, 1998.", "in 1998"], ["May 3, 1998"] * 2
    >>> found = within_one.compute(predictions=replies, references=days, units="date")
    >>> round(found["temporal_within_one"], 2)
    0.5

    """
