"""The question sets of tasks: released, of the sample, and of users."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.exceptions import TempAnswerError


class SubsetError(TempAnswerError, ValueError):
    """An unknown set of questions, or one whose name is taken."""


class Subset(NamedTuple):
    """A set of questions, with the location of its files."""

    name: str
    """The name of the set, in names of tasks and at the beginning of ids."""
    family: str
    """`tot` if answers are JSON objects, `ttqa` if they are lines."""
    split: str
    """The value that marks the set's rows in their file."""
    title: str
    dataset: str
    """The name of the dataset to which the set belongs."""
    prompts: tuple[str, ...]
    """The prompt files, exemplars first."""
    file: str
    """The file of the questions, below the data folder or `folder`; empty for `DEVELOPMENT`."""
    questions: int
    """The number of questions."""
    shares_scale: bool = False
    """True if all rows of the file share one scale."""
    folder: Path | None = None
    """The folder of the sample's or a user's files; None for released ones."""

    @property
    def own(self) -> bool:
        """Return whether the questions are a user's."""
        return self.folder not in (None, SAMPLE)


def _tot(name: str, split: str, questions: int) -> Subset:
    prompts = (f"prompts/tot_{split}_few_shot.json",)
    title, file = f"Test of Time, {split}", "questions/tot.csv"
    return Subset(name, "tot", split, title, "Test of Time", prompts, file, questions)


def _ttqa(split: str, questions: int, file: str = "questions/ttqa.csv") -> Subset:
    prompts = ("prompts/ttqa_few_shot.json", "prompts/ttqa_system_prompt_zero_shot.txt")
    title, shares = f"TempTabQA, {split}", bool(file)
    of_all = ("TempTabQA", prompts, file, questions, shares)
    return Subset(f"ttqa_{split}", "ttqa", split, title, *of_all)


def _by_name(*parts: Subset) -> Mapping[str, Subset]:
    return {part.name: part for part in parts}


SUBSETS = _by_name(
    _tot("tot_arith", "arithmetic", 1_016),
    _tot("tot_semantic", "semantic", 681),
    _ttqa("head", 1_103),
    _ttqa("tail", 634),
)
"""The released sets, the parts of the benchmark."""
DEVELOPMENT = _by_name(_ttqa("dev", 475, ""), _ttqa("train", 4_287, ""))
"""The sets of `development`, for tuning prompts and for training; not part of the benchmark."""
RELEASED: Mapping[str, Subset] = {**SUBSETS, **DEVELOPMENT}
SAMPLE = Path(__file__).with_name("sample")
SAMPLES: Mapping[str, Subset] = {
    f"sample_{name}": part._replace(
        name=f"sample_{name}",
        split=f"sample_{name}",
        title=f"{part.title}, sample",
        prompts=tuple(prompt.removeprefix("prompts/") for prompt in part.prompts),
        file=f"{part.family}.csv.gz",
        questions=100,
        folder=SAMPLE,
    )
    for name, part in SUBSETS.items()
}
"""Our own questions, which ship with the package for demonstrations and tests."""
BUILT_IN: Mapping[str, Subset] = {**RELEASED, **SAMPLES}
TWINS = {"tot_arith": 477, "tot_semantic": 681, "ttqa_head": 377, "ttqa_tail": 166}
"""Numbers of twins with the default seed; for semantic questions the maximum."""
TWIN_SEED = 1
_TWIN = re.compile(rf"twin_(?P<subset>{'|'.join(SUBSETS)})(?:\.(?P<seed>0|[1-9]\d{{0,18}}))?")
_known = dict(BUILT_IN)


def known() -> Mapping[str, Subset]:
    """Return the sets of this process by name: those of `BUILT_IN`, then included ones."""
    return dict(_known)


def included() -> list[str]:
    """Return the names of the sets that users included."""
    return [name for name, part in _known.items() if part.own]


def twins(subset: str, seed: int = TWIN_SEED) -> str:
    """Return the name of the twins of a released set: `twin_SUBSET[.SEED]`."""
    return f"twin_{subset}" + (f".{seed}" if seed != TWIN_SEED else "")


def twin_of(name: str) -> tuple[str, int] | None:
    """Return the released set and the seed of a set of twins; None for the name of another set."""
    match = _TWIN.fullmatch(name)
    if not match or match["seed"] == str(TWIN_SEED):
        return None
    return match["subset"], int(match["seed"] or TWIN_SEED)


def is_known(name: str) -> bool:
    """Return whether `find` finds a set."""
    return name in _known or twin_of(name) is not None


def find(name: str) -> Subset:
    """Return the set with this name. Raises SubsetError for an unknown one."""
    if name not in _known and (twin := twin_of(name)):
        subset, seed = twin
        title = f"{SUBSETS[subset].title}, twins" + f" of seed {seed}" * (seed != TWIN_SEED)
        _known[name] = SUBSETS[subset]._replace(
            name=name, split=name, title=title, questions=TWINS[subset]
        )
    if name not in _known:
        raise SubsetError(f"unknown questions {name!r}; known are {', '.join(_known)}")
    return _known[name]


def include(part: Subset) -> None:
    """Register a user's set. Raises SubsetError if a set in another folder has its name."""
    if (other := _known.get(part.name)) and other.folder != part.folder:
        both = f"{part.folder} and {other.folder}"
        raise SubsetError(f"{both} both have questions named {part.name}; include one of them")
    _known[part.name] = part
