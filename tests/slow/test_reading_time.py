"""Texts that repeat what a pattern of a reader matches are read soon.

The texts come from the patterns' own syntax trees: a part, or two, many times, between a beginning
and an end that may not match. A process of its own reads them; the system ends it if one text
takes more than `LIMITS` of the processor's time.
"""

import os
import pkgutil
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

import pytest

from paper.equations import equations
from tempanswerqa import answers
from tempanswerqa.answers import QuestionView, read_number, truncated
from tempanswerqa.neighbours.test_of_time.accuracy import correct
from tempanswerqa.questions.record import FAMILY_UNITS, TOT_PREFILL
from tempanswerqa.units import UNITS

NEW = sys.version_info >= (3, 11)
ops = import_module("re._constants" if NEW else "sre_constants")
parser = import_module("re._parser" if NEW else "sre_parse")
pytestmark = pytest.mark.slow

LIMITS = {450: 0.5, 2_000: 0.5, 40_000: 1.0, 1_000_000: 2.0}
"""Seconds of the processor by characters; most texts take a hundredth."""
NUMBERS = {450: 5_000, 2_000: 5_000, 40_000: 2_000, 1_000_000: 300}
"""Texts by characters, drawn from all."""

MODULES = [
    *(found.name for found in pkgutil.walk_packages(answers.__path__, f"{answers.__name__}.")),
    *("tempanswerqa.units", "tempanswerqa.paper_scoring", "paper.equations"),
    "tempanswerqa.neighbours.test_of_time.accuracy",
]
CHARACTERS = "x1 .,-\n\"'*{(:=é"
OF_CATEGORY = {
    ops.CATEGORY_SPACE: " \n\t",
    ops.CATEGORY_DIGIT: "1",
    ops.CATEGORY_WORD: "x1_",
    ops.CATEGORY_NOT_SPACE: "x.",
    ops.CATEGORY_NOT_DIGIT: "x ",
    ops.CATEGORY_NOT_WORD: " .-\n",
}
BEGINNINGS = [
    *("", "Final Answer: ", "Answer: ", "I think ", "12 years ", "(", "{", "<think>a</think>"),
    *(' "', ' "a", "answer": "', ' "a", "answer": 3} ', "The answer is ", "= ", "\n", "1 + 1 = "),
]
ENDS = [*("", "!", "5!", "x", "}", '"}', " wait", ".", "?", ")", " 12", "\nFinal Answer: 12")]
ASKED = "How old was he when the war of 1914 began, and how many years passed?"
CLOCK = '"same_day/+x/-x", "time": "HH:MM:SS"'
VIEWS = [
    QuestionView(family, unit, TOT_PREFILL if family == "tot" else "", answer_format, ASKED)
    for family, units in FAMILY_UNITS.items()
    for unit in units
    for answer_format in ("", CLOCK if unit == "seconds" else "<year> <era>")
]
Draw = random.Random


def patterns(value: object, depth: int = 0) -> Iterator[re.Pattern]:
    """Yield the patterns in a value and in its collections."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 4 and isinstance(value, dict | list | tuple):
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from patterns(part, depth + 1)


def sequences(tree: Sequence) -> Iterator[Sequence]:
    """Yield the syntax tree of a pattern and all sequences within it."""
    yield tree
    for op, given in tree:
        for part in given if isinstance(given, tuple) else (given,):
            for inner in part if op is ops.BRANCH and isinstance(part, list) else (part,):
                if isinstance(inner, parser.SubPattern):
                    yield from sequences(inner)


def matched(tree: Sequence, draw: Draw) -> str:
    """Return a text that the tree may match."""
    return "".join(_matched(op, given, draw) for op, given in tree)


def _matched(op: object, given: object, draw: Draw) -> str:
    if op is ops.LITERAL:
        return chr(given)
    if op is ops.IN:
        inverted = given[0][0] is ops.NEGATE
        known = "".join(
            OF_CATEGORY.get(of, "x")
            if kind is ops.CATEGORY
            else chr(of[0] if kind is ops.RANGE else of)
            for kind, of in given[inverted:]
        )
        return draw.choice([c for c in CHARACTERS if c not in known] if inverted else known)
    if op is ops.BRANCH:
        return matched(draw.choice(given[1]), draw)
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT):
        least = max(given[0], draw.choice((0, 1, 1)))
        return "".join(matched(given[2], draw) for _ in range(min(least, 12)))
    if op is ops.SUBPATTERN:
        return matched(given[3], draw)
    return draw.choice("x 1") if op in (ops.ANY, ops.NOT_LITERAL) else ""


def texts(draw: Draw) -> Iterator[tuple[str, str, str]]:
    """Yield beginning, repeated part and end for all parts of all patterns, and as many pairs."""
    found = {p for name in MODULES for p in patterns(list(vars(import_module(name)).values()))}
    trees = [parser.parse(p.pattern, p.flags) for p in sorted(found, key=lambda p: p.pattern)]
    of_trees = [[s for s in sequences(tree) if len(s)] for tree in trees]
    for of_tree in of_trees:
        for sequence in of_tree:
            for place in range(len(sequence)):
                part = matched(sequence[place : place + 1], draw)
                before = matched(sequence[:place], draw)
                other = draw.choice(draw.choice((of_tree, draw.choice(of_trees))))
                more = matched(other[: draw.randint(1, 3)], draw)
                for repeated in {part, part + more} - {""}:
                    beginning = draw.choice((before, draw.choice(BEGINNINGS)))
                    yield beginning, repeated, draw.choice(ENDS)


def readings(text: str, draw: Draw) -> list[Callable[[], object]]:
    """Return some of the ways in which a text is read."""
    view, unit = draw.choice(VIEWS), draw.choice([unit for unit in UNITS if unit != "when"])
    others = [
        lambda: truncated(text, view),
        lambda: answers.flexible(text, QuestionView("tot", "moment", TOT_PREFILL, user=ASKED)),
        lambda: correct(text, {"answer": 1}, "arithmetic"),
        lambda: equations(f"1 + 1 = {text} = 2"),
    ]
    return [
        lambda: answers.flexible(text, view),
        lambda: answers.strict(text, view),
        lambda: read_number(text, unit),
        draw.choice(others),
    ]


@pytest.mark.parametrize("size", LIMITS)
def test_texts_of_this_size_are_read_soon(size):
    command = [sys.executable, __file__, str(size)]
    settings = {"capture_output": True, "text": True, "timeout": 3_000, "check": False}
    ended = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}, **settings
    )
    assert ended.returncode == 0, ended.stderr[-2_000:] + ended.stdout[-500:]
    assert ended.stdout.count("\n") > 100


if __name__ == "__main__":
    size = int(sys.argv[1])
    draw = Draw(size)
    for read in readings("Final Answer: May 3, 1998", draw):
        read()  # it imports what it needs
    number = int(sys.argv[2]) if len(sys.argv) > 2 else NUMBERS[size]
    for beginning, part, end in draw.sample([*texts(draw)], number):
        times = (size - len(beginning) - len(end)) // len(part)
        for place, read in enumerate(readings(beginning + part * times + end, draw)):
            print(ascii((beginning, part, end)), place, flush=True)
            signal.setitimer(signal.ITIMER_VIRTUAL, LIMITS[size])  # its end ends the process
            read()
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
