"""Tests the harness's command with our tasks, and what is found before a model is loaded."""

import inspect
import json
import sys

import pytest
import support
import yaml
from own_support import make
from support import SAMPLE

from tempanswerqa import cli
from tempanswerqa.harness import command, context, registration, task_files, tasks
from tempanswerqa.neighbours.tram import harness as tram
from tempanswerqa.questions import subsets

FRESH = ("--tasks", "tempanswerqa_fresh_ttqa_head", "--model", "dummy", "--metadata", "n=5")


@pytest.fixture(autouse=True)
def ran(monkeypatch) -> list[list[str]]:
    """Return the arguments of the harness's command line, which is not run."""
    calls: list[list[str]] = []
    monkeypatch.setenv("TEMPANSWERQA_DATA", str(SAMPLE))
    monkeypatch.setattr(sys, "argv", [])
    monkeypatch.setattr("lm_eval.utils.setup_logging", lambda: None)
    monkeypatch.setattr("lm_eval.__main__.cli_evaluate", lambda: calls.append(list(sys.argv)))
    return calls


@pytest.fixture
def registered(monkeypatch, request):
    monkeypatch.setattr(registration, "is_registered", lambda: request.param)
    return request.param


@pytest.mark.parametrize("registered", [False, True], indirect=True)
def test_the_harness_is_told_where_the_tasks_are_unless_it_knows(ran, registered):
    command.run(FRESH)
    ours = ("--include_path", str(registration.tasks_folder()))
    assert ran == [["lm_eval", *FRESH, *(() if registered else ours)]]
    command.run((*FRESH, *ours))  # tasks in two folders would bring a warning each
    assert ran[1] == ["lm_eval", *FRESH, *ours, *(("--include_path", "") if registered else ())]


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--include_path {}", "--include_path={}", "--inc {}"])
def test_a_folder_that_the_user_names_is_kept_and_known(ran, option, tmp_path, monkeypatch):
    monkeypatch.setattr(subsets, "_known", dict(subsets.RELEASED))
    make(tmp_path / "mine", "mine")
    options = option.format(tmp_path / "mine").split()
    command.run(["--tasks", "mine", "--model", "dummy", *options])
    assert ran == [["lm_eval", "--tasks", "mine", "--model", "dummy", *options]]
    assert subsets.included() == ["mine"]


@pytest.mark.parametrize("arguments", [[], ["ls", "tasks"]])
def test_other_commands_are_not_checked(ran, arguments):
    command.run(arguments)
    assert ran[0][: len(arguments) + 1] == ["lm_eval", *arguments]


MISTYPED = [
    ("", "name the tasks"),
    (
        "--tasks tempanswerqa,tot_arith,zzz,tempanswerqa_frsh*",
        "'tot_arith'; did you mean tempanswerqa_tot_arith?",
        "`lm_eval ls tasks` lists all",
        "'tempanswerqa_frsh*'; did you mean tempanswerqa_fresh",
    ),
    ("--tasks tempanswerqa --model tempanswerqa-medan", "did you mean tempanswerqa-median"),
    ("--tasks tempanswerqa --log_samples", "--output_path"),
    ("--tasks tempanswerqa --include_path /none", "there is no folder /none"),
    ("--tasks tempanswerqa --limit -3", "--limit"),
    ("--tasks tempanswerqa --samples none.json", "no file none.json"),
    ('--tasks tempanswerqa --samples {"tempanswerqa_ttqa_haed":[1]}', "tempanswerqa_ttqa_head"),
    ("--tasks tempanswerqa --gen_kwargs temprature=1", "did you mean temperature?"),
    ("--tasks tempanswerqa --metadata sede=7", "'sede'"),
    ("--tasks tempanswerqa --metadata repeats=x", "repeats of --metadata is 'x'"),
    ("--tasks tempanswerqa_fresh --metadata level=odd", "level"),
    ('--tasks tempanswerqa_fresh --metadata {"level":', "JSON"),
    ("--tasks tempanswerqa --model tempanswerqa-recorded --model_args respnses=x", "responses?"),
    ("--tasks tempanswerqa --model hf --model_args pretraned=x", "did you mean pretrained"),
    ("--tasks tempanswerqa --model hf --model_args pretrained=/none", "there is no folder /none"),
    ("--tasks tempanswerqa --model hf", "pretrained=MODEL"),
    ("--tasks tempanswerqa --model openai-chat-completions --model_args base_ur=x", "base_url"),
]
LATER = [
    ("--tasks tempanswerqa* --metadata data_dir=/none", "/none, named by data_dir"),
    ("--tasks tempanswerqa_tot_arith --metadata level=hard", "read no 'level' of --metadata"),
    ('--tasks tempanswerqa_fresh_ttqa_head --samples {"tempanswerqa_fresh_ttqa_head":[300]}',
     "only 250 questions"),
    ("--tasks tempanswerqa_fresh_ttqa_head --num_fewshot 9", "has 3 exemplars"),
]  # fmt: skip
"""The mistakes that only the questions show."""


def test_what_is_mistyped_is_found_before_anything_slow_is_imported(tmp_path):
    code = (
        "import json, sys; from tempanswerqa import cli\n"
        "for options in json.loads(sys.argv.pop()):\n"
        "    told = cli.main(['lm_eval', '--model', 'dummy', *options.split()])\n"
        "    slow = {'datasets', 'torch', 'transformers'} & {*sys.modules}\n"
        "    print('---', told, slow, file=sys.stderr)\n"
    )
    options = json.dumps([each for each, *_ in MISTYPED])
    done = support.command("-c", code, options, cwd=tmp_path)
    told = done.stderr.split("--- 1 set()\n")
    assert len(told) == len(MISTYPED) + 1, done.stderr
    for (each, *messages), text in zip(MISTYPED, told, strict=False):
        assert all(message in text for message in messages), each


@pytest.mark.parametrize(("options", "message"), LATER)
def test_what_would_end_the_run_is_found_first(ran, capsys, options, message):
    assert cli.main(["lm_eval", "--model", "dummy", *options.split()]) == 1
    assert message in capsys.readouterr().err
    assert ran == []


@pytest.mark.parametrize("options", [
    "--model hf --model_args pretrained=org/model,max_memory=7,torch_dtype=auto,token=x"
    " --gen_kwargs top_k=3,min_tokens=4",
    "--model dummy --tasks tempanswerqa_fresh_ttqa_head,gsm8k --metadata max_seq_lengths=4096,n=5",
])  # fmt: skip
def test_what_is_only_similar_or_of_others_is_taken(ran, options):
    command.run(["--tasks", "tempanswerqa_fresh_ttqa_head", *options.split()])
    assert len(ran) == 1


def test_a_wrong_metric_of_a_task_of_the_user_is_found_first(ran, capsys, tmp_path):
    base = registration.tasks_folder() / "tempanswerqa/tempanswerqa_fresh_ttqa_head.yaml"
    child = {"include": str(base), "task": "my_child", "metric_list": ["smap"]}
    (tmp_path / "my_child.yaml").write_text(yaml.safe_dump(child))
    options = ("--tasks", "my_child", "--model", "dummy")
    assert cli.main(["lm_eval", *options, "--include_path", str(tmp_path)]) == 1
    assert "no metric 'smap'" in capsys.readouterr().err
    assert ran == []


METRIC = {"metric": "tempanswerqa_smape", "aggregation": "tempanswerqa_mean"}


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "scored", "refused"), [
    ("3 days", {"metric_list": [METRIC | {"unit": "days"}]}, ""),
    ("3 days", {"metric_list": [METRIC]}, "unit"),
    ("soon", {"metric_list": [METRIC | {"unit": "days"}]}, "soon"),
    ("3 days", {"metric_list": [METRIC | {"metric": "tempanswerqa_mase", "unit": "days"}]},
     "centroid"),
    ("3", {"filter_list": [{"name": "x", "filter": [{"function": "tempanswerqa_strict"}]}]},
     "documents"),
])  # fmt: skip
def test_foreign_task_files_that_cannot_be_scored_are_found_first(
    ran, capsys, tmp_path, answer, scored, refused
):
    (tmp_path / "rows.json").write_text(json.dumps([{"question": "How long?", "answer": answer}]))
    data = {"dataset_path": "json", "dataset_kwargs": {"data_files": str(tmp_path / "rows.json")}}
    texts = {"doc_to_text": "{{question}}", "doc_to_target": "{{answer}}"}
    task = {"task": "theirs", "output_type": "generate_until", "test_split": "train"}
    (tmp_path / "theirs.yaml").write_text(yaml.safe_dump(task | data | texts | scored))
    options = ["--tasks", "theirs", "--model", "dummy", "--include_path", str(tmp_path)]
    assert cli.main(["lm_eval", *options]) == bool(refused)
    assert refused in capsys.readouterr().err
    assert len(ran) == (not refused)


def test_long_prompts_are_warned_of_first(ran, caplog, monkeypatch):
    model = context.Model(600, len)
    monkeypatch.setattr(context, "serving", lambda arguments: model)
    command.run((*FRESH, "--gen_kwargs", "max_gen_toks=100"))
    assert "context of 600 tokens" in caplog.text
    assert len(ran) == 1


def test_every_key_of_metadata_that_a_task_reads_is_known():
    for dataset in (tasks.dataset, tasks.fresh_dataset, tasks.twin_dataset, tram.dataset):
        read = {*inspect.signature(dataset).parameters} - {"subset", "prefill", "metadata"}
        read -= {"task", "_"}
        assert read <= {*task_files.DATASETS}
