"""Draws the paper's figures from scored runs and the equations in their responses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paper import canvas, correlations, labels, ranks, relations
from paper.canvas import Figure, Picture, picture
from paper.drawing import DARK, LIGHT, bars, below_axes, lines, rows, rows_height
from paper.equations import equations
from paper.runs import Gathered, TaskRuns
from tempanswerqa.analysis import FAMILY, compare, rank
from tempanswerqa.answers import thinking
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports.page.legend import Cast
from tempanswerqa.reports.words import slug
from tempanswerqa.runs.details import Record, records
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.runs.selection import Selection
from tempanswerqa.scoring import STRICT

Counts = Mapping[RunName, Counter[tuple[bool, bool]]]
"""The number of equations in the responses of each run, by whether the answer is right and whether
the equation is right."""
ANSWERS = {"wrong answers": (False, LIGHT, "s"), "right answers": (True, DARK, "D")}
"""The colour and form of each mark: of right and of wrong answers."""


def draw(runs: Iterable[Run], folder: Path, tell: Callable[[str], None]) -> Iterator[str]:
    """Draw the figures of scored runs into a folder, each as SVG, PDF and PNG.

    Yield their titles after their numbers in the paper. `tell` gets messages about runs that are
    left out.
    """
    canvas.check()
    folder.mkdir(parents=True, exist_ok=True)
    gathered = Gathered()
    counts: dict[str, dict[RunName, Counter[tuple[bool, bool]]]] = {}
    for run in runs:
        if reason := gathered.add(run):
            tell(f"{run.path}: {run.task}: left out, because {reason}")
            continue
        by_run = counts.setdefault(gathered.tasks[run.task].dataset, {})
        by_run.setdefault(RunName.of(run), Counter()).update(counted(run))
    for numbers, drawn in pictures(gathered, counts):
        word = "Figure" if numbers.isdecimal() else "Figures"
        drawn._replace(name=f"{slug(f'{word} {numbers}')}_{drawn.name}").write(folder)
        yield f"{word} {numbers}: {drawn.title}"


def counted(run: Run) -> Counter[tuple[bool, bool]]:
    """Return the counts of equations in a run's responses, after the thinking."""
    items = run.items[STRICT]
    return Counter(
        (match == 1, equation.holds)
        for response, match in zip(items["response"], items["exact_match"], strict=True)
        for equation in equations(thinking.split(response, run.think_end).answer)
    )


def share_right(counts: Counter[tuple[bool, bool]], match: bool) -> float:
    """Return the percentage of right equations in responses with right or with wrong answers.

    It is NaN without equations.
    """
    right, wrong = counts[match, True], counts[match, False]
    return 100 * right / (right + wrong) if right + wrong else float("nan")


def pictures(gathered: Gathered, counts: Mapping[str, Counts]) -> Iterator[tuple[str, Picture]]:
    """Yield the figures, each after its number in the paper.

    Figures that the paper splits differently have several numbers.
    """
    strict: dict[str, list[Record]] = {}
    for name in gathered.tasks:
        chosen = gathered.chosen(name)
        shown = [run for selection in chosen for run in selection.runs]
        shown = shown or [run for (task, _), run in gathered.runs.items() if task == name]
        shown = gathered.cast.ordered(shown)
        strict[name] = [row for run in shown for row in records(run) if row["filter"] == STRICT]
        yield from _of_task(gathered, name, strict[name], ranks_by_metric(chosen, shown))
    for dataset in dict.fromkeys(task.dataset for task in gathered.tasks.values()):
        tasks = [name for name, task in gathered.tasks.items() if task.dataset == dataset]
        dataset_rows = [row for name in tasks for row in strict[name]]
        yield "4", correlations.pooled(dataset, titled(gathered, dataset), dataset_rows)
    for title, units in labels.scales(gathered).items():
        yield "6 to 10", labels.labels(title, units)
    for dataset, answers in counts.items():
        if any(answers.values()):
            yield "11", reasoning(dataset, titled(gathered, dataset), answers, gathered.cast)


def _of_task(
    gathered: Gathered,
    name: str,
    strict: Sequence[Record],
    of_metrics: Mapping[str, Sequence[Record | None]],
) -> Iterator[tuple[str, Picture]]:
    """Yield the figures of the runs of a task."""
    task = gathered.tasks[name]
    runs = TaskRuns(name, task.title, strict, gathered.cast)
    if len(ranks.with_both(strict, "smape")) > 1:
        yield "2 and 3", ranks.ranks(runs, of_metrics, "smape")
    if feasible := relations.band(task.part.questions.values()):
        yield "5, 12 and 13", relations.exact_match_smape(runs, feasible)
    yield "5, 12 and 13", relations.exact_match_mase(runs)


def ranks_by_metric(
    chosen: Iterable[Selection], runs: Sequence[Run]
) -> dict[str, list[Record | None]]:
    """Return the rows of `analysis.rank` for each metric that is tested.

    Runs are ranked among those with the same prompting; None if there is no test.
    """
    rows: dict[tuple[object, ...], Record] = {}
    for selection in chosen:
        if len(selection.models) > 1:
            compared = compare(selection.items, scores=FAMILY)
            ((_, prompting),) = selection.cells
            for row in rank(compared).to_dict("records"):
                rows[row["score"], row["model"], prompting] = row
    return {name: [rows.get((name, *RunName.of(run))) for run in runs] for name in FAMILY}


def titled(gathered: Gathered, dataset: str) -> str:
    """Return a dataset in words, with the splits that were run unless these are all."""
    tasks = [name for name, task in gathered.tasks.items() if task.dataset == dataset]
    run = {TaskName.parse(task).subset for task in tasks}
    families = {SUBSETS[subset].family for subset in run if subset in SUBSETS}
    whole = all(s in run for s, part in SUBSETS.items() if part.family in families)
    splits = " and ".join(part.split for subset, part in SUBSETS.items() if subset in run)
    return dataset if whole else f"{dataset} ({splits} only)"


def reasoning(dataset: str, title: str, counts: Counts, cast: Cast) -> Picture:
    """Draw each run's share of right equations in responses with wrong and with right answers."""
    runs = cast.ordered(run for run, answers in counts.items() if answers)
    shares = {
        name: [share_right(counts[run], match) for run in runs]
        for name, (match, *_) in ANSWERS.items()
    }

    def drawing(figure: Figure) -> None:
        axes = figure.subplots()
        places, (low, high) = rows(axes, cast, runs), shares.values()
        axes.hlines(places, low, high, color=canvas.MUTED, linewidth=1.2)
        for name, (_, colour, mark) in ANSWERS.items():
            style: dict[str, Any] = {"marker": mark, "color": colour, "linestyle": "", "zorder": 3}
            axes.plot(shares[name], places, label=name, clip_on=False, **style)
        axes.set_xlim(right=100)
        bars(axes, "% of equations that are right")
        below_axes(figure, axes, runs)

    return picture(
        drawing,
        0.55 + rows_height(runs) + canvas.LINE * lines(len(ANSWERS), runs),
        name=f"reasoning_{slug(dataset)}",
        title=f"{title}: arithmetic in the reasoning",
    )
