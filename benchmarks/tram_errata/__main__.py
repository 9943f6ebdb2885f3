"""Computes the answers of TRAM arithmetic again, and writes which released answers differ.

    python -m benchmarks.tram_errata [DIR]

DIR has the released archives; without DIR they are found as by `tempanswerqa tram`.
The verdicts go to tempanswerqa/neighbours/tram/errata.csv, their counts to standard output.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.tram_errata import recomputed, stated
from tempanswerqa.files import written_whole
from tempanswerqa.neighbours.tram import errata, items
from tempanswerqa.neighbours.tram.errata import SPOILED, WRONG
from tempanswerqa.neighbours.tram.items import Item
from tempanswerqa.neighbours.tram.short_answers import items as short

RIGHT, UNKNOWN = "right", "unknown"
"""The verdicts beside `WRONG` and `SPOILED`; `unknown`: no answer could be computed."""


class Checked(NamedTuple):
    """Hold a question whose released answer was compared with the computed one."""

    item: Item
    verdict: str
    computed: str
    """The letter of the right option; empty if there is none or it is not known."""


def check(asked: Iterable[Item]) -> list[Checked]:
    """Return each question of TRAM arithmetic with its verdict."""
    return [_checked(item) for item in asked]


def counts(checked: Iterable[Checked]) -> dict[str, Counter[str]]:
    """Return the number of each verdict by category."""
    found: dict[str, Counter[str]] = {}
    for each in checked:
        found.setdefault(each.item.category, Counter())[each.verdict] += 1
    return found


def rows(checked: Iterable[Checked], data_dir: str | Path | None) -> Iterator[tuple[str, str, str]]:
    """Yield id, verdict and computed answer of the questions that `errata.listed` needs."""
    for each in checked:
        if each.verdict == WRONG:
            yield each.item.id, each.verdict, each.computed
    for row in short.read("arithmetic", data_dir).spoiled:
        yield items.identity("arithmetic_saq", row.question), SPOILED, _month(row.question)


def write(path: Path, data_dir: str | Path | None) -> list[Checked]:
    """Write the rows to a file, and return the checked questions."""
    checked = check(items.load("arithmetic", data_dir).items)
    with written_whole(path, newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("id", "verdict", "computed"))
        table.writerows(rows(checked, data_dir))
    return checked


def _checked(item: Item) -> Checked:
    wanted = recomputed.values(item.question, item.id)
    told = [stated.value(text) for text in item.options]
    right = [at for at, own in enumerate(told) if any(stated.agrees(own, v) for v in wanted)]
    own = told[item.answer]
    if not wanted:
        return Checked(item, UNKNOWN, "")
    if item.answer not in right:
        return Checked(item, WRONG, item.letters[right[0]] if right else "")
    spoiled = own is not None and own[0] == "spoiled"
    return Checked(item, SPOILED if spoiled else RIGHT, item.letters[item.answer])


def _month(question: str) -> str:
    months = (v for v in recomputed.values(question, "") if v[0] == "month")
    return next((f"{stated.MONTHS[month - 1]} {year}" for _, year, month in months), "")


def main() -> None:
    """Write the errata, and print the number of each verdict by category."""
    for category, own in counts(write(errata.FILE, (sys.argv[1:] or [None])[0])).items():
        print(f"{category}: {', '.join(f'{n:,} {verdict}' for verdict, n in own.items())}")


if __name__ == "__main__":
    main()
