"""Commands that publish runs: `leaderboard`, `pack`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from tempanswerqa.cli import options
from tempanswerqa.cli.options import PATH
from tempanswerqa.cli.terminal import Failures, progress, tell, warn


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="FOLDER...", type=PATH)
@click.option(
    "--out",
    type=PATH,
    metavar="DIR",
    required=True,
    help="write the page and its JSON file into this folder",
)
@click.option("--strict", is_flag=True, help="end with 1 if anything is wrong with a submission")
@click.option(
    "--answers",
    is_flag=True,
    help="write a report with every answer, too, to which each row leads; it has the questions, so "
    "publish it only where these may be shown",
)
@click.option("--title", default="Temporal answers: leaderboard", help="heading of the page")
@options.reading
def leaderboard(
    places: Sequence[str], out: str, title: str, strict: bool, answers: bool, options: Any
) -> int:
    """Score the responses of runs again, and write a page that ranks them.

    FOLDER has runs that `tempanswerqa pack` or lm_eval wrote, or other saved responses, as for
    score. Each sender has a folder; of several runs of a model and task there, the latest counts.
    The page says what each run is, which have the same responses and what has no score, and shows
    the scores of the paper's Tables 11 and 12 below. DIR/index.html needs no other file;
    DIR/leaderboard.json has the same rows for programs.

    \b
    Examples:
      tempanswerqa leaderboard results/ --out leaderboard
      tempanswerqa leaderboard submissions/* --out leaderboard
    """
    from tempanswerqa.files import check_folder
    from tempanswerqa.reports import leaderboard

    fail, folder = Failures(), Path(out)
    check_folder(folder)
    board = leaderboard.collect(places, options, fail, warn, progress, answers)
    if board.runs:
        tell(f"wrote {leaderboard.write(board, folder, title)}, with leaderboard.json beside it")
    return fail.code if strict or not board.runs else 0


@click.command()
@click.argument("places", nargs=-1, metavar="RUN...", type=PATH)
@click.option("--out", type=PATH, help="write the submission into this folder")
@click.option(
    "--check",
    type=PATH,
    metavar="FOLDER",
    help="say what is wrong with a submission, and write nothing",
)
@click.option(
    "--model", help="name of the model (default: as in the results, of a path the last part)"
)
@click.option("--partial", is_flag=True, help="pack a run that lacks tasks or answers, too")
@options.reading
def pack(
    places: Sequence[str], out: str | None, check: str | None, options: Any, **settings: Any
) -> int:
    """Write a run in lm_eval's own format, to publish it.

    RUN is saved responses of one model and prompting to the four tasks, as for score. The folder
    has the scores, and the responses with the ids of their questions. Of the settings it has only
    the model's name, shots, versions and options of generation: no texts of questions, no paths,
    no keys. Nothing is sent anywhere.

    \b
    Examples:
      tempanswerqa pack results/MODEL --out submission
      tempanswerqa pack 'runs/*MODEL*few-shot*' --partial --out submission
      tempanswerqa pack --check submission
    """
    from tempanswerqa.runs import submission

    fail = Failures()
    if check:
        for problem in submission.check(check, options, fail, warn):
            fail(problem)
        return fail.code
    if not (places and out):
        raise click.UsageError("pass RUN and --out, or --check")
    if path := submission.pack(places, Path(out), options, fail, warn, **settings):
        tell(f"wrote {path}")
    return fail.code
