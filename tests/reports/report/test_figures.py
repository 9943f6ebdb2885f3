"""Tests the curve of a report against the scores."""

import re
from itertools import pairwise

import pytest
from reported import gather, write_runs

from tempanswerqa.reports.report import figures
from tempanswerqa.scoring import STRICT

pytest.importorskip("matplotlib", reason="figures need the extra `report`")


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_the_curve_ends_at_what_was_read(gathered):
    of = gathered.chosen(STRICT, "tempanswerqa_ttqa_head", "few-shot")
    for rows in of.by_model.values():
        pairs = list(gathered.read(rows[0]))
        errors = [[float("nan") if n is None else abs(n - q.number) for q, n in pairs]]
        line = figures._steps("time", errors)
        assert line[0][1] == pytest.approx(100 * rows[0].summary.mean("exact_match"))
        assert line[-1] == pytest.approx((1, 100 * rows[0].summary.mean("parsed")))
        assert all(after[1] >= before[1] - 0.01 for before, after in pairwise(line))


@pytest.mark.slow
def test_a_curve_of_nothing_read_names_its_model(tmp_path):
    right = gather(write_runs(tmp_path, ["A"], ["ttqa_head"], dict.fromkeys(range(99), "")))
    of = right.chosen(STRICT)
    assert texts(figures.curve(right, of, ["svg"]).svg).count("A") == 2


def test_the_curve_can_be_read_on_a_phone(gathered):
    svg = figures.curve(gathered, gathered.chosen(STRICT), ["svg"]).svg
    wide = float(re.search(r'viewBox="0 0 ([0-9.]+) ', svg)[1])
    sizes = [float(size) for size in re.findall(r"font[^;]*?([0-9.]+)px", svg)]
    assert min(sizes) * 288 / wide >= 9.9  # pixels in a README that is 320 wide, 16 of each margin
