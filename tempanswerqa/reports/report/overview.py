"""Makes the first screen of a report: its metrics, and which model leads by which of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tempanswerqa.metrics.scores import METRICS, mean
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.questions.record import typical_labels
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.reports.page.canvas import Picture
from tempanswerqa.reports.page.names import counted
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.figures.overview import Line, overview
from tempanswerqa.reports.report.standings import Field, Standings, field, standings
from tempanswerqa.reports.tables import Column, Row, Table
from tempanswerqa.runs.scoring import FILTERS, FLEXIBLE, STRICT, item_scores
from tempanswerqa.runs.summary import RunName, Score
from tempanswerqa.text import conjoined

SHOWN = ("exact_match", "smape", "mase")
"""The paper's metrics, which the first screen shows."""
MEANINGS = {
    "exact_match": "exact match: % of answers that are right; higher is better",
    "smape": "relative error in %: 0 right, 100 unread; lower is better",
    "mase": "error as a multiple of the centroid's distance from the label; lower is better",
}
"""The meaning of each metric in one line."""
DEFINED = (
    "EM: exact match. sMAPE: symmetric mean absolute percentage error, "
    "100·|answer − label| / (|answer| + |label|); an unread response counts 100; dates, and the "
    "calendar years of TempTabQA, have none. MASE: mean absolute scaled error, |answer − label| / "
    "|label − centroid|, without unread responses; at 1, answers are as far off as the centroid "
    "of similar labels."
)
READINGS = {
    STRICT: "responses are read as in the paper",
    FLEXIBLE: "responses are read as a careful reader would",
}
MEDIAN = "Baseline, median"
TESTS = (
    "p: paired t-tests on the same questions, clustered by group and corrected (Holm) for all "
    "pairs of models"
)
UNTESTED = "MASE has no test, as few answers make most of it."


class Overview(NamedTuple):
    """Hold the texts, the table and the figure of the first screen."""

    measured: list[str]
    meanings: list[tuple[str, str]]
    headlines: list[str]
    """The sentences on the best models, and on other orders by other metrics and filters."""
    of: str
    """A sentence on the tasks and promptings that the means are over."""
    leads: list[str]
    """A sentence on the best model by each metric; empty for fewer than two models."""
    by_cell: list[str]
    """A sentence for each task and prompting; empty for fewer than two of these."""
    table: Table
    draw: list[Callable[[], Picture]]
    """The functions that draw the figure; empty if no runs may be compared."""


def build(gathered: Gathered) -> Overview:
    """Return the first screen of a report."""
    of = field(gathered)
    by = _standings(gathered, of)
    names, panels, several = gathered.cast.short, _panels(by, gathered), len(of.models) > 1
    median = median_baseline(gathered, of)
    return Overview(
        _measured(gathered),
        [(METRICS[name].heading, MEANINGS[name]) for name in SHOWN] + list(READINGS.items()),
        list(_headlines(gathered, by) if several else _alone(gathered, of, panels, median)),
        _of(gathered, of),
        [lead(one, names) for one in panels] if several else [],
        list(_by_cell(gathered, of)) if several else [],
        _table(gathered, of, by, median),
        [partial(_draw, gathered, of, panels, median)] if panels else [],
    )


By = Mapping[tuple[str, str], Standings]
"""The mean scores of all models, by metric and filter."""


def _standings(gathered: Gathered, of: Field) -> By:
    if not of.cells:
        return {}
    found = {(n, rule): standings(gathered, of, n, rule) for rule in FILTERS for n in SHOWN}
    return {key: one for key, one in found.items() if one}


def _measured(gathered: Gathered) -> list[str]:
    asked = {identity for task in gathered.tasks.values() for identity in task.part.questions}
    answers = sum(row.n or 0 for row in gathered.summaries if row.filter == gathered.rule)
    counts = (
        counted(len(gathered.cast.short), "model"),
        counted(len(gathered.runs), "run"),
        counted(len(gathered.tasks), "task"),
    )
    tasks = "; ".join(
        f"{task.title} ({len(task.part.questions):,})" for task in gathered.tasks.values()
    )
    return [
        f"{', '.join(counts)}: {counted(answers, 'answer')} to {counted(len(asked), 'question')} "
        f"about time. Each asks for a number: a duration, a date or a year. {tasks}.",
        *(
            f"Not run: {' and '.join(SUBSETS[subset].title for subset in lacking)}."
            for lacking in map(gathered.lacking, gathered.datasets)
            if lacking
        ),
    ]


def _of(gathered: Gathered, of: Field) -> str:
    """Return which tasks and promptings the means are over, and which models are left out."""
    if not of.cells:
        return "No runs may be compared; see the warnings."
    promptings = list(dict.fromkeys(prompting or "one prompting" for _, prompting in of.cells))
    over = f"means over {counted(len(of.tasks), 'task')}, {' and '.join(promptings)}"
    if len(of.cells) == 1:
        over = f"{gathered.tasks[of.tasks[0]].title}, {promptings[0]}"
    left = ", ".join(gathered.cast.short[model] for model in of.left_out)
    tests = f"; {TESTS}" * (len(of.models) > 1)
    return f"{over[0].upper()}{over[1:]}, read by {gathered.rule}{tests}." + (
        f" Models that lack some of these runs are left out: {left}." if left else ""
    )


def p_told(p: float) -> str:
    """Return a p-value as text that says if it is not significant."""
    if math.isnan(p):
        return "no test"
    value = "p < 0.001" if p < 0.001 else f"p = {p:.2g}"
    return value if p < SIGNIFICANT else f"{value}, not significant"


def lead(of: Standings, names: Mapping[str, str]) -> str:
    """Return a sentence on the best model by a metric: its lead over the second, and its test."""
    first, second = of.order[:2]
    gain = of.gain(first, second)
    ahead = f"leads {names[second]} by {gain:.2f}" if gain else f"is level with {names[second]}"
    test = f" ({p_told(of.p(first, second))})" if of.metric.bounded else ""
    return (
        f"{of.metric.heading}, {of.rule}: {names[first]} {ahead}{test}, {of.value(first):.2f} "
        f"against {of.value(second):.2f}."
    )


def contrast(exact: Standings, other: Standings, names: Mapping[str, str]) -> str:
    """Return a sentence on the lead of the best model by exact match, and on the same two models
    by another metric.

    The second model is the best by the other metric, or else the second by exact match.
    """
    first = exact.order[0]
    second = next(one for one in (other.order[0], exact.order[1]) if one != first)
    lead, gain = exact.gain(first, second), other.gain(first, second)
    ahead = f"leads {names[second]} by {lead:.1f}" if lead else f"is level with {names[second]} in"
    how, is_ = ("while", "worse") if gain < 0 else ("and", "better")
    return (
        f"{names[first]} {ahead} {exact.metric.heading} points "
        f"({p_told(exact.p(first, second))}), {how} its {other.metric.heading} is "
        f"{f'{abs(gain):.1f} {is_}' if gain else 'the same'} ({p_told(other.p(first, second))})."
    )


def _headlines(gathered: Gathered, by: By) -> Iterator[str]:
    names = gathered.cast.short
    exact, other = (by.get((name, gathered.rule)) for name in ("exact_match", "smape"))
    if exact and other:
        yield contrast(exact, other, names)
    yield _turns(by, names)
    yield from _moved(_panels(by, gathered), names)


def _panels(by: By, gathered: Gathered) -> list[Standings]:
    """Return the panels of the figure: MASE with both filters, other metrics with the main one."""
    wanted = [(name, gathered.rule) for name in SHOWN[:2]] + [("mase", rule) for rule in FILTERS]
    return [by[key] for key in wanted if key in by]


def _turns(by: By, names: Mapping[str, str]) -> str:
    """Return a sentence on whether metrics and filters have the same model first."""
    leaders = {key: one.order[0] for key, one in by.items()}

    def differ(at: int) -> bool:
        """Return whether keys with one value at this place have several leaders."""
        kinds = {key[at] for key in leaders}
        return any(len({m for k, m in leaders.items() if k[at] == kind}) > 1 for kind in kinds)

    on = [told for told, at in (("the metric", 1), ("how responses are read", 0)) if differ(at)]
    told = "; ".join(_led(leaders, rule, names) for rule in FILTERS)
    return f"Who leads depends on {conjoined(on)}: {told}." if on else f"One model leads: {told}."


def _led(leaders: Mapping[tuple[str, str], str], rule: str, names: Mapping[str, str]) -> str:
    own: dict[str, list[str]] = {}
    for (name, of), model in leaders.items():
        if of == rule:
            own.setdefault(model, []).append(METRICS[name].heading)
    told = (f"{names[model]} by {conjoined(headings)}" for model, headings in own.items())
    return f"with {rule} {', '.join(told)}"


def _moved(panels: Sequence[Standings], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the ranks of the model that moves furthest from its rank by exact match, if that is by
    two ranks or more.
    """
    first = panels[0]
    moves = {
        model: max(abs(one.rank(model) - first.rank(model)) for one in panels)
        for model in first.order
    }
    model = max(moves, key=lambda one: moves[one])
    if moves[model] < 2:
        return
    own: dict[str, list[str]] = {}
    for one in panels:
        rule = f", {one.rule}" if one.metric.log_scale else ""
        told = f"{one.metric.heading} ({one.value(model):.2f}{rule})"
        own.setdefault(_ordinal(one, model), []).append(told)
    told = "; ".join(f"{place} by {conjoined(metrics)}" for place, metrics in own.items())
    yield f"The rank of {names[model]} changes most: of {len(moves)} models it is {told}."


def _ordinal(of: Standings, model: str) -> str:
    rank, last = of.rank(model), of.rank(of.order[-1])
    words = {1: "first", 2: "second", 3: "third"}
    return "last" if rank == last > 1 else words.get(rank, f"{rank}th")


def _by_cell(gathered: Gathered, of: Field) -> Iterator[str]:
    """Yield the sentence of `contrast` for each task and prompting, if there are several."""
    for cell in of.cells if len(of.cells) > 1 else ():
        own = of._replace(cells=[cell])
        exact, other = (
            standings(gathered, own, name, gathered.rule) for name in ("exact_match", "smape")
        )
        if exact and other:
            title = ", ".join(filter(None, (gathered.tasks[cell[0]].title, cell[1])))
            yield f"{title}: {contrast(exact, other, gathered.cast.short)}"


def _alone(
    gathered: Gathered, of: Field, panels: Sequence[Standings], median: Mapping[str, float]
) -> Iterator[str]:
    """Yield the scores of the only model and those of the median baseline."""
    for model in of.models:
        told = ", ".join(
            f"{one.metric.heading} {one.value(model):.2f} against "
            f"{one.metric.shown(median[one.metric.name])}" + f" ({one.rule})" * one.metric.log_scale
            for one in panels
        )
        yield (
            f"{gathered.cast.short[model]} beside a baseline that always answers the median of "
            f"similar questions' labels: {told}."
        )


def median_baseline(gathered: Gathered, of: Field) -> Mapping[str, float]:
    """Return the mean scores over the tasks of a field, by metric, of a baseline that always
    answers the median label of similar questions; NaN without tasks.
    """
    by_task = []
    for task in of.tasks:
        asked = list(gathered.tasks[task].part.questions.values())
        pairs = zip(typical_labels(asked), asked, strict=True)
        by_task.append([item_scores(number, question) for number, question in pairs])
    return {name: mean(mean(own[name] for own in scores) for scores in by_task) for name in SHOWN}


def _table(gathered: Gathered, of: Field, by: By, median: Mapping[str, float]) -> Table:
    return Table(
        "overview",
        "Models by their means",
        f"{_of(gathered, of).partition(', read by')[0]}; [95 % interval]. The last row is a "
        f"baseline, which always answers the median of similar questions' labels. "
        f"{DEFINED} {UNTESTED}",
        (
            Column("model", "model", words=gathered.cast.short),
            Column("filter", "filter"),
            *(Column.of(METRICS[name], interval=True) for name in SHOWN),
        ),
        list(_rows(of, by, median)) if by else [],
        by=("filter",),
    )


def _rows(of: Field, by: By, median: Mapping[str, float]) -> Iterator[Row]:
    for rule in FILTERS:
        for model in of.models:
            own = {name: one.scores[model] for (name, r), one in by.items() if r == rule}
            yield _row(model, rule, own)
        yield _row(MEDIAN, rule, {name: Score(value) for name, value in median.items()})


def _row(model: str, rule: str, scores: Mapping[str, Score]) -> Row:
    row: dict[str, Any] = {"model": model, "filter": rule}
    for name in SHOWN:
        score = scores.get(name, Score())
        row |= {name: score.value, f"{name}_low": score.low, f"{name}_high": score.high}
    return row


def _draw(
    gathered: Gathered, of: Field, panels: Sequence[Standings], median: Mapping[str, float]
) -> Picture:
    scores = {(row.task, RunName.of(row), row.filter): row for row in gathered.summaries}
    lines = []
    for model in of.models:
        cells = [(task, RunName(model, prompting)) for task, prompting in of.cells]
        runs = [
            [(run, scores[task, run, one.rule].mean(one.metric.name)) for task, run in cells]
            for one in panels
        ]
        name = gathered.cast.short[model]
        lines.append(Line(name, model, [one.scores[model] for one in panels], runs))
    means = [Score(median[one.metric.name]) for one in panels]
    lines.append(Line(MEDIAN, "", means, [[] for _ in panels]))
    return overview(panels, lines, gathered.cast)
