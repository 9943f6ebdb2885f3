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
@click.option("--title", default="Temporal answers: leaderboard", help="heading of the page")
@options.reading
def leaderboard(places: Sequence[str], out: str, title: str, options: Any) -> int:
    """Score the responses of runs again, and write a page that ranks them.

    FOLDER has runs that `tempanswerqa pack` or lm_eval wrote, or other saved responses, as for
    score. Of several runs of a model and task in a folder, the latest counts. What cannot be read
    is named and left out. The page says what each run is, and shows the scores of the paper's
    Tables 11 and 12 below. DIR/index.html needs no other file;
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
    if runs := leaderboard.collect(places, options, fail, warn, progress):
        tell(f"wrote {leaderboard.write(runs, folder, title)}, with leaderboard.json beside it")
    return 0 if runs else fail.code


@click.command()
@click.argument("places", nargs=-1, required=True, metavar="RUN...", type=PATH)
@click.option("--out", type=PATH, required=True, help="write the submission into this folder")
@click.option(
    "--model", help="name of the model (default: as in the results, of a path the last part)"
)
@click.option("--partial", is_flag=True, help="pack a run that lacks tasks or answers, too")
@click.option(
    "--huggingface",
    "dataset",
    metavar="DATASET",
    help="write evaluation results for the Hugging Face Hub, too; DATASET has the questions there",
)
@options.reading
def pack(places: Sequence[str], out: str, options: Any, **given: Any) -> int:
    """Write a run in lm_eval's own format, to publish it.

    RUN is saved responses of one model and prompting to the four tasks, as for score. The folder
    has the scores, and the responses with the ids of their questions. Of the settings it has only
    the model's name, shots, versions and options of generation: no texts of questions, no paths,
    no keys. Nothing is sent anywhere.

    \b
    Examples:
      tempanswerqa pack results/MODEL --out submission
      tempanswerqa pack 'runs/*MODEL*few-shot*' --partial --huggingface ORG/DATASET --out submission
    """
    from tempanswerqa.runs import submission

    fail = Failures()
    for path in submission.pack(places, Path(out), options, fail, warn, **given):
        tell(f"wrote {path}")
    return fail.code
