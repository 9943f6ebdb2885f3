"""Tests published figures, and averages."""

import csv
import math
from dataclasses import replace
from itertools import pairwise

import pytest
from leaderboard_support import entry
from scored import responses, write_lines
from support import SAMPLE, SUBSETS, evaluate

from tempanswerqa import questions
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.metrics import wilson
from tempanswerqa.metrics.scores import METRICS, Estimate, listed
from tempanswerqa.reports.leaderboard.entries import (
    SUBMISSION,
    TABLES,
    Board,
    averages,
    of_run,
    published,
)
from tempanswerqa.runs import score_files
from tempanswerqa.runs.scoring import FLEXIBLE
from tempanswerqa.runs.summary import FLAWS, TOLERANCES, Score


def four(**options):
    return [entry(board=Board(subset), **options) for subset in SUBSETS]


def test_published_rows_are_those_of_the_tables():
    found = {(e.board.subset, e.summary.model, e.summary.prompting): e.summary for e in published()}
    assert len(found) == 4 * (6 * 2 + 2)
    subsets = {part.split: name for name, part in questions.SUBSETS.items()}
    with TABLES.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            own = found[subsets[row["split"]], row["model"], row["prompting"]]
            assert f"{100 * own.mean('exact_match'):.2f}" == row["exact_match"]
            assert f"{own.mean('smape'):.2f}" == row["smape"]
            unknown = [own.mean(name) for name in ("mase", "capped_ase", "parsed")]
            assert {own.n, *unknown, *(getattr(own, name) for name in FLAWS)} == {None}


def test_an_average_is_over_four_tasks_of_one_run():
    (mean,) = averages(four(stderr=0.3))
    assert mean.summary.mean("exact_match") == 0.5
    _, stderr, low, high, groups = mean.summary.scores["capped_ase"]
    assert stderr == pytest.approx(0.3 / 2)
    of_one = four()[0].summary.scores["capped_ase"].groups
    assert groups == 1 + 4 * (of_one - 1)  # the degrees of freedom of equal errors add up
    assert (low, high) == wilson(Estimate(0.25, stderr, groups))
    assert (mean.summary.n, mean.questions) == (16, 16)
    assert mean.average_of == tuple(mean.signatures) == tuple(f"tempanswerqa_{s}" for s in SUBSETS)
    assert mean.summary.task == "tempanswerqa"


def test_curves_are_averaged_if_all_tasks_have_one():
    curves = ((0.0, 0.5), (0.5, 0.5), (0.5, 1.0), (1.0, 1.0))
    parts = [
        part._replace(summary=replace(part.summary, within=curve))
        for part, curve in zip(four(), curves, strict=True)
    ]
    assert next(averages(parts)).summary.within == [0.5, 0.75]
    assert next(averages([*parts[1:], entry()])).summary.within == []


def test_what_is_undefined_in_one_task_is_undefined_in_the_mean():
    parts = [*four()[1:], entry(missing=2)]
    parts[2].summary.scores["mase"] = Score()
    parts[1].summary.scores["capped_ase"] = Score(0.25)
    (mean,) = averages(parts)
    assert mean.summary.scores["mase"] == Score()
    assert mean.summary.scores["capped_ase"] == Score(0.25)
    assert mean.summary.flaws == ["2 missing"]


@pytest.mark.parametrize("other", [
    {"model": "other"}, {"source": SUBMISSION}, {"rule": FLEXIBLE},
    {"board": Board("ttqa_tail", False, "easy", 9, 1)},
])  # fmt: skip
def test_no_average_of_parts_that_are_not_one_run(other):
    assert not [*averages([*four()[:3], entry(**{"board": Board("ttqa_tail")} | other)])]


@pytest.mark.parametrize("one", [("hard", 9, 2), ("hard", 8, 1), ("easy", 9, 1)])
def test_fresh_questions_are_averaged_within_one_draw(one):
    boards = [Board(subset, False, "hard", 9, 1) for subset in SUBSETS]
    (mean,) = averages([entry(board=board) for board in boards])
    assert mean.summary.task == "tempanswerqa_fresh.hard"
    boards[-1] = Board("ttqa_tail", False, *one)
    assert not [*averages([entry(board=board) for board in boards])]


def test_chat_tasks_are_averaged_with_those_that_have_no_such_variant():
    chats = [Board(subset, chat=True) for subset in SUBSETS[:2]]
    found = list(averages([*four(), *(entry(board=board, exact_match=1.0) for board in chats)]))
    assert [(e.board.chat, e.summary.mean("exact_match")) for e in found] == [
        (False, 0.5),
        (True, 0.75),
    ]
    assert found[1].summary.task == "tempanswerqa_chat"


def test_averages_are_what_the_harness_makes_of_the_group(tmp_path):
    given = responses()
    path = write_lines(tmp_path / "r.jsonl", ({"id": i, "response": t} for i, t in given.items()))
    options = score_files.Options(data_dir=str(SAMPLE))
    scored = score_files.score_places([str(path)], options, pytest.fail, pytest.fail)
    entries = [one for own in scored for one in of_run(own)]
    for one in entries:
        # right answers to durations and years, and what was read of them, at both ends
        assert 0 < one.summary.within[0] < one.summary.within[-1] < 1
        assert list(one.summary.within) == sorted(one.summary.within)
        widths = [after - most for most, after in pairwise(TOLERANCES)]
        outside = (1 - share for share in one.summary.within)
        above = sum(width * share for width, share in zip(widths, outside, strict=False))
        assert above == pytest.approx(one.summary.mean("smape"), abs=5)  # between the places
    found = list(averages(entries))
    stated = evaluate(RecordedLM(given), "tempanswerqa")["results"]["tempanswerqa"]
    assert len(found) == 2
    for mean in found:
        stated_here = mean.summary.as_dict()
        for metric in listed():
            expected = stated[f"{metric},{mean.summary.filter}"]
            assert math.isclose(stated_here[metric], expected, rel_tol=1e-12)
        assert set(stated_here["intervals"]) == set(METRICS)
