"""Shows comparisons of models, and what they can detect, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports.page.names import counted
from tempanswerqa.reports.tables import RECORDS, Column, Row, Table, few_groups, p_shown, render
from tempanswerqa.runs.analysis.comparison import Compared, Standing, names
from tempanswerqa.runs.analysis.fresh_gaps import ALL, FEWEST, Gap
from tempanswerqa.runs.analysis.power import POWER, Planned
from tempanswerqa.runs.summary import Score

SIDES = ("first", "second")
POINTS = Metric("points", "points", True, highest=100)
COMPARISON_NOTE = (
    "difference: first minus second on the questions both answer, [95 % interval] and error from "
    "groups of questions; corr.: of the two runs' scores"
)
P_NOTE = (
    "p: paired t-test, corrected (Holm) for the {count} of all rows; better: p below "
    f"{SIGNIFICANT}; MASE, of which few answers make most, has no error and no winner"
)
LETTERS_NOTE = (
    "two models share a letter where their difference is not significant: paired t-tests with p "
    f"below {SIGNIFICANT}, corrected (Holm) for the {{count}} of all pairs"
)
GAP_NOTES = (
    "scores are points from 0 to 100, higher is better: EM and ±1 in percent, 100 - sMAPE, and "
    "100 (1 - capped ASE); gap: released minus fresh, [95 % interval]",
    f"{ALL}: the whole subset, fresh questions weighted by unit and type like the released; units "
    f"and types with fewer than {FEWEST} questions on either side are left out",
    "p: corrected (Holm) for the rows of whole subsets, or for those of units and types; better: "
    f"where p is below {SIGNIFICANT}",
)
ALONE = "a gap means: harder for everyone, or known to this model; --reference tells these apart"
PREDICTED = (
    "references: mean gap of the models that cannot know the questions, [95 % interval of the gap "
    "of one more such model]; p: that of this gap if the model is one more of them"
)
UNTESTED = "no difference can be tested: that needs common questions of two groups or more"
NOTHING_IN_COMMON = "no question in common"
POWER_NOTES = (
    "points: hundredths of a metric's largest score; sd: of the differences of two models from "
    "question to question; design effect: how groups of questions raise the variance",
    f"detects: the difference that n questions find with a chance of {POWER:.0%}, in a paired "
    f"two-sided test at {SIGNIFICANT}; -: they find none",
)
SAMPLING_NOTE = (
    "samples: responses to each question, the score being their mean; sampling %: the share of the "
    "variance that they make; for as many responses in all, more questions find more than more "
    "samples do"
)
_OF_METRIC = (
    *(Column("task", "task"), Column("filter", "filter")),
    Column.of_names("metric", "metric"),
)


def render_comparison(compared: Sequence[Compared], style: str, notes: Sequence[str]) -> str:
    """Return a paired comparison in one of `tables.STYLES`, with notes where there is room for
    them.
    """
    sides = names(compared)
    columns = [
        *(*_OF_METRIC, Column("n", "n", digits=0), Column("groups", "groups", digits=0)),
        *(_scored(key, side) for key, side in zip(SIDES, sides, strict=True)),
        *(_scored("difference", "difference"), _scored("difference_stderr", "error")),
        Column("correlation", "corr.", digits=2),
        Column("p_holm", "p", show=lambda row: p_shown(row["p_holm"])),
        Column("better", "better", show=partial(_better, dict(zip(SIDES, sides, strict=True)))),
    ]
    table = Table(columns=columns, rows=[_record(row) for row in compared])
    own = [COMPARISON_NOTE, _tested(P_NOTE, compared), *_few_groups(compared)]
    return render(table, style, [*own, *notes])


def render_standings(
    compared: Sequence[Compared], standings: Sequence[Standing], style: str, notes: Sequence[str]
) -> str:
    """Return all models by task, filter and metric with their letters, in one of `tables.STYLES`;
    each record has a pair of models, with the letters of both.
    """
    if style in RECORDS:
        known = {(*row[:3], row.model): row.letters for row in standings}
        pairs = [_record(row) | _letters(row, known) for row in compared]
        return render(Table(rows=pairs), style)
    apart = _nothing_in_common(compared)
    rows = [
        {
            **dict(zip(("task", "filter", "metric"), row[:3], strict=True)),
            **row.model._asdict(),
            "score": row.score.shown(METRICS[row.metric]),
            "letters": "; ".join([row.letters, *apart.get((*row[:3], row.model), ())]),
        }
        for row in standings
    ]
    columns = [
        *(*_OF_METRIC, Column("model", "model"), Column("prompting", "")),
        *(Column("score", "score"), Column("letters", "")),
    ]
    own = [_tested(LETTERS_NOTE, compared), *_few_groups(compared)]
    return render(Table(columns=columns, rows=rows), style, [*own, *notes])


def render_power(
    planned: Sequence[Planned], difference: float | None, tests: int, style: str
) -> str:
    """Return the difference that the questions of each task detect in each metric, in one of
    `tables.STYLES`. Differences are in points; if `difference` is not None, the table also has the
    number of questions that it needs.
    """
    rows = [
        {
            "task": row.task,
            "metric": row.metric,
            "variances_of": row.basis,
            "sd": 100 * row.spread.sd,
            "correlation": row.spread.correlation,
            "design_effect": row.spread.design_effect,
            "n": row.n,
            "detects": 100 * row.detects,
            "difference": difference,
            "n_needed": row.needs,
            **({"samples": row.samples, "share_within": row.share_within} if row.samples else {}),
        }
        for row in planned
    ]
    sampled = any(row.samples for row in planned)
    columns = [
        *(Column("task", "task"), Column.of_names("metric", "metric")),
        *(Column("variances_of", "variances of"), Column("sd", "sd", digits=1)),
        *(
            Column("correlation", "corr.", digits=2),
            Column("design_effect", "design effect", digits=2),
        ),
    ]
    if sampled:
        columns += [Column("samples", "samples"), Column("share_within", "sampling %", 100, 0)]
    columns += [
        Column("n", "n", show=lambda row: f"{row['n']:,}"),
        Column("detects", "detects", digits=1),
    ]
    if difference:
        needed = f"n for {difference:g} points"
        columns.append(Column("n_needed", needed, show=lambda row: f"{row['n_needed']:,}"))
        if sampled:
            columns.append(Column("n_needed", "responses", show=_responses))
    notes = [*POWER_NOTES, *([SAMPLING_NOTE] if sampled else [])]
    notes += [f"p-values are corrected for {tests} tests"] if tests > 1 else []
    return render(Table(columns=columns, rows=rows), style, notes)


def _responses(row: Row) -> str:
    return f"{row['n_needed'] * row['samples']:,}"


def render_gaps(gaps: Sequence[Gap], style: str, notes: Sequence[str]) -> str:
    """Return gaps between released and fresh questions in one of `tables.STYLES`, with notes where
    there is room for them.
    """
    columns = [
        *(Column("subset", "subset"), Column("filter", "filter"), Column("unit", "unit")),
        *(Column("question_type", "question type"), Column.of_names("metric", "metric")),
        *(Column("n_released", "n", digits=0), Column("n_fresh", "n fresh", digits=0)),
        *(Column(side, side, digits=2) for side in ("released", "fresh")),
        Column("gap", "gap", digits=2, interval=True),
    ]
    compared = any(gap.references for gap in gaps)
    if compared:
        columns.append(Column("reference_gap", "references", show=_reference))
    columns += [
        Column("p_holm", "p", show=lambda row: p_shown(row["p_holm"])),
        Column("better", "better", show=lambda row: row["better"] or "-"),
    ]
    rows = [gap._asdict() | {"better": gap.better} for gap in gaps]
    few = few_groups(
        (" ".join(filter(None, (gap.subset, gap.unit, gap.question_type))),
         min(gap.groups_released, gap.groups_fresh)) for gap in gaps
    )  # fmt: skip
    models = {f"released: {gap.released_model}; fresh: {gap.fresh_model}": None for gap in gaps}
    own = [*GAP_NOTES, PREDICTED if compared else ALONE, *models, *few]
    return render(Table(columns=columns, rows=rows), style, [*own, *notes])


def _reference(row: Row) -> str:
    ends = row["reference_gap"], None, row["reference_low"], row["reference_high"]
    return Score(*ends).shown(POINTS)


def _few_groups(compared: Iterable[Compared]) -> list[str]:
    bounded = (row for row in compared if METRICS[row.metric].bounded)
    return few_groups((row.task, row.difference.groups) for row in bounded)


def _tested(note: str, compared: Iterable[Compared]) -> str:
    count = sum(row.p_holm == row.p_holm for row in compared)  # NaN does not equal itself
    return note.format(count=counted(count, "p-value")) if count else UNTESTED


def _nothing_in_common(compared: Iterable[Compared]) -> Mapping[tuple, list[str]]:
    """Return notes on the models without a common question, by task, filter, metric and model."""
    found: dict[tuple, list[str]] = {}
    for row in (row for row in compared if not row.difference.questions):
        for own, other in (row.models, row.models[::-1]):
            told = f"{NOTHING_IN_COMMON} with {' '.join(other).rstrip()}"
            found.setdefault((*row[:3], own), []).append(told)
    return found


def _record(row: Compared) -> dict[str, Any]:
    value, stderr, low, high, p_value, correlation, questions, groups = row.difference
    return {
        "task": row.task,
        "filter": row.filter,
        "metric": row.metric,
        "n": questions,
        "groups": groups,
        "first_model": row.models[0].model,
        "first_prompting": row.models[0].prompting,
        "second_model": row.models[1].model,
        "second_prompting": row.models[1].prompting,
        "first": row.first,
        "second": row.second,
        "difference": value,
        "difference_low": low,
        "difference_high": high,
        "difference_stderr": stderr,
        "correlation": correlation,
        "p_value": p_value,
        "p_holm": row.p_holm,
        "better": ("", *SIDES)[row.better],
    }


def _letters(row: Compared, known: dict[tuple, str]) -> dict[str, str]:
    first, second = (known.get((*row[:3], model), "") for model in row.models)
    return {"first_letters": first, "second_letters": second}


def _scored(key: str, heading: str) -> Column:
    """Return a column of numbers that each row shows as its metric is shown, the interval beside
    it if the row has one.
    """

    def show(row: Row) -> str:
        ends = (row.get(f"{key}_low"), row.get(f"{key}_high"))
        return Score(row[key], None, *ends).shown(METRICS[row["metric"]])

    return Column(key, heading, show=show)


def _better(sides: Mapping[str, str], row: Row) -> str:
    """Return the name of the better side, `-` if neither is."""
    return sides.get(row["better"], "-") if row["n"] else NOTHING_IN_COMMON
