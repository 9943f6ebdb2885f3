"""Shows scores: which models differ significantly, and small tables by task and by dimension."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby

from tempanswerqa import analysis
from tempanswerqa.analysis import FAMILY, estimate, rank
from tempanswerqa.items import OF_QUESTION, join, named
from tempanswerqa.metrics.means import FEW_GROUPS
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import subsets
from tempanswerqa.reports import tables, words
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.reports.words import short_models
from tempanswerqa.runs.details import Record
from tempanswerqa.runs.run import Run
from tempanswerqa.runs.selection import Selection, comparable
from tempanswerqa.scoring import MOST_UNREAD, advice
from tempanswerqa.text import conjoined

NOTES = (
    "SE: standard error; ±1: at most one unit off; EM, ±1 and unread in percent; MASE leaves "
    "unread answers out, and a few answers dominate it. --wide has intervals, and why answers are "
    "unread.",
    "bold: better by EM or sMAPE than all others of its shots in paired tests, corrected (Holm)",
)
STDERR = "exact_match_stderr"


def screen(runs: Sequence[Run], records: Sequence[Sequence[Record]]) -> str:
    """Return a sentence on runs, then a block for each task and filter, best run first."""
    found = [(run, row) for run, rows in zip(runs, records, strict=True) for row in rows]
    tasks = [*dict.fromkeys(run.task for run in runs)]
    rules = [*dict.fromkeys(record["filter"] for _, record in found)]
    short = short_models(run.model for run in runs)

    def block(pair: tuple[Run, Record]) -> tuple[int, int, str]:
        run, record = pair
        return tasks.index(run.task), rules.index(record["filter"]), run.prompting

    rows: list[Record] = []
    for (_, rule, _), members in groupby(sorted(found, key=block), block):
        alike = sorted(members, key=lambda p: (-(p[1]["exact_match"] or 0), p[1]["smape"] or 0))
        rivals = comparable([run for run, _ in alike], filter=rules[rule])
        best, counted = _best(rivals), {*map(id, rivals.runs)}
        for run, record in alike:
            bold = best.get(run.model, ()) if id(run) in counted else ()
            rows.append(record | {"named": short[run.model], "bold": bold})
    notes = [*NOTES[: 1 + (sys.stdout.isatty() and any(row["bold"] for row in rows))]]
    notes += [f"* {tables.INCOMPLETE_NOTE}"] if any(row["flaws"] for row in rows) else []
    columns = [column for column in COLUMNS if column.key != "filter" or len(rules) > 1]
    shown = tables.drawn(Table(columns, rows, by=("task", "filter")))
    notes += [*tables.not_comparable(rows), *_advice(found)]
    blocks = (tables.wrapped(verdict(runs)), shown, "\n".join(map(tables.wrapped, notes)))
    return "\n\n".join(filter(None, blocks))


def _exact(row: Row) -> str:
    value, stderr = map(METRICS["exact_match"].shown, (row["exact_match"], row[STDERR]))
    return f"{value} ± {stderr}" if row[STDERR] else value


COLUMNS = (
    Column("task", "task"),
    Column("filter", "filter"),
    Column("named", "model"),
    Column("prompting", "shots", show=lambda row: row["prompting"].removesuffix("-shot")),
    Column("n", "n", digits=0, show=lambda row: f"{row['n']}{'*' * bool(row['flaws'])}"),
    Column("exact_match", "EM ± SE", digits=2, show=_exact),
    *(Column.of(METRICS[name]) for name in ("within_one", "smape")),
    tables.UNREAD,
    Column.of(METRICS["mase"]),
)


def _advice(found: Sequence[tuple[Run, Record]]) -> list[str]:
    """Return what to ask of models if many answers to a user's questions are unread."""
    answers = [
        run.table
        for run, record in found
        if record["unread"] > MOST_UNREAD and subsets.find(run.subset).own
    ]
    units = [unit for table in answers for unit in table["unit"][table["parsed"] == 0].unique()]
    return [advice(units)] if units else []


def _best(rivals: Selection) -> dict[str, set[str]]:
    """Return the scores by which each model is significantly better than all others."""
    if len(rivals.models) < 2:
        return {}
    ranked = rank(analysis.compare(rivals.items, scores=FAMILY))
    first = ranked[ranked["worst"] == 1]
    return {model: {*rows["score"]} for model, rows in first.groupby("model")}


def verdict(runs: Sequence[Run]) -> str:
    """Return which models differ significantly on the mean of the tasks and promptings they share.

    It is by the runs' first filter; empty if no two models are comparable.
    """
    chosen = comparable(runs, filter=str(runs[0].table["filter"].iloc[0]))
    if len(chosen.models) < 2:
        return ""
    compared = analysis.compare(chosen.items, scores=FAMILY)
    if not (said := words.verdict(compared, short_models(run.model for run in runs))):
        return ""
    tasks, promptings = ({*names} for names in zip(*chosen.cells, strict=True))
    over = conjoined(sorted(filter(None, promptings)))
    mean = f"the mean of {len(tasks)} tasks" if len(tasks) > 1 else "1 task"
    return f"{said} On {', '.join(filter(None, (mean, over, chosen.filter)))}."


DIMENSIONS = {"unit": "measure", **dict(zip(OF_QUESTION[1:], OF_QUESTION[1:], strict=True))}
"""The column of items for each dimension of a question."""
SCORES = ("exact_match", "within_one", "smape", "parsed")
PARTS_NOTE = (
    "SE: standard error; ±1: at most one unit off; EM, ±1 and unread in percent, of the n questions"
)
FEW = f"* fewer than {FEW_GROUPS} effective groups of questions: SE is unreliable"


def parts(runs: Sequence[Run], by: str, style: str) -> str:
    """Return a table of scores with a row for each value of one of `DIMENSIONS` and each run.

    Values are sorted by the exact match of the first run, highest first.
    """
    items = join([named(words.measured(run), run=str(at)) for at, run in enumerate(runs)])
    keys = ["task", "prompting", "filter", DIMENSIONS[by]]
    values: dict[tuple[str, ...], list[Row]] = {}
    means = estimate(items, (*keys, "run"), scores=SCORES).to_dict("records")
    for exact, within, smape, parsed in zip(*(means[at::4] for at in range(4)), strict=True):
        row = {name: exact[name] for name in keys[:-1]} | {by: exact[keys[-1]]}
        row |= {"model": runs[int(exact["run"])].model, "n": exact["n"]}
        row |= dict(zip(SCORES, (exact["value"], within["value"], smape["value"]), strict=False))
        row |= {STDERR: exact["stderr"], "unread": 1 - parsed["value"]}
        row |= {"effective_groups": 1 + exact["degrees"]}
        values.setdefault(tuple(exact[name] for name in keys), []).append(row)
    ordered = sorted(values, key=lambda key: (*key[:-1], -values[key][0]["exact_match"]))
    rows = [row for key in ordered for row in values[key]]

    def is_few(row: Row) -> bool:
        return bool(row["effective_groups"] < FEW_GROUPS)

    columns = [
        *(Column("task", "task"), Column("filter", "filter"), Column("prompting", "shots")),
        Column(by, by.replace("_", " "), show=lambda row: row[by].removeprefix("duration in ")),
        Column("model", "model", words=short_models(run.model for run in runs)),
        Column("n", "n", digits=0, show=lambda row: f"{row['n']}{'*' * is_few(row)}"),
        Column("exact_match", "EM", 100, 2),
        Column(STDERR, "SE", 100, 2),
        *(Column.of(METRICS[name]) for name in ("within_one", "smape")),
        tables.UNREAD,
    ]
    notes = [PARTS_NOTE, *([FEW] if any(map(is_few, rows)) else [])]
    return tables.render(Table(columns, rows, by=("task", "filter", "prompting")), style, notes)
