"""The command on questions of users: `new`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from shlex import quote

import click

from tempanswerqa.cli.options import PATH
from tempanswerqa.cli.terminal import tell, warn
from tempanswerqa.units import UNITS

TITLES = ", ".join(unit.title for unit in UNITS.values())


def _columns(context: object, option: object, text: str | None) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in (text.split(",") if text else ())]
    if not all(sign and name.strip() and theirs.strip() for name, sign, theirs in pairs):
        raise click.BadParameter(f"{text!r} is not COLUMN=THEIRS, between commas")
    return {name.strip(): theirs.strip() for name, _, theirs in pairs}


def _check(folder: Path) -> int:
    """Print what is wrong with a folder, and return the exit code."""
    from tempanswerqa.harness import own_tasks
    from tempanswerqa.questions import own
    from tempanswerqa.reports import tables

    task, made, problems = own_tasks.check(folder)
    groups = len({question.group for question in made.values()})
    print(f"rows of {folder / own.QUESTIONS}\n{tables.understood(made)}\n")
    print(f"{task.name}: {len(made)} questions in {groups} groups from {task.origin}")
    warn(*own_tasks.notes(made, own.QUESTIONS))
    for problem in problems:
        tell(f"error: {problem}; write the folder anew")
    return int(bool(problems))


@click.command()
@click.argument("questions", type=PATH, required=False)
@click.option("--name", help="the task's name, in small letters")
@click.option("--out", type=PATH, help="the folder to make")
@click.option("--check", type=PATH, help="say what is wrong with such a folder, and write nothing")
@click.option(
    "--columns",
    metavar="COLUMN=THEIRS[,...]",
    callback=_columns,
    help="the table's own names of columns, such as answer=target",
)
@click.option("--unit", help=f"the unit of all rows, in place of a column; units are {TITLES}")
@click.option(
    "--style",
    type=click.Choice(("line", "json")),
    default="line",
    help="how the model answers: on a line after `Final Answer:`, or in JSON",
)
@click.option(
    "--exemplars",
    type=PATH,
    help="a table of examples for few-shot tasks, in whose column response are worked answers",
)
@click.option(
    "--date_order",
    type=click.Choice(("day", "month")),
    help="the first part of dates like 03/04/2001",
)
@click.option("--skip_bad", is_flag=True, help="write rows that cannot be used to skipped.csv")
@click.option("--overwrite", is_flag=True, help="replace a folder that this command wrote")
def new(
    questions: str | None,
    name: str | None,
    out: str | None,
    check: str | None,
    columns: dict[str, str],
    unit: str | None,
    style: str,
    exemplars: str | None,
    date_order: str | None,
    skip_bad: bool,
    overwrite: bool,
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
    table = partial(own_table.table, columns=columns, unit=unit, tell=tell)
    origin, rows = table(questions)
    task = own.Manifest(name, style, origin, date_order or "")
    made, wrong = own_tasks.questions(task, rows, skip_bad)
    examples = own_tasks.exemplars(task, *table(exemplars), made) if exemplars else []
    own_tasks.write(Path(out), task, made.values(), examples, overwrite)
    print(tables.understood(made))
    if wrong:
        skipped = own_tasks.write_skipped(Path(out), rows, wrong)
        warn(f"{origin}: {len(wrong)} of {len(rows)} rows are left out; {skipped} has them and why")
    warn(*own_tasks.notes(made, origin))
    tell(
        f"wrote {len(made)} questions into {out}; run them with: lm_eval --include_path "
        f"{quote(out)} --tasks {name} --model hf --model_args pretrained=MODEL --output_path "
        "results --log_samples"
    )
    return 0
