"""`capped_ase`, as a module of `evaluate`."""

from tempanswerqa.runs.evaluate_modules import base


class TemporalCappedAse(base.TemporalMetric):
    """The mean of the scaled errors of `temporal_mase`, each cut at 1.

    The range is 0 (right) to 1; an unparsed prediction counts 1.

    >>> import evaluate, tempanswerqa
    >>> capped_ase = evaluate.load(tempanswerqa.metric_path("capped_ase"))
    >>> replies = ["6 hours", "7 hours", "It takes 7 hours.", "12 hours", "11 hours"]
    >>> found = capped_ase.compute(predictions=replies, references=[5, 7, 7, 9, 15], units="hours")
    >>> round(found["temporal_capped_ase"], 2)
    0.4

    """
