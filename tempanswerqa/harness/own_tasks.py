"""Makes tasks from users' questions: reads the rows of their tables, writes and checks folders."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from math import nan
from pathlib import Path

from tempanswerqa import files, units
from tempanswerqa.answers import formats
from tempanswerqa.answers.labels import LabelError, read_day, read_labels
from tempanswerqa.answers.result import Period
from tempanswerqa.harness import registration
from tempanswerqa.questions import own, sources
from tempanswerqa.questions.own import EXEMPLARS, MANIFEST, QUESTIONS, SKIPPED, Manifest, OwnError
from tempanswerqa.questions.own_table import NEEDED, Cells
from tempanswerqa.questions.prompts import Exemplar
from tempanswerqa.questions.record import FORM, TOT_PREFILL, Question, numbered
from tempanswerqa.questions.task_names import FAMILY
from tempanswerqa.scoring import Asked, score
from tempanswerqa.text import csv_cell, excerpt, listed
from tempanswerqa.units import UNITS

_BASE, _UTILS = "_task_yaml", "utils.py"
_HIDDEN = "__pycache__"
"""The subfolder in which the harness does not look for tasks."""
_UTILS_TEXT = '''\
"""Imports the functions and classes that the YAML files of this folder name."""

from tempanswerqa.harness.aggregation import mean  # noqa: F401
from tempanswerqa.harness.tasks import (  # noqa: F401
    TempAnswerTask,
    flexible_extract,
    own_dataset,
    process_results,
    strict_match,
)

dataset = own_dataset(__file__)
'''
_SHORT = ("id", "group", "category", "unit", "answer_format", "asked_on")
FEW = 4
"""Minimum number of labels for centroids; with fewer, each label is its own centroid."""
SYSTEMS = {
    "line": "Answer the question. Think step by step, and end with a line that begins with "
    '"Final Answer:" and has the answer alone.',
    "json": "Answer the question with one JSON object. Think step by step in its explanation.",
}
"""The system text of rows without one, by style."""

_UNPRINTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd\ud800-\udfff]")
Problems = defaultdict[int, list[str]]
"""The problems of each wrong row, by its number."""


def _content(question: Question) -> tuple[str, ...]:
    """Return a key that equal questions share."""
    return question.user, question.unit, question.asked_on


def response(question: Question) -> str:
    """Return a response that states the first right answer in the requested form."""
    label, _ = question.rights[0]
    return formats.write_response(label, question.family, question.unit, question.answer_format)


def states(text: str, question: Question) -> bool:
    """Return whether both filters read the first right answer in a response."""
    first = Asked(question.view, question.rights[:1])
    return all(scored.scores["exact_match"] == 1 for scored in score(text, first))


def labelled(question: Question) -> Question:
    """Return a question with the numbers of its label. Raises LabelError for an unusable one."""
    view = question.view._replace(user=question.view.text)
    rights = read_labels(question.label, view)
    number, *others = (
        nan if right is None else 0.0 if isinstance(right, Period) else right for right in rights
    )
    return replace(question, number=number, alternatives=tuple((n, nan) for n in others))


def questions(
    task: Manifest, rows: Mapping[int, Cells], skip: bool = False
) -> tuple[dict[int, Question], Problems]:
    """Return the questions by the numbers of their rows, and the problems of rows left out.

    Raises OwnError with all wrong rows; with `skip`, which leaves them out, only if no row is left.
    """
    wrong: Problems = defaultdict(list)
    made = _usable(task, rows, wrong)
    counts = Counter(cells["id"] for cells in rows.values() if cells.get("id"))
    for position, cells in rows.items():
        if counts[identity := cells.get("id", "")] > 1:
            wrong[position].append(f"the id {excerpt(identity)!r} is used more than once")
        elif counts and not identity:
            wrong[position].append("no id, though other rows have one")
    made = {position: question for position, question in made.items() if position not in wrong}
    if not (skip and made):
        _refuse(wrong, task.origin, len(rows), ", or leave them out with --skip_bad")
    texts = ("\x1f".join((*_content(question), question.label)) for question in made.values())
    digests = numbered(hashlib.sha1(text.encode()).hexdigest()[:12] for text in texts)
    for (position, question), digest in zip(made.items(), digests, strict=True):
        identity = f"{task.name}-{question.id or digest}"
        made[position] = replace(question, id=identity, group=question.group or identity)
    return made, wrong


def exemplars(
    task: Manifest, origin: str, rows: Mapping[int, Cells], made: Mapping[int, Question]
) -> list[Exemplar]:
    """Return the exemplars of rows; `response` is the answer. Raises OwnError with wrong rows."""
    wrong: Problems = defaultdict(list)
    contents = {*map(_content, made.values())}
    shown = []
    for position, question in _usable(task, rows, wrong).items():
        if _content(question) in contents:
            wrong[position].append("the question is also one of the task; choose another")
        worked = rows[position].get("response", "")
        if worked and not states(worked.removeprefix(question.prefill), question):
            wrong[position].append("the response does not state the answer as asked for")
        plain = question.prefill + response(question).replace('"as asked"', '""')
        shown.append(Exemplar("", question.user, worked or plain))
    _refuse(wrong, origin, len(rows))
    return shown


def _usable(task: Manifest, rows: Mapping[int, Cells], wrong: Problems) -> dict[int, Question]:
    """Return the questions of rows without problems, and note the problems of the others."""
    made = {}
    for position, cells in rows.items():
        problems = [*_cell_problems(cells, task.date_order)]
        if not problems:
            try:
                made[position] = labelled(_question(task, cells))
                continue
            except LabelError as error:
                problems = [_why(cells["answer"], error)]
        wrong[position] += problems
    return made


def _question(task: Manifest, cells: Cells) -> Question:
    """Return the question of a row without the numbers of its label."""
    unit, family = units.find(cells["unit"]), own.FAMILIES[task.style]
    assert unit is not None
    answer_format = cells.get("answer_format") or formats.text_of_unit(unit.name, family)
    form = cells.get("answer_format") or unit.asked
    if task.style == "json":
        key = formats.answer_format(answer_format).keys[0]
        form = f'JSON = {{"explanation": <how you get there>, "{key}": {answer_format}}}'
    context = f"{cells['context']}\n\n" if cells.get("context") else ""
    return Question(
        id=cells.get("id", ""),
        family=family,
        split=task.name,
        system=cells.get("system") or SYSTEMS[task.style],
        user=f"{context}{FORM}{form}\n{cells['question']}",
        cue="",
        prefill=TOT_PREFILL if task.style == "json" else "",
        label=cells["answer"],
        unit=unit.name,
        answer_format=answer_format,
        kind=cells.get("category", ""),
        group=cells.get("group", ""),
        number=nan,
        centroid=nan,
        asked_on=read_day(cells.get("asked_on", ""), task.date_order),
        date_order=task.date_order,
    )


def _refuse(wrong: Problems, origin: str, rows: int, remedy: str = "") -> None:
    """Raise OwnError with each kind of problem and its rows, if there are any."""
    if not wrong:
        return
    kinds: dict[str, list[int]] = {}
    for position, problems in sorted(wrong.items()):
        for problem in problems:
            kinds.setdefault(problem, []).append(position)
    refused = f"{len(wrong)} of {rows} rows cannot be used"
    first = f"{origin}: {refused}; correct them and try again{remedy}"
    lines = (f"{ranges(positions)}: {problem}" for problem, positions in kinds.items())
    raise OwnError("\n".join([first, *lines]))


def write_skipped(folder: Path, rows: Mapping[int, Cells], wrong: Problems) -> Path:
    """Write the wrong rows with their numbers and problems into a folder; return the path."""
    path = folder / SKIPPED
    with files.written_whole(path, newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["row", "problems", *rows[min(wrong)]])
        for position, problems in sorted(wrong.items()):
            texts = ["; ".join(problems), *rows[position].values()]
            writer.writerow([position, *map(csv_cell, texts)])
    return path


def ranges(rows: Sequence[int]) -> str:
    """Return rows in ascending order as text: `rows 2, 5-9`."""
    runs = groupby(enumerate(rows), lambda pair: pair[1] - pair[0])
    ends = [(run[0][1], run[-1][1]) for run in ([*run] for _, run in runs)]
    shown = [f"{first}-{last}" if first < last else f"{first}" for first, last in ends]
    return f"row{'s' * (len(rows) > 1)} {', '.join(shown)}"


def _why(cell: str, error: LabelError) -> str:
    return f"{excerpt(cell)!r} {str(error).replace('pass date_order', 'pass --date_order')}"


def _cell_problems(cells: Cells, date_order: str) -> Iterator[str]:
    for name in NEEDED:
        if not cells.get(name):
            yield f"no {name}"
    for name, text in cells.items():
        if _UNPRINTED.search(text) or (name in _SHORT and not text.isprintable()):
            yield f"{name} has characters that are not text; was the file saved as UTF-8?"
    if cells.get("unit") and units.find(cells["unit"]) is None:
        known = ", ".join(unit.title for unit in UNITS.values())
        yield f"unknown unit {excerpt(cells['unit'])!r}; known are {known}"
    try:
        read_day(cells.get("asked_on", ""), date_order)
    except LabelError as error:
        yield f"asked_on: {_why(cells['asked_on'], error)}"


def notes(made: Mapping[int, Question], origin: str) -> Iterator[str]:
    """Yield warnings on usable rows of a file that make scores less reliable."""
    if len(made) > 1 and len({question.group for question in made.values()}) == 1:
        yield "all questions are in one group, so scores have no standard errors; leave out `group`"
    alike = defaultdict[tuple[str, ...], list[int]](list)
    for position, question in made.items():
        alike[_content(question)].append(position)
    if twice := sorted(n for same in alike.values() if len(same) > 1 for n in same):
        yield (
            f"{origin}: {ranges(twice)} are duplicate questions; all are scored. If their answers "
            "differ, write all right answers in one row"
        )
    if never := [n for n, question in made.items() if not states(response(question), question)]:
        first = made[never[0]]
        yield (
            f"{origin}: {ranges(never)}: not both filters can read the right answer in the "
            f"requested form, e.g. {excerpt(first.label)!r} as {first.answer_format}; choose "
            "another unit or --style"
        )
    scaled = Counter(q.unit for q in made.values() if isinstance(q.rights[0][0], float))
    if few := [UNITS[unit].title for unit, count in scaled.items() if count < FEW]:
        yield (
            f"fewer than {FEW} answers in {', '.join(few)}: too few for a scale, so MASE and "
            "capped ASE of these are unreliable"
        )


def write(
    folder: Path,
    task: Manifest,
    made: Iterable[Question],
    exemplars: Sequence[Exemplar] = (),
    overwrite: bool = False,
) -> None:
    """Write the folder atomically, with a completed manifest.

    Raises OwnError for a folder that exists (unless `overwrite`) or has other files.
    """
    files.check_folder(folder)
    old = _replaced(folder, overwrite)
    lines = [json.dumps(own.row(question), ensure_ascii=False) + "\n" for question in made]
    with files.staged(folder / _HIDDEN, alone=True) as part:
        digest = sources.git_blob_sha1(files.save(part / QUESTIONS, lines))
        task = task._replace(questions=len(lines), digest=digest, exemplars=len(exemplars))
        texts = {MANIFEST: json.dumps(task._asdict(), indent=2) + "\n", **_harness_files(task)}
        if exemplars:
            messages = [
                {"role": role, "content": content}
                for exemplar in exemplars
                for role, content in (("user", exemplar.user), ("assistant", exemplar.answer))
            ]
            texts[EXEMPLARS] = json.dumps({"messages": messages}, indent=1) + "\n"
        for name, content in texts.items():
            files.save(part / name, [content])
        # the manifest first, so that --overwrite can repair the folder later
        for name in (*texts, QUESTIONS):
            os.replace(part / name, folder / name)
        for name in old - {*texts, QUESTIONS, _HIDDEN}:
            (folder / name).unlink()


def _replaced(folder: Path, overwrite: bool) -> set[str]:
    """Return the names of the files that `write` replaces. Raises OwnError as it does."""
    there = {path.name for path in folder.iterdir()} if folder.exists() else set()
    ours = {QUESTIONS, EXEMPLARS, MANIFEST, SKIPPED, _BASE, _UTILS, _HIDDEN}
    others = sorted(name for name in there - ours if not name.endswith(".yaml"))
    if others or (there - {_HIDDEN} and MANIFEST not in there):
        problem = "was not written by `tempanswerqa new`, or has other files too"
        raise OwnError(f"{folder} {problem}: {listed(others or there)}; choose another folder")
    if MANIFEST in there and not overwrite:
        raise OwnError(f"{folder} exists; choose another folder, or replace it with --overwrite")
    return there


def _harness_files(task: Manifest) -> dict[str, str]:
    """Return the texts of the files that the harness reads, by file name."""
    base = (registration.tasks_folder() / FAMILY / _BASE).read_text(encoding="utf-8")
    texts = {_BASE: base, _UTILS: _UTILS_TEXT}
    for chat in ("", "_chat") if task.style == "json" else ("",):
        name, prefill = f"{task.name}{chat}", ", prefill: false" if chat else ""
        settings = f'dataset_kwargs: {{subset: "{task.name}"{prefill}}}'
        texts[f"{name}.yaml"] = f'include: {_BASE}\ntask: "{name}"\n{settings}\n'
        if task.exemplars:
            fewshot = f'task: "{name}_fewshot"\nnum_fewshot: {task.exemplars}\n'
            texts[f"{name}_fewshot.yaml"] = f"include: {name}.yaml\n{fewshot}"
    return texts


def check(folder: Path) -> tuple[Manifest, dict[int, Question], list[str]]:
    """Return the manifest and questions of a folder, and its problems, one line each."""
    task = own.manifest(folder)
    part, made, problems = task.subset(folder), dict[int, Question](), list[str]()
    for position, row in enumerate(own.rows(folder / QUESTIONS), 1):
        with suppress(LabelError):
            made[position] = labelled(own.question(part, row, None))
        if position not in made or own.row(made[position]) != row:
            problems.append(f"{QUESTIONS}, row {position}: {row['label']!r} reads otherwise")
    for name, content in _harness_files(task).items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != content:
            problems.append(f"{name} differs from what this version writes")
    if task.exemplars and not (folder / EXEMPLARS).is_file():
        problems.append(f"{EXEMPLARS} is missing")
    return task, made, problems
