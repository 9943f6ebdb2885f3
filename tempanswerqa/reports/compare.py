"""Compares the runs at named places, and returns the tables of their differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tempanswerqa.files import written_whole
from tempanswerqa.metrics.ranks import Rank
from tempanswerqa.metrics.scores import METRICS, Metric
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports import tables, verdicts
from tempanswerqa.reports.page.names import counted
from tempanswerqa.reports.tables import TERMINAL, Column, Row, Table, few_groups, render, wrapped
from tempanswerqa.runs import samples, score_files
from tempanswerqa.runs.analysis import comparison, fresh_gaps
from tempanswerqa.runs.analysis.comparison import ALL, ByTask, Compared, ComparisonError, Scored
from tempanswerqa.runs.analysis.fresh_gaps import FEWEST, Gap
from tempanswerqa.runs.scoring import Run
from tempanswerqa.runs.summary import RunName, Score, Summary

if TYPE_CHECKING:
    from pandas import DataFrame

Read = Callable[[Sequence[str]], Iterable[score_files.Scored]]
"""A function that scores the files at places, as `score_files.score_places` does."""
Warn = Callable[[str], None]
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
UNTESTED = "no difference can be tested: that needs common questions of two groups or more"
NOTHING_IN_COMMON = "no question in common"
_OF_METRIC = (
    *(Column("task", "task"), Column("filter", "filter")),
    Column.of_names("metric", "metric"),
)
_P = Column("p_holm", "p", digits=4, show=lambda row: tables.p_shown(row["p_holm"]))


def compare(
    places: Sequence[str],
    every: bool,
    fresh: str | None,
    reference: Sequence[str],
    twins: str | None,
    items: str | None,
    sequential: bool,
    metric: str | None,
    style: str,
    read: Read,
    warn: Warn,
) -> str:
    """Return the table of two runs that are compared pairwise by question, or its stages
    (`sequential`, by one `metric`), that of all pairs of models (`every`), of the gaps between a
    run on released and one on fresh questions (`fresh`), or of a run on released questions and one
    on their `twins`, of which those that only one answers rightly are written to a CSV (`items`).

    Each of `places` names the files of one run. The text is empty if a run has no usable file.
    `warn` gets what makes a comparison weak. Raises ComparisonError if the places do not name the
    runs that are needed, or if these have no question in common.
    """
    if sum(map(bool, (sequential, every, fresh, twins))) > 1:
        raise ComparisonError("give one of --all, --fresh, --twins and --sequential")
    if items and not twins:
        raise ComparisonError("--items needs --twins, which names the run on twins")
    if metric and not sequential:
        raise ComparisonError("--metric needs --sequential; without it all metrics are compared")
    if (fresh or twins) and len(places) != 1:
        raise ComparisonError("--fresh and --twins compare one run with another; quote a pattern")
    if twins:
        return _with_twins((places[0], twins), items, style, read, warn)
    if fresh:
        return _with_fresh((places[0], fresh), reference, style, read, warn)
    if reference:
        raise ComparisonError("--reference needs --fresh, which names the run on fresh questions")
    if not every and len(places) != 2:
        raise ComparisonError(
            f"compare takes two runs, and here are {len(places)}; put a pattern in quotes, or "
            "compare every pair of models with --all"
        )
    summaries: list[Summary] = []
    if every:
        by_name: dict[RunName, list[Scored]] = {}
        for run, own in scored(places, read, summaries):
            by_name.setdefault(RunName.of(run), []).append((run, own))
        if len(by_name) < 2:
            raise ComparisonError(f"--all compares two models or more, and here are {len(by_name)}")
        sides = [comparison.by_task(" ".join(name), runs) for name, runs in by_name.items()]
    else:
        sides = by_place(places, read, summaries, in_stages=sequential)
        if not all(sides):
            return ""
        first, second = ({run.path for run, _ in side.values()} for side in sides)
        if first & second:
            warn("both runs are the same file; name two runs")
    if sequential:
        stages = [*comparison.stages(sides[0], sides[1], metric or "exact_match")]
        return render_stages(stages, style, tables.signatures(summaries))
    compared = comparison.compare([*combinations(sides, 2)])
    notes = [*tables.signatures(summaries), *tables.incomplete(summaries)]
    if every:
        standings = comparison.standings(compared, summaries)
        return render_standings(compared, standings, style, notes)
    notes += [f"RANKS DIFFER: {told}" for told in comparison.disagreements(compared)]
    return render_comparison(compared, style, notes)


def _with_twins(
    places: tuple[str, str], file: str | None, style: str, read: Read, warn: Warn
) -> str:
    summaries: list[Summary] = []
    ours, theirs = by_place(places, read, summaries)
    if not (ours and theirs):
        return ""
    theirs = comparison.by_question(theirs)
    tasks = [task for task in ours if task in theirs]
    for task in tasks:
        _warn_of_sides(task, ours[task][0], theirs[task][0], warn)
    compared: list[Compared] = []
    answered: dict[tuple[str, str], tuple[DataFrame, DataFrame]] = {}
    whole = tuple(comparison.together(side, tasks) for side in (ours, theirs))
    for first, second in (whole, (ours, theirs)) if all(whole) else ((ours, theirs),):
        compared += comparison.compare([(first, second)], comparison.PAIRED)
        for task in (task for task in first if task in second):
            for rule, own in first[task][1].items():
                answered[task, rule] = comparison.common(task, own, second[task][1][rule])
    if file:
        cells, apart = ["id", "label", "prediction", "exact_match"], []
        for task, rule in (keys for keys in answered if keys[0] in tasks):
            sides = (side[cells].to_numpy() for side in answered[task, rule])
            for (identity, *one, right), (_, *other, also) in zip(*sides, strict=True):
                if right != also:
                    row = task, rule, identity, PAIR[right < also], *one, *other
                    apart.append(dict(zip(APART, row, strict=True)))
        with written_whole(Path(file), newline="", encoding="utf-8") as out:
            out.write(tables.records(apart, "csv", APART) + "\n")
    rows = []
    for row in compared:
        released, twin = (side[row.metric].to_numpy() for side in answered[row[:2]])
        counts = int((released > twin).sum()), int((twin > released).sum())
        rows.append(_record(row) | dict(zip(ONLY, counts, strict=True)))
    columns = [
        *_counted("n", style),
        *_sided(PAIR, "difference"),
        Column(ONLY[0], "alone", show=lambda row: " / ".join(str(row[key]) for key in ONLY)),
        *(_P, _better(PAIR)),
    ]
    notes = [*TWIN_NOTES, *_few_groups(compared)]
    notes += [*tables.signatures(summaries), *tables.incomplete(summaries)]
    return render(Table(columns=columns, rows=rows, by=("task", "filter")), style, notes)


def _warn_of_sides(name: str, one: Run, other: Run, warn: Warn) -> None:
    if not fresh_gaps.same_model(one.model, other.model):
        warn(f"{name}: the runs are of two models, {one.model} and {other.model}")
    if one.prompting != other.prompting:
        warn(f"{name}: {one.prompting or 'unknown'} against {other.prompting or 'unknown'}")


def _with_fresh(
    places: tuple[str, str], reference: Sequence[str], style: str, read: Read, warn: Warn
) -> str:
    summaries: list[Summary] = []
    ours, theirs = by_place(places, read, summaries)
    others = [*scored(reference, read, summaries)]
    if not (ours and theirs):
        return ""
    found, used, notes = list[Gap](), list[Run](), list[str]()
    for subset, pair in fresh_gaps.pairs(ours, theirs).items():
        one, other = (run for run, _ in pair)
        _warn_of_sides(subset, one, other, warn)
        known = fresh_gaps.references(pair, others) if reference else []
        used += [run for sides in known for run, _ in sides]
        notes += [
            f"references of {subset}: {', '.join(sides[0][0].model for sides in known)}"
        ] * bool(known)
        for rule in pair[0][1]:
            sides = [(ours[rule], theirs[rule]) for (_, ours), (_, theirs) in (pair, *known)]
            found += [
                gap._replace(released_model=one.model, fresh_model=other.model)
                for gap in fresh_gaps.gaps(subset, rule, sides[0], sides[1:])
            ]
    tested = {run.subset for run in used}
    for run, _ in others:
        if run.subset in tested and not any(run is one for one in used):
            warn(
                f"{run.path}: {run.task} is left out of the references: it is of the tested model, "
                "has other questions or another prompting, or no partner"
            )
    notes += [*tables.signatures(summaries), *tables.incomplete(summaries)]
    return render_gaps(fresh_gaps.corrected(found), style, notes)


def by_place(
    places: Sequence[str], read: Read, summaries: list[Summary], in_stages: bool = False
) -> list[ByTask]:
    """Return the runs of each place by task, and add their summaries to `summaries`."""
    return [
        comparison.by_task(place, scored([place], read, summaries), in_stages) for place in places
    ]


def scored(places: Sequence[str], read: Read, summaries: list[Summary]) -> Iterator[Scored]:
    """Yield each run without its responses, with an item for each question by filter, and add its
    summaries to `summaries`.
    """
    for run, by_filter in read(places):
        summaries += [summary for _, summary in by_filter.values()]
        items = {rule: samples.by_question(own) for rule, (own, _) in by_filter.items()}
        yield replace(run, items={}), items


def render_comparison(compared: Sequence[Compared], style: str, notes: Sequence[str]) -> str:
    """Return a paired comparison in one of `tables.STYLES`, with notes where there is room for
    them. A terminal shows the verdict first, and a block for each task and filter.
    """
    sides = comparison.names(compared)
    terminal = style == TERMINAL
    shown = LETTERS if terminal else sides
    wide = [_scored("difference_stderr", "error"), Column("correlation", "corr.", digits=2)]
    columns = [
        *_counted("n", style),
        *_sided(shown, "A - B [95 % interval]" if terminal else "difference"),
        *([] if terminal else wide),
        *(_P, _better(shown)),
    ]
    note = SCREEN_NOTE if terminal else COMPARISON_NOTE
    notes = [note, _tested(P_NOTE, compared), *_few_groups(compared), *notes]
    rows = [_record(row) for row in compared]
    drawn = render(Table(columns=columns, rows=rows, by=("task", "filter")), style, notes)
    said = "\n".join(map(wrapped, _verdicts(compared, sides)))
    return "\n\n".join(filter(None, (said, _named(sides), drawn))) if terminal else drawn


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


def render_stages(stages: Sequence[comparison.Stage], style: str, notes: Sequence[str]) -> str:
    """Return the stages of a comparison in one of `tables.STYLES`, with notes where there is room
    for them.
    """
    sides = comparison.names([stage.compared for stage in stages])
    tests = len({stage.compared[:2] for stage in stages})
    rows = [
        _record(compared) | {"answered": answered, "decided_at": decided_at, "more": more}
        for answered, compared, decided_at, more in stages
    ]
    terminal = style == TERMINAL
    shown = LETTERS if terminal else sides

    def verdict(row: Row) -> str:
        if not row["answered"]:
            return NOTHING_IN_COMMON
        if row["better"]:
            return f"decided for {shown[SIDES.index(row['better'])]} at {row['decided_at']}"
        return "more than there are" if row["more"] is None else f"{row['more']} more"

    columns = [
        *_counted("answered", style),
        *_sided(shown, "A - B [interval]" if terminal else "difference"),
        _P,
        Column("better", "verdict", show=verdict),
    ]
    table = Table(columns=columns, rows=rows, by=("task", "filter", "metric"))
    drawn = render(table, style, [STAGES_NOTE.format(tests=tests), *notes])
    return f"{_named(sides)}\n\n{drawn}" if terminal else drawn


def render_standings(
    compared: Sequence[Compared],
    standings: Sequence[comparison.Standing],
    style: str,
    notes: Sequence[str],
) -> str:
    """Return all models by task, filter and metric with their letters, in one of `tables.STYLES`;
    each record has a pair of models, with the letters of both.
    """
    if style in tables.RECORDS:
        known = {(*row[:3], row.model): row.letters for row in standings}
        pairs = [
            _record(row)
            | {f"{side}_letters": known.get((*row[:3], model), "")
               for side, model in zip(SIDES, row.models, strict=True)}
            for row in compared
        ]  # fmt: skip
        return tables.records(pairs, style)
    apart: dict[tuple, list[str]] = {}  # the models without a common question
    for pair in (row for row in compared if not row.difference.questions):
        for model, other in (pair.models, pair.models[::-1]):
            told = f"{NOTHING_IN_COMMON} with {' '.join(other).rstrip()}"
            apart.setdefault((*pair[:3], model), []).append(told)
    rows, screen, models = [], dict[tuple, dict[str, Any]](), dict[str, None]()
    for *keys, model, score, letters in standings:
        of = dict(zip(("task", "filter", "metric"), keys, strict=True)) | model._asdict()
        others = apart.get((*keys, model), [])
        models |= dict.fromkeys(f"{model.model}: {told}" for told in others)
        value = score.shown(METRICS[of["metric"]])
        rows.append(of | {"score": value, "letters": "; ".join([letters, *others])})
        run = screen.setdefault((*keys[:2], model), dict.fromkeys(SCREEN, "-") | of)
        run[of["metric"]] = f"{value.partition(' ')[0]} {letters}"
    own = [_tested(LETTERS_NOTE, compared), *_few_groups(compared)]
    if style != TERMINAL:
        columns = [
            *(*_OF_METRIC, Column("model", "model"), Column("prompting", "")),
            *(Column("score", "score"), Column("letters", "")),
        ]
        return render(Table(columns=columns, rows=rows), style, [*own, *notes])
    columns = [
        *(*_OF_METRIC[:2], Column("model", "model", shorten=True), Column("prompting", "")),
        *(Column(name, METRICS[name].heading) for name in SCREEN),
    ]
    table = Table(columns=columns, rows=[*screen.values()], by=("task", "filter"))
    said = "\n".join(map(wrapped, _verdicts(compared, [])))
    return "\n\n".join(filter(None, (said, render(table, style, [*own, *models, *notes]))))


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
        columns.append(Column("reference_gap", "references", show=lambda row: Score(
            row["reference_gap"], None, row["reference_low"], row["reference_high"]
        ).shown(POINTS)))  # fmt: skip
    columns += [_P, Column("better", "better", show=lambda row: row["better"] or "-")]
    rows = [gap._asdict() | {"better": gap.better} for gap in gaps]
    few = few_groups(
        (" ".join(filter(None, (gap.subset, gap.unit, gap.question_type))),
         min(gap.groups_released, gap.groups_fresh)) for gap in gaps
    )  # fmt: skip
    models = {f"released: {gap.released_model}; fresh: {gap.fresh_model}": None for gap in gaps}
    own = [*GAP_NOTES, PREDICTED if compared else ALONE, *models, *few]
    table = Table(columns=columns, rows=rows, by=("subset", "filter"))
    return render(table, style, [*own, *notes])


def _few_groups(compared: Iterable[Compared]) -> list[str]:
    bounded = (row for row in compared if METRICS[row.metric].bounded)
    return few_groups((row.task, row.difference.groups) for row in bounded)


def _tested(note: str, compared: Iterable[Compared]) -> str:
    count = sum(row.p_holm == row.p_holm for row in compared)  # NaN does not equal itself
    return note.format(count=counted(count, "p-value")) if count else UNTESTED


def _record(row: Compared) -> dict[str, Any]:
    value, stderr, low, high, p_value, correlation, questions, groups = row.difference
    return {
        **dict(zip(("task", "filter", "metric"), row[:3], strict=True)),
        "n": questions,
        "groups": groups,
        **{f"first_{name}": text for name, text in row.models[0]._asdict().items()},
        **{f"second_{name}": text for name, text in row.models[1]._asdict().items()},
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


def _counted(number: str, style: str) -> list[Column]:
    """Return the columns of a metric, a number of questions and, but for terminals, of groups."""
    counts = (number,) if style == TERMINAL else (number, "groups")
    return [*_OF_METRIC, *(Column(key, key, digits=0) for key in counts)]


def _sided(names: Sequence[str], difference: str) -> list[Column]:
    """Return the columns of the scores of both sides, and of their difference."""
    headings = zip((*SIDES, "difference"), (*names, difference), strict=True)
    return [_scored(key, heading) for key, heading in headings]


def _better(names: Sequence[str]) -> Column:
    """Return the column of the name of the better side, `-` if neither is."""
    sides = dict(zip(SIDES, names, strict=True))
    return Column("better", "better", show=lambda row: (
        sides.get(row["better"], "-") if row["n"] else NOTHING_IN_COMMON
    ))  # fmt: skip
