"""Packs a run to publish it.

The folder has results and samples in the harness's form, with the ids of questions and the
responses, and without texts of questions, paths and keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import yaml

from tempanswerqa import private
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import is_part, save
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import details, harness_files, saved_responses, score_files, signature
from tempanswerqa.runs.details import Record
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.runs.score_files import Options
from tempanswerqa.runs.writing import VERSION, ResultsWriter
from tempanswerqa.scoring import STRICT
from tempanswerqa.text import excerpt, listed


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
    """Score the run at `places` and write it below `folder`; return its results files.

    An earlier submission of this model and prompting is replaced. Of several runs of a task the
    latest counts. `model` is the name to publish, if not that of the results; `partial` allows a
    run that lacks tasks or answers. With `dataset`, that of the questions on the Hugging Face Hub,
    evaluation results are written too. Raises SubmissionError with all problems.
    """
    if dataset and not re.fullmatch(r"[\w.-]+/[\w.-]+", dataset, re.ASCII):
        raise SubmissionError(f"{dataset!r} is not the name of a dataset; write ORGANIZATION/NAME")
    writer = ResultsWriter(folder, texts=False)
    options = replace(options, texts=True, latest=True)
    runs = [*score_files.score_places(places, options, fail, warn)]
    if not runs:
        return []
    name = model or runs[0].model
    problems = [*_problems(runs, partial)]
    earlier = _packed(folder, (name, runs[0].prompting))
    there = {*folder.rglob("results_*.json"), *folder.rglob("samples_*.jsonl")}
    if others := {path for path in there - earlier if not is_part(path)}:
        problems.append(f"{folder} has another run: {min(others)}; name another --out")
    if private.public(name) != name or private.LEFT_OUT in name:
        problems.append("the model's name seems to hold a key or is too long; give another --model")
    if problems:
        raise SubmissionError("\n".join(problems))
    with writer:
        for run in runs:
            writer.write(replace(run, model=name))
        (results,) = writer.finish()
    for path in earlier:
        path.unlink()
    if not dataset:
        return [results]
    scored = [record for run in runs for record in details.records(run)]
    strict = [record for record in scored if record["filter"] == STRICT]
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


def check(
    place: str, options: Options, fail: Callable[[str], None], warn: Callable[[str], None]
) -> list[str]:
    """Return what is wrong with the submission at a place; the parameters are those of `pack`."""
    runs = [*score_files.score_places([place], replace(options, latest=True), fail, warn)]
    wrong = [f"{run.task}: {fault}" for run in runs for fault in faults(run)]
    return [*dict.fromkeys([*_problems(runs, False), *wrong, *without_samples([place])])]


def faults(run: Run) -> list[str]:
    """Return what is wrong with a run, each in a few words; empty for a run as `pack` writes it."""
    origin, wrong = saved_responses.origin(run.path), []
    if run.unknown:
        wrong.append(
            f"{len(run.unknown):,} lines are cut or answer other questions, first {run.unknown[0]}"
        )
    if run.repeated:
        wrong.append(f"{len(run.repeated):,} further responses to questions, which do not count")
    elif run.samples > max(1, origin.repeats):
        wrong.append(f"{run.samples} responses to a question, but the results state no repeats")
    if not origin.results:
        return wrong
    version = origin.results.of_task("versions", origin.task)
    if version not in (None, VERSION):
        wrong.append(f"version {excerpt(version)} of the task, not {VERSION}")
    stated = origin.results.scores.get(origin.task, {})
    others = [
        f"{key} {stated[key]:.4g} for {value:.4g}"
        for record in details.records(run)
        for name in METRICS
        if (value := record[name]) is not None
        and (key := f"{name},{record['filter']}") in stated
        and not abs(stated[key] - value) <= 1e-4 * max(1, abs(value))
    ]
    if others:
        wrong.append(f"the results state other scores: {listed(others)}")
    return wrong


def without_samples(places: Sequence[str]) -> list[str]:
    """Return a message for each results file at the places that has tasks without samples."""
    wrong = []
    for place in map(Path, places):
        known = place.is_dir() or harness_files.is_results(place)
        for path in harness_files.files(place) if known else ():
            try:
                names = [n for n in harness_files.read(path).scores if _is_task(n)]
            except harness_files.RecordedError as error:
                wrong.append(str(error))
                continue
            date = path.stem.rpartition("_")[2]
            lost = [n for n in names if not (path.parent / f"samples_{n}_{date}.jsonl").is_file()]
            if lost:
                wrong.append(f"{path}: without samples of {listed(lost)}, so these have no score")
    return wrong


def _is_task(name: str) -> bool:
    task = TaskName.find(name)
    return bool(task and task.subset)


def _packed(folder: Path, run: tuple[str, str]) -> set[Path]:
    """Return the files of an earlier submission of a run, by its model and prompting."""
    packed: set[Path] = set()
    for path in harness_files.files(folder) if folder.is_dir() else ():
        samples = {*path.parent.glob(f"samples_*_{path.stem.removeprefix('results_')}.jsonl")}
        names = {saved_responses.origin(each)[:2] for each in samples}
        if harness_files.read(path).stated.get("packed") and names <= {run}:
            packed |= {path, *samples, *path.parent.glob(".eval_results/tempanswerqa_*.yaml")}
    return packed


def _problems(runs: Sequence[Run], partial: bool) -> Iterable[str]:
    """Yield why runs are not one submission."""
    names = {" ".join(filter(None, RunName.of(run))) for run in runs}
    if len(names) > 1:
        yield f"there are {len(names)} runs: {listed(sorted(names))}; name the files of one"
        return
    subsets = [run.subset for run in runs]
    for run in runs:
        if subsets.count(run.subset) > 1:
            yield f"{run.path}: {run.subset} is in several files; name one"
        if run.subset not in SUBSETS:
            ours = listed(SUBSETS)
            yield f"{run.path}: {run.task} is not a task of a submission; name files of {ours}"
        gaps = {"missing": len(run.missing), "to unknown questions": len(run.unknown)}
        counts = [f"{count} {what}" for what, count in gaps.items() if count]
        if counts and not partial:
            yield f"{run.path}: {run.task}: answers {', '.join(counts)}; add --partial to pack it"
    missing = [name for name in SUBSETS if name not in subsets]
    if 0 < len(missing) < len(SUBSETS) and not partial:
        yield f"without {listed(missing)}; name all files of the run, or add --partial"
    results = [saved_responses.origin(run.path).results for run in runs]
    settings = [each.settings() if each else {} for each in results]
    for field in sorted({name for of_task in settings for name in of_task}):
        values = {repr(of_task.get(field)) for of_task in settings}
        if len(values) > 1:
            yield f"the tasks were run with different {field}: {listed(sorted(values))}"
