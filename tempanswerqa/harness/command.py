"""Runs the harness's command with the tasks and models of this package.

What would end a run late, or spoil it, is found first, before any model is loaded.
"""

from __future__ import annotations

import io
import logging
import re
import sys
from argparse import Namespace
from collections.abc import Sequence
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
    """Raise TempAnswerError for an unknown model or task, for arguments and metadata that seem
    mistyped, for what our tasks refuse, and for other tasks that use filters or metrics of this
    package but cannot score their first question, answered as its label says.

    Warns of prompts that the model's context does not hold. `folders` are those of other tasks.
    """
    import lm_eval.models  # noqa: F401  registers the harness's own models
    from lm_eval.api.registry import model_registry

    from tempanswerqa.harness import models

    tasks = settings.tasks.split(",") if isinstance(settings.tasks, str) else settings.tasks
    names = [name for text in tasks for name in text.split(",")]
    if not names:
        raise CommandError(f"name the tasks, such as --tasks {FAMILY}")

    target = models.MODELS.get(settings.model)
    if not target and settings.model not in model_registry:
        hint = suggestion(settings.model, [*models.MODELS, *model_registry])
        raise CommandError(f"unknown model {settings.model!r}; {hint}")
    known = [*signature(target).parameters] if isinstance(target, type) else []
    for name in settings.model_args:
        if name not in known and get_close_matches(name, known):
            hint = suggestion(name, known)
            raise CommandError(f"{settings.model} reads no {name!r} of --model_args; {hint}")

    known = sorted(task.task for task in task_files.listed())
    others = [name for name in names if re.fullmatch(r"[\w-]+", name) and name not in known]
    places = (registration.harness_tasks_folder(), *folders) if others else ()
    texts = [path.read_bytes() for folder in places for path in folder.rglob("*.yaml")]
    hints = []
    for name in others:
        pattern = re.compile(rb"(?<![\w/-])%b(?![\w-])" % name.encode())
        if not any(map(pattern.search, texts)):
            full, rest = f"{FAMILY}_{name}", "`lm_eval ls tasks` lists all that can be run"
            hint = f"did you mean {full}?" if full in known else suggestion(name, known, rest)
            hints.append(f"unknown task {name!r}; {hint}")
    if hints:
        raise CommandError("\n".join(hints))

    if all(name in known for name in names):
        read = [*task_files.METADATA, *task_files.DATASETS]
        # the harness puts the model's arguments there, too
        for key in (settings.metadata or {}).keys() - (settings.model_args or {}).keys():
            if key not in read and get_close_matches(key, read):
                raise CommandError(f"no task reads {key!r} of --metadata; {suggestion(key, read)}")

    from lm_eval.tasks import TaskManager  # slow, as all that follows

    from tempanswerqa.harness.tasks import log_as_the_harness
    from tempanswerqa.questions.record import Question

    log_as_the_harness()
    ours = registration.tasks_folder()
    manager = TaskManager(
        include_path=[ours, *folders], include_defaults=False, metadata=settings.metadata
    )
    of_ours = []
    for name in manager.match_tasks(names):
        entry = manager.task_index[name]
        config = entry.cfg or {}
        if "class" in config or (entry.yaml_path and ours in entry.yaml_path.parents):
            of_ours.append(name)
            continue
        filtered = "tempanswerqa_" in str(config.get("filter_list"))
        scored = "tempanswerqa" in str(config.get("metric_list"))
        if not filtered and not scored:
            continue
        models.register()
        (task,) = manager.load([name])["tasks"].values()
        for document in islice(task.eval_docs, 1):
            if filtered and not {*Question.__annotations__} <= {*document}:
                raise CommandError(
                    f"{name}: the filters of this package need the documents of its tasks; take "
                    "only its metrics, or make tasks of your questions with `tempanswerqa new`"
                )
            if scored:
                task.process_results(document, [str(task.doc_to_target(document))])
    model = context.serving(None, settings.metadata)
    for name, task in (manager.load(of_ours)["tasks"] if of_ours else {}).items():
        if model and task.OUTPUT_TYPE == "generate_until":
            shots, instruction = settings.num_fewshot, settings.system_instruction
            shots = (task.config.num_fewshot or 0) if shots is None else shots
            # as plain text, which chat templates make a little longer
            prompts = [task.fewshot_context(doc, shots, instruction) for doc in task.eval_docs]
            generation = task.config.generation_kwargs | (settings.gen_kwargs or {})
            if complaint := context.complaint(prompts, generation, model):
                logger.warning("%s: %s", name, complaint)
