"""Sums up the scores of one run, task and filter in one record."""

from __future__ import annotations

import math
from collections import ChainMap
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tempanswerqa import metrics
from tempanswerqa.metrics import intervals
from tempanswerqa.metrics.scores import COUNTED, METRICS, Estimate, Metric
from tempanswerqa.questions.record import Question
from tempanswerqa.runs import samples
from tempanswerqa.runs.scoring import Answer, Item, Run, column, groups
from tempanswerqa.runs.signature import signature

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
"""The details of a metric: sMAPE of durations and of calendar years if a task has both, and the
share of the largest scaled error in the sum of all."""
SCORES: Mapping[str, Metric] = ChainMap(
    {metric.name: metric for beside in DETAILS.values() for metric in beside},
    METRICS,
)
"""`METRICS`, then their `DETAILS`."""


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
    """A mean score, its standard error, the ends of its 95 % interval and the number of groups of
    questions behind these; None if undefined.
    """

    value: float | None = None
    stderr: float | None = None
    low: float | None = None
    high: float | None = None
    groups: int | None = None

    @classmethod
    def of(cls, metric: Metric, found: Estimate) -> Score:
        """Return the score of an estimate; only its value if the metric has no largest score."""
        value, stderr, groups, *_ = found
        if not metric.bounded:
            return cls(known(value))
        share = found._replace(mean=value / metric.highest, stderr=stderr / metric.highest)
        low, high = (known(metric.highest * end) for end in intervals.wilson(share))
        counted = None if math.isnan(stderr) else groups
        return cls(known(value), known(stderr), low, high, counted)

    def shown(self, metric: Metric) -> str:
        """Return the score as text, with its interval if there is one."""
        value, low, high = map(metric.shown, (self.value, self.low, self.high))
        return value if low == "-" else f"{value} [{low}, {high}]"


def mean_scores(
    columns: Mapping[str, Sequence[float]], clusters: Sequence[Hashable], several: bool = False
) -> dict[str, Score]:
    """Return the mean score of each column; `columns` has the values of some of `METRICS`.

    `clusters` has the cluster of each value. If the values are means of `several` responses, their
    number does not limit the effective number of questions.
    """
    estimates = {name: metrics.estimate(values, clusters) for name, values in columns.items()}
    if several:
        estimates = {name: one._replace(n=math.inf) for name, one in estimates.items()}
    return {name: Score.of(METRICS[name], one) for name, one in estimates.items()}


def as_json(scores: Mapping[str, Score], names: Iterable[str]) -> dict[str, Any]:
    """Return a JSON object: all values by name, then `stderr` and `intervals` of `names`."""
    own = {name: scores[name] for name in names}
    return {
        **{name: score.value for name, score in scores.items()},
        "stderr": {name: score.stderr for name, score in own.items()},
        "intervals": {name: [score.low, score.high] for name, score in own.items()},
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
    missing: int | None = None
    """The number of questions without an answer."""
    repeated: int | None = None
    """The number of further answers to a question, which do not count."""
    unknown: int | None = None
    """The number of answers to no known question."""
    changes: Mapping[str, int | None] = field(default_factory=dict)
    """The counts, by the names in `CHANGES`; None if strict-match was not compared."""
    signature: Mapping[str, Any] = field(default_factory=dict)
    samples: Mapping[str, Any] = field(default_factory=dict)
    """The differences of several samples, see `agreement.of`; empty if no question has several."""

    def mean(self, name: str) -> float | None:
        """Return the mean of one of `SCORES`."""
        return self.scores[name].value

    @property
    def flaws(self) -> list[str]:
        """Return the `FLAWS` that are not 0, such as `3 missing`; empty for a complete run."""
        return [f"{getattr(self, name)} {name}" for name in FLAWS if getattr(self, name)]

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as a JSON object: values by name, then `stderr` and `intervals`."""
        return {
            **{name: getattr(self, name) for name in ("model", "prompting", "task", "filter", "n")},
            **as_json(self.scores, METRICS),
            **self.counted,
            **self.changes,
            **{name: getattr(self, name) for name in FLAWS},
            "signature": self.signature,
            **({"samples": self.samples} if self.samples else {}),
        }


def summarize(
    run: Run,
    rule: str,
    items: Sequence[Item],
    strict: Sequence[Item] | None = None,
    how: str = samples.MEAN,
) -> Summary:
    """Return the scores of the items of a run, which the filter `rule` read.

    `how` is one of `samples.CHOICES`. `strict` are the items of the same responses read by
    strict-match: `recovered` counts the responses with a number only in `items`, `dropped` those
    with one only in `strict`, `reread` those with two different numbers.
    """
    picked = samples.picked(items, how)
    means = samples.by_question(picked)
    columns = {name: column(means, name) for name in METRICS}
    scores = mean_scores(columns, groups(means), run.samples > 1 and how == samples.MEAN)
    shares = {name: metrics.mean(_shares(run.answers, name)) for name in COUNTED}
    several = samples.counted(items, how)
    return Summary(
        model=run.model,
        prompting=run.prompting,
        task=run.task,
        filter=rule,
        n=len(means),
        scores=scores | {name: Score(known(value)) for name, value in _details(picked, means)},
        counted={name: known(share) for name, share in shares.items()},
        missing=len(run.missing),
        repeated=len(run.repeated),
        unknown=len(run.unknown),
        changes=_changes(items, strict),
        signature=signature(rule, run.part, len(means), run.think_end, run.prompts, several),
    )


def _shares(answers: Iterable[Answer], name: str) -> Iterator[float]:
    """Yield for each question the share of its responses for which `name` (of `COUNTED`) holds."""
    for own in samples.of_questions(answers):
        yield metrics.mean(float(getattr(one, name)) for one in own)


def _details(items: Sequence[Item], means: Sequence[Item]) -> Iterator[tuple[str, float]]:
    """Yield the values of `DETAILS`; `means` are the items by question."""
    timed = [item for item in means if not math.isnan(item.scores["smape"])]
    dated = [calendar_year(item.question) for item in timed]
    both = any(dated) and not all(dated)
    for name, wanted in (("smape_durations", False), ("smape_calendar_years", True)):
        of = [
            item.scores["smape"] for item, year in zip(timed, dated, strict=True) if year == wanted
        ]
        yield name, metrics.mean(of if both else [])
    scaled = [error for error in column(items, "mase") if not math.isnan(error)]
    total = math.fsum(scaled)
    yield "mase_largest", max(scaled) / total if total else math.nan


def calendar_year(question: Question) -> bool:
    """Return whether the label is a calendar year of Test of Time, whose unit `years` is also that
    of durations: these are from 0 to below 100 years.
    """
    years = question.family == "tot" and question.unit == "years"
    return years and not 0 <= question.number < 100


def over_tasks(scores: Sequence[Score], metric: Metric) -> Score:
    """Return the plain mean of a score over tasks, with its standard error and interval.

    The errors of tasks are taken to be independent. The error of the mean is the root of the sum of
    their squares, over the number of tasks. Its degrees of freedom are those of Satterthwaite,
    (sum s²)² / sum(s⁴ / (G - 1)), with the errors s and groups G of the tasks. A value that is None
    (undefined) in one task is None in the mean. There has to be at least one task.
    """
    value = math.fsum(number(score.value) for score in scores) / len(scores)
    errors = [number(score.stderr) for score in scores]
    error = math.hypot(*errors) / len(scores)
    return Score.of(metric, Estimate(value, error, _groups(scores)))


def over_runs(scores: Sequence[Score], metric: Metric) -> Score:
    """Return the plain mean of a score over runs on the same questions, with standard error and
    interval.

    The correlation of runs of one model is unknown, so the error is the largest that the mean can
    have: the mean of their errors, with the smallest number of groups. A value that is None
    (undefined) in one run is None in the mean. There has to be at least one run.
    """
    value, error = (
        math.fsum(number(getattr(score, name)) for score in scores) / len(scores)
        for name in ("value", "stderr")
    )
    return Score.of(metric, Estimate(value, error, min(score.groups or 0 for score in scores)))


def _groups(scores: Sequence[Score]) -> int:
    """Return the number of groups with Satterthwaite's degrees of freedom; the number of all groups
    if no task has an error.
    """
    known = [(number(s.stderr) ** 2, s.groups - 1) for s in scores if s.groups and s.groups > 1]
    total = math.fsum(variance for variance, _ in known)
    if not total:
        return sum(score.groups or 0 for score in scores)
    shares = math.fsum((variance / total) ** 2 / degrees for variance, degrees in known)
    return 1 + math.floor(1 / shares)


def _changes(items: Sequence[Item], strict: Sequence[Item] | None) -> dict[str, int | None]:
    if strict is None:
        return dict.fromkeys(CHANGES)
    pairs = ((before.number, now.number) for before, now in zip(strict, items, strict=True))
    differing = [(before, now) for before, now in pairs if before != now]
    recovered = sum(before is None for before, _ in differing)
    dropped = sum(now is None for _, now in differing)
    counts = recovered, len(differing) - recovered - dropped, dropped
    return dict(zip(CHANGES, counts, strict=True))


def number(value: float | None) -> float:
    """Return a number; NaN for None."""
    return math.nan if value is None else value


def known(number: float) -> float | None:
    """Return a number; None for NaN."""
    return None if math.isnan(number) else number
