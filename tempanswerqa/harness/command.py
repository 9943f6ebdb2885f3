"""Runs the harness's command with the tasks and models of this package.

What would end a run late, or spoil it, is found first, before any model is loaded.
"""

from __future__ import annotations

import io
import logging
import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from difflib import get_close_matches
from inspect import signature
from itertools import islice
from pathlib import Path
from typing import Any

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.harness import context, registration, task_files
from tempanswerqa.questions import own
from tempanswerqa.questions.task_names import FAMILY
from tempanswerqa.text import suggestion

logger = logging.getLogger(__name__)


class CommandError(TempAnswerError):
    """Arguments of the harness that cannot be run; the message says which and what to do."""


def run(arguments: Sequence[str]) -> None:
    """Run the harness's command line with these models and, if not registered, these tasks.

    Exits as the harness does. Raises TempAnswerError for an unknown model or task, for data that
    are missing, and for settings that our tasks do not have.
    """
    from lm_eval.__main__ import cli_evaluate
    from lm_eval.utils import setup_logging

    setup_logging()
    before = sys.argv
    try:
        sys.argv = ["lm_eval", *arguments]
        settings = _settings() if arguments else Namespace()
        sys.argv = ["lm_eval", *arguments]  # the harness may have added to it
        place, ours = getattr(settings, "include_path", None) or "", registration.tasks_folder()
        others = [Path(place)] if place and Path(place).absolute() != ours else []
        if place and own.folders(place):
            own.include(place)
        if arguments and not others and bool(place) == registration.is_registered():
            # only one folder may have the tasks: each that is in two brings a warning
            sys.argv += ["--include_path", "" if place else str(ours)]
        if not isinstance(settings, Namespace):
            _check(settings, others)
        from tempanswerqa.harness import models  # slow, as all that follows

        models.register()
        cli_evaluate()
    finally:
        sys.argv = before


def _settings() -> Any:
    """Return the settings on the harness's command line, and in the file that `--config` names.

    Raises CommandError for what the harness refuses.
    """
    from lm_eval._cli.harness import HarnessCLI
    from lm_eval.config.evaluate_config import EvaluatorConfig

    try:
        parsed = HarnessCLI().parse_args()
        if parsed.command != "run":
            return parsed
        logging.disable(logging.WARNING)  # the harness warns and prints again when it runs
        with redirect_stdout(io.StringIO()):
            return EvaluatorConfig.from_cli(parsed)
    except (ValueError, TypeError) as error:
        raise CommandError(str(error)) from error
    finally:
        logging.disable(logging.NOTSET)


def _check(settings: Any, folders: list[Path]) -> None:
    """Raise TempAnswerError for an unknown model or task and for what our tasks refuse; warn of
    prompts that the model's context does not hold. `folders` are those of other tasks.
    """
    tasks = settings.tasks.split(",") if isinstance(settings.tasks, str) else settings.tasks
    names = [name for text in tasks for name in text.split(",")]
    if not names:
        raise CommandError(f"name the tasks, such as --tasks {FAMILY}")
    _check_model(settings.model, settings.model_args)
    plain = [name for name in names if re.fullmatch(r"[\w-]+", name)]
    if not _check_names(plain, folders) and plain == names:
        # the harness puts the model's arguments there, too
        _check_metadata([*(settings.metadata or {}).keys() - (settings.model_args or {}).keys()])
    from lm_eval.tasks import TaskManager  # slow

    from tempanswerqa.harness.tasks import log_as_the_harness

    log_as_the_harness()
    ours = registration.tasks_folder()
    manager = TaskManager(
        include_path=[ours, *folders], include_defaults=False, metadata=settings.metadata
    )
    entries = {name: manager.task_index[name] for name in manager.match_tasks(names)}
    of_ours = [
        name
        for name, entry in entries.items()
        if "class" in (entry.cfg or ()) or (entry.yaml_path and ours in entry.yaml_path.parents)
    ]
    _check_components(manager, [name for name in entries if name not in of_ours])
    loaded = manager.load(of_ours)["tasks"] if of_ours else {}
    if model := context.serving(None, settings.metadata):
        for name, task in loaded.items():
            if task.OUTPUT_TYPE == "generate_until":
                _warn_of_long_prompts(name, task, settings, model)


def _check_components(manager: Any, names: Sequence[str]) -> None:
    """Raise TempAnswerError if other people's tasks use filters or metrics of this package that
    cannot score their first question, answered as its label says.
    """
    from tempanswerqa.harness import models
    from tempanswerqa.questions.record import Question

    for name in names:
        config = manager.task_index[name].cfg or {}
        filters, scores = (str(config.get(key)) for key in ("filter_list", "metric_list"))
        if "tempanswerqa_" not in filters and "tempanswerqa" not in scores:
            continue
        models.register()
        (task,) = manager.load([name])["tasks"].values()
        for document in islice(task.eval_docs, 1):
            if "tempanswerqa_" in filters and not {*Question.__annotations__} <= {*document}:
                raise CommandError(
                    f"{name}: the filters of this package need the documents of its tasks; take "
                    "only its metrics, or make tasks of your questions with `tempanswerqa new`"
                )
            if "tempanswerqa" in scores:
                task.process_results(document, [str(task.doc_to_target(document))])


def _check_model(model: str, arguments: Iterable[str]) -> None:
    """Raise CommandError for an unknown model, and for arguments of ours that seem mistyped."""
    import lm_eval.models  # noqa: F401  registers the harness's own models
    from lm_eval.api.registry import model_registry

    from tempanswerqa.harness.models import MODELS

    if model not in MODELS and model not in model_registry:
        known = suggestion(model, [*MODELS, *model_registry])
        raise CommandError(f"unknown model {model!r}; {known}")
    target = MODELS.get(model)
    names = [*signature(target).parameters] if isinstance(target, type) else []
    for name in arguments:
        if name not in names and get_close_matches(name, names):
            hint = suggestion(name, names)
            raise CommandError(f"{model} reads no {name!r} of --model_args; {hint}")


def _check_metadata(keys: Iterable[str]) -> None:
    """Raise CommandError for keys that seem mistyped; each task refuses more when it is loaded."""
    read = [*task_files.METADATA, *task_files.DATASETS]
    for key in keys:
        if key not in read and get_close_matches(key, read):
            raise CommandError(f"no task reads {key!r} of --metadata; {suggestion(key, read)}")


def _check_names(names: Sequence[str], folders: Sequence[Path]) -> list[str]:
    """Return the names that our tasks do not have. Raises CommandError for those that no other task
    file has either.
    """
    known = {task.task for task in task_files.listed()}
    found = others = [name for name in names if name not in known]
    if others:
        texts = [
            path.read_bytes()
            for folder in (registration.harness_tasks_folder(), *folders)
            for path in folder.rglob("*.yaml")
        ]
        patterns = {name: re.compile(rb"(?<![\w/-])%b(?![\w-])" % name.encode()) for name in others}
        others = [name for name in others if not any(map(patterns[name].search, texts))]
    rest = "`lm_eval ls tasks` lists all that can be run"
    hints = []
    for name in others:
        full = f"{FAMILY}_{name}"
        hint = f"did you mean {full}?" if full in known else suggestion(name, sorted(known), rest)
        hints.append(f"unknown task {name!r}; {hint}")
    if hints:
        raise CommandError("\n".join(hints))
    return found


def _warn_of_long_prompts(name: str, task: Any, settings: Any, model: context.Model) -> None:
    """Warn of prompts that do not fit as plain text; chat templates make them a little longer."""
    from lm_eval.models.utils import normalize_gen_kwargs

    shots = settings.num_fewshot
    shots = (task.config.num_fewshot or 0) if shots is None else shots
    instruction = settings.system_instruction
    prompts = [task.fewshot_context(doc, shots, instruction) for doc in task.eval_docs]
    generation = task.config.generation_kwargs | (settings.gen_kwargs or {})
    room = normalize_gen_kwargs(generation)["max_gen_toks"]
    if complaint := context.complaint(prompts, room, model):
        logger.warning("%s: %s", name, complaint)
