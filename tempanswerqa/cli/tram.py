"""The command on TRAM."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from tempanswerqa.cli import options

EPILOG = """\
examples:
  tempanswerqa tram                                 # the published table
  tempanswerqa tram results/                        # what lm_eval wrote, below it
  tempanswerqa tram --errata                        # released answers that are wrong
  tempanswerqa tram --shortcuts                     # what the options alone give away
  tempanswerqa tram --shortcuts --tasks arithmetic,duration --format markdown
"""


def add(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the command."""
    tram = command(
        "tram",
        _tram,
        "show results on TRAM beside the published ones and beside what needs no question",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tram.add_argument(
        "places", nargs="*", metavar="RESULTS", help="results_*.json of lm_eval, or folders of them"
    )
    tram.add_argument(
        "--shortcuts",
        action="store_true",
        help="score rules that choose by the options alone, such as the earliest, by category",
    )
    tram.add_argument(
        "--errata", action="store_true", help="list released answers that are wrong or spoiled"
    )
    tram.add_argument(
        "--tasks", type=_tasks, help="for --shortcuts: tasks with commas (default: all ten)"
    )
    options.add_format(tram)
    tram.add_argument(
        "--data_dir",
        metavar="DIR",
        help="folder of the archives (default: $TRAM_DATA, the cache, the network)",
    )


def _tasks(text: str) -> list[str]:
    from tempanswerqa.neighbours.tram.items import TASKS

    named = [name.removeprefix("tram_") for name in text.split(",")]
    if unknown := [name for name in named if name not in TASKS]:
        raise argparse.ArgumentTypeError(
            f"unknown task {unknown[0]!r}; known are {', '.join(TASKS)}"
        )
    return named


def _tram(given: argparse.Namespace) -> int:
    from tempanswerqa.cli import run_tram
    from tempanswerqa.neighbours.tram.items import TASKS

    if given.errata:
        return run_tram.show_errata(given.data_dir, given.format)
    if given.shortcuts:
        return run_tram.show_shortcuts(given.tasks or TASKS, given.data_dir, given.format)
    return run_tram.compare(given.places, given.data_dir, given.format)
