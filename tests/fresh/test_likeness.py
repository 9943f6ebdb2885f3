"""Tests that fresh questions have the units, formats, types and lengths of the released ones."""

import csv
import json
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

import tempanswerqa.fresh
from tempanswerqa.fresh.drawing import questions
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.subsets import SUBSETS

pytestmark = pytest.mark.slow

FRESH = 1_000
RUN = 9
"""The number of words in a row that count as copied."""


@pytest.fixture(scope="module", params=["tot_arith", "ttqa_head", "ttqa_tail"])
def both(request, published) -> tuple[str, list[dict], list[dict]]:
    part = SUBSETS[request.param]
    with (published / part.file).open(newline="", encoding="utf-8-sig") as file:
        released = [row for row in csv.DictReader(file) if row["split"] == part.split]
    fresh = [item.cells for item in questions(Draw(request.param, n=FRESH))]
    return request.param, released, fresh


def shares(rows: Iterable[Mapping[str, str]], *names: str) -> dict[tuple[str, ...], float]:
    counts = Counter(tuple(row[name] for name in names) for row in rows)
    return {key: count / counts.total() for key, count in counts.items()}


def test_shares_of_units_and_formats_are_met(both):
    subset, released, fresh = both
    names = ["answer_temporal_unit", "answer_format"]
    if subset == "tot_arith":
        names.append("question_type")
    wanted, found = shares(released, *names), shares(fresh, *names)
    assert set(found) == set(wanted)
    for key, share in wanted.items():
        assert found[key] == pytest.approx(share, abs=0.005), key


def test_facts_are_as_many_as_in_the_released_exemplars(published):
    """The released semantic questions are not available."""
    path = published / "prompts/tot_semantic_few_shot.json"
    messages = json.loads(path.read_text(encoding="utf-8"))["messages"]
    known = [text["content"].count("\n") for text in messages if text["role"] == "system"]
    texts = {item.cells["instruction"] for item in questions(Draw("tot_semantic", n=400))}
    mean = statistics.fmean(text.count("\n") for text in texts)
    assert min(known) <= mean <= max(known)


def copied(text: str) -> set[tuple[str, ...]]:
    """Return the runs of words in a text."""
    words = re.findall(r"[a-z]+|[0-9]+", text.lower().replace("'", ""))
    return {tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1)}


def test_no_words_are_copied_from_released_texts(published):
    known: set[tuple[str, ...]] = set()
    for path in (published / "questions").rglob("*.csv"):
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
        known.update(*(copied(text) for row in rows for text in row.values()))
    for path in (published / "prompts").iterdir():
        known |= copied(path.read_text(encoding="utf-8"))
    folder = Path(tempanswerqa.fresh.__file__).parent
    ours = [path for path in folder.rglob("*") if path.suffix in (".py", ".yaml", ".json", ".txt")]
    assert known
    assert ours
    for path in ours:
        assert not known & copied(path.read_text(encoding="utf-8")), path


def test_questions_share_few_runs_of_words_with_released_ones(both):
    """A few words of every day, such as "how many years has it been since the", meet by chance."""
    subset, released, fresh = both
    name = "question_wo_instruct" if subset == "tot_arith" else "question"
    known = set().union(*(copied(row[name]) for row in released))
    shared = [row[name] for row in fresh if known & copied(row[name])]
    assert len(shared) <= len(fresh) / 100, shared
