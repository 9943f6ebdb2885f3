"""Figures of scores: ties, undefined scores and scores at the ends of a scale."""

import math
from collections.abc import Sequence

import pytest
import scored

from tempanswerqa.reports.page import canvas
from tempanswerqa.reports.page.legend import cast
from tempanswerqa.reports.page.names import of_summary
from tempanswerqa.reports.report.figures import errors, relations, scores
from tempanswerqa.reports.report.score_tables import places, ranking
from tempanswerqa.runs.analysis import unread_reasons
from tempanswerqa.runs.summary import Score, Summary

pytest.importorskip("matplotlib", reason="figures need the extra `report`")


def summary(model: str, em: float, smape: float | None, mase: float | None, bse: float) -> Summary:
    values = {"exact_match": em, "smape": smape, "mase": mase, "bse": bse, "parsed": 0.9}
    own = {n: Score(v, None, v and 0.001 * v, v and 1.2 * v) for n, v in values.items()}
    return scored.summary(model, prompting="few-shot", scores=own)


def positions(rows: Sequence[Summary]) -> dict[str, list[float]]:
    members = cast(map(of_summary, rows))
    return scores._positions(rows, {name: places(rows, name) for name in ranking()}, members)


def test_equal_runs_never_cross():
    rows = [summary(model, 0.5, 10.0, 1.0, 0.2) for model in "cab"]
    assert set(map(tuple, positions(rows).values())) == {(3.0, 1.0, 2.0)}


def test_ties_keep_the_order_of_the_column_before():
    rows = [
        summary("a", 0.9, 5.0, 1.0, 0.3),
        summary("b", 0.5, 5.0, 0.5, 0.3),
        summary("c", 0.7, 9.0, 1.0, 0.1),
    ]
    assert positions(rows) == {
        "exact_match": [1, 3, 2],
        "smape": [1, 2, 3],
        "mase": [2, 1, 3],
        "bse": [3, 2, 1],
    }


def test_undefined_scores_have_no_place():
    rows = [summary("a", 0.9, None, None, 0.3), summary("b", 0.5, 5.0, 0.5, 0.2)]
    found = positions(rows)
    assert found["exact_match"] == [1, 2]
    assert math.isnan(found["mase"][0])
    assert found["mase"][1] == 1


@pytest.mark.parametrize("mases", [(None, 0.0), (1e-9, 1e98)])
def test_any_mase_can_be_drawn(mases):
    rows = [summary(f"m{n}", 1.0 - n, 0.0, mase, 0.0) for n, mase in enumerate(mases)]
    members = cast(map(of_summary, rows))
    for draw in (scores.scores, scores.ranks, relations.exact_match_mase):
        made = draw("task", "A task", rows, members)
        assert "<path" in made.svg
        assert "nan" not in made.svg
    dots = [f"{100 * r.mean('exact_match'):.0f}" for r in rows if r.mean("mase") is not None]
    told = relations.exact_match_mase("task", "A task", rows, members).alternative
    assert all(dot in told for dot in dots)


@pytest.mark.parametrize(("low", "high", "most", "ticks"), [
    (0.2, 5.6, 5, [0.2, 0.5, 1, 2, 5]), (0.2, 5.6, 3, [0.2, 1, 5]), (0.02, 40, 5, [0.1, 1, 10]),
    (1e-6, 1e6, 3, [1e-6, 0.1, 10_000]),
])  # fmt: skip
def test_log_scales_have_two_numbers_or_more(low, high, most, ticks):
    assert canvas._log_ticks(low, high, most) == pytest.approx(ticks)


@pytest.mark.parametrize(("low", "high"), [(1.1, 1.9), (0.99, 1.01), (30, 45), (5.5e7, 5.6e7)])
def test_narrow_log_scales_have_numbers_too(low, high):
    ticks = canvas._log_ticks(low, high, 5)
    assert 2 <= len(ticks) <= 5
    assert all(low <= tick <= high for tick in ticks)


def test_a_log_scale_ends_below_the_least_score():
    assert canvas.log_floor([3, 0.5, 0]) == 0.05
    assert canvas.log_floor([0, 0]) == canvas.log_floor([]) == 0.1


def test_models_with_names_that_are_cut_alike_are_told_apart():
    models = [f"a-long-name-{middle}-of-a-model-7B" for middle in ("one", "two", "six")]
    members = cast(of_summary(summary(model, 0.5, 1.0, 1.0, 0.1)) for model in models)
    assert len(set(members.short.values())) == 3


def test_every_run_has_its_bars():
    nothing = dict.fromkeys(unread_reasons.REASONS, 0.0)
    runs = [("same", [nothing | {"missing": 0.2}, nothing]), ("same", [nothing, nothing])]
    told = errors.unread("task", "A task", runs).alternative
    assert told.count("same, strict-match") == 2
    assert "missing 20.0 %" in told
