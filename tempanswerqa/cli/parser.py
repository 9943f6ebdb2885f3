"""The parser of the command line: commands with examples, and hints where a word is not known."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from tempanswerqa.cli import options
from tempanswerqa.text import suggestion

Command = Callable[..., "Parser"]
"""Adds a command, and returns its parser: its name, the function that `options.call` runs, what it
does with examples below a blank line, and the arguments that it declares."""


class Parser(argparse.ArgumentParser):
    """Says of an unknown command or choice what may have been meant."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            hint = suggestion(str(value), map(str, action.choices))
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}; {hint}")

    def commands(self) -> Command:
        """Return what adds the commands of this parser."""
        added = self.add_subparsers(title="commands", metavar="COMMAND", required=True)

        def command(
            name: str, run: str, text: str, declared: options.Declared = options.NONE, **more: Any
        ) -> Parser:
            said, _, examples = text.partition("\n\n")
            said = " ".join(said.split())
            parser = added.add_parser(
                name,
                help=said,
                description=f"{said[0].upper()}{said[1:]}.",
                epilog=examples,
                formatter_class=argparse.RawDescriptionHelpFormatter,
                **more,
            )
            parser.set_defaults(run=run)
            options.add(parser, declared)
            return parser

        return command
