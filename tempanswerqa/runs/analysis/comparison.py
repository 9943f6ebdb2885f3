"""Compares models on the same questions: paired differences, and which are significant."""

from __future__ import annotations

import math
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tempanswerqa import metrics
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.metrics.significance import SIGNIFICANT, Difference
from tempanswerqa.runs.scoring import Item, Run, column, groups
from tempanswerqa.runs.summary import RunName, Score, Summary, number


class ComparisonError(TempAnswerError, ValueError):
    """Runs that cannot be compared; the message says why and what to do."""


class Compared(NamedTuple):
    """Hold one metric of two runs, on the questions for which it is defined in both."""

    task: str
    filter: str
    metric: str
    models: tuple[RunName, RunName]
    first: float
    second: float
    difference: Difference
    """The mean of the first run minus that of the second. A metric without a largest score has
    neither error nor p-value."""
    p_holm: float
    """The p-value, corrected for all differences that were computed together."""

    @property
    def better(self) -> int:
        """Return 1 or 2 for the run that is significantly better; 0 if neither is."""
        if not self.p_holm < SIGNIFICANT:
            return 0
        return 1 if (self.first > self.second) == METRICS[self.metric].higher_is_better else 2


ByTask = Mapping[str, tuple[Run, Mapping[str, Sequence[Item]]]]
"""The run of each task, with its items by filter."""


def by_task(name: str, runs: Iterable[tuple[Run, Mapping[str, Sequence[Item]]]]) -> ByTask:
    """Return the one run of each task. Raises ComparisonError for two of the same task."""
    found: dict[str, tuple[Run, Mapping[str, Sequence[Item]]]] = {}
    for run, items in runs:
        if run.task in found:
            raise ComparisonError(
                f"{name} has several runs of {run.task} ({found[run.task][0].path.name} and "
                f"{run.path.name}); name one run, with a narrower pattern"
            )
        found[run.task] = run, items
    return found


def compare(pairs: Sequence[tuple[ByTask, ByTask]]) -> list[Compared]:
    """Return the paired differences of each pair, by task, filter and metric.

    Only questions that both runs answer count. The p-values of all differences are corrected
    together. A pair without a common question of a task has a difference of NaN from 0 questions.
    Raises ComparisonError if no pair has a common task or if none has a common question.
    """
    found = [row for pair in pairs for row in _of_pair(*pair)]
    if not found:
        sides = dict.fromkeys(", ".join(side) or "none" for pair in pairs for side in pair)
        told = f"no task in common: {' against '.join(sides)}; name runs of the same task"
        raise ComparisonError(told)
    if not any(row.difference.questions for row in found):
        named = " and ".join(" ".join(filter(None, model)) for model in found[0].models)
        raise _nothing_in_common(f"{found[0].task}: {named}")
    corrected = metrics.holm([row.difference.p_value for row in found])
    return [row._replace(p_holm=p) for row, p in zip(found, corrected, strict=True)]


def _of_pair(first: ByTask, second: ByTask) -> Iterator[Compared]:
    for task in [task for task in first if task in second]:
        (run, ours), (other, theirs) = first[task], second[task]
        for rule in ours:
            models = RunName.of(run), RunName.of(other)
            sides = _matched(ours[rule], theirs[rule])
            several = any(item.scores.keys() - METRICS.keys() for side in sides for item in side)
            for metric in METRICS:
                scores = _scores(metric, *sides, several)
                yield Compared(task, rule, metric, models, *scores, NAN)


def common(
    runs: str, ours: Sequence[Item], theirs: Sequence[Item]
) -> tuple[list[Item], list[Item]]:
    """Return the items of the questions that both runs answer, in the same order.

    Raises ComparisonError, which names the `runs`, if there is none.
    """
    both = _matched(ours, theirs)
    if not both[0]:
        raise _nothing_in_common(runs)
    return both


def _matched(ours: Sequence[Item], theirs: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    other = {item.question.id: item for item in theirs}
    both = [item for item in ours if item.question.id in other]
    return both, [other[item.question.id] for item in both]


def _nothing_in_common(runs: str) -> ComparisonError:
    return ComparisonError(f"{runs} answer no question in common; leave one of them out")


def _scores(
    metric: str, ours: Sequence[Item], theirs: Sequence[Item], several: bool
) -> tuple[float, float, Difference]:
    """Return both means and their difference, on the questions for which both have the score.

    With `several` responses to a question, scores are means of their own, and vary less than right
    and wrong answers do: their error has no least value.
    """
    columns = column(ours, metric), column(theirs, metric)
    highest = math.inf if several else METRICS[metric].highest
    found = metrics.paired(*columns, groups(ours), highest)
    if METRICS[metric].bounded:
        most = METRICS[metric].highest
        found = found._replace(low=max(found.low, -most), high=min(found.high, most))
    else:
        found = found._replace(stderr=NAN, low=NAN, high=NAN, p_value=NAN, correlation=NAN)
    both = [(x, y) for x, y in zip(*columns, strict=True) if not math.isnan(x - y)]
    return metrics.mean(x for x, _ in both), metrics.mean(y for _, y in both), found


def names(compared: Sequence[Compared]) -> tuple[str, str]:
    """Return the names of the two sides: their models, with the prompting if the models are the
    same, and with `(first)` and `(second)` if the prompting is the same too.
    """
    sides = [list(dict.fromkeys(row.models[n] for row in compared)) for n in (0, 1)]
    told = [", ".join(dict.fromkeys(model.model for model in side)) for side in sides]
    if told[0] == told[1]:
        told = [", ".join(" ".join(filter(None, model)) for model in side) for side in sides]
    if told[0] == told[1]:
        told = [f"{told[0]} (first)", f"{told[1]} (second)"]
    return told[0], told[1]


def disagreements(compared: Sequence[Compared]) -> list[str]:
    """Return a sentence for each task, filter and pair of models of which each is significantly
    better by some metric.
    """
    found = []
    for task, rule, models in dict.fromkeys((*row[:2], row.models) for row in compared):
        rows = [row for row in compared if (*row[:2], row.models) == (task, rule, models)]
        ahead = [", ".join(row.metric for row in rows if row.better == n) for n in (1, 2)]
        if all(ahead):
            one, other = names(rows)
            found.append(f"{task}, {rule}: {one} is ahead by {ahead[0]}, {other} by {ahead[1]}")
    return found


class Standing(NamedTuple):
    """The score of a model by one metric, and the letters that it shares with the models whose
    difference from it is not significant.
    """

    task: str
    filter: str
    metric: str
    model: RunName
    score: Score
    letters: str


def standings(compared: Sequence[Compared], summaries: Sequence[Summary]) -> list[Standing]:
    """Return the models by task, filter and metric, the best first.

    Metrics without a largest score and metrics that are undefined for a model are left out.
    """
    found = []
    for task, rule, name in dict.fromkeys(row[:3] for row in compared):
        pairs = [row for row in compared if row[:3] == (task, rule, name)]
        own = [(RunName.of(one), one.scores[name]) for one in summaries
               if (one.task, one.filter) == (task, rule)]  # fmt: skip
        if not METRICS[name].bounded or any(score.value is None for _, score in own):
            continue
        sign = -1 if METRICS[name].higher_is_better else 1
        own.sort(key=lambda known: sign * number(known[1].value))
        shared = letters(pairs, [model for model, _ in own])
        found += [Standing(task, rule, name, *known, shared[known[0]]) for known in own]
    return found


def letters(compared: Sequence[Compared], order: Sequence[RunName]) -> dict[RunName, str]:
    """Return the letters of models by one metric: two models share a letter if and only if their
    difference is not significant (a compact letter display).

    `order` has all models, the best first; the best model has the letter `a`.
    """
    import networkx

    alike: networkx.Graph = networkx.Graph()
    alike.add_nodes_from(range(len(order)))
    alike.add_edges_from(
        (order.index(row.models[0]), order.index(row.models[1]))
        for row in compared
        if not row.better
    )
    sets = sorted(sorted(clique) for clique in networkx.find_cliques(alike))
    found: dict[RunName, str] = dict.fromkeys(order, "")
    for n, clique in enumerate(sets):
        letter = string.ascii_letters[n] if n < len(string.ascii_letters) else f"({n + 1})"
        for at in clique:
            found[order[at]] += letter
    return found
