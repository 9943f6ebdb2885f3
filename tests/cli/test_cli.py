"""Tests the command: its help, its exit codes, and the few modules that it imports."""

import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from support import imported

import tempanswerqa
from tempanswerqa import cli
from tempanswerqa.harness import models, registration
from tempanswerqa.questions import prompts, record, sources
from tempanswerqa.questions.draws import FreshError
from tempanswerqa.runs import saved_responses

COMMANDS = (
    *("score", "explain", "compare", "power", "new", "check"),
    *("fresh", "report", "leaderboard", "correlate", "pack", "verify"),
    *("demo", "tasks", "register", "unregister", "upstream", "lm_eval"),
)
INNER = ("fresh draw", "fresh verify")
HEAVY = ("lm_eval", "torch", "numpy", "transformers", "datasets", "sklearn", "requests")


def test_help_names_every_command(capsys):
    shown = helped(capsys)
    assert set(COMMANDS) == set(re.findall(r"^    ([\w-]+)", shown, re.MULTILINE))
    assert "examples:" in shown


@pytest.mark.parametrize("name", [*COMMANDS[:-1], *INNER])
def test_every_command_explains_itself_with_an_example(capsys, name):
    shown = helped(capsys, *name.split())
    assert shown.startswith(f"usage: tempanswerqa {name}")
    assert len(shown.split("\n\n")[1]) > 20  # the paragraph that says what it does
    examples = re.findall(r"^(?:examples?:\n)?  (?:tempanswerqa|lm_eval) .*", shown, re.MULTILINE)
    assert any(f"tempanswerqa {name}" in example for example in examples)
    assert not re.findall(r"--\w+-\w+", shown), "the harness has underscores"


def ended(capsys, *words: str, code: int = 0) -> tuple[str, str]:
    """Return what is printed and said where the command line ends at once."""
    with pytest.raises(SystemExit) as stop:
        cli.main([*words])
    assert stop.value.code == code
    return capsys.readouterr()


def helped(capsys, *words: str) -> str:
    return ended(capsys, *words, "--help")[0]


def test_version(capsys):
    assert ended(capsys, "--version")[0] == f"tempanswerqa {tempanswerqa.__version__}\n"


@pytest.mark.parametrize(("given", "complaint"), [
    ("", "required: COMMAND"),
    ("evaluate", "invalid choice: 'evaluate'; known are score, explain, "),
    ("scores", "invalid choice: 'scores'; did you mean score"),
    ("fresh drwa", "invalid choice: 'drwa'; did you mean draw?"),
    ("score a --format latx", "invalid choice: 'latx'; did you mean latex?"),
    ("tasks all", "unrecognized arguments: all"),
    ("fresh draw --seed one", "'one' is no whole number"),
    ("power --difference much", "'much' is no number"),
    ("explain 3 --unit days", "required: --task"),
    ("explain 3 --task t", "--id --unit"),
    ("explain 3 --task t --id 1 --unit days", "--unit"), ("fresh draw", "--subset, --out"),
    ("fresh verify --n 0", "--n"), ("fresh verify --seed -1", "--seed"), ("report a.csv", "--out"),
    ("leaderboard a.csv", "--out --site"), ("correlate a", "--with"), ("pack a", "--out"),
    ("verify", "FILE"), ("new a.csv", "--name, --out"),
    ("new a.csv --name a --out b --columns q", "'q'"),
])  # fmt: skip
def test_wrong_usage_exits_with_2(capsys, given, complaint):
    out, err = ended(capsys, *given.split(), code=2)
    assert (out, complaint in err.splitlines()[-1]) == ("", True), err


def test_tasks_prints_a_folder_with_the_tasks(capsys):
    assert cli.main(["tasks", "--path"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert Path(line).is_absolute()
    assert (Path(line) / "tempanswerqa/tempanswerqa.yaml").is_file()


def test_tasks_lists_what_lm_eval_knows(capsys):
    assert cli.main(["tasks", "--format", "json"]) == 0
    rows = {row["task"]: row for row in json.loads(capsys.readouterr().out)}
    assert set(rows) == {path.stem for path in registration.task_files()}
    group, task = rows["tempanswerqa_fewshot"], rows["tempanswerqa_tot_arith_chat_fewshot"]
    assert (group["questions"], group["tasks"], group["prompting"]) == (3_434, 4, "few-shot")
    assert (task["questions"], task["tasks"], task["prompting"]) == (1_016, None, "few-shot")
    assert rows["tempanswerqa_fresh"]["questions"] == 1_000
    assert rows["tot_semantic"]["questions"] is rows["tram_nli"]["questions"] is None


def test_tasks_are_listed_into_pipes_too(capsys):
    assert cli.main(["tasks"]) == 0
    assert capsys.readouterr().out.startswith("task ")


@pytest.mark.parametrize(("given", "name", "wanted"), [
    ("score a --data-dir b-c --output-path=d-e", "data_dir", "b-c"),
    ("score a --data-dir b-c --output-path=d-e", "output_path", "d-e"),
    ("score a --data_dir=b", "data_dir", "b"),
    ("explain --task t --unit days -- --data-dir", "response", "--data-dir"),
    ("lm_eval --include-path x", "arguments", ["--include-path", "x"]),
])  # fmt: skip
def test_hyphens_in_options_are_underscores(given, name, wanted):
    assert getattr(cli.build_parser().parse_args(given.split()), name) == wanted


@pytest.mark.parametrize("name", ["register", "unregister"])
@pytest.mark.parametrize("error", [registration.RegistrationError, PermissionError, ImportError])
def test_expected_errors_take_one_line_and_exit_with_1(capsys, monkeypatch, name, error):
    monkeypatch.setattr(registration, name, Mock(side_effect=error("cannot do it")))
    assert cli.main([name]) == 1
    assert tuple(capsys.readouterr()) == ("", "tempanswerqa: cannot do it\n")


def test_other_errors_are_not_swallowed(monkeypatch):
    monkeypatch.setattr(registration, "register", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        cli.main(["register"])


@pytest.mark.parametrize(
    ("name", "number"), [("register", 2), ("unregister", 2), ("unregister", 0)]
)
def test_register_and_unregister_say_what_they_did_in_one_line(capsys, monkeypatch, name, number):
    monkeypatch.setattr(registration, name, lambda: [Path("a.yaml")] * number)
    assert cli.main([name]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert ("2" in line) == bool(number)


@pytest.mark.parametrize("given", [
    "--model dummy --tasks tempanswerqa", "run --model dummy --tasks tempanswerqa",
    "--tasks a,b --log_samples --limit=3", "ls tasks", "--help", "-s --version", "",
])  # fmt: skip
def test_arguments_reach_lm_eval_as_they_are(monkeypatch, given):
    called = []
    monkeypatch.setattr(models, "run_harness", lambda arguments: called.append(list(arguments)))
    assert cli.main(["lm_eval", *given.split()]) == 0
    assert called == [given.split()]


@pytest.fixture
def failing(monkeypatch):
    """Return what has the harness raise an error."""

    def fails(error: Exception) -> None:
        monkeypatch.setattr(models, "run_harness", Mock(side_effect=error))

    return fails


@pytest.mark.parametrize("error", [
    saved_responses.RecordedError("no file there"), record.QuestionError("no such unit"),
    sources.SourceError("tot.csv", "not cached", "Run once with the network"),
    prompts.PromptError("no exemplars"), FreshError("no such draw"),
], ids=lambda error: type(error).__name__)  # fmt: skip
def test_files_that_lm_eval_cannot_use_take_one_line(capsys, failing, error):
    failing(error)
    assert cli.main(["lm_eval", "--tasks", "tempanswerqa"]) == 1
    assert tuple(capsys.readouterr()) == ("", f"tempanswerqa: {error}\n")


HINTS = {
    "tempanswerqa_ttqa_haed": "did you mean tempanswerqa_ttqa_head or ",
    "tempanswerqa_tot_arit": "did you mean tempanswerqa_tot_arith or ",
    "zzz": "`lm_eval ls tasks` lists all that can be run",
}


@pytest.mark.parametrize("names", [[name] for name in HINTS] + [list(HINTS)])
def test_each_task_that_lm_eval_does_not_find_takes_one_line(capsys, failing, names):
    failing(ValueError(f"Tasks not found: {', '.join(names)}"))
    assert cli.main(["lm_eval", "--tasks", ",".join(names)]) == 1
    for name, told in zip(names, capsys.readouterr().err.splitlines(), strict=True):
        assert f"unknown task '{name}'; {HINTS[name]}" in told


@pytest.mark.slow
def test_a_model_that_lm_eval_does_not_find_takes_one_line(capsys):
    asked = "lm_eval --tasks tempanswerqa_fresh_tot_arith --model tempanswerqa-medan"
    assert cli.main(asked.split()) == 1
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("tempanswerqa: unknown model 'tempanswerqa-medan'; did you mean ")
    assert "tempanswerqa-median" in told


def test_the_extra_of_a_missing_module_is_named(capsys, failing):
    failing(ModuleNotFoundError("No module named 'torch'", name="torch"))
    assert cli.main(["lm_eval"]) == 1
    assert "No module named 'torch'; the extra `hf` installs it" in capsys.readouterr().err


def test_other_errors_of_lm_eval_stay(failing):
    failing(ValueError("limit: not a number"))
    with pytest.raises(ValueError, match="limit"):
        cli.main(["lm_eval", "--tasks", "tempanswerqa"])


@pytest.mark.parametrize("work", ["", "cli.main(['tasks', '--path'])"])
def test_importing_and_naming_the_tasks_is_light(tmp_path, work):
    assert imported(f"from tempanswerqa import cli; {work}", HEAVY, tmp_path) == "set()"
