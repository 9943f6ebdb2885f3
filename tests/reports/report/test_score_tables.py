"""Tests scores, ranks and correlations of a report."""

import math
from array import array
from itertools import combinations, product

import pytest
import reported
from reported import MODELS, PROMPTINGS, gather, write_runs
from scipy.stats import rankdata, spearmanr
from scored import score, summary
from support import SAMPLE, SUBSETS

from tempanswerqa.metrics import holm, paired
from tempanswerqa.metrics.ranks import Rank
from tempanswerqa.metrics.scores import METRICS, REPORTED
from tempanswerqa.reports.report import score_tables
from tempanswerqa.reports.report.data import ByQuestion, Gathered
from tempanswerqa.runs.catalog import Library
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


def test_ranges_of_ranks_are_those_of_paired_comparisons(gathered, scored):
    """Ranks are those of SciPy, and ranges follow from `significance.paired` on all pairs."""
    items = {
        (run.task, run.model, run.prompting): by_filter[STRICT][0] for run, by_filter in scored
    }
    table = score_tables.ranks(gathered)
    assert len(table.rows) == len(MODELS) * len(PROMPTINGS) * len(SUBSETS)
    assert "mase" not in table.rows[0]
    told = 0
    for task, prompting in product(gathered.tasks, PROMPTINGS):
        alike = {"task": task, "prompting": prompting}
        own = [row for row in table.rows if alike.items() <= row.items()]
        assert [row["model"] for row in own] == list(gathered.cast.short)
        runs = [items[task, row["model"], row["prompting"]] for row in own]
        pairs = list(combinations(range(len(runs)), 2))
        for column, name in zip(table.columns[3:], score_tables.ranking(), strict=True):
            scores = [run[name].tolist() for run in runs]
            highest, own_groups = METRICS[name].highest, runs[0]["group"].tolist()
            tests = [paired(scores[i], scores[j], own_groups, highest) for i, j in pairs]
            corrected = holm([test.p_value for test in tests])
            sign = 1 if METRICS[name].higher_is_better else -1
            means = [-sign * run.mean(skipna=True) for run in (one[name] for one in runs)]
            assert [row[name] for row in own] == rankdata(means, method="min").tolist()
            better = [
                pair if sign * test.value > 0 else pair[::-1]
                for pair, test, p in zip(pairs, tests, corrected, strict=True)
                if p < 0.05
            ]
            told += len(better)
            for at, row in enumerate(own):
                low = 1 + sum(behind == at for _, behind in better)
                high = len(own) - sum(ahead == at for ahead, _ in better)
                assert (row[f"{name}_low"], row[f"{name}_high"]) == (low, high)
                assert column.shown(row) == (f"{low}–{high}" if low < high else f"{low}")
    assert told > 0


def test_questions_without_an_answer_have_no_score(gathered, scored):
    run, by_filter = scored[0]
    items = by_filter[STRICT][0]
    found = ByQuestion.of(run.part, items.iloc[:0:-1])  # in any order, without the first
    whole = gathered.by_question[run.task, RunName(run.model, run.prompting)]
    for name in METRICS:
        assert math.isnan(found.scores[name][0])
        assert repr(found.scores[name][1:]) == repr(whole.scores[name][1:])


def test_undefined_scores_have_no_rank():
    found = Gathered()
    task, part = "tempanswerqa_ttqa_head", Library(str(SAMPLE)).released.part("ttqa_head")
    for n, smape in enumerate((30.0, None, 10.0)):
        found.summaries.append(summary(f"m{n}", task=task, smape=smape, signature={"questions": 1}))
        column = array("d", [math.nan if smape is None else smape] * len(part.questions))
        scores = dict.fromkeys(score_tables.ranking(), column)
        found.by_question[task, RunName.of(found.summaries[-1])] = ByQuestion(part, [], scores)
    own = score_tables.ranks_by_metric(found, task)["smape"]
    assert own == [Rank(2, 2, 2), None, Rank(1, 1, 1)]


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
    ranked = [(row["model"], row["prompting"]) for row in score_tables.ranks(found).rows]
    assert len(ranked) == 3
    assert (MODELS[0], "few-shot") not in ranked
    assert len(found.of_dataset("TempTabQA")) == 3
    assert len(found.by_question) == 4
