"""Tests the harness's own command line on our tasks, with a language model and with ours."""

import pytest
from support import SAMPLE, SUBSETS, command, saved

from tempanswerqa.harness.aggregation import UNDEFINED
from tempanswerqa.metrics.scores import listed
from tempanswerqa.questions import record

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("sampled")]

SHORT = ("--gen_kwargs", "max_gen_toks=16")
GROUP = "tempanswerqa"
RULES = ("strict-match", "flexible-extract")


@pytest.fixture(scope="module")
def tasks() -> str:
    """Return what `$(tempanswerqa tasks --path)` stands for."""
    printed = command("-m", "tempanswerqa", "tasks", "--path", cwd=SAMPLE)
    assert printed.returncode == 0, printed.stderr
    return printed.stdout.rstrip("\n")


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


def test_chat_on_the_sample(tiny, tasks, tmp_path):
    """The command of the README runs in its own process and without data."""
    group = "tempanswerqa_sample"
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
