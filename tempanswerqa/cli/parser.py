"""Parses the command line, with examples in the help and hints for unknown words."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from typing import Any

from tempanswerqa.cli import options
from tempanswerqa.text import suggestion

Command = Callable[..., "Parser"]
"""The function that adds a command and returns its parser. It takes the name, the function that
`options.call` runs, the help with examples below a blank line, and the declared arguments."""


_HYPHENATED = re.compile(r"--[a-z]+(?:[-_][a-z]+)+(?==|\Z)")


class Parser(argparse.ArgumentParser):
    """Parses a command line; for an unknown command or choice, the error names similar ones.

    Options may have hyphens in place of underscores.
    """

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does, but with underscores in the options of this command."""
        given = list(sys.argv[1:] if args is None else args)
        if "-" in self.prefix_chars and not self._subparsers:  # not those of other commands
            end = given.index("--") if "--" in given else len(given)
            for place, word in enumerate(given[:end]):
                if option := _HYPHENATED.match(word):
                    name = option[0][2:].replace("-", "_")
                    given[place] = f"--{name}{word[option.end() :]}"
        return super().parse_known_args(given, namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            hint = suggestion(str(value), map(str, action.choices))
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}; {hint}")

    def commands(self) -> Command:
        """Return the function that adds commands to this parser."""
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
