"""Tests that saved outputs score as in the tasks, none is lost, and broken files are reported."""

import json
import math
import re
import shutil
from datetime import datetime, timezone
from pathlib import Path

import pytest
from cases import data
from scored import FILTERS, cells, respond, score, write_answers, write_lines, write_table
from support import SAMPLE, SIZES, SUBSETS, evaluate, save

from tempanswerqa import cli, metrics, questions, scoring, twins
from tempanswerqa.answers.result import Reading
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.questions.record import question_id

pytestmark = pytest.mark.usefixtures("sampled")


@pytest.mark.slow
@pytest.mark.parametrize(("begin", "end"), [("", ""), ("", "_fewshot"), ("sample_", "")])
def test_samples_of_the_harness_give_the_same_results(capsys, given, tmp_path, begin, end):
    tasks = [f"tempanswerqa_{begin}{subset}{end}" for subset in SUBSETS]
    if begin:
        asked = (questions.load(f"{begin}{subset}") for subset in SUBSETS)
        given = {identity: text for own in asked for identity, text in respond(own).items()}
    results = evaluate(RecordedLM(given), *tasks)
    save(results, tmp_path / "first")
    code, found, _ = score(capsys, tmp_path / "first", "--output_path", tmp_path / "second")
    assert (code, len(found)) == (0, 8)
    assert {(record["model"], record["missing"]) for record in found} == {("a_model", 0)}
    (path,) = (tmp_path / "second/a_model").glob("results_*.json")
    again = json.loads(path.read_text())
    for task in tasks:
        scores = results["results"][task]
        known = {key: value for key, value in scores.items() if isinstance(value, float)}
        same = {key: again["results"][task][key] for key in known}
        assert same == known
        assert again["n-samples"][task] == results["n-samples"][task]
    _, third, _ = score(capsys, tmp_path / "second")
    keys = ("task", "filter", "n", "missing", "signature", *metrics.METRICS)
    assert [[r[k] for k in keys] for r in third] == [[r[k] for k in keys] for r in found]


def test_sets_in_one_file_are_kept_apart(capsys, tmp_path):
    sets = {"tot_arith": SAMPLE, "sample_tot_arith": None, "sample_ttqa_head": None}
    sets |= dict.fromkeys(("twin_tot_arith", "twin_tot_arith.7"), SAMPLE)
    asked = [
        question
        for name, place in sets.items()
        for question in (twins if "twin" in name else questions).load(name, place)[:3]
    ]
    answers = dict.fromkeys((question.id for question in asked[::-1]), "3")
    path = write_answers(tmp_path / "run.jsonl", answers)
    _, found, _ = score(capsys, path, "--filter", "strict-match")
    assert {record["task"] for record in found} == {f"tempanswerqa_{name}" for name in sets}
    assert [(r["n"], r["unknown"], r["repeated"]) for r in found] == [(3, 0, 0)] * 5


def test_items(capsys, folder, tmp_path):
    _, found, _ = score(capsys, folder, "--items", tmp_path / "items.csv")
    items = cells(tmp_path / "items.csv")
    for record in found:
        own = [i for i in items if (i["task"], i["filter"]) == (record["task"], record["filter"])]
        assert len(own) == record["n"]
        for name in ("exact_match", "smape", "mase"):
            defined = [float(item[name]) for item in own if item[name]]
            assert math.fsum(defined) / len(defined) == pytest.approx(record[name], rel=1e-12)
        parsed = sum(bool(item["number"]) for item in own) / len(own)
        assert parsed == pytest.approx(record["parsed"])
        assert all(bool(item["rule"]) >= bool(item["number"]) for item in own)


def test_items_have_texts_and_dates_that_people_read(capsys, tmp_path):
    asked = next(q for q in questions.load("ttqa_tail", SAMPLE) if q.unit == "date")
    path = write_answers(tmp_path / "run.jsonl", {asked.id: "=Final Answer: May 3, 1998"})
    score(capsys, path, "--items", tmp_path / "items.csv", "--filter", "strict-match")
    (item,) = cells(tmp_path / "items.csv")
    assert (item["unit"], item["number"]) == ("date", "1998-05-03")
    label = datetime.fromtimestamp(asked.number, timezone.utc)
    assert item["label"] == f"{label:%Y-%m-%d}"
    assert item["question"] == asked.view.text
    assert item["response"] == "'=Final Answer: May 3, 1998"


def test_missing_repeated_and_unknown_are_named(capsys, given, tmp_path):
    asked = questions.load("ttqa_tail", SAMPLE)
    lines = [{"id": q.id, "response": given[q.id]} for q in asked[2:]]
    lines += [{"id": name, "response": "Final Answer: 99"} for name in (asked[3].id, "ttqa_tail-x")]
    path = write_lines(tmp_path / "run.jsonl", lines)
    path.write_text(path.read_text().rstrip("\n") + f'\n{{"id": "{asked[0].id}", "resp')
    code, (record, _), told = score(capsys, path)
    assert code == 0
    assert record["n"] == len(asked) - 2
    assert (record["missing"], record["repeated"], record["unknown"]) == (2, 1, 2)
    assert record["signature"]["limit"] == len(asked) - 2
    assert re.search(rf"\b2 .*{asked[0].id}, {asked[1].id}", told)
    assert re.search(rf"1 repeated .*{asked[3].id}", told)
    assert re.search(rf"\b2 .*rows: {len(lines)}, {len(lines) + 1}\b", told)
    cli.main(["score", str(path)])
    table = capsys.readouterr().out
    assert f" {len(asked) - 2}* " in table
    assert table.count("INCOMPLETE: ") == 1  # what is missing was told on standard error
    assert cli.main(["compare", str(path), str(path)]) == 0
    assert "INCOMPLETE: run tempanswerqa_ttqa_tail" in capsys.readouterr().out


def test_rows_of_equal_content_are_each_answered(capsys, tmp_path, monkeypatch):
    data = Path(shutil.copytree(SAMPLE, tmp_path / "data"))
    rows = cells(data / "questions/ttqa.csv")
    asked = next(row for row in rows if row["answer_temporal_unit"] == "years")
    write_table(data / "questions/ttqa.csv", [*rows, asked, asked])
    answered = [row | {"response": "Final Answer: 1"} for row in rows]
    answered += [asked | {"response": f"Final Answer: {number}"} for number in (2, 3)]
    write_table(data / "run.csv", answered)
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(data))
    code, found, _ = score(capsys, data / "run.csv", "--items", tmp_path / "items.csv")
    assert (code, [r["repeated"] + r["missing"] for r in found]) == (0, [0] * 4)
    name = question_id(asked)
    own = [item for item in cells(tmp_path / "items.csv") if item["id"].startswith(name)]
    assert [item["number"] for item in own[:3]] == ["1.0", "2.0", "3.0"]
    task = own[0]["task"]
    harness = evaluate(RecordedLM(data / "run.csv"), task, data_dir=data)["results"][task]
    (own_mase,) = {record["mase"] for record in found if record["task"] == task}
    assert own_mase == pytest.approx(harness["mase,strict-match"])


def test_broken_files_are_told_of_and_the_others_scored(capsys, folder, tmp_path):
    (good,) = folder.glob("ttqa_head*")
    (tmp_path / good.name).write_bytes(good.read_bytes())
    (tmp_path / "cut.csv.gz").write_bytes(good.read_bytes()[:-30])
    (tmp_path / "cut.jsonl").write_text('{"id": "a", "resp')
    (tmp_path / "other.jsonl").write_text('{"id": "hellaswag-3", "response": "B"}\n')
    (tmp_path / "lacks.jsonl").write_text('{"id": "ttqa_head-0", "respond": "B"}\n')
    code, found, told = score(capsys, tmp_path, tmp_path / "nowhere")
    assert code == 1
    assert [record["n"] for record in found] == [len(questions.load("ttqa_head", SAMPLE))] * 2
    errors = [line for line in told.splitlines() if "error: " in line]
    assert len(errors) == 5
    for name in (
        "cut.csv.gz",
        "cut.jsonl, row 1",
        "other.jsonl",
        "lacks.jsonl, row 1",
        "nowhere",
    ):
        assert any(f"{tmp_path}/{name}" in error for error in errors), name


CHANGED = data(__file__, "changed")
"""The texts that strict-match and flexible-extract read, and the change that this counts as."""

SAID = [*CHANGED, *[("13|13", None)] * (SIZES["tot_semantic"] - len(CHANGED))]


@pytest.fixture
def changed(monkeypatch, tmp_path) -> Path:
    """Return a file of responses that state what each filter extracts, to questions in years."""

    def side(place: int):
        def extract(response, _):
            text = response.text.split("|")[place]
            number = float(text) if text.isdecimal() else None
            return Reading(number, text=text or None, rule="side" if text else "")

        return extract

    for number, name in enumerate(FILTERS):
        monkeypatch.setitem(scoring.FILTERS, name, side(number))
    pairs = zip(questions.load("tot_semantic", SAMPLE), SAID, strict=True)
    return write_answers(tmp_path / "run.jsonl", {q.id: said for q, (said, _) in pairs})


def test_what_flexible_extract_reads_otherwise_is_counted(capsys, changed):
    _, (strict, flexible), _ = score(capsys, changed)
    names = ("recovered", "reread", "dropped")
    assert [strict[name] for name in names] == [None] * 3
    assert [flexible[name] for name in names] == [2, 2, 1]
