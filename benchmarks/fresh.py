"""Measures the memory and time to draw fresh questions, relative to a copy of the same files.

    python benchmarks/fresh.py [--n 25000] [--repeats 3]

It draws n questions of each of the four families. The floor is a program that reads the rows of the
files and writes them again. The programs run in turns, each in its own process, and
the shortest time of each counts. The figures go to standard output.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
from pathlib import Path

from measuring import measure_in_turns

from tempanswerqa.questions.subsets import SUBSETS

FLOOR = """
import csv, sys
csv.field_size_limit(10**9)
for path in sys.argv[1:]:
    with open(path, newline="", encoding="utf-8") as source:
        with open(path + ".copy", "w", newline="", encoding="utf-8") as target:
            csv.writer(target).writerows(csv.reader(source))
"""
LOAD = """
from tempanswerqa.fresh.bank import load
from tempanswerqa.questions.draws import Draw
load(Draw({!r}))
"""


def main() -> None:
    """Measure, print and save the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n", type=int, default=25_000)
    parser.add_argument("--repeats", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = {subset: str(Path(folder, f"{subset}.csv")) for subset in SUBSETS}
        draw = [sys.executable, "-m", "tempanswerqa", "fresh", "draw", "--n", str(given.n)]
        programs = {s: [*draw, "--subset", s, "--out", file] for s, file in files.items()}
        programs["floor"] = [sys.executable, "-c", FLOOR, *files.values()]
        programs |= {f"load {s}": [sys.executable, "-c", LOAD.format(s)] for s in SUBSETS}
        programs["import"] = [sys.executable, "-c", "import tempanswerqa.fresh.bank"]
        least, memory = measure_in_turns(programs, given.repeats)
    drawn = sum(least[subset] for subset in SUBSETS)
    figures = {
        "questions": given.n * len(SUBSETS),
        "python": platform.python_version(),
        "seconds": {name: round(seconds, 3) for name, seconds in least.items()},
        "seconds to draw all": round(drawn, 1),
        "ratio to floor": round(drawn / least["floor"], 1),
        "megabytes": {name: round(size) for name, size in memory.items()},
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
