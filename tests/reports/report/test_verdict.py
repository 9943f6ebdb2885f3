"""Tests the sentence and the table of the first screen, and the figures, against the scores."""

import math
import re
from itertools import combinations

import pytest
from reported import MODELS, gather, write_runs

from tempanswerqa.metrics import holm, paired
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.metrics.significance import SIGNIFICANT
from tempanswerqa.reports.report import figures, score_tables, verdict
from tempanswerqa.reports.report.data import Field

pytest.importorskip("matplotlib", reason="figures need the extra `report`")


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_one_task_and_prompting_has_the_scores_of_the_run(gathered):
    for task in gathered.tasks:
        for row in gathered.of_task(task):
            of = Field([row.model], [(task, row.prompting)])
            ((name, exact, error, near, smape, mase, unread),) = verdict.rows(gathered, of)
            assert name == gathered.cast.short[row.model]
            told = [METRICS[name].shown(row.mean(name)) for name in verdict.SHOWN]
            assert [exact, near, smape, mase] == told
            assert error == METRICS["exact_match"].shown(row.scores["exact_match"].stderr)
            assert float(unread) == pytest.approx(100 * (1 - row.mean("parsed")), abs=0.051)


@pytest.mark.parametrize("metric", ["exact_match", "smape", "capped_ase"])
def test_models_are_told_apart_by_paired_tests(gathered, metric):
    of = gathered.field()
    assert sorted(of.models) == sorted(MODELS)
    columns = [gathered.column(of, model, metric) for model in of.models]
    groups, highest = gathered.groups(of), METRICS[metric].highest
    tests = [paired(*pair, groups, highest) for pair in combinations(columns, 2)]
    standing = verdict.standing(gathered, of, metric)
    told = sum(p < SIGNIFICANT for p in holm([test.p_value for test in tests]))
    assert standing[1] == told


def test_one_model_has_its_scores_in_the_sentence(tmp_path):
    alone = gather(write_runs(tmp_path, MODELS[:1], ["ttqa_head"]))
    of = alone.field()
    ((_, exact, _, near, *_, unread),) = verdict.rows(alone, of)
    said = verdict.sentences(alone, of)[0]
    assert all(f"{number} %" in said for number in (exact, near, unread))
    assert verdict.standing(alone, of, "exact_match") is None


def test_models_without_all_runs_are_left_out_and_named(tmp_path):
    runs = write_runs(tmp_path / "two", MODELS[:2], ["ttqa_head", "ttqa_tail"])
    partly = gather(runs, write_runs(tmp_path / "one", ["Less"], ["ttqa_tail"]))
    of = partly.field()
    assert sorted(of.models) == sorted(MODELS[:2])
    assert "Less" in verdict.sentences(partly, of)[-1]
    assert len(partly.field("tempanswerqa_ttqa_tail").models) == 3


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


@pytest.mark.slow
def test_there_is_no_figure_of_nothing(tmp_path):
    right = gather(write_runs(tmp_path, ["A"], ["ttqa_head"], dict.fromkeys(range(99), "")))
    names = [draw().name for draw in figures.figures(right, right.field())]
    assert names[:2] == ["tolerance", "smape_in_parts"]
    assert figures.figures(right, Field([], [])) == []


def test_shares_of_reasons_and_parsed_add_up(gathered):
    rows = score_tables.unread(gathered).rows
    assert len(rows) == len(gathered.summaries)
    for row, summary in zip(rows, gathered.ordered(), strict=True):
        reasons = {why: share for why, share in summary.readings.items() if why != "unsure"}
        assert row["parsed"] + sum(reasons.values()) == pytest.approx(1)
        assert [row[why] for why in reasons] == list(reasons.values())
