"""Measures the memory and time of rescoring, relative to only reading the same files.

    python benchmarks/rescoring.py RESPONSES [--repeats 5] [--copies 20]

RESPONSES is a folder of released response files. The floor is a program that decompresses the
files and reads their CSV rows. The programs run in turns, each in one process of its own, and the
shortest time of each counts, in seconds of a processor. The figures go to standard output and to
benchmarks/rescoring.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

from measuring import measure, measure_in_turns

FLOOR = """
import csv, gzip, sys
for path in sys.argv[1:]:
    with gzip.open(path, "rt", newline="", encoding="utf-8") as file:
        for row in csv.reader(file):
            pass
"""
SUMMARY = Path(__file__).with_suffix(".json")


def main() -> None:
    """Measure, print and save the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--copies", type=int, default=20)
    given = parser.parse_args()
    files = sorted(map(str, given.responses.glob("*.csv.gz")))
    score = [sys.executable, "-m", "tempanswerqa", "score", "--jobs", "1"]
    programs = {
        "floor": [sys.executable, "-c", FLOOR, *files],
        "strict-match": [*score, "--filter", "strict-match", *files],
        "both filters": [*score, *files],
        "help": [sys.executable, "-m", "tempanswerqa", "--help"],
    }
    least, memory = measure_in_turns(programs, given.repeats)
    figures = {
        "files": len(files),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "seconds": {name: round(seconds, 3) for name, seconds in least.items()},
        "ratio to floor": {name: round(s / least["floor"], 2) for name, s in least.items()},
        "megabytes": {name: round(size) for name, size in memory.items()},
        "copies": many(score, files, given.copies, least["both filters"]),
    }
    SUMMARY.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))


def many(score: list[str], files: list[str], copies: int, once: float) -> dict[str, float]:
    """Return time and memory for a number of copies of the files, relative to one copy."""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(copies):
            inner = Path(folder, str(number))
            inner.mkdir()
            for file in files:
                shutil.copy(file, inner)
        seconds, megabytes = measure([*score, folder])
    return {"copies": copies, "times": round(seconds / once, 1), "megabytes": round(megabytes)}


if __name__ == "__main__":
    main()
