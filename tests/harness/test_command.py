"""Tests the harness's command with our tasks, and what is reported before a model is loaded."""

import sys

import pytest
from lm_eval.api.registry import model_registry
from lm_eval.tasks import TaskManager
from own_support import make
from support import SAMPLE

from tempanswerqa import cli
from tempanswerqa.harness import command, registration
from tempanswerqa.harness.task_files import TaskError
from tempanswerqa.questions import subsets

GIVEN = ("--tasks", "tempanswerqa_ttqa_head", "--model", "dummy")


@pytest.fixture(autouse=True)
def ran(monkeypatch) -> list[list[str]]:
    """Return the arguments of the harness's command line, which is not run."""
    calls: list[list[str]] = []
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(SAMPLE))
    monkeypatch.setattr(sys, "argv", [])
    monkeypatch.setattr("lm_eval.utils.setup_logging", lambda: None)
    monkeypatch.setattr("lm_eval.__main__.cli_evaluate", lambda: calls.append(list(sys.argv)))
    return calls


@pytest.mark.parametrize("registered", [False, True])
def test_the_harness_is_told_where_the_tasks_are_unless_it_knows(ran, monkeypatch, registered):
    monkeypatch.setattr(registration, "is_registered", lambda: registered)
    command.run(GIVEN)
    ours = ("--include_path", str(registration.tasks_folder()))
    assert ran == [["lm_eval", *GIVEN, *(() if registered else ours)]]


@pytest.mark.parametrize(
    "option", ["--include_path {}", "--include_path={}", "--inc {}", "--config {}.yaml"]
)
def test_a_folder_that_the_user_names_is_known_beside_ours(ran, option, tmp_path, monkeypatch):
    monkeypatch.setattr(subsets, "_known", dict(subsets.RELEASED))
    folder = make(tmp_path / "mine", "mine")
    (tmp_path / "mine.yaml").write_text(f"include_path: {folder}\ntasks: [mine]\n")
    words = ["--tasks", "mine", "--model", "dummy", *option.format(folder).split()]
    known: list[TaskManager] = []

    def look() -> None:
        folder = command.given(sys.argv)[1]
        known.append(TaskManager(include_path=folder, include_defaults=False))
        known[0].load(["mine"])

    monkeypatch.setattr("lm_eval.__main__.cli_evaluate", look)
    command.run(words)
    assert subsets.included() == ["mine"]
    assert {"mine", "tempanswerqa", "tempanswerqa_ttqa_head"} <= {*known[0].all_tasks}
    monkeypatch.setattr(registration, "is_registered", lambda: True)
    monkeypatch.setattr("lm_eval.__main__.cli_evaluate", lambda: ran.append(list(sys.argv)))
    command.run(words)
    assert ran == [["lm_eval", *words]]  # as the harness then knows ours


@pytest.mark.parametrize(
    ("names", "task"),
    [
        ("tempanswerqa,tempanswerqa_chat", "tempanswerqa_ttqa_head"),
        ("tempanswerqa*", "tempanswerqa_ttqa_head"),
        ("tempanswerqa_sample_tot_arith tempanswerqa_sample", "tempanswerqa_sample_tot_arith"),
        ("test_of_time,tot_arithmetic", "tot_arithmetic"),
        ("gsm8k,tempanswerqa_ttqa_haed", "tempanswerqa_ttqa_haed"),
    ],
)
def test_tasks_that_are_named_twice_or_unknown_are_told_before_a_model_is_loaded(ran, names, task):
    with pytest.raises(TaskError, match=rf"\b{task}\b"):
        command.run(["--model", "dummy", "--tasks", *names.split()])
    command.run(["--model", "dummy", "--tasks", "tempanswerqa,tempanswerqa,tempanswerqa_sample"])
    assert len(ran) == 1


def test_the_harness_knows_its_own_models_beside_ours(ran):
    command.run(GIVEN)
    assert {"dummy", "hf", "tempanswerqa-median"} <= {*model_registry}


@pytest.mark.parametrize("arguments", [[], ["ls", "tasks"], ["--help"]])
def test_other_commands_reach_the_harness(ran, arguments):
    command.run(arguments)
    assert ran[0][: len(arguments) + 1] == ["lm_eval", *arguments]


@pytest.mark.parametrize("name", ["tempanswerqa", "tempanswerqa_twin_ttqa_*", "tempanswerqa_chat"])
def test_missing_questions_are_told_in_one_line(ran, capsys, tmp_path, monkeypatch, name):
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(tmp_path))
    assert cli.main(["lm_eval", "--model", "dummy", "--tasks", name]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert str(tmp_path) in line
    command.run(["--tasks", name, "--metadata", f"data_dir={SAMPLE}"])
    assert len(ran) == 1


def test_names_of_others_are_for_the_harness(ran):
    command.run(["--tasks", "gsm8k,tempanswerqa_ttqa_head*,no_such_task", "--model", "dummy"])
    assert len(ran) == 1


@pytest.mark.parametrize("content", [b"\xff", b"- a", b"a: [", b""])
def test_a_config_that_is_no_settings_is_told_in_one_line(ran, capsys, tmp_path, content):
    (tmp_path / "a.yaml").write_bytes(content)
    assert cli.main(["lm_eval", "--config", str(tmp_path / "a.yaml")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "a.yaml: " in line
