"""Scores the dates of recorded runs and of parrots, which repeat a date of the question.

    python -m benchmarks.parrots RESPONSES [--filter NAME]

RESPONSES is a folder of released response files. A parrot repeats a date that the question or its
table shows, and reads nothing else; *nearest* knows the label and repeats the date next to it. The
tables have the means over the questions that ask for a date, the lowest capped ASE first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping

from tabulate import tabulate

from benchmarks.coverage import asked
from tempanswerqa import paper_scoring
from tempanswerqa.metrics.scores import METRICS, item_scores, mean
from tempanswerqa.questions.record import Question

PARROTS: Mapping[str, Callable[[list[float], float], float]] = {
    "first": lambda dates, _: dates[0],
    "last": lambda dates, _: dates[-1],
    "earliest": lambda dates, _: min(dates),
    "latest": lambda dates, _: max(dates),
    "middle": lambda dates, _: (min(dates) + max(dates)) / 2,
    "nearest": lambda dates, label: min(dates, key=lambda date: abs(date - label)),
}
SHOWN = ("exact_match", "parsed", "capped_ase")
DATE = re.compile(
    r"\d{4}-(?:\d\d|[A-Z][a-z]{2})-\d\d|\d{1,2}[/-]\d{1,2}[/-]\d{4}"
    r"|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+,? \d{4}"
)


def main() -> None:
    """Measure and print the table of each family."""
    questions: dict[str, dict[str, Question]] = defaultdict(dict)
    runs: dict[str, dict[str, list[dict[str, float]]]] = defaultdict(lambda: defaultdict(list))
    for run, items in asked(__doc__)[1]:
        dated = items[items["unit"] == "date"]
        for item in dated.to_dict("records"):
            question = run.part.questions[item["id"]]
            questions[question.family][question.id] = question
            runs[question.family][f"{run.model}, {run.prompting}"].append(item)
    for family, own in questions.items():
        for name, guess in PARROTS.items():
            runs[family][f"PARROT: {name}"] = [repeated(q, guess) for q in own.values()]
        rows = [
            [who, *(abs((name == "parsed") - mean(one[name] for one in items)) for name in SHOWN)]
            for who, items in runs[family].items()
        ]
        headings = ["", *(METRICS[name].heading for name in SHOWN)]
        print(f"\n{family}: {len(own)} questions\n")
        print(tabulate(sorted(rows, key=lambda row: row[-1]), headings, "github", ".3f"))


def repeated(question: Question, guess: Callable[[list[float], float], float]) -> dict[str, float]:
    """Return the scores of a parrot, which has no answer where the question shows no date."""
    texts = DATE.findall(question.user)
    numbers = (paper_scoring.read_object({"answer": text}, "date") for text in texts)
    dates = [number for number in numbers if number is not None]
    p = guess(dates, question.number) if dates else None
    return item_scores(p, question.number, unit="date", centroid=question.centroid)


if __name__ == "__main__":
    main()
