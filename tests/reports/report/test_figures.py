"""Tests the figures of a report against the scores."""

import re
from itertools import pairwise
from statistics import fmean

import pytest
from reported import gather, write_runs

from tempanswerqa.reports.report import figures
from tempanswerqa.scoring import STRICT

pytest.importorskip("matplotlib", reason="figures need the extra `report`")


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_the_parts_of_smape_add_up_to_it(gathered):
    of = gathered.chosen(STRICT)
    parts = figures.smape_parts(gathered, of)
    means = of.means("smape")
    assert [sum(widths) for widths in zip(*(widths for *_, widths in parts), strict=True)] == (
        pytest.approx(list(means.values()))
    )
    for model, unread in zip(of.by_model, parts[0][2], strict=True):
        shares = []
        for row in of.by_model[model]:
            scored = [q.id for q in row.questions.values() if row.scores["smape"][_at(row, q)] >= 0]
            numbers = {q.id: number for q, number in gathered.read(row)}
            shares.append(100 * fmean(numbers[name] is None for name in scored))
        assert unread == pytest.approx(fmean(shares))


def _at(row, question) -> int:
    return [*row.questions].index(question.id)


def test_the_parts_of_wrong_answers_are_all_of_them(gathered):
    of = gathered.chosen(STRICT)
    parts = figures.size_parts(gathered, of)
    exact, parsed = of.means("exact_match"), of.means("parsed")
    wrong = [sum(map(abs, widths)) for widths in zip(*(w for *_, w in parts), strict=True)]
    assert wrong == pytest.approx([100 * (parsed[m] - exact[m]) for m in of.by_model])
    assert all(width <= 0 for *_, widths in parts[:3] for width in widths)


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
def test_there_is_no_figure_of_nothing(tmp_path):
    right = gather(write_runs(tmp_path, ["A"], ["ttqa_head"], dict.fromkeys(range(99), "")))
    of = right.chosen(STRICT)
    assert texts(figures.curve(right, of, ["svg"]).svg).count("A") == 2
    drawn = [draw() for draw in figures.charts(right, of)]
    assert [picture.name for picture in drawn][:1] == ["smape_in_parts"]
    assert all({*picture.files} == {"svg", "pdf", "png"} for picture in drawn)
