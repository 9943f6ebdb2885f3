"""Tests scores and correlations of a report."""

import math
from itertools import combinations

import pytest
import reported
from reported import MODELS, PROMPTINGS, gather, write_runs
from scipy.stats import spearmanr
from scored import score
from support import SUBSETS

from tempanswerqa.metrics.scores import METRICS, REPORTED
from tempanswerqa.reports.report import score_tables
from tempanswerqa.reports.report.data import ByQuestion
from tempanswerqa.runs.scoring import STRICT
from tempanswerqa.runs.summary import RunName

pytestmark = pytest.mark.usefixtures("sampled")


def test_scores_are_those_of_the_score_command(capsys, runs, gathered):
    _, printed, _ = score(capsys, runs)
    table = score_tables.scores(gathered)
    assert len(table.rows) == len(printed) == len(MODELS) * len(PROMPTINGS) * len(SUBSETS) * 2
    keys = ("model", "prompting", "task", "filter")
    expected = {tuple(row[key] for key in keys): row for row in printed}
    for row in table.rows:
        record = expected.pop(tuple(row[key] for key in keys))
        assert row["n"] == record["n"]
        for name in REPORTED:
            assert row[name] == record[name]
        for name in METRICS:
            assert [row[f"{name}_low"], row[f"{name}_high"]] == record["intervals"][name]
    assert expected == {}
    headings = [column.heading for column in table.columns]
    details = ("sMAPE durations", "sMAPE calendar years", "largest %")
    metrics = [metric.heading for metric in METRICS.values()]
    assert headings[6:] == [*metrics, *details, "cut", "thinking", "state"]
    assert {row["state"] for row in table.rows} == {""}


def test_questions_without_an_answer_have_no_score(gathered, scored):
    run, by_filter = scored[0]
    items = by_filter[STRICT][0]
    found = ByQuestion.of(run.part, items.iloc[:0:-1])  # in any order, without the first
    whole = gathered.by_question[run.task, RunName(run.model, run.prompting)]
    for name in METRICS:
        assert math.isnan(found.scores[name][0])
        assert repr(found.scores[name][1:]) == repr(whole.scores[name][1:])


def test_correlations_within_a_task_are_of_models(gathered):
    rows = score_tables.correlations(gathered).rows
    assert len(rows) == len(SUBSETS) * len(list(combinations(METRICS, 2)))
    for row in rows:
        sides = [
            [
                sum(s.mean(row[key]) for s in gathered.of_task(row["task"]) if s.model == model) / 2
                for model in MODELS
            ]
            for key in ("first", "second")
        ]
        assert row["models"] == len(MODELS)
        assert row["rho"] == pytest.approx(expected(*sides), nan_ok=True)
        assert math.isnan(row["rho_low"])  # it needs four models


def test_pooled_correlations_are_of_all_runs_of_a_dataset(gathered):
    for row in score_tables.correlations(gathered).rows:
        summaries = gathered.of_dataset(row["dataset"])
        sides = [[s.mean(row[key]) for s in summaries] for key in ("first", "second")]
        assert row["runs"] == len(summaries) == 2 * len(MODELS) * len(PROMPTINGS)
        assert row["pooled"] == pytest.approx(expected(*sides))


def expected(first, second):
    """Return Spearman's correlation by SciPy; NaN if all numbers of a side are equal."""
    return spearmanr(first, second).statistic if len({*first}) > 1 < len({*second}) else math.nan


def test_a_second_file_of_the_same_run_is_left_out(gathered, runs):
    before = len(gathered.summaries), len(gathered.by_question)
    for again in reported.scored(runs / "model0" / "few-shot"):
        assert "another file has the same model" in gathered.add(again)
    assert (len(gathered.summaries), len(gathered.by_question)) == before
    assert len(gathered.runs) == len(MODELS) * len(PROMPTINGS)
    assert gathered.runs[0] == RunName(MODELS[2], "few-shot")


def test_incomplete_runs_do_not_compete_with_complete_ones(tmp_path):
    folder = write_runs(tmp_path, MODELS[:2], ["ttqa_head"])
    for path in (folder / "model0" / "few-shot").glob("samples_*"):
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:7]))
    found = gather(folder)
    rows = score_tables.scores(found).rows
    assert [row["n"] for row in rows if row["state"]] == [7, 7]
    ranked = [RunName.of(row) for row in found.ranked("tempanswerqa_ttqa_head")]
    assert len(ranked) == 3
    assert (MODELS[0], "few-shot") not in ranked
    assert len(found.of_dataset("TempTabQA")) == 3
    assert len(found.by_question) == 4


def test_shares_of_reasons_and_parsed_add_up(gathered):
    rows = score_tables.unread(gathered).rows
    assert len(rows) == len(gathered.summaries)
    for row, summary in zip(rows, gathered.ordered(), strict=True):
        reasons = {why: share for why, share in summary.readings.items() if why != "unsure"}
        assert row["parsed"] + sum(reasons.values()) == pytest.approx(1)
        assert [row[why] for why in reasons] == list(reasons.values())
