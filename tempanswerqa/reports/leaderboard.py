"""Scores runs again and ranks comparable ones, on a page and in a JSON file for programs."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.files import save
from tempanswerqa.metrics.ranks import Rank
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import sources, subsets
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables
from tempanswerqa.reports.names import short_models
from tempanswerqa.reports.page import page
from tempanswerqa.reports.tables import COLUMNS
from tempanswerqa.runs import score_files
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.run_set import RunRow, RunSet
from tempanswerqa.runs.score_files import Options
from tempanswerqa.runs.signature import COMPARABLE
from tempanswerqa.runs.summary import Score, as_json, over_tasks
from tempanswerqa.scoring import STRICT, shown_first
from tempanswerqa.text import visible

TABLES = Path(__file__).with_name("published.csv")
"""The rows of the paper's Tables 11 (TempTabQA) and 12 (Test of Time)."""
JSON = "leaderboard.json"
MEAN = "Mean of the four tasks"
_TASKS = tuple(map(TaskName, SUBSETS))
MEANS = (
    _TASKS,
    tuple(replace(task, chat=SUBSETS[task.subset].family == "tot") for task in _TASKS),
)
"""The tasks of each plain mean; TempTabQA has no tasks for chat."""
PROMPTINGS = ("zero-shot", "few-shot", "")
BY = "exact_match"
"""The score by which rows are sorted."""
VERIFIED, PUBLISHED = "verified from its responses", "published"


@dataclass(frozen=True)
class BoardRun:
    """A run that was scored here as one filter reads it, and what the page says of it."""

    row: RunRow
    limits: Sequence[str]
    """Why it is not ranked: it is limited, incomplete, or answers other questions."""
    others: Sequence[str]
    """How it differs from the benchmark in prompts or questions; it is ranked with its like."""

    def named(self, model: str) -> BoardRun:
        """Return the run under another name of its model."""
        return replace(self, row=replace(self.row, summary=replace(self.row.summary, model=model)))

    @property
    def kind(self) -> tuple[object, ...]:
        """Return what runs have in common that are ranked together; empty for an unranked one."""
        signature = self.row.summary.signature
        return () if self.limits else (len(self.others), *map(signature.get, COMPARABLE))


@dataclass(frozen=True)
class Line:
    """A row of a table: a run on one task, the mean of its tasks, or published scores."""

    model: str
    prompting: str
    state: str
    """What the run is, in words."""
    scores: Mapping[str, Score]
    """The scores by the names in `METRICS`."""
    ranks: Mapping[str, Rank] = field(default_factory=dict)
    """The ranks by metric; empty if it is not ranked."""


class View(NamedTuple):
    """The table of one task or of the mean of tasks, with one filter and prompting."""

    task: str
    """The task in words."""
    filter: str
    prompting: str
    questions: int
    groups: Sequence[Sequence[Line]]
    """The rows that are ranked together, the best first; in the last group those without a rank."""
    published: Sequence[Line]

    @property
    def lines(self) -> list[Line]:
        """Return all rows in their order."""
        return [line for group in (*self.groups, self.published) for line in group]


def collect(
    places: Sequence[str],
    options: Options,
    fail: Callable[[str], None],
    warn: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> list[BoardRun]:
    """Score the runs at `places`; the parameters are those of `score_files.score_places`.

    Of several runs of a model, task and prompting in a folder, the latest counts. If such runs are
    in several folders, what distinguishes their paths follows the model's name.
    """
    found: dict[tuple[str, str, str], dict[Path, list[BoardRun]]] = {}
    options = replace(options, latest=True, apart=True)
    for run in score_files.score_places(places, options, fail, warn, progress):
        folder = run.path.resolve().parent
        alike = found.setdefault((run.model, run.task, run.prompting), {})
        if folder in alike:
            warn(f"{run.path}: {run.task}: left out, as {score_files.AGAIN}")
        else:
            alike[folder] = [*_board_runs(run)]
    shared: dict[str, set[Path]] = {}
    for (model, *_), alike in found.items():
        if len(alike) > 1:
            shared.setdefault(model, set()).update(alike)
    return [
        run.named(f"{model} ({_apart(folder, shared[model])})") if model in shared else run
        for (model, *_), alike in found.items()
        for folder, runs in alike.items()
        for run in runs
    ]


def _apart(folder: Path, folders: Iterable[Path]) -> str:
    """Return the first part of a folder's path after what the paths of several have in common."""
    common = os.path.commonpath([folder, *folders])
    return (folder.relative_to(common).parts or (folder.name,))[0]


def _board_runs(run: Run) -> Iterator[BoardRun]:
    limits, others = [], []
    if run.missing:
        kind = "limited" if run.limited else "incomplete"
        limits.append(f"{kind}: {run.answered:,} of {len(run.part.questions):,} questions")
    if run.unknown:
        limits.append(f"other questions: {len(run.unknown):,} responses")
    file = SUBSETS[run.subset].file if run.subset in SUBSETS else ""
    if file and run.part.checksum != sources.TEMPANSWERQA.blobs[file]:
        others.append("other questions")
    for filter_name, summary in run.summaries.items():
        prompts = summary.signature["prompts"]
        told = [f"other prompts ({prompts[:7]})"] if prompts else []
        yield BoardRun(RunRow.of(run, filter_name), limits, [*told, *others])


def views(runs: Iterable[BoardRun]) -> list[View]:
    """Return the tables of a page: first the means of the four tasks, then the tasks; of each the
    filters, and of these the promptings, zero-shot first.
    """
    of_model: dict[tuple[str, str, str], dict[TaskName, BoardRun]] = {}
    for run in runs:
        summary = run.row.summary
        name = summary.filter, summary.prompting, summary.model
        of_model.setdefault(name, {})[TaskName.parse(summary.task)] = run
    members: dict[tuple[tuple[TaskName, ...], str, str], list[list[BoardRun]]] = {}
    for (filter_name, prompting, _), by_task in of_model.items():
        for board in (*MEANS, *((task,) for task in by_task)):
            if by_task.keys() >= {*board}:
                own = [by_task[task] for task in board]
                members.setdefault((board, filter_name, prompting), []).append(own)
    known, paper = [*subsets.known()], [*published()]

    def order(key: tuple[tuple[TaskName, ...], str, str]) -> tuple[object, ...]:
        (task, *others), filter_name, prompting = key
        place = known.index(task.subset), str(task), shown_first(task.subset).index(filter_name)
        return (not others, *place, PROMPTINGS.index(prompting))

    made = []
    for board, filter_name, prompting in sorted(members, key=order):
        together = members[board, filter_name, prompting]
        title = MEAN if len(board) > 1 else subsets.find(board[0].subset).title
        made.append(
            View(
                title + (", chat" if board[0].chat else ""),
                filter_name,
                prompting,
                sum(len(run.row.questions) for run in together[0]),
                _groups(together),
                [
                    line
                    for task, line in paper
                    if (task,) == board
                    and filter_name == STRICT
                    and line.prompting in ("", prompting)
                ],
            )
        )
    return made


def _groups(runs: Iterable[Sequence[BoardRun]]) -> list[list[Line]]:
    """Return the rows that are ranked together, those as in the benchmark first, and those without
    a rank last; `runs` has the runs of each model, one of each task.
    """
    by_kind: dict[tuple[object, ...], list[Sequence[BoardRun]]] = {}
    for own in runs:
        kinds = tuple(run.kind for run in own)
        by_kind.setdefault(kinds if all(kinds) else (), []).append(own)

    def order(item: tuple[tuple[object, ...], list[Sequence[BoardRun]]]) -> tuple[object, ...]:
        kind, together = item
        return not kind, sum(len(run.others) for run in together[0]), -len(together)

    groups = []
    for kind, together in sorted(by_kind.items(), key=order):
        pool = RunSet([run.row for own in together for run in own])
        ranks = {name: pool.ranks(name) for name in COLUMNS if kind and METRICS[name].in_ranks}
        lines = [_line(own, ranks) for own in together]
        groups.append(sorted(lines, key=_best_first))
    return groups


def _line(runs: Sequence[BoardRun], ranks: Mapping[str, Mapping[str, Rank]]) -> Line:
    summaries = [run.row.summary for run in runs]
    model, scores = summaries[0].model, {name: summaries[0].scores[name] for name in METRICS}
    if len(runs) > 1:
        scores = {
            name: over_tasks([summary.scores[name] for summary in summaries], metric)
            for name, metric in METRICS.items()
        }
    limits = [told for run in runs for told in run.limits] or [VERIFIED]
    state = [*limits, *(told for run in runs for told in run.others)]
    placed = {name: by_model[model] for name, by_model in ranks.items() if by_model}
    return Line(model, summaries[0].prompting, "; ".join(dict.fromkeys(state)), scores, placed)


def _best_first(line: Line) -> tuple[object, ...]:
    """Return a key that sorts by exact match, then by sMAPE; undefined scores are last."""
    exact, size = (line.scores[name].value for name in (BY, "smape"))
    undefined = exact is None, size is None
    return (*undefined, -(exact or 0.0), size or 0.0, line.model)


def published() -> Iterator[tuple[TaskName, Line]]:
    """Yield the models and baselines of the paper's Tables 11 and 12, each with its task.

    The paper reads as strict-match does. Its MASE is of another kind and is left out.
    """
    by_split = {part.split: name for name, part in SUBSETS.items()}
    with TABLES.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            scores = dict.fromkeys(METRICS, Score())
            scores["exact_match"] = Score(float(row["exact_match"]) / 100)
            scores["smape"] = Score(float(row["smape"]))
            line = Line(row["model"], row["prompting"], PUBLISHED, scores)
            yield TaskName(by_split[row["split"]]), line


def write(runs: Sequence[BoardRun], folder: Path, title: str) -> Path:
    """Write `index.html` and `leaderboard.json` into a folder, which is made; return the page."""
    shown = views(runs)
    save(folder / JSON, [json.dumps(_records(shown), indent=1, allow_nan=False), "\n"])
    html = page.render(
        "leaderboard.html.j2",
        title=visible(title),
        views=shown,
        names=short_models({line.model for view in shown for line in view.lines}),
        columns={name: METRICS[name] for name in COLUMNS},
        json=JSON,
        signatures=tables.signatures([run.row.summary for run in runs]),
    )
    return page.fill(folder, html)


def _records(shown: Iterable[View]) -> list[dict[str, object]]:
    return [
        {"task": view.task, "filter": view.filter, "prompting": view.prompting}
        | {"model": line.model, "state": line.state}
        | as_json(line.scores, METRICS)
        | {"ranks": {name: [rank.best, rank.worst] for name, rank in line.ranks.items()}}
        for view in shown
        for line in view.lines
    ]
