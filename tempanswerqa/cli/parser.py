"""The parser of the command line: commands with examples, and hints where a word is not known."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from tempanswerqa.text import suggestion

Command = Callable[..., "Parser"]
"""Adds a command: its name, the function that `options.call` runs, what it does, examples."""


class Parser(argparse.ArgumentParser):
    """Says of an unknown command or choice what may have been meant."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            hint = suggestion(str(value), map(str, action.choices))
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}; {hint}")

    def commands(self) -> Command:
        """Return what adds the commands of this parser."""
        added = self.add_subparsers(title="commands", metavar="COMMAND", required=True)

        def command(name: str, run: str, text: str, examples: str, **options: Any) -> Parser:
            parser = added.add_parser(
                name,
                help=text,
                description=f"{text[0].upper()}{text[1:]}.",
                epilog=examples,
                formatter_class=argparse.RawDescriptionHelpFormatter,
                **options,
            )
            parser.set_defaults(run=run)
            return parser

        return command
