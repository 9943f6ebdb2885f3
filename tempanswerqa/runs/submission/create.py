"""Makes a submission of the results and samples of a run, or lists every reason against it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any, NamedTuple

from tempanswerqa.questions.draws import FreshError
from tempanswerqa.questions.record import QuestionError
from tempanswerqa.questions.sources import SourceError
from tempanswerqa.questions.task_names import TaskName
from tempanswerqa.runs import harness_files, scoring
from tempanswerqa.runs.catalog import Library
from tempanswerqa.runs.harness_files import HarnessResults
from tempanswerqa.runs.saved_responses import RecordedError
from tempanswerqa.runs.scoring import Run
from tempanswerqa.runs.submission import SubmissionError, model_names, scores, verify
from tempanswerqa.runs.submission.bundle import Bundle, Settings, Task
from tempanswerqa.runs.submission.find_samples import RESCORE, Found, find
from tempanswerqa.runs.submission.generation_settings import generation, public_name
from tempanswerqa.runs.submission.verify import ByFilter
from tempanswerqa.runs.summary import Summary
from tempanswerqa.text import listed, printable


class _Read(NamedTuple):
    """A samples file, the results beside it, and the run and summaries that were read."""

    found: Found
    run: Run
    results: HarnessResults
    summaries: ByFilter


def build(places: Sequence[str], library: Library, model: str = "") -> Bundle:
    """Return the submission of the run whose results and samples are at `places` (see
    `find_samples.find`).

    `model` is the model's name in the submission; empty for the one in the results, without the
    folders of a local path. Raises SubmissionError with all problems: those of `find_samples.find`
    and `verify.check`, samples without their results file, runs on parts of the questions, scores
    that the samples do not give, and tasks with different settings.
    """
    found = find(places)
    problems = found.problems
    read = [own for file in found.files if (own := _read(file, library, problems))]
    tasks = [_task(own) for own in read]
    for own, task in zip(read, tasks, strict=True):
        problems += [f"{own.found.path}: {told}" for told in _problems(own)]
        told, _ = verify.check_task(task, own.run.model, own.run.prompting, library)
        problems += told
    problems += _secrets(read)
    if not read:
        raise SubmissionError(*problems)
    bundle = Bundle(
        model=model_names.normalized(model or public_name(read[0].run.model)),
        prompting=read[0].run.prompting,
        created=_now().isoformat(timespec="seconds"),
        settings=_settings(read[0]),
        tasks=tasks,
        mean=verify.means(own.summaries for own in read),
    )
    if problems := [*problems, *verify.mixed(bundle), *_unlike(read)]:
        raise SubmissionError(*dict.fromkeys(problems))
    return bundle


def _now() -> datetime:
    """Return the time of SOURCE_DATE_EPOCH, with which packing again gives the same bytes; the
    present time if it is not set.
    """
    told = os.environ.get("SOURCE_DATE_EPOCH")
    if not told:
        return datetime.now(timezone.utc)
    try:
        return datetime.fromtimestamp(int(told), timezone.utc)
    except (ValueError, OverflowError, OSError) as error:
        raise SubmissionError(
            f"SOURCE_DATE_EPOCH is {told!r}; set it to seconds since 1970, or unset it"
        ) from error


def _secrets(read: Sequence[_Read]) -> Iterator[str]:
    """Yield a problem for each results file that states secrets, with the names of these."""
    for path, names in {own.results.path: own.results.secrets for own in read}.items():
        if names:
            yield (
                f"{path}: {printable(', '.join(names))} look like secrets; take them out of this "
                "file, and of all that you publish with it, and give the model its keys in "
                "environment variables"
            )


def _read(found: Found, library: Library, problems: list[str]) -> _Read | None:
    results = harness_files.beside(found.path, found.date)
    if not results:
        problems.append(
            f"{found.path}: no results_{found.date}.json beside it that can be read; copy it from "
            "where lm_eval ran (--output_path NAME.json made it NAME_DATE.json: rename that), or "
            f"{RESCORE.format(found.path)}"
        )
        return None
    try:
        runs = scoring.read_runs(found.path, library)
    except (RecordedError, QuestionError, SourceError, FreshError) as error:
        problems.append(str(error))
        return None
    tasks = [TaskName.parse(run.task).harness for run in runs]
    if tasks != [TaskName.parse(found.task).zero_shot.harness]:
        problems.append(
            f"{found.path}: holds responses of {listed(tasks)}, and its name "
            "says otherwise; name the file as lm_eval wrote it"
        )
        return None
    return _Read(found, runs[0], results, verify.summarized(runs[0]))


def _task(own: _Read) -> Task:
    results, name = own.results, own.found.task
    version, shots = results.of_task("versions", name), results.of_task("n-shot", name)
    return Task(
        name=own.run.task,
        version=version if isinstance(version, int | float) else None,
        lm_eval=_text(results.stated.get("lm_eval_version")),
        shots=shots if isinstance(shots, int) else None,
        draw=own.run.part.draw,
        signatures={rule: summary.signature for rule, summary in own.summaries.items()},
        scores={rule: scores.of_summary(summary) for rule, summary in own.summaries.items()},
        responses={answer.question.id: answer.response for answer in own.run.answers},
        date=results.date,
    )


def _settings(own: _Read) -> Settings:
    stated = own.results.stated
    config = own.results.of_task("configs", own.found.task)
    return Settings(
        backend=_text(stated.get("model_source")),
        chat_template=bool(stated["chat_template"]) if "chat_template" in stated else None,
        chat_template_sha=_text(stated.get("chat_template_sha")),
        system_instruction_sha=_text(stated.get("system_instruction_sha")),
        generation=generation(
            config.get("generation_kwargs") if isinstance(config, Mapping) else None
        ),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _problems(own: _Read) -> Iterator[str]:
    run, results, name = own.run, own.results, own.found.task
    if results.limit is not None:
        yield f"was run with --limit {results.limit:g}; run it again without"
    asked = results.of_task("n-samples", name)
    if isinstance(asked, Mapping) and asked.get("original") != asked.get("effective"):
        yield (
            f"{asked.get('effective')} of {asked.get('original')} questions were asked; run it "
            "again without --limit and --samples"
        )
    if run.repeated:
        yield (
            f"answers {len(run.repeated)} questions more than once: {listed(run.repeated)}; every "
            "question has to be answered once: name the samples of one run"
        )
    if run.samples > 1:
        yield (
            f"has {run.samples} responses to a question, and a bundle holds one: `tempanswerqa "
            f"score {own.found.path} --samples first --output_path DIR`, then name DIR"
        )
    if run.unknown:
        yield (
            f"{len(run.unknown)} responses are to no known question: rows {listed(run.unknown)}; "
            "name the data folder that was used, or run it again with this version of the package"
        )
    for rule, summary in own.summaries.items():
        if told := _stated_otherwise(results.scores.get(name, {}), rule, summary):
            yield (
                f"{rule}: the samples do not score as {results.path.name} says: {told}; if the "
                f"package has changed since, {RESCORE.format(own.found.path)}"
            )


def _stated_otherwise(stated: Mapping[str, float], rule: str, summary: Summary) -> str | None:
    own = {key.removesuffix(f",{rule}"): n for key, n in stated.items() if key.endswith(f",{rule}")}
    rescored = scores.flat(scores.of_summary(summary))
    ends = ("_low", "_high", "_groups")
    return scores.difference(own, {k: v for k, v in rescored.items() if not k.endswith(ends)})


def _unlike(read: Sequence[_Read]) -> Iterator[str]:
    """Yield a problem for each setting that differs between the tasks of a run."""
    by_name: dict[str, dict[str, Any]] = {
        own.run.task: {
            "model": own.run.model,
            "prompting": own.run.prompting or "not stated",
            **_settings(own)._asdict(),
        }
        for own in read
    }
    for field in next(iter(by_name.values()), {}):
        told = {name: repr(stated[field]) for name, stated in by_name.items()}
        if len(set(told.values())) > 1:
            yield (
                f"the tasks were not run alike; {field} differs: "
                f"{'; '.join(f'{name}: {value}' for name, value in told.items())}; name the "
                "results of one run, or run those that differ again"
            )
