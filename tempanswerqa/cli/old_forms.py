"""Renews older forms of commands, which work until version 0.2."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from tempanswerqa.cli.terminal import warn

COMMANDS = {"leak": "contamination", "shortcuts": "fresh shortcuts", "submit": "pack"}
OPTIONS = {
    "explain": {"--format": "--answer_format"},
    "fresh": {"--family": "--subset"},
    "shortcuts": {"--family": "--subset"},
}
WITHOUT_EFFECT = dict.fromkeys(("compare", "contamination"), ("--bootstrap", "--seed"))
"""The options, each with a value, of commands that no longer resample."""
_HYPHENS = re.compile(r"--[a-z]+(?:[-_][a-z]+)+(?==|$)")


def renewed(arguments: Sequence[str]) -> list[str]:
    """Return the arguments in today's form, and warn in one line if they had an older one.

    Options may have hyphens in place of underscores; that is no older form. Arguments of lm_eval
    stay as they are.
    """
    command, *rest = arguments or [""]
    if command in ("", "lm_eval"):
        return list(arguments)
    end = rest.index("--") if "--" in rest else len(rest)
    options, texts = [*map(_underscored, rest[:end])], rest[end:]
    new = _command(command, options)
    options = _effective(new, options)
    names = OPTIONS.get(command, {})
    used = [name for name in names if any(_is(name, option) for option in options)]
    for name in used:
        options = [o.replace(name, names[name], 1) if _is(name, o) else o for o in options]
    today = " ".join([new, *(names[name] for name in used)])
    before = " ".join([command, *used])
    if before == "tasks" != today:
        warn(
            "to a pipe or file `tempanswerqa tasks` writes the folder until version 0.2, as `tasks "
            "--path` does; for the list add `--format table`"
        )
    elif before != today:
        warn(f"`tempanswerqa {before}` works until version 0.2; it is now `tempanswerqa {today}`")
    return [*new.split(), *options, *texts]


def _command(command: str, options: Sequence[str]) -> str:
    first = options[0] if options else ""
    option = first.startswith("--") and first != "--help"
    if command == "tasks" and not first and not sys.stdout.isatty():
        return "tasks --path"
    if command == "fresh" and option:
        return "fresh draw"
    return COMMANDS.get(command, command)


def _effective(command: str, options: Sequence[str]) -> list[str]:
    """Return the options that a command has; warn once of those that no longer have an effect."""
    names, left, rest = WITHOUT_EFFECT.get(command, ()), [], iter(options)
    for option in rest:
        if not any(_is(name, option) for name in names):
            left.append(option)
        elif "=" not in option:
            next(rest, None)  # its value
    if len(left) < len(options):
        warn(
            f"`{'` and `'.join(names)}` of `tempanswerqa {command}` have no effect, as nothing is "
            "resampled; they are accepted until version 0.2"
        )
    return left


def _is(name: str, option: str) -> bool:
    return option.partition("=")[0] == name


def _underscored(option: str) -> str:
    return _HYPHENS.sub(lambda found: f"--{found[0][2:].replace('-', '_')}", option, count=1)
