"""Declares the commands on questions of users: to make a folder of tasks, and to check it."""

from __future__ import annotations

import argparse

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command, Parser

STYLES = ("line", "json")
ORDERS = ("day", "month")
NEW = """\
make tasks for lm_eval of your own temporal questions

examples:
  tempanswerqa new releases.csv --name releases --out releases
  tempanswerqa new rows.jsonl --name dates --out dates --columns question=input,answer=target \\
      --unit date
  lm_eval --include_path releases --tasks releases --model hf --model_args pretrained=MODEL

Columns are question, answer and unit; context, group, id, system, answer_format and category may
stand beside them. Units are seconds, minutes, hours, days, weeks, months, years, calendar year,
date, time and datetime. Questions of one group (on one table, patient or product) are not
independent; standard errors are clustered by it.
"""
CHECK = """\
check a folder of your own tasks, and say what to do

example:
  tempanswerqa check releases --tokenizer MODEL --context 4096
"""


def add(command: Command) -> None:
    """Add the commands."""
    new = command("new", "run_own.new", NEW)
    new.add_argument(
        "questions",
        metavar="QUESTIONS",
        help="a table: .csv, .jsonl (.gz), .parquet, or hf://datasets/NAME[:CONFIG][:SPLIT]",
    )
    new.add_argument("--name", required=True, help="the task's name, in small letters")
    options.add(new, {"--out DIR": ("the folder to make", options.NEEDED)})
    new.add_argument(
        "--columns",
        type=_renamed,
        default={},
        metavar="COLUMN=THEIRS,...",
        help="the table's own names of columns, such as answer=target",
    )
    _add_choices(new)
    _add_check(command)


def _add_choices(new: Parser) -> None:
    new.add_argument("--unit", help="the unit of all rows, in place of a column")
    new.add_argument(
        "--style",
        choices=STYLES,
        default=STYLES[0],
        help="how the model answers: on a line behind `Final Answer:` (default), or in JSON",
    )
    new.add_argument("--system", metavar="TEXT", default="", help="system text of all rows")
    new.add_argument(
        "--exemplars",
        metavar="FILE",
        help="a table of worked examples for the few-shot task; its column response, if there is "
        "one, has the text that the model should have written",
    )
    new.add_argument(
        "--date_order", choices=ORDERS, default="", help="the first part of dates like 03/04/2001"
    )
    new.add_argument("--title", default="", help="name of the questions on pages (default: --name)")
    new.add_argument(
        "--overwrite", action="store_true", help="replace a folder that this command wrote"
    )


def _add_check(command: Command) -> None:
    check = command("check", "run_own.check", CHECK)
    check.add_argument("folder", help="the folder that `new` made")
    check.add_argument(
        "--tokenizer", metavar="NAME", help="count the tokens of prompts with this tokenizer"
    )
    check.add_argument(
        "--context", type=options.positive, metavar="N", help="the context of the model"
    )


def _renamed(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split(",")]
    if not all(sign and name.strip() and theirs.strip() for name, sign, theirs in pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not COLUMN=THEIRS, between commas")
    return {name.strip(): theirs.strip() for name, _, theirs in pairs}
