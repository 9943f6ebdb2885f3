"""Tests files of fresh questions, and the commands that write them and verify draws."""

import csv
import json

import pytest

from tempanswerqa import cli, questions
from tempanswerqa.fresh import bank
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


@pytest.mark.parametrize(("options", "told"), [
    (("--subset", "tot"), "'tot'"), (("--out", "{}/a.parquet"), ".csv, .jsonl"),
    (("--out", "{}/b/a.csv"), "there is no folder"),
])  # fmt: skip
def test_errors_name_what_is_possible_and_leave_files_alone(options, told, tmp_path, capsys):
    (tmp_path / "a.csv").write_text("older")
    given = [option.format(tmp_path) for option in options]
    assert write(tmp_path / "a.csv", "tot_arith", *given) == 1
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    assert (tmp_path / "a.csv").read_text() == "older"


@pytest.mark.parametrize(("options", "subsets"), [
    (("--level", "easy"), SUBSETS),
    (("--level", "huge", "--subset", "tot_semantic"), ["tot_semantic"]),
])  # fmt: skip
def test_draws_verify(capsys, options, subsets):
    assert cli.main(["fresh", "verify", "--n", "5", "--seed", "6", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"{subset}, {options[1]}, seed 6: 5 of 5 questions have two equal answers"
        for subset in subsets
    ]
