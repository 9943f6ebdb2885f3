"""The options that several commands share."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

PATH = click.Path(readable=False)  # is only completed, not checked
FILTER = click.Choice(("strict-match", "flexible-extract"))

Function = Callable[..., int]

places = click.argument("places", nargs=-1, required=True, metavar="RESULTS...", type=PATH)
both_filters = click.option(
    "--filter", type=FILTER, help="read with this filter alone (default: with both)"
)
style = click.option(
    "--format",
    "style",
    type=click.Choice(("table", "markdown", "latex", "csv", "json")),
    default="table",
    help="style of output",
)
out = click.option(
    "--out", type=PATH, metavar="DIR", required=True, help="write the page into this folder"
)
think_end = click.option(
    "--think_end_token",
    default="",
    show_default=False,
    help="closing mark of thinking (default: that of saved samples, else all known marks)",
)


def main_filter(text: str, default: str | None = None) -> Callable[[Function], Function]:
    """Return the option --filter of a command that reads with one filter."""
    text += "; strict-match reads as the paper does"
    return click.option("--filter", "filter_name", type=FILTER, default=default, help=text)


def questions(function: Function) -> Function:
    """Add the folders of questions; those of users are included before the function runs."""

    @click.option(
        "--data_dir",
        type=PATH,
        help="folder of the questions (default: $TEMPANSWERQA_DATA, the cache, the network)",
    )
    @click.option(
        "--include_path",
        type=PATH,
        multiple=True,
        help="folder of your own questions, or of such folders; may be repeated",
    )
    @wraps(function)
    def run(include_path: Sequence[str], **options: Any) -> int:
        from tempanswerqa.questions import own

        for place in include_path:
            own.include(place)
        return function(**options)

    return run


def reading(function: Function) -> Function:
    """Add what sets how saved responses are read and scored; the function gets it as `options`."""

    @questions
    @think_end
    @click.option(
        "--samples",
        type=click.Choice(("first", "mean")),
        help="how to score several responses to a question: by the first, or by the mean of all "
        "scores (default: the mean of as many as most questions of a file have)",
    )
    @click.option("--jobs", type=click.IntRange(1), help="number of processes (default: all cores)")
    @wraps(function)
    def run(
        data_dir: str | None,
        think_end_token: str,
        samples: str | None,
        jobs: int | None,
        filter: str | None = None,
        **others: Any,
    ) -> int:
        from tempanswerqa.runs.score_files import Options

        gc.set_threshold(100_000)  # the readings of a file are many objects without cycles
        filters = (filter,) if filter else FILTER.choices
        options = Options(filters, data_dir, think_end_token, samples or "", jobs=jobs or 0)
        return function(options=options, **others)

    return run
