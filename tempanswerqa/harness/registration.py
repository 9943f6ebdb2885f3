"""Registers the tasks with an installed harness, and removes them from it.

The harness looks for tasks in its own package. So `register` writes one stub per task file to
``tasks/tempanswerqa/`` there. A stub includes the task file that this project installed: nothing is
copied, and ``!function`` still means the ``utils.py`` beside the task file. The harness skips a
stub whose task file is gone.
"""

import os
import shutil
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import yaml

from tempanswerqa.exceptions import TempAnswerError

FOLDER = "tempanswerqa"
MARKER = b"# Written by `tempanswerqa register`; `tempanswerqa register --remove` removes it.\n"
"""The first line of a stub, which distinguishes it from other people's files."""
WITHOUT_REGISTERING = (
    "\nThe tasks also work without registering them:\n"
    '  lm_eval --include_path "$(tempanswerqa tasks --path)" --tasks tempanswerqa ...'
)


class RegistrationError(TempAnswerError):
    """Tasks that cannot be registered or removed; the message says why and what to do."""


def tasks_folder() -> Path:
    """Return the absolute path of the folder with this project's task families.

    Raises RegistrationError if the package `lm_eval_tasks` is not installed.
    """
    spec = find_spec("lm_eval_tasks")
    if spec is None or not spec.submodule_search_locations:
        raise RegistrationError("the package lm_eval_tasks is missing: install this project again")
    return Path(next(iter(spec.submodule_search_locations))).absolute()


def task_files() -> list[Path]:
    """Return the YAML files that define a task or a group, sorted; [] if the folder has none.

    Names that start with "_" or "." are left out: they are files that tasks include, or folders of
    caches or of an editor's copies.

    Raises RegistrationError if the package `lm_eval_tasks` is not installed.
    """
    folder = tasks_folder()
    return sorted(
        path
        for path in folder.rglob("*.yaml")
        if not any(part.startswith(("_", ".")) for part in path.relative_to(folder).parts)
    )


def harness_tasks_folder() -> Path:
    """Return the `tasks` folder of the `lm_eval` that this Python imports, without importing it.

    Raises RegistrationError if there is no harness.
    """
    spec = find_spec("lm_eval")
    if spec is None or spec.origin is None:  # a folder of this name may be left of one
        raise RegistrationError(f"lm-eval is not installed for {sys.executable}")
    folder = Path(spec.origin).absolute().parent / "tasks"
    if not folder.is_dir():
        raise RegistrationError(f"this lm-eval keeps no tasks in {folder}{WITHOUT_REGISTERING}")
    return folder


def finds_plugins() -> bool:
    """Return whether the harness reads the tasks of installed packages itself, by entry points.

    No published one does. False without a harness.
    """
    with suppress(RegistrationError):
        tasks = harness_tasks_folder()
        files = [*tasks.glob("*.py"), *(tasks.parent / "api").glob("*.py")]
        return any(b"entry_points" in path.read_bytes() for path in files)
    return False


def harness_has(name: str) -> bool:
    """Return whether the harness has a task file or a folder of tasks of this name; False without
    a harness.
    """
    with suppress(RegistrationError):
        folder = harness_tasks_folder()
        return (folder / name).is_dir() or any(folder.rglob(f"{name}.y*ml"))
    return False


def register() -> list[Path]:
    """Make the tasks known to the harness and return the stubs, one per task file.

    A second call updates the stubs. If all are right, it touches none, so the harness may then be
    read-only; else it removes all and writes them anew. If the harness `finds_plugins`, earlier
    stubs are removed and none is written.

    Raises RegistrationError, with nothing changed, if a package is missing or the stubs' folder has
    other people's files; also if the harness's folder cannot be written.
    """
    folder = harness_tasks_folder() / FOLDER
    if finds_plugins():
        remove()
        return []
    wanted = _wanted(folder)
    if not wanted:
        raise RegistrationError(f"no task files in {tasks_folder()}: install this project again")
    try:
        stubs, others = _contents(folder)
        if others:
            listed = "\n".join(f"  {path}" for path in others)
            raise RegistrationError(
                "not registered, because these files are not from `tempanswerqa register`; move "
                f"them away first:\n{listed}{WITHOUT_REGISTERING}"
            )
        if stubs != wanted:
            if folder.exists():
                shutil.rmtree(folder)
            for stub, content in wanted.items():
                stub.parent.mkdir(parents=True, exist_ok=True)
                stub.write_bytes(content)
    except OSError as error:
        problem = f"cannot change {folder}: {error}{WITHOUT_REGISTERING}"
        raise RegistrationError(problem) from error
    return list(wanted)


def remove() -> list[Path]:
    """Remove the stubs and the folders that are then empty, and return the removed stubs.

    [] if there is no stub or no harness. Other people's files stay. Raises RegistrationError if a
    stub cannot be removed.
    """
    try:
        folder = harness_tasks_folder() / FOLDER
    except RegistrationError:
        return []
    try:
        stubs, _ = _contents(folder)
        for stub in stubs:
            stub.unlink()
        for path, _, _ in os.walk(folder, topdown=False):
            if not os.listdir(path):
                os.rmdir(path)
    except OSError as error:
        raise RegistrationError(f"cannot change {folder}: {error}") from error
    return list(stubs)


def is_registered() -> bool:
    """Return whether the stubs are exactly those that `register` writes, or none is needed.

    False if a package is missing or the stubs cannot be read.
    """
    try:
        if finds_plugins():
            return True
        folder = harness_tasks_folder() / FOLDER
        wanted = _wanted(folder)
        return bool(wanted) and _contents(folder)[0] == wanted
    except (RegistrationError, OSError):
        return False


def _wanted(folder: Path) -> dict[Path, bytes]:
    """Return the content of every stub that should be in the folder, by path."""
    source = tasks_folder()
    return {
        folder / path.relative_to(source): MARKER + yaml.safe_dump({"include": str(path)}).encode()
        for path in task_files()
    }


def _contents(folder: Path) -> tuple[dict[Path, bytes], list[Path]]:
    """Return the stubs below the folder with their content, and all other files.

    If the path is no folder, it is itself the other file.
    """
    if folder.is_symlink() or folder.is_file():
        return {}, [folder]
    stubs: dict[Path, bytes] = {}
    others: list[Path] = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_dir():
            content = b"" if path.is_symlink() else path.read_bytes()
            if content.startswith(MARKER):
                stubs[path] = content
            else:
                others.append(path)
    return stubs, others
