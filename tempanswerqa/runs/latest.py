"""Chooses which of several runs of a model and task counts, and joins the samples of one run."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.runs.harness_files import arguments
from tempanswerqa.runs.saved_responses import Origin, origin

AGAIN = (
    "another file has the same model, prompting and questions; name one of them, or rename the "
    "file or folder of the other"
)
"""The reason to leave out a run that has the model, prompting and questions of an earlier one."""
SEEDS = ("random_seed", "numpy_seed", "torch_seed", "seed")
"""The names of seeds of sampling in a results file: those of the harness, and that of a model."""


class _File(NamedTuple):
    """A file with its settings; of several files of one run the largest tuple is preferred."""

    complete: bool
    date: str
    path: Path
    settings: str
    """All settings of sampling but the seeds, as JSON; empty if responses were not sampled."""
    seeds: str


def latest(paths: Iterable[Path], tell: Callable[[str], None]) -> list[Path]:
    """Return the files without the samples of the harness that another run replaces.

    A run replaces another if results files and folders state the same model, prompting and task,
    and the same level, n and seed of fresh questions. The last complete run counts, or the last one
    if none is complete, with the runs of other seeds that are `joined` with it. Files of other
    kinds all stay. `tell` gets a message on each file that is left out, with the reason.
    """
    kept = []
    for files in _by_run(paths).values():
        last = max(files)
        chosen = _siblings(last, files)
        kept += [file.path for file in chosen]
        for other in sorted({*files} - {*chosen}):
            why = "complete" if last.complete > other.complete else "later"
            tell(f"{other.path}: left out, as {last.path} is of a {why} run of the same task")
    return kept


def joined(paths: Iterable[Path]) -> list[list[Path]]:
    """Return a list of files for each run. Files are samples of one run if results files state that
    their responses were sampled with different seeds and otherwise equal settings. Of files with
    equal seeds the last one is joined; the others make further runs.
    """
    runs = []
    for files in _by_run(paths).values():
        left = sorted(files)
        while left:
            chosen = _siblings(left[-1], left)
            runs.append([file.path for file in chosen])
            left = [file for file in left if file not in chosen]
    order = {path: place for place, path in enumerate(paths)}
    return sorted(runs, key=lambda files: order[files[0]])


def _siblings(last: _File, files: Iterable[_File]) -> list[_File]:
    """Return a file and those that are samples of the same run, the preferred one last."""
    alike = {file.seeds: file for file in sorted(files) if file.settings == last.settings != ""}
    return sorted((alike | {last.seeds: last}).values())


def _by_run(paths: Iterable[Path]) -> dict[Hashable, list[_File]]:
    """Return the files by what identifies their run: for samples model, prompting, task and draw,
    for files of other kinds the path.
    """
    runs: dict[Hashable, list[_File]] = {}
    for path in paths:
        source = origin(path)
        run: Hashable = path
        file = _File(True, "", path, "", "")
        if source.date:
            stated = source.results.metadata(source.task) if source.results else {}
            drawn = [repr(stated.get(name)) for name in ("level", "n", "seed")]
            run = (source.model, source.prompting, source.task, *drawn)
            file = _File(_is_complete(source), source.date, path, *_sampling(source))
        runs.setdefault(run, []).append(file)
    return runs


def _is_complete(source: Origin) -> bool:
    """Return whether all questions were asked; False without a results file."""
    if not source.results or source.results.limit is not None:
        return False
    counts = source.results.of_task("n-samples", source.task)
    return not isinstance(counts, dict) or counts.get("original") == counts.get("effective")


def _sampling(source: Origin) -> tuple[str, str]:
    """Return `settings` and `seeds` of a file; both are empty if responses were not sampled."""
    if not (results := source.results):
        return "", ""
    config = results.stated.get("config")
    generation = results.setting(source.task, "generation_kwargs")
    if not (isinstance(config, dict) and isinstance(generation, dict)):
        return "", ""
    if not (generation.get("do_sample") or generation.get("temperature")):
        return "", ""
    given = arguments(config.get("model_args"))
    seeds = [part.get(name) for part in (config, given, generation) for name in SEEDS]
    shown = ("chat_template_sha", "system_instruction_sha", "fewshot_as_multiturn")
    settings = [
        *(config.get("model"), config.get("limit"), results.metadata(source.task)),
        *({n: v for n, v in part.items() if n not in SEEDS} for part in (given, generation)),
        *map(results.stated.get, shown),
    ]
    return json.dumps(settings, sort_keys=True), json.dumps(seeds)
