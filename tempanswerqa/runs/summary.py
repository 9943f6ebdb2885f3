"""Sums up the scores of one run, task and filter in one record."""

from __future__ import annotations

import math
from collections import ChainMap, Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tempanswerqa import metrics
from tempanswerqa.answers.result import REASONS
from tempanswerqa.metrics import intervals, tolerance
from tempanswerqa.metrics.scores import COUNTED, METRICS, Estimate, Metric
from tempanswerqa.questions.record import CALENDAR_YEAR, DURATION
from tempanswerqa.runs import samples
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.signature import signature
from tempanswerqa.scoring import STRICT

CHANGES = ("recovered", "reread", "dropped")
"""The names of the counts of responses that a filter reads differently from strict-match."""
FLAWS = ("missing", "repeated", "unknown")
"""The names of the counts that are all 0 if every question has exactly one answer."""
DETAILS: Mapping[str, tuple[Metric, ...]] = {
    "smape": (
        Metric("smape_durations", "sMAPE durations", False, highest=100),
        Metric("smape_calendar_years", "sMAPE calendar years", False, highest=100),
    ),
    "mase": (Metric("mase_largest", "largest %", False, factor=100, digits=0),),
}
"""The details of a metric: sMAPE of durations and of calendar years if a task has both, where times
of day are neither, and the share of the largest scaled error in the sum of all."""
_SMAPES = {DURATION: "smape_durations", CALENDAR_YEAR: "smape_calendar_years"}
SCORES: Mapping[str, Metric] = ChainMap(
    {metric.name: metric for beside in DETAILS.values() for metric in beside},
    METRICS,
)
"""`METRICS`, then their `DETAILS`."""

TOLERANCES = (*range(10), *range(10, 30, 2), *range(30, 101, 5))
"""The symmetric errors in percent at which a summary has the tolerance curve."""


class RunName(NamedTuple):
    """The model and the prompting of a run, which identify it among the runs of its task."""

    model: str
    prompting: str
    """`zero-shot`, `few-shot`, or empty if it is not known."""

    @classmethod
    def of(cls, run: Run | Summary) -> RunName:
        """Return the model and prompting of a run or of its summary."""
        return cls(run.model, run.prompting)


class Score(NamedTuple):
    """A mean score, its standard error and the ends of its 95 % interval; None if undefined."""

    value: float | None = None
    stderr: float | None = None
    low: float | None = None
    high: float | None = None
    estimate: Estimate | None = None
    """The mean as a share of the largest score; None without a standard error."""

    @classmethod
    def of(cls, metric: Metric, mean: float, share: Estimate) -> Score:
        """Return the score with a mean, whose share of the metric's largest score is estimated;
        only the mean without a largest score or a standard error.
        """
        if not metric.bounded or math.isnan(share.stderr):
            return cls(known(mean))
        low, high = (metric.highest * end for end in intervals.wilson(share))
        return cls(known(mean), metric.highest * share.stderr, low, high, share)

    @property
    def groups(self) -> int | None:
        """Return the number of groups of questions that the standard error is based on."""
        return self.estimate.clusters if self.estimate else None

    def shown(self, metric: Metric) -> str:
        """Return the score as text, with its interval if there is one; `parsed` as the share that
        is unread.
        """
        numbers = [self.value, self.low, self.high]
        if metric.name == "parsed":
            numbers = [None if n is None else 1 - n for n in (self.value, self.high, self.low)]
        value, low, high = map(metric.shown, numbers)
        return value if low == "-" else f"{value} [{low}, {high}]"


def mean_scores(
    columns: Mapping[str, Sequence[float]], clusters: Sequence[Hashable], several: bool = False
) -> dict[str, Score]:
    """Return the mean score of each column; `columns` has the values of some of `METRICS`.

    `clusters` has the cluster of each value. If the values are means of `several` responses, their
    number does not limit the effective number of questions.
    """
    scores = {}
    for name, values in columns.items():
        estimate = metrics.estimate(values, clusters)
        highest = METRICS[name].highest
        share = estimate._replace(mean=estimate.mean / highest, stderr=estimate.stderr / highest)
        share = share._replace(n=math.inf) if several else share
        score = Score.of(METRICS[name], estimate.mean, share)
        # the harness shows the same digits
        scores[name] = score if score.stderr is None else score._replace(stderr=estimate.stderr)
    return scores


def as_json(scores: Mapping[str, Score], names: Iterable[str]) -> dict[str, Any]:
    """Return a JSON object: all values by name, then `stderr` and `intervals` of `names`."""
    names = [*names]
    return {
        **{name: score.value for name, score in scores.items()},
        "stderr": {name: scores[name].stderr for name in names},
        "intervals": {name: [scores[name].low, scores[name].high] for name in names},
    }


@dataclass(frozen=True)
class Summary:
    """The scores of one run, task and filter; None for an undefined or unknown value.

    Scores are between 0 and the `highest` of their metric.
    """

    model: str
    prompting: str
    task: str
    filter: str
    n: int | None
    """The number of answered questions."""
    scores: Mapping[str, Score]
    """The mean scores, by the names in `SCORES`."""
    counted: Mapping[str, float | None]
    """The shares of responses, by the names in `COUNTED`."""
    readings: Mapping[str, float | None] = field(default_factory=dict)
    """The shares of responses without a number by reason, one of `result.REASONS`."""
    missing: int | None = None
    """The number of questions without an answer."""
    repeated: int | None = None
    """The number of further answers to a question, which do not count."""
    unknown: int | None = None
    """The number of answers to no known question."""
    changes: Mapping[str, int | None] = field(default_factory=dict)
    """The counts, by the names in `CHANGES`; None if strict-match was not compared."""
    signature: Mapping[str, Any] = field(default_factory=dict)
    within: Sequence[float] = ()
    """The tolerance curve of symmetric errors at `TOLERANCES`; empty if it is not known."""
    samples: int = 1
    """The largest number of responses to a question; scores of several are their mean."""

    def mean(self, name: str) -> float | None:
        """Return the mean of one of `SCORES`."""
        return self.scores[name].value

    @property
    def flaws(self) -> list[str]:
        """Return why not to rank the run, such as `3 missing`; empty for a complete run, also if it
        repeats answers, as the first ones count.
        """
        counts = {name: getattr(self, name) for name in FLAWS if name != "repeated"}
        return [f"{count} {name}" for name, count in counts.items() if count]

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as a JSON object: values by name, then `stderr` and `intervals`."""
        return {
            **{name: getattr(self, name) for name in ("model", "prompting", "task", "filter", "n")},
            **as_json(self.scores, METRICS),
            **self.counted,
            "readings": self.readings,
            **self.changes,
            **{name: getattr(self, name) for name in FLAWS},
            "signature": self.signature,
            **({"samples": self.samples} if self.samples > 1 else {}),
        }


def summarize(run: Run, filter_name: str) -> Summary:
    """Return the mean scores of a run, as one filter reads it.

    Parameters
    ----------
    run
        A scored run. If strict-match read it, too, `recovered` counts the responses with a number
        only by this filter, `dropped` those with one only by strict-match, `reread` those with two
        different ones.
    filter_name
        A key of `run.items`.

    Returns
    -------
    Summary
        The scores; of several responses to a question their mean.
    """
    items = run.items[filter_name]
    means = samples.by_question(items)
    columns = {name: means[name].tolist() for name in (*METRICS, *COUNTED, "group", "asks_for")}
    scores = mean_scores(
        {name: columns[name] for name in METRICS}, columns["group"], run.samples > 1
    )
    reasons = items["unread"].tolist()
    unread = Counter(reasons)
    smapes: dict[str, list[float]] = {name: [] for name in _SMAPES.values()}
    for error, kind in zip(columns["smape"], columns["asks_for"], strict=True):
        if error == error and kind in _SMAPES:
            smapes[_SMAPES[kind]].append(error)
    both = all(smapes.values())
    details = {name: metrics.mean(errors if both else []) for name, errors in smapes.items()}
    scaled = [error for error in items["mase"].tolist() if error == error]
    total = math.fsum(scaled)
    details["mase_largest"] = max(scaled) / total if total else math.nan
    changes: dict[str, int | None] = dict.fromkeys(CHANGES)
    if STRICT in run.items and filter_name != STRICT:
        before, now = run.items[STRICT]["number"].to_numpy(), items["number"].to_numpy()
        lost, none = before != before, now != now  # NaN
        counts = (lost & ~none).sum(), ((before != now) & ~lost & ~none).sum(), (none & ~lost).sum()
        changes = dict(zip(CHANGES, map(int, counts), strict=True))
    return Summary(
        model=run.model,
        prompting=run.prompting,
        task=run.task,
        filter=filter_name,
        n=len(means),
        scores=scores | {name: Score(known(value)) for name, value in details.items()},
        counted={name: known(metrics.mean(columns[name])) for name in COUNTED},
        readings={reason: unread[reason] / len(items) for reason in REASONS},
        missing=len(run.missing),
        repeated=len(run.repeated),
        unknown=len(run.unknown),
        changes=changes,
        within=tolerance.shares_within(
            [
                error if number == number else math.nan
                for error, number in zip(items["smape"], items["number"], strict=True)
                if error == error
            ],
            TOLERANCES,
        ),
        signature=signature(filter_name, run.part, len(means), run.think_end, run.prompts),
        samples=run.samples,
    )


def over_tasks(scores: Sequence[Score], metric: Metric) -> Score:
    """Return the plain mean of a score over tasks, with its standard error and interval.

    The standard errors s of tasks are taken to be independent: that of the mean is
    sqrt(sum s²) / tasks, with Satterthwaite's degrees of freedom (sum s²)² / sum(s⁴ / degrees). A
    score that is undefined in one task is undefined. There must be at least one task.

    References
    ----------
    Satterthwaite, Biometrics Bulletin 2 (1946).
    """
    size = len(scores)
    value = math.fsum(number(score.value) for score in scores) / size
    tasks = [score.estimate for score in scores if score.estimate]
    if len(tasks) < size:
        return Score(known(value))
    mean = math.fsum(task.mean for task in tasks) / size
    squares = [task.stderr**2 for task in tasks]
    total = math.fsum(squares)
    parts = math.fsum(own**2 / task.degrees for own, task in zip(squares, tasks, strict=True))
    degrees = total**2 / parts if parts else math.fsum(task.degrees for task in tasks)
    least = math.fsum(task.variance for task in tasks) / size**2
    n = mean * (1 - mean) / least if least else math.inf
    clusters = sum(task.clusters for task in tasks)
    share = Estimate(mean, math.sqrt(total) / size, clusters, n, degrees + 1)
    return Score.of(metric, value, share)


def number(value: float | None) -> float:
    """Return a number; NaN for None."""
    return math.nan if value is None else value


def known(number: float) -> float | None:
    """Return a number; None for NaN and for an infinite number."""
    return number if math.isfinite(number) else None
