"""The published tables beside recorded runs, and what must be known to read a table."""

import json
import math

import pytest
from support import SAMPLE

from tempanswerqa import cli, questions, reproduction, signature, tables
from tempanswerqa.fresh import bank
from tempanswerqa.fresh.drawing import Draw
from tempanswerqa.reproduction import Cell, Collected


def test_every_published_cell_is_there():
    cells = list(reproduction.score_cells(Collected()))
    assert len(cells) == 2 * 28 * 3
    assert all(cell.verdict == "missing" for cell in cells)
    assert len(reproduction.missing_runs(Collected())) == 2 * 24
    others = list(reproduction.error_cells(Collected()))
    assert {cell.table for cell in others} == {"Table 3", "Table 4", "Table 5", "Table 6"}
    assert all(cell.ours is None for cell in others)


@pytest.mark.parametrize(
    ("cell", "difference", "verdict"),
    [
        (Cell("Table 12", "arithmetic Phi-4 few-shot", "smape", 7.12, 7.1249), 0.0, "met"),
        (Cell("Table 12", "arithmetic Phi-4 few-shot", "smape", 7.12, 7.126), 0.01, "differs"),
        (Cell("Table 12", "arithmetic Phi-4 few-shot", "mase", 0.17, 0.19), 0.02, "known"),
        (Cell("Table 11", "head Phi-4 few-shot", "exact_match", 79.39, 80.3), 0.91, "differs"),
        (Cell("Table 11", "head Phi-4 few-shot", "exact_match", 79.39, 78.5), -0.89, "known"),
        (Cell("Table 11", "tail Phi-4 few-shot", "mase", 10.53, 11.05), 0.52, "known"),
        (Cell("Table 11", "tail Phi-4 few-shot", "mase", 10.53, 11.07), 0.54, "differs"),
        (Cell("Table 11", "tail Baseline, mean", "mase", 123.88, 125.28), 1.4, "differs"),
        (Cell("Table 3", "ToT off by 1", "% of errors", 11.62, None), None, "missing"),
        (Cell("Table 3", "ToT off by 1", "% of errors", 11.62, 9.0, True), -2.62, "partial"),
        (Cell("Table 3", "ToT off by 1", "% of errors", 11.62, 11.62, True), 0, "met"),
    ],
)
def test_verdicts(cell, difference, verdict):
    assert (cell.difference, cell.verdict) == (difference, verdict)


def test_outcome_counts_cells():
    cells = [
        Cell("Table 12", "a", "smape", 1.0, 1.0),
        Cell("Table 12", "a", "mase", 1.0, 1.02),
        Cell("Table 12", "a", "smape", 1.0, 3.5),
        Cell("Table 12", "a", "smape", 1.0, None),
    ]
    assert reproduction.outcome(cells) == (
        "3 cells compared, 1 met to the digit, 1 within the known difference, 1 not; "
        "largest difference: smape 2.50, mase 0.02"
    )


def test_recorded_runs_meet_the_published_tables(published, capsys, monkeypatch):
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(published))
    responses = str(published / "responses")
    assert cli.main(["reproduce", "--responses", responses, "--format", "json"]) == 0
    cells = json.loads(capsys.readouterr().out)
    scores = [c for c in cells if c["table"] in reproduction.TABLES and c["ours"] is not None]
    models = [cell for cell in scores if "Baseline" not in cell["row"]]
    assert len(models) == 18 * 3
    for cell in models:
        bound = {"exact_match": 0.9, "smape": 0.5, "mase": 0.05 * cell["published"]}
        if cell["table"] == "Table 12":
            bound = {"exact_match": 0, "smape": 0, "mase": 0.02}
        assert abs(cell["difference"]) <= bound[cell["metric"]] + 0.005, cell
        assert cell["verdict"] in ("met", "known"), cell
    baselines = [c for c in scores if "Baseline" in c["row"] and c["metric"] == "smape"]
    assert len(baselines) == 6
    for cell in baselines:
        assert abs(cell["difference"]) <= (0.02 if cell["table"] == "Table 11" else 0.05)
    shares = [c for c in cells if c["table"] == "Table 5" and c["metric"] == "% all"]
    assert [cell["verdict"] for cell in shares] == ["met"] * 5
    assert cli.main(["reproduce", "--responses", responses]) == 0
    shown = capsys.readouterr().out
    assert (
        "Table 12: 18 cells compared, 16 met to the digit, 2 within the known difference" in shown
    )
    assert "runs that are missing: head Llama-3.3-70B few-shot" in shown
    assert {c["verdict"] for c in cells if c["table"] not in reproduction.TABLES} == {
        "met", "partial", "missing"
    }  # fmt: skip


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


def test_runs_that_cannot_stand_in_the_tables_are_left_out(capsys, tmp_path):
    lines = [{"id": q.id, "response": "3"} for q in bank.load(Draw("ttqa_head"))]
    name = "ttqa_head_Qwen2.5-7B-Instruct_zero-shot.jsonl"
    (tmp_path / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert cli.main(["reproduce", "--responses", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    told = "tempanswerqa_fresh_ttqa_head: left out, as it answers fresh questions"
    assert (printed.out, told in printed.err) == ("", True)


def test_runs_without_the_prefill_cannot_stand_in_the_tables(capsys, tmp_path):
    lines = [
        {"id": question.id, "response": "3", "prefill": ""}
        for question in questions.load("tot_arith", SAMPLE)
    ]
    name = "tot_arithmetic_Qwen2.5-7B-Instruct_zero-shot.jsonl"
    (tmp_path / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    given = ("--responses", str(tmp_path), "--data_dir", str(SAMPLE))
    assert cli.main(["reproduce", *given]) == 0
    printed = capsys.readouterr()
    told = "tempanswerqa_tot_arith_chat: left out, as its replies go on from no prefill"
    assert (printed.out, told in printed.err) == ("", True)


def test_incomplete_runs_are_left_out(capsys, tmp_path, sampled):
    asked, *others = questions.load("ttqa_head", sampled)
    (tmp_path / "run.jsonl").write_text(json.dumps({"id": asked.id, "response": "3"}))
    assert cli.main(["reproduce", "--responses", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    told = f"left out, as it lacks {len(others)} answers"
    assert (printed.out, told in printed.err) == ("", True)


def test_nothing_to_reproduce(capsys, tmp_path):
    assert cli.main(["reproduce", "--responses", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    assert (printed.out, "no response file there" in printed.err) == ("", True)


def summary(model: str = "m", **changes: object) -> dict:
    fields = {
        "package": "1", "format": 1, "lm_eval": "0.4.13", "data": "a" * 40, "scale": "b" * 40,
        "fresh": None,
        "extraction": 1, "filter": "strict-match", "seed": None, "limit": None, "questions": 4,
    }  # fmt: skip
    names = (*tables.SCORES, "mase_published")
    return {
        "model": model, "prompting": "", "task": "t", "filter": "strict-match", "n": 4,
        **dict.fromkeys(names, 0.5), "stderr": dict.fromkeys(names, 0.1),
        "intervals": {name: [0.3, 0.7] for name in names},
        **dict.fromkeys(("truncated", *tables.CHANGES)),
        "missing": 0, "repeated": 0, "unknown": 0, "signature": fields | changes,
    }  # fmt: skip


@pytest.mark.parametrize("field", signature.COMPARABLE)
def test_different_signatures_are_not_ranked_in_silence(field):
    pair = [summary("one"), summary("two", **{field: "3" * 40})]
    (warning,) = tables.warnings(pair)
    assert f"the rows of t, strict-match differ in {field}" in warning
    for style in ("table", "markdown", "latex"):
        assert "NOT COMPARABLE" in tables.render(pair, style)


def test_what_does_not_matter_is_not_warned_of():
    rows = [summary("one"), summary("two", package="2", lm_eval="0.4.14", seed=3)]
    assert tables.warnings(rows) == []
    other_task = summary("two", data="c" * 40) | {"task": "u"}
    assert tables.warnings([summary("one"), other_task]) == []


def test_undefined_scores_are_dashes():
    row = summary()
    row |= {"mase": None}
    row["intervals"] |= {"mase": [None, None], "smape": [None, None]}
    shown = tables.render([row], "table").splitlines()[2].split()
    assert shown[-6:-4] == ["0.50", "-"]
    assert json.loads(tables.render([row], "json"))[0]["mase"] is None


def test_short_signature():
    line = signature.short(summary(limit=2, seed=7)["signature"])
    assert line == (
        "tempanswerqa:1|format:1|lm_eval:0.4.13|data:aaaaaaa|scale:bbbbbbb|strict-match:1|n:4"
        "|limit:2|seed:7"
    )
    fresh = signature.short(summary(fresh="1.hard.3")["signature"])
    assert "|data:aaaaaaa|fresh:1.hard.3|scale:bbbbbbb|" in fresh
    assert "fresh" not in line


def test_correlations_need_three_runs():
    collected = Collected()
    for n, model in enumerate("abc"):
        if n == 2:
            assert all(c.ours is None for c in reproduction.correlation_cells(collected))
        scores = {"exact_match": n, "smape": -n, "mase": (n - 1) ** 2}
        collected.scores["tot_arith", model, ""] = scores
    found = {c.metric: c.ours for c in reproduction.correlation_cells(collected) if c.row == "ToT"}
    assert found["exact_match ~ smape"] == pytest.approx(-1)
    assert math.isclose(found["exact_match ~ mase"], 0, abs_tol=1e-12)
