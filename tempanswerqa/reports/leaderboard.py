"""Scores runs again and ranks comparable ones, on a page and in a JSON file for programs."""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
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
from tempanswerqa.runs import saved_responses, score_files, signature, submission
from tempanswerqa.runs.details import known, nested
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.score_files import Options
from tempanswerqa.runs.signature import COMPARABLE
from tempanswerqa.scoring import STRICT, shown_first
from tempanswerqa.text import visible
from tempanswerqa.units import UNITS

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
ALIKE, LONG = 0.9, 80
"""Minimum share of equal responses of runs that are named as alike; if as many have more letters
and digits than `LONG`, one is a copy, as no two models write them."""
BY = "exact_match"
"""The score by which rows are sorted."""
SCORED, PUBLISHED = "scored from its responses", "published"


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
    notes: Sequence[str] = ()
    """What else is wrong with it."""
    sender: str = ""
    """The folder that it comes from."""
    copy_of: str = ""
    """The shown name of the model with whose run it counts once; empty for none."""

    def kind(self, filter_name: str) -> tuple[object, ...]:
        """Return what runs have in common that are ranked together; empty for an unranked one."""
        if self.limits:
            return ()
        return (len(self.others), *map(self.run.signature(filter_name).get, COMPARABLE))


Line = dict[str, Any]
"""A row of a table: `model`, `prompting`, `sender` (a folder; empty for published scores), `state`
(what the run is, in words), the scores by the names in `METRICS` with their `_stderr`, `_low` and
`_high` (None if undefined), `parts` (those of `FAMILY` by unit, with `n`), and `ranks` by score,
each a dict of `rank`, `best` and `worst`."""


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


class Board(NamedTuple):
    """The runs of a leaderboard, and what could not be scored."""

    runs: list[Entry]
    problems: list[str]


def collect(
    places: Sequence[str],
    options: Options,
    fail: Callable[[str], None],
    warn: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Board:
    """Score the runs at `places`; the parameters are those of `score_files.score_places`.

    Of several runs of a model, task and prompting of a sender, the latest counts. If another sender
    has the name of a model, the folder of the later one follows it. `fail` also gets what is wrong
    with a run, or between runs.
    """
    problems = submission.without_samples(places)

    def refuse(problem: str) -> None:
        problems.append(problem)
        fail(problem)

    for problem in problems:
        fail(problem)
    options = replace(options, latest=True, apart=True, beside=responses_of)
    kept: dict[tuple[str, ...], tuple[str, Run]] = {}
    for run in score_files.score_places(places, options, refuse, warn, progress):
        key = _sender(run.path, places), run.model, run.task, run.prompting
        # an undated file is the latest
        dated = saved_responses.origin(run.path).date or "undated", run
        older, newer = sorted((dated, kept.get(key, dated)), key=lambda one: one[0])
        if older is not newer:
            path = older[1].path
            warn(f"{path}: {run.task}: left out, as {newer[1].path} of the same run counts")
        kept[key] = newer
    owners: dict[str, str] = {}
    found: list[tuple[str, str, Run]] = []
    for (sender, *_), (_, run) in sorted(kept.items(), key=lambda item: (item[1][0], item[0])):
        taken = owners.setdefault(run.model, sender) != sender
        found.append((sender, f"{run.model} ({sender})" if taken else run.model, run))
    runs: list[Entry] = []
    for sender, name, run in found:
        entry = replace(_entry(run), model=name, sender=sender, notes=submission.faults(run))
        pairs = ((*_alike(run, earlier.run), -at) for at, earlier in enumerate(runs))
        copied, share, at = max(pairs, default=(False, 0.0, 0))
        missing = ["incomplete"] if run.missing and not run.limited else []
        told = [f"the same responses as {_named(runs[-at])}"] if copied else []
        for problem in (*missing, *told, *entry.notes):
            fail(f"{run.path}: {run.task}: {problem}")
        if copied:
            first = runs[-at]
            again = f"the same responses as {_named(entry)}"
            runs[-at] = replace(first, notes=[*first.notes, again])
            entry = replace(entry, copy_of=first.copy_of or first.model)
        elif share >= ALIKE:
            told = [f"{int(100 * share)} % of the responses are those of {_named(runs[-at])}"]
        runs.append(replace(entry, notes=[*entry.notes, *told]))
    shown = os.path.commonpath([Path(place).resolve() for place in places])
    for part in (shown + os.sep, os.path.relpath(shown) + os.sep):  # no paths of this machine
        problems = [problem.replace(part, "") for problem in problems]
    return Board(runs, [*dict.fromkeys(problems)])


def _sender(path: Path, places: Sequence[str]) -> str:
    """Return the name of the first folder of a file's path below what all places have in common."""
    found = [Path(place).resolve() for place in places]
    bases = [place if len(found) == 1 and place.is_dir() else place.parent for place in found]
    folder = path.resolve().parent
    return (*folder.relative_to(os.path.commonpath(bases)).parts, folder.name)[0]


def responses_of(run: Run) -> dict[bytes, bool]:
    """Return a digest of each response of a run with its question, and whether it is long.

    The digest is of letters and digits alone.
    """
    words = [re.sub(r"\W+", "", text.lower()) for text in run.responses["response"]]
    texts = (f"{name} {word}" for name, word in zip(run.responses["id"], words, strict=True))
    digests = (blake2b(text.encode("utf-8", "replace"), digest_size=8).digest() for text in texts)
    return {digest: len(word) > LONG for digest, word in zip(digests, words, strict=True)}


def _alike(run: Run, other: Run) -> tuple[bool, float]:
    """Return whether a run counts once with another, and the share of its responses there."""
    if run.subset != other.subset:
        return False, 0.0
    most = max(len(run.beside), len(other.beside))
    shared = run.beside.keys() & other.beside.keys()
    long = sum(run.beside[digest] for digest in shared)
    return len(shared) == most or long >= ALIKE * most, len(shared) / most


def _named(entry: Entry) -> str:
    return " ".join(filter(None, (entry.model, entry.run.prompting, f"of {entry.sender}")))


def _entry(run: Run) -> Entry:
    limits, others = [], []
    if run.missing:
        kind = "limited" if run.limited else "incomplete"
        limits.append(f"{kind}: {run.answered:,} of {len(run.part.questions):,} questions")
    if run.unknown:
        limits.append("other questions")
    if prompts := run.signature(STRICT)["prompts"]:
        others.append(f"other prompts ({prompts[:7]})")
    file = SUBSETS[run.subset].file if run.subset in SUBSETS else ""
    if file and run.part.checksum != sources.TEMPANSWERQA.blobs[file]:
        others.append("other questions")
    return Entry(run.model, run, limits, others)


def views(entries: Iterable[Entry]) -> list[View]:
    """Return the tables of a page: first the means of the four tasks, then the tasks.

    Each has its filters, and of these the promptings, zero-shot first.
    """
    of_model: dict[tuple[str, str], dict[TaskName, Entry]] = {}
    filters: dict[str, None] = {}
    for entry in entries:
        task = entry.run.task_name
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
    """Return the rows that are ranked together, those as in the benchmark first.

    Those without a rank are last; `entries` has those of each model, one of each task.
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
    copies = {own[0].model: {entry.copy_of for entry in own} - {""} for own in models}
    firsts = {model for model, of in copies.items() if not of}
    ranked = ranked and len(firsts) > 1
    lines = {own[0].model: _line(own, ranked) for own in models}
    for row in estimate(items, ("model",), ("task",)).to_dict("records"):
        for key in ("", "_stderr", "_low", "_high"):
            lines[row["model"]][row["score"] + key] = known(row[key[1:] or "value"])
    if len(models[0]) == 1:
        for row in estimate(items, ("model", "unit"), (), FAMILY).to_dict("records"):
            part = lines[row["model"]]["parts"].setdefault(row["unit"], {"n": row["n"]})
            part[row["score"]] = known(row["value"])
    if ranked:
        found = compare(items[items["model"].isin(firsts)], scores=FAMILY)
        for row in rank(found).to_dict("records"):
            place = {name: row[name] for name in ("rank", "best", "worst")}
            lines[row["model"]]["ranks"][row["score"]] = place
        for model in lines.keys() - firsts:
            _share_rank(lines, model, copies[model] & firsts)
    return [*lines.values()]


def _share_rank(lines: Mapping[str, Line], model: str, of: Iterable[str]) -> None:
    """Give a model the rank of the one that it copies, if they have equal scores."""
    for first in of:
        if all(lines[first][name] == lines[model][name] for name in FAMILY):
            lines[model]["ranks"] = lines[first]["ranks"]


def _line(own: Sequence[Entry], ranked: bool) -> Line:
    """Return the row of a model without its numbers; `ranked` is False if no model has a rank."""
    limits = [f"no rank: {why}" for entry in own for why in entry.limits]
    state = limits or [SCORED, *([] if ranked else ["no rank: no other run is like it"])]
    state += [what for entry in own for what in (*entry.others, *entry.notes)]
    line: Line = {"model": own[0].model, "prompting": own[0].run.prompting}
    line |= {"sender": visible(own[0].sender), "state": visible("; ".join(dict.fromkeys(state)))}
    return line | {"ranks": {}, "parts": {}}


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
            line |= {"sender": "", "state": PUBLISHED, "parts": {}} | undefined
            line |= {"exact_match": float(row["exact_match"]) / 100, "smape": float(row["smape"])}
            yield TaskName(by_split[row["split"]]), line


def write(board: Board, folder: Path, title: str) -> Path:
    """Write `index.html` and `leaderboard.json` into a folder, which is made; return the page."""
    shown = views(board.runs)
    save(folder / JSON, [json.dumps(_records(shown), indent=1, allow_nan=False), "\n"])
    filters = dict.fromkeys(view.filter for view in shown)
    of_runs = [entry.run.signature(name) for entry in board.runs for name in filters]
    html = page.render(
        "leaderboard.html.j2",
        title=visible(title),
        views=shown,
        names=short_models({line["model"] for view in shown for line in view.lines}),
        columns={name: METRICS[name] for name in COLUMNS},
        json=JSON,
        titles={name: unit.title for name, unit in UNITS.items()},
        signatures=[*dict.fromkeys(map(signature.short, of_runs))],
        problems=[visible(problem) for problem in board.problems],
    )
    return page.fill(folder, html)


def _records(shown: Iterable[View]) -> list[dict[str, object]]:
    return [
        {"task": view.task, "filter": view.filter, "prompting": view.prompting}
        | {name: line[name] for name in ("model", "sender", "state", "parts")}
        | nested(line)
        | {"ranks": {name: [own["best"], own["worst"]] for name, own in line["ranks"].items()}}
        for view in shown
        for line in view.lines
    ]
