"""Runs a million responses, whole and mutated, through both filters.

A failing seed is named: `python tests/slow/test_fuzz.py SEED` runs it alone. Seeds that once
failed stand in fuzz_seeds.txt, one in a line, and are run first.
"""

import math
import multiprocessing
import os
import random
import sys
import warnings
from datetime import date
from pathlib import Path

import pytest

from tempanswerqa.answers import quantities
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.formats import TOT_ARITHMETIC, TTQA, write_response
from tempanswerqa.answers.markers import FINAL_ANSWER
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.strict import strict
from tempanswerqa.questions import record

pytestmark = pytest.mark.slow

SEEDS = Path(__file__).with_name("fuzz_seeds.txt")
CHUNK = 2_000
"""The number of responses of one seed."""

CHUNKS = 500
UNITS = [(family, unit) for family, units in record.FAMILY_UNITS.items() for unit in units]
DATES = (date(1678, 1, 1), date(2262, 1, 1))
"""Strict extraction knows no others."""

# Formats in which strict extraction reads what was written, by unit.
SINGLE = ("<answer>", "<your_answer>", '"<answer>"')
TOT_FORMATS = {
    "seconds": [text for text, form in TOT_ARITHMETIC.items() if "seconds" in form.units],
    "minutes": [text for text, form in TOT_ARITHMETIC.items() if len(form.keys) > 1],
    "days": [*SINGLE, "<num_days>"],
    "months": [*SINGLE, "<num_months>"],
    "years": [*SINGLE, "<year> <era>"],
    "date": ['"mm/dd/yyyy"', '"yyyy-mm-dd"', '"<date>"'],
}
PIECES = [
    *(FINAL_ANSWER, "Answer:", "The answer is", "Therefore,", record.TOT_PREFILL, "<think>"),
    *("</think>", "```json\n", "```", "**", "\n", "\n\n", "{", "}", "[", "]", '"', "'", ":", ","),
    *('"answer": ', '"day": ', '"time": ', '"H": ', '"hours": ', '"minutes": ', '"S": ', '"X": '),
    *('"date": ', '"year": ', '"month": ', '"explanation": ', "\\boxed{", "\\text{", "$", "\\"),
    *("1", "-2", "12", "2.5", "1,234", "1984", "20000", "1e308", "NaN", "9" * 50, "twenty-five"),
    *(" years", " year-old", " months", " days", " hours", " minutes", " seconds", " weeks", " BC"),
    *("AD", "May 4, 1984", "4 March", "1984-03-04", "03/04/1984", "10:30", "12:00 PM", "+1/-1"),
    *("same_day", "next day", "the day before", " and ", " or ", " to ", "between ", "about ",
      "=≈"),
    *("cannot", "unknown", "not ", "null", "true", "ſ", "ı", "\u202e", "\ud800", "\x00", "１", "½"),
    *("a half", "minus ", "first", "\t", "\u2028", "<|im_end|>", "\nQuestion: ", "x", "?", ". "),
]  # fmt: skip


def well_formed(draw: random.Random) -> tuple[str, QuestionView, float]:
    """Return a response in the asked format, and the number that it states."""
    family, unit = draw.choice(UNITS)
    answer_format = draw.choice(TOT_FORMATS[unit]) if family == "tot" else draw.choice(list(TTQA))
    if unit == "date":
        first, last = (day.toordinal() for day in DATES)
        epoch = date(1970, 1, 1).toordinal()
        number = 86_400.0 * (draw.randrange(first, last) - epoch)
    elif unit == "date_years":
        number = float(draw.randint(1000, 2100))
    elif unit == "seconds":
        number = float(draw.randrange(0, 300_000))
    elif unit == "minutes":  # whole, so that any format holds it
        number = float(draw.randrange(0, 5_000))
    else:
        number = float(draw.choice([draw.randint(0, 120), draw.randint(0, 100_000)]))
        number = -number if answer_format == "<year> <era>" and draw.random() < 0.5 else number
    prefill = record.TOT_PREFILL if family == "tot" else ""
    user = "" if draw.random() < 0.9 else "".join(draw.choices(PIECES, k=9))
    response = write_response(number, family, unit, answer_format)
    return response, QuestionView(family, unit, prefill, answer_format, user), number


def mutated(response: str, draw: random.Random) -> str:
    """Return the response with up to four changes: cut off, doubled, swapped, spliced."""
    for _ in range(draw.randint(1, 4)):
        length = len(response)
        one, two = sorted((draw.randint(0, length), draw.randint(0, length)))
        kind = draw.randrange(7)
        if kind == 0:
            response = response[:one]
        elif kind == 1:
            response = response[:one] + response[two:]
        elif kind == 2:
            response = response[:two] + response[one:]
        elif kind == 3 and two < length:
            swapped = response[two] + response[one + 1 : two] + response[one]
            response = response[:one] + swapped + response[two + 1 :]
        elif kind == 4:
            response = "".join(draw.choices(PIECES, k=draw.randint(1, 5))) + response
        else:
            added = "".join(draw.choices(PIECES, k=draw.randint(1, 5)))
            response = response[:one] + added + response[one:]
    return response


def case(draw: random.Random) -> tuple[str, QuestionView, float | None]:
    """Return a response, its question, and the number that it states if it is well formed."""
    response, asked, number = well_formed(draw)
    shape = draw.random()
    if shape < 0.1:
        return response, asked, number
    if shape < 0.15:
        return "".join(draw.choices(" \n\t\r\u3000\x85", k=draw.randint(0, 5))), asked, None
    if shape < 0.4:
        return "".join(draw.choices(PIECES, k=draw.randint(1, 15))), asked, None
    return mutated(response, draw), asked, None


def complaint(response: str, asked: QuestionView, number: float | None) -> str:
    """Return what is wrong with how the response is read; empty where nothing is."""
    for extract in (strict, flexible):
        name = extract.__name__
        try:
            found = extract(response, asked)
            read = found and quantities.read(found.text, asked.family, asked.unit)
        except Exception as error:  # whatever it is, it is what is looked for
            return f"{name}: {error!r}"
        if read is not None and not math.isfinite(read):
            return f"{name}: {found} is not finite"
        if number is not None and read != number:
            return f"{name}: {found} instead of {number}"
        if extract is flexible and found and (read is None or not response.strip()):
            return f"{name}: {found} from nothing, or that cannot be read"
    return ""


def run(seed: int) -> str:
    """Return the first error in the responses that the seed makes; empty if there is none."""
    draw = random.Random(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(CHUNK):
            response, asked, number = case(draw)
            if wrong := complaint(response, asked, number):
                return f"seed {seed}: {wrong}\n  {response!r}\n  {asked}"
    return ""


def remembered() -> list[int]:
    return [int(line) for line in SEEDS.read_text().split("\n") if line.strip()]


def complaints(seeds: list[int]) -> list[str]:
    """Return what the seeds complain of, run on all cores; the first few."""
    found = []
    context = multiprocessing.get_context("spawn")
    with context.Pool(os.cpu_count()) as pool:
        for wrong in pool.imap(run, seeds):
            found += [wrong] if wrong else []
            if len(found) >= 5:
                break
    return found


@pytest.mark.parametrize("seed", remembered())
def test_a_seed_that_once_failed(seed):
    assert not run(seed), run(seed)


def test_a_million_responses():
    wrong = complaints(list(range(CHUNKS)))
    assert not wrong, "\n".join([f"add the seeds to {SEEDS}", *wrong])


if __name__ == "__main__":
    given = [int(seed) for seed in sys.argv[1:]]
    print("\n".join(filter(None, map(run, given or range(CHUNKS)))) or "nothing is wrong")
