"""Declares the commands on questions of users: to make a folder of tasks, and to check it."""

from __future__ import annotations

import argparse

from tempanswerqa.cli import options
from tempanswerqa.cli.parser import Command

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


def _renamed(text: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in text.split(",")]
    if not all(sign and name.strip() and theirs.strip() for name, sign, theirs in pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not COLUMN=THEIRS, between commas")
    return {name.strip(): theirs.strip() for name, _, theirs in pairs}


NEW_ARGUMENTS: options.Declared = {
    "questions QUESTIONS": "a table: .csv, .jsonl (.gz), .parquet, or "
    "hf://datasets/NAME[:CONFIG][:SPLIT]",
    "--name": ("the task's name, in small letters", options.NEEDED),
    "--out DIR": ("the folder to make", options.NEEDED),
    "--columns COLUMN=THEIRS,...": (
        "the table's own names of columns, such as answer=target",
        {"type": _renamed, "default": {}},
    ),
    "--unit": "the unit of all rows, in place of a column",
    "--style": (
        "how the model answers: on a line behind `Final Answer:` (default), or in JSON",
        {"choices": STYLES, "default": STYLES[0]},
    ),
    "--system TEXT": ("system text of all rows", {"default": ""}),
    "--exemplars FILE": "a table of worked examples for the few-shot task; its column response, if "
    "there is one, has the text that the model should have written",
    "--date_order": (
        "the first part of dates like 03/04/2001",
        {"choices": ORDERS, "default": ""},
    ),
    "--title": ("name of the questions on pages (default: --name)", {"default": ""}),
    "--overwrite": ("replace a folder that this command wrote", options.FLAG),
}
CHECK_ARGUMENTS: options.Declared = {
    "folder": "the folder that `new` made",
    "--tokenizer NAME": "count the tokens of prompts with this tokenizer",
    "--context N": "the context of the model",
}


def add(command: Command) -> None:
    """Add the commands."""
    command("new", "run_own.new", NEW, NEW_ARGUMENTS)
    command("check", "run_own.check", CHECK, CHECK_ARGUMENTS)
