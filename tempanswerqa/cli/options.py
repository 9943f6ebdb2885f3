"""Declares the arguments that several commands share, and which values arguments may have."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import own
from tempanswerqa.questions.draws import LEVEL, LEVELS, SEED
from tempanswerqa.questions.subsets import SUBSETS

if TYPE_CHECKING:
    from tempanswerqa.runs.score_files import Options

Parser = argparse.ArgumentParser

STYLES = ("table", "markdown", "latex", "csv", "json")
FILTERS = ("strict-match", "flexible-extract")
PACKED = ("tempanswerqa", "huggingface", "every_eval_ever")
"""The formats that `pack` writes; the first is our own."""
SAMPLES = ("first", "mean", "median")
BOUNDED = tuple(name for name, metric in METRICS.items() if metric.bounded)


def number(kind: type, rule: str, fits: Callable[[Any], bool]) -> Callable[[str], Any]:
    """Return a function that reads an int or a float that `fits`; `rule` says in words which do."""

    def read(text: str) -> Any:
        try:
            found = kind(text)
        except ValueError as error:
            what = "whole number" if kind is int else "number"
            raise argparse.ArgumentTypeError(f"{text!r} is no {what}") from error
        if not fits(found):
            raise argparse.ArgumentTypeError(f"has to be {rule}")
        return found

    return read


natural = number(int, "0 or more", lambda n: n >= 0)
positive = number(int, "1 or more", lambda n: n >= 1)


def _either(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}"


Declared = Mapping[str, str | tuple[str, Mapping[str, Any]]]
"""The arguments by name and, after a space, the word for a value in help, such as `--n N`; a `+` or
`*` after it allows several values. Each has its help, and maybe more options of `add_argument`."""
NONE: Mapping[str, Any] = {}


def add(command: argparse._ActionsContainer, declared: Declared) -> None:
    """Add the arguments that are declared, in their order; an N or K is a `positive` number."""
    for words, told in declared.items():
        name, _, value = words.partition(" ")
        text, more = (told, NONE) if isinstance(told, str) else told
        known: dict[str, Any] = {"metavar": value.rstrip("+*")} if value else {}
        known |= {"nargs": value[-1]} if value.endswith(("+", "*")) else {}
        known |= {"type": positive} if known.get("metavar") in ("N", "K") else {}
        command.add_argument(name, help=text, **{**known, **more})


def one_filter(text: str, **more: Any) -> Declared:
    """Return the argument --filter."""
    return {"--filter": (text, {"choices": FILTERS, **more})}


def main_filter(text: str) -> Declared:
    """Return the argument --filter of a command that reads with one filter, strict by default."""
    told = f"{text} (default: strict-match, as the paper reads)"
    return one_filter(told, dest="rule", default="strict-match")


def seed(text: str, default: int = 0) -> Declared:
    """Return the argument --seed."""
    return {"--seed": (f"{text} (default: {default})", {"type": natural, "default": default})}


def data_dir() -> Declared:
    """Return the argument --data_dir."""
    return {
        "--data_dir DIR": "folder of the questions (default: $TEMPANSWERQA_DATA, the cache, the "
        "network)"
    }


FLAG = {"action": "store_true"}
NEEDED = {"required": True}
BOTH_FILTERS = one_filter("read with this filter alone (default: with both)")
FORMAT: Declared = {
    "--format": (
        "style of output (default: table)",
        {"dest": "style", "choices": STYLES, "default": "table"},
    )
}
QUESTIONS: Declared = {
    **data_dir(),
    "--include_path DIR": (
        "folder of your own questions that `tempanswerqa new` made, or a folder of such folders; "
        "may be repeated",
        {"action": "append", "default": []},
    ),
}
"""These arguments name the folders of questions; `call` includes those of users."""
THINK_END: Declared = {
    "--think_end_token TEXT": (
        "closing mark of thinking; a response without it is all thinking (default: the mark that "
        "saved samples name, else all known marks)",
        {"default": ""},
    )
}
READING: Declared = {
    **QUESTIONS,
    **THINK_END,
    "--samples": (
        "how to score several responses to a question: by the first, by the mean of all scores, or "
        "by the answer on which they agree (default: by the mean if a file answers each question "
        "equally often, else by the first, as for an answer that was saved twice)",
        {"choices": SAMPLES, "default": ""},
    ),
}
"""These arguments set how saved responses are read."""


def page(title: str) -> Declared:
    """Return the arguments of a page of scores without its folder: --title and those of scoring."""
    return {"--title": ("heading of the page", {"default": title}), **READING}


def draw(size: int, subset: str = "", needed: bool = True) -> Declared:
    """Return the arguments that name a draw; `subset` is the default in the words of help."""
    told = f"{_either(SUBSETS)} (default: {subset})" if subset else _either(SUBSETS)
    level = {"default": LEVEL}
    return {
        "--subset NAME": (told, {"required": needed}),
        "--level": (f"{_either(LEVELS)}; tot_semantic also has huge (default: {LEVEL})", level),
        "--n N": (f"number of questions (default: {size})", {"default": size}),
        **seed("seed of the questions; equal seeds give equal questions", SEED),
    }


def tasks(text: str) -> Declared:
    """Return the argument --tasks: names with commas or spaces between them."""
    kind = {"type": lambda names: names.split(","), "action": _Flat}
    return {"--tasks TASK+": (text, kind)}


class _Flat(argparse.Action):
    """Joins the lists of an argument into one list."""

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, [name for names in values for name in names if name])


def scoring(given: argparse.Namespace) -> Options:
    """Return the settings of scoring in the given arguments, with defaults for missing ones."""
    from tempanswerqa.runs.score_files import FILTERS, Options

    told = vars(given)
    filters = (told["filter"],) if told.get("filter") else tuple(FILTERS)
    read = {name: told.get(name, "") for name in ("samples", "join")}
    return Options(filters, told["data_dir"], told.get("think_end_token", ""), **read)


def call(given: argparse.Namespace) -> int:
    """Run the command of the given arguments and return its exit code.

    `given.run` names a function of this room. Its parameters have the names of arguments; the
    parameter `options` gets what `scoring` returns, and `given` gets all arguments.
    """
    from inspect import signature  # importing it takes as long as the parser

    module, _, name = given.run.partition(".")
    function = getattr(import_module(f"tempanswerqa.cli.{module}"), name)
    wanted = signature(function).parameters
    told = vars(given) | {"given": given}
    for place in told.get("include_path", ()):
        own.include(place)
    if "options" in wanted:
        told["options"] = scoring(given)
    return function(**{parameter: told[parameter] for parameter in wanted})
