"""Chooses which of several runs of the same model and task counts, and which are one run."""

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
"""Why a run is left out that is not the samples of the harness, and that was read before."""
SEEDS = ("random_seed", "numpy_seed", "torch_seed", "seed")
"""What a results file calls the seeds of sampling: its own, and one that a model was given."""


class _Found(NamedTuple):
    """A file, in the order in which files of one run are preferred."""

    complete: bool
    date: str
    path: Path
    settings: str
    """All that says how responses were sampled, but the seeds; empty where they were not."""
    seeds: str


def latest(paths: Iterable[Path], tell: Callable[[str], None]) -> list[Path]:
    """Return the files without those samples of the harness that another run of the same replaces.

    Runs are the same if results files and folders say the same model, prompting and task, and the
    same n and seed of fresh questions. The last one that was run without --limit counts, or else
    the last one; and with it those of other seeds that are `joined` with it. Files of other kinds
    all stay. `tell` is called with what is left out, and why.
    """
    kept = []
    for own in _by_run(paths).values():
        last = max(own)
        chosen = _siblings(last, own)
        kept += [found.path for found in chosen]
        for other in sorted(set(own) - set(chosen)):
            why = "complete" if last.complete > other.complete else "later"
            tell(f"{other.path}: left out, as {last.path} is of a {why} run of the same")
    return kept


def joined(paths: Iterable[Path]) -> list[list[Path]]:
    """Return the files, in one list those that are samples of one run: responses that were drawn
    with other seeds and no other setting, as results files say. Of equal seeds the last one is
    joined, and the others are runs of their own.
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
    """Return a file with those that are samples of the same run, in the order of their dates."""
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
    """Return `settings` and `seeds` of a file; both empty where responses were not sampled."""
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


def _drawn(results: HarnessResults | None, task: str) -> tuple[str, str]:
    """Return n and seed of fresh questions, as the results file has them."""
    stated = results.metadata(task) if results else {}
    return repr(stated.get("n")), repr(stated.get("seed"))


def _is_complete(results: HarnessResults | None, task: str) -> bool:
    """Return whether all questions were asked, as far as the results file says."""
    if not results or results.limit is not None:
        return False
    counts = results.of_task("n-samples", task)
    return not isinstance(counts, dict) or counts.get("original") == counts.get("effective")
