"""Registers the tasks with an installed harness, and removes them from it.

For each task file, `register` writes a stub that includes it into `tasks/tempanswerqa/` of the
harness: nothing is copied. The harness skips a stub whose task file is gone.
"""

import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import yaml

import lm_eval_tasks
from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.questions.task_names import FAMILY

MARKER = b"# Written by `tempanswerqa register`; `tempanswerqa register --remove` removes it.\n"
"""The first line of a stub, which marks it as ours."""


class RegistrationError(TempAnswerError):
    """Tasks that cannot be registered or removed; the message says why and what to do."""


def tasks_folder() -> Path:
    """Return the absolute path of the folder with this project's task families."""
    return Path(lm_eval_tasks.__file__).absolute().parent


def task_files() -> list[Path]:
    """Return the YAML files that define a task or a group, sorted."""
    return sorted(tasks_folder().glob("[!._]*/[!._]*.yaml"))


def harness_tasks_folder() -> Path:
    """Return the `tasks` folder of the `lm_eval` that this Python would import."""
    spec = find_spec("lm_eval")
    if spec is None or spec.origin is None:  # a folder may remain
        raise RegistrationError(f"lm-eval is not installed for {sys.executable}")
    return Path(spec.origin).absolute().parent / "tasks"


def register() -> list[Path]:
    """Register the tasks with the harness and return the stubs, one per task file.

    Raises RegistrationError, with nothing changed, if their folder has other files or is read-only.
    """
    present, others = _contents()
    wanted = _wanted()
    elsewhere = (
        "\nThe tasks also work without registering them:\n"
        '  lm_eval --include_path "$(tempanswerqa tasks --path)" --tasks tempanswerqa ...'
    )
    if others:
        named = "\n".join(f"  {path}" for path in others)
        raise RegistrationError(f"move these other files away:\n{named}{elsewhere}")
    if present != wanted:
        remove()
        try:
            for stub, content in wanted.items():
                stub.parent.mkdir(parents=True, exist_ok=True)
                stub.write_bytes(content)
        except OSError as error:
            with suppress(RegistrationError):
                remove()
            raise RegistrationError(f"cannot register the tasks: {error}{elsewhere}") from error
    return list(wanted)


def remove() -> list[Path]:
    """Remove the stubs and any folders left empty, and return the removed stubs."""
    present, _ = _contents()
    try:
        for stub in present:
            stub.unlink()
        for path, _, _ in os.walk(harness_tasks_folder() / FAMILY, topdown=False):
            if not os.listdir(path):
                os.rmdir(path)
    except OSError as error:
        raise RegistrationError(f"cannot remove the tasks: {error}") from error
    return list(present)


def is_registered() -> bool:
    """Return whether the stubs are exactly those that `register` writes."""
    return _contents()[0] == _wanted()


def _wanted() -> dict[Path, bytes]:
    source, folder = tasks_folder(), harness_tasks_folder() / FAMILY
    return {
        folder / path.relative_to(source): MARKER + yaml.safe_dump({"include": str(path)}).encode()
        for path in task_files()
    }


def _contents() -> tuple[dict[Path, bytes], list[Path]]:
    """Return the stubs in the harness, even truncated ones, with their text, and other files."""
    files = sorted(filter(Path.is_file, (harness_tasks_folder() / FAMILY).rglob("*")))
    texts = {path: path.read_bytes() for path in files if path.suffix == ".yaml"}
    ours = {p: text for p, text in texts.items() if text[: len(MARKER)] == MARKER[: len(text)]}
    return ours, [path for path in files if path not in ours]
