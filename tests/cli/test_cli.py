"""Tests the command: its help, its exit codes, and the few modules that it imports."""

import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from cases import cased
from support import imported

import tempanswerqa
from tempanswerqa import cli
from tempanswerqa.harness import registration

COMMANDS = {*cli.commands.commands}
HEAVY = (
    *("lm_eval", "torch", "numpy", "transformers", "datasets"),
    *("sklearn", "requests", "pandas", "matplotlib"),
)


def printed(capsys, *words: str) -> str:
    """Return the output of a command that succeeds."""
    assert cli.main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_help_lists_every_command(capsys):
    shown = printed(capsys, "--help")
    listed = re.findall(r"(?m)^  (\w+)  +\w", shown.partition("Commands:")[2])
    assert {*listed} == COMMANDS
    assert printed(capsys) == shown


@pytest.mark.parametrize("name", sorted(COMMANDS - {"lm_eval"}))
def test_every_command_explains_itself_with_an_example(capsys, name):
    shown = printed(capsys, *name.split(), "--help")
    assert shown.startswith(f"Usage: tempanswerqa {name} ")
    assert re.search(rf"(?m)^    tempanswerqa {name}\b", shown)
    assert not re.findall(r"--\w+-\w+", shown), "the harness has underscores"


def test_version(capsys):
    assert printed(capsys, "--version") == f"tempanswerqa {tempanswerqa.__version__}\n"


@cased
def test_wrong_usage_exits_with_2(capsys, given, complaint):
    assert cli.main(given.split()) == 2
    out, err = capsys.readouterr()
    assert (out, complaint in err) == ("", True), err


def test_tasks_prints_a_folder_with_the_tasks(capsys):
    (line,) = printed(capsys, "tasks", "--path").splitlines()
    assert Path(line).is_absolute()
    assert (Path(line) / "tempanswerqa/tempanswerqa.yaml").is_file()


def test_tasks_lists_what_lm_eval_knows(capsys):
    rows = {row["task"]: row for row in json.loads(printed(capsys, "tasks", "--format", "json"))}
    assert set(rows) == {path.stem for path in registration.task_files()}
    group, task = rows["tempanswerqa_fewshot"], rows["tempanswerqa_tot_arith_chat_fewshot"]
    assert (group["questions"], group["tasks"], group["prompting"]) == (3_434, 4, "few-shot")
    assert (task["questions"], task["tasks"], task["prompting"]) == (1_016, None, "few-shot")
    assert rows["tempanswerqa_sample"]["questions"] == 400
    assert rows["tot_semantic"]["questions"] is rows["tram_nli"]["questions"] is None


@cased
def test_arguments_reach_lm_eval_as_they_are(monkeypatch, given):
    called = []
    monkeypatch.setattr(
        "tempanswerqa.harness.command.run", lambda arguments: called.append(list(arguments))
    )
    assert cli.main(["lm_eval", *given.split()]) == 0
    assert called == [given.split()]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ModuleNotFoundError("No module named 'torch'", name="torch"), ".[hf]"),
        (ImportError("no such name"), "no such name"),
        (FileNotFoundError(2, "x", "a.csv"), "a.csv: x"),
        (OSError(28, "x"), "x"),
    ],
)
def test_expected_errors_take_one_line_and_exit_with_1(capsys, monkeypatch, error, told):
    monkeypatch.setattr("tempanswerqa.harness.command.run", Mock(side_effect=error))
    assert cli.main(["lm_eval"]) == 1
    out, err = capsys.readouterr()
    assert (out, told in err, len(err.splitlines())) == ("", True, 1)


def test_help_and_naming_the_tasks_are_light(tmp_path):
    work = "cli.main(['--help']); cli.main(['tasks', '--path'])"
    assert imported(f"from tempanswerqa import cli; {work}", HEAVY, tmp_path) == "set()"
    rooms = [f"tempanswerqa.{room}" for room in ("answers", "questions", "runs", "harness")]
    work = "cli.main(['score', '--help'])"
    assert imported(f"from tempanswerqa import cli; {work}", (*HEAVY, *rooms), tmp_path) == "set()"
