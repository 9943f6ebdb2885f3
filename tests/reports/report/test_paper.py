"""Tests the paper's numbers of tables and figures, and its scores beside ours."""

import csv

import pytest
from reported import gather, write_runs

from tempanswerqa import cli
from tempanswerqa.reports.report import paper
from tempanswerqa.reports.report.data import Gathered
from tempanswerqa.reports.report.standings import field
from tempanswerqa.runs.analysis import reproduction


@pytest.mark.parametrize(("name", "number"), [
    ("directions", "Table 6"), ("directions_temptabqa", "Table 6"), ("scores_x", ""),
    ("ranks_tempanswerqa_tot_arith", "Figures 2 and 3"), ("reasoning", "Figure 11"),
])  # fmt: skip
def test_numbers_of_tables_and_figures(name, number):
    assert paper.of(name) == number


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> Gathered:
    names = ["org/Phi-4", "mine"]
    return gather(write_runs(tmp_path_factory.mktemp("runs"), names, ["tot_arith", "ttqa_head"]))


def test_what_was_not_run_is_said(found):
    assert found.titled("Test of Time") == "Test of Time (arithmetic only)"
    assert found.lacking("TempTabQA") == ["ttqa_tail"]
    assert paper.missing(found) == [
        "Not run: Test of Time, semantic.", "Not run: TempTabQA, tail.",
    ]  # fmt: skip
    assert all("cannot be expected to agree" in told for told in paper.partial(found))


def test_published_scores_stand_beside_ours(found):
    rows = paper.scores(found).rows
    assert {(row["model"], row["prompting"]) for row in rows} == {
        ("org/Phi-4", "zero-shot"), ("org/Phi-4", "few-shot"),
    }  # fmt: skip
    (row,) = (
        r for r in rows if r["prompting"] == "few-shot" and r["task"] == "tempanswerqa_ttqa_head"
    )
    (theirs,) = (
        r
        for r in reproduction.published_rows("table11_ttqa")
        if (r["split"], r["model"], r["prompting"]) == ("head", "Phi-4", "few-shot")
    )
    assert row["exact_match_of_paper"] == pytest.approx(float(theirs["exact_match"]) / 100)
    assert row["smape_of_paper"] == float(theirs["smape"])
    assert row["mase_of_paper"] == float(theirs["mase"])


def test_means_of_published_scores(found):
    means = paper.means(found, field(found))
    assert len(means) == 6
    rows = [
        float(row["smape"])
        for file in reproduction.TABLES.values()
        for row in reproduction.published_rows(file)
        if row["model"] == "Phi-4" and row["split"] in ("head", "arithmetic")
    ]
    assert means["org/Phi-4"]["smape"] == pytest.approx(sum(rows) / 4)


def test_published_errors():
    found = Gathered()
    assert paper.frequent(found, "TempTabQA", "1") == {
        "count_of_paper": 1853, "share_of_paper": 49.49,
    }  # fmt: skip
    shares = ("asked_of_paper", "off_by_one_of_paper")
    assert [*paper.kind(found, "Test of Time", "question type", "multi_op").items()] == [
        *zip(shares, (20.57, 4.99), strict=True)
    ]
    assert paper.kind(found, "TempTabQA", "answer format", "yyyy")[shares[0]] == 17.56
    assert paper.kind(found, "Test of Time", "answer format", "yyyy")[shares[0]] is None
    direction = paper.direction(found, "TempTabQA", "positive")
    assert (direction["mase_published_of_paper"], direction["mase_published_of_paper_std"]) == (
        48.09, 334.80,
    )  # fmt: skip


@pytest.mark.parametrize(("rule", "dataset"), [
    ("flexible-extract", "TempTabQA"), ("strict-match", "TempTabQA, fresh medium"),
])  # fmt: skip
def test_other_questions_and_readings_have_no_published_figures(rule, dataset):
    found = Gathered(rule)
    assert not any(paper.frequent(found, dataset, "1").values())
    assert not any(paper.correlation(found, dataset, ("exact_match", "smape")).values())


@pytest.mark.slow
def test_the_tables_of_a_report_are_those_of_reproduce(published, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(published))
    runs = str(published / "responses/ttqa_*")
    assert cli.main(["report", runs, "--out", str(tmp_path)]) == 0
    assert cli.main(["reproduce", "--responses", runs, "--format", "csv"]) == 0
    out = capsys.readouterr().out
    cells = {
        (row["table"], row["row"], row["metric"]): row for row in csv.DictReader(out.splitlines())
    }
    tables = {
        name: list(csv.DictReader((tmp_path / "tables" / f"{name}.csv").open(encoding="utf-8")))
        for name in ("absolute_errors", "off_by_one", "directions", "correlations", "published")
    }
    pairs = [
        (row["share"], row["share_of_paper"], 100,
         cells["Table 3", f"TTQA off by {row['error']}", "% of parsed wrong answers"])
        for row in tables["absolute_errors"]
    ] + [
        (row["off_by_one"], row["off_by_one_of_paper"], 100,
         cells["Table 5", row["kind"], "% of answers off by one"])
        for row in tables["off_by_one"]
    ] + [
        (row["mase_published"], row["mase_published_of_paper"], 1,
         cells["Table 6", f"TTQA {row['direction']}", "mase_published"])
        for row in tables["directions"]
    ] + [
        (row["as_published"], row["of_paper"], 1,
         cells["Figure 4", "TTQA", f"{row['first']} ~ {row['second']}"])
        for row in tables["correlations"]
        if row["of_paper"] and "mase" not in (row["first"], row["second"])
    ]  # fmt: skip
    assert len(pairs) > 10
    for ours, theirs, factor, cell in pairs:
        assert factor * float(ours) == pytest.approx(float(cell["ours"]))
        assert float(theirs) == float(cell["published"])
    assert len(tables["published"]) == 24
