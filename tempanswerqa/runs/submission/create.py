"""Makes a submission of the results and samples of a run, or lists every reason against it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path, PureWindowsPath
from typing import Any, NamedTuple

from tempanswerqa import private
from tempanswerqa.metrics.scores import listed as listed_metrics
from tempanswerqa.questions.draws import FreshError
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.questions.sources import SourceError
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import harness_files, saved_responses, scoring
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.harness_files import BESIDE, HarnessResults
from tempanswerqa.runs.saved_responses import RecordedError
from tempanswerqa.runs.scoring import Run
from tempanswerqa.runs.submission import SubmissionError, bundle, verify
from tempanswerqa.runs.submission.bundle import Bundle, Fresh, Settings, SubmittedTask
from tempanswerqa.runs.submission.verify import ByFilter
from tempanswerqa.runs.summary import known
from tempanswerqa.text import listed, told

RESCORE = "run `tempanswerqa score {} --output_path DIR` and pack DIR"


class _Scored(NamedTuple):
    """A samples file, the results beside it, and the run and summaries that were read."""

    path: Path
    name: str
    """The name of the task in the harness."""
    run: Run
    results: HarnessResults
    summaries: ByFilter


def build(places: Sequence[str], library: Library, model: str = "") -> Bundle:
    """Return the submission of the run whose results and samples are at `places`: files, folders,
    patterns, or results files, which stand for the samples of their date beside them.

    `model` is the model's name in the submission; empty for the one in the results, without the
    folders of a local path. Raises SubmissionError with all problems: a subset without samples file
    or with several, those of `verify.check`, samples without their results file, runs on parts of
    the questions, scores that the samples do not give, and tasks with different settings.
    """
    problems: list[str] = []
    scored = [*_scored(_samples_files(places, problems), library, problems)]
    tasks = [_task(own) for own in scored]
    if not scored:
        raise SubmissionError(*problems)
    built = Bundle.model_construct(
        created=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        model=model or public_name(scored[0].run.model),
        prompting=scored[0].run.prompting,
        settings=_settings(scored[0]),
        mean=verify.means(own.summaries for own in scored),
        by_name={task.name: task for task in tasks},
    )
    for own, task in zip(scored, tasks, strict=True):
        problems += [f"{own.path}: {problem}" for problem in _problems(own)]
        problems += verify.check_task(task, built, library)[0]
    if problems := [*problems, *verify.mixed(built), *_unlike(scored)]:
        raise SubmissionError(*dict.fromkeys(problems))
    return bundle.checked(built)


def public_name(model: str) -> str:
    """Return the name of a model, with only the last part of each local path in it.

    `org/model` is a name and is kept. A part is a path if it has two slashes or more, a backslash
    or a drive, or if it begins with a slash, a dot or a tilde.
    """
    parts = []
    for name in model.split(BESIDE):
        if re.match(r"[~./\\]|[A-Za-z]:", name) or "\\" in name or name.count("/") > 1:
            name = PureWindowsPath(name).name or name
        parts.append(name)
    return BESIDE.join(parts)


def _samples_files(places: Sequence[str], problems: list[str]) -> list[Path]:
    """Return the samples file of each subset, in the order of `SUBSETS`. A subset without a file or
    with several is a problem, and none of several is chosen.
    """
    by_subset: dict[str, dict[Path, Path]] = {subset: {} for subset in SUBSETS}
    for place in places:
        try:
            paths = saved_responses.response_files(place)
        except RecordedError as error:
            problems.append(str(error))
            continue
        for path in paths:
            jsonl = path.name.endswith((".jsonl", ".jsonl.gz"))
            name = harness_files.samples_name(path.name) if jsonl else None
            task = TaskName.find(name["task"]) if name else None
            if task and task.subset:
                by_subset[task.subset][path.resolve()] = path
            elif path == Path(place).expanduser():
                problems.append(
                    f"{path}: is no samples_TASK_DATE.jsonl of a task of this benchmark; name what "
                    f"lm_eval wrote, or {RESCORE.format(path)}"
                )
    if missing := [subset for subset, files in by_subset.items() if not files]:
        problems.append(
            f"no samples of {listed(missing)}; a submission has all of {', '.join(SUBSETS)}: name "
            "all places where lm_eval left samples_TASK_DATE.jsonl (with --output_path and "
            f"--log_samples); for responses in files of other kinds, {RESCORE.format('FILES')}"
        )
    for subset, files in by_subset.items():
        if len(files) > 1:
            problems.append(
                f"{subset} has {len(files)} samples files, and only one can count: "
                f"{', '.join(map(str, files.values()))}; name the results_DATE.json of the run "
                "that counts, in place of the folder"
            )
    return [path for files in by_subset.values() if len(files) == 1 for path in files.values()]


def _scored(paths: Sequence[Path], library: Library, problems: list[str]) -> Iterator[_Scored]:
    for path in paths:
        source = saved_responses.origin(path)
        if not source.results:
            problems.append(
                f"{path}: no results_{source.date}.json beside it that can be read; copy it from "
                "where lm_eval ran (--output_path NAME.json made it NAME_DATE.json: rename that), "
                f"or {RESCORE.format(path)}"
            )
            continue
        try:
            runs = scoring.read_runs(path, library, texts=True)
        except (RecordedError, QuestionError, SourceError, FreshError) as error:
            problems.append(str(error))
            continue
        tasks = [TaskName.parse(run.task).harness for run in runs]
        if tasks == [TaskName.parse(source.task).zero_shot.harness]:
            summaries = verify.summarized(runs[0])
            yield _Scored(path, source.task, runs[0], source.results, summaries)
        else:
            problems.append(
                f"{path}: holds responses of {listed(tasks)}, and its name says otherwise; name "
                "the file as lm_eval wrote it"
            )


def _task(own: _Scored) -> SubmittedTask:
    """Return the task, whose fields are checked when the submission is whole."""
    version, shots = (own.results.of_task(field, own.name) for field in ("versions", "n-shot"))
    draw = own.run.part.draw
    task = SubmittedTask.model_construct(
        version=version if isinstance(version, int | float) else None,
        lm_eval=_text(own.results.stated.get("lm_eval_version")),
        shots=shots if isinstance(shots, int) else None,
        fresh=Fresh(level=draw.level, n=draw.n, seed=draw.seed) if draw else None,
        signatures={rule: summary.signature for rule, summary in own.summaries.items()},
        scores={rule: verify.of_summary(summary) for rule, summary in own.summaries.items()},
        responses=own.run.responses.set_index("id")["response"].to_dict(),
    )
    task._name = own.run.task
    return task


def _settings(own: _Scored) -> Settings:
    stated, config = own.results.stated, own.results.of_task("configs", own.name)
    options = config.get("generation_kwargs") if isinstance(config, Mapping) else None
    return Settings.model_construct(
        backend=_text(stated.get("model_source")),
        chat_template=bool(stated["chat_template"]) if "chat_template" in stated else None,
        chat_template_sha=_text(stated.get("chat_template_sha")),
        system_instruction_sha=_text(stated.get("system_instruction_sha")),
        generation=generation(options),
    )


def generation(options: object) -> dict[str, Any] | None:
    """Return the options of a task that are in `bundle.GENERATION`, sorted by name.

    None if `options` is no mapping. Only numbers, texts, truth values, None and lists of texts are
    kept.
    """
    if not isinstance(options, Mapping):
        return None
    known = {name: options[name] for name in sorted(bundle.GENERATION & options.keys())}
    return {name: value for name, value in known.items() if bundle.is_plain(value)}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _problems(own: _Scored) -> Iterator[str]:
    run, results = own.run, own.results
    asked = results.of_task("n-samples", own.name)
    if isinstance(asked, Mapping) and asked.get("original") != asked.get("effective"):
        counts = f"{told(asked.get('effective'))} of {told(asked.get('original'))}"
        yield f"{counts} questions were asked; run it again without --limit and --samples"
    if run.repeated:
        yield (
            f"answers {len(run.repeated)} questions more than once: {listed(run.repeated)}; name "
            "the samples of one run"
        )
    if run.samples > 1:
        yield (
            f"has {run.samples} responses to a question, and a bundle holds one: `tempanswerqa "
            f"score {own.path} --samples first --output_path DIR`, then name DIR"
        )
    if run.unknown:
        yield (
            f"{len(run.unknown)} responses are to no known question: rows {listed(run.unknown)}; "
            "name the data folder that was used, or run it again with this version of the package"
        )
    for rule, summary in own.summaries.items():
        stated = {
            key.removesuffix(f",{rule}"): known(value)
            for key, value in results.scores.get(own.name, {}).items()
            if key.endswith(f",{rule}")
        }
        always = {f"{name}{end}" for name in listed_metrics() for end in ("", "_stderr")}
        rescored = verify.flat(verify.of_summary(summary)).items()
        known_here = {key: n for key, n in rescored if key in always or key in stated}
        wrong = verify.difference(stated, known_here)
        if wrong:
            yield (
                f"{rule}: the samples do not score as {results.path.name} says: {wrong}; if the "
                f"package has changed since, {RESCORE.format(own.path)}"
            )


def _unlike(scored: Sequence[_Scored]) -> Iterator[str]:
    """Yield a problem for each setting that differs between the tasks of a run."""
    settings = {
        own.run.task: {
            "model": own.run.model,
            "prompting": own.run.prompting or "not stated",
            **dict(_settings(own)),
        }
        for own in scored
    }
    for field in next(iter(settings.values())):
        values = {name: private.public(repr(own[field])) for name, own in settings.items()}
        if len(set(values.values())) > 1:
            yield (
                f"the tasks were not run alike; {field} differs: {verify.pairs(values)}; name the "
                "results of one run, or run those that differ again"
            )
