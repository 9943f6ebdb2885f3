"""The command `tempanswerqa`: parse arguments, call the library, print what it gives."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from tempanswerqa import __version__, private
from tempanswerqa.cli import fresh, report, scoring, submission, tram
from tempanswerqa.exceptions import TempAnswerError

__all__ = ["main"]

EPILOG = """\
examples:
  tempanswerqa score results/ --items items.csv
  tempanswerqa plan --tasks tempanswerqa_fewshot --context 4096
  tempanswerqa explain @response.txt --task tempanswerqa_ttqa_head --unit years

  tempanswerqa register
  lm_eval --tasks tempanswerqa_tot_arith --model hf --model_args pretrained=MODEL

  lm_eval --include_path "$(tempanswerqa tasks)" --tasks tempanswerqa --model hf ...

  tempanswerqa lm_eval --tasks tempanswerqa_ttqa_head --model tempanswerqa-recorded \\
      --model_args 'responses=runs/ttqa_head_*zero-shot*.csv.gz'
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; errors go to standard error in one line."""
    for stream in (sys.stdout, sys.stderr):  # names of models have characters of all kinds
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = _parser().parse_args(arguments)
    try:
        code = given.run(given)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("tempanswerqa: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of a pipe, such as head, has what it wants
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (TempAnswerError, ImportError, OSError) as error:
        print(f"tempanswerqa: {private.masked(str(error))}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tempanswerqa",
        description="TempAnswerQA for lm-evaluation-harness: scores temporal answers by how far "
        "off they are.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run, text: str, **options) -> argparse.ArgumentParser:
        about = text[0].upper() + text[1:] + "."
        added = commands.add_parser(name, help=text, description=about, **options)
        added.set_defaults(run=run)
        return added

    scoring.add(command)
    fresh.add(command)
    tram.add(command)
    report.add(command)
    submission.add(command)
    command("register", _register, "make the tasks known to the installed lm_eval")
    command("unregister", _unregister, "take away what register wrote")
    command("tasks", _tasks, "print the folder of the tasks, for lm_eval --include_path")
    tiny = command("tiny-model", _tiny_model, "write a tiny random chat model to try things with")
    tiny.add_argument("folder", help="where to write it")
    tiny.add_argument("--seed", type=int, default=0, help="seed of the weights (default: 0)")
    harness = command(
        "lm_eval",
        _lm_eval,
        "run lm_eval with this project's tasks and with the models tempanswerqa-recorded "
        "(answers from saved responses) and tempanswerqa-median (a baseline)",
        prefix_chars="\0",  # no argument is an option here: all go to lm_eval as they are
        add_help=False,
    )
    harness.add_argument("arguments", nargs="*", help="as for lm_eval itself")
    return parser


def _register(_: argparse.Namespace) -> int:
    from tempanswerqa.harness import registration

    stubs = registration.register()
    print(f"wrote {len(stubs)} stubs, one per task and group:")
    for stub in stubs:
        print(f"  {stub}")
    print("lm_eval now knows the tasks; `tempanswerqa unregister` takes the stubs away")
    return 0


def _unregister(_: argparse.Namespace) -> int:
    from tempanswerqa.harness import registration

    removed = registration.unregister()
    print(f"removed {len(removed)} stubs" if removed else "nothing was registered")
    for stub in removed:
        print(f"  {stub}")
    return 0


def _tasks(_: argparse.Namespace) -> int:
    from tempanswerqa.harness import registration

    print(registration.tasks_folder())
    return 0


def _tiny_model(given: argparse.Namespace) -> int:
    from tempanswerqa.harness import tiny_model

    print(tiny_model.write_tiny_model(given.folder, given.seed))
    return 0


def _lm_eval(given: argparse.Namespace) -> int:
    from tempanswerqa.harness import models

    models.run_harness(given.arguments)
    return 0
