"""Chooses which of several runs of a model and task counts, and joins the samples of one run."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tempanswerqa.runs import harness_files, saved_responses
from tempanswerqa.runs.harness_files import HarnessResults

AGAIN = (
    "another file has the same model, prompting and questions; name one of them, or rename the "
    "file or folder of the other"
)
"""The reason to leave out a run that has the model, prompting and questions of an earlier one."""
SEEDS = ("random_seed", "numpy_seed", "torch_seed", "seed")
"""The names of seeds of sampling in a results file: those of the harness, and that of a model."""


class _Found(NamedTuple):
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
    for own in _by_run(paths).values():
        last = max(own)
        chosen = _siblings(last, own)
        kept += [found.path for found in chosen]
        for other in sorted(set(own) - set(chosen)):
            why = "complete" if last.complete > other.complete else "later"
            tell(f"{other.path}: left out, as {last.path} is of a {why} run of the same task")
    return kept


def joined(paths: Iterable[Path]) -> list[list[Path]]:
    """Return a list of files for each run. Files are samples of one run if results files state that
    their responses were sampled with different seeds and otherwise equal settings. Of files with
    equal seeds the last one is joined; the others make further runs.
    """
    found = []
    for own in _by_run(paths).values():
        left = sorted(own)
        while left:
            chosen = _siblings(left[-1], left)
            found.append([one.path for one in chosen])
            left = [one for one in left if one not in chosen]
    order = {path: place for place, path in enumerate(paths)}
    return sorted(found, key=lambda files: order[files[0]])


def _siblings(last: _Found, own: Iterable[_Found]) -> list[_Found]:
    """Return a file and those that are samples of the same run, the preferred one last."""
    alike = {one.seeds: one for one in sorted(own) if one.settings and one[3] == last.settings}
    return sorted((alike | {last.seeds: last}).values())


def _by_run(paths: Iterable[Path]) -> dict[Hashable, list[_Found]]:
    runs: dict[Hashable, list[_Found]] = {}
    for path in paths:
        run, found = _run(path)
        runs.setdefault(run, []).append(found)
    return runs


def _run(path: Path) -> tuple[Hashable, _Found]:
    named = harness_files.samples_name(path.name)
    if not named:
        return path, _Found(True, "", path, "", "")
    results = harness_files.beside(path, named.date)
    origin = saved_responses.origin(path)
    told = (origin.model, origin.prompting, named.task, *_drawn(results, named.task))
    sampled = _sampling(results, named.task) if results else ("", "")
    return told, _Found(_is_complete(results, named.task), named.date, path, *sampled)


def _sampling(results: HarnessResults, task: str) -> tuple[str, str]:
    """Return `settings` and `seeds` of a file; both are empty if responses were not sampled."""
    config, own = results.stated.get("config"), results.of_task("configs", task)
    generation = own.get("generation_kwargs") if isinstance(own, dict) else None
    if not (isinstance(config, dict) and isinstance(generation, dict)):
        return "", ""
    if not (generation.get("do_sample") or generation.get("temperature")):
        return "", ""
    arguments = harness_files.arguments(config.get("model_args"))
    seeds = [part.get(name) for part in (config, arguments, generation) for name in SEEDS]
    shown = ("chat_template_sha", "system_instruction_sha", "fewshot_as_multiturn")
    settings = [
        *(config.get("model"), config.get("limit"), _without_seeds(arguments)),
        *(_without_seeds(generation), results.metadata(task)),
        *map(results.stated.get, shown),
    ]
    return json.dumps(settings, sort_keys=True), json.dumps(seeds)


def _without_seeds(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name not in SEEDS}


def _drawn(results: HarnessResults | None, task: str) -> tuple[str, ...]:
    """Return level, n and seed of fresh questions as text, as the results file states them."""
    stated = results.metadata(task) if results else {}
    return tuple(repr(stated.get(name)) for name in ("level", "n", "seed"))


def _is_complete(results: HarnessResults | None, task: str) -> bool:
    """Return whether all questions were asked; False without a results file."""
    if not results or results.limit is not None:
        return False
    counts = results.of_task("n-samples", task)
    return not isinstance(counts, dict) or counts.get("original") == counts.get("effective")
