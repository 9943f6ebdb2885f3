"""Fits the weights that choose a value, and evaluates the reader on texts held out of the fit.

    TEMPANSWERQA_DATA=FOLDER python -m benchmarks.fit_reader [--write]

The labelled texts are `tests/answers/data/texts/*.jsonl`, a file for each source: who wrote them,
in which round. A line has the question, the unit, the response, the value that it states (null for
none) and its kind; texts for released questions also have the family and the answer format. Sources
whose names begin with `heldout` are never used to fit. From the recorded runs, readings of answers
that are marked, and responses that break off, are used too.

Prints for each source the share right of texts that state a value, and the shares unread and false
of all: sources used to fit are read by a model that has not seen them (five folds of whole
sources), others by the full model. Then prints the share right by probability. `--write` replaces
`tempanswerqa/answers/weights.json` and the table in `docs/results.md`.
"""

import json
import os
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeRegressor

from benchmarks import recorded
from tempanswerqa import units
from tempanswerqa.answers import choice, formats, markers, places
from tempanswerqa.answers.candidates import number_of_period
from tempanswerqa.answers.features import Passage
from tempanswerqa.answers.question_view import QuestionView
from tempanswerqa.answers.result import Period
from tempanswerqa.paper_scoring import EPOCH
from tempanswerqa.questions.record import TOT_PREFILL

TEXTS = Path(__file__).parents[1] / "tests/answers/data/texts"
RESULTS = Path(__file__).parents[1] / "docs/results.md"
HELD_OUT = "heldout"
RECORDED = "recorded runs"
FOLDS, TREES, LEAVES, RATE = 5, 360, 15, 0.04
BASE, SHRINKAGE = -1.0, 10.0
MOST = 100
"""Maximum number of features: those from which the fit gains most."""

THRESHOLD = 0.5
BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)


class Text(NamedTuple):
    """A labelled response."""

    source: str
    response: str
    view: QuestionView
    stated: float | Period | None
    kind: str


class Rows(NamedTuple):
    """The candidates of texts."""

    features: list[dict[str, float]]
    right: np.ndarray
    """True if the text states the candidate."""
    text: np.ndarray
    """The index of the text."""


def number(stated: Any, unit: str) -> float | Period | None:
    """Return the value that a text states, as a number in its unit."""
    if isinstance(stated, list):
        return Period(*map(date.fromisoformat, stated))
    if not isinstance(stated, str):
        return None if stated is None else float(stated)
    if unit == "clock":
        hour, minute = stated.split(":")[:2]
        return 60.0 * int(hour) + int(minute)
    day = f"{stated}-01" if len(stated) == 7 else stated
    return (datetime.fromisoformat(day) - EPOCH).total_seconds()


def labelled(folder: Path = TEXTS) -> list[Text]:
    """Return the labelled texts of all sources."""
    texts = []
    for path in sorted(folder.glob("*.jsonl")):
        for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
            row = json.loads(line)
            unit = units.find(row["unit"])
            stated = number(row["stated"], unit.name)
            question = view(row, unit.name)
            texts.append(Text(path.stem, row["response"], question, stated, row["kind"]))
    return texts


def view(row: dict[str, Any], unit: str) -> QuestionView:
    """Return the question of a labelled text."""
    if "family" not in row:
        return QuestionView(
            "ttqa", unit, user=row["question"], own=True, asked_on=row.get("asked_on", "")
        )
    begun = TOT_PREFILL if row.get("prefill") else ""
    form = formats.text_of(row["answer_format"])
    return QuestionView(row["family"], unit, begun, form, row["question"])


def of_runs(data: Path, read: int = 9_000, unread: int = 2_500) -> list[Text]:
    """Return a selection of recorded responses, mostly hard ones, with their pinned readings."""
    pinned, texts = recorded.pinned(), []
    for name, run in recorded.runs(data).items():
        items = run.items["flexible-extract"].sort_values("row")
        for item, stated in zip(items.itertuples(), pinned[name][0], strict=True):
            texts.append(
                Text(RECORDED, item.response, run.question(item.id).view, stated, item.rule)
            )
    random.Random(1).shuffle(texts)
    hard, blank, seen = [], [], set()
    for text in texts:
        after = text.response.lower().rpartition("final answer:")[2].strip()[-200:]
        if text.stated is None:
            blank.append(text)
        elif after not in seen and len(after.split()) > 3:
            seen.add(after)
            hard.append(text)
    return [*hard[:read], *blank[:unread]]


def same(number: Any, stated: float | Period | None) -> bool:
    """Return whether a reading is the stated value; False for no reading."""
    number, stated = (number_of_period(n) if isinstance(n, Period) else n for n in (number, stated))
    if not isinstance(number, float) or stated is None:
        return False
    return abs(number - stated) <= 1e-6 * max(1.0, abs(stated))


def rows_of(texts: Iterable[Text]) -> Rows:
    """Return the candidates of all passages read in the texts."""
    features, right, numbers = [], [], []
    read = []
    choose = choice.choose
    places.choose = lambda *passage: read.append(passage) or choose(*passage)
    for place, text in enumerate(texts):
        read.clear()
        places.find(markers.continuation(text.response, text.view), text.view)
        for words, question, name, *context in dict.fromkeys(read):
            passage = Passage(words, question, *(context or [""]), name)
            if not passage.candidates or choice.alone(passage):
                continue
            for candidate, values in zip(passage.candidates, passage.features(), strict=True):
                features.append(values)
                right.append(same(candidate.number, text.stated))
                numbers.append(place)
    places.choose = choose
    return Rows(features, np.array(right), np.array(numbers))


def fitted(
    matrix: np.ndarray, rows: Rows, names: Sequence[str], gains: np.ndarray | None = None
) -> choice.Model:
    """Return trees fitted to candidates, and add the gain of each feature to `gains`.

    A conditional logit with a separate alternative for texts that state no value (McFadden 1974),
    fitted by gradient boosting with Newton steps (Friedman 2001).
    """
    _, group = np.unique(rows.text, return_inverse=True)
    score = np.full(len(matrix), BASE)
    trees = []
    for stage in range(TREES):
        odds = np.exp(score)
        share = odds / (1 + np.bincount(group, odds))[group]
        stated = np.bincount(group, odds * rows.right)[group]
        step = np.where(rows.right, odds / np.maximum(stated, 1e-12), 0.0) - share
        weight = np.maximum(share * (1 - share), 1e-3)
        tree = DecisionTreeRegressor(
            max_leaf_nodes=LEAVES, min_samples_leaf=10, max_features=0.2, random_state=stage
        )
        leaf = tree.fit(matrix, step / weight, sample_weight=weight).apply(matrix)
        value = RATE * np.bincount(leaf, step) / (np.bincount(leaf, weight) + SHRINKAGE)
        score += value[leaf]
        trees.append(preorder(tree.tree_, value))
        if gains is not None:
            gains += tree.tree_.compute_feature_importances(normalize=False)
    return choice.Model(names, BASE, trees, (0.0, 1.0, 0.0), THRESHOLD)


def preorder(tree: Any, value: np.ndarray) -> list[Any]:
    """Return the nodes of a tree as `choice.Model.trees` has them."""
    nodes: list[Any] = []

    def add(place: int) -> None:
        if tree.children_left[place] < 0:
            nodes.append(round(float(value[place]), 4))
            return
        node = len(nodes)
        nodes.append(None)
        add(tree.children_left[place])
        most = float(f"{tree.threshold[place]:.6g}")
        nodes[node] = (int(tree.feature[place]), most, len(nodes))
        add(tree.children_right[place])

    add(0)
    return nodes


def use(model: choice.Model) -> None:
    """Use a model for all further reading."""
    choice.model = lambda: model
    choice.choose.cache_clear()


class Verdict(NamedTuple):
    """The reading of a text."""

    text: Text
    number: float | Period | None
    scores: tuple[float, float] | None
    """The scores of the best two numbers; None if the text is only a value or has none."""

    @property
    def name(self) -> str:
        """Return whether the reading is right, unread or false."""
        if self.number is None:
            return "right" if self.text.stated is None else "unread"
        return "right" if same(self.number, self.text.stated) else "false"


def judged(texts: Sequence[Text]) -> list[Verdict]:
    """Return the readings of texts."""
    verdicts = []
    kept = []
    probability = choice.Model.probability
    choice.Model.probability = lambda self, *scores: (
        kept.append(scores) or probability(self, *scores)
    )
    for text in texts:
        kept.clear()
        read = places.find(markers.continuation(text.response, text.view), text.view).number
        verdicts.append(Verdict(text, read, kept[-1] if kept else None))
    choice.Model.probability = probability
    return verdicts


def shown(verdicts: Iterable[Verdict]) -> dict[str, list[float]]:
    """Return and print, by source, the shares right of stated, and unread and false of all."""
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        table[verdict.text.source][verdict.name] += 1
        if verdict.text.stated is not None:
            table[verdict.text.source]["stated"] += 1
            table[verdict.text.source]["found"] += verdict.name == "right"
    figures = {}
    for source, count in table.items():
        n = count["right"] + count["unread"] + count["false"]
        shares = count["found"] / max(1, count["stated"]), count["unread"] / n, count["false"] / n
        figures[source] = [n, *(round(share, 3) for share in shares)]
        print("{:16} {:5}: right {:.3f}, unread {:.3f}, false {:.3f}".format(source, n, *shares))
    return figures


def calibrated(model: choice.Model, verdicts: Iterable[Verdict]) -> choice.Model:
    """Return the model with probabilities fitted to readings by models that had not seen them."""
    scored = [v for v in verdicts if v.scores]
    scores = np.array([[v.scores[0], max(v.scores[1], -9.0)] for v in scored])
    right = [same(v.number, v.text.stated) for v in scored]
    line = LogisticRegression(C=10.0).fit(scores, right)
    return model._replace(
        calibration=[round(float(x), 4) for x in (*line.intercept_, *line.coef_[0])]
    )


def of_unseen(
    texts: Sequence[Text], matrix: np.ndarray, rows: Rows, names: Sequence[str]
) -> list[Verdict]:
    """Return the readings of texts by trees that have not seen their sources."""
    sources = sorted({text.source for text in texts})
    fold_of = {source: place % FOLDS for place, source in enumerate(sources)}
    folds = np.array([fold_of[texts[place].source] for place in rows.text])
    verdicts = []
    for fold in range(FOLDS):
        seen = folds != fold
        part = rows._replace(right=rows.right[seen], text=rows.text[seen])
        use(fitted(matrix[seen], part, names)._replace(threshold=0.0))
        verdicts += judged([text for text in texts if fold_of[text.source] == fold])
    return verdicts


def by_probability(model: choice.Model, verdicts: Sequence[Verdict]) -> list[list[float]]:
    """Return and print the minimum probability, number and share right of readings."""
    print("probability: readings, right")
    bins = []
    for low, high in pairwise(BINS):
        part = [v for v in verdicts if v.scores and low <= model.probability(*v.scores) < high]
        share = sum(same(v.number, v.text.stated) for v in part) / max(1, len(part))
        bins.append([low, len(part), round(share, 3)])
        print(f"from {low}: {len(part)}, {share:.3f}")
    return bins


def main() -> None:
    """Fit and evaluate the model, and write it if asked to."""
    use(choice.Model((), 0.0, (), (0.0, 1.0, 0.0), 0.0))  # records all passages
    texts = labelled()
    known = [text for text in texts if not text.source.startswith(HELD_OUT)]
    known += of_runs(Path(os.environ["TEMPANSWERQA_DATA"]))
    rows = rows_of(known)
    names = sorted(rows.features[0])
    matrix = np.array([[values[name] for name in names] for values in rows.features])
    gains = np.zeros(len(names))
    fitted(matrix, rows, names, gains)
    best = sorted(np.argsort(-gains, kind="stable")[:MOST])
    names, matrix = [names[place] for place in best], matrix[:, best]
    verdicts = of_unseen(known, matrix, rows, names)
    model = calibrated(fitted(matrix, rows, names), verdicts)
    use(model)
    seen = [
        v
        if v.scores is None or model.probability(*v.scores) >= THRESHOLD
        else v._replace(number=None)
        for v in verdicts
    ]
    print(f"{len(known)} texts, {len(matrix)} candidates, {len(names)} features")
    print("not seen by the fit, whole sources left out:")
    figures = shown(seen)
    print("never used to fit:")
    figures |= shown(judged([text for text in texts if text.source.startswith(HELD_OUT)]))
    bins = by_probability(model, verdicts)
    if "--write" in sys.argv:
        write(model, len(known), len(matrix), figures, bins)


def write(model: choice.Model, texts: int, rows: int, figures: Any, bins: Any) -> None:
    """Write the model with one line for each tree."""
    facts = {
        "texts": texts,
        "candidates": rows,
        "right of stated, unread and false of all, by source": figures,
        "from a probability on: readings, share right": bins,
        "features": model.features,
        "base": model.base,
        "calibration": model.calibration,
        "threshold": model.threshold,
    }
    lines = [f"{json.dumps(name)}: {json.dumps(value)}," for name, value in facts.items()]
    trees = ",\n".join(json.dumps(tree) for tree in model.trees)
    path = Path(choice.__file__).with_name("weights.json")
    path.write_text("{" + "\n".join(lines) + f'\n"trees": [\n{trees}\n]}}\n', encoding="utf-8")
    RESULTS.write_text(with_table(RESULTS.read_text(encoding="utf-8"), figures), encoding="utf-8")


def with_table(page: str, figures: Any) -> str:
    """Return a docs page with the figures by source at its marker."""
    rows = ["source | texts | right/unread/false", "---|---|---"]
    for name, (size, *shares) in sorted(figures.items()):
        rows.append(f"`{name}` | {size} | {'/'.join(f'{share:.3f}' for share in shares)}")
    head, _, rest = page.partition("<!-- readings -->\n")
    return (
        f"{head}<!-- readings -->\n" + "\n".join([*rows, ""]) + rest[rest.index("<!-- end -->") :]
    )


if __name__ == "__main__":
    main()
