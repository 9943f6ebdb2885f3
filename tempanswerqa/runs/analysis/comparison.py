"""Compares models on the same questions: paired differences, and which are significant."""

from __future__ import annotations

import math
import string
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tempanswerqa import metrics
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.fresh.twins import question_id
from tempanswerqa.metrics import sequential
from tempanswerqa.metrics.scores import METRICS, NAN
from tempanswerqa.metrics.significance import SIGNIFICANT, Difference
from tempanswerqa.questions.mixing import mixed
from tempanswerqa.questions.subsets import twin_of
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs.scoring import Run
from tempanswerqa.runs.summary import RunName, Score, Summary, number

if TYPE_CHECKING:
    from pandas import DataFrame

ALL = "all"
"""The name of several tasks, or several units, together."""
PAIRED = ("exact_match", "within_one")
"""The metrics by which questions are compared with their twins."""
STAGES = tuple(50 * 2**n for n in range(20))
"""The numbers of answered questions after which `stages` shows what is known."""


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


Scored = tuple[Run, Mapping[str, "DataFrame"]]
"""A run, with an item for each question by filter."""
ByTask = Mapping[str, Scored]
"""The run of each task."""


def by_task(name: str, runs: Iterable[Scored], in_stages: bool = False) -> ByTask:
    """Return the one run of each task. Raises ComparisonError for two of the same task.

    If it was asked `in_stages`, runs of one model are one run: the first answer to a question
    counts.
    """
    import pandas as pd

    sides: dict[str, Scored] = {}
    for run, items in runs:
        first, earlier = sides.setdefault(run.task, (run, items))
        if in_stages and RunName.of(run) == RunName.of(first):
            sides[run.task] = (
                first,
                {
                    rule: pd.concat([earlier[rule], later]).drop_duplicates("id")
                    for rule, later in items.items()
                },
            )
        elif run is not first:
            raise ComparisonError(
                f"{name} has several runs of {run.task} ({first.path.name} and "
                f"{run.path.name}); name one run, with a narrower pattern"
            )
    return sides


def by_question(runs: ByTask) -> ByTask:
    """Return runs on twins with the tasks and the ids of the questions that they are twins of.

    Raises ComparisonError for a run on other questions, and for two runs of which one task would
    come.
    """
    found: dict[str, Scored] = {}
    for run, items in runs.values():
        if (twin := twin_of(run.subset)) is None:
            raise ComparisonError(
                f"{run.path} answers no twins; --twins names the run on twins, and before it "
                "stands that on the released questions"
            )
        task = str(replace(TaskName.parse(run.task), subset=twin[0]))
        own = {rule: side.assign(id=side["id"].map(question_id)) for rule, side in items.items()}
        first, _ = found.setdefault(task, (run, own))
        if first is not run:
            raise ComparisonError(f"{run.path} and {first.path} answer twins of the same questions")
    return found


def together(runs: ByTask, tasks: Sequence[str]) -> ByTask:
    """Return the runs of several tasks as one run of the task `ALL`; nothing for a single task."""
    import pandas as pd

    if len(tasks) < 2:
        return {}
    run, first = runs[tasks[0]]
    return {
        ALL: (run, {rule: pd.concat([runs[task][1][rule] for task in tasks]) for rule in first})
    }


def compare(
    pairs: Sequence[tuple[ByTask, ByTask]], names: Collection[str] = METRICS
) -> list[Compared]:
    """Return the paired differences of each pair, by task, filter and metric of these `names`.

    Only questions that both runs answer count. The p-values of all differences are corrected
    together. A pair without a common question of a task has a difference of NaN from 0 questions.
    Raises ComparisonError if no pair has a common task or if none has a common question.
    """
    found: list[Compared] = []
    for first, second in pairs:
        for task in [task for task in first if task in second]:
            (run, ours), (other, theirs) = first[task], second[task]
            models = RunName.of(run), RunName.of(other)
            for rule in ours:
                matched = _matched(ours[rule], theirs[rule])
                several = _several(matched)
                for metric in names:
                    scores = _scores(metric, *matched, several)
                    found.append(Compared(task, rule, metric, models, *scores, NAN))
    if not found:
        sides = dict.fromkeys(", ".join(side) or "none" for pair in pairs for side in pair)
        told = f"no task in common: {' against '.join(sides)}; name runs of the same task"
        raise ComparisonError(told)
    if not any(row.difference.questions for row in found):
        named = " and ".join(" ".join(filter(None, model)) for model in found[0].models)
        raise _nothing_in_common(f"{found[0].task}: {named}")
    corrected = metrics.holm([row.difference.p_value for row in found])
    return [row._replace(p_holm=p) for row, p in zip(found, corrected, strict=True)]


def _several(sides: Iterable[DataFrame]) -> bool:
    """Return whether any question has several responses, so that its scores are means."""
    return any("samples" in side for side in sides)


def common(runs: str, ours: DataFrame, theirs: DataFrame) -> tuple[DataFrame, DataFrame]:
    """Return the items of the questions that both runs answer, in the same order.

    Raises ComparisonError, which names the `runs`, if there is none.
    """
    both = _matched(ours, theirs)
    if both[0].empty:
        raise _nothing_in_common(runs)
    return both


def _matched(ours: DataFrame, theirs: DataFrame) -> tuple[DataFrame, DataFrame]:
    both = ours[ours["id"].isin(theirs["id"])]
    return both, theirs.set_index("id", drop=False).loc[both["id"]]


def _nothing_in_common(runs: str) -> ComparisonError:
    return ComparisonError(f"{runs} answer no question in common; leave one of them out")


def _scores(
    metric: str, ours: DataFrame, theirs: DataFrame, several: bool
) -> tuple[float, float, Difference]:
    """Return both means and their difference, on the questions for which both have the score.

    With `several` responses to a question, scores are means of their own, and vary less than right
    and wrong answers do: their error has no least value.
    """
    columns = ours[metric].tolist(), theirs[metric].tolist()
    if any(map(math.isinf, chain(*columns))):  # then both means are undefined
        columns = ([NAN] * len(ours),) * 2
    highest = math.inf if several else METRICS[metric].highest
    found = metrics.paired(*columns, ours["group"].tolist(), highest)
    if METRICS[metric].bounded:
        most = METRICS[metric].highest
        found = found._replace(low=max(found.low, -most), high=min(found.high, most))
    else:
        found = found._replace(stderr=NAN, low=NAN, high=NAN, p_value=NAN, correlation=NAN)
    both = [(x, y) for x, y in zip(*columns, strict=True) if not math.isnan(x - y)]
    return metrics.mean(x for x, _ in both), metrics.mean(y for _, y in both), found


class Stage(NamedTuple):
    """Hold what is known of two runs after a number of questions."""

    answered: int
    """The number of questions that both runs answer, also those without the score."""
    compared: Compared
    """The difference of these questions, as `metrics.sequential.sequence` yields it; `p_holm` is
    its p-value times the number of tasks and filters."""
    decided_at: int | None
    """The number of answered questions at which one run is better for good; None before that."""
    more: int | None
    """The further questions until then if difference and error per question stay as they are; None
    if the task has not so many."""


def stages(first: ByTask, second: ByTask, metric: str) -> Iterator[Stage]:
    """Yield the stages of a comparison by task and filter: after 50 questions, 100, 200 and so on,
    and after all that both runs answer, in the order in which the harness asks them.

    Raises what `compare` raises.
    """
    rows = [row for row in compare([(first, second)]) if row.metric == metric]
    most = METRICS[metric].highest
    for row in rows:
        (run, ours), (_, theirs) = first[row.task], second[row.task]
        questions = run.part.questions.values()
        asked = questions if run.part.draw else mixed(questions)  # fresh ones are asked as drawn
        places = {question.id: place for place, question in enumerate(asked)}
        ordered = ours[row.filter].sort_values("id", key=lambda ids, at=places: ids.map(at))
        sides = _matched(ordered, theirs[row.filter])
        columns = sides[0][metric].tolist(), sides[1][metric].tolist()
        if sides[0].empty:
            yield Stage(0, row, None, None)
        decided_at = None
        highest = math.inf if _several(sides) else most
        looks = sequential.sequence(*columns, sides[0]["group"].tolist(), highest)
        for answered, look in enumerate(looks, 1):
            p = min(1.0, len(rows) * look.p_value)
            if decided_at is None and p < SIGNIFICANT:
                decided_at = answered
            if answered == len(columns[0]) or answered in STAGES:
                more = 0 if decided_at else sequential.more(look, answered, len(asked), len(rows))
                means = [metrics.mean(side[:answered]) for side in columns]
                difference = look._replace(low=max(look.low, -most), high=min(look.high, most))
                compared = row._replace(
                    first=means[0], second=means[1], difference=difference, p_holm=p
                )
                yield Stage(answered, compared, decided_at, more)


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
