"""Compares scores of answers to memory benchmarks with the verdicts of a model as judge.

    python -m benchmarks.memory FOLDER

FOLDER has files of JSON lines. A line has `question`, its label `answer`, perhaps `asked_on`, and
`responses`: for each run name its `text`, and `judge`, the share of verdicts that call it right.
Or it is one response: `run`, `response`, `judged_right`, and `label` for the label.

For each run, the table has the number of answers to questions about times and numbers, how many are
read, and how often the judge calls exact ones right and other read ones wrong, with Cohen's kappa.
Then it counts verdicts, right/wrong, by error in the unit of the question (days for *when*).
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

from sklearn.metrics import cohen_kappa_score
from tabulate import tabulate

from examples.memory import unit
from tempanswerqa import evaluate

ERRORS = {"exact": 0, "off by one": 1, "off by more": math.inf, "unread": math.nan}
"""The largest errors of answers, by kind."""


def main() -> None:
    """Print the tables of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    runs = defaultdict(list)
    for path in sorted(parser.parse_args().folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            for run, response in responses(json.loads(line)):
                runs[path.stem, run].append(response)
    rows = [[*names, *figures(scored(answers))] for names, answers in runs.items()]
    headings = ["file", "run", "n", "read %", "agree %", "kappa", *ERRORS]
    print(tabulate(rows, headings, "github", floatfmt=("", "", "", ".1f", ".1f", ".2f")))


def responses(line: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the responses of a line, by run; none if it does not ask for a time or number."""
    label = str(line["label"] if "label" in line else line["answer"])
    if name := unit(line["question"], label):
        row = {"question": line["question"], "label": label, "unit": name}
        judged = {"text": line.get("response"), "judge": line.get("judged_right")}
        for run, response in line.get("responses", {line.get("run"): judged}).items():
            yield run, row | {"asked_on": line.get("asked_on")} | response


def scored(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the items of responses, each with whether the judge calls it `right`."""
    keys = ("text", "label", "unit", "asked_on", "question")
    texts, labels, units, days, questions = ([row[key] for row in answers] for key in keys)
    items = evaluate(texts, labels, units, asked_on=days, questions=questions).items
    return [item | {"right": row["judge"] > 0.5} for item, row in zip(items, answers, strict=True)]


def figures(items: list[dict[str, Any]]) -> list[Any]:
    """Return the figures of a row of the table of judged answers.

    These are the number of items, the percentage that is read and the percentage on which score and
    judge agree, kappa, and the numbers judged right and wrong by `ERRORS`.
    """
    read = [item for item in items if item["error"] is not None]
    exact, right = [item["error"] == 0 for item in read], [item["right"] for item in read]
    agreed = mean(a == b for a, b in zip(exact, right, strict=True))
    shares = [100 * len(read) / len(items), 100 * agreed, cohen_kappa_score(exact, right)]
    counts = Counter[tuple[str, bool]]()
    for item in items:
        bounds = (kind for kind, most in ERRORS.items() if (item["error"] or 0) <= most)
        counts[next(bounds) if item["error"] is not None else "unread", item["right"]] += 1
    return [len(items), *shares, *(f"{counts[e, True]}/{counts[e, False]}" for e in ERRORS)]


if __name__ == "__main__":
    main()
