"""Grades answers to *when* of a memory benchmark, beside the verdicts of a model as judge.

    python -m benchmarks.memory FILE [--show 3]

FILE has JSON lines with `question`, `answer` (the label), and `responses`: by the name of a run its
`text`, and `judge`, the share of verdicts that call it right. The first table counts labels by how
they are read, or why not. The second has the shares of responses to labels that are periods, by
their error in days. The last has responses on which the judge and the error differ most: those
judged right that are farthest off, and those judged wrong that are off by a day at most.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from pathlib import Path

from tabulate import tabulate

from tempanswerqa import evaluate
from tempanswerqa.answers import read_alternatives
from tempanswerqa.answers.parsing import quantities
from tempanswerqa.answers.reading import read_periods

WITHIN = {"exact": 0, "a day": 1, "a week": 7, "a month": 31, "a year": 366, "read": math.inf}
"""The bounds of errors in days."""
DURATIONS = ("years", "months", "weeks", "days", "hours")
POINTS = ("date", "moment", "month", "year")


def main() -> None:
    """Print the tables of a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--show", type=int, default=3, help="responses of each kind")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.file.read_text("utf-8").splitlines()]
    kinds = [kind(str(row["answer"])) for row in rows]
    print(tabulate(Counter(kinds).most_common(), ["label", "n"], "github"), end="\n\n")
    asked = [row for row, own in zip(rows, kinds, strict=True) if own in ("period", "several")]
    shares, far = [], []
    for run in dict.fromkeys(name for row in asked for name in row["responses"]):
        answered = [(str(row["answer"]), row["responses"].get(run)) for row in asked]
        labels, responses = zip(*((a, said) for a, said in answered if said), strict=True)
        scored = evaluate([said["text"] for said in responses], labels, "when")
        errors = [math.nan if item["error"] is None else item["error"] for item in scored.items]
        judged = [said["judge"] for said in responses]
        within = [100 * sum(own <= t for own in errors) / len(errors) for t in WITHIN.values()]
        shares.append([run, *within, scored.median_error(), 100 * sum(judged) / len(judged)])
        for at in disputed(errors, judged, options.show):
            far.append([run, labels[at], responses[at]["text"], errors[at], judged[at]])
    headings = ["run", *(f"{name} %" for name in WITHIN), "median days", "judge %"]
    print(tabulate(shares, headings, "github", floatfmt=".1f"), end="\n\n")
    print(tabulate(far, ["run", "label", "answer", "days", "judge"], maxcolwidths=60))


def kind(label: str) -> str:
    """Return as what a label is read, or why it is refused."""
    if periods := read_periods(label):
        return "period" if len(periods) == 1 else "several"
    if any(read_alternatives(label, unit) for unit in DURATIONS if unit[:-1] in label.lower()):
        return "duration"
    points = [one for one in quantities(label) if one.kind in POINTS]
    if not points:
        return "refused: no day, month or year"
    has_year = any(one.parts[0] is not None for one in points)
    return f"refused: {'open or vague' if has_year else 'no year'}"


def disputed(errors: list[float], judged: list[float], count: int) -> list[int]:
    """Return the places of responses judged right that are farthest off, and then of those judged
    wrong that are off by a day at most.
    """
    far = [at for at, error in enumerate(errors) if error > 1 and judged[at] > 0.5]
    near = [at for at, error in enumerate(errors) if error <= 1 and judged[at] < 0.5]
    far.sort(key=lambda at: -errors[at])
    return far[:count] + sorted(near, key=errors.__getitem__)[:count]


if __name__ == "__main__":
    main()
