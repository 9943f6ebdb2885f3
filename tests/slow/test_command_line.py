"""Tests the harness's own command line on our tasks, with a language model and with ours."""

import functools
import sys

import lm_eval.__main__
import lm_eval.tasks
import pytest
from support import SAMPLE, SUBSETS, command, evaluate, items, saved, values

from tempanswerqa import cli, questions
from tempanswerqa.harness import registration
from tempanswerqa.harness.aggregation import UNDEFINED
from tempanswerqa.harness.models import RecordedLM
from tempanswerqa.metrics.scores import listed
from tempanswerqa.questions import record

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("sampled")]

SHORT = ("--gen_kwargs", "max_gen_toks=16")
GROUP = "tempanswerqa"
RULES = ("strict-match", "flexible-extract")


@pytest.fixture(scope="module")
def tasks() -> str:
    """Return what `$(tempanswerqa tasks --path)` stands for."""
    printed = command("-m", "tempanswerqa.cli", "tasks", "--path", cwd=SAMPLE)
    assert printed.returncode == 0, printed.stderr
    return printed.stdout.rstrip("\n")


@pytest.fixture
def no_other_tasks(monkeypatch):
    """Hide the harness's own thousands of tasks, which take longer to read than all the rest."""
    quick = functools.partial(lm_eval.tasks.TaskManager, include_defaults=False)
    monkeypatch.setattr(lm_eval.tasks, "TaskManager", quick)


def prompt(sample: dict) -> str:
    """Return a logged sample's prompt; the file has its arguments under names."""
    return sample["arguments"]["gen_args_0"]["arg_0"]


def has_every_score(row: dict) -> bool:
    keys = [f"{name}{suffix},{rule}" for name in listed() for suffix in ("", "_stderr")
            for rule in RULES]  # fmt: skip
    return all(isinstance(row[key], float) or row[key] == UNDEFINED for key in keys)


def begins_a_turn(task: str) -> bool:
    """Return whether the model goes on from a prefill."""
    return "_tot_" in task


def test_chat_on_fresh_questions(tiny, tasks, tmp_path):
    """The command of the README runs in its own process and without data."""
    group = "tempanswerqa_fresh"
    done = command(
        *("-m", "lm_eval", "--include_path", tasks, "--tasks", group),
        *("--model", "hf", "--model_args", f"pretrained={tiny}", "--apply_chat_template"),
        *("--limit", "2", *SHORT, "--output_path", "out", "--log_samples"),
        cwd=tmp_path,
        TEMPANSWERQA_DATA="",
    )
    assert done.returncode == 0, done.stderr
    assert f"|{group}" in done.stdout
    results, samples = saved(tmp_path / "out")
    assert set(samples) == {f"{group}_{subset}" for subset in SUBSETS}
    assert all(map(has_every_score, results["results"].values()))
    assert has_every_score(results["groups"][group])
    for task, of_task in samples.items():
        assert len(of_task) == 2 * len(RULES)
        prefill = record.TOT_PREFILL if begins_a_turn(task) else ""
        end = f"<|assistant|>\n{prefill}"
        assert all(prompt(sample).endswith(end) for sample in of_task)
        assert all(prompt(sample).startswith("<|system|>\n") for sample in of_task)


def test_median_through_our_own_command(tmp_path, monkeypatch, capsys, no_other_tasks):
    monkeypatch.setattr(sys, "argv", ["tempanswerqa"])
    monkeypatch.setattr(registration, "is_registered", lambda: False)
    given = ["--tasks", GROUP, "--model", "tempanswerqa-median"]
    place = ["--output_path", str(tmp_path), "--log_samples"]
    assert cli.main(["lm_eval", *given, *place]) == 0
    results, samples = saved(tmp_path)
    asked = sum(len(questions.load(subset, SAMPLE)) for subset in SUBSETS)
    assert sum(len(of_task) for of_task in samples.values()) == asked * len(RULES)
    for row in results["results"].values():
        assert row["parsed,strict-match"] == row["parsed,flexible-extract"] == 1
        assert 0 < row["smape,strict-match"] / 100 < 1
        assert 0 < row["smape_stderr,strict-match"] / 100 < 1
    assert "tempanswerqa-median" in capsys.readouterr().out
    again = evaluate(RecordedLM(tmp_path))  # from the samples that were saved
    assert values(again) == values(results)
    assert items(again["samples"]) == items(samples)
