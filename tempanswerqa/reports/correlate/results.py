"""Reads the scores of many models from the results files of many runs."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.runs import harness_files
from tempanswerqa.runs.harness_files import HarnessResults

ADVICE = (
    "name results_*.json files, or folders with them, as lm_eval writes them with --output_path; "
    "of saved responses `tempanswerqa score PATH --output_path DIR` makes them; UUID.json files of "
    "Every Eval Ever will do, too"
)


class CorrelateError(TempAnswerError, ValueError):
    """Scores that cannot be correlated; the message says why and what to do."""


class Entry(NamedTuple):
    """Hold the scores and settings of one task in a results file."""

    path: Path
    moment: tuple[float, str]
    """The date and the name of the file; the larger one is later."""
    scores: Mapping[str, float]
    """The scores and standard errors, by `metric,filter`; NaN if undefined."""
    part: str
    """The part of the questions that was asked, in words; empty if that is all, or not stated."""
    settings: Mapping[str, str]
    """The stated settings that comparable scores have in common."""
    higher_is_better: Mapping[str, bool]
    """True for a metric if higher is better, as far as that is stated."""


class Models(NamedTuple):
    """Hold the entries of all tasks and models."""

    entries: Mapping[str, Mapping[str, Entry]]
    """The entries by task and model, each from the latest file that has both."""
    repeated: frozenset[tuple[str, str]]
    """The pairs of task and model that several files have."""
    joined: Mapping[str, str] = {}
    """The full name of each model that some files name without its organization."""

    def score(self, model: str, task: str, key: str) -> float:
        """Return the score or standard error `key`, a `metric,filter`; NaN if there is none."""
        entry = self.entries.get(task, {}).get(model)
        return entry.scores.get(key, math.nan) if entry else math.nan

    def filters(self, task: str) -> dict[str, list[str]]:
        """Return the metrics of a task, each with the filters with which any model has it."""
        keys = {key for entry in self.entries.get(task, {}).values() for key in entry.scores}
        found: dict[str, list[str]] = defaultdict(list)
        for key in sorted(keys):
            metric, _, rule = key.partition(",")
            if not metric.endswith("_stderr"):
                found[metric].append(rule)
        return dict(found)

    def higher_is_better(self, task: str, metric: str) -> bool | None:
        """Return whether a higher score is better; None if no file states it, or files disagree."""
        told = {
            entry.higher_is_better[metric]
            for entry in self.entries.get(task, {}).values()
            if metric in entry.higher_is_better
        }
        return told.pop() if len(told) == 1 else None


def collect(
    places: Sequence[str],
    fail: Callable[[str], None],
    progress: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Models:
    """Return the scores in the results files that `places` name, or that are below them.

    Files are of one model if they have the same name of it, or if one has `X` and only one
    `ORG/X` is among the others. Of several files with the same model and task the latest counts.
    `fail` is called with what is wrong with a file; `progress` wraps the paths. Raises
    CorrelateError if a place has no results file, or if no file has a score.
    """
    entries: dict[str, dict[str, Entry]] = defaultdict(dict)
    repeated = set()
    read = [found for path in progress(_paths(places)) if (found := _read(path, fail))]
    joined = _full_names({results.model for results in read})
    for results in read:
        model = joined.get(results.model, results.model)
        for task in results.scores:
            entry, known = _entry(results, task), entries[task].get(model)
            if known:
                repeated.add((task, model))
            if known is None or known.moment < entry.moment:
                entries[task][model] = entry
    if not entries:
        raise CorrelateError(f"no scores to correlate; {ADVICE}")
    return Models(dict(entries), frozenset(repeated), joined)


def _full_names(models: Set[str]) -> dict[str, str]:
    """Return `ORG/X` by `X` for the models of both names, if only one organization has an `X`."""
    full: dict[str, list[str]] = defaultdict(list)
    for model in models:
        organization, _, name = model.partition("/")
        if organization and name and "/" not in name:
            full[name].append(model)
    return {name: own[0] for name, own in full.items() if len(own) == 1 and name in models}


def _paths(places: Sequence[str]) -> list[Path]:
    found: dict[Path, Path] = {}
    for place in places:
        paths = harness_files.files(place)
        if not paths:
            raise CorrelateError(f"{place}: no results_*.json there; {ADVICE}")
        for path in paths:
            found.setdefault(path.resolve(), path)
    return list(found.values())


def _read(path: Path, fail: Callable[[str], None]) -> HarnessResults | None:
    results = harness_files.read(path)
    if results and any(results.scores.values()):
        return results
    problem = "has no scores" if results else "cannot be read as a results file of lm_eval"
    fail(f"{path}: {problem}; {ADVICE}")
    return None


def _entry(results: HarnessResults, task: str) -> Entry:
    higher = results.of_task("higher_is_better", task)
    stated = higher if isinstance(higher, dict) else {}
    return Entry(
        results.path,
        (results.date, results.path.name),
        results.scores[task],
        _part(results, task),
        _settings(results, task),
        {name: value for name, value in stated.items() if isinstance(value, bool)},
    )


def _part(results: HarnessResults, task: str) -> str:
    """Return the part that was asked: by the numbers of questions, or by --limit for groups."""
    counts = results.of_task("n-samples", task)
    if isinstance(counts, dict):
        asked, there = counts.get("effective"), counts.get("original")
        if isinstance(asked, int) and isinstance(there, int):
            return f"{asked} of {there} questions" if asked < there else ""
    return "" if results.limit is None else f"--limit {results.limit:g}"


def _settings(results: HarnessResults, task: str) -> dict[str, str]:
    parts = results.of_task("group_subtasks", task)  # only tasks have settings, not groups
    config = results.of_task("configs", parts[0] if isinstance(parts, list) and parts else task)
    metadata = config.get("metadata") if isinstance(config, dict) else None
    drawn = metadata if isinstance(metadata, dict) else {}
    stated = {
        "n-shot": results.of_task("n-shot", task),
        "version": results.of_task("versions", task),
        "level": drawn.get("level"),  # with another level, n or seed, fresh questions are others
        "n": drawn.get("n"),
        "seed": drawn.get("seed"),
    }
    return {name: str(v) for name, v in stated.items() if isinstance(v, int | float | str)}
