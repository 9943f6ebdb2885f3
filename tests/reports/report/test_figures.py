"""Tests figures of scores: ties, undefined scores and scores at the ends of a scale."""

import math
import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
import scored

from tempanswerqa.answers import unread as unread_answers
from tempanswerqa.metrics.correlation import Correlation
from tempanswerqa.metrics.ranks import Rank
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.reports.page import canvas, palette
from tempanswerqa.reports.page.legend import cast
from tempanswerqa.reports.report.data import Task
from tempanswerqa.reports.report.figures import (
    correlations,
    labels,
    ranks,
    relations,
    scores,
    smape_parts,
    unread,
)
from tempanswerqa.reports.report.score_tables import Correlated
from tempanswerqa.reports.report.smape import SmapeParts
from tempanswerqa.reports.report.task_runs import TaskRuns
from tempanswerqa.runs.summary import RunName, Score, Summary

pytest.importorskip("matplotlib", reason="figures need the extra `report`")


def summary(model: str, em: float, mase: float | None = 1.0) -> Summary:
    own = {name: Score(0.5, None, 0.4, 0.6) for name in METRICS}
    own |= {"exact_match": Score(em, None, 0.0, 1.0), "mase": Score(mase)}
    return scored.summary(model, prompting="few-shot", scores=own)


def shown(rows: Sequence[Summary]) -> TaskRuns:
    return TaskRuns("task", "A task", rows, cast(map(RunName.of, rows)))


RANKED = {
    "exact_match": [Rank(1, 1, 2), Rank(2, 1, 2), Rank(3, 3, 3)],
    "smape": [Rank(3, 3, 3), Rank(1, 1, 2), Rank(2, 1, 2)],
}


def ranked(name: str, mases: Sequence[float | None] = (1.0, 2.0, 0.5)) -> canvas.Picture:
    rows = [summary(*row) for row in zip("abc", (0.9, 0.8, 0.1), mases, strict=True)]
    return ranks.ranks(shown(rows), RANKED, name)


def test_runs_whose_ranks_do_not_overlap_are_told_of_and_coloured():
    made = ranked("smape")
    assert made.name == "ranks_smape_task"
    for fact in ("2 of 3 runs", "a few-shot from 1–2 to 3", "c few-shot from 3 to 1–2"):
        assert fact in made.caption
    assert "a few-shot: EM 1–2, sMAPE 3; b few-shot: EM 1–2, sMAPE 1–2; c" in made.alternative
    members = cast(map(RunName.of, [summary(model, 0.5) for model in "abc"]))
    colours = {name: members.looks[name].colour in made.svg for name in "abc"}
    assert colours == {"a": True, "b": False, "c": True}
    assert all(made.svg.count(f">{name} ●<") == 1 for name in "abc")  # on the left,
    assert all(made.svg.count(f">● {name}<") == 1 for name in "abc")  # and on the right


def test_without_ranges_a_third_of_the_places_is_a_large_move():
    made = ranked("mase")
    assert "3 of 3 runs" in made.caption
    assert "c few-shot from 3 to 1;" in made.caption
    left_out = ranked("mase", (None, 2.0, 1.0))
    assert ">a ●<" not in left_out.svg
    assert "2 of 2 runs" in left_out.caption


def test_runs_in_one_order_are_grey():
    rows = [summary("a", 0.9), summary("b", 0.8)]
    same = [Rank(1, 1, 2), Rank(2, 1, 2)]
    found = {"exact_match": same, "smape": same}
    made = ranks.ranks(shown(rows), found, "smape")
    assert not set(palette.COLOURS) & set(re.findall(r"#\w{6}", made.svg))


@pytest.mark.parametrize(("wanted", "places"), [
    ([90, 50, 10], [90, 50, 10]),
    ([52, 50, 10], [56.25, 45.75, 10]),  # as far from 51 either way
    ([100, 100, 100], [100, 89.5, 79]),
    ([0, 0], [10.5, 0]), ([], []), ([50] * 21, [100 - 5 * at for at in range(21)]),
])  # fmt: skip
def test_names_are_spread_no_further_than_they_have_to(wanted, places):
    assert ranks.spread(wanted, 0, 100) == pytest.approx(places)


def correlated(rho: float, n: int) -> list[Correlated]:
    found = Correlation(rho, -0.5, 0.95, n)
    return [Correlated("exact_match", "smape", found, found)]


def test_correlations_say_over_what_they_are():
    made = correlations.within_task(Task("task_a", "Task A", "Data", None), correlated(0.25, 7))
    assert "n = 7" in made.caption
    assert "EM and sMAPE 0.25" in made.alternative
    assert all(f">{text}<" in made.svg for text in ("0.25", "[-0.50,", "0.95]"))


def test_pooled_correlations_have_no_interval():
    made = correlations.pooled("TempTabQA", "TempTabQA (head only)", correlated(-0.75, 12))
    assert made.title.startswith("TempTabQA (head only): ")
    assert ">-0.75<" in made.svg
    assert "[-0.50," not in made.svg


def test_errors_that_fall_as_exact_match_rises_agree_with_it():
    assert correlations.agreement("exact_match", "smape", -0.9) == 0.9
    assert correlations.agreement("exact_match", "within_one", 0.9) == 0.9
    assert correlations.agreement("smape", "mase", -0.2) == -0.2


PARTS = {
    ("task", RunName("a", "few-shot")): SmapeParts(12.7, 4.2, 27.7),
    ("task", RunName("b", "few-shot")): SmapeParts(2.2, 6.8, 27.5),
    ("task", RunName("c", "few-shot")): SmapeParts(0.0, 9.0, 9.0),
}


def test_parts_of_smape_tell_unread_from_wrong():
    rows = [summary(*row) for row in (("a", 0.754), ("b", 0.765), ("c", 0.1))]
    made = smape_parts.smape_in_parts(shown(rows), PARTS)
    facts = ("0 to 75 %", "75.4 and 76.5 %", "16.9 and 9.0", "27.7 and 27.5")
    assert [fact for fact in facts if fact not in made.caption] == []
    assert all(number in made.alternative for number in ("16.9", "12.7", "27.7"))


def test_a_lone_run_has_its_parts_too():
    rows = [summary("a", 0.754)]
    assert " %" not in smape_parts.smape_in_parts(shown(rows), PARTS).caption


@pytest.mark.parametrize("log", [False, True])
def test_bins_are_equally_wide_and_hold_all_labels(log):
    edges = labels._edges(0, 2_000, "days", log)
    widths = np.diff(np.log10(edges) if log else edges)
    assert widths == pytest.approx(widths[0])
    assert edges[0] <= (labels.ZERO if log else 0)
    assert edges[-1] > 2_000
    if log:  # none is empty for want of a whole number
        assert all(math.ceil(low) < high for low, high in pairwise(edges) if low >= 1)


@pytest.mark.slow
@pytest.mark.parametrize("mases", [(None, 0.0), (1e-9, 1e98)])
def test_any_mase_can_be_drawn(mases):
    rows = [summary(f"m{n}", 1.0 - n, mase) for n, mase in enumerate(mases)]
    for draw in (scores.scores, relations.exact_match_mase):
        made = draw(shown(rows))
        assert "<path" in made.svg
        assert "nan" not in made.svg
    dots = [f"{100 * r.mean('exact_match'):.0f}" for r in rows if r.mean("mase") is not None]
    told = relations.exact_match_mase(shown(rows)).alternative
    assert all(dot in told for dot in dots)


def test_models_with_names_that_are_cut_alike_are_told_apart():
    models = [f"a-long-name-{middle}-of-a-model-7B" for middle in ("one", "two", "six")]
    members = cast(RunName.of(summary(model, 0.5)) for model in models)
    assert len(set(members.short.values())) == 3


def test_every_run_has_its_bars():
    nothing = dict.fromkeys(unread_answers.REASONS, 0.0)
    found = {
        RunName("a", "few-shot"): [nothing | {"no answer": 0.2}, nothing],
        RunName("a", "zero-shot"): [nothing, nothing],
    }
    made = unread.unread("task", "A task", found, cast(found))
    assert "a few-shot, strict-match: no answer 20.0 %; a few-shot, flexible" in made.alternative
    assert "a zero-shot, strict-match: none" in made.alternative
    assert "10.0 %" in made.caption
