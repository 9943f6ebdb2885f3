"""Shows comparisons of models, and what they can detect, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tempanswerqa.metrics.ranks import Rank
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports import verdicts
from tempanswerqa.reports.page.names import counted
from tempanswerqa.reports.tables import (
    RECORDS,
    TERMINAL,
    Column,
    Row,
    Table,
    few_groups,
    p_shown,
    records,
    render,
    wrapped,
)
from tempanswerqa.runs.analysis.comparison import ALL, Compared, Stage, Standing, names
from tempanswerqa.runs.analysis.fresh_gaps import FEWEST, Gap
from tempanswerqa.runs.analysis.power import POWER, Planned
from tempanswerqa.runs.summary import RunName, Score

if TYPE_CHECKING:
    from pandas import DataFrame

SIDES = ("first", "second")
LETTERS = ("A", "B")
"""The names of the sides in the headings of a terminal."""
SCREEN = ("exact_match", "within_one", "smape")
"""The metrics by which a terminal shows many models."""
POINTS = Metric("points", "points", True, highest=100)
COMPARISON_NOTE = (
    "difference: first minus second on the questions both answer, [95 % interval] and error from "
    "groups of questions; corr.: of the two runs' scores"
)
SCREEN_NOTE = "A - B: on the questions both answer, with intervals from groups of questions"
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
STAGES_NOTE = (
    "answered: questions that both answer, in the order of --limit; [interval] and p hold at all "
    "looks together, however many; p: times {tests} (tasks and filters); more: questions until a "
    "verdict if difference and error stay as they are"
)
PAIR = ("released", "twin")
ONLY = ("only_released", "only_twin")
APART = (
    *("task", "filter", "question", "right", "label", "prediction"),
    *("twin_label", "twin_prediction"),
)
"""The columns of questions that are answered rightly on one side alone; `right` names the side."""
TWIN_NOTES = (
    "n: released questions whose twin is answered too; alone: how many are right (or within one) "
    "on the released side alone, and on that of twins alone; difference: released minus twin, "
    "[95 % interval] from groups of questions",
    "better released: this model remembers answers of released questions, or twins are harder: "
    "models that cannot know the questions show which; no difference does not rule out that it "
    "knows them and computes",
    f"p: paired t-test, corrected (Holm) for the rows of {ALL} tasks together, or for those of "
    f"single tasks; better: p below {SIGNIFICANT}",
)
MORE_THAN_THERE_ARE = "more than there are"
UNTESTED = "no difference can be tested: that needs common questions of two groups or more"
NOTHING_IN_COMMON = "no question in common"
POWER_NOTES = (
    "points: hundredths of a metric's largest score; sd: of the differences of two models from "
    "question to question; design effect: how groups of questions raise the variance",
    f"detects: the difference that n questions find with a chance of {POWER:.0%}, in a paired "
    f"two-sided test at {SIGNIFICANT}; -: they find none",
    f"{POWER:.0%} is the mean over pairs of models: of the paper's single pairs it is 34% to 100%",
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
    them. A terminal shows the verdict first, and a block for each task and filter.
    """
    sides = names(compared)
    terminal = style == TERMINAL
    shown = dict(zip(SIDES, LETTERS if terminal else sides, strict=True))
    columns = [
        *(*_OF_METRIC, Column("n", "n", digits=0), Column("groups", "groups", digits=0)),
        *(_scored(key, side) for key, side in shown.items()),
        _scored("difference", "A - B [95 % interval]" if terminal else "difference"),
        _scored("difference_stderr", "error"),
        Column("correlation", "corr.", digits=2),
        Column("p_holm", "p", digits=4, show=lambda row: p_shown(row["p_holm"])),
        Column("better", "better", show=partial(_better, shown)),
    ]
    note = SCREEN_NOTE if terminal else COMPARISON_NOTE
    own = [note, _tested(P_NOTE, compared), *_few_groups(compared)]
    table = Table(columns=columns, rows=[_record(row) for row in compared])
    if not terminal:
        return render(table, style, [*own, *notes])
    kept = [one for one in columns if one.key not in ("groups", "difference_stderr", "correlation")]
    drawn = render(table._replace(columns=kept, by=("task", "filter")), style, [*own, *notes])
    said = "\n".join(map(wrapped, _verdicts(compared, sides)))
    return "\n\n".join(filter(None, (said, _named(sides), drawn)))


def _named(sides: Iterable[str]) -> str:
    """Return the names of the sides in lines for a terminal, which has letters in its headings."""
    pairs = zip(LETTERS, sides, strict=True)
    return "\n".join(wrapped(f"{letter}: {side}") for letter, side in pairs)


def _verdicts(compared: Sequence[Compared], names: Sequence[str]) -> list[str]:
    """Return a sentence on each task and filter, once for all that have the same. `names` are those
    of the two sides; if it is empty, each run has its own.
    """
    said: dict[str, list[str]] = {}
    for task, rule in dict.fromkeys(row[:2] for row in compared):
        rows = [row for row in compared if row[:2] == (task, rule)]
        runs = [*dict.fromkeys(model for row in rows for model in row.models)]
        exact, size = (
            _ranks([row for row in rows if row.metric == metric], [] if names else runs)
            for metric in (verdicts.EXACT, verdicts.SIZE)
        )
        if exact:
            titles = names or [" ".join(filter(None, run)) for run in runs]
            sentence = verdicts.of_many(titles, exact, size)
            said.setdefault(sentence, []).append(f"{task}, {rule}")
    if len(said) == 1:
        return list(said)
    return [f"{'; '.join(where)}: {sentence}" for sentence, where in said.items()]


def _ranks(rows: Sequence[Compared], runs: Sequence[RunName]) -> list[Rank] | None:
    """Return the ranks of runs by a metric of which each pair has a row; None without a test."""
    count = len(runs) or 2
    best, worst = [1] * count, [count] * count
    for row in rows:
        places = [runs.index(model) for model in row.models] if runs else [0, 1]
        if row.p_holm != row.p_holm:
            return None
        if row.better:
            worst[places[row.better - 1]] -= 1
            best[places[2 - row.better]] += 1
    return [Rank(*ends) for ends in zip(best, best, worst, strict=True)]


def render_stages(stages: Sequence[Stage], style: str, notes: Sequence[str]) -> str:
    """Return the stages of a comparison in one of `tables.STYLES`, with notes where there is room
    for them.
    """
    sides = names([stage.compared for stage in stages])
    tests = len({stage.compared[:2] for stage in stages})
    rows = [
        _record(compared) | {"answered": answered, "decided_at": decided_at, "more": more}
        for answered, compared, decided_at, more in stages
    ]
    terminal = style == TERMINAL
    shown = dict(zip(SIDES, LETTERS if terminal else sides, strict=True))
    columns = [
        *(*_OF_METRIC, Column("answered", "answered", digits=0)),
        *([] if terminal else [Column("groups", "groups", digits=0)]),
        *(_scored(key, side) for key, side in shown.items()),
        _scored("difference", "A - B [interval]" if terminal else "difference"),
        Column("p_holm", "p", digits=4, show=lambda row: p_shown(row["p_holm"])),
        Column("better", "verdict", show=partial(_verdict, shown)),
    ]
    table = Table(columns=columns, rows=rows, by=("task", "filter", "metric"))
    drawn = render(table, style, [STAGES_NOTE.format(tests=tests), *notes])
    return f"{_named(sides)}\n\n{drawn}" if terminal else drawn


def _verdict(sides: Mapping[str, str], row: Row) -> str:
    if not row["answered"]:
        return NOTHING_IN_COMMON
    if row["better"]:
        return f"decided for {sides[row['better']]} at {row['decided_at']}"
    return MORE_THAN_THERE_ARE if row["more"] is None else f"{row['more']} more"


def render_standings(
    compared: Sequence[Compared], standings: Sequence[Standing], style: str, notes: Sequence[str]
) -> str:
    """Return all models by task, filter and metric with their letters, in one of `tables.STYLES`;
    each record has a pair of models, with the letters of both.
    """
    if style in RECORDS:
        known = {(*row[:3], row.model): row.letters for row in standings}
        pairs = [
            _record(row)
            | {f"{side}_letters": known.get((*row[:3], model), "")
               for side, model in zip(SIDES, row.models, strict=True)}
            for row in compared
        ]  # fmt: skip
        return render(Table(rows=pairs), style)
    apart = _nothing_in_common(compared)
    rows = [
        {
            **dict(zip(("task", "filter", "metric"), row[:3], strict=True)),
            **row.model._asdict(),
            "score": row.score.shown(METRICS[row.metric]),
            "letters": row.letters,
            "apart": apart.get((*row[:3], row.model), []),
        }
        for row in standings
    ]
    own = [_tested(LETTERS_NOTE, compared), *_few_groups(compared)]
    if style == TERMINAL:
        said = "\n".join(map(wrapped, _verdicts(compared, [])))
        own += dict.fromkeys(f"{row['model']}: {told}" for row in rows for told in row["apart"])
        return "\n\n".join(filter(None, (said, render(_pivoted(rows), style, [*own, *notes]))))
    columns = [
        *(*_OF_METRIC, Column("model", "model"), Column("prompting", "")),
        Column("score", "score"),
        Column("letters", "", show=lambda row: "; ".join([row["letters"], *row["apart"]])),
    ]
    return render(Table(columns=columns, rows=rows), style, [*own, *notes])


def _pivoted(rows: Sequence[Row]) -> Table:
    """Return standings with a column of values and letters for each metric that a screen has."""
    cells: dict[tuple, dict[str, Any]] = {}
    for row in rows:
        keys = ("task", "filter", "model", "prompting")
        run = {key: row[key] for key in keys}
        own = cells.setdefault(tuple(run.values()), dict.fromkeys(SCREEN, "-") | run)
        own[row["metric"]] = f"{row['score'].partition(' ')[0]} {row['letters']}"
    columns = [
        *(*_OF_METRIC[:2], Column("model", "model", shorten=True), Column("prompting", "")),
        *(Column(name, METRICS[name].heading) for name in SCREEN),
    ]
    return Table(columns=columns, rows=[*cells.values()], by=("task", "filter"))


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
        Column("n", "n", digits=0, show=lambda row: f"{row['n']:,}"),
        Column("detects", "detects", digits=1),
    ]
    if difference:
        needed = f"n for {difference:g} points"
        columns.append(
            Column("n_needed", needed, digits=0, show=lambda row: f"{row['n_needed']:,}")
        )
        if sampled:
            responses = Column("n_needed", "responses", digits=0, show=lambda row: (
                f"{row['n_needed'] * row['samples']:,}"
            ))  # fmt: skip
            columns.append(responses)
    notes = [*POWER_NOTES, *([SAMPLING_NOTE] if sampled else [])]
    notes += [f"p-values are corrected for {tests} tests"] if tests > 1 else []
    table = Table(columns=columns, rows=rows, by=("task", "variances_of"))
    return render(table, style, notes)


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
    table = Table(columns=columns, rows=rows, by=("subset", "filter"))
    return render(table, style, [*own, *notes])


Answered = tuple[str, str, "DataFrame", "DataFrame"]
"""A task and a filter, with the items of the released questions and of their twins, in order."""


def render_twins(
    compared: Sequence[Compared], answered: Sequence[Answered], style: str, notes: Sequence[str]
) -> str:
    """Return released questions beside their twins in one of `tables.STYLES`, with notes where
    there is room for them.
    """
    known = {(task, rule): sides for task, rule, *sides in answered}
    rows = []
    for row in compared:
        released, twin = (side[row.metric].to_numpy() for side in known[row[:2]])
        counts = int((released > twin).sum()), int((twin > released).sum())
        rows.append(_record(row) | dict(zip(ONLY, counts, strict=True)))
    columns = [
        *(*_OF_METRIC, Column("n", "n", digits=0), Column("groups", "groups", digits=0)),
        *(_scored(key, side) for key, side in zip(SIDES, PAIR, strict=True)),
        _scored("difference", "difference"),
        Column(ONLY[0], "alone", show=lambda row: " / ".join(str(row[key]) for key in ONLY)),
        Column("p_holm", "p", show=lambda row: p_shown(row["p_holm"])),
        Column("better", "better", show=partial(_better, dict(zip(SIDES, PAIR, strict=True)))),
    ]
    if style == TERMINAL:
        columns = [column for column in columns if column.key != "groups"]
    own = [*TWIN_NOTES, *_few_groups(compared)]
    table = Table(columns=columns, rows=rows, by=("task", "filter"))
    return render(table, style, [*own, *notes])


def apart(answered: Iterable[Answered]) -> str:
    """Return the questions that are answered rightly on one side alone as a CSV."""
    rows, columns = [], ["id", "label", "prediction", "exact_match"]
    for task, rule, ours, theirs in answered:
        sides = (side[columns].to_numpy() for side in (ours, theirs))
        for one, other in zip(*sides, strict=True):
            if one[3] != other[3]:
                right = PAIR[one[3] < other[3]]
                told = task, rule, one[0], right, *one[1:3], *other[1:3]
                rows.append(dict(zip(APART, told, strict=True)))
    return records(rows, "csv", APART) + "\n"


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


def _scored(key: str, heading: str) -> Column:
    """Return a column of numbers that each row shows as its metric is shown, the interval beside
    it if the row has one.
    """

    def show(row: Row) -> str:
        ends = (row.get(f"{key}_low"), row.get(f"{key}_high"))
        return Score(row[key], None, *ends).shown(METRICS[row["metric"]])

    return Column(key, heading, digits=2, show=show)


def _better(sides: Mapping[str, str], row: Row) -> str:
    """Return the name of the better side, `-` if neither is."""
    return sides.get(row["better"], "-") if row["n"] else NOTHING_IN_COMMON
