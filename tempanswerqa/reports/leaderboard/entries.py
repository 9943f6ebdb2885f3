"""The rows of a leaderboard: runs, verified submissions, their averages, and published figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.metrics.scores import COUNTED
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.leaderboard.board import AVERAGE, Board, of_task
from tempanswerqa.runs.analysis import reproduction
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.score_files import Scored
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.submission import SubmissionError, bundle, verify
from tempanswerqa.runs.summary import FLAWS, SCORES, Score, Summary, over_tasks

EVALUATED, SUBMISSION, PUBLISHED = "evaluated", "submission", "published"
SOURCES = (EVALUATED, SUBMISSION, PUBLISHED)


class Entry(NamedTuple):
    """A row: a run of one task, or the average of a run over four, read with one filter."""

    source: str
    """One of `SOURCES`."""
    board: Board
    summary: Summary
    signatures: Mapping[str, Mapping[str, Any]]
    """Of each task; empty for published figures."""
    average_of: tuple[str, ...] = ()
    """The tasks that the scores are the plain mean of; empty for a single task."""
    submission: str = ""
    """The digest of the submission that it is from; empty for others. Two may have one name."""

    @property
    def questions(self) -> int | None:
        """Return how many were to be answered; None where it is not known."""
        asked = [fields["questions"] for fields in self.signatures.values()]
        return sum(asked) if asked else None


def of_run(scored: Scored) -> list[Entry]:
    """Return the entries of a scored run, by filter."""
    run, by_filter = scored
    board = of_task(run.subset, TaskName.parse(run.task).chat, run.part.draw)
    return [_entry(EVALUATED, board, summary) for _, summary in by_filter.values()]


def of_submission(path: Path, library: Library, filters: Sequence[str]) -> list[Entry]:
    """Return the entries of a submission, rescored here: its intervals are in closed form.

    Raises SubmissionError, with every reason, for one that cannot be read or does not hold.
    """
    found = bundle.read(path)
    checked = verify.check(found, library)
    if checked.problems:
        raise SubmissionError(*(f"{path}: {problem}" for problem in checked.problems))
    return [
        _entry(
            SUBMISSION,
            of_task(task.subset, TaskName.parse(task.name).chat, task.draw),
            summary,
            found.digest,
        )
        for task in found.tasks
        for rule, summary in checked.summaries[task.subset].items()
        if rule in filters
    ]


def _entry(source: str, board: Board, summary: Summary, submission: str = "") -> Entry:
    return Entry(source, board, summary, {summary.task: summary.signature}, submission=submission)


def published() -> list[Entry]:
    """Return the rows of the paper's Tables 11 and 12, models and baselines.

    The paper reads as strict-match does. What the tables do not state is None: numbers of
    questions, intervals, and MASE as it is meant here, as theirs is `mase_published`.
    """
    return [
        Entry(PUBLISHED, Board(reproduction.SPLITS[row["split"]]), _stated(row), {})
        for file in reproduction.TABLES.values()
        for row in reproduction.published_rows(file)
    ]


def _stated(row: Mapping[str, str]) -> Summary:
    stated = {
        reproduction.AS_PUBLISHED.get(name, name): float(row[name]) for name in reproduction.METRICS
    }
    stated["exact_match"] /= 100
    return Summary(
        model=row["model"],
        prompting=row["prompting"],
        task=str(TaskName(reproduction.SPLITS[row["split"]])),
        filter=STRICT,
        n=None,
        scores={name: Score(stated.get(name)) for name in SCORES},
        counted=dict.fromkeys(COUNTED),
    )


def averages(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the plain mean over the four tasks of each run that has them all, from the same
    draw.
    """
    runs: dict[tuple[object, ...], dict[tuple[str, bool], Entry]] = {}
    for entry in entries:
        summary, (subset, chat, *draw) = entry.summary, entry.board
        named = entry.source, entry.submission, summary.model, summary.prompting, summary.filter
        runs.setdefault((*named, *draw), {})[subset, chat] = entry
    for own in runs.values():
        for chat in (False, True):
            wanted = [(name, chat and of.family == "tot") for name, of in SUBSETS.items()]
            if own.keys() >= set(wanted):
                yield _average([own[key] for key in wanted], chat)


def _average(of: Sequence[Entry], chat: bool) -> Entry:
    board = of[0].board._replace(subset=AVERAGE, chat=chat)
    parts = [entry.summary for entry in of]
    counts: dict[str, Any] = {n: _total([getattr(one, n) for one in parts]) for n in ("n", *FLAWS)}
    summary = replace(
        parts[0],
        task=board.group,
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
        signature={},
        samples={},
    )
    signatures = {task: fields for entry in of for task, fields in entry.signatures.items()}
    tasks = tuple(part.task for part in parts)
    return Entry(of[0].source, board, summary, signatures, tasks, of[0].submission)


def _total(numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None
