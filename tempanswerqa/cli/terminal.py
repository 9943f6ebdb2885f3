"""Messages and progress on standard error, even when streams are closed."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TypeVar

from tempanswerqa.text import printable

Item = TypeVar("Item")


def end_on_sigterm() -> None:
    """Make SIGTERM end the command as an error does, so that half-written files are removed."""
    with suppress(ValueError):  # only the main thread can set it
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def open_streams() -> None:
    """Replace closed streams by the null device; escape characters that cannot be written.

    They are opened in the order of their numbers, so no other file gets the number of a closed one.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop_unwritten() -> None:
    """Drop output that cannot be written, so that Python prints no error on exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(*lines: str) -> None:
    """Print lines on standard error, without control characters."""
    with suppress(OSError):  # the stream is closed
        print("tempanswerqa:", "\n".join(map(printable, lines)), file=sys.stderr)


def warn(*problems: str) -> None:
    """Print warnings on standard error, e.g. that scores are incomplete."""
    for problem in problems:
        tell(f"warning: {problem}")


class Failures:
    """Prints problems with places and files on standard error, each once."""

    def __init__(self) -> None:
        self.code = 0
        """The exit code: 1 after a problem, else 0."""
        self._told: set[str] = set()

    def __call__(self, problem: str) -> None:
        self.code = 1
        if problem not in self._told:
            self._told.add(problem)
            tell(f"error: {problem}")


def progress(items: Sequence[Item]) -> Iterable[Item]:
    """Return the items; on a terminal, a bar shows how many are done."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, "", console=Console(stderr=True), transient=True)
