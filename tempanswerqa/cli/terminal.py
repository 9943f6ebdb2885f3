"""Writes what commands say on standard error, and ends output that nobody can take."""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from tempanswerqa.text import printable

Item = TypeVar("Item")

MOMENT = 1.0
"""Seconds after which a progress bar appears."""


def end_on_sigterm() -> None:
    """Let SIGTERM end the command as an error does, so that files which are half written go."""
    with suppress(ValueError):  # only the main thread can
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def open_streams() -> None:
    """Open nothing in place of streams that the caller has closed; write characters of all kinds.

    In order, so that no file of ours gets the number of a closed stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop_unwritten() -> None:
    """Drop what cannot be written, so that Python does not complain of it when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(*lines: str) -> None:
    """Say something on standard error, without secrets and control characters."""
    with suppress(OSError):  # nobody listens
        print("tempanswerqa:", "\n".join(map(printable, lines)), file=sys.stderr)


def warn(problem: str) -> None:
    """Say what forbids to take scores as they are."""
    tell(f"warning: {problem}")


class Failures:
    """Tells on standard error what could not be used, each problem once."""

    def __init__(self) -> None:
        self.code = 0
        """The exit code."""
        self._told: set[str] = set()

    def __call__(self, problem: str) -> None:
        self.code = 1
        if problem not in self._told:
            self._told.add(problem)
            tell(f"error: {problem}")


def progress(items: Sequence[Item], unit: str = "file") -> Iterator[Item]:
    """Yield the items; on a terminal, once they take a moment, under a progress bar."""
    started = time.monotonic()
    for done, item in enumerate(items):
        if sys.stderr.isatty() and time.monotonic() - started > MOMENT:
            from tqdm import tqdm  # as slow to import as a file is to score

            rest = tqdm(items[done:], initial=done, total=len(items), unit=unit, leave=False)
            yield from rest
            return
        yield item


def counted(total: int, unit: str) -> Callable[[Iterable[Item]], Iterator[Item]]:
    """Return a progress bar, as `progress` has it, for items that come one by one."""

    def progress_of(items: Iterable[Item]) -> Iterator[Item]:
        from tqdm import tqdm

        return iter(tqdm(items, total=total, unit=unit, delay=MOMENT, leave=False, disable=None))

    return progress_of
