"""Computes the paper's tables from recorded responses, beside the published figures."""

from __future__ import annotations

import csv
import math
import re
import statistics
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from paper.errors import ErrorStatistics, shares, totals
from tempanswerqa.metrics.correlation import spearman
from tempanswerqa.metrics.scale import scale
from tempanswerqa.metrics.scores import mean
from tempanswerqa.paper_scoring import scaled_error, smape
from tempanswerqa.questions.record import Question, typical_labels
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.reports import leaderboard
from tempanswerqa.reports.words import short_model, without_organization
from tempanswerqa.runs.run import Run
from tempanswerqa.units import UNITS

if TYPE_CHECKING:
    from pandas import DataFrame

PUBLISHED = Path(__file__).with_name("published.csv")
"""The cells of Tables 3 to 6 and Figure 4; `leaderboard.TABLES` has those of Tables 11 and 12."""
UNRELEASED = Path(__file__).with_name("unreleased.csv")
"""The labels of the 18 questions that Table 11 counts but the release lacks, in hours or minutes,
and each recorded run's answers, read strictly; empty if unread."""
DATASETS = {"ToT": ("arithmetic", "semantic"), "TTQA": ("head", "tail")}
"""The splits of each dataset."""
ASKED = {"head": 1_111, "tail": 644}
"""The numbers of questions for which Table 11's exact match gives whole numbers of answers."""
SEMANTIC = ("EventAtWhatTime", "RelationDuration")
"""The question types of Test of Time semantic; the others are those of arithmetic."""
METRICS = ("exact_match", "smape", "mase")
BASELINES: dict[str, Callable[[Sequence[float]], float]] = {
    "Baseline, mean": statistics.fmean,
    "Baseline, median": statistics.median,
}

RIGHT, WRONG, OFF_BY_ONE = "right answers", "parsed wrong answers", "answers off by one"
OF_WRONG, OF_OFF_BY_ONE, OF_ALL = f"% of {WRONG}", f"% of {OFF_BY_ONE}", "% of all answers"
DEFINED = ("defined smape", "defined mase")
COUNTS = (RIGHT, WRONG, OFF_BY_ONE, *DEFINED)
"""The columns of whole numbers."""

CENTROIDS = "the centroids of the published MASE are reproduced only approximately"
TIMESTAMPS = "sMAPE of baselines, with dates as timestamps, is reproduced only approximately"
EXPLAINED = {
    ("Table 12", "-shot", "mase"): (-0.02, 0.02, CENTROIDS),
    ("Table 11", "Baseline", "smape"): (-0.02, 0.02, TIMESTAMPS),
    ("Table 12", "Baseline", "smape"): (-0.05, 0.05, TIMESTAMPS),
}
"""The smallest and largest `left` that docs/errata.md explains, and the reason, by table, part of
the row's name, and column."""


class Cell(NamedTuple):
    """A published figure beside ours; either is None if it is not available."""

    table: str
    row: str
    column: str
    published: float | None
    ours: float | None
    """Our figure. Means of Table 11 include the questions that the release lacks, as published."""
    unreleased: int | None
    """The number of right answers to questions that the release lacks, not included in `ours`; None
    for other figures."""
    left: float | None
    """The published figure minus ours, rounded as published, and minus `unreleased`."""
    status: str
    """`met`, `explained` by docs/errata.md, `differs`, `partial` (ours lacks some of the runs),
    `missing` (no available run gives ours) or `unpublished`."""
    reason: str
    """The reason why the cell is not reproduced; empty if it is."""


class Runs:
    """Collects the figures of the tables run by run, to save memory."""

    def __init__(self) -> None:
        self.scores: dict[str, dict[str, float]] = {}
        """The figures by column of each run and baseline; keys are rows in lower case."""
        self.released: dict[str, dict[str, float]] = {}
        """The scores by metric of each run on the released questions alone, for Figure 4."""
        self.errors = {dataset: ErrorStatistics() for dataset in DATASETS}

    def add(self, run: Run, items: DataFrame) -> str:
        """Add a strictly read run, and the baselines of its questions.

        Return the reason if the run is left out, otherwise an empty text.
        """
        split = SUBSETS[run.subset].split if run.subset in SUBSETS else ""
        row = f"{split} {short_model(without_organization(run.model)).lower()} {run.prompting}"
        reasons = {
            "its responses do not continue a prefill": run.task_name.chat,
            f"it lacks {len(run.missing)} answers": bool(run.missing),
            "the published tables have no such run": row not in map(str.lower, published_runs()),
            "another file has the same model, prompting and task": row in self.scores,
        }
        if left_out := [reason for reason, holds in reasons.items() if holds]:
            return left_out[0]
        scored = as_published(items)
        columns = {name: scored[name].tolist() for name in METRICS}
        self.released[row] = {name: mean(scores) for name, scores in columns.items()}
        right = sum(columns["exact_match"])
        defined: dict[str, float] = {
            f"defined {name}": sum(not math.isnan(score) for score in columns[name])
            for name in ("smape", "mase")
        }
        for name, further in unreleased().get(row, {}).items():
            columns[name] += further
        scores = {name: mean(scored) for name, scored in columns.items()}
        scores["exact_match"] *= 100
        self.scores[row] = defined | scores | {RIGHT: right}
        self.errors["TTQA" if split in DATASETS["TTQA"] else "ToT"].add(scored)
        for name in BASELINES:
            if f"{split} {name}".lower() not in self.scores:
                questions = list(run.part.questions.values())
                self.scores[f"{split} {name}".lower()] = baseline(name, questions)
        return ""

    def cells(self) -> Iterator[Cell]:
        """Yield the cells of all tables in order."""
        lacking = {run.split()[0] for run in published_runs() if run.lower() not in self.scores}
        for table, row, column, published, dataset, splits in published_cells():
            ours = self._ours(table, row, column, dataset)
            yield compared(table, row, column, published, ours, lacking.intersection(splits))
        for _, run in rows():
            scores = self.scores.get(label(run).lower(), {})
            for column in DEFINED:
                if column in scores:
                    yield compared("Tables 13 and 14", label(run), column, None, scores[column])

    def _ours(self, table: str, row: str, column: str, dataset: str) -> float:
        """Return our figure for a published cell; NaN if no available run gives it."""
        errors = self.errors[dataset]
        if table == "Table 3":
            size = float(row.rpartition(" ")[2])
            count = errors.sizes[size] if errors.answers else math.nan
            return count if column == WRONG else errors.share_of(size)
        if table in ("Table 4", "Table 5"):
            by = ("Table 4", "Table 5").index(table)
            kind = row if by else re.sub("(?<=[a-z])(?=[A-Z])", "_", row).lower()
            answers = shares(errors.answers, by)
            if column == OF_ALL:
                return answers.get(kind, math.nan)
            if column == OF_OFF_BY_ONE:
                return shares(errors.off_by_one, by).get(kind, math.nan)
            return totals(errors.off_by_one, by)[kind] if kind in answers else math.nan
        if table == "Table 6":
            metric, _, deviation = column.partition(" ")
            return errors.spread(row.split()[1], metric)[bool(deviation)]
        if table == "Figure 4":  # of rounded scores, as other ranks of MASE would differ
            runs = [
                self.released[run.lower()]
                for run in published_runs()
                if run.lower() in self.released and run.split()[0] in DATASETS[dataset]
            ]
            return spearman(
                *([rounded(name, scores[name]) for scores in runs] for name in column.split(" ~ "))
            ).rho
        return self.scores.get(row.lower(), {}).get(column, math.nan)


def rounded(metric: str, score: float) -> float:
    """Return a score as the tables show it: with two decimals, exact match in percent."""
    return round(100 * score if metric == "exact_match" else score, 2)


@cache
def unreleased() -> dict[str, dict[str, list[float]]]:
    """Return the scores of each run on the questions that the release lacks.

    The keys are the rows of Table 11 in lower case, then the metrics. Here, the labels of each
    unit have their own scale. The table leaves labels at their centroid out of MASE.
    """
    with UNRELEASED.open(newline="", encoding="utf-8") as file:
        answers = list(csv.DictReader(file))
    known = {(row["model"], row["prompting"]) for row in answers}
    labels: dict[str, list[float]] = {}
    for row in answers:
        if (row["model"], row["prompting"]) == min(known):
            labels.setdefault(row["unit"], []).append(float(row["label"]))
    scales = {unit: scale(numbers) for unit, numbers in labels.items()}
    scores: dict[str, dict[str, list[float]]] = {}
    for row in answers:
        number, answer = float(row["label"]), float(row["read"]) if row["read"] else None
        columns = scores.setdefault(label(row).lower(), {name: [] for name in METRICS})
        columns["exact_match"].append(float(answer == number))
        columns["smape"].append(smape(answer, number))
        centroid = scales[row["unit"]].centroid(number)
        error = math.nan if number == centroid else scaled_error(answer, number, centroid)
        columns["mase"].append(error)
    return scores


def as_published(items: DataFrame) -> DataFrame:
    """Return items with MASE as in the paper's tables.

    These divide the error of a `date` in days by a deviation in seconds, so that dates hardly
    count.
    """
    scales = items["unit"].map({name: unit.step for name, unit in UNITS.items()})
    return items.assign(mase=items["mase"] / scales.astype(int))


def baseline(name: str, questions: Sequence[Question]) -> dict[str, float]:
    """Return the scores of one of the `BASELINES`, computed as published.

    A baseline always answers an average of similar questions' labels. Its sMAPE counts dates as
    timestamps.
    """
    pairs = list(zip(typical_labels(questions, BASELINES[name]), questions, strict=True))
    return {
        "exact_match": 100 * mean(float(number == q.number) for number, q in pairs),
        "smape": mean(smape(number, q.number) for number, q in pairs),
        "mase": mean(
            scaled_error(number, q.number, q.centroid) / UNITS[q.unit].step for number, q in pairs
        ),
    }


@cache
def rows() -> list[tuple[str, dict[str, str]]]:
    """Return the rows of Tables 11 and 12, models and baselines, each after its table."""
    with leaderboard.TABLES.open(newline="", encoding="utf-8") as file:
        tables = dict.fromkeys(DATASETS["TTQA"], "Table 11")
        return [(tables.get(row["split"], "Table 12"), row) for row in csv.DictReader(file)]


def label(row: dict[str, str]) -> str:
    """Return a row of Table 11 or 12 as text: split, model and, unless a baseline, prompting."""
    return " ".join(filter(None, (row["split"], row["model"], row["prompting"])))


def published_runs() -> list[str]:
    """Return the `label` of each published run."""
    return [label(row) for _, row in rows() if row["prompting"]]


def published_cells() -> Iterator[tuple[str, str, str, float, str, tuple[str, ...]]]:
    """Yield table, row, column, figure, dataset and splits of each published cell.

    The splits are those whose runs it needs, if several.

    Numbers of answers off by one are the published shares of Table 3's number of them; numbers of
    right answers are the exact match times the number of questions `ASKED`.
    """
    with PUBLISHED.open(newline="", encoding="utf-8") as file:
        known = [(*row.values(),) for row in csv.DictReader(file)]
    figures = {(row, column): float(figure) for _, row, column, figure in known}
    for table, row, column, figure in known:
        dataset = {"Table 4": "ToT", "Table 5": "TTQA"}.get(table) or row.split()[0]
        splits = DATASETS[dataset]
        yield table, row, column, float(figure), dataset, splits
        if column == OF_OFF_BY_ONE:
            answers = round(float(figure) / 100 * figures[f"{dataset} off by 1", WRONG])
            needed = (splits[row in SEMANTIC],) if dataset == "ToT" else splits
            yield table, row, OFF_BY_ONE, answers, dataset, needed
    for table, run in rows():
        dataset = "TTQA" if table == "Table 11" else "ToT"
        for column in METRICS:
            yield table, label(run), column, float(run[column]), dataset, ()
        if run["prompting"] and run["split"] in ASKED:
            right = round(float(run["exact_match"]) / 100 * ASKED[run["split"]])
            yield table, label(run), RIGHT, right, dataset, ()


def compared(
    table: str,
    row: str,
    column: str,
    published: float | None,
    ours: float,
    lacking: Collection[str] = (),
) -> Cell:
    """Return a cell; `ours` may be NaN, and lacks some runs of the splits `lacking`."""
    if published is None:
        named = table, row, column, None, ours, None, None
        return Cell(*named, "unpublished", "the published figures are not available")
    if math.isnan(ours):
        why = "no recorded responses are available"
        return Cell(table, row, column, published, None, None, None, "missing", why)
    further = None
    if column == RIGHT:
        further = round(sum(unreleased()[row.lower()]["exact_match"]))
    left = round(published - round(ours, 2) - (further or 0), 2) + 0.0  # never -0.0
    cell = Cell(table, row, column, published, ours, further, left, "met", "")
    if lacking:
        why = f"recorded responses to the split {' and '.join(sorted(lacking))} are missing"
        return cell._replace(status="partial", reason=why)
    if left == 0:
        return cell
    for (of_table, part, of_column), (least, most, why) in EXPLAINED.items():
        within = least - 1e-9 <= left <= most + 1e-9
        if within and (table, column) == (of_table, of_column) and part in row:
            return cell._replace(status="explained", reason=why)
    why = "only sMAPE of baselines is reproduced" if "Baseline" in row else "no reason is known"
    return cell._replace(status="differs", reason=why)


def outcome(cells: Sequence[Cell]) -> list[str]:
    """Return the numbers of cells, of those reproduced, and of the others by reason, as lines."""
    met = sum(cell.status == "met" for cell in cells)
    groups: dict[tuple[str, str], list[str]] = {}
    for cell in cells:
        if cell.status != "met":
            groups.setdefault((cell.status, cell.reason), []).append(cell.table)
    return [
        f"{len(cells)} cells, {met} of them reproduced",
        *(
            f"{len(tables)} {status}: {reason} ({', '.join(dict.fromkeys(tables))})"
            for (status, reason), tables in groups.items()
        ),
    ]
