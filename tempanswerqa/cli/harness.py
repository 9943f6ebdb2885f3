"""Commands on the harness and its tasks: `demo`, `lm_eval`, `tasks`, `register`, `new`."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from tempanswerqa.cli import options
from tempanswerqa.cli.options import PATH
from tempanswerqa.cli.terminal import tell, warn
from tempanswerqa.files import check_folder
from tempanswerqa.units import UNITS

TITLES = ", ".join(unit.title for unit in UNITS.values())
DATE_ORDER, STYLE = click.Choice(("day", "month")), click.Choice(("line", "json"))


@click.command()
@click.option("--out", type=PATH, default="demo-output", help="the output folder")
def demo(out: str) -> int:
    """Let two models answer 100 questions, then compare, explain and report their answers.

    Both models know the labels and get every second answer wrong: tempanswerqa-near by one year,
    month or day, tempanswerqa-far by at least ten times the scale of the label. This needs no
    network and no GPU.

    \b
    Examples:
      tempanswerqa demo
      tempanswerqa demo --out FOLDER
    """
    from tempanswerqa import cli

    folder, models = Path(out), ("near", "far")
    check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    names = {path.name for path in folder.iterdir()}
    if names - {*models, "near.log", "far.log", "report"} or (
        names and not (folder / "near.log").is_file()
    ):
        raise FileExistsError(f"{folder} has other files; choose another --out")
    for name in names:
        shutil.rmtree(folder / name, ignore_errors=True)
    task = "tempanswerqa_sample_ttqa_head"
    for model in models:
        log = folder / f"{model}.log"
        tell(f"evaluating tempanswerqa-{model}")
        harness = f"-m tempanswerqa lm_eval --tasks {task} --model tempanswerqa-{model}"
        words = [sys.executable, *harness.split(), "--log_samples", "--output_path"]
        with log.open("wb") as file:
            env = os.environ | {"HF_HUB_OFFLINE": "1"}
            done = subprocess.run([*words, folder / model], env=env, stdout=file, stderr=file)
        if done.returncode:
            printed = log.read_text(encoding="utf-8", errors="replace").splitlines()
            tell(f"{model} has failed:", *printed[-20:])
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

    Missing questions and groups that share tasks are reported before a model is loaded.

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
    # a command of the harness itself, which without the variable waits for the network
    trial = "HF_HUB_OFFLINE=1 lm_eval --tasks tempanswerqa_sample --model dummy --limit 5"
    print(f"lm_eval now knows {known} tasks and groups; try: {trial}")
    return 0


def _columns(context: object, option: object, text: str | None) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in (text.split(",") if text else ())]
    if not all(sign and name.strip() and theirs.strip() for name, sign, theirs in pairs):
        raise click.BadParameter(f"{text!r} is not COLUMN=THEIRS, between commas")
    return {name.strip(): theirs.strip() for name, _, theirs in pairs}


def _check(folder: Path) -> int:
    """Print the problems of a folder, and return the exit code."""
    from tempanswerqa.harness import own_tasks
    from tempanswerqa.questions import own
    from tempanswerqa.reports import tables

    task, made, problems = own_tasks.check(folder)
    groups = len({question.group for question in made.values()})
    print(f"rows of {folder / own.QUESTIONS}\n{tables.understood(made)}\n")
    print(f"{task.name}: {len(made)} questions in {groups} groups from {task.origin}")
    warn(*own_tasks.notes(made, own.QUESTIONS))
    for problem in problems:
        tell(f"error: {problem}; write the folder again")
    return int(bool(problems))


@click.command()
@click.argument("questions", type=PATH, required=False)
@click.option("--name", help="the task's name, in lower case")
@click.option("--out", type=PATH, help="the folder to create")
@click.option("--check", type=PATH, help="report the problems of such a folder, and write nothing")
@click.option(
    "--columns",
    metavar="COLUMN=THEIRS[,...]",
    callback=_columns,
    help="the table's own names of columns, such as answer=target",
)
@click.option("--unit", help=f"the unit of all rows, instead of a column; units are {TITLES}")
@click.option("--style", type=STYLE, default="line", help="form of answers: a final line, or JSON")
@click.option("--exemplars", type=PATH, help="a table with worked answers in its response column")
@click.option("--date_order", type=DATE_ORDER, help="the first part of dates like 03/04/2001")
@click.option("--skip_bad", is_flag=True, help="write rows that cannot be used to skipped.csv")
@click.option("--overwrite", is_flag=True, help="replace a folder that this command wrote")
def new(
    questions: str | None, name: str | None, out: str | None, check: str | None, **choices: Any
) -> int:
    """Make tasks for lm_eval of your own temporal questions.

    QUESTIONS is a table: .csv, .jsonl, .parquet or .xlsx, also .gz. Columns are question, answer
    and unit, and optionally context, group, id, system, answer_format and category. Questions of
    one group (on one table, patient or product) are not independent, so standard errors are
    clustered by group.

    \b
    Examples:
      tempanswerqa new releases.csv --name releases --out releases
      tempanswerqa new rows.jsonl --name dates --out dates --columns question=input,answer=target \\
          --unit date
      tempanswerqa new --check releases
    """
    if check:
        return _check(Path(check))
    if not (questions and name and out):
        raise click.UsageError("pass QUESTIONS, --name and --out, or --check")
    from tempanswerqa.harness import own_tasks, registration
    from tempanswerqa.questions import own, own_table
    from tempanswerqa.reports import tables

    own.check_name(name)
    known = registration.harness_tasks_folder()
    if (known / name).is_dir() or any(known.rglob(f"{name}.y*ml")):
        raise own.OwnError(f"--name {name!r}: the harness has a task of this name; choose another")
    table = partial(own_table.table, columns=choices["columns"], unit=choices["unit"], tell=tell)
    origin, rows = table(questions)
    task = own.Manifest(name, choices["style"], origin, choices["date_order"] or "")
    made, wrong = own_tasks.questions(task, rows, choices["skip_bad"])
    place = choices["exemplars"]
    examples = own_tasks.exemplars(task, *table(place), made) if place else []
    own_tasks.write(Path(out), task, made.values(), examples, choices["overwrite"])
    print(tables.understood(made))
    if wrong:
        skipped = own_tasks.write_skipped(Path(out), rows, wrong)
        warn(f"{origin}: {len(wrong)} of {len(rows)} rows are left out; {skipped} has them and why")
    warn(*own_tasks.notes(made, origin))
    tell(
        f"wrote {len(made)} questions into {out}; run them with: lm_eval --include_path "
        f"{shlex.quote(out)} --tasks {name} --model hf --model_args pretrained=MODEL --output_path "
        "results --log_samples"
    )
    return 0
