"""Tests the published tables beside recorded runs, and their notes."""

import csv
import io
import json
import math

import pytest
from support import SAMPLE

from tempanswerqa import cli, questions
from tempanswerqa.fresh import bank
from tempanswerqa.questions.draws import Draw
from tempanswerqa.reports import paper_tables
from tempanswerqa.runs.analysis import paper_cells, reproduction
from tempanswerqa.runs.analysis.paper_cells import (
    OF_OFF_BY_ONE,
    OF_WRONG,
    OFF_BY_ONE,
    RIGHT,
    WRONG,
    Cell,
)
from tempanswerqa.runs.analysis.reproduction import Collected


def test_every_published_cell_is_there():
    cells = list(reproduction.score_cells(Collected()))
    assert len(cells) == 2 * 28 * 3
    assert all(cell.status == "missing" for cell in cells)
    assert len(reproduction.missing_runs(Collected())) == 2 * 24
    assert len(list(reproduction.right_cells(Collected()))) == 24
    others = list(reproduction.error_cells(Collected()))
    assert {cell.table for cell in others} == {"Table 3", "Table 4", "Table 5", "Table 6"}
    assert all(cell.status == "missing" for cell in others)


@pytest.mark.parametrize(("cell", "difference", "status"), [
    (Cell("Table 12", "arithmetic Phi-4 few-shot", "smape", 7.12, 7.1249), 0.0, "met"),
    (Cell("Table 12", "arithmetic Phi-4 few-shot", "smape", 7.12, 7.126), 0.01, "differs"),
    (Cell("Table 12", "semantic Phi-4 few-shot", "mase_published", 0.32, 0.34), 0.02, "known"),
    (Cell("Table 11", "head Phi-4 few-shot", "exact_match", 79.39, 79.74), 0.35, "known"),
    (Cell("Table 11", "head Phi-4 few-shot", "exact_match", 79.39, 79.03), -0.36, "differs"),
    (Cell("Table 11", "tail Phi-4 few-shot", "mase_published", 10.53, 11.05), 0.52, "known"),
    (Cell("Table 11", "tail Phi-4 few-shot", "mase_published", 10.53, 11.07), 0.54, "differs"),
    (Cell("Table 11", "tail Baseline, mean", "mase_published", 123.88, 125.28), 1.4, "differs"),
    (Cell("Table 11", "head Phi-4 few-shot", RIGHT, 882, 874), -8, "known"),
    (Cell("Table 11", "head Phi-4 few-shot", RIGHT, 882, 873), -9, "differs"),
    (Cell("Table 11", "head Phi-4 few-shot", RIGHT, 882, 883), 1, "differs"),
    (Cell("Table 11", "tail Phi-4 few-shot", RIGHT, 499, 489), -10, "known"),
    (Cell("Table 3", "ToT off by 1", OF_WRONG, 11.62, None), None, "missing"),
    (Cell("Table 3", "ToT off by 1", OF_WRONG, 11.62, 9.0, True), -2.62, "partial"),
    (Cell("Table 3", "ToT off by 1", OF_WRONG, 11.62, 11.62, True), 0, "partial"),
    (Cell("Table 3", "ToT off by 1", OF_WRONG, 11.62, 11.7), 0.08, "differs"),
    (Cell("Table 3", "TTQA off by 1", OF_WRONG, 49.49, 49.7), 0.21, "known"),
    (Cell("Table 3", "TTQA off by 1", OF_WRONG, 49.49, 49.4), -0.09, "differs"),
    (Cell("Tables 13 and 14", "head Phi-4", "defined mase", None, 850), None, "unpublished"),
])  # fmt: skip
def test_statuses(cell, difference, status):
    assert (cell.difference, cell.status) == (difference, status)
    assert status in paper_cells.STATUSES


def test_every_known_difference_belongs_to_a_cell():
    cells = [
        *reproduction.score_cells(Collected()),
        *reproduction.right_cells(Collected()),
        *reproduction.error_cells(Collected()),
    ]
    for table, part, metric in paper_cells.KNOWN:
        assert [c for c in cells if c[0] == table and part in c.row and c.metric == metric], metric


def test_outcome_counts_cells():
    cells = [
        Cell("Table 12", "a", "smape", 1.0, 1.0),
        Cell("Table 12", "a-shot", "mase_published", 1.0, 1.02),
        Cell("Table 12", "a", "smape", 1.0, 3.5),
        Cell("Table 12", "a", "smape", 1.0, None),
        Cell("Table 3", "a", OFF_BY_ONE, 10, 70, partial=True),
        Cell("Table 5", "a", OFF_BY_ONE, 10, 7),
    ]
    assert paper_cells.outcome(cells) == (
        "6 cells: 1 met, 1 known, 2 differs, 1 partial, 1 missing; "
        "largest difference: smape 2.50, mase_published 0.02, answers off by one 3"
    )
    assert paper_cells.outcome(cells[3:4]) == "1 cells: 1 missing"


def collected(*splits: str) -> Collected:
    """Return all published runs of some splits, with the published scores and one error."""
    made = Collected()
    for file in reproduction.TABLES.values():
        for row in reproduction.published_rows(file):
            if row["split"] in splits and row["prompting"]:
                key = reproduction.SPLITS[row["split"]], row["model"].lower(), row["prompting"]
                scores = {name: float(row[name]) for name in reproduction.METRICS}
                made.scores[key] = {**scores, RIGHT: 400}
                made.defined[key] = {"smape": 3, "mase": 2}
    for dataset, kind in (("ToT", "trick"), ("TTQA", "yyyy")):
        if any(reproduction.SPLITS[split].startswith(dataset.lower()) for split in splits):
            found = made.errors[dataset]
            found.asked[kind, kind], found.off_by_one[kind, kind], found.sizes[1] = 9, 5, 5
    return made


def others(made: Collected) -> list[Cell]:
    return [*reproduction.error_cells(made), *reproduction.correlation_cells(made)]


def test_only_figures_that_lack_runs_are_partial():
    made = collected("arithmetic", "head", "tail")
    partial = {(c.table, c.row, c.metric) for c in others(made) if c.status == "partial"}
    assert {("ToT" in row) or row == "Trick" for _, row, _ in partial} == {True}
    assert ("Table 3", "ToT off by 1", WRONG) in partial
    assert ("Table 4", "Trick", OF_OFF_BY_ONE) in partial
    assert ("Table 4", "Trick", OFF_BY_ONE) not in partial
    assert ("Figure 4", "ToT", "exact_match ~ smape") in partial
    del made.scores["ttqa_tail", "phi-4", "few-shot"]
    assert reproduction.missing_runs(made)[0] == "tail Phi-4 few-shot"
    partial = {(c.table, c.row) for c in others(made) if c.status == "partial"}
    assert {("Table 3", "TTQA off by 1"), ("Table 5", "yyyy"), ("Figure 4", "TTQA")} <= partial


def test_published_scores_give_figure_4_of_test_of_time():
    made = collected("arithmetic", "semantic")
    found = [c for c in reproduction.correlation_cells(made) if c.row == "ToT"]
    assert [cell.status for cell in found] == ["met"] * 3


def test_answers_off_by_one_are_numbers_of_table_3():
    cells = {(c.row, c.metric): c for c in reproduction.error_cells(collected("arithmetic"))}
    assert cells["Trick", OFF_BY_ONE].published == round(0.2236 * 1_002) == 224
    assert cells["Trick", OFF_BY_ONE].ours == 5
    assert cells["Duration", OFF_BY_ONE].status == "missing"


def test_a_right_answer_is_left_for_an_unreleased_question():
    cells = list(reproduction.right_cells(collected("head", "tail")))
    assert {(c.published, c.ours) for c in cells if c.row == "tail Qwen2.5-14B few-shot"} == {
        (516, 400)  # 80.12 % of 644
    }
    shown = paper_tables.render_reproduction(collected("head", "tail"), "table").splitlines()
    (line,) = [line for line in shown if "tail Qwen2.5-14B few-shot" in line and RIGHT in line]
    assert line.split()[-5:] == ["516", "400", "116", "10", "differs"]


@pytest.mark.parametrize("style", ["table", "markdown", "latex"])
def test_tables_have_headings_and_a_legend(style):
    shown = paper_tables.render_reproduction(collected("head", "tail", "arithmetic"), style)
    headings = [line for line in shown.splitlines() if "metric" in line and "published" in line]
    assert len([line for line in headings if "ours" in line and "status" in line]) == 4
    for name in ("met", "partial", "missing", "unpublished", "differs"):
        assert f"status {name}: {paper_cells.STATUSES[name]}" in shown
    assert "runs that are missing: semantic Llama-3.1-8B few-shot" in shown
    if style == "markdown":
        lines = [line for line in shown.splitlines() if line.startswith("|")]
        assert not any(cell.strip() == "" for line in lines for cell in line.split("|")[1:-1])
        assert "\\<num_years>" in shown


def test_all_styles_have_the_same_cells():
    made = collected("head", "tail")
    records = json.loads(paper_tables.render_reproduction(made, "json"))
    rows = list(csv.DictReader(io.StringIO(paper_tables.render_reproduction(made, "csv"))))
    assert list(rows[0]) == list(records[0]) == [*Cell._fields, "difference", "status"]
    assert all(record["metric"] and record["status"] for record in records)
    named = [(record["table"], record["row"], record["metric"]) for record in records]
    assert [(row["table"], row["row"], row["metric"]) for row in rows] == named
    shown = paper_tables.render_reproduction(made, "markdown").splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in shown if line[:1] == "|"]
    drawn = [(row[0], row[1].replace("\\", ""), row[2], row[-1]) for row in cells]
    told = [(*name, record["status"]) for name, record in zip(named, records, strict=True)]
    assert [row for row in drawn if row[0].startswith(("Table ", "Tables", "Figure"))] == told


@pytest.fixture(scope="module")
def cells(published) -> list[Cell]:
    """Return what the recorded runs give."""
    return reproduced(published)


def reproduced(published) -> list[Cell]:
    with pytest.MonkeyPatch.context() as patch, io.StringIO() as out:
        patch.setenv("TEMPANSWERQA_DATA", str(published))
        patch.setattr("sys.stdout", out)
        given = ("--responses", str(published / "responses"), "--format", "json")
        assert cli.main(["reproduce", *given]) == 0
        records = json.loads(out.getvalue())
    found = [Cell(*(record[name] for name in Cell._fields)) for record in records]
    assert [record["status"] for record in records] == [cell.status for cell in found]
    return found


@pytest.mark.slow
def test_recorded_runs_meet_tables_11_and_12(cells):
    scores = [c for c in cells if c.table in reproduction.TABLES and c.ours is not None]
    models = [cell for cell in scores if "Baseline" not in cell.row]
    assert {cell.status for cell in models} == {"met", "known"}
    exact = [c for c in models if c.table == "Table 12" and c.metric in ("exact_match", "smape")]
    assert {cell.status for cell in exact} == {"met"}
    baselines = [c for c in scores if "Baseline" in c.row and c.metric == "smape"]
    assert {cell.status for cell in baselines} <= {"met", "known"}


@pytest.mark.slow
def test_the_unreleased_questions_are_the_difference_in_table_11(cells):
    left = {c.row: -c.difference for c in cells if c.metric == RIGHT and c.ours is not None}
    assert left
    assert {row: number for row, number in left.items() if not 4 <= number <= 8} == {}


@pytest.mark.slow
def test_temptabqa_is_complete(cells):
    missing = {c.row.split()[0] for c in cells if c.table == "Table 11" and c.status == "missing"}
    if missing:
        pytest.skip(f"runs of TempTabQA are missing: {', '.join(missing)}")
    later = [c for c in cells if c.table[-1] in "3456" and (c.row[:4] == "TTQA" or "5" in c.table)]
    assert {cell.table for cell in later} == {"Table 3", "Table 5", "Table 6", "Figure 4"}
    assert {cell.status for cell in later} == {"met"}
    counts = {c.status for c in cells if c.table == "Table 4" and c.metric == OFF_BY_ONE}
    assert counts <= {"met", "missing"}


def test_the_same_run_twice_counts_once(published, capsys, monkeypatch):
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(published))
    run = next((published / "responses").glob("ttqa_tail_Phi-4-mini*few-shot*"))
    twice = published.parent / published.name / "responses" / ".." / "responses" / run.name
    shown = []
    for places in ([run], [run, twice]):
        assert cli.main(["reproduce", "--responses", *map(str, places)]) == 0
        printed = capsys.readouterr()
        shown.append(printed.out)
    assert shown[0] == shown[1]
    assert "left out, as another file has the same model, prompting and task" in printed.err


QWEN = "Qwen2.5-7B-Instruct_zero-shot"


@pytest.mark.parametrize(("name", "asked", "more", "told"), [
    ("ttqa_head_Other-Model_zero-shot", questions.load("ttqa_head", SAMPLE), {},
     "left out, as the published tables have no such run"),
    (f"ttqa_head_{QWEN}", bank.load(Draw("ttqa_head", n=3)), {},
     "tempanswerqa_fresh_ttqa_head: left out, as it answers fresh questions"),
    (f"tot_arithmetic_{QWEN}", questions.load("tot_arith", SAMPLE), {"prefill": ""},
     "tempanswerqa_tot_arith_chat: left out, as its responses do not continue a prefill"),
    ("run", questions.load("ttqa_head", SAMPLE)[:-3], {}, "left out, as it lacks 3 answers"),
    ("run", [], {}, "no response file there"),
], ids=["unpublished", "fresh", "chat", "incomplete", "none"])  # fmt: skip
def test_runs_that_cannot_stand_in_the_tables(capsys, tmp_path, sampled, name, asked, more, told):
    lines = [json.dumps({"id": question.id, "response": "3"} | more) for question in asked]
    if lines:
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines))
    assert cli.main(["reproduce", "--responses", str(tmp_path)]) == (not lines)
    printed = capsys.readouterr()
    assert (printed.out, told in printed.err) == ("", True)


def test_correlations_need_three_runs():
    made = Collected()
    for n, model in enumerate("abc"):
        if n == 2:
            assert all(c.ours is None for c in reproduction.correlation_cells(made))
        scores = {"exact_match": n, "smape": -n, "mase": (n - 1) ** 2}
        made.scores["tot_arith", model, "zero-shot"] = scores
    found = {c.metric: c.ours for c in reproduction.correlation_cells(made) if c.row == "ToT"}
    assert found["exact_match ~ smape"] == pytest.approx(-1)
    assert math.isclose(found["exact_match ~ mase_published"], 0, abs_tol=1e-12)


def test_correlations_are_of_scores_with_two_decimals():
    made = Collected()
    for model, mase in zip("abcd", (0.501, 0.502, 0.499, 0.7), strict=True):
        scores = {"exact_match": "abcd".index(model), "smape": 1.0, "mase": mase}
        made.scores["ttqa_head", model, "zero-shot"] = scores
    found = {c.metric: c.ours for c in reproduction.correlation_cells(made) if c.row == "TTQA"}
    # ranks 1, 2, 3, 4 against 2, 2, 2, 4: three scores tie
    assert found["exact_match ~ mase_published"] == pytest.approx(3 / math.sqrt(5 * 3))
