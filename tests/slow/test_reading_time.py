"""Texts that repeat part of what readers match are read quickly.

A part of a labelled text, or of a response that states an equation, is repeated many times. A
separate process reads it; the system ends it if one text takes more processor time than `LIMITS`.
"""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paper.equations import equations
from tempanswerqa import answers
from tempanswerqa.answers import QuestionView, read_number, truncated
from tempanswerqa.neighbours.test_of_time import correct
from tempanswerqa.questions.record import FAMILY_UNITS, TOT_PREFILL
from tempanswerqa.units import UNITS

pytestmark = pytest.mark.slow

LIMITS = {450: 0.5, 2_000: 0.5, 40_000: 1.0, 1_000_000: 2.0}
"""Seconds of the processor by characters; most texts take a hundredth."""
NUMBERS = {450: 3_000, 2_000: 3_000, 40_000: 1_000, 1_000_000: 200}
"""Texts by characters."""

TEXTS = Path(__file__).parents[1] / "answers/data/texts"
SUMS = ("2022 - 2016 = 6", "(3 + 4) * 2.5 days = 17.5 days", r"\frac{10 + 2}{4} = 3")
ASKED = "How old was he when the war of 1914 began, and how many years passed?"
CLOCK = '"same_day/+x/-x", "time": "HH:MM:SS"'
VIEWS = [
    QuestionView(family, unit, TOT_PREFILL if family == "tot" else "", answer_format, ASKED)
    for family, units in FAMILY_UNITS.items()
    for unit in units
    for answer_format in ("", CLOCK if unit == "seconds" else "<year> <era>")
]


def texts(draw: random.Random) -> Iterator[tuple[str, str, str]]:
    """Yield beginnings, repeated parts and ends."""
    lines = [line for path in sorted(TEXTS.glob("*.jsonl")) for line in path.open(encoding="utf-8")]
    known = [*SUMS, *(json.loads(line)["response"] for line in lines)]

    def part(longest: int) -> str:
        text = draw.choice(known)
        at = draw.randrange(len(text) + 1)
        return text[at : at + draw.randint(0, longest)]

    while True:
        yield part(40), part(12) or " ", part(20)


def readings(text: str, draw: random.Random) -> list[Callable[[], object]]:
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
    environ = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, __file__, str(size)]
    ended = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2_000:] + ended.stdout[-500:]
    assert ended.stdout.count("\n") > 100


if __name__ == "__main__":
    size = int(sys.argv[1])
    draw = random.Random(size)
    for read in readings("Final Answer: May 3, 1998", draw):
        read()  # it imports what it needs
    for _, (beginning, part, end) in zip(range(NUMBERS[size]), texts(draw), strict=False):
        times = (size - len(beginning) - len(end)) // len(part)
        for place, read in enumerate(readings(beginning + part * times + end, draw)):
            print(ascii((beginning, part, end)), place, flush=True)
            signal.setitimer(signal.ITIMER_VIRTUAL, LIMITS[size])  # its end ends the process
            read()
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
