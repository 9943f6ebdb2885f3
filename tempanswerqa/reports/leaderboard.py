"""Scores runs again and ranks comparable ones, on a page and in a JSON file for programs."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.analysis import FAMILY, compare, estimate, rank
from tempanswerqa.files import save
from tempanswerqa.items import join, named
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import sources, subsets
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.names import short_models
from tempanswerqa.reports.page import page
from tempanswerqa.reports.tables import COLUMNS
from tempanswerqa.runs import score_files, signature
from tempanswerqa.runs.details import known, nested
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.score_files import Options
from tempanswerqa.runs.signature import COMPARABLE
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
class Entry:
    """A run that was scored here, and what the page says of it."""

    model: str
    """The name under which it is shown."""
    run: Run
    limits: Sequence[str]
    """Why it is not ranked: it is limited, incomplete, or answers other questions."""
    others: Sequence[str]
    """How it differs from the benchmark in prompts or questions; it is ranked with its like."""

    def kind(self, filter_name: str) -> tuple[object, ...]:
        """Return what runs have in common that are ranked together; empty for an unranked one."""
        if self.limits:
            return ()
        return (len(self.others), *map(self.run.signature(filter_name).get, COMPARABLE))


Line = dict[str, Any]
"""A row of a table: `model`, `prompting`, `state` (what the run is, in words), the scores by the
names in `METRICS` with their `_stderr`, `_low` and `_high` (None if undefined), and `ranks` by
score, each a dict of `rank`, `best` and `worst`."""


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
) -> list[Entry]:
    """Score the runs at `places`; the parameters are those of `score_files.score_places`.

    Of several runs of a model, task and prompting in a folder, the latest counts. If such runs are
    in several folders, what distinguishes their paths follows the model's name.
    """
    found: dict[tuple[str, str, str], dict[Path, Entry]] = {}
    options = replace(options, latest=True, apart=True)
    for run in score_files.score_places(places, options, fail, warn, progress):
        folder = run.path.resolve().parent
        alike = found.setdefault((run.model, run.task, run.prompting), {})
        if folder in alike:
            warn(f"{run.path}: {run.task}: left out, as {score_files.AGAIN}")
        else:
            alike[folder] = _entry(run)
    shared: dict[str, set[Path]] = {}
    for (model, *_), alike in found.items():
        if len(alike) > 1:
            shared.setdefault(model, set()).update(alike)
    return [
        replace(entry, model=f"{model} ({_apart(folder, shared[model])})")
        if model in shared
        else entry
        for (model, *_), alike in found.items()
        for folder, entry in alike.items()
    ]


def _apart(folder: Path, folders: Iterable[Path]) -> str:
    """Return the first part of a folder's path after what the paths of several have in common."""
    common = os.path.commonpath([folder, *folders])
    return (folder.relative_to(common).parts or (folder.name,))[0]


def _entry(run: Run) -> Entry:
    limits, others = [], []
    if run.missing:
        kind = "limited" if run.limited else "incomplete"
        limits.append(f"{kind}: {run.answered:,} of {len(run.part.questions):,} questions")
    if run.unknown:
        limits.append(f"other questions: {len(run.unknown):,} responses")
    if prompts := run.signature(STRICT)["prompts"]:
        others.append(f"other prompts ({prompts[:7]})")
    file = SUBSETS[run.subset].file if run.subset in SUBSETS else ""
    if file and run.part.checksum != sources.TEMPANSWERQA.blobs[file]:
        others.append("other questions")
    return Entry(run.model, run, limits, others)


def views(entries: Iterable[Entry]) -> list[View]:
    """Return the tables of a page: first the means of the four tasks, then the tasks; of each the
    filters, and of these the promptings, zero-shot first.
    """
    of_model: dict[tuple[str, str], dict[TaskName, Entry]] = {}
    filters: dict[str, None] = {}
    for entry in entries:
        task = TaskName.parse(entry.run.task)
        of_model.setdefault((entry.run.prompting, entry.model), {})[task] = entry
        filters |= dict.fromkeys(map(str, entry.run.table["filter"].cat.categories))
    members: dict[tuple[tuple[TaskName, ...], str], list[list[Entry]]] = {}
    for (prompting, _), by_task in of_model.items():
        for board in (*MEANS, *((task,) for task in by_task)):
            if by_task.keys() >= {*board}:
                own = [by_task[task] for task in board]
                members.setdefault((board, prompting), []).append(own)
    order_of, paper = [*subsets.known()], [*published()]

    def order(key: tuple[tuple[tuple[TaskName, ...], str], str]) -> tuple[object, ...]:
        ((task, *others), prompting), filter_name = key
        place = order_of.index(task.subset), str(task), shown_first(task.subset).index(filter_name)
        return (not others, *place, PROMPTINGS.index(prompting))

    made = []
    for (board, prompting), filter_name in sorted(product(members, filters), key=order):
        together = members[board, prompting]
        title = MEAN if len(board) > 1 else subsets.find(board[0].subset).title
        made.append(
            View(
                title + (", chat" if board[0].chat else ""),
                filter_name,
                prompting,
                sum(len(entry.run.part.questions) for entry in together[0]),
                _groups(together, filter_name),
                [
                    line
                    for task, line in paper
                    if (task,) == board
                    and filter_name == STRICT
                    and line["prompting"] in ("", prompting)
                ],
            )
        )
    return made


def _groups(entries: Iterable[Sequence[Entry]], filter_name: str) -> list[list[Line]]:
    """Return the rows that are ranked together, those as in the benchmark first, and those without
    a rank last; `entries` has those of each model, one of each task.
    """
    by_kind: dict[tuple[object, ...], list[Sequence[Entry]]] = {}
    for own in entries:
        kinds = tuple(entry.kind(filter_name) for entry in own)
        by_kind.setdefault(kinds if all(kinds) else (), []).append(own)

    def order(item: tuple[tuple[object, ...], list[Sequence[Entry]]]) -> tuple[object, ...]:
        kind, together = item
        return not kind, sum(len(entry.others) for entry in together[0]), -len(together)

    return [
        sorted(_lines(together, filter_name, bool(kind)), key=_best_first)
        for kind, together in sorted(by_kind.items(), key=order)
    ]


def _lines(models: Sequence[Sequence[Entry]], filter_name: str, ranked: bool) -> list[Line]:
    """Return the rows of models: the plain means over their tasks, and the ranks."""
    items = join(
        [
            named(entry.run.table[entry.run.table["filter"] == filter_name], model=entry.model)
            for own in models
            for entry in own
        ]
    )
    lines: dict[str, Line] = {}
    for own in models:
        limits = [told for entry in own for told in entry.limits] or [VERIFIED]
        state = "; ".join(
            dict.fromkeys((*limits, *(told for entry in own for told in entry.others)))
        )
        line = {"model": own[0].model, "prompting": own[0].run.prompting, "state": state}
        lines[own[0].model] = line | {"ranks": {}}
    for row in estimate(items, ("model",), ("task",)).to_dict("records"):
        for key in ("", "_stderr", "_low", "_high"):
            lines[row["model"]][row["score"] + key] = known(row[key[1:] or "value"])
    if ranked and len(models) > 1:
        for row in rank(compare(items, scores=FAMILY)).to_dict("records"):
            place = {name: row[name] for name in ("rank", "best", "worst")}
            lines[row["model"]]["ranks"][row["score"]] = place
    return [*lines.values()]


def _best_first(line: Line) -> tuple[object, ...]:
    """Return a key that sorts by exact match, then by sMAPE; undefined scores are last."""
    exact, size = line[BY], line["smape"]
    undefined = exact is None, size is None
    return (*undefined, -(exact or 0.0), size or 0.0, line["model"])


def published() -> Iterator[tuple[TaskName, Line]]:
    """Yield the models and baselines of the paper's Tables 11 and 12, each with its task.

    The paper reads as strict-match does. Its MASE is of another kind and is left out.
    """
    by_split = {part.split: name for name, part in SUBSETS.items()}
    keys = (f"{name}{key}" for name in METRICS for key in ("", "_stderr", "_low", "_high"))
    undefined = dict.fromkeys(keys)
    with TABLES.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            line: Line = {"model": row["model"], "prompting": row["prompting"], "ranks": {}}
            line |= {"state": PUBLISHED} | undefined
            line |= {"exact_match": float(row["exact_match"]) / 100, "smape": float(row["smape"])}
            yield TaskName(by_split[row["split"]]), line


def write(entries: Sequence[Entry], folder: Path, title: str) -> Path:
    """Write `index.html` and `leaderboard.json` into a folder, which is made; return the page."""
    shown = views(entries)
    save(folder / JSON, [json.dumps(_records(shown), indent=1, allow_nan=False), "\n"])
    filters = dict.fromkeys(view.filter for view in shown)
    of_runs = [entry.run.signature(name) for entry in entries for name in filters]
    html = page.render(
        "leaderboard.html.j2",
        title=visible(title),
        views=shown,
        names=short_models({line["model"] for view in shown for line in view.lines}),
        columns={name: METRICS[name] for name in COLUMNS},
        json=JSON,
        signatures=[*dict.fromkeys(map(signature.short, of_runs))],
    )
    return page.fill(folder, html)


def _records(shown: Iterable[View]) -> list[dict[str, object]]:
    return [
        {"task": view.task, "filter": view.filter, "prompting": view.prompting}
        | {"model": line["model"], "state": line["state"]}
        | nested(line)
        | {"ranks": {name: [own["best"], own["worst"]] for name, own in line["ranks"].items()}}
        for view in shown
        for line in view.lines
    ]
