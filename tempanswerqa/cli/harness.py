"""Commands on the harness and its tasks: `demo`, `lm_eval`, `tasks`, `register`."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click

from tempanswerqa.cli import options, terminal
from tempanswerqa.files import check_folder


@click.command()
@click.option("--out", type=options.PATH, default="demo-output", help="the folder to write")
def demo(out: str) -> int:
    """Let two models answer 100 questions, and compare, explain and report their answers.

    Both models know the labels and get every second answer wrong: tempanswerqa-near by one year,
    month or day, tempanswerqa-far by ten times the scale of the label or more. This takes no
    network and no GPU.

    \b
    Examples:
      tempanswerqa demo
      tempanswerqa demo --out FOLDER
    """
    from tempanswerqa import cli
    from tempanswerqa.reports.page import page

    folder, models = Path(out), ("near", "far")
    check_folder(folder)
    page.check()
    names = {path.name for path in folder.iterdir()} if folder.exists() else set()
    ours = {*models, *(f"{model}.log" for model in models), "report"}
    if names - ours or (names and not (folder / "near.log").is_file()):
        raise FileExistsError(f"{folder} has files of others; choose another --out")
    for name in ours:
        shutil.rmtree(folder / name, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    task = "tempanswerqa_sample_ttqa_head"
    for model in models:
        log = folder / f"{model}.log"
        terminal.tell(f"evaluating tempanswerqa-{model}")
        harness = f"-m tempanswerqa lm_eval --tasks {task} --model tempanswerqa-{model}"
        words = [sys.executable, *harness.split(), "--log_samples", "--output_path"]
        with log.open("wb") as file:
            env = os.environ | {"HF_HUB_OFFLINE": "1"}
            done = subprocess.run([*words, folder / model], env=env, stdout=file, stderr=file)
        if done.returncode:
            printed = log.read_text(encoding="utf-8", errors="replace").splitlines()
            terminal.tell(f"{model} has failed:", *printed[-20:])
            return done.returncode
    runs = [str(folder / model) for model in models]
    for words in (
        ["compare", *runs, "--filter", "strict-match"],
        ["explain", "Final Answer: 14,782 days", "--task", task, "--unit", "days"],
        ["report", *runs, "--out", str(folder / "report")],
    ):
        print(f"\n$ tempanswerqa {shlex.join(words)}", flush=True)
        if code := cli.main(words):
            return code
    return 0


@click.command(
    "lm_eval", context_settings={"ignore_unknown_options": True, "help_option_names": []}
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def lm_eval(arguments: tuple[str, ...]) -> int:
    """Run lm_eval with the tasks and models of this package.

    The models are tempanswerqa-recorded (answers from saved responses) and tempanswerqa-median
    (a baseline).

    Unknown names of our tasks and missing questions are reported before a model is loaded.

    \b
    Examples:
      tempanswerqa lm_eval --tasks tempanswerqa --model tempanswerqa-median
      tempanswerqa lm_eval --tasks tempanswerqa_ttqa_head --model tempanswerqa-recorded \\
          --model_args 'responses=RESPONSES/ttqa_head_Qwen2.5-7B-Instruct_zero-shot*'
    """
    from tempanswerqa.harness import command

    command.run(arguments)
    return 0


@click.command()
@click.option("--path", is_flag=True, help="print their folder, for lm_eval --include_path")
@options.style
def tasks(path: bool, style: str) -> int:
    """List the tasks and groups that lm_eval can run.

    \b
    Examples:
      tempanswerqa tasks
      tempanswerqa tasks --format csv | grep few-shot
      lm_eval --include_path "$(tempanswerqa tasks --path)" --tasks tempanswerqa --model hf ...
    """
    from tempanswerqa.harness import registration, task_files

    if path:
        print(registration.tasks_folder())
        return 0
    from tempanswerqa.reports import tables

    print(tables.tasks(task_files.listed(), style))
    return 0


@click.command()
@click.option("--remove", is_flag=True, help="remove what this command wrote")
def register(remove: bool) -> int:
    """Make the tasks known to the installed lm_eval.

    This writes one small file per task into the folder `tasks` of the installed lm_eval. Remove
    them before you uninstall lm_eval or replace it with an editable install.

    \b
    Examples:
      tempanswerqa register
      lm_eval --tasks tempanswerqa_tot_arith --model hf --model_args pretrained=MODEL
      tempanswerqa register --remove
    """
    from tempanswerqa.harness import registration

    if remove:
        print(f"removed {len(registration.remove())} tasks and groups from lm_eval")
        return 0
    known = len(registration.register())
    # a command of the harness alone, which without the variable waits for the network
    trial = "HF_HUB_OFFLINE=1 lm_eval --tasks tempanswerqa_sample --model dummy --limit 5"
    print(f"lm_eval now knows {known} tasks and groups; try: {trial}")
    return 0
