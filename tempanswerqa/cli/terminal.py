"""What `tempanswerqa score` prints and writes, and how it ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from tempanswerqa import private
from tempanswerqa.files import check_place, written_whole
from tempanswerqa.reports import tables
from tempanswerqa.runs import score_files
from tempanswerqa.runs.summary import Summary
from tempanswerqa.runs.writing import ItemWriter, ResultsWriter
from tempanswerqa.text import printable

Item = TypeVar("Item")

MOMENT = 1.0
"""Seconds after which a progress bar appears."""


def score(
    places: Sequence[str],
    options: score_files.Options,
    style: str,
    items_file: str | None = None,
    output_path: str | None = None,
) -> int:
    """Score saved responses and print the table; returns 1 if a place or file was unusable.

    Problems go to standard error as they are found. `items_file` gets a CSV row per response and
    filter, `output_path` results and samples files; both are written whole or not at all.
    """
    fail = Failures()
    summaries: list[Summary] = []
    if items_file:
        check_place(Path(items_file))
    with ExitStack() as stack:
        writer = None
        results = ResultsWriter(output_path) if output_path else None
        scored = score_files.score_places(places, options, fail, warn, progress)
        for run, by_filter in scored:
            summaries += [summary for _, summary in by_filter.values()]
            if results:
                results.write(run, by_filter)
            if items_file and not writer:  # where nothing is scored, an older file stays
                writer = stack.enter_context(_item_writer(items_file))
            if writer:
                writer.write(run, by_filter)
        if results:
            for path in results.finish():
                tell(f"wrote {path}")
    _show(summaries, style)
    return fail.code


class Failures:
    """Tells on standard error what could not be used, and remembers that there was something."""

    def __init__(self) -> None:
        self.code = 0
        """The exit code."""

    def __call__(self, problem: str) -> None:
        self.code = 1
        tell(f"error: {printable(problem)}")


def _show(summaries: Sequence[Summary], style: str) -> None:
    if summaries:
        print(tables.render(summaries, style))
    if style in tables.RECORDS:
        for warning in tables.warnings(summaries):
            warn(warning)


@contextmanager
def _item_writer(name: str) -> Iterator[ItemWriter]:
    options = {"newline": "", "encoding": "utf-8", "errors": "backslashreplace"}
    with written_whole(Path(name), **options) as file:
        yield ItemWriter(file)


def progress(items: Sequence[Item], unit: str = "file") -> Iterator[Item]:
    """Yield the items, under a progress bar from the first moment on that they take."""
    started = time.monotonic()
    for done, item in enumerate(items):
        if time.monotonic() - started > MOMENT:
            from tqdm import tqdm  # as slow to import as a file is to score

            rest = tqdm(items[done:], initial=done, total=len(items), unit=unit, leave=False)
            yield from rest
            return
        yield item


def counted(total: int, unit: str) -> Callable[[Iterable[Item]], Iterator[Item]]:
    """Return a progress bar, as `progress` has it, for items that come one by one."""

    def progress_of(items: Iterable[Item]) -> Iterator[Item]:
        from tqdm import tqdm

        return iter(tqdm(items, total=total, unit=unit, delay=MOMENT, leave=False))

    return progress_of


def tell(text: str) -> None:
    """Say something on standard error, but no secret."""
    print(f"tempanswerqa: {private.masked(text)}", file=sys.stderr)


def warn(problem: str) -> None:
    """Say what forbids to take scores as they are."""
    tell(f"warning: {problem}")
