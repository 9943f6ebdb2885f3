"""Finds the samples files of a run, one for each subset of the benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import harness_files, saved_responses
from tempanswerqa.runs.saved_responses import RecordedError
from tempanswerqa.text import listed

SAMPLES = (".jsonl", ".jsonl.gz")
RESULTS = "results_"
RESCORE = "run `tempanswerqa score {} --output_path DIR` and pack DIR"


class Found(NamedTuple):
    """Hold a samples file of a task."""

    path: Path
    task: str
    """The name of the task in the harness."""
    date: str

    @property
    def subset(self) -> str:
        """Return the key in `questions.SUBSETS`."""
        return TaskName.parse(self.task).subset


class Places(NamedTuple):
    """The samples files of a run, and the problems with them."""

    files: list[Found]
    """The files, at most one of each subset, in the order of `SUBSETS`."""
    problems: list[str]


def find(places: Sequence[str]) -> Places:
    """Return the samples files at places, which are files, folders, patterns, or results files.

    A results file stands for the samples of its date beside it. Other files of a folder are
    ignored. A subset without a file or with several is a problem; none of several is chosen.
    """
    problems: list[str] = []
    found: dict[Path, Found] = {}  # each file once
    for place in places:
        try:
            found |= {own.path.resolve(): own for own in _at(place, problems)}
        except RecordedError as error:
            problems.append(str(error))
    by_subset = {subset: [own for own in found.values() if own.subset == subset]
                 for subset in SUBSETS}  # fmt: skip
    problems += _unclear(by_subset)
    return Places([own[0] for own in by_subset.values() if len(own) == 1], problems)


def _at(place: str, problems: list[str]) -> Iterator[Found]:
    for path in saved_responses.response_files(place):
        if own := _found(path):
            yield own
        elif path == Path(place).expanduser():
            problems.append(
                f"{path}: is no samples_TASK_DATE.jsonl of a task of this benchmark; name what "
                f"lm_eval wrote, or {RESCORE.format(path)}"
            )


def _found(path: Path) -> Found | None:
    name = harness_files.samples_name(path.name) if path.name.endswith(SAMPLES) else None
    if not name or not (known := TaskName.find(name.task)) or not known.subset:
        return None
    return Found(path, *name)


def _unclear(by_subset: Mapping[str, Sequence[Found]]) -> Iterator[str]:
    missing = [subset for subset, own in by_subset.items() if not own]
    if missing:
        yield (
            f"no samples of {listed(missing)}; a submission has all of {', '.join(SUBSETS)}: name "
            "all places where lm_eval left samples_TASK_DATE.jsonl (with --output_path and "
            f"--log_samples); for responses in files of other kinds, {RESCORE.format('FILES')}"
        )
    for subset, own in by_subset.items():
        if len(own) > 1:
            yield (
                f"{subset} has {len(own)} samples files, and only one can count: "
                f"{', '.join(str(found.path) for found in own)}; name the results_DATE.json of the "
                "run that counts, in place of the folder"
            )
