"""Tests the figures of a report against the scores."""

import math
import re

import pytest
from reported import gather, write_runs

from tempanswerqa.reports.report import figures, verdict
from tempanswerqa.reports.report.data import Field

pytest.importorskip("matplotlib", reason="figures need the extra `report`")


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_the_parts_of_smape_are_drawn_as_they_are(gathered):
    of = gathered.field()
    drawn = texts(figures.smape_parts(gathered, of).svg)
    rows = {row[0]: row for row in verdict.rows(gathered, of)}
    for model in of.models:
        smapes = gathered.column(of, model, "smape")
        parsed = gathered.column(of, model, "parsed")
        pairs = [pair for pair in zip(smapes, parsed, strict=True) if not math.isnan(pair[0])]
        total = math.fsum(smape for smape, _ in pairs) / len(pairs)
        unread = 100 * sum(read == 0 for _, read in pairs) / len(pairs)
        assert f"{total:.1f} ({unread:.1f} + {total - unread:.1f})" in drawn
        assert float(rows[gathered.cast.short[model]][4]) == pytest.approx(total, abs=0.005)


def test_frequent_errors_are_counted():
    drawn = figures.frequent({"a": [1, 1, -1, 5], "b": [1, -1000, 2.5, 1]})
    assert "62 %" in drawn.title
    shown = texts(drawn.svg)
    assert shown.index("+1") < shown.index("−1")
    assert {"50.0", "12.5", "−1,000", "+2.5"} <= set(shown)


def test_a_model_moves_only_by_a_test(gathered):
    of = gathered.field()
    drawn = figures.ranks(gathered, of)
    for name in gathered.cast.short.values():
        assert texts(drawn.svg).count(name) == 2
    assert "MASE" not in texts(drawn.svg)


@pytest.mark.slow
def test_there_is_no_figure_of_nothing(tmp_path):
    right = gather(write_runs(tmp_path, ["A"], ["ttqa_head"], dict.fromkeys(range(99), "")))
    names = [draw().name for draw in figures.figures(right, right.field())]
    assert names[:2] == ["tolerance", "smape_in_parts"]
    assert figures.figures(right, Field([], [])) == []
