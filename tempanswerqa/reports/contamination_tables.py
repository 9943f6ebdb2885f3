"""Shows comparisons of runs on released questions with runs on fresh questions as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports.tables import RECORDS, few_groups, noted, p_shown, records
from tempanswerqa.runs.analysis.contamination import ALL, FEWEST, Gap
from tempanswerqa.text import shown

Models = Mapping[str, tuple[str, str]]
"""The model of the run on released questions and that of the run on fresh ones, by subset."""
NOTES = (
    "scores are points from 0 to 100, higher is better: EM and ±1 in percent, 100 - sMAPE, and "
    "100 (1 - capped ASE); gap: released minus fresh, [95 % interval], above 0 where released "
    "questions go better",
    f"{ALL}: the whole subset, fresh questions weighted by unit and type like the released; units "
    f"and types with fewer than {FEWEST} questions on either side are left out",
    "p: corrected (Holm) for the rows of whole subsets, or for those of units and types; better: "
    f"where p is below {SIGNIFICANT}",
)
ALONE = (
    "a gap has two reasons: the fresh questions are harder for everyone, or the released ones are "
    "known to this model, which cannot be told apart here (see --reference)"
)
REFERENCES = (
    "references: mean gap of the models that cannot have seen the questions, [95 % interval of the "
    "gap of one more such model]; p: that of this gap if the model is one more of them"
)


def render_gaps(gaps: Sequence[Gap], models: Models, style: str, notes: Sequence[str]) -> str:
    """Return gaps between two runs in one of `tables.STYLES`, with notes where there is room for
    them.
    """
    if style in RECORDS:
        return records([_record(gap, models[gap.subset]) for gap in gaps], style)
    compared = any(gap.expected for gap in gaps)
    headings = ["subset", "filter", "unit", "question type", "metric", "n", "n fresh"]
    headings += ["released", "fresh", "gap", *(["references"] if compared else []), "p", "better"]
    said = [*NOTES, REFERENCES if compared else ALONE, *_named(models), *_few_groups(gaps), *notes]
    return noted(headings, [[*_cells(gap)] for gap in gaps], said, style)


def _named(models: Models) -> list[str]:
    lines = (f"released: {one}; fresh: {other}" for one, other in models.values())
    return list(dict.fromkeys(lines))


def _few_groups(gaps: Sequence[Gap]) -> list[str]:
    return few_groups(
        (" ".join(filter(None, (gap.subset, gap.unit, gap.kind))), min(gap.groups)) for gap in gaps
    )


def _record(gap: Gap, models: tuple[str, str]) -> dict[str, object]:
    difference, expected = gap.difference, gap.expected
    return {
        "subset": gap.subset,
        "filter": gap.rule,
        "unit": gap.unit,
        "question_type": gap.kind,
        "metric": gap.metric,
        "n_released": gap.questions[0],
        "n_fresh": gap.questions[1],
        "first": gap.points[0],
        "second": gap.points[1],
        "gap": difference.value,
        "gap_low": difference.low,
        "gap_high": difference.high,
        "better": _better(gap),
        "gap_stderr": difference.stderr,
        "groups_released": gap.groups[0],
        "groups_fresh": gap.groups[1],
        "references": expected.models if expected else 0,
        "reference_gap": expected and expected.gap,
        "reference_low": expected and expected.low,
        "reference_high": expected and expected.high,
        "p_value": gap.p_value,
        "p_holm": gap.p_holm,
        "first_model": models[0],
        "second_model": models[1],
    }


def _cells(gap: Gap) -> Iterator[str]:
    yield from (gap.subset, gap.rule, gap.unit, gap.kind, METRICS[gap.metric].heading)
    yield from map(str, gap.questions)
    yield from (shown(points) for points in gap.points)
    yield _interval(gap.difference.value, gap.difference.low, gap.difference.high)
    if gap.expected:
        yield _interval(*gap.expected[1:4])
    yield p_shown(gap.p_holm)
    yield _better(gap) or "-"


def _interval(value: float, low: float, high: float) -> str:
    return f"{shown(value)} [{shown(low)}, {shown(high)}]" if low == low else shown(value)


def _better(gap: Gap) -> str:
    return {1: "released", -1: "fresh", 0: ""}[gap.better]
