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
from tempanswerqa.runs import scoring, signature
from tempanswerqa.runs.catalog import Library, Part
from tempanswerqa.runs.scoring import FILTERS, STRICT, Answer, Run
from tempanswerqa.runs.submission.bundle import Bundle, Scores, Task
from tempanswerqa.runs.summary import Score, Summary, number, over_tasks, summarize
from tempanswerqa.runs.writing import VERSION
from tempanswerqa.text import listed

HARNESS = ((0, 4, 13), (0, 5, 0))
"""The first version of the harness whose runs are accepted, and the first later one that is not."""

TOLERANCE = 1e-9
"""The relative difference up to which scores count as equal, as sums round differently."""

ByFilter = dict[str, Summary]


class Checked(NamedTuple):
    """Hold the result of the check of a submission."""

    problems: list[str]
    """The problems, each with its place; empty for a valid submission."""
    summaries: dict[str, ByFilter]
    """The scores of its responses here, by subset (a key of `questions.SUBSETS`) and filter. Tasks
    whose questions cannot be loaded are left out."""


def check(bundle: Bundle, library: Library) -> Checked:
    """Check a bundle against the questions of `library`, which may serve for many bundles.

    The check covers the digest, the set of tasks, versions, the data, that every question has
    exactly one response, and that these give all scores, errors, intervals and means that are
    stated. It cannot tell who gave the responses, nor how they were generated.
    """
    problems: list[str] = []
    if not bundle.intact:
        problems.append(
            "the digest is not that of the content: the file was damaged or changed after it was "
            "written; get it again from where it was made"
        )
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
        told, by_filter = check_task(task, bundle.model, bundle.prompting, library)
        problems += told
        if by_filter:
            summaries[task.subset] = by_filter
    if len(summaries) == len(SUBSETS) and not any(map(_outdated, bundle.tasks)):
        for rule, rescored in means(summaries.values()).items():
            problems += _differing(f"mean of the tasks, {rule}", bundle.mean[rule], rescored)
    return Checked(problems, summaries)


def mixed(bundle: Bundle) -> Iterator[str]:
    """Yield a problem for each setting that has to be equal in all tasks and is not."""
    asked = {task.name: _asked(task.draw) for task in bundle.tasks}
    if len(set(asked.values())) > 1:
        yield (
            f"the tasks ask different questions ({_pairs(asked)}); a submission has the released "
            "questions, or fresh ones of one level, n and seed"
        )
    marks = {task.name: repr(task.think_end) for task in bundle.tasks}
    if len(set(marks.values())) > 1:
        yield (
            f"the tasks name different ends of thinking ({_pairs(marks)}); a submission has one: "
            "score all with the same --think_end_token"
        )
    few = bundle.prompting == "few-shot"
    wrong = [
        f"{task.name}: {task.shots}"
        for task in bundle.tasks
        if bundle.prompting and task.shots is not None and (task.shots > 0) != few
    ]
    if wrong:
        yield f"it is called {bundle.prompting}; the numbers of exemplars deny it: {listed(wrong)}"
    names = [TaskName.parse(task.name) for task in bundle.tasks]
    tot = [name for name in names if SUBSETS[name.subset].family == "tot"]
    if len({name.chat for name in tot}) > 1:
        yield (
            f"one of {' and '.join(name.subset for name in tot)} begins the model's turn and the "
            "other does not; a submission has both with _chat or both without"
        )


def _asked(draw: Draw | None) -> str:
    return f"fresh, {draw.level}, n {draw.n}, seed {draw.seed}" if draw else "released"


def _pairs(told: Mapping[str, str]) -> str:
    return "; ".join(f"{name}: {text}" for name, text in told.items())


def check_task(
    task: Task, model: str, prompting: str, library: Library
) -> tuple[list[str], ByFilter]:
    """Return the problems of one task, and the scores of its responses; none without questions."""
    problems = [*_versions(task)]
    if told := [*_undrawn(task)]:
        return [*problems, *told], {}
    try:
        part = _part(task, library)
    except (FreshError, QuestionError, sources.SourceError) as error:
        return [*problems, f"{task.name}: {error}"], {}
    run = _run(task, model, prompting, part)
    names = [*task.responses]
    foreign = [names[row] for row in run.unknown]
    file = SUBSETS[task.subset].file
    pinned = sources.TEMPANSWERQA.blobs[file]
    if not task.draw and part.checksum != pinned:
        problems.append(
            f"{task.name}: {file} on this machine is not the released one (git blob "
            f"{part.checksum[:12]}, released {pinned[:12]}); name a folder with the released files "
            "(--data_dir), or none to have them fetched"
        )
    problems += _incomplete(task, len(part.questions), run.missing, foreign)
    if not run.answers:
        return problems, {}
    summaries = summarized(run)
    if not _outdated(task):
        problems += _signatures(task, run)
        for rule, summary in summaries.items():
            rescored = of_summary(summary)
            problems += _differing(f"{task.name}, {rule}", task.scores[rule], rescored)
    return problems, summaries


def _versions(task: Task) -> Iterator[str]:
    if task.version != VERSION:
        stated = "no version" if task.version is None else f"version {task.version}"
        yield f"{task.name}: states {stated} of the task, and {VERSION} is known here; run it again"
    versions = {task.lm_eval, *(fields["lm_eval"] for fields in task.signatures.values())}
    for version in sorted(versions - {None}):
        if not in_range(version):
            first, last = (".".join(map(str, end)) for end in HARNESS)
            yield f"{task.name}: lm_eval {version} was used; accepted: {first} to below {last}"
    if outdated := _outdated(task):
        yield f"{task.name}: {outdated}"


def in_range(version: str) -> bool:
    """Return whether a version of the harness is in the range of `HARNESS`."""
    found = re.match(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?!\d)", version, re.ASCII)
    return found is not None and HARNESS[0] <= tuple(map(int, found.groups())) < HARNESS[1]


def _outdated(task: Task) -> str:
    """Return why the scores of a task cannot be those of this version; empty if they can."""
    here = {"format": signature.FORMAT, "extraction": EXTRACTION}
    for stated in task.signatures.values():
        other = [f"{name} {stated[name]}" for name in here if stated[name] != here[name]]
        if other:
            return (
                f"was scored with {' and '.join(other)}, by version {stated['package']} of the "
                f"package; here these are {' and '.join(f'{n} {v}' for n, v in here.items())}: "
                "submit the run's results again with this version, or verify with that one"
            )
    return ""


def _undrawn(task: Task) -> Iterator[str]:
    """Yield the problems of a task of fresh questions that its name and ids show, before the slow
    draw: another name, questions without response, and other questions.
    """
    draw = task.draw
    if TaskName.parse(task.name).level != (draw.level if draw else ""):
        yield f"{task.name}: the name is not that of questions which are {_asked(draw)}"
    elif draw:
        foreign, answered = [], set()
        for identity in task.responses:
            found = draws.draw_of(identity)
            if found and found.n <= draw.n and found._replace(n=draw.n) == draw:
                answered.add(found.n)
            else:
                foreign.append(identity)
        missing = [f"number {n}" for n in range(1, draw.n + 1) if n not in answered]
        yield from _incomplete(task, draw.n, missing, foreign)


def _part(task: Task, library: Library) -> Part:
    """Return the questions of a task; raises what loading them raises."""
    if not task.draw:
        return library.released.part(task.subset)
    return library.fresh(task.draw.level, task.draw.seed).part(task.subset, task.draw.n)


def run_of(task: Task, bundle: Bundle, library: Library) -> Run:
    """Return a task's responses as a run; raises what loading its questions raises."""
    return _run(task, bundle.model, bundle.prompting, _part(task, library))


def _run(task: Task, model: str, prompting: str, part: Part) -> Run:
    chat = TaskName.parse(task.name).chat
    answers = []
    for row, (identity, question) in enumerate(part.questions.items()):
        if identity in task.responses:
            response = task.responses[identity]
            asked = question.without_prefill() if chat else question
            answers.append(Answer.to(asked.with_think_end(task.think_end), row, response))
    missing = [identity for identity in part.questions if identity not in task.responses]
    unknown = [row for row, identity in enumerate(task.responses) if identity not in part.questions]
    return Run(
        path=Path(task.name),
        model=model,
        prompting=prompting,
        subset=task.subset,
        task=task.name,
        part=part,
        answers=answers,
        missing=missing,
        unknown=unknown,
        think_end=task.think_end,
        prompts=task.prompts,
    )


def summarized(run: Run) -> ByFilter:
    """Return the summary of a run by each filter."""
    items = {rule: scoring.score(run, rule) for rule in FILTERS}
    return {
        rule: summarize(run, rule, own, strict=items[STRICT] if rule != STRICT else None)
        for rule, own in items.items()
    }


def _incomplete(
    task: Task, total: int, missing: Sequence[str], foreign: Sequence[str]
) -> Iterator[str]:
    if missing:
        yield (
            f"{task.name}: {len(missing)} of {total} questions have no response: "
            f"{listed(missing)}; every question has to be answered once"
        )
    if foreign:
        yield f"{task.name}: {len(foreign)} responses are to other questions: {listed(foreign)}"


def _signatures(task: Task, run: Run) -> Iterator[str]:
    for rule, stated in task.signatures.items():
        here = signature.signature(
            rule, run.part, len(run.answers), think_end=run.think_end, prompts=run.prompts
        )
        wrong = [
            f"{name} {stated.get(name)} (here: {here.get(name)})"
            for name in (*signature.COMPARABLE, "scale_method", "think_end_token", "filter")
            if stated.get(name) != here.get(name)
        ]
        if wrong:
            yield f"{task.name}, {rule}: the signature differs from that here: {listed(wrong)}"


def _differing(where: str, stated: Scores, rescored: Scores) -> Iterator[str]:
    if wrong := difference(flat(stated), flat(rescored)):
        yield f"{where}: the responses do not score as stated: {wrong}"


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


def difference(
    stated: Mapping[str, float | None], rescored: Mapping[str, float | None]
) -> str | None:
    """Return the stated numbers that differ from the rescored ones, in words; None if none does.

    NaN and None are both undefined, and so equal. Every name in `rescored` has to be stated.
    """
    wrong = []
    for name, value in rescored.items():
        first, second = number(stated.get(name)), number(value)
        undefined = math.isnan(first) and math.isnan(second)
        if name not in stated:
            wrong.append(f"{name} not stated (rescored: {_shown(second)})")
        elif not undefined and not math.isclose(first, second, rel_tol=TOLERANCE, abs_tol=1e-12):
            wrong.append(f"{name} {_shown(first)} (rescored: {_shown(second)})")
    return listed(wrong) if wrong else None


def _shown(value: float) -> str:
    return "undefined" if math.isnan(value) else f"{value:.10g}"
