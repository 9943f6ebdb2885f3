"""Runs the commands on tasks and single responses: each prints, and returns its exit code."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from tempanswerqa import cli
from tempanswerqa.cli import terminal
from tempanswerqa.files import check_folder


def tasks(path: bool, style: str) -> int:
    """Print the tasks and groups, or the folder of their files; return 0."""
    from tempanswerqa.harness import registration

    if path:
        print(registration.tasks_folder())
        return 0
    from tempanswerqa.harness import task_files
    from tempanswerqa.reports.tables import Column, Table, render

    columns = [
        *(Column("task", "task"), Column("prompting", "prompting")),
        *(
            Column("questions", "questions", digits=0),
            Column("tasks", "tasks of the group", digits=0),
        ),
    ]
    rows = [task._asdict() for task in task_files.listed()]
    note = "questions: of the release, or drawn by default; -: not known before they are loaded"
    print(render(Table(columns=columns, rows=rows), style or "table", [note]))
    return 0


def register() -> int:
    """Make the tasks known to lm_eval, and print what to run next; return 0."""
    from tempanswerqa.harness import registration

    total = len(registration.register())
    print(
        f"lm_eval now knows {total} tasks and groups; try: "
        "lm_eval --tasks tempanswerqa_fresh --model dummy --limit 5"
    )
    return 0


def unregister() -> int:
    """Undo `register`, and print the number of removed tasks and groups; return 0."""
    from tempanswerqa.harness import registration

    removed = len(registration.unregister())
    print(f"removed {removed} tasks and groups from lm_eval" if removed else "nothing registered")
    return 0


def upstream(out: str) -> int:
    """Write task files that do not need this package, and print what to do next; return 0."""
    from tempanswerqa.harness import upstream

    written = upstream.write(out)
    print(
        f"wrote {len(written)} files into {out}; try them with: lm_eval --include_path {out} "
        "--tasks tempanswerqa_tot_arith --model dummy --limit 5"
    )
    return 0


def explain(response: str, given: argparse.Namespace) -> int:
    """Print what both filters read in a response; return 0."""
    from tempanswerqa.reports import explaining

    question = (given.task, given.id, given.unit, given.answer_format, given.question)
    rest = (not given.no_prefill, given.data_dir, given.think_end_token)
    case = explaining.case(*question, *rest)
    explanation = explaining.explain(explaining.response_text(response), case)
    print(explaining.as_json(explanation) if given.json else explaining.as_text(explanation))
    return 0


def demo(out: str, shown: bool) -> int:
    """Let two models that know the labels answer fresh questions, and run commands on the answers.

    The models are processes of their own, without network. A folder that an earlier demo wrote is
    replaced. Returns the first exit code that is not 0.
    """
    folder, models = Path(out), ("near", "far")
    check_folder(folder)
    there = sorted(folder.iterdir()) if folder.exists() else []
    ours = {*models, *(f"{model}.log" for model in models), "report"}
    others = [path for path in there if path.name not in ours or path.is_symlink()]
    if others or (there and not (folder / "near.log").is_file()):
        raise FileExistsError(f"{folder} has other files than those of a demo; name another --out")
    for path in filter(Path.is_dir, there):
        shutil.rmtree(path)
    folder.mkdir(parents=True, exist_ok=True)
    task = "tempanswerqa_fresh_ttqa_head"
    for model in models:
        log = folder / f"{model}.log"
        terminal.tell(f"evaluating tempanswerqa-{model}")
        harness = f"-m tempanswerqa.cli lm_eval --tasks {task} --model tempanswerqa-{model}"
        harness += " --metadata n=100 --log_samples --output_path"
        with log.open("wb") as file:
            done = subprocess.run(
                [sys.executable, *harness.split(), str(folder / model)],
                env=os.environ | {"HF_HUB_OFFLINE": "1"},
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        if done.returncode:
            terminal.tell(*log.read_text(encoding="utf-8", errors="replace").splitlines())
            return done.returncode
    runs = [str(folder / model) for model in models]
    for command in (
        ["compare", *runs, "--filter", "strict-match"],
        ["explain", "Final Answer: 14,782 days", "--task", task, "--unit", "days"],
        ["report", *runs, "--out", str(folder / "report")],
    ):
        print(f"\n$ tempanswerqa {shlex.join(command)}", flush=True)
        if code := cli.main(command):
            return code
    if shown:
        webbrowser.open((folder / "report/index.html").absolute().as_uri())
    return 0


def lm_eval(arguments: Sequence[str]) -> int:
    """Run lm_eval; return 0, or 1 if it does not know the model or a task."""
    from tempanswerqa.harness import models

    try:
        models.run_harness(arguments)
    except ValueError as error:
        if not (told := _unknown(str(error))):
            raise
        terminal.tell(*told)
        return 1
    return 0


def _unknown(message: str) -> list[str]:
    """Return a line for each model or task that the message calls unknown; else none."""
    from tempanswerqa.harness import task_files
    from tempanswerqa.text import suggestion

    if found := re.fullmatch("Attempted to load model '(.*)', .*: (.*)", message):
        return [f"unknown model {found[1]!r}; {suggestion(found[1], found[2].split(', '))}"]
    said, _, names = message.partition(": ")
    if said != "Tasks not found":
        return []
    known = [task.task for task in task_files.listed()]
    rest = "`lm_eval ls tasks` lists all that can be run"
    return [f"unknown task {n!r}; {suggestion(n, known, rest)}" for n in names.split(", ")]
