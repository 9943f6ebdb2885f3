"""Scores points in time by the span of the dates that a question shows, also for mere repeaters.

    python benchmarks/parrots.py RESPONSES [--filter strict-match]

RESPONSES is a folder of released response files. A parrot repeats a date that the question or its
table shows, and reads nothing else; *nearest* knows the label and repeats the date next to it. The
table has the capped ASE of all recorded runs and parrots, and the mean of min(|p - y| / span, 1):
the span lies between the first and the last date that is shown, and is a day (a year if a year is
asked for) if they are the same or if there is no date. Its last column has the mean without
questions that show no span. Head and tail of TempTabQA count together.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Callable, Mapping

from tabulate import tabulate

from tempanswerqa import paper_scoring
from tempanswerqa.metrics.scores import item_scores, mean
from tempanswerqa.questions.record import Question
from tempanswerqa.runs import score_files
from tempanswerqa.runs.samples import predictions
from tempanswerqa.runs.scoring import FILTERS, STRICT
from tempanswerqa.units import DAY

PARROTS: Mapping[str, Callable[[list[float], float], float]] = {
    "first": lambda dates, _: dates[0],
    "last": lambda dates, _: dates[-1],
    "earliest": lambda dates, _: min(dates),
    "latest": lambda dates, _: max(dates),
    "middle": lambda dates, _: (min(dates) + max(dates)) / 2,
    "nearest": lambda dates, label: min(dates, key=lambda date: abs(date - label)),
}
DATE = re.compile(
    r"\d{4}-(?:\d\d|[A-Z][a-z]{2})-\d\d|\d{1,2}[/-]\d{1,2}[/-]\d{4}"
    r"|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+,? \d{4}"
)
YEAR = re.compile(r"(?<![\d,.])[12]\d{3}(?![\d,])")


def main() -> None:
    """Measure and print the table of each kind of question."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("responses")
    parser.add_argument("--filter", choices=FILTERS, default=STRICT)
    options = parser.parse_args()
    scored = score_files.score_places(
        [options.responses], score_files.Options((options.filter,)), print, lambda _: None
    )
    asked: dict[tuple[str, str], dict[str, Question]] = defaultdict(dict)
    answers: dict[tuple[str, str], dict[str, dict[str, float | None]]] = defaultdict(dict)
    for run, by_filter in scored:
        items = by_filter[options.filter][0]
        for key, unit, number in zip(items["id"], items["unit"], predictions(items), strict=True):
            question = run.part.questions[key]
            kind = question.family, unit
            if unit in ("date", "date_years"):
                asked[kind][key] = question
                numbers = answers[kind].setdefault(f"{run.model}, {run.prompting}", {})
                numbers[key] = number
    for kind, questions in asked.items():
        shown = {key: dates(question) for key, question in questions.items()}
        for name, guess in PARROTS.items():
            answers[kind][f"PARROT: {name}"] = {
                key: guess(shown[key], question.number) if shown[key] else None
                for key, question in questions.items()
            }
        spanned = sum(len(set(found)) > 1 for found in shown.values())
        print(f"\n{', '.join(kind)}: {len(questions)} questions, {spanned} of them show a span\n")
        rows = [[who, *means(numbers, questions, shown)] for who, numbers in answers[kind].items()]
        for column in (3, 4):
            order = sorted(row[column] for row in rows)
            for row in rows:
                row.append(1 + order.index(row[column]))
        headings = ["", "EM", "parsed", "capped ASE", "by span", "where shown", "rank", "by span"]
        print(tabulate(sorted(rows, key=lambda row: row[4]), headings, "github", ".3f"))


def dates(question: Question) -> list[float]:
    """Return the dates of the question and its table in their order, in the unit of the question;
    if a year is asked for, all years.
    """
    if question.unit == "date_years":
        return [float(year) for year in YEAR.findall(question.user)]
    texts = DATE.findall(question.user)
    numbers = (paper_scoring.read_object({"answer": text}, "date") for text in texts)
    return [number for number in numbers if number is not None]


def by_span(p: float | None, y: float, shown: list[float], one: float) -> float:
    """Return min(|p - y| / span, 1), with `one` in place of a span of 0; 1 if p is None."""
    span = max(shown) - min(shown) if shown else 0
    return 1.0 if p is None else min(abs(p - y) / (span or one), 1.0)


def means(
    numbers: Mapping[str, float | None],
    questions: Mapping[str, Question],
    shown: Mapping[str, list[float]],
) -> list[float]:
    """Return the means of exact match, parsed, capped ASE and the error by span, of all answers and
    of those to questions that show a span.
    """
    rows, spanned = [], []
    for key, p in numbers.items():
        question = questions[key]
        scores = item_scores(p, question.number, unit=question.unit, centroid=question.centroid)
        error = by_span(p, question.number, shown[key], DAY if question.unit == "date" else 1)
        rows.append([*(scores[name] for name in ("exact_match", "parsed", "capped_ase")), error])
        if len(set(shown[key])) > 1:
            spanned.append(error)
    return [*map(mean, zip(*rows, strict=True)), mean(spanned)]


if __name__ == "__main__":
    main()
