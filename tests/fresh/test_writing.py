"""Tests files of fresh questions: columns, bytes, and the commands that write and verify them."""

import csv
import json

import pytest

from tempanswerqa import cli, questions
from tempanswerqa.fresh import bank, drawing
from tempanswerqa.questions import loading
from tempanswerqa.questions.draws import Draw
from tempanswerqa.questions.loading import COLUMNS
from tempanswerqa.questions.subsets import SUBSETS

LEFT = {"id", "centroid", "group", "system"}


def write(path, subset="tot_arith", *options):
    return cli.main(["fresh", "draw", "--subset", subset, "--out", str(path), *options])


@pytest.mark.parametrize("subset", SUBSETS)
def test_the_file_is_a_question_file(subset, tmp_path):
    family = SUBSETS[subset].family
    path = tmp_path / "questions" / f"{family}.csv"
    path.parent.mkdir()
    assert write(path, subset, "--n", "30", "--seed", "4", "--level", "easy") == 0
    with path.open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert tuple(header) == COLUMNS[family]
    assert len(rows) == 30
    if family == "ttqa":
        prompt = tmp_path / loading.TTQA_SYSTEM_PROMPT
        prompt.parent.mkdir()
        prompt.write_text("Answer.")
    loaded = questions.load(subset, tmp_path)
    asked = bank.load(Draw(subset, "easy", 30, 4))
    assert [question.id.rpartition("-")[2] for question in asked] == [
        question.id.rpartition("-")[2] for question in loaded
    ]
    same = [name for name in vars(asked[0]) if name not in LEFT]
    for one, other in zip(loaded, asked, strict=True):
        assert [getattr(one, name) for name in same] == [getattr(other, name) for name in same]


@pytest.mark.parametrize("subset", SUBSETS)
def test_lines_hold_what_rows_hold(subset, tmp_path):
    assert write(tmp_path / "a.csv", subset, "--n", "12") == 0
    assert write(tmp_path / "a.jsonl", subset, "--n", "12") == 0
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with (tmp_path / "a.jsonl").open(encoding="utf-8") as file:
        assert [json.loads(line) for line in file] == rows


def test_several_processes_write_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(drawing, "ALONE", 30)
    monkeypatch.setattr(drawing, "CHUNK", 20)
    size = ("--n", "50")
    monkeypatch.setattr(drawing.os, "cpu_count", lambda: 2)
    assert write(tmp_path / "two.csv", "ttqa_tail", *size) == 0
    monkeypatch.setattr(drawing.os, "cpu_count", lambda: None)
    assert write(tmp_path / "one.csv", "ttqa_tail", *size) == 0
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


@pytest.mark.parametrize(("options", "told"), [
    (("--subset", "tot"), "unknown subset 'tot'; known are tot_arith, tot_semantic"),
    (("--level", "harder"), "unknown level 'harder'; did you mean hard?"),
    (("--n", "2000000"), "n has to be at most 1000000"),
    (("--out", "{}/a.parquet"), "not one of .csv, .jsonl; name such a file"),
    (("--out", "{}/b/a.csv"), "there is no folder"),
])  # fmt: skip
def test_errors_name_what_is_possible_and_leave_files_alone(options, told, tmp_path, capsys):
    (tmp_path / "a.csv").write_text("older")
    given = [option.format(tmp_path) for option in options]
    assert write(tmp_path / "a.csv", "tot_arith", *given) == 1
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    assert (tmp_path / "a.csv").read_text() == "older"


def verify(*arguments):
    return cli.main(["fresh", "verify", *map(str, arguments)])


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
@pytest.mark.parametrize("subset", SUBSETS)
def test_a_file_that_was_written_verifies(subset, suffix, tmp_path, capsys):
    path = tmp_path / f"a.{suffix}"
    assert write(path, subset, "--n", "6") == 0
    assert verify(path) == 0
    assert "6 of 6 questions have two equal answers" in capsys.readouterr().out


def test_a_wrong_label_does_not_verify(tmp_path, capsys):
    path = tmp_path / "a.jsonl"
    assert write(path, "ttqa_head", "--n", "4") == 0
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    rows[1]["label"] = "777"
    rows[2]["table_context"] = ""
    rows[3]["label"] = None
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    capsys.readouterr()
    assert verify(path) == 1
    out, err = capsys.readouterr()
    assert "1 of 4 questions have two equal answers" in out
    assert "question 2: the label says 777.0, the solver answers" in err
    assert "question 3: the label says" in err
    assert "question 4: no fresh question: its split is unknown, or columns are missing" in err


@pytest.mark.parametrize("content", ["", "{", "[1]", '"text"', "\x00", "question\nx,y\n"])
def test_files_of_other_kinds_do_not_verify(content, tmp_path, capsys):
    for name in ("a.csv", "a.jsonl"):
        (tmp_path / name).write_text(content)
        assert verify(tmp_path / name) == 1
        assert "Traceback" not in capsys.readouterr().err


def test_draws_verify(capsys):
    assert verify("--n", "5", "--level", "easy") == 0
    assert len(capsys.readouterr().out.splitlines()) == len(SUBSETS)
