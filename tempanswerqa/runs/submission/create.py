"""Makes a submission of the results and samples of a run, or lists every reason against it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path, PureWindowsPath
from typing import Any, NamedTuple

from tempanswerqa import private
from tempanswerqa.questions.draws import FreshError
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.questions.sources import SourceError
from tempanswerqa.questions.subsets import SUBSETS
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import harness_files, saved_responses, scoring
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.harness_files import BESIDE, HarnessResults, SamplesName
from tempanswerqa.runs.saved_responses import RecordedError
from tempanswerqa.runs.scoring import Run
from tempanswerqa.runs.submission import SubmissionError, bundle, model_names, schema, verify
from tempanswerqa.runs.submission.bundle import Bundle, Task
from tempanswerqa.runs.submission.verify import ByFilter
from tempanswerqa.runs.summary import Summary
from tempanswerqa.text import listed, told

RESCORE = "run `tempanswerqa score {} --output_path DIR` and pack DIR"


class _Read(NamedTuple):
    """A samples file, the results beside it, and the run and summaries that were read."""

    path: Path
    task: str
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
    files = _samples_files(places, problems)
    read = [own for path, name in files if (own := _read(path, name, library, problems))]
    tasks = [_task(own) for own in read]
    for own, task in zip(read, tasks, strict=True):
        problems += [f"{own.path}: {problem}" for problem in _problems(own)]
        problems += verify.check_task(task, own.run.model, own.run.prompting, library)[0]
    if not read:
        raise SubmissionError(*problems)
    built = Bundle(
        model=model_names.normalized(model or public_name(read[0].run.model)),
        prompting=read[0].run.prompting,
        created=_now().isoformat(timespec="seconds"),
        settings=_settings(read[0]),
        tasks=tasks,
        mean=verify.means(own.summaries for own in read),
    )
    if problems := [*problems, *verify.mixed(built), *_unlike(read)]:
        raise SubmissionError(*dict.fromkeys(problems))
    bundle.content_of(built)
    return built


def _now() -> datetime:
    """Return the time of SOURCE_DATE_EPOCH, with which packing again gives the same bytes; the
    present time if it is not set.
    """
    stated = os.environ.get("SOURCE_DATE_EPOCH")
    if not stated:
        return datetime.now(timezone.utc)
    try:
        return datetime.fromtimestamp(int(stated), timezone.utc)
    except (ValueError, OverflowError, OSError) as error:
        raise SubmissionError(
            f"SOURCE_DATE_EPOCH is {stated!r}; set it to seconds since 1970, or unset it"
        ) from error


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


def _samples_files(places: Sequence[str], problems: list[str]) -> list[tuple[Path, SamplesName]]:
    """Return the samples file of each subset, in the order of `SUBSETS`. A subset without a file or
    with several is a problem, and none of several is chosen.
    """
    by_subset: dict[str, dict[Path, tuple[Path, SamplesName]]] = {key: {} for key in SUBSETS}
    for place in places:
        try:
            paths = saved_responses.response_files(place)
        except RecordedError as error:
            problems.append(str(error))
            continue
        for path in paths:
            jsonl = path.name.endswith((".jsonl", ".jsonl.gz"))
            name = harness_files.samples_name(path.name) if jsonl else None
            task = TaskName.find(name.task) if name else None
            if name and task and task.subset:
                by_subset[task.subset][path.resolve()] = path, name
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
    problems += [
        f"{subset} has {len(files)} samples files, and only one can count: "
        f"{', '.join(str(path) for path, _ in files.values())}; name the results_DATE.json of the "
        "run that counts, in place of the folder"
        for subset, files in by_subset.items()
        if len(files) > 1
    ]
    return [file for files in by_subset.values() if len(files) == 1 for file in files.values()]


def _read(path: Path, name: SamplesName, library: Library, problems: list[str]) -> _Read | None:
    results = harness_files.beside(path, name.date)
    if not results:
        problems.append(
            f"{path}: no results_{name.date}.json beside it that can be read; copy it from "
            "where lm_eval ran (--output_path NAME.json made it NAME_DATE.json: rename that), or "
            f"{RESCORE.format(path)}"
        )
        return None
    try:
        runs = scoring.read_runs(path, library)
    except (RecordedError, QuestionError, SourceError, FreshError) as error:
        problems.append(str(error))
        return None
    tasks = [TaskName.parse(run.task).harness for run in runs]
    if tasks != [TaskName.parse(name.task).zero_shot.harness]:
        problems.append(
            f"{path}: holds responses of {listed(tasks)}, and its name "
            "says otherwise; name the file as lm_eval wrote it"
        )
        return None
    return _Read(path, name.task, runs[0], results, verify.summarized(runs[0]))


def _task(own: _Read) -> Task:
    results, name = own.results, own.task
    version, shots = results.of_task("versions", name), results.of_task("n-shot", name)
    return Task(
        name=own.run.task,
        version=version if isinstance(version, int | float) else None,
        lm_eval=_text(results.stated.get("lm_eval_version")),
        shots=shots if isinstance(shots, int) else None,
        draw=own.run.part.draw,
        signatures={rule: summary.signature for rule, summary in own.summaries.items()},
        scores={rule: verify.of_summary(summary) for rule, summary in own.summaries.items()},
        responses={answer.question.id: answer.response for answer in own.run.answers},
        date=results.date,
    )


def _settings(own: _Read) -> dict[str, Any]:
    stated, config = own.results.stated, own.results.of_task("configs", own.task)
    shas = ("chat_template_sha", "system_instruction_sha")
    return {
        "backend": _text(stated.get("model_source")),
        "chat_template": bool(stated["chat_template"]) if "chat_template" in stated else None,
        **{name: _text(stated.get(name)) for name in shas},
        "generation": generation(
            config.get("generation_kwargs") if isinstance(config, Mapping) else None
        ),
    }


def generation(options: object) -> dict[str, Any] | None:
    """Return the options of a task that are in `schema.GENERATION`, sorted by name.

    None if `options` is no mapping. Only numbers, texts, truth values, None and lists of texts are
    kept.
    """
    if not isinstance(options, Mapping):
        return None
    kept = {}
    for name in sorted(schema.GENERATION & options.keys()):
        value = options[name]
        texts = isinstance(value, list) and all(isinstance(entry, str) for entry in value)
        if texts or value is None or isinstance(value, str | int | float):
            kept[name] = value
    return kept


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _problems(own: _Read) -> Iterator[str]:
    run, results, name = own.run, own.results, own.task
    if results.limit is not None:
        yield f"was run with --limit {results.limit:g}; run it again without"
    asked = results.of_task("n-samples", name)
    if isinstance(asked, Mapping) and asked.get("original") != asked.get("effective"):
        counts = f"{told(asked.get('effective'))} of {told(asked.get('original'))}"
        yield f"{counts} questions were asked; run it again without --limit and --samples"
    if run.repeated:
        yield (
            f"answers {len(run.repeated)} questions more than once: {listed(run.repeated)}; every "
            "question has to be answered once: name the samples of one run"
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
        if wrong := _stated_otherwise(results.scores.get(name, {}), rule, summary):
            yield (
                f"{rule}: the samples do not score as {results.path.name} says: {wrong}; if the "
                f"package has changed since, {RESCORE.format(own.path)}"
            )


def _stated_otherwise(stated: Mapping[str, float], rule: str, summary: Summary) -> str | None:
    own = {key.removesuffix(f",{rule}"): n for key, n in stated.items() if key.endswith(f",{rule}")}
    rescored = verify.flat(verify.of_summary(summary))
    ends = ("_low", "_high", "_groups")
    return verify.difference(own, {k: v for k, v in rescored.items() if not k.endswith(ends)})


def _unlike(read: Sequence[_Read]) -> Iterator[str]:
    """Yield a problem for each setting that differs between the tasks of a run."""
    by_name: dict[str, dict[str, Any]] = {
        own.run.task: {
            "model": own.run.model,
            "prompting": own.run.prompting or "not stated",
            **_settings(own),
        }
        for own in read
    }
    for field in next(iter(by_name.values()), {}):
        values = {name: private.public(repr(own[field])) for name, own in by_name.items()}
        if len(set(values.values())) > 1:
            listing = "; ".join(f"{name}: {value}" for name, value in values.items())
            yield (
                f"the tasks were not run alike; {field} differs: {listing}; name the "
                "results of one run, or run those that differ again"
            )
