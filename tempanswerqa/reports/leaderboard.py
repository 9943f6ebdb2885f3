"""Rescores runs and ranks comparable ones, on a page and in a JSON file for programs."""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.analysis import FAMILY, compare, estimate, rank
from tempanswerqa.files import save
from tempanswerqa.items import join, named
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.page import page
from tempanswerqa.reports.report import write as report
from tempanswerqa.reports.report.answers import Packed, pack
from tempanswerqa.reports.report.numbers import Gathered
from tempanswerqa.reports.words import short_models, slug, titled
from tempanswerqa.runs import saved_responses, score_files, submission
from tempanswerqa.runs.details import known
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.score_files import Options
from tempanswerqa.runs.selection import COMPARABLE, short
from tempanswerqa.scoring import STRICT, shown_first
from tempanswerqa.text import visible
from tempanswerqa.units import UNITS

TABLES = Path(__file__).with_name("published.csv")
"""The rows of the paper's Tables 11 (TempTabQA) and 12 (Test of Time)."""
JSON = "leaderboard.json"
COLUMNS = ("exact_match", "within_one", "smape", "parsed", "mase")
"""The scores of the page; `parsed` is shown as the unread share."""
MEAN = "Mean of the four tasks"
_TASKS = tuple(map(TaskName, SUBSETS))
MEANS = (
    _TASKS,
    tuple(replace(task, chat=SUBSETS[task.subset].family == "tot") for task in _TASKS),
)
"""The tasks of each plain mean; TempTabQA has no chat tasks."""
PROMPTINGS = ("zero-shot", "few-shot", "")
ALIKE, LONG = 0.9, 80
"""Minimum share of equal responses with more letters and digits than `LONG` that makes a run a copy
of another: no two models write so many equal ones."""
SCORED, PUBLISHED, COPY = "scored from its responses", "published", "the same responses as"


@dataclass
class Entry:
    """A run that was scored here, with what the page states about it."""

    model: str
    """The name under which it is shown."""
    run: Run
    limits: Sequence[str]
    """The reasons why the run is not ranked: it is limited, incomplete, or has other questions."""
    others: Sequence[str]
    """The ways in which the run differs from the benchmark; it is ranked with runs like it."""
    notes: list[str] = field(default_factory=list)
    """Further problems of the run."""
    sender: str = ""
    """The folder that it comes from."""
    copy_of: str = ""
    """The displayed name of the model whose run it counts with as one, or empty."""

    @property
    def named(self) -> str:
        """Return its model, prompting and sender."""
        return " ".join(filter(None, (self.model, self.run.prompting, f"of {self.sender}")))


Row = dict[str, Any]
"""A row of a table, as the JSON file has it: `task`, `filter`, `prompting`, `questions`, `group`
(the rows of one are ranked together; 0 for the paper's), `model`, `sender` (a folder), `state`
(what the run is, in words), the scores by the names in `METRICS`, with `stderr` and `intervals`
(None if undefined), `parts` (`n` and those of `FAMILY` by unit), and `ranks` by score with `rank`,
`best` and `worst`."""


class Board(NamedTuple):
    """The runs of a leaderboard, and what could not be scored."""

    runs: list[Entry]
    problems: list[str]
    gathered: Gathered
    """The runs with their answers, if requested."""


def collect(
    places: Sequence[str],
    options: Options,
    fail: Callable[[str], None],
    warn: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
    answers: bool = False,
) -> Board:
    """Score the runs at `places` like `score_files.score_places`; `answers` keeps their answers.

    Of several runs of a model, task and prompting of a sender, the latest counts. If two senders
    use the same model name, the folder of the later one is appended. `fail` also gets the problems
    of a run, or between runs.
    """
    problems = submission.without_samples(places)

    def refuse(problem: str) -> None:
        problems.append(problem)
        fail(problem)

    for problem in problems:
        fail(problem)
    options = replace(options, latest=True, apart=True, beside=partial(beside, answers=answers))
    dated = []
    for run in score_files.score_places(places, options, refuse, warn, progress):
        date = saved_responses.origin(run.path).date or "undated"  # an undated file is the latest
        dated.append((date, (_sender(run.path, places), run.model, run.task, run.prompting), run))
    kept: dict[tuple[str, ...], Run] = {}
    for _, key, run in sorted(dated, key=itemgetter(0, 1)):
        if older := kept.pop(key, None):
            warn(f"{older.path}: {run.task}: left out, as {run.path} of the same run counts")
        kept[key] = run
    owners: dict[str, str] = {}
    runs: list[Entry] = []
    for (sender, model, *_), run in kept.items():
        taken = owners.setdefault(model, sender) != sender
        runs.append(_entry(run, f"{model} ({sender})" if taken else model, sender, runs))
        for problem in (*(() if run.limited else runs[-1].limits), *runs[-1].notes):
            fail(f"{run.path}: {run.task}: {problem}")
    shown = os.path.commonpath([Path(place).absolute() for place in places])
    for part in (shown + os.sep, os.path.relpath(shown) + os.sep):  # no paths of this machine
        problems = [problem.replace(part, "") for problem in problems]
    gathered = Gathered()
    for entry in runs if answers else ():
        gathered.add(replace(entry.run, model=entry.model, beside=entry.run.beside[1]))
    return Board(runs, [*dict.fromkeys(problems)], gathered)


def _sender(path: Path, places: Sequence[str]) -> str:
    """Return the name of the first folder of a file's path below the places' common path."""
    found = [Path(place).absolute() for place in places]
    bases = [place if len(found) == 1 and place.is_dir() else place.parent for place in found]
    folder = path.absolute().parent
    return (*folder.relative_to(os.path.commonpath(bases)).parts, folder.name)[0]


def beside(run: Run, answers: bool) -> tuple[dict[bytes, bool], Packed | None]:
    """Return a digest of each response's letters and digits, whether it is long, and answers."""
    words = [re.sub(r"\W+", "", text.lower()) for text in run.responses["response"]]
    texts = (f"{name} {word}" for name, word in zip(run.responses["id"], words, strict=True))
    digests = (blake2b(text.encode("utf-8", "replace"), digest_size=8).digest() for text in texts)
    long = {digest: len(word) > LONG for digest, word in zip(digests, words, strict=True)}
    return long, pack(run) if answers else None


def _is_copy(run: Run, other: Run) -> bool:
    """Return whether two runs count as one."""
    if run.subset != other.subset:
        return False
    (long, _), (others, _) = run.beside, other.beside
    most, shared = max(len(long), len(others)), long.keys() & others.keys()
    return len(shared) == most or sum(long[digest] for digest in shared) >= ALIKE * most


def _entry(run: Run, model: str, sender: str, earlier: Sequence[Entry]) -> Entry:
    """Return a run with its problems; it and an earlier run name each other as copies."""
    limits, others = [], []
    if run.missing:
        kind = "limited" if run.limited else "incomplete"
        limits.append(f"{kind}: {run.answered:,} of {len(run.part.questions):,} questions")
    if run.unknown:
        limits.append("other questions")
    if prompts := run.signature(STRICT)["prompts"]:
        others.append(f"other prompts ({prompts[:7]})")
    if not page.is_released(run.subset, run.part.checksum):
        others.append("other questions")
    entry = Entry(model, run, limits, others, [*submission.faults(run)], sender)
    if first := next((first for first in earlier if _is_copy(run, first.run)), None):
        first.notes.append(f"{COPY} {entry.named}")
        entry.notes.insert(0, f"{COPY} {first.named}")
        entry.copy_of = first.copy_of or first.model
    return entry


def rows(entries: Iterable[Entry]) -> list[Row]:
    """Return the rows of all tables, means first, by task, filter and prompting."""
    cells: dict[tuple[TaskName, str], dict[str, Entry]] = {}
    rules: dict[str, None] = {}
    for entry in entries:
        cells.setdefault((entry.run.task_name, entry.run.prompting), {})[entry.model] = entry
        rules |= dict.fromkeys(entry.run.table["filter"].cat.categories)
    known = [*subsets.known()]
    tasks = sorted({task for task, _ in cells}, key=lambda own: (known.index(own.subset), str(own)))
    made = []
    for board in (*MEANS, *((task,) for task in tasks)):
        for rule, prompting in product(shown_first(board[0].subset, rules), PROMPTINGS):
            own = [cells.get((task, prompting), {}) for task in board]
            models = {m: [cell[m] for cell in own] for m in own[0] if all(m in c for c in own)}
            if models:
                made += _table(board, rule, prompting, models)
    return made


def _table(
    board: Sequence[TaskName], rule: str, prompting: str, models: Mapping[str, Sequence[Entry]]
) -> list[Row]:
    """Return the rows of a table: those like the benchmark first, those without a rank last."""
    groups: dict[tuple[object, ...], dict[str, Sequence[Entry]]] = {}
    for model, entries in models.items():
        fields = [tuple(map(entry.run.signature(rule).get, COMPARABLE)) for entry in entries]
        is_limited = any(entry.limits for entry in entries)
        groups.setdefault(() if is_limited else tuple(fields), {})[model] = entries
    first = next(iter(models.values()))
    title = titled(board[0])
    if len(board) > 1:
        title = MEAN + ", chat" * any(task.chat for task in board)
    head: Row = {"task": title, "filter": rule, "prompting": prompting}
    head["questions"] = sum(len(entry.run.part.questions) for entry in first)

    def order(kind: tuple[object, ...]) -> tuple[object, ...]:
        (entries, *_) = groups[kind].values()
        return not kind, sum(len(entry.others) for entry in entries), -len(groups[kind])

    made = []
    for group, kind in enumerate(sorted(groups, key=order), 1):
        made += [{**head, "group": group, **row} for row in _scored(groups[kind], rule, bool(kind))]
    if rule == STRICT and len(board) == 1:
        for task, shots, row in published():
            if task == board[0] and shots in ("", prompting):
                made.append({**head, "group": 0, **row})
    return made


def _scored(models: Mapping[str, Sequence[Entry]], rule: str, ranked: bool) -> list[Row]:
    """Return the rows of models, best first: plain means over their tasks, and ranks."""
    tables = [
        named(entry.run.table[entry.run.table["filter"] == rule], model=entry.model)
        for entries in models.values()
        for entry in entries
    ]
    items = join(tables)
    copies = {m: {entry.copy_of for entry in entries} - {""} for m, entries in models.items()}
    firsts = {model for model, of in copies.items() if not of}
    ranked = ranked and len(firsts) > 1
    rows = {m: _row(m, e[0].sender, _state(e, ranked)) for m, e in models.items()}
    for row in estimate(items, ("model",), ("task",)).itertuples():
        of_model, name = rows[row.model], row.score
        of_model[name], of_model["stderr"][name] = known(row.value), known(row.stderr)
        of_model["intervals"][name] = [known(row.low), known(row.high)]
    for row in estimate(items, ("model", "unit"), (), FAMILY).itertuples():
        part = rows[row.model]["parts"].setdefault(row.unit, {"n": row.n})
        part[row.score] = known(row.value)
    if ranked:
        compared = compare(items[items["model"].isin(firsts)], scores=FAMILY)
        for row in rank(compared).to_dict("records"):
            place = {name: row[name] for name in ("rank", "best", "worst")}
            rows[row["model"]]["ranks"][row["score"]] = place
        for model, of in copies.items():
            for first in of & firsts:
                if all(rows[first][name] == rows[model][name] for name in FAMILY):
                    rows[model]["ranks"] = rows[first]["ranks"]

    def best_first(row: Row) -> tuple[object, ...]:
        exact, size = row["exact_match"], row["smape"]
        return exact is None, size is None, -(exact or 0.0), size or 0.0, row["model"]

    return sorted(rows.values(), key=best_first)


def _state(entries: Sequence[Entry], ranked: bool) -> list[str]:
    """Return the state of runs; `ranked` is False if no run like them has a rank."""
    state = [f"no rank: {why}" for entry in entries for why in entry.limits]
    state = state or [SCORED, *([] if ranked else ["no rank: no other run is like it"])]
    return state + [what for entry in entries for what in (*entry.others, *entry.notes)]


def _row(model: str, sender: str, state: Iterable[str]) -> Row:
    """Return the row of a model without its numbers."""
    stated = {"sender": visible(sender), "state": visible("; ".join(dict.fromkeys(state)))}
    numbers: Row = {name: {} for name in ("stderr", "intervals", "parts", "ranks")}
    return {"model": model, **stated, **numbers}


def published() -> Iterator[tuple[TaskName, str, Row]]:
    """Yield the models and baselines of the paper's Tables 11 and 12, with task and prompting.

    The paper reads like strict-match. Its MASE is defined differently and is left out.
    """
    by_split = {part.split: name for name, part in SUBSETS.items()}
    with TABLES.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            made = _row(row["model"], "", [PUBLISHED]) | dict.fromkeys(METRICS)
            made |= {"exact_match": float(row["exact_match"]) / 100, "smape": float(row["smape"])}
            yield TaskName(by_split[row["split"]]), row["prompting"], made


def write(board: Board, folder: Path, title: str) -> Path:
    """Write `index.html` and `leaderboard.json` into a folder, created if missing; return the page.

    If the runs have their answers, a report is also written into `report`, and each row links to
    its answers there.
    """
    made = rows(board.runs)
    save(folder / JSON, [json.dumps(made, indent=1, allow_nan=False), "\n"])
    gathered = board.gathered
    if gathered.tasks:
        report.build(gathered, folder / "report", title)
    signatures = (e.run.signature(rule) for e in board.runs for rule in e.run.filters)
    html = page.render(
        "leaderboard.html.j2",
        title=visible(title),
        views=[[*view] for _, view in groupby(made, itemgetter("task", "filter", "prompting"))],
        names=short_models({row["model"] for row in made}),
        slugs=gathered.cast.slugs if gathered.tasks else {},
        task_slugs={title: slug(name) for name, title in gathered.tasks.items()},
        columns={name: METRICS[name] for name in COLUMNS},
        json=JSON,
        titles={name: unit.title for name, unit in UNITS.items()},
        signatures=[*dict.fromkeys(map(short, signatures))],
        problems=[visible(problem) for problem in board.problems],
    )
    return save(folder / page.INDEX, [html])
