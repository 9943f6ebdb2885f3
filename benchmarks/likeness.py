"""Compares fresh questions of a level with the released ones.

    python benchmarks/likeness.py DATA RESPONSES [--level released] [--n 5000]

DATA is the folder of released data (see `tempanswerqa.questions.sources`), and RESPONSES one of
released response files. It prints a table in Markdown, for each subset with released questions.

*Steps* are those of the questions that the solver of fresh questions answers as their label says;
*solved* is the share of these. The exact match is predicted from the steps: that of the recorded
responses to released questions with as many steps, weighted by the shares of the steps. Both weight
the units of both sets like all released questions. *Told apart* is the accuracy in percent with
which a logistic regression on the words of a text (numbers are all one word) tells fresh from
released texts; by chance it is 50. Questions on one table are in one fold.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

import pandas as pd
from pandas import DataFrame

from tempanswerqa import paper_scoring
from tempanswerqa.fresh import solving
from tempanswerqa.fresh.arithmetic.solver import solve as solve_arithmetic
from tempanswerqa.fresh.drawing import questions
from tempanswerqa.fresh.tables.solver import solve as solve_table
from tempanswerqa.fresh.tables.solver_table import POINT, point
from tempanswerqa.questions.draws import LEVEL, Draw
from tempanswerqa.questions.record import question_id
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.runs import score_files

NAMES = ("tot_arith", "ttqa_head", "ttqa_tail")
TEXTS = {
    "question_wo_instruct": "questions",
    "question": "questions",
    "table_context": "tables",
}
MANY_STEPS = 4  # the number of steps that also stands for more
_NUMBER = re.compile(r"[0-9]+")


def main() -> None:
    """Measure both sets of each subset, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of released data")
    parser.add_argument("responses", help="folder of released response files")
    parser.add_argument("--level", default=LEVEL)
    parser.add_argument("--n", type=int, default=5_000)
    given = parser.parse_args()
    matches = exact_matches(given.responses)
    columns = {}
    for name in NAMES:
        released = read(given.data, name)
        fresh = [item.cells for item in questions(Draw(name, given.level, given.n))]
        both = [DataFrame([described(cells, name) for cells in own]) for own in (released, fresh)]
        weights = both[0]["unit"].value_counts(normalize=True)
        solved = both[0][both[0]["solved"]]
        by_steps = solved["id"].map(matches).groupby(solved["steps"]).mean()
        for side, own in zip(("released", "fresh"), both, strict=True):
            columns[f"{name}, {side}"] = measures(own, weights, by_steps)
        for column, texts in TEXTS.items():
            if column in released[0] and (column != "question" or name != "tot_arith"):
                share = told_apart(released, fresh, column)
                columns[f"{name}, fresh"][f"{texts} told apart, %"] = share
    print(DataFrame(columns).round(1).to_markdown())


def exact_matches(responses: str) -> Mapping[str, float]:
    """Return the mean exact match of all runs in percent, with flexible reading, by question id."""
    frames = [
        items[["id", "exact_match"]]
        for _, by_filter in score_files.score_places(
            [responses], score_files.Options(), print, print
        )
        for rule, (items, _) in by_filter.items()
        if rule.startswith("flexible")
    ]
    return (100 * pd.concat(frames).groupby("id")["exact_match"].mean()).to_dict()


def read(data: Path, name: str) -> list[dict[str, str]]:
    """Return the rows of the released questions of a subset."""
    part = SUBSETS[name]
    with (data / part.file).open(newline="", encoding="utf-8-sig") as file:
        return [row for row in csv.DictReader(file) if row["split"] == part.split]


def described(cells: Mapping[str, str], name: str) -> dict[str, object]:
    """Return what is measured of a question."""
    unit, family = cells["answer_temporal_unit"], SUBSETS[name].family
    label = paper_scoring.read_label(cells["label"], family, unit)
    solve = solve_arithmetic if family == "tot" else _solve_table
    taken, found = solving.count(solve, cells), solve(cells)
    table = cells.get("table_context", "")
    days = {point(day) for day in POINT.finditer(table)}
    return {
        "id": question_id(cells),
        "unit": unit,
        "label": 1970 + label / 31_556_952 if unit == "date" and label is not None else label,
        "solved": found == label and label is not None,
        "steps": min(taken, MANY_STEPS),
        "words": len((cells.get("question_wo_instruct") or cells["question"]).split()),
        "table": table,
        "rows": sum(map(bool, table.split("\n"))),
        "table words": len(table.split()),
        "full dates": sum(bool(day.day) for day in days),
        "misled": bool(table) and _by_years(cells) != label,
    }


def _solve_table(cells: Mapping[str, str]) -> float | None:
    found = solve_table(cells)
    if found is None:
        solving.TALLY.taken = 0
        found = solve_table(cells, by_year=True)
    return found


def _by_years(cells: Mapping[str, str]) -> float | None:
    """Return the answer of one who reads only the years of all dates."""
    texts = {
        name: POINT.sub(lambda found: str(point(found).year), cells[name])
        for name in ("question", "table_context")
    }
    return solve_table({**cells, **texts}, by_year=True)


def measures(
    own: DataFrame, weights: Mapping[str, float], by_steps: Mapping[int, float]
) -> dict[str, float]:
    """Return the figures of a set of questions, by their names."""
    solved = own[own["solved"]]
    weight = solved["unit"].map(weights / solved["unit"].value_counts())
    weight /= weight.sum()
    figures = {
        "questions": len(own),
        "solved, %": 100 * len(solved) / len(own),
        "steps": (solved["steps"] * weight).sum(),
        "exact match by steps, %": (solved["steps"].map(by_steps) * weight).sum(),
        "words of a question": own["words"].median(),
    }
    tables = own.drop_duplicates("table")
    if len(tables) > 1:
        years = solved[solved["unit"] == "years"]
        days = own[own["unit"] == "days"]
        figures |= {name: tables[name].median() for name in ("rows", "table words", "full dates")}
        figures["years alone mislead, %"] = 100 * years["misled"].mean()
        figures["labels of at most 31 days, %"] = 100 * (days["label"] <= 31).mean()
    for unit, labels in own.groupby("unit")["label"]:
        name = "years of dates" if unit == "date" else unit
        figures[f"median of {name}"] = median(labels.dropna())
    return figures


def told_apart(
    released: Sequence[Mapping[str, str]], fresh: Sequence[Mapping[str, str]], column: str
) -> float:
    """Return the accuracy in percent of a five-fold cross-validation, on as many texts of each."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedGroupKFold, cross_val_score
    from sklearn.pipeline import make_pipeline

    sides = [
        {_NUMBER.sub("0", row[column]): row.get("table_context") or row[column] for row in rows}
        for rows in (released, fresh)
    ]
    number = min(map(len, sides))
    texts, tables = zip(*(pair for own in sides for pair in [*own.items()][:number]), strict=True)
    places = {table: place for place, table in enumerate(dict.fromkeys(tables))}
    words = CountVectorizer(token_pattern=r"\w+", binary=True)
    scores = cross_val_score(
        make_pipeline(words, LogisticRegression(max_iter=1000)),
        texts,
        [place < number for place in range(2 * number)],
        groups=[places[table] for table in tables],
        cv=StratifiedGroupKFold(5, shuffle=True, random_state=0),
    )
    return 100 * scores.mean()


if __name__ == "__main__":
    main()
