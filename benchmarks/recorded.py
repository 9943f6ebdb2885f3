"""Compares the readings of the 36 recorded runs with the pinned ones.

    TEMPANSWERQA_DATA=FOLDER python -m benchmarks.recorded [--write]

Prints the flexible readings that differ, counted by unit and by whether a number was read, with an
example of each, and each run's change in exact match in points. `--write` pins the readings.
"""

import hashlib
import json
import lzma
import math
import os
import sys
from collections import defaultdict
from pathlib import Path

from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.run import Run, read_runs

PINNED = Path(__file__).parents[1] / "tests/answers/data/recorded.json.xz"


def readings(run: Run) -> tuple[list[float | None], str]:
    """Return a run's flexible numbers in the order of its file, and a digest of the strict ones."""
    strict, flexible = (items.sort_values("row")["number"] for items in run.items.values())
    digest = hashlib.sha256(repr([*strict]).encode()).hexdigest()
    return [None if math.isnan(number) else number for number in flexible], digest


def runs(data: Path, names: str = "*.csv.gz") -> dict[str, Run]:
    """Return the recorded runs in a folder of released data, by file name."""
    library = Library(data)
    return {
        path.name: run
        for path in sorted((data / "responses").glob(names))
        for run in read_runs(path, library, texts=True)
    }


def pinned() -> dict[str, tuple[list[float | None], str]]:
    """Return the pinned readings by file name."""
    return {name: tuple(rows) for name, rows in json.loads(lzma.open(PINNED).read()).items()}


def main() -> None:
    """Print what differs, or pin the readings."""
    known = runs(Path(os.environ["TEMPANSWERQA_DATA"]))
    if sys.argv[1:] == ["--write"]:
        text = json.dumps({name: readings(run) for name, run in known.items()})
        PINNED.write_bytes(lzma.compress(text.encode(), preset=9))
        return
    kinds = defaultdict(list)
    for name, run in known.items():
        (now, strict), (before, strict_before) = readings(run), pinned()[name]
        items = run.items["flexible-extract"].sort_values("row")
        labels = [*items["label"]]
        moved = 0
        for old, new, item in zip(before, now, items.itertuples(), strict=True):
            moved += (new == item.label) - (old == item.label)
            if old != new:
                change = "unread" if new is None else "newly read" if old is None else "other"
                kinds[item.unit, change, item.rule].append((old, new, item.label, item.response))
        strictly = "" if strict == strict_before else "; STRICT READINGS DIFFER"
        print(f"{name}: exact match {100 * moved / len(labels):+.2f}{strictly}")
    for kind, cases in sorted(kinds.items(), key=lambda pair: -len(pair[1])):
        old, new, label, response = cases[0]
        print(len(cases), *kind, "| before", old, "now", new, "label", label, repr(response[-150:]))
    print(sum(map(len, kinds.values())), "differ")


if __name__ == "__main__":
    main()
