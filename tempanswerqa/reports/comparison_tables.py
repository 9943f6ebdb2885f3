"""Shows comparisons of models as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports.page.names import counted
from tempanswerqa.reports.tables import RECORDS, few_groups, noted, p_shown, records
from tempanswerqa.runs.analysis.comparison import Compared, Standing, names
from tempanswerqa.runs.analysis.fresh_gaps import ALL, FEWEST, Gap
from tempanswerqa.runs.summary import Score
from tempanswerqa.text import shown

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


def render_comparison(compared: Sequence[Compared], style: str, notes: Sequence[str]) -> str:
    """Return a paired comparison in one of `tables.STYLES`, with notes where there is room for
    them.
    """
    if style in RECORDS:
        return records([_record(row) for row in compared], style)
    sides = names(compared)
    headings = ["task", "filter", "metric", "n", "groups", *sides, "difference", "error", "corr."]
    cells = [_cells(row, sides) for row in compared]
    own = [COMPARISON_NOTE, _tested(P_NOTE, compared), *_few_groups(compared)]
    return noted([*headings, "p", "better"], cells, [*own, *notes], style)


def render_standings(
    compared: Sequence[Compared], standings: Sequence[Standing], style: str, notes: Sequence[str]
) -> str:
    """Return all models by task, filter and metric with their letters, in one of `tables.STYLES`;
    each record has a pair of models, with the letters of both.
    """
    if style in RECORDS:
        known = {(*row[:3], row.model): row.letters for row in standings}
        return records([_record(row) | _letters(row, known) for row in compared], style)
    headings = ["task", "filter", "metric", "model", "", "score", ""]
    apart = _nothing_in_common(compared)
    cells = [
        [*row[:2], metric.heading, *row.model, row.score.shown(metric), "; ".join(letters)]
        for row in standings
        for metric in [METRICS[row.metric]]
        for letters in [[row.letters, *apart.get((*row[:3], row.model), ())]]
    ]
    own = [_tested(LETTERS_NOTE, compared), *_few_groups(compared)]
    return noted(headings, cells, [*own, *notes], style)


def render_gaps(gaps: Sequence[Gap], style: str, notes: Sequence[str]) -> str:
    """Return gaps between released and fresh questions in one of `tables.STYLES`, with notes where
    there is room for them.
    """
    if style in RECORDS:
        return records([gap._asdict() | {"better": gap.better} for gap in gaps], style)
    compared = any(gap.references for gap in gaps)
    headings = ["subset", "filter", "unit", "question type", "metric", "n", "n fresh"]
    headings += ["released", "fresh", "gap", *["references"] * compared, "p", "better"]
    cells = []
    for gap in gaps:
        expected = Score(gap.reference_gap, None, gap.reference_low, gap.reference_high)
        cells.append([
            *gap[:4], METRICS[gap.metric].heading, str(gap.n_released), str(gap.n_fresh),
            POINTS.shown(gap.released), POINTS.shown(gap.fresh),
            Score(gap.gap, gap.gap_stderr, gap.gap_low, gap.gap_high).shown(POINTS),
            *[expected.shown(POINTS)] * compared, p_shown(gap.p_holm), gap.better or "-",
        ])  # fmt: skip
    few = few_groups(
        (" ".join(filter(None, (gap.subset, gap.unit, gap.question_type))),
         min(gap.groups_released, gap.groups_fresh)) for gap in gaps
    )  # fmt: skip
    models = {f"released: {gap.released_model}; fresh: {gap.fresh_model}": None for gap in gaps}
    own = [*GAP_NOTES, PREDICTED if compared else ALONE, *models, *few]
    return noted(headings, cells, [*own, *notes], style)


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


def _record(row: Compared) -> dict[str, object]:
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


def _cells(row: Compared, sides: tuple[str, str]) -> list[str]:
    metric, found = METRICS[row.metric], row.difference
    where = [row.task, row.filter, metric.heading, str(found.questions), str(found.groups)]
    scores = [metric.shown(row.first), metric.shown(row.second), Score(*found[:4]).shown(metric)]
    errors = [metric.shown(found.stderr), shown(found.correlation), p_shown(row.p_holm)]
    better = ("-", *sides)[row.better] if found.questions else NOTHING_IN_COMMON
    return [*where, *scores, *errors, better]
