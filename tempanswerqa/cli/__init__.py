"""The command `tempanswerqa`: it parses arguments, calls the library and prints the results."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from tempanswerqa import __version__
from tempanswerqa.cli import harness, saved, terminal
from tempanswerqa.exceptions import TempAnswerError

__all__ = ["main"]

commands = click.Group(
    commands=[
        *(harness.demo, harness.lm_eval, harness.tasks, harness.register, harness.new),
        *(saved.score, saved.explain, saved.compare, saved.report, saved.correlate),
        *(saved.leaderboard, saved.pack),
    ],
    help="TempAnswerQA for lm-evaluation-harness: scores temporal answers by how far off they are.",
    epilog="""\b
Examples:
  tempanswerqa demo
  tempanswerqa score results/ --items items.csv
  tempanswerqa explain @response.txt --task tempanswerqa_ttqa_head --unit years
  tempanswerqa lm_eval --tasks tempanswerqa --model tempanswerqa-median
  tempanswerqa COMMAND --help""",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
)
click.version_option(__version__, message="tempanswerqa %(version)s")(commands)
EXTRAS = {"torch": "hf", "transformers": "hf", "openpyxl": "xlsx"}
"""The extra of the package that installs a module."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; expected errors are shown without a traceback.

    Without arguments the commands are listed. (`Group.main` of click would turn a closed pipe and
    Ctrl-C into exit code 1.)
    """
    terminal.open_streams()
    terminal.end_on_sigterm()
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        try:
            with commands.make_context("tempanswerqa", words or ["--help"]) as context:
                return int(commands.invoke(context))
        finally:
            sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except KeyboardInterrupt:
        terminal.tell("interrupted")
        return 130
    except BrokenPipeError:  # the reader of the pipe, such as head, has closed it
        return 141
    except (TempAnswerError, ImportError, OSError, MemoryError, RecursionError) as error:
        message = str(error)
        if isinstance(error, MemoryError | RecursionError):
            message = "there is not enough memory, or a file has values nested too deeply"
        if isinstance(error, OSError) and error.strerror:
            place = f"{error.filename}: " if error.filename else ""
            message = f"{place}{error.strerror}; name a place that can be read and written"
        if isinstance(error, ModuleNotFoundError) and error.name in EXTRAS:
            message += f"; install it in the clone: pip install '.[{EXTRAS[error.name]}]'"
        terminal.tell(*message.split("\n"))
        return 1
    finally:
        terminal.drop_unwritten()
