"""Writes a report into a folder: a page, its tables, the data of its answers, and figures."""

from __future__ import annotations

from pathlib import Path

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports import tables, verdicts
from tempanswerqa.reports.page import page
from tempanswerqa.reports.page.canvas import SUFFIXES
from tempanswerqa.reports.report import figures, live_data
from tempanswerqa.reports.report.answers import FOLDER
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.tables import COLUMNS
from tempanswerqa.runs.run_set import RunSet
from tempanswerqa.text import conjoined, visible


def build(
    gathered: Gathered,
    folder: Path,
    title: str,
    draws_figures: bool = False,
) -> Path:
    """Write a report into a folder, as `page.fill` does; return its page.

    With `draws_figures` the curve is in files too, not only on the page without scripts.
    """
    of = gathered.chosen(gathered.filter_name)
    suffixes = SUFFIXES if draws_figures else ("svg",)
    curve = figures.curve(gathered, of, suffixes) if of.by_model else None
    titles = {name: task.title for name, task in gathered.tasks.items()}
    table = tables.score_table(gathered.summaries, titles)
    gathered.answers.write(folder / FOLDER, gathered.cast)
    html = page.render(
        "report.html.j2",
        title=visible(title),
        said=verdicts.of_runs(of, gathered.cast.short),
        scope=scope(gathered, of),
        rows=rows(gathered, of),
        warnings=page.warnings(gathered.summaries),
        curve=curve,
        suffixes=suffixes if draws_figures else (),
        table=table,
        block=live_data.block(gathered),
        signatures=tables.signatures(gathered.summaries),
    )
    return page.fill(folder, html, [curve] if curve and draws_figures else (), [table])


def scope(gathered: Gathered, of: RunSet) -> str:
    """Return what the scores of the page are the mean of, before anything is chosen."""
    titles = [*dict.fromkeys(gathered.tasks[task].title for task, _ in of.cells)]
    promptings = sorted({prompting for _, prompting in of.cells if prompting}, reverse=True)
    tasks = f"Mean of {len(titles)} tasks ({'; '.join(titles)})" if len(titles) > 1 else titles[0]
    return ", ".join(filter(None, (tasks, conjoined(promptings), gathered.filter_name))) + "."


def rows(gathered: Gathered, of: RunSet) -> list[list[str]]:
    """Return the rows of the small table: the model, and its scores as they are shown."""
    means = {name: of.means(name) for name in COLUMNS}
    means["parsed"] = {model: 1 - share for model, share in means["parsed"].items()}
    return [
        [gathered.cast.short[model], *(METRICS[name].shown(means[name][model]) for name in COLUMNS)]
        for model in of.by_model
    ]
