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
both_filters = click.option("--filter", type=FILTER, help="use only this filter (default: both)")
style = click.option(
    "--format",
    "style",
    type=click.Choice(("table", "markdown", "latex", "csv", "json")),
    default="table",
    help="output style",
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
    """Return the option --filter of a command that uses one filter."""
    text += "; strict-match reads as the paper does"
    return click.option("--filter", "filter_name", type=FILTER, default=default, help=text)


def questions(function: Function) -> Function:
    """Add the options for folders of questions; users' are included before the function runs."""

    @click.option(
        "--data_dir",
        type=PATH,
        help="folder of the questions (default: $TEMPANSWERQA_DATA, the cache, the network)",
    )
    @click.option(
        "--include_path",
        type=PATH,
        multiple=True,
        help="folder of your own questions, or a folder of such folders; may be repeated",
    )
    @wraps(function)
    def run(include_path: Sequence[str], **options: Any) -> int:
        from tempanswerqa.questions import own

        for place in include_path:
            own.include(place)
        return function(**options)

    return run


def reading(function: Function) -> Function:
    """Add the options for reading and scoring responses; the function gets them as `options`."""

    @questions
    @think_end
    @click.option(
        "--samples",
        type=click.Choice(("first", "mean")),
        help="how to score several responses to a question: the first one, or the mean of all "
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

        gc.set_threshold(100_000)  # a file's readings are many objects without cycles
        filters = (filter,) if filter else FILTER.choices
        options = Options(filters, data_dir, think_end_token, samples or "", jobs=jobs or 0)
        return function(options=options, **others)

    return run
