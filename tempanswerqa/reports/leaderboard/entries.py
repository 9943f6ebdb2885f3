"""Makes the entries of a leaderboard: runs, verified submissions, averages, published scores."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa import metrics
from tempanswerqa.metrics.scores import COUNTED
from tempanswerqa.questions import subsets
from tempanswerqa.questions.draws import ALL_LEVELS, Draw
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.page.names import short_model
from tempanswerqa.runs.score_files import Scored
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.submission.bundle import Bundle
from tempanswerqa.runs.submission.verify import ByFilter
from tempanswerqa.runs.summary import FLAWS, SCORES, Score, Summary, over_tasks

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

    @property
    def title(self) -> str:
        """Return the questions in words."""
        average = self.subset == AVERAGE
        title = "Mean of the four tasks" if average else subsets.find(self.subset).title
        if self.level:
            title += f", fresh {self.level}, n {self.n}, seed {self.seed}"
        return title + (", chat" if self.chat else "")

    @property
    def order(self) -> tuple[object, ...]:
        """Return a key that sorts boards: released before fresh questions, means before tasks."""
        level, known = ("", *ALL_LEVELS).index(self.level), (AVERAGE, *subsets.known())
        return level, self.seed, self.n, self.chat, known.index(self.subset)


def of_task(subset: str, chat: bool, draw: Draw | None) -> Board:
    """Return the board of a task's questions."""
    return Board(subset, chat, draw.level, draw.n, draw.seed) if draw else Board(subset, chat)


class Entry(NamedTuple):
    """Hold the scores of a run with one filter: on one task, or as an average over tasks."""

    source: str
    """One of `SOURCES`."""
    board: Board
    summary: Summary
    signatures: Mapping[str, Mapping[str, Any]]
    """The signatures by task; empty if published."""
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


def of_submission(
    submission: Bundle, summaries: Mapping[str, ByFilter], filters: Sequence[str]
) -> list[Entry]:
    """Return the entries of a verified submission from its scores here, by subset and filter; their
    intervals are in closed form.
    """
    return [
        Entry(
            SUBMISSION,
            of_task(task.subset, TaskName.parse(task.name).chat, task.draw),
            summary,
            {summary.task: summary.signature},
            submission=submission.digest,
        )
        for task in submission.tasks
        for rule, summary in summaries[task.subset].items()
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
    """Yield the plain mean of each run over the four tasks, if it has them all from one draw; of
    Test of Time as it is asked, and as chat.
    """
    runs: dict[tuple[object, ...], dict[tuple[str, bool], Entry]] = {}
    for entry in entries:
        summary, (subset, chat, *draw) = entry.summary, entry.board
        run = entry.source, entry.submission, summary.model, summary.prompting, summary.filter
        runs.setdefault((*run, *draw), {})[subset, chat] = entry
    for tasks in runs.values():
        for chat in (False, True):
            # TempTabQA has no tasks for chat
            keys = [(name, chat and of.family == "tot") for name, of in SUBSETS.items()]
            if tasks.keys() >= {*keys}:
                yield _average([tasks[key] for key in keys])


def _average(entries: Sequence[Entry]) -> Entry:
    first, parts = entries[0], [entry.summary for entry in entries]
    counts: dict[str, Any] = {}
    for name in ("n", *FLAWS):
        numbers = [getattr(part, name) for part in parts]
        counts[name] = None if None in numbers else sum(numbers)
    curves = [part.within for part in parts] if all(part.within for part in parts) else []
    summary = replace(
        parts[0],
        task=str(TaskName(level=first.board.level, chat=first.board.chat)),
        scores={
            name: over_tasks([part.scores[name] for part in parts], metric)
            for name, metric in SCORES.items()
        },
        counted={
            name: over_tasks([Score(part.counted[name]) for part in parts], metric).value
            for name, metric in COUNTED.items()
        },
        **counts,
        changes={},
        within=[metrics.mean(shares) for shares in zip(*curves, strict=True)],
        signature={},
        samples=max(part.samples for part in parts),
    )
    return first._replace(
        board=first.board._replace(subset=AVERAGE),
        summary=summary,
        signatures={task: fields for entry in entries for task, fields in entry.signatures.items()},
        average_of=tuple(part.task for part in parts),
    )
