"""What the commands print and write, and how they end."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tempanswerqa import baselines, comparison, reproduction, scoring, tables
from tempanswerqa.catalog import Catalog
from tempanswerqa.files import written_whole
from tempanswerqa.questions import SUBSETS, QuestionError
from tempanswerqa.results import ItemWriter, ResultsWriter
from tempanswerqa.sources import SourceError
from tempanswerqa.summary import Summary, summarize

MOMENT = 1.0
"""Seconds after which a progress bar appears."""


def score(
    places: Sequence[str],
    options: scoring.Options,
    style: str,
    items_file: str | None = None,
    output_path: str | None = None,
) -> int:
    """Score saved responses and print the table; returns 1 if a place or file was unusable.

    Problems go to standard error as they are found. `items_file` gets a CSV row per response and
    filter, `output_path` results and samples files; both are written whole or not at all.
    """
    failures: list[str] = []
    summaries: list[Summary] = []

    def fail(problem: str) -> None:
        failures.append(problem)
        _tell(f"error: {problem}")

    with ExitStack() as stack:
        writer = stack.enter_context(_item_writer(items_file)) if items_file else None
        results = ResultsWriter(output_path) if output_path else None
        scored = scoring.score_places(places, options, fail, _warn, _progress)
        for run, by_filter in scored:
            summaries += [summary for _, summary in by_filter.values()]
            if results:
                results.write(run, by_filter)
            for rule, (items, _) in by_filter.items():
                if writer:
                    writer.write(run, rule, items)
        if results:
            for path in results.finish():
                _tell(f"wrote {path}")
    if summaries:
        print(tables.render(summaries, style))
    return 1 if failures else 0


def baselines_table(options: scoring.Options, style: str) -> int:
    """Print the mean and median baselines of each task; returns 1 if a task has no questions."""
    catalog = Catalog(options.data_dir)
    summaries, code = [], 0
    for subset in SUBSETS:
        try:
            part = catalog.part(subset)
        except (QuestionError, SourceError) as error:
            _tell(f"error: {error}")
            code = 1
            continue
        for name in baselines.BASELINES:
            run, items = baselines.baseline_run(name, subset, catalog.prefix + subset, part)
            rule, drawn = baselines.FILTER, (options.resamples, options.seed)
            summaries.append(summarize(run, part, rule, items, *drawn))
    if summaries:
        print(tables.render(summaries, style))
    return code


def compare(first: str, second: str, options: scoring.Options, style: str) -> int:
    """Print the paired comparison of two runs; returns 1 if they cannot be compared."""
    failures: list[str] = []
    sides = []
    for name in (first, second):
        scored = scoring.score_places([name], options, failures.append, _warn)
        runs = ((run, {rule: items for rule, (items, _) in by.items()}) for run, by in scored)
        sides.append(comparison.by_task(name, runs))
    for failure in failures:
        _tell(f"error: {failure}")
    compared = comparison.compare(*sides, options.resamples, options.seed)
    print(tables.render_comparison(compared, style, comparison.disagreements(compared)))
    return 1 if failures else 0


def reproduce(places: Sequence[str], options: scoring.Options, style: str) -> int:
    """Print the paper's tables from recorded responses; returns 1 if a file was unusable."""
    failures: list[str] = []
    collected = reproduction.Collected()
    for run, by_filter in scoring.score_places(places, options, failures.append, _warn, _progress):
        collected.add(run, *by_filter["strict-match"])
    catalog = Catalog(options.data_dir)
    for subset in dict.fromkeys(key[0] for key in list(collected.scores)):
        collected.add_baselines(subset, catalog.part(subset))
    for failure in failures:
        _tell(f"error: {failure}")
    if collected.scores:
        print(tables.render_reproduction(collected, style))
    return 1 if failures else 0


@contextmanager
def _item_writer(name: str) -> Iterator[ItemWriter]:
    with written_whole(Path(name), newline="", encoding="utf-8") as file:
        yield ItemWriter(file)


def _progress(files: Sequence[Path]) -> Iterator[Path]:
    """The files, under a progress bar from the first moment on that it takes."""
    started = time.monotonic()
    for done, path in enumerate(files):
        if time.monotonic() - started > MOMENT:
            from tqdm import tqdm  # as slow to import as a file is to score

            rest = tqdm(files[done:], initial=done, total=len(files), unit="file", leave=False)
            yield from rest
            return
        yield path


def _tell(text: str) -> None:
    print(f"tempanswerqa: {text}", file=sys.stderr)


def _warn(problem: str) -> None:
    _tell(f"warning: {problem}")
