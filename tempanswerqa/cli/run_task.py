"""Runs the commands on tasks and single responses: each prints, and returns its exit code."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from tempanswerqa.cli import terminal


def tasks(path: bool, style: str) -> int:
    """Print the tasks and groups, or the folder of their files; return 0."""
    from tempanswerqa.harness import registration

    if path:
        print(registration.tasks_folder())
        return 0
    from tempanswerqa.harness import task_files
    from tempanswerqa.reports import task_table

    print(task_table.render(task_files.listed(), style))
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


def tiny_model(folder: str, seed: int) -> int:
    """Write a tiny chat model and print its folder; return 0."""
    from tempanswerqa.harness import tiny_model

    print(tiny_model.write_tiny_model(folder, seed))
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
