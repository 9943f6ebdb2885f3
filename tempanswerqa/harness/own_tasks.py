"""Writes and checks the folders with which the harness runs questions of users."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from tempanswerqa import files
from tempanswerqa.answers.labels import LabelError
from tempanswerqa.harness import registration
from tempanswerqa.harness.own_rows import Made, Maker
from tempanswerqa.questions import own, sources
from tempanswerqa.questions.own import EXEMPLARS, MANIFEST, QUESTIONS, SKIPPED, Manifest, OwnError
from tempanswerqa.questions.prompts import Exemplar
from tempanswerqa.questions.task_names import FAMILY

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


def write(
    folder: Path,
    manifest: Manifest,
    made: Sequence[Made],
    exemplars: Sequence[Exemplar] = (),
    overwrite: bool = False,
) -> Manifest:
    """Write the folder atomically, and return its manifest.

    The manifest's fields that depend on the questions are filled in. All files are written to a
    subfolder, which the harness ignores, before they replace earlier ones. Raises OwnError for a
    folder that exists (unless `overwrite`) or has other files, and OSError if it cannot be written.
    """
    if not folder.parent.is_dir():
        raise OwnError(f"{folder}: there is no folder {folder.parent}; make it first")
    files.check_folder(folder)
    old = _replaced(folder, overwrite)
    lines = [json.dumps(question.fields, ensure_ascii=False) + "\n" for question in made]
    with files.staged(folder / _HIDDEN, alone=True) as part:
        digest = sources.git_blob_sha1(files.save(part / QUESTIONS, lines))
        manifest = manifest._replace(questions=len(made), digest=digest, exemplars=len(exemplars))
        texts = {MANIFEST: manifest.text(), **_harness_files(manifest)}
        if exemplars:
            messages = [
                {"role": role, "content": content}
                for exemplar in exemplars
                for role, content in (("user", exemplar.user), ("assistant", exemplar.answer))
            ]
            texts[EXEMPLARS] = json.dumps({"messages": messages}, indent=1) + "\n"
        for name, content in texts.items():
            files.save(part / name, [content])
        # the manifest first, so that --overwrite can repair the folder afterwards
        for name in (*texts, QUESTIONS):
            os.replace(part / name, folder / name)
        for name in old - {*texts, QUESTIONS, _HIDDEN}:
            (folder / name).unlink()
    return manifest


def _replaced(folder: Path, overwrite: bool) -> set[str]:
    """Return the names of the files that `write` replaces. Raises OwnError as it does."""
    there = [path.name for path in folder.iterdir()] if folder.exists() else []
    ours = {QUESTIONS, EXEMPLARS, MANIFEST, SKIPPED, _BASE, _UTILS, _HIDDEN}
    old = {name for name in there if name in ours or name.endswith(".yaml")}
    if MANIFEST not in there and not old <= {_HIDDEN}:
        raise OwnError(f"{folder} exists and was not written by `tempanswerqa new`; choose another")
    if others := {*there} - old:
        listed = ", ".join(sorted(others)[:5])
        raise OwnError(f"{folder} has other files: {listed}; move them away, or choose another")
    if MANIFEST in there and not overwrite:
        raise OwnError(f"{folder} exists; choose another folder, or replace it with --overwrite")
    return old


def names(manifest: Manifest) -> list[str]:
    """Return the names of the tasks of a folder."""
    ends = [("", ""), *([("", "_fewshot")] if manifest.exemplars else [])]
    if manifest.style == "json":
        ends += [("_chat", fewshot) for _, fewshot in ends]
    return [f"{manifest.name}{chat}{fewshot}" for chat, fewshot in ends]


def _harness_files(manifest: Manifest) -> dict[str, str]:
    """Return the texts of the files that the harness reads, by file name."""
    base = (registration.tasks_folder() / FAMILY / _BASE).read_text(encoding="utf-8")
    texts = {_BASE: base, _UTILS: _UTILS_TEXT}
    for name in names(manifest):
        zero_shot = name.removesuffix("_fewshot")
        included, rest = f"{zero_shot}.yaml", f"num_fewshot: {manifest.exemplars}"
        if name == zero_shot:
            prefill = ", prefill: false" if name != manifest.name else ""
            included, rest = _BASE, f'dataset_kwargs: {{subset: "{manifest.name}"{prefill}}}'
        texts[f"{name}.yaml"] = f'include: {included}\ntask: "{name}"\n{rest}\n'
    return texts


def check(folder: Path) -> tuple[Manifest, list[Made], list[str]]:
    """Return the manifest and the questions of a folder, and its problems, one line each.

    Labels are read again, and files are compared with those that this version writes. Raises
    OwnError if the manifest or the questions cannot be used at all.
    """
    manifest = own.manifest(folder)
    maker = Maker(manifest.name, manifest.style)
    made, problems = list[Made](), list[str]()
    for position, row in enumerate(own.rows(folder / QUESTIONS), 1):
        before = [row["number"], *row["alternatives"]]
        try:
            made.append(maker.made(position, row))
            numbers: object = [row["number"], *row["alternatives"]]
        except LabelError as error:
            numbers = error
        if numbers != before:
            problems.append(
                f"{QUESTIONS}, row {position}: the label {row['label']!r} now reads as {numbers}, "
                f"not as {before}; write the folder anew"
            )
    for name, content in _harness_files(manifest).items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != content:
            problems.append(f"{name} differs from what this version writes; write the folder anew")
    if manifest.exemplars and not (folder / EXEMPLARS).is_file():
        problems.append(f"{EXEMPLARS} is missing; write the folder anew")
    return manifest, made, problems
