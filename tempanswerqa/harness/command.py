"""Runs the harness's command with the tasks and models of this package.

What would end a run late, or spoil it, is found first, before any model is loaded.
"""

from __future__ import annotations

import io
import logging
import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from difflib import get_close_matches
from fnmatch import filter as matching
from importlib.resources import files
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

GENERATION = (
    *("until", "do_sample", "temperature", "top_p", "top_k", "min_p", "typical_p", "seed"),
    *("max_gen_toks", "max_new_tokens", "max_tokens", "max_completion_tokens", "min_new_tokens"),
    *("num_beams", "repetition_penalty", "presence_penalty", "frequency_penalty"),
)
"""Usual names of `--gen_kwargs`."""
SIMILAR = 0.85
"""The similarity of a name to a known one from which it is taken to be mistyped: models take many
arguments that are not listed, such as `max_memory` beside `max_cpu_memory`."""


_BASES = ("lm_eval.models.api_models", "lm_eval.models.huggingface")
"""The modules of the models from which others inherit arguments."""


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
    """Raise TempAnswerError for what seems mistyped, for what our tasks refuse, and for other tasks
    that use filters or metrics of this package but cannot score their first question, answered as
    its label says.

    Warns of prompts that the model's context does not hold. `folders` are those of other tasks.
    """
    if missing := [folder for folder in folders if not folder.is_dir()]:
        raise CommandError(f"--include_path: there is no folder {missing[0]}")
    if settings.limit is not None and settings.limit <= 0:
        raise CommandError(f"--limit has to be above 0, not {settings.limit:g}")
    tasks = settings.tasks.split(",") if isinstance(settings.tasks, str) else settings.tasks
    names = [name for text in tasks for name in text.split(",")]
    known = sorted(task.task for task in task_files.listed())
    ours = [task for name in names for task in matching(known, name)]
    _check_tasks(names, known, folders)
    if ours and folders and not registration.is_registered():
        raise CommandError(
            f"with another --include_path, the harness does not know {ours[0]}; first run: "
            "tempanswerqa register"
        )
    _check_model(settings.model, settings.model_args)
    _refuse_mistyped("--gen_kwargs", settings.gen_kwargs, GENERATION)
    samples = settings.samples or {}
    if isinstance(samples, str):
        raise CommandError(f"--samples is no JSON, and there is no file {samples}")
    _refuse_mistyped("--samples", samples, known)
    # the harness puts the model's arguments there, too
    metadata = {k: v for k, v in settings.metadata.items() if k not in settings.model_args}
    task_files.check_metadata(metadata, ours)

    from lm_eval.tasks import TaskManager  # slow, as all that follows

    from tempanswerqa.harness import models
    from tempanswerqa.harness.tasks import log_as_the_harness
    from tempanswerqa.questions.record import Question

    log_as_the_harness()
    home = registration.tasks_folder()
    manager = TaskManager(
        include_path=[home, *folders], include_defaults=False, metadata=settings.metadata
    )
    of_ours = []
    for name in manager.match_tasks(names):
        entry = manager.task_index[name]
        config = entry.cfg or {}
        if "class" in config or (entry.yaml_path and home in entry.yaml_path.parents):
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
    loaded = manager.load(of_ours)["tasks"] if of_ours else {}
    makers = (signature(task.config.custom_dataset) for task in loaded.values())
    read = {*task_files.METADATA}.union(*(maker.parameters for maker in makers))
    unread = metadata.keys() - read
    if unread and all(matching(known, name) for name in names):
        raise CommandError(f"these tasks read no {min(unread)!r} of --metadata")
    model = context.serving(settings.metadata)
    for name, task in loaded.items():
        if max(samples.get(name, [0])) >= len(task.eval_docs):
            raise CommandError(f"--samples: {name} has only {len(task.eval_docs)} questions")
        counting = model if task.OUTPUT_TYPE == "generate_until" else None
        shots = settings.num_fewshot
        shots = (task.config.num_fewshot or 0) if shots is None else shots
        # as plain text, which chat templates make a little longer; the first shows the exemplars
        prompts = [
            task.fewshot_context(document, shots, settings.system_instruction)
            for document in islice(task.eval_docs, None if counting else 1)
        ]
        if counting:
            generation = task.config.generation_kwargs | settings.gen_kwargs
            if complaint := context.complaint(prompts, generation, counting):
                logger.warning("%s: %s", name, complaint)


def _check_tasks(names: Sequence[str], known: Sequence[str], folders: list[Path]) -> None:
    """Raise CommandError for names and patterns that neither our tasks (`known`) nor the harness's,
    nor those of the folders, have.
    """
    if not names:
        raise CommandError(f"name the tasks, such as --tasks {FAMILY}")
    others = [name for name in names if not matching(known, name) and re.match(r"[\w-]", name)]
    others = [name for name in others if "/" not in name and not name.endswith(".yaml")]
    places = (registration.harness_tasks_folder(), *folders) if others else ()
    texts = [path.read_bytes() for place in places for path in place.rglob("*.yaml")]
    hints = []
    for name in others:
        begin, *pattern = re.split(r"[*?\[]", name)
        end = rb"" if pattern else rb"(?![\w-])"
        if not any(
            map(re.compile(rb"(?<![\w/-])%b%b" % (re.escape(begin.encode()), end)).search, texts)
        ):
            full, rest = f"{FAMILY}_{name}", "`lm_eval ls tasks` lists all that can be run"
            hint = f"did you mean {full}?" if full in known else suggestion(name, known, rest)
            hints.append(f"unknown task {name!r}; {hint}")
    if hints:
        raise CommandError("\n".join(hints))


def _check_model(name: str, arguments: Mapping[str, Any]) -> None:
    """Raise CommandError for an unknown model, and for arguments that seem mistyped or name a
    folder that is missing.
    """
    import lm_eval.models  # noqa: F401  registers the harness's own models
    from lm_eval.api.registry import model_registry

    from tempanswerqa.harness import models

    known = {**dict(model_registry.items()), **models.MODELS}
    if name not in known:
        raise CommandError(f"unknown model {name!r}; {suggestion(name, known)}")
    if isinstance(target := known[name], str):
        # the words of its source, as importing a model is slow
        modules = (name.rpartition(".") for name in (target.partition(":")[0], *_BASES))
        sources = (files(package) / f"{module}.py" for package, _, module in modules)
        taken = [word for file in sources for word in re.findall(r"\w+", file.read_text("utf-8"))]
    else:
        taken = [*signature(target).parameters]
    _refuse_mistyped("--model_args", arguments, {*taken})
    place = str(arguments.get("pretrained", ""))
    if not place and name in ("hf", "vllm"):
        raise CommandError("name the model: --model_args pretrained=MODEL")
    if place.startswith(("/", "./", "../", "~")) and not Path(place).is_dir():
        raise CommandError(f"--model_args: there is no folder {place}")


def _refuse_mistyped(option: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise CommandError for a name that is almost a known one."""
    for name in names:
        if name not in known and get_close_matches(name, known, cutoff=SIMILAR):
            raise CommandError(
                f"{option}: unknown {name!r}; {suggestion(name, known, cutoff=SIMILAR)}"
            )
