"""Options that several commands share, and what their values may be."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tempanswerqa.runs.score_files import Options


def add_scoring_options(
    command: argparse.ArgumentParser, filters: bool = True, bootstrap: int | None = 0
) -> None:
    """Add what `options` reads, with a choice of filters and resampled intervals or without."""
    if filters:
        command.add_argument(
            "--filter",
            choices=("strict-match", "flexible-extract"),
            help="read with this filter alone (default: with both)",
        )
    add_format(command)
    if bootstrap is not None:
        add_bootstrap(command, bootstrap)
    add_data_dir(command)
    if filters:
        add_think_end(command)


def add_main_filter(command: argparse.ArgumentParser, text: str) -> None:
    """Add --filter where there is one at a time."""
    command.add_argument(
        "--filter",
        choices=("strict-match", "flexible-extract"),
        default="strict-match",
        help=f"{text} (default: strict-match, as the paper reads)",
    )


def add_format(command: argparse.ArgumentParser) -> None:
    """Add --format, a style of `tables.STYLES`."""
    command.add_argument(
        "--format",
        choices=("table", "markdown", "latex", "csv", "json"),
        default="table",
        help="how to print it (default: table)",
    )


def add_bootstrap(command: argparse.ArgumentParser, default: int = 0) -> None:
    """Add --bootstrap and --seed."""
    command.add_argument(
        "--bootstrap",
        type=count,
        default=default,
        metavar="N",
        help="resample the intervals N times "
        + (f"(default: {default})" if default else "instead of the closed form"),
    )
    command.add_argument("--seed", type=natural, default=0, help="seed of --bootstrap (default: 0)")


def add_data_dir(command: argparse.ArgumentParser) -> None:
    """Add --data_dir."""
    command.add_argument(
        "--data_dir",
        metavar="DIR",
        help="folder of the questions (default: $TEMPANSWERQA_DATA, the cache, the network)",
    )


def add_think_end(command: argparse.ArgumentParser) -> None:
    """Add --think_end_token."""
    command.add_argument(
        "--think_end_token",
        metavar="TEXT",
        default="",
        help="mark that ends thinking, and without which a response is all thinking (default: the "
        "one that saved samples name, or else all marks that are known)",
    )


def options(given: argparse.Namespace) -> Options:
    """Return how the given arguments ask to score."""
    from tempanswerqa.runs.score_files import FILTERS, Options

    filters = (given.filter,) if given.filter else tuple(FILTERS)
    return Options(filters, given.data_dir, given.bootstrap, given.seed, given.think_end_token)


def unfiltered(given: argparse.Namespace) -> Options:
    """Return how the given arguments ask to score, with all filters."""
    from tempanswerqa.runs.score_files import Options

    drawn = {"resamples": given.bootstrap, "seed": given.seed}
    return Options(data_dir=given.data_dir, think_end=given.think_end_token, **drawn)


def count(text: str) -> int:
    """Return a number of resamples."""
    number = int(text)
    if not 1 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError("has to be from 1 to 1000000")
    return number


def truth(text: str) -> bool:
    """Return a truth value, as lm_eval reads it."""
    return text.lower() in ("true", "1", "yes")


def natural(text: str) -> int:
    """Return a whole number from 0 on."""
    return _at_least(0, text)


def positive(text: str) -> int:
    """Return a whole number from 1 on."""
    return _at_least(1, text)


def _at_least(least: int, text: str) -> int:
    number = int(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"has to be {least} or more")
    return number
