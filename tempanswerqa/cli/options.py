"""Options that several commands share, each declared once, and what their values may be."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import own
from tempanswerqa.questions.draws import LEVEL, LEVELS, SEED
from tempanswerqa.questions.subsets import SUBSETS

if TYPE_CHECKING:
    from tempanswerqa.runs.score_files import Options

Parser = argparse.ArgumentParser

STYLES = ("table", "markdown", "latex", "csv", "json")
FILTERS = ("strict-match", "flexible-extract")
PACKED = ("tempanswerqa", "huggingface", "every_eval_ever")
"""Formats that `pack` writes; the first is our own."""
SAMPLES = ("first", "mean", "median")
RELATIONSHIPS = ("first_party", "third_party", "collaborative", "other")
BOUNDED = tuple(name for name, metric in METRICS.items() if metric.bounded)


def add_scoring_options(command: Parser, filters: bool = True, bootstrap: int | None = 0) -> None:
    """Add what `scoring` reads, with a choice of filters and resampled intervals or without."""
    if filters:
        _add_filter(command, "read with this filter alone (default: with both)")
    add_format(command)
    if bootstrap is not None:
        add_bootstrap(command, bootstrap)
    add_data_dir(command)
    add_include_path(command)
    if filters:
        add_think_end(command)
        add_samples(command)


def add_main_filter(command: Parser, text: str) -> None:
    """Add --filter where there is one at a time."""
    told = f"{text} (default: strict-match, as the paper reads)"
    _add_filter(command, told, "rule", "strict-match")


def _add_filter(
    command: Parser, text: str, dest: str = "filter", default: str | None = None
) -> None:
    command.add_argument("--filter", dest=dest, choices=FILTERS, default=default, help=text)


def add_format(command: Parser, default: str | None = "table") -> None:
    """Add --format, a style of `tables.STYLES`."""
    told = "" if default is None else f" (default: {default})"
    command.add_argument(
        "--format", dest="style", choices=STYLES, default=default, help=f"style of output{told}"
    )


def add_results(command: Parser, text: str, number: str = "+") -> None:
    """Add the files and folders that a command reads."""
    command.add_argument("places", nargs=number, metavar="RESULTS", help=text)


def add_out(
    command: argparse._ActionsContainer, text: str, metavar: str = "DIR", required: bool = True
) -> None:
    """Add --out, the file or folder that a command writes."""
    command.add_argument("--out", metavar=metavar, required=required, help=text)


def add_page(command: Parser, title: str, site: str = "") -> None:
    """Add what a page of scores needs: --out, --title, and how to score.

    With `site`, the help of --site, that may stand in place of --out.
    """
    place = command.add_mutually_exclusive_group(required=True) if site else command
    told = "write the page, and the files that belong to it, into this folder"
    add_out(place, told, required=not site)
    if site:
        place.add_argument("--site", metavar="DIR", help=site)
    command.add_argument("--title", default=title, help="heading of the page")
    add_bootstrap(command)
    add_data_dir(command)
    add_include_path(command)
    add_think_end(command)
    add_samples(command)


def add_publication(command: Parser) -> None:
    """Add --format of `pack`, and what the formats of others need."""
    command.add_argument(
        "--format",
        dest="packed",
        choices=PACKED,
        default=PACKED[0],
        help=f"what is written (default: {PACKED[0]}, which `tempanswerqa verify` checks)",
    )
    _add_filter(command, "formats of others: write the scores of this filter alone")
    for name, metavar, told in (
        ("--dataset_id", "ID", "huggingface: the dataset with the questions, ORGANIZATION/NAME"),
        ("--source_url", "URL", "formats of others: where the run, or who ran it, is described"),
        ("--organization", "NAME", "every_eval_ever: who ran the model"),
    ):
        command.add_argument(name, metavar=metavar, default="", help=told)
    command.add_argument(
        "--relationship",
        choices=RELATIONSHIPS,
        default=RELATIONSHIPS[-1],
        help="every_eval_ever: of who ran the model to who made it (default: other)",
    )


def add_tasks(command: Parser, text: str, required: bool = False) -> None:
    """Add --tasks: names between commas or spaces."""
    command.add_argument(
        "--tasks",
        nargs="+",
        type=lambda names: names.split(","),
        action=_Flat,
        required=required,
        metavar="TASK",
        help=text,
    )


class _Flat(argparse.Action):
    """Keeps lists as one list."""

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, [name for names in values for name in names if name])


def add_draw(command: Parser, size: int, subset: str = "", needed: bool = True) -> None:
    """Add the options that name a draw of fresh questions; `subset` is what none stands for."""
    told = f" (default: {subset})" if subset else ""
    command.add_argument(
        "--subset", required=needed, metavar="NAME", help=f"{_either(SUBSETS)}{told}"
    )
    told = f"{_either(LEVELS)}; tot_semantic also has huge (default: {LEVEL})"
    command.add_argument("--level", default=LEVEL, help=told)
    command.add_argument(
        "--n", type=positive, default=size, help=f"number of questions (default: {size})"
    )
    add_seed(command, "each seed names other questions, and always the same ones", SEED)


def add_seed(command: Parser, text: str, default: int = 0, *, of_weights: bool = False) -> None:
    """Add --seed; seeds of weights have 32 bits, as NumPy and torch take them."""
    kind = weights_seed if of_weights else natural
    command.add_argument("--seed", type=kind, default=default, help=f"{text} (default: {default})")


def add_bootstrap(command: Parser, default: int = 0) -> None:
    """Add --bootstrap and --seed."""
    command.add_argument(
        "--bootstrap",
        type=count,
        default=default,
        metavar="N",
        help="resample the intervals N times "
        + (f"(default: {default})" if default else "instead of the closed form"),
    )
    add_seed(command, "seed of --bootstrap")


def add_data_dir(command: Parser, what: str = "questions", variable: str = "TEMPANSWERQA") -> None:
    """Add --data_dir."""
    command.add_argument(
        "--data_dir",
        metavar="DIR",
        help=f"folder of the {what} (default: ${variable}_DATA, the cache, the network)",
    )


def add_include_path(command: Parser) -> None:
    """Add --include_path, which `call` includes."""
    command.add_argument(
        "--include_path",
        action="append",
        default=[],
        metavar="DIR",
        help="folder of your own questions, of `tempanswerqa new`, or a folder of such folders; "
        "may be repeated",
    )


def add_think_end(command: Parser) -> None:
    """Add --think_end_token."""
    command.add_argument(
        "--think_end_token",
        metavar="TEXT",
        default="",
        help="closing mark of thinking; a response without it is all thinking (default: the mark "
        "that saved samples name, else all known marks)",
    )


def add_samples(command: Parser) -> None:
    """Add --samples."""
    command.add_argument(
        "--samples",
        choices=SAMPLES,
        default="",
        help="what counts of several responses to a question: the first, the mean of their scores, "
        "or the answer that they agree on (default: the mean, where all questions have as many; "
        "else the first, as for an answer that was saved twice)",
    )


def scoring(given: argparse.Namespace) -> Options:
    """Return how the given arguments ask to score; what they do not name is as by default."""
    from tempanswerqa.runs.score_files import FILTERS, Options

    told = vars(given)
    filters = (told["filter"],) if told.get("filter") else tuple(FILTERS)
    drawn = told.get("bootstrap", 0), told.get("seed", 0)
    read = {name: told.get(name, "") for name in ("samples", "join")}
    return Options(filters, told["data_dir"], *drawn, told.get("think_end_token", ""), **read)


def call(given: argparse.Namespace) -> int:
    """Run the command of the given arguments and return its exit code.

    `given.run` names a function of this room; its parameters are named like the arguments.
    `options` are those of `scoring`, `given` are all arguments.
    """
    from inspect import signature  # as slow to import as the parser

    module, _, name = given.run.partition(".")
    function = getattr(import_module(f"tempanswerqa.cli.{module}"), name)
    wanted = signature(function).parameters
    told = vars(given) | {"given": given}
    for place in told.get("include_path", ()):
        own.include(place)
    if "options" in wanted:
        told["options"] = scoring(given)
    return function(**{parameter: told[parameter] for parameter in wanted})


def count(text: str) -> int:
    """Return a number of resamples: 40 or more, so that some lie outside of the interval."""
    number = int(text)
    if not 40 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError("has to be from 40 to 1,000,000")
    return number


def points(text: str) -> float:
    """Return a number of points, above 0 and up to 100."""
    number = float(text)
    if not 0 < number <= 100:
        raise argparse.ArgumentTypeError("has to be above 0 and at most 100")
    return number


def truth(text: str) -> bool:
    """Return a truth value, as lm_eval reads it."""
    return text.lower() in ("true", "1", "yes")


def natural(text: str) -> int:
    """Return a whole number from 0 on."""
    return _at_least(0, text)


def weights_seed(text: str) -> int:
    """Return a whole number from 0 on, of at most 32 bits."""
    if (number := natural(text)) >= 2**32:
        raise argparse.ArgumentTypeError("has to be below 4,294,967,296")
    return number


def positive(text: str) -> int:
    """Return a whole number from 1 on."""
    return _at_least(1, text)


def _at_least(least: int, text: str) -> int:
    try:
        number = int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from error
    if number < least:
        raise argparse.ArgumentTypeError(f"has to be {least} or more")
    return number


def _either(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}"
