"""The scores of one run, task and filter, as one record."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tempanswerqa import metrics
from tempanswerqa.metrics import intervals
from tempanswerqa.metrics.scores import COUNTED
from tempanswerqa.runs.scoring import COLUMNS, Item, Run, column, groups
from tempanswerqa.runs.signature import signature

CHANGES = ("recovered", "reread", "dropped")
"""Counts of responses that a filter reads otherwise than strict-match does."""
FLAWS = ("missing", "repeated", "unknown")
"""Counts that are 0 where every question was answered just once."""


class Score(NamedTuple):
    """A mean score, its standard error and the ends of its 95 % interval; None where undefined."""

    value: float | None = None
    stderr: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Summary:
    """The scores of one run, task and filter; None for what is undefined or not known.

    `exact_match`, `bse`, `parsed`, `truncated` and `thinking` are shares, `smape` is in percent.
    """

    model: str
    prompting: str
    task: str
    filter: str
    n: int | None
    """Answers."""
    scores: Mapping[str, Score]
    """By the names in `COLUMNS`."""
    counted: Mapping[str, float | None]
    """By the names in `COUNTED`."""
    missing: int | None = None
    """Questions without an answer, ..."""
    repeated: int | None = None
    """... with several, ..."""
    unknown: int | None = None
    """... and answers to no known question."""
    changes: Mapping[str, int | None] = field(default_factory=dict)
    """By the names in `CHANGES`."""
    signature: Mapping[str, Any] = field(default_factory=dict)

    def mean(self, name: str) -> float | None:
        """Return the mean of one of `COLUMNS`."""
        return self.scores[name].value

    @property
    def flaws(self) -> list[str]:
        """Return what keeps the run from being complete, such as `3 missing`."""
        return [f"{getattr(self, name)} {name}" for name in FLAWS if getattr(self, name)]

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as JSON has them: scores by name, errors and intervals below them."""
        return {
            **{name: getattr(self, name) for name in ("model", "prompting", "task", "filter", "n")},
            **{name: score.value for name, score in self.scores.items()},
            "stderr": {name: score.stderr for name, score in self.scores.items()},
            "intervals": {name: [*score[2:]] for name, score in self.scores.items()},
            **self.counted,
            **self.changes,
            **{name: getattr(self, name) for name in FLAWS},
            "signature": self.signature,
        }


def summarize(
    run: Run,
    rule: str,
    items: Sequence[Item],
    resamples: int = 0,
    seed: int = 0,
    strict: Sequence[Item] | None = None,
) -> Summary:
    """Return the scores of the items of a run, as a filter reads them.

    Intervals are closed form, or resampled (whole groups) where `resamples` is not 0. `strict` are
    the same responses as strict-match reads them: `recovered` counts those that have a number only
    in `items`, `dropped` those that have one only in `strict`, `reread` those with two different
    numbers.
    """
    own, drawn = groups(items), seed if resamples else None
    columns = {name: column(items, name) for name in COLUMNS}
    known = {n: (metrics.mean(v), metrics.clustered_stderr(v, own)) for n, v in columns.items()}
    if resamples:
        ends = intervals.bootstrap(columns, own, resamples=resamples, seed=seed)
    else:
        ends = {name: intervals.closed_form(*pair) for name, pair in known.items()}
    shares = {n: metrics.mean(float(getattr(one, n)) for one in run.answers) for n in COUNTED}
    return Summary(
        model=run.model,
        prompting=run.prompting,
        task=run.task,
        filter=rule,
        n=len(items),
        scores={name: _score(*pair, *ends[name]) for name, pair in known.items()},
        counted={name: _known(share) for name, share in shares.items()},
        missing=len(run.missing),
        repeated=len(run.repeated),
        unknown=len(run.unknown),
        changes=_changes(items, strict),
        signature=signature(rule, run.part, len(items), drawn, run.think_end, run.prompts),
    )


def over_tasks(scores: Sequence[Score]) -> Score:
    """Return the plain mean of a score over tasks, with its standard error and interval.

    The errors of tasks are taken to be independent: the error of the mean is the root of the sum of
    their squares, over the number of tasks. What is undefined (None) in one task is undefined in
    the mean. There has to be a task.
    """
    values, errors, *_ = zip(*scores, strict=True)
    value = math.fsum(map(number, values)) / len(values)
    error = math.hypot(*map(number, errors)) / len(errors)
    return _score(value, error, *intervals.closed_form(value, error))


def _changes(items: Sequence[Item], strict: Sequence[Item] | None) -> dict[str, int | None]:
    if strict is None:
        return dict.fromkeys(CHANGES)
    pairs = ((before.number, now.number) for before, now in zip(strict, items, strict=True))
    differing = [(before, now) for before, now in pairs if before != now]
    recovered = sum(before is None for before, _ in differing)
    dropped = sum(now is None for _, now in differing)
    counts = recovered, len(differing) - recovered - dropped, dropped
    return dict(zip(CHANGES, counts, strict=True))


def _score(*numbers: float) -> Score:
    return Score(*map(_known, numbers))


def number(value: float | None) -> float:
    """Return a number; NaN for None."""
    return math.nan if value is None else value


def _known(number: float) -> float | None:
    return None if math.isnan(number) else number
