"""Tests which runs are compared, and their ranks."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from reported import MODELS, scored, write_runs
from scipy.stats import t
from scored import signed

from tempanswerqa.metrics.ranks import Rank, differences, ranks
from tempanswerqa.runs.run_set import RANKING, RunRow, RunSet
from tempanswerqa.runs.summary import Score


def made(model, share, task="t", prompting="zero-shot", n=200, seed=0, groups=40, **fields):
    """Return a run that is right on about a share of n questions, each run on the same ones;
    `fields` are those of its summary, and `signature` changes that.
    """
    values = (np.random.default_rng(seed).random(n) < share).astype(float)
    asked = {f"{task}{at}": SimpleNamespace(family=task, group=str(at % groups)) for at in range(n)}
    summary = signed(model, task, **fields.pop("signature", {}))
    scores = {**summary.scores, "exact_match": Score(values.mean())}
    summary = replace(summary, **{"prompting": prompting, "scores": scores} | fields)
    return RunRow(summary, asked, {"exact_match": values})


def models(rows):
    return [row.summary.model for row in RunSet(rows).comparable().rows]


def test_rows_have_the_scores_of_their_questions(tmp_path):
    for run in scored(write_runs(tmp_path, MODELS[:1])):
        for filter_name, summary in run.summaries.items():
            row = RunRow.of(run, filter_name)
            assert (summary.model, row.cell) == (MODELS[0], (summary.task, summary.prompting))
            assert [*row.questions] == [*run.part.questions]
            for name in RANKING:
                assert len(row.scores[name]) == len(row.groups) == len(run.part.questions)
                assert np.nanmean(row.scores[name]) == pytest.approx(summary.mean(name))


def test_complete_runs_alone_are_compared_if_there_is_one():
    whole, part = made("whole", 0.5), made("part", 0.5, missing=3)
    other = made("other", 0.5, task="u", missing=3)
    assert models([part, whole, other]) == ["whole", "other"]
    assert models([part]) == ["part"]


def test_no_run_of_a_task_is_compared_whose_signatures_differ():
    alike = made("a", 0.5), made("b", 0.5, task="u"), made("c", 0.5, task="u")
    assert models([*alike, made("d", 0.5, task="u", signature={"prompts": "x"})]) == ["a"]
    free = made("d", 0.5, task="u", signature={"package": "x"})
    assert models([*alike, free]) == ["a", "b", "c", "d"]


def test_models_are_compared_over_the_cells_that_they_share():
    rows = [made(m, 0.5, t, p) for m in "ab" for t in "tu" for p in ("few-shot", "zero-shot")]
    rows += [made("c", 0.5, "t"), made("a", 0.9, "t")]
    found = RunSet(rows)
    assert found.cells == [(t, p) for t in "tu" for p in ("few-shot", "zero-shot")]
    assert {model: len(own) for model, own in found.by_model.items()} == {"a": 4, "b": 4}
    assert found.means("exact_match")["a"] == found.means("exact_match")["b"]  # the first counts
    assert RunSet([]).by_model == {}


def test_ranks_of_one_cell_are_those_of_paired_tests():
    rows = [made(name, share) for name, share in (("a", 0.3), ("b", 0.8), ("c", 0.79))]
    gaps = differences([row.scores["exact_match"] for row in rows], rows[0].groups)
    found = RunSet(rows).ranks("exact_match")
    means = [row.summary.mean("exact_match") for row in rows]
    assert [*found.values()] == ranks(means, gaps)
    assert found["a"] == Rank(3, 3, 3)
    again = [
        made(row.summary.model, share, prompting="few-shot")
        for row, share in zip(rows, (0.3, 0.8, 0.79), strict=True)
    ]
    assert RunSet([*rows, *again]).ranks("exact_match") == found  # nothing is new in these


def test_each_cell_has_the_same_weight():
    """Of all 1,020 questions, a answers more; of the mean of both tasks, b has more."""
    rows = [
        made("a", 0.9, n=1_000),
        made("a", 0.0, "u", n=100),
        made("b", 0.8, n=1_000),
        made("b", 1.0, "u", n=100),
    ]
    found = RunSet(rows)
    assert found.means("exact_match")["b"] == pytest.approx(0.9, abs=0.02)
    assert found.ranks("exact_match") == {"a": Rank(2, 2, 2), "b": Rank(1, 1, 1)}


def test_the_error_of_a_mean_of_tasks_is_that_of_independent_tasks():
    """The squares of their errors add up; a difference is significant where it is so by hand."""
    apart = []
    for share in np.linspace(0.5, 0.53, 16):
        rows = [
            made(model, own, task, n=n, seed=seed, groups=n)
            for model, own in (("a", 0.5), ("b", share))
            for task, n, seed in (("t", 300, 1), ("u", 150, 2))
        ]
        first, second = RunSet(rows).by_model.values()
        gaps = [
            x.scores["exact_match"] - y.scores["exact_match"]
            for x, y in zip(first, second, strict=True)
        ]
        value = sum(gap.mean() for gap in gaps) / 2
        error = math.hypot(*(gap.std(ddof=1) / math.sqrt(len(gap)) for gap in gaps)) / 2
        p = 2 * t.sf(abs(value) / error, 449) if error else 1
        apart.append(p < 0.05)
        assert (RunSet(rows).ranks("exact_match")["b"].worst == 1) == apart[-1]
    assert len({*apart}) == 2


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([made("a", 0.5)], "one model"),
        ([made("a", 0.5, groups=1), made("b", 0.1, groups=1)], "one group of questions"),
        ([made("a", 0.5), made("b", 0.1, scores={"exact_match": Score()})], "undefined"),
    ],
)
def test_without_a_test_there_are_no_ranks(rows, why):
    assert RunSet(rows).ranks("exact_match") == {}, why


def test_equal_scores_share_a_rank_although_their_sums_differ():
    rows = [made("a", 0.5), made("b", 0.5), made("c", 0.1)]
    rows[1].summary.scores["exact_match"] = Score(rows[1].summary.mean("exact_match") + 1e-15)
    assert [rank.rank for rank in RunSet(rows).ranks("exact_match").values()] == [1, 1, 3]
