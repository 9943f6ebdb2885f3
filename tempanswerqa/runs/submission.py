"""Packs a run for publication.

The folder has results and samples in the harness's form, with question ids and responses, and
without question texts, paths and keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from tempanswerqa import private
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import is_part
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import details, harness_files, saved_responses, score_files
from tempanswerqa.runs.run import Run, RunName
from tempanswerqa.runs.score_files import Options
from tempanswerqa.runs.writing import VERSION, ResultsWriter
from tempanswerqa.text import excerpt, listed


class SubmissionError(TempAnswerError, ValueError):
    """A run that cannot be packed; the message has a line for each problem and its remedy."""


def pack(
    places: Sequence[str],
    folder: Path,
    options: Options,
    fail: Callable[[str], None],
    warn: Callable[[str], None],
    model: str = "",
    partial: bool = False,
) -> Path | None:
    """Score the run at `places` and write it below `folder`; return its results file, if any.

    An earlier submission of this model and prompting is replaced. Of several runs of a task the
    latest counts. `model` is the name to publish, if not that in the results; `partial` allows a
    run that lacks tasks or answers. Raises SubmissionError with all problems.
    """
    options = replace(options, texts=True, latest=True)
    runs = [*score_files.score_places(places, options, fail, warn)]
    if not runs:
        return None
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
    with ResultsWriter(folder, texts=False) as writer:
        for run in runs:
            writer.write(replace(run, model=name))
        (results,) = writer.finish()
    for path in earlier:
        path.unlink()
    return results


def check(
    place: str, options: Options, fail: Callable[[str], None], warn: Callable[[str], None]
) -> list[str]:
    """Return the problems of the submission at a place; the parameters are those of `pack`."""
    runs = [*score_files.score_places([place], replace(options, latest=True), fail, warn)]
    wrong = [f"{run.task}: {fault}" for run in runs for fault in faults(run)]
    return [*dict.fromkeys([*_problems(runs, False), *wrong, *without_samples([place])])]


def faults(run: Run) -> list[str]:
    """Return the problems of a run, each in a few words; empty for a run as `pack` writes it."""
    origin, wrong = saved_responses.origin(run.path), []
    if run.unknown:
        wrong.append(
            f"{len(run.unknown):,} lines are cut or answer other questions, first {run.unknown[0]}"
        )
    if run.repeated:
        wrong.append(f"{len(run.repeated):,} further responses to questions, which do not count")
    elif run.samples > max(1, origin.repeats):
        wrong.append(f"{run.samples} responses to a question, but the results state no repeats")
    version = origin.results.of_task("versions", origin.task)
    if version not in (None, VERSION):
        wrong.append(f"version {excerpt(version)} of the task, not {VERSION}")
    stated = origin.results.scores.get(origin.task, {})
    others = [
        f"{key} {stated[key]:.4g}, not {value:.4g}"
        for record in (details.records(run) if stated else ())
        for name in METRICS
        if (value := record[name]) is not None
        and (key := f"{name},{record['filter']}") in stated
        and not abs(stated[key] - value) <= 1e-4 * max(1, abs(value))
    ]
    if others:
        wrong.append(f"the results state different scores: {listed(others)}")
    return wrong


def without_samples(places: Sequence[str]) -> list[str]:
    """Return a message for each results file at the places with tasks that lack samples."""
    wrong = []
    for place in map(Path, places):
        known = place.is_dir() or harness_files.is_results(place)
        for path in harness_files.files(place) if known else ():
            try:
                scores = harness_files.read(path).scores
            except harness_files.RecordedError as error:
                wrong.append(str(error))
                continue
            date = path.stem.rpartition("_")[2]
            tasks = [n for n in scores if (task := TaskName.find(n)) and task.subset]
            lost = [n for n in tasks if not (path.parent / f"samples_{n}_{date}.jsonl").is_file()]
            if lost:
                wrong.append(f"{path}: without samples of {listed(lost)}, so these have no score")
    return wrong


def _packed(folder: Path, run: tuple[str, str]) -> set[Path]:
    """Return the files of an earlier submission of a run, by its model and prompting."""
    packed: set[Path] = set()
    for path in harness_files.files(folder) if folder.is_dir() else ():
        samples = {*path.parent.glob(f"samples_*_{path.stem.removeprefix('results_')}.jsonl")}
        names = {saved_responses.origin(each)[:2] for each in samples}
        if harness_files.read(path).stated.get("packed") and names <= {run}:
            packed |= {path, *samples}
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
        if run.flaws and not partial:
            yield f"{run.path}: {run.task}: {', '.join(run.flaws)}; add --partial to pack it"
    missing = [name for name in SUBSETS if name not in subsets]
    if 0 < len(missing) < len(SUBSETS) and not partial:
        yield f"without {listed(missing)}; name all files of the run, or add --partial"
    settings = [saved_responses.origin(run.path).results.settings() for run in runs]
    for field in sorted({name for of_task in settings for name in of_task}):
        values = {repr(of_task.get(field)) for of_task in settings}
        if len(values) > 1:
            yield f"the tasks were run with different {field}: {listed(sorted(values))}"
