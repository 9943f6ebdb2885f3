"""Runs `tempanswerqa pack` and `tempanswerqa verify`: each prints, and returns its exit code."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from tempanswerqa import text
from tempanswerqa.cli.terminal import progress, tell
from tempanswerqa.files import check_folder
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.reports import tables
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.submission import (
    SubmissionError,
    bundle,
    create,
    every_eval_ever,
    huggingface,
)
from tempanswerqa.runs.submission.bundle import Bundle
from tempanswerqa.runs.submission.publication import Publication
from tempanswerqa.runs.submission.verify import Checked, check
from tempanswerqa.runs.summary import Summary

PUBLISHERS = {"huggingface": huggingface, "every_eval_ever": every_eval_ever}
"""The modules that write the formats of others, by the names in `options.PACKED`."""


def pack(
    places: Sequence[str], out: str, model: str, data_dir: str | None, given: Namespace
) -> int:
    """Write the submission of a run and print its scores; returns 1 if the run cannot be one.

    `given.packed` is a format of `options.PACKED`, and `given` has the facts that it needs. Every
    problem goes to standard error, and then nothing is written. Raises what `bundle.checked_place`
    or `check_folder` raises, and SubmissionError if a fact that the format needs is not given.
    """
    publisher = PUBLISHERS.get(given.packed)
    facts = {name: getattr(given, name) for name in Publication._fields if name != "folder"}
    told = Publication(Path(out), **facts)
    if publisher:
        check_folder(told.folder)
        publisher.check(told)
    else:
        bundle.checked_place(out)
    library = Library(data_dir)
    try:
        built = create.build(places, library, model)
        written: list[object] = [out]
        if publisher:
            written = publisher.write(built, library, told)
        else:
            bundle.write(built, out)
    except SubmissionError as error:
        for problem in error.problems:
            tell(f"error: {problem}")
        tell(f"{len(error.problems)} to put right; {out} was not written")
        return 1
    for path in written:
        print(f"wrote {path}: {_described(built)}")
    print("\n".join(_means(built)))
    return 0


def verify(files: Sequence[str], style: str, data_dir: str | None) -> int:
    """Print the scores of the submissions that hold and a verdict on each; return 1 if one fails.

    In a style of `tables.RECORDS` the verdicts go to standard error.
    """
    library = Library(data_dir)
    summaries: list[Summary] = []
    verdicts: list[str] = []
    failed = False
    for path in progress(files):
        found, checked = _checked(path, library)
        if found and not checked.problems:
            summaries += [row for own in checked.summaries.values() for row in own.values()]
            verdicts += [f"{path}: VERIFIED: {_described(found)}", *_means(found)]
        else:
            failed = True
            told = [f"  - {problem}" for problem in checked.problems]
            verdicts += [f"{path}: FAILED, {len(told)} problem{'s' * (len(told) > 1)}:", *told]
    _show(summaries, [text.printable(verdict) for verdict in verdicts], style)
    return 1 if failed else 0


def _checked(path: str, library: Library) -> tuple[Bundle | None, Checked]:
    try:
        found = bundle.read(Path(path))
    except SubmissionError as error:
        return None, Checked(error.problems, {})
    return found, check(found, library)


def _show(summaries: Sequence[Summary], verdicts: Sequence[str], style: str) -> None:
    if style in tables.RECORDS:
        print(tables.scores(summaries, style))
        for verdict in verdicts:
            tell(verdict)
        return
    if summaries:
        print(tables.scores(summaries, style), end="\n\n")
    print("\n".join(verdicts))


def _described(found: Bundle) -> str:
    total = sum(len(task.responses) for task in found.tasks)
    draw = found.tasks[0].draw
    asked = f"fresh questions ({draw.level}, seed {draw.seed})" if draw else "released questions"
    begun = ", the model begins its turn itself" if _chat(found) else ""
    prompting = f", {found.prompting}" if found.prompting else ""
    return f"{text.printable(found.model)}{prompting}, {total:,} {asked}{begun}"


def _chat(found: Bundle) -> bool:
    return any(TaskName.parse(task.name).chat for task in found.tasks)


def _means(found: Bundle) -> list[str]:
    told = []
    for rule, scores in found.mean.items():
        shown = (
            f"{metric.heading} {metric.shown(scores[metric.name].value)}"
            for metric in tables.parsed_first()
        )
        told.append(f"  mean of the tasks, {rule}: {', '.join(shown)}")
    return told
