"""Runs `tempanswerqa score`: prints the table, writes files, and returns the exit code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from tempanswerqa.cli.terminal import Failures, progress, tell, warn
from tempanswerqa.files import check_place, written_whole
from tempanswerqa.reports import tables
from tempanswerqa.runs import score_files
from tempanswerqa.runs.summary import Summary
from tempanswerqa.runs.writing import ItemWriter, ResultsWriter


def score(
    places: Sequence[str],
    options: score_files.Options,
    style: str,
    items: str | None = None,
    output_path: str | None = None,
) -> int:
    """Score saved responses and print the table; returns 1 if a place or file was unusable.

    Problems go to standard error as they are found. The file `items` gets a CSV row per response
    and filter, the folder `output_path` results and samples; files are written whole or not at all.
    """
    fail = Failures()
    summaries: list[Summary] = []
    if items:
        check_place(Path(items))
    with ExitStack() as stack:
        writer = None
        results = ResultsWriter(output_path) if output_path else None
        scored = score_files.score_places(places, options, fail, warn, progress)
        for run, by_filter in scored:
            summaries += [summary for _, summary in by_filter.values()]
            if results:
                results.write(run, by_filter)
            if items and not writer:  # if nothing is scored, an older file stays
                writer = stack.enter_context(_item_writer(items))
            if writer:
                writer.write(run, by_filter)
        if results:
            for path in results.finish():
                tell(f"wrote {path}")
    if writer:
        tell(f"wrote {items}")
    _show(summaries, style)
    return fail.code


def _show(summaries: Sequence[Summary], style: str) -> None:
    if summaries:
        print(tables.scores(summaries, style))
        if told := tables.samples(summaries, style):
            print(f"\n{told}")
    if style in tables.RECORDS:
        for warning in tables.not_comparable(summaries):
            warn(warning)


@contextmanager
def _item_writer(name: str) -> Iterator[ItemWriter]:
    options: dict[str, Any] = {"newline": "", "encoding": "utf-8", "errors": "backslashreplace"}
    with written_whole(Path(name), **options) as file, TemporaryFile("w+", **options) as kept:
        writer = ItemWriter(file, kept)  # type: ignore[arg-type]  # opened as text, the mode being "w"
        yield writer
        writer.finish()
