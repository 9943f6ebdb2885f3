"""Declares sections of commands, and the options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

from tempanswerqa.text import suggestion

FILTER = "--filter [strict-match|flexible-extract]"
NATURAL, POSITIVE = click.IntRange(0), click.IntRange(1)
PATH = click.Path(readable=False)  # is only completed, not checked

Function = Callable[..., Any]


class Command(click.Command):
    """A command whose options may take several values, if `...` ends what the help shows."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments as click does, with `--runs A B` read as `--runs A --runs B`."""
        taking = (each for each in self.params if str(each.metavar).endswith("..."))
        several = {name for each in taking for name in each.opts}
        words: list[str] = []
        option = ""
        for place, word in enumerate(args):
            if word == "--":
                words += args[place:]
                break
            if word.startswith("-") and word != "-":
                option = word if word in several else ""
            elif option and words[-1] != option:
                words.append(option)
            words.append(word)
        return super().parse_args(ctx, words)


class Section(click.Group):
    """The commands of one kind, or those below another command."""

    command_class = Command
    group_class = type

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command as click does; the error on an unknown one names similar ones."""
        if args[0].replace("-", "_") not in self.commands and not ctx.resilient_parsing:
            ctx.fail(f"no command {args[0]!r}; {suggestion(args[0], self.commands)}")
        return super().resolve_command(ctx, args)


class Commands(Section):
    """The commands of all sections; the help lists them below the names of their sections."""

    def __init__(self, *sections: Section, **settings: Any) -> None:
        self.sections = sections
        commands = {name: each for section in sections for name, each in section.commands.items()}
        super().__init__(commands=commands, **settings)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the name and the first sentence of each command."""
        for section in self.sections:
            with formatter.section(section.name or ""):
                formatter.write_dl([
                    (name, command.get_short_help_str(limit=500).rstrip("."))
                    for name, command in section.commands.items()
                ])  # fmt: skip


def option(words: str, text: str, *name: str, **settings: Any) -> Function:
    """Return an option that the help shows as `words` and explains by `text`.

    After its name stands a word for the value (FILE, DIR and RUN are files for completion), or
    `[a|b]` for a choice; `...` at the end lets it take several. An option with a name alone is a
    flag.
    """
    flag, _, value = words.partition(" ")
    if value.rstrip(".") in ("FILE", "DIR", "RUN"):
        settings |= {"type": PATH}
    if value.startswith("["):
        settings |= {"type": click.Choice(value[1:-1].split("|"))}
    if value.endswith("..."):
        settings |= {"multiple": True}
    elif not value:
        settings |= {"is_flag": True}
    return click.option(flag, *name, metavar=value or None, help=text, **settings)


both_filters = option(FILTER, "read with this filter alone (default: with both)")
style = option(
    "--format [table|markdown|latex|csv|json]", "style of output", "style", default="table"
)
data_dir = option(
    "--data_dir DIR",
    "folder of the questions (default: $TEMPANSWERQA_DATA, the cache, the network)",
)


def main_filter(text: str) -> Function:
    """Return the option --filter of a command that reads with one filter."""
    paper = "strict-match reads as the paper does"
    return option(FILTER, f"{text}; {paper}", "rule", default="strict-match")


def questions(function: Function) -> Function:
    """Add the folders of questions; those of users are included before the function runs."""

    @data_dir
    @option(
        "--include_path DIR",
        "folder of your own questions that `tempanswerqa new` made, or a folder of such "
        "folders; may be repeated",
        multiple=True,
    )
    @wraps(function)
    def run(include_path: Sequence[str], **given: Any) -> int:
        from tempanswerqa.questions import own

        for place in include_path:
            own.include(place)
        return function(**given)

    return run


def scoring(function: Function) -> Function:
    """Hand the settings of scoring to a function as `options`, in place of one parameter each."""

    @wraps(function)
    def run(
        data_dir: str | None,
        think_end_token: str | None = None,
        samples: str | None = None,
        filter: str | None = None,
        jobs: int | None = 1,
        **given: Any,
    ) -> int:
        from tempanswerqa.runs.score_files import Options
        from tempanswerqa.scoring import FILTERS

        filters = (filter,) if filter else tuple(FILTERS)
        texts = think_end_token or "", samples or ""
        return function(options=Options(filters, data_dir, *texts, jobs=jobs or 0), **given)

    return run


think_end = option(
    "--think_end_token TEXT",
    "closing mark of thinking; a response without it is all thinking (default: the mark that "
    "saved samples name, else all known marks)",
)


def reading(function: Function) -> Function:
    """Add all options that set how saved responses are read and scored."""
    samples = option(
        "--samples [first|mean]",
        "how to score several responses to a question: by the first, or by the mean of all "
        "scores (default: by the mean if a file answers each question equally often, else by the "
        "first, as for an answer that was saved twice)",
    )
    jobs = option(
        "--jobs N",
        "number of processes (default: as many as there are processors)",
        type=POSITIVE,
    )
    return questions(think_end(samples(jobs(scoring(function)))))
