"""Makes the entries of a leaderboard: runs, verified submissions, averages, published scores."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import metrics
from tempanswerqa.metrics.scores import COUNTED, Metric
from tempanswerqa.questions import subsets
from tempanswerqa.questions.draws import ALL_LEVELS, Draw
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.page.names import short_model
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.score_files import Scored
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.submission import SubmissionError, bundle, verify
from tempanswerqa.runs.summary import FLAWS, SCORES, Score, Summary, over_runs, over_tasks

AVERAGE = "average"
"""The name of several of `questions.SUBSETS` together."""
EVALUATED, SUBMISSION, PUBLISHED = "evaluated", "submission", "published"
SOURCES = (EVALUATED, SUBMISSION, PUBLISHED)
TABLES = Path(__file__).with_name("published.csv")
"""The rows of the paper's Tables 11 (TempTabQA) and 12 (Test of Time)."""


class Board(NamedTuple):
    """Hold the questions of one ranking."""

    subset: str
    """A set of questions (see `subsets.find`), or `AVERAGE`."""
    chat: bool = False
    """True if the model begins its turn itself, where other tasks begin it with a prefill."""
    level: str = ""
    """The level of fresh questions; empty for released ones."""
    n: int = 0
    """The number of fresh questions of a task; 0 for released ones."""
    seed: int = 0
    of: tuple[str, ...] = tuple(SUBSETS)
    """The subsets that `AVERAGE` stands for."""

    @property
    def title(self) -> str:
        """Return the questions in words."""
        if self.subset != AVERAGE:
            title = subsets.find(self.subset).title
        elif len(self.of) == len(SUBSETS):
            title = "Mean of the four tasks"
        else:
            tasks = (SUBSETS[subset].title.replace(",", "") for subset in self.of)
            title = f"Mean of {', '.join(tasks)}"
        if self.level:
            title += f", fresh {self.level}, n {self.n}, seed {self.seed}"
        return title + (", chat" if self.chat else "")

    @property
    def order(self) -> tuple[object, ...]:
        """Return a key that sorts boards: released before fresh questions, means before tasks, and
        means of more tasks first.
        """
        level, known = ("", *ALL_LEVELS).index(self.level), (AVERAGE, *subsets.known())
        place = known.index(self.subset), -len(self.of), [*map(known.index, self.of)]
        return level, self.seed, self.n, self.chat, *place


def of_task(subset: str, chat: bool, draw: Draw | None) -> Board:
    """Return the board of a task's questions."""
    return Board(subset, chat, draw.level, draw.n, draw.seed) if draw else Board(subset, chat)


class Entry(NamedTuple):
    """Hold the scores of a run with one filter: on one task, as an average over tasks, or as a mean
    over the runs of a model."""

    source: str
    """One of `SOURCES`."""
    board: Board
    summary: Summary
    signatures: Mapping[str, Mapping[str, Any]]
    """The signatures by task, or by task and prompting in a mean over runs; empty if published."""
    average_of: tuple[str, ...] = ()
    """The tasks of a plain mean over tasks; empty for a single task."""
    submission: str = ""
    """The digest of the submission; empty for other sources. Two submissions may have one name."""

    @property
    def questions(self) -> int | None:
        """Return the number of questions that were asked; None if it is not known."""
        asked = [fields["questions"] for fields in self.signatures.values()]
        return sum(asked) if asked else None


def of_run(scored: Scored) -> list[Entry]:
    """Return the entries of a scored run, one for each filter."""
    run, by_filter = scored
    board = of_task(run.subset, TaskName.parse(run.task).chat, run.part.draw)
    return [
        Entry(EVALUATED, board, summary, {summary.task: summary.signature})
        for _, summary in by_filter.values()
    ]


def of_submission(path: Path, library: Library, filters: Sequence[str]) -> list[Entry]:
    """Return the entries of a submission, rescored here: its intervals are in closed form.

    Raises SubmissionError, with every reason, if it cannot be read or verified.
    """
    found = bundle.read(path)
    checked = verify.check(found, library)
    if checked.problems:
        raise SubmissionError(*(f"{path}: {problem}" for problem in checked.problems))
    return [
        Entry(
            SUBMISSION,
            of_task(task.subset, TaskName.parse(task.name).chat, task.draw),
            summary,
            {summary.task: summary.signature},
            submission=found.digest,
        )
        for task in found.tasks
        for rule, summary in checked.summaries[task.subset].items()
        if rule in filters
    ]


def published() -> list[Entry]:
    """Return the rows of the paper's Tables 11 and 12, models and baselines.

    The paper reads as strict-match does. None stands for what the tables do not state: numbers of
    questions, intervals, and this project's MASE, as theirs is of another kind.
    """
    by_split = {part.split: name for name, part in SUBSETS.items()}
    entries = []
    with TABLES.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            subset = by_split[row["split"]]
            values = {"exact_match": float(row["exact_match"]) / 100, "smape": float(row["smape"])}
            summary = Summary(
                model=row["model"],
                prompting=row["prompting"],
                task=str(TaskName(subset)),
                filter=STRICT,
                n=None,
                scores={name: Score(values.get(name)) for name in SCORES},
                counted=dict.fromkeys(COUNTED),
            )
            entries.append(Entry(PUBLISHED, Board(subset), summary, {}))
    return entries


def key(model: str) -> str:
    """Return the name of a model by which its published scores are known, in lower case."""
    return short_model(model.rpartition("/")[2]).lower()


def averages(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the plain means of runs over their tasks, from the same draw.

    The sets of tasks are the four tasks, and all the tasks of each run that has several. Each run
    with all tasks of a set, published ones too, has a mean over it.
    """
    runs: dict[tuple[object, ...], dict[tuple[str, bool], Entry]] = {}
    wanted: dict[tuple[object, ...], dict[tuple[tuple[str, bool], ...], None]] = {}
    for entry in entries:
        summary, (subset, chat, *draw, _) = entry.summary, entry.board
        named = entry.source, entry.submission, summary.model, summary.prompting, summary.filter
        runs.setdefault((*named, *draw), {})[subset, chat] = entry
        wanted[tuple(draw)] = {_parts(chat): None for chat in (False, True)}
    for (source, *_, level, n, seed), own in runs.items():
        for chat in (False, True) if source != PUBLISHED else ():
            keys = tuple(key for key in _parts(chat) if key in own)
            if len(keys) > 1 and chat == any(asked_so for _, asked_so in keys):
                wanted[level, n, seed][keys] = None
    for (*_, level, n, seed), own in runs.items():
        for keys in wanted[level, n, seed]:
            if not own.keys() >= {*keys}:
                continue
            first, parts = own[keys[0]], [own[key].summary for key in keys]
            tasks = tuple(part.task for part in parts)
            board = first.board._replace(
                subset=AVERAGE,
                chat=any(own[key].board.chat for key in keys),
                of=tuple(subset for subset, _ in keys),
            )
            group = str(TaskName(level=board.level, chat=board.chat))
            title = group if len(tasks) == len(SUBSETS) else f"mean of {', '.join(tasks)}"
            signatures = {t: fields for key in keys for t, fields in own[key].signatures.items()}
            summary = replace(_mean(parts, over_tasks), task=title)
            yield first._replace(
                board=board, summary=summary, signatures=signatures, average_of=tasks
            )


def _parts(chat: bool) -> tuple[tuple[str, bool], ...]:
    """Return all subsets, each with whether it is asked as chat, as only Test of Time can be."""
    return tuple((name, chat and of.family == "tot") for name, of in SUBSETS.items())


def of_model(runs: Sequence[Entry]) -> Entry:
    """Return the mean of a model's runs on one board with one filter. A single run is its own mean.
    `prompting` names the promptings of these runs.
    """
    if len(runs) == 1:
        return runs[0]
    promptings = [run.summary.prompting or "not stated" for run in runs]
    signatures = {
        f"{task} {prompting}": fields
        for prompting, run in zip(promptings, runs, strict=True)
        for task, fields in run.signatures.items()
    }
    mean = _mean([run.summary for run in runs], over_runs)
    summary = replace(mean, prompting=", ".join(dict.fromkeys(promptings)))
    return runs[0]._replace(summary=summary, signatures=signatures)


def _mean(parts: Sequence[Summary], over: Callable[[Sequence[Score], Metric], Score]) -> Summary:
    counts: dict[str, Any] = {}
    for name in ("n", *FLAWS):
        numbers = [getattr(part, name) for part in parts]
        counts[name] = None if None in numbers else sum(numbers)
    curves = [part.within for part in parts] if all(part.within for part in parts) else []
    return replace(
        parts[0],
        scores={n: over([one.scores[n] for one in parts], metric) for n, metric in SCORES.items()},
        counted={
            name: over([Score(part.counted[name]) for part in parts], metric).value
            for name, metric in COUNTED.items()
        },
        **counts,
        changes={},
        within=[metrics.mean(shares) for shares in zip(*curves, strict=True)],
        signature={},
        samples=max(part.samples for part in parts),
    )
