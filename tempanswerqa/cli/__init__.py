"""The command `tempanswerqa`: it parses arguments, calls the library and prints the results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import cache

from tempanswerqa import __version__
from tempanswerqa.cli import (
    fresh,
    options,
    own,
    report,
    scoring,
    submission,
    terminal,
)
from tempanswerqa.cli.parser import Command, Parser
from tempanswerqa.exceptions import TempAnswerError

__all__ = ["main"]

EPILOG = """\
examples:
  tempanswerqa demo
  tempanswerqa score results/ --items items.csv
  tempanswerqa explain @response.txt --task tempanswerqa_ttqa_head --unit years

  tempanswerqa register
  lm_eval --tasks tempanswerqa_tot_arith --model hf --model_args pretrained=MODEL

`tempanswerqa COMMAND --help` explains a command with examples.
"""
TASKS = """\
list the tasks and groups that lm_eval can run

examples:
  tempanswerqa tasks
  tempanswerqa tasks --format csv | grep few-shot
  lm_eval --include_path "$(tempanswerqa tasks --path)" --tasks tempanswerqa --model hf ...
"""
REGISTER = """\
make the tasks known to the installed lm_eval

example:
  tempanswerqa register
  lm_eval --tasks tempanswerqa_tot_arith --model hf --model_args pretrained=MODEL

One small file for each task is written into the folder `tasks` of the installed lm_eval.
"""
UNREGISTER = """\
remove what register wrote

example:
  tempanswerqa unregister        # before lm_eval is uninstalled, or replaced by an editable one
"""
UPSTREAM = """\
write the zero-shot tasks as files for lm-evaluation-harness itself

example:
  tempanswerqa upstream --out lm-evaluation-harness/lm_eval/tasks/temporal_answer_qa

The folder has the four zero-shot tasks and their group as plain task files. Their utils.py reads
and scores answers like strict-match and needs datefinder in place of this package.
"""
DEMO = """\
let two models answer 100 fresh questions, and compare, explain and report their answers

examples:
  tempanswerqa demo
  tempanswerqa demo --out FOLDER --open

Both models know the labels and get every second answer wrong: tempanswerqa-near by one year, month
or day, tempanswerqa-far by ten times the spread of the labels. This takes no network and no GPU.
"""
LM_EVAL = """\
run lm_eval with the tasks of this package, and with the models tempanswerqa-recorded (answers
from saved responses) and tempanswerqa-median (a baseline)

examples:
  tempanswerqa lm_eval --tasks tempanswerqa --model tempanswerqa-median
  tempanswerqa lm_eval --tasks tempanswerqa_ttqa_head --model tempanswerqa-recorded \\
      --model_args 'responses=RESPONSES/ttqa_head_Qwen2.5-7B-Instruct_zero-shot*'
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; expected errors are told without a traceback."""
    terminal.open_streams()
    terminal.end_on_sigterm()
    try:
        try:
            return options.call(build_parser().parse_args(arguments))
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        terminal.tell("interrupted")
        return 130
    except BrokenPipeError:  # the reader of a pipe, such as head, has what it wants
        return 141
    except (TempAnswerError, ImportError, OSError) as error:
        terminal.tell(*_told(error).split("\n"))
        return 1
    finally:
        terminal.drop_unwritten()


def _told(error: Exception) -> str:
    if isinstance(error, FileNotFoundError) and error.filename:
        return f"there is no {error.filename}; is the path right?"
    if isinstance(error, ModuleNotFoundError) and error.name in ("torch", "transformers"):
        return f"{error}; the extra `hf` installs it: pip install '.[hf]' in the clone"
    return str(error)


@cache
def build_parser() -> Parser:
    parser = Parser(
        prog="tempanswerqa",
        description="TempAnswerQA for lm-evaluation-harness: scores temporal answers by how far "
        "off they are.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    command = parser.commands()
    for module in (scoring, own, fresh, report, submission):
        module.add(command)
    _add_harness(command)
    return parser


def _add_harness(command: Command) -> None:
    listed: options.Declared = {
        "--path": ("print their folder, for lm_eval --include_path", options.FLAG),
        **options.FORMAT,
    }
    shown: options.Declared = {
        "--out DIR": (
            "the folder to write (default: demo-output); one that a demo wrote is replaced",
            {"default": "demo-output"},
        ),
        "--open": ("open the report in a browser", options.FLAG | {"dest": "shown"}),
    }
    command("demo", "run_task.demo", DEMO, shown)
    command("tasks", "run_task.tasks", TASKS, listed)
    command("register", "run_task.register", REGISTER)
    command("unregister", "run_task.unregister", UNREGISTER)
    folder: options.Declared = {"--out DIR": ("write the files into this folder", options.NEEDED)}
    command("upstream", "run_task.upstream", UPSTREAM, folder)
    # No argument is an option here: all go to lm_eval as they are.
    rest: options.Declared = {"arguments": ("arguments of lm_eval", {"nargs": "*"})}
    command("lm_eval", "run_task.lm_eval", LM_EVAL, rest, prefix_chars="\0", add_help=False)
