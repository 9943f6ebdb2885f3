"""Checks that a submission is what it says: complete, of known questions, scored as stated."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tempanswerqa.answers.markers import VERSION as EXTRACTION
from tempanswerqa.metrics.scores import METRICS
from tempanswerqa.questions import draws, sources
from tempanswerqa.questions.draws import Draw, FreshError
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import signature
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.scoring import FILTERS, STRICT, Run, Scorer
from tempanswerqa.runs.submission import SubmissionError
from tempanswerqa.runs.submission.bundle import Bundle, Scores, SubmittedTask, read
from tempanswerqa.runs.summary import Score, Summary, over_tasks, summarize
from tempanswerqa.runs.writing import VERSION
from tempanswerqa.text import listed, told

HARNESS = ((0, 4, 13), (0, 5, 0))
"""The first version of the harness whose runs are accepted, and the first later one that is not."""
TOLERANCE = 1e-9
"""The relative difference up to which scores count as equal, as sums round differently."""
FREE = ("package", "lm_eval")
"""The fields of a signature that may be others than those here."""

ByFilter = dict[str, Summary]


class Verdict(NamedTuple):
    """Hold the result of the check of a submission."""

    path: Path
    bundle: Bundle | None
    """The submission; None if it cannot be read."""
    problems: list[str]
    """The problems, each with its place in the file; empty for a valid submission."""
    summaries: dict[str, ByFilter]
    """The scores of its responses here, by subset (a key of `questions.SUBSETS`) and filter. Tasks
    whose questions cannot be loaded are left out."""


def check_files(paths: Iterable[str | Path], library: Library) -> Iterator[Verdict]:
    """Read and check submissions against the questions of `library`, one by one."""
    for path in map(Path, paths):
        try:
            bundle = read(path)
        except SubmissionError as error:
            yield Verdict(path, None, error.problems, {})
        else:
            yield Verdict(path, bundle, *check(bundle, library))


class Rivals:
    """Finds submissions that cannot stand beside those before them."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self._spellings: dict[str, tuple[Path, str]] = {}
        self._paths: dict[object, Path] = {}

    def add(self, path: Path, bundle: Bundle) -> None:
        """Add a problem if another file has the model, prompting and questions of this one, or a
        model that looks like its own and is spelled otherwise.
        """
        model, questions = bundle.model, frozenset((t.name, t.draw) for t in bundle.tasks)
        first, name = self._spellings.setdefault(_skeleton(model), (path, model))
        other = self._paths.setdefault((model, bundle.prompting, questions), path)
        if name != model:
            self.problems.append(
                f"{path}: its model {told(model)} looks like {told(name)} of {first}; name it as "
                "there if it is the same, or otherwise"
            )
        elif other != path:
            self.problems.append(
                f"{path}: has the model, prompting and questions of {other}; the one that was "
                "there first stays"
            )


def _skeleton(name: str) -> str:
    """Return a text that is equal for names that look alike, in any case and with any signs between
    words. `l`, `I` and `1` are equal in it, and so are `O` and `0`.
    """
    letters = name.casefold()
    for text, other in (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("i", "l"), ("|", "l")):
        letters = letters.replace(text, other)
    return re.sub(r"[\W_]+", "-", letters)


def check(bundle: Bundle, library: Library) -> tuple[list[str], dict[str, ByFilter]]:
    """Return the problems and the summaries of a `Verdict`; `library` may serve for many bundles.

    The check covers the set of tasks, versions, the data, that every question has
    exactly one response, and that these give all scores, errors, intervals and means that are
    stated. It cannot tell who gave the responses, nor how they were generated.
    """
    problems: list[str] = []
    for subset in SUBSETS:
        names = [task.name for task in bundle.tasks if task.subset == subset]
        if not names:
            problems.append(f"{subset} is missing; a submission has all of {', '.join(SUBSETS)}")
        elif len(names) > 1:
            problems.append(
                f"{subset} is there {len(names)} times: {listed(names)}; a submission has it once"
            )
    problems += mixed(bundle)
    summaries: dict[str, ByFilter] = {}
    for task in bundle.tasks:
        of_task, by_filter = check_task(task, bundle, library)
        problems += of_task
        if by_filter:
            summaries[task.subset] = by_filter
    if len(summaries) == len(SUBSETS) and all(map(_is_current, bundle.tasks)):
        for rule, scores in means(summaries.values()).items():
            if wrong := difference(flat(bundle.mean[rule]), flat(scores)):
                problems.append(f"mean of the tasks, {rule}: does not follow as stated: {wrong}")
    return problems, summaries


def mixed(bundle: Bundle) -> Iterator[str]:
    """Yield a problem for each setting that has to be equal in all tasks and is not."""
    tasks = {task.name: task for task in bundle.tasks}
    asked = {name: _asked(task.draw) for name, task in tasks.items()}
    marks = {name: repr(task.think_end) for name, task in tasks.items()}
    for values, differ, remedy in (
        (asked, "ask different questions", "a submission has the released questions, or fresh "
         "ones of one level, n and seed"),
        (marks, "name different ends of thinking", "a submission has one: score all with the same "
         "--think_end_token"),
    ):  # fmt: skip
        if len({*values.values()}) > 1:
            yield f"the tasks {differ} ({pairs(values)}); {remedy}"
    few = bundle.prompting == "few-shot"
    wrong = {
        name: task.shots
        for name, task in tasks.items()
        if bundle.prompting and task.shots is not None and (task.shots > 0) != few
    }
    if wrong:
        yield f"it is called {bundle.prompting}; the numbers of exemplars deny it: {pairs(wrong)}"
    tot = [name for name in map(TaskName.parse, tasks) if SUBSETS[name.subset].family == "tot"]
    if len({name.chat for name in tot}) > 1:
        yield (
            f"one of {' and '.join(name.subset for name in tot)} begins the model's turn and the "
            "other does not; a submission has both with _chat or both without"
        )


def _asked(draw: Draw | None) -> str:
    return f"fresh, {draw.level}, n {draw.n}, seed {draw.seed}" if draw else "released"


def pairs(by_task: Mapping[str, object]) -> str:
    """Return a value of each task in words."""
    return "; ".join(f"{name}: {value}" for name, value in by_task.items())


def check_task(task: SubmittedTask, bundle: Bundle, library: Library) -> tuple[list[str], ByFilter]:
    """Return the problems of one task, and the scores of its responses; none without questions."""
    problems = [f"{task.name}: {problem}" for problem in _versions(task)]
    if undrawn := [f"{task.name}: {problem}" for problem in _undrawn(task)]:
        return [*problems, *undrawn], {}
    try:
        run = run_of(task, bundle, library)
    except (FreshError, QuestionError, sources.SourceError) as error:
        return [*problems, f"{task.name}: {error}"], {}
    file = SUBSETS[task.subset].file
    pinned = sources.TEMPANSWERQA.blobs[file]
    if not task.draw and run.part.checksum != pinned:
        problems.append(
            f"{task.name}: {file} on this machine is not the released one (git blob "
            f"{run.part.checksum[:12]}, released {pinned[:12]}); name a folder with the released "
            "files (--data_dir), or none to have them fetched"
        )
    foreign = [identity for identity in task.responses if identity not in run.part.questions]
    incomplete = _incomplete(len(run.part.questions), run.missing, foreign)
    problems += [f"{task.name}: {problem}" for problem in incomplete]
    if run.responses.empty:
        return problems, {}
    summaries = summarized(run)
    for rule, summary in summaries.items() if _is_current(task) else ():
        where, signed = f"{task.name}, {rule}", task.signatures[rule]
        free = {name: signed.get(name) for name in FREE}
        here = {**dict.fromkeys(signed), **summary.signature, **free}
        if wrong := difference(signed, here):
            problems.append(f"{where}: the signature differs from that here: {wrong}")
        if wrong := difference(flat(task.scores[rule]), flat(of_summary(summary))):
            problems.append(f"{where}: the responses do not score as stated: {wrong}")
    return problems, summaries


def _versions(task: SubmittedTask) -> Iterator[str]:
    if task.version != VERSION:
        stated = "no version" if task.version is None else f"version {task.version}"
        yield f"states {stated} of the task, and {VERSION} is known here; run it again"
    versions = {task.lm_eval, *(fields.get("lm_eval") for fields in task.signatures.values())}
    for version in sorted(map(str, versions - {None})):
        if not in_range(version):
            first, last = (".".join(map(str, end)) for end in HARNESS)
            yield f"lm_eval {version} was used; accepted: {first} to below {last}"
    if not _is_current(task):
        there = task.signatures[STRICT]
        yield (
            f"was scored with format {there.get('format')} and extraction "
            f"{there.get('extraction')}, by version {there.get('package')} of the package; here "
            f"these are format {signature.FORMAT} and extraction {EXTRACTION}: submit the run's "
            "results again with this version, or verify with that one"
        )


def _is_current(task: SubmittedTask) -> bool:
    """Return whether this version reads answers as the one that scored the task."""
    return all(
        (fields.get("format"), fields.get("extraction")) == (signature.FORMAT, EXTRACTION)
        for fields in task.signatures.values()
    )


def in_range(version: str) -> bool:
    """Return whether a version of the harness is in the range of `HARNESS`."""
    match = re.match(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?!\d)", version, re.ASCII)
    return match is not None and HARNESS[0] <= tuple(map(int, match.groups())) < HARNESS[1]


def _undrawn(task: SubmittedTask) -> Iterator[str]:
    """Yield the problems of a task of fresh questions that its name and ids show, before the slow
    draw: another name, questions without response, and other questions.
    """
    draw = task.draw
    if TaskName.parse(task.name).level != (draw.level if draw else ""):
        yield f"the name is not that of questions which are {_asked(draw)}"
    elif draw:
        foreign, missing = [], dict.fromkeys(range(1, draw.n + 1))
        for identity in task.responses:
            other = draws.draw_of(identity)
            if other and other.n <= draw.n and other._replace(n=draw.n) == draw:
                missing.pop(other.n, None)
            else:
                foreign.append(identity)
        yield from _incomplete(draw.n, [f"number {n}" for n in missing], foreign)


def _incomplete(total: int, missing: Sequence[str], foreign: Sequence[str]) -> Iterator[str]:
    if missing:
        yield (
            f"{len(missing)} of {total} questions have no response: {listed(missing)}; every "
            "question has to be answered once"
        )
    if foreign:
        yield f"{len(foreign)} responses are to other questions: {listed(foreign)}"


def run_of(task: SubmittedTask, bundle: Bundle, library: Library, texts: bool = False) -> Run:
    """Return a task's responses as a run; raises what loading its questions raises."""
    part, scorer = library.part(task.subset, task.draw), Scorer(tuple(FILTERS), texts)
    chat = TaskName.parse(task.name).chat
    for row, (identity, question) in enumerate(part.questions.items()):
        if identity in task.responses:
            response = task.responses[identity]
            asked = question.without_prefill() if chat else question
            scorer.add(asked.with_think_end(task.think_end), row, response)
    return Run(
        path=Path(task.name),
        model=bundle.model,
        prompting=bundle.prompting,
        subset=task.subset,
        task=task.name,
        part=part,
        items=scorer.items(part),
        missing=[identity for identity in part.questions if identity not in task.responses],
        unknown=[
            row for row, identity in enumerate(task.responses) if identity not in part.questions
        ],
        think_end=task.think_end,
        prompts=task.prompts,
    )


def summarized(run: Run) -> ByFilter:
    """Return the summary of a run by each filter."""
    return {rule: summarize(run, rule) for rule in FILTERS}


def means(summaries: Iterable[ByFilter]) -> dict[str, Scores]:
    """Return the plain means over tasks, by filter and metric, see `summary.over_tasks`."""
    by_task = list(summaries)
    return {
        rule: {
            name: over_tasks([by_filter[rule].scores[name] for by_filter in by_task], metric)
            for name, metric in METRICS.items()
        }
        for rule in FILTERS
    }


def of_summary(summary: Summary) -> Scores:
    """Return the scores that a summary holds."""
    return {metric: summary.scores[metric] for metric in METRICS}


def flat(scores: Scores) -> dict[str, float | None]:
    """Return all numbers by name, the scores first: `smape`, `smape_stderr`, `smape_low`,
    `smape_high`.
    """
    return {
        metric if field == "value" else f"{metric}_{field}": getattr(score, field)
        for field in Score._fields
        for metric, score in scores.items()
    }


def difference(stated: Mapping[str, object], here: Mapping[str, object]) -> str:
    """Return the values of `here` that are stated otherwise, in words; empty if none is."""
    return listed([
        f"{name} {_shown(stated[name]) if name in stated else 'not stated'} (here: {_shown(value)})"
        for name, value in here.items()
        if name not in stated or not _equal(stated[name], value)
    ])  # fmt: skip


def _equal(first: object, second: object) -> bool:
    if isinstance(first, float | int) and isinstance(second, float | int):
        return math.isclose(first, second, rel_tol=TOLERANCE, abs_tol=1e-12)
    return first == second


def _shown(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)
