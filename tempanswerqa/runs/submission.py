"""Packs a run to publish it: a folder of results and samples in the harness's form, with the ids of
questions and the responses, and without texts of questions, paths and keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path, PureWindowsPath

import yaml

from tempanswerqa import private
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import save
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import details, harness_files, saved_responses, score_files, signature
from tempanswerqa.runs.details import Record
from tempanswerqa.runs.harness_files import BESIDE
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.runs.score_files import Options
from tempanswerqa.runs.writing import ResultsWriter
from tempanswerqa.scoring import STRICT
from tempanswerqa.text import listed


class SubmissionError(TempAnswerError, ValueError):
    """A run that cannot be packed; the message has a line for each problem, with what to do."""


def pack(
    places: Sequence[str],
    folder: Path,
    options: Options,
    fail: Callable[[str], None],
    warn: Callable[[str], None],
    model: str = "",
    partial: bool = False,
    dataset: str = "",
) -> list[Path]:
    """Score the run at `places` and write it below `folder`, in place of an earlier submission of
    this model and prompting; return its results file, and that of Hugging Face.

    Parameters
    ----------
    places
        Files, folders and patterns of saved responses, of one model and prompting. Of several runs
        of a task the latest counts.
    model
        The name to publish; empty for the one in the results, of a path its last part.
    partial
        True to pack a run that lacks tasks or answers.
    dataset
        The dataset of the questions on the Hugging Face Hub, to write evaluation results too.

    Raises
    ------
    SubmissionError
        With all problems: several runs, tasks or answers that are missing, tasks that were run with
        different settings, a name that seems to hold a key, and another run in the folder.
    """
    if dataset and not re.fullmatch(r"[\w.-]+/[\w.-]+", dataset, re.ASCII):
        raise SubmissionError(f"{dataset!r} is not the name of a dataset; write ORGANIZATION/NAME")
    writer = ResultsWriter(folder, texts=False)
    options = replace(options, texts=True, latest=True)
    runs = [*score_files.score_places(places, options, fail, warn)]
    if not runs:
        return []
    name = model or public_name(runs[0].model)
    problems = [*_problems(runs, partial)]
    earlier = _packed(folder, (name, runs[0].prompting))
    if others := {*folder.rglob("results_*.json"), *folder.rglob("samples_*.jsonl")} - earlier:
        problems.append(f"{folder} has another run: {min(others)}; name another --out")
    if private.public(name) != name or private.LEFT_OUT in name:
        problems.append("the model's name seems to hold a key or is too long; give another --model")
    if problems:
        raise SubmissionError("\n".join(problems))
    for run in runs:
        writer.write(replace(run, model=name))
    (results,) = writer.finish()
    for path in earlier:
        path.unlink()
    if not dataset:
        return [results]
    strict = [
        record for run in runs for record in details.records(run) if record["filter"] == STRICT
    ]
    name = "_".join(filter(None, ("tempanswerqa", runs[0].prompting, STRICT)))
    entries = evaluation_results(strict, dataset)
    return [results, save(results.parent / f".eval_results/{name}.yaml", [entries])]


def evaluation_results(records: Iterable[Record], dataset: str) -> str:
    """Return YAML for a model's repository on the Hugging Face Hub: each defined score of a run.

    Values are in the units of `metrics.METRICS`. `notes` have the prompting, the filter, the number
    of questions, standard error and 95 % interval with four digits, and the signature.
    """
    entries = []
    for record in records:
        for name, metric in METRICS.items():
            if (value := record[name]) is None:
                continue
            stderr, low, high = (record[f"{name}_{key}"] for key in ("stderr", "low", "high"))
            notes = [
                record["prompting"],
                record["filter"],
                f"{record['n']} questions",
                "" if stderr is None else f"standard error {stderr:.4g}",
                "" if low is None else f"95 % interval {low:.4g} to {high:.4g}",
                f"{'higher' if metric.higher_is_better else 'lower'} is better",
                signature.short(record["signature"]),
            ]
            task = f"{record['task'].removeprefix('tempanswerqa_')}_{name}"
            entry = {"dataset": {"id": dataset, "task_id": task}, "value": value}
            entries.append(entry | {"notes": ", ".join(filter(None, notes))})
    return yaml.safe_dump(entries, sort_keys=False, allow_unicode=True, width=100)


def public_name(model: str) -> str:
    """Return the name of a model, with only the last part of each local path in it.

    `org/model` is a name and is kept. A part is a path if it has two slashes or more, a backslash
    or a drive, or if it begins with a slash, a dot or a tilde.
    """
    parts = []
    for name in model.split(BESIDE):
        if re.match(r"[~./\\]|[A-Za-z]:", name) or "\\" in name or name.count("/") > 1:
            name = PureWindowsPath(name).name or "unnamed"
        parts.append(name)
    return BESIDE.join(parts)


def _packed(folder: Path, run: tuple[str, str]) -> set[Path]:
    """Return the files of an earlier submission of a run, by its model and prompting."""
    found: set[Path] = set()
    for path in folder.rglob("results_*.json"):
        samples = {*path.parent.glob(f"samples_*_{path.stem.removeprefix('results_')}.jsonl")}
        names = {saved_responses.origin(each)[:2] for each in samples}
        if harness_files.read(path).stated.get("packed") and names == {run}:
            found |= {path, *samples, *path.parent.glob(".eval_results/tempanswerqa_*.yaml")}
    return found


def _problems(runs: Sequence[Run], partial: bool) -> Iterable[str]:
    names = {" ".join(filter(None, RunName.of(run))) for run in runs}
    if len(names) > 1:
        yield f"there are {len(names)} runs: {listed(sorted(names))}; name the files of one"
        return
    tasks = [TaskName.parse(run.task) for run in runs]
    subsets = [task.subset for task in tasks]
    for run in runs:
        if subsets.count(run.subset) > 1:
            yield f"{run.path}: {run.subset} is in several files; name one"
        if run.subset not in SUBSETS:
            ours = listed(SUBSETS)
            yield f"{run.path}: {run.task} is not a task of a submission; name files of {ours}"
        gaps = {"missing": len(run.missing), "to unknown questions": len(run.unknown)}
        told = [f"{count} {what}" for what, count in gaps.items() if count]
        if told and not partial:
            yield f"{run.path}: {run.task}: answers {', '.join(told)}; add --partial to pack it"
    missing = [name for name in SUBSETS if name not in subsets]
    if 0 < len(missing) < len(SUBSETS) and not partial:
        yield f"without {listed(missing)}; name all files of the run, or add --partial"
    results = [saved_responses.origin(run.path).results for run in runs]
    settings = [found.settings() if found else {} for found in results]
    for field in sorted({name for of_task in settings for name in of_task}):
        values = {repr(of_task.get(field)) for of_task in settings}
        if len(values) > 1:
            yield f"the tasks were run with different {field}: {listed(sorted(values))}"
