"""Measures how well a bag of words distinguishes fresh questions from released ones.

    python benchmarks/likeness.py DATA

DATA is the folder of released data (see `tempanswerqa.questions.sources`). A logistic regression on
the words of a text (numbers are all one word) guesses whether the text is fresh, for as many fresh
texts as released ones; the accuracy is the mean of four five-fold cross-validations. Questions on
one table are in one fold, so that its names tell nothing. Half of such texts can be told by chance
alone. Equal texts count once. Needs scikit-learn.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tempanswerqa.fresh.drawing import questions
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.subsets import SUBSETS

COLUMNS = {"tot_arith": ("question_wo_instruct",)} | dict.fromkeys(
    ("ttqa_head", "ttqa_tail"), ("question", "table_context")
)
REPEATS = 4
_NUMBER = re.compile(r"[0-9]+")


def main() -> None:
    """Print the accuracy of each kind of text in percent, as a table in Markdown."""
    parser = argparse.ArgumentParser(description="tell fresh questions from released ones")
    parser.add_argument("data", type=Path, help="folder of released data")
    data = parser.parse_args().data
    print("| texts | of each | accuracy in % |\n|---|---|---|")
    for subset, columns in COLUMNS.items():
        part = SUBSETS[subset]
        with (data / part.file).open(newline="", encoding="utf-8-sig") as file:
            released = [row for row in csv.DictReader(file) if row["split"] == part.split]
        fresh = [item.cells for item in questions(Draw(subset, n=3 * len(released)))]
        for column in columns:
            known, own = _texts(released, column), _texts(fresh, column)
            number = min(len(known), len(own))
            share = _accuracy(known[:number], own[:number])
            print(f"| {subset}: {column} | {number} | {100 * share:.1f} |", flush=True)


def _texts(rows: Iterable[Mapping[str, str]], column: str) -> list[tuple[str, str]]:
    """Return the different texts of a column, each with its table or, without one, itself."""
    texts: dict[str, str] = {}
    for row in rows:
        text = _NUMBER.sub("0", row[column])
        texts.setdefault(text, row.get("table_context") or text)
    return list(texts.items())


def _accuracy(known: Sequence[tuple[str, str]], own: Sequence[tuple[str, str]]) -> float:
    """Return the accuracy of guesses whether a text is of `known` or of `own`."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedGroupKFold, cross_val_score
    from sklearn.pipeline import make_pipeline

    words = CountVectorizer(token_pattern=r"\w+", binary=True)
    model = make_pipeline(words, LogisticRegression(max_iter=1000))
    texts, tables = zip(*known, *own, strict=True)
    labels = [place < len(known) for place in range(len(texts))]
    numbers = {table: number for number, table in enumerate(dict.fromkeys(tables))}
    groups = [numbers[table] for table in tables]
    scores = [
        cross_val_score(
            model,
            texts,
            labels,
            groups=groups,
            cv=StratifiedGroupKFold(5, shuffle=True, random_state=seed),
        ).mean()
        for seed in range(REPEATS)
    ]
    return sum(scores) / len(scores)


if __name__ == "__main__":
    main()
