"""Measures how well a bag of words distinguishes fresh questions from released ones.

    python benchmarks/likeness.py DATA

DATA is the folder of released data (see `tempanswerqa.questions.sources`). A logistic regression on
the words of a text (numbers are all one word) guesses whether the text is fresh, for as many fresh
texts as released ones; the accuracy is that of five-fold cross-validation. Half of such texts can
be told by chance alone. Beside it stands the accuracy without words that begin with a capital
inside a sentence: most names in fresh texts are invented, and tell them by themselves. Tables
count once. Needs scikit-learn.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from tempanswerqa.fresh.drawing import questions
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.subsets import SUBSETS

COLUMNS = {"tot_arith": ("question_wo_instruct",)} | dict.fromkeys(
    ("ttqa_head", "ttqa_tail"), ("question", "table_context")
)
_NUMBER = re.compile(r"[0-9]+")
_NAME = re.compile(r"(?<=[^.?!\n\t] )[A-Z]\w*")


def main() -> None:
    """Print the accuracy of each kind of text in percent, as a table in Markdown."""
    parser = argparse.ArgumentParser(description="tell fresh questions from released ones")
    parser.add_argument("data", type=Path, help="folder of released data")
    data = parser.parse_args().data
    print("| texts | of each | all words | without names |\n|---|---|---|---|")
    for subset, columns in COLUMNS.items():
        part = SUBSETS[subset]
        with (data / part.file).open(newline="", encoding="utf-8-sig") as file:
            released = [row for row in csv.DictReader(file) if row["split"] == part.split]
        fresh = [item.cells for item in questions(Draw(subset, n=3 * len(released)))]
        for column in columns:
            known, own = _texts(released, column), _texts(fresh, column)
            number = min(len(known), len(own))
            known, own = known[:number], own[:number]
            told = [
                _accuracy([strip(text) for text in (*known, *own)]) for strip in (str, _nameless)
            ]
            shown = " | ".join(f"{100 * share:.1f}" for share in told)
            print(f"| {subset}: {column} | {number} | {shown} |", flush=True)


def _texts(rows: Iterable[Mapping[str, str]], column: str) -> list[str]:
    """Return the different texts of a column."""
    return list(dict.fromkeys(_NUMBER.sub("0", row[column]) for row in rows))


def _nameless(text: str) -> str:
    return _NAME.sub("", text)


def _accuracy(texts: list[str]) -> float:
    """Return the accuracy of guesses whether a text is in the first half of `texts`."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.pipeline import make_pipeline

    words = CountVectorizer(token_pattern=r"\w+", binary=True)
    model = make_pipeline(words, LogisticRegression(max_iter=1000))
    labels = [place < len(texts) // 2 for place in range(len(texts))]
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    return float(cross_val_score(model, texts, labels, cv=folds).mean())


if __name__ == "__main__":
    main()
