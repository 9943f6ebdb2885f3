"""Runs the commands on the paper's figures: each prints a table and returns its exit code."""

from __future__ import annotations

from collections.abc import Sequence

from tempanswerqa.cli.terminal import Failures, progress, warn
from tempanswerqa.questions import subsets
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.questions.sources import SourceError
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import paper_tables, tables
from tempanswerqa.runs import score_files
from tempanswerqa.runs.analysis import reproduction
from tempanswerqa.runs.analysis.baselines import BASELINES, FILTER, baseline_run
from tempanswerqa.runs.catalog import Catalog
from tempanswerqa.runs.summary import summarize


def baselines(options: score_files.Options, style: str) -> int:
    """Print the mean and median baselines of each released task, or of the included tasks if there
    are any; returns 1 if the questions of a task cannot be loaded.
    """
    fail, catalog = Failures(), Catalog(options.data_dir)
    summaries = []
    for subset in subsets.included() or subsets.SUBSETS:
        try:
            part = catalog.part(subset)
        except (QuestionError, SourceError) as error:
            fail(str(error))
            continue
        for name in BASELINES:
            run, items = baseline_run(name, subset, str(TaskName(subset)), part)
            summaries.append(summarize(run, FILTER, items))
    if summaries:
        print(tables.scores(summaries, style))
    return fail.code


def reproduce(responses: Sequence[str], options: score_files.Options, style: str) -> int:
    """Print the paper's tables from recorded responses; returns 1 if a file was unusable."""
    fail, collected = Failures(), reproduction.Collected()
    for run, by_filter in score_files.score_places(responses, options, fail, warn, progress):
        if reason := collected.add(run, *by_filter["strict-match"]):
            warn(f"{run.path}: {run.task}: left out, as {reason}")
    catalog = Catalog(options.data_dir)
    for subset in dict.fromkeys(key[0] for key in list(collected.scores)):
        collected.add_baselines(subset, catalog.part(subset))
    if collected.scores:
        print(paper_tables.render_reproduction(collected, style))
    return fail.code
