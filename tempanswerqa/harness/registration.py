"""Registers the tasks with an installed harness, and unregisters them.

The harness looks for tasks in its own package. So `register` writes one stub per task file to
``tasks/tempanswerqa/`` there. A stub includes the task file that this project installed: nothing is
copied, and ``!function`` still means the ``utils.py`` beside the task file.

All stubs change at once, and one process at a time changes them. A killed process leaves at most
folders beside ``tasks/``; the next process removes them.
"""

import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import yaml

from tempanswerqa.exceptions import TempAnswerError
from tempanswerqa.files import save
from tempanswerqa.questions import sources

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]  # `flock` raises AttributeError then

FOLDER = "tempanswerqa"
NEW, OLD = f".{FOLDER}-new", f".{FOLDER}-old"
"""Folders beside `tasks/` for the new and the old stubs, while these change."""
LOCK = f".{FOLDER}-lock"
"""The name of a lock file beside the package, for systems that cannot lock folders."""
STALE = 30.0
"""The age in seconds from which on a lock file counts as left by a killed process."""

# This line must not change: it distinguishes stubs of earlier releases from other people's files.
MARKER = "# Written by `tempanswerqa register`; `tempanswerqa unregister` removes it.\n"
# Killed processes of earlier releases left parts of stubs with such names.
_PART = re.compile(r"\..+\.yaml\.[0-9a-f]{32}\.part")

WITHOUT_REGISTERING = (
    "\nThe tasks also work without registering them:\n"
    '  lm_eval --include_path "$(tempanswerqa tasks --path)" --tasks tempanswerqa ...'
)


class RegistrationError(TempAnswerError):
    """A failed registration or unregistration; the message says why and what to do."""


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

    Raises RegistrationError if there is no harness, or only the remains of one.
    """
    spec = find_spec("lm_eval")
    if spec is None:
        raise RegistrationError(f"lm-eval is not installed for {sys.executable}")
    if spec.origin is None:
        raise RegistrationError(_remains(spec.submodule_search_locations))
    folder = Path(spec.origin).absolute().parent / "tasks"
    if not folder.is_dir():
        raise RegistrationError(f"this lm-eval keeps no tasks in {folder}{WITHOUT_REGISTERING}")
    return folder


def harness_has(name: str) -> bool:
    """Return whether the harness has a task file or a folder of tasks of this name; False without
    a harness.
    """
    try:
        folder = harness_tasks_folder()
    except RegistrationError:
        return False
    return (folder / name).is_dir() or any(folder.rglob(f"{name}.y*ml"))


def register() -> list[Path]:
    """Make the tasks known to the harness and return the stubs, one per task file.

    A second call updates the stubs: if all are right, none is touched (so the harness may then be
    read-only); else all are replaced at once. It also repairs the state that a killed process left.

    Raises RegistrationError, with nothing changed, if a package is missing or the stubs' folder has
    other people's files; also if the harness's folder cannot be written.
    """
    folder = harness_tasks_folder() / FOLDER
    wanted = _wanted(folder)
    if not wanted:
        raise RegistrationError(f"no task files in {tasks_folder()}: install this project again")
    package = folder.parent.parent
    with _naming(folder, WITHOUT_REGISTERING), _locked(package):
        _replace(folder, wanted)
    with suppress(OSError):  # the note only helps to find packages that Python does not
        if str(package) not in (known := _noted()):
            _note([*known, str(package)])
    return list(wanted)


def unregister() -> list[Path]:
    """Remove the stubs and the folders that are then empty, and return the removed stubs.

    [] if there is no stub or no harness. Other people's files stay. It also removes the stubs from
    the remains of an uninstalled harness, and from every harness that `register` noted, such as a
    checkout that is no longer installed.

    Raises RegistrationError if a stub cannot be removed.
    """
    removed = []
    for package in _packages():
        folder = package / "tasks" / FOLDER
        with _naming(folder), _locked(package):
            own, _ = _contents(folder)
            for path in own:
                path.unlink()
            _remove_leftovers(package)
            # Python imports `lm_eval` without files, which hides an editable harness.
            _remove_empty_folders(folder if (package / "__init__.py").exists() else package)
        removed += own
    with suppress(OSError):
        _note([])
    return removed


def is_registered() -> bool:
    """Return whether the stubs are exactly those that `register` writes.

    False if a package is missing or the stubs cannot be read.
    """
    try:
        folder = harness_tasks_folder() / FOLDER
        wanted = _wanted(folder)
        own, _ = _contents(folder)
        return bool(wanted) and {stub: stub.read_bytes() for stub in own} == wanted
    except (RegistrationError, OSError):
        return False


def _wanted(folder: Path) -> dict[Path, bytes]:
    """Return the content of every stub that should be in the folder, by path."""
    source = tasks_folder()
    return {folder / path.relative_to(source): _stub(path) for path in task_files()}


def _stub(target: Path) -> bytes:
    return (MARKER + yaml.safe_dump({"include": str(target)})).encode()


def _packages() -> list[Path]:
    """Return the package folder of the harness that Python imports, and the remains of others."""
    spec = find_spec("lm_eval")
    places = [*((spec and spec.submodule_search_locations) or [])]
    found = [Path(place).absolute() for place in places]
    live = [path for path in found if (path / "__init__.py").exists()]
    # The import system skips remains if it finds a package.
    beside = [Path(entry, "lm_eval").absolute() for entry in sys.path]
    noted = [path for path in map(Path, _noted()) if (path / "tasks" / FOLDER).is_dir()]
    return list(dict.fromkeys([*live, *filter(_is_remains, [*found, *beside]), *noted]))


def _notes() -> Path:
    """Return the file that lists the registered harnesses, by Python environment."""
    return sources.cache_folder(sources.TEMPANSWERQA).with_name("registered.json")


def _all_noted() -> dict[str, list[str]]:
    try:
        found = json.loads(_notes().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _noted() -> list[str]:
    """Return the packages of harnesses that `register` noted in this environment."""
    return _all_noted().get(sys.prefix, [])


def _note(packages: list[str]) -> None:
    """Note the packages of this environment. Raises OSError if that is impossible."""
    known = {key: own for key, own in _all_noted().items() if key != sys.prefix}
    known |= {sys.prefix: packages} if packages else {}
    path = _notes()
    if known or path.exists():
        save(path, [json.dumps(known, indent=1)])


def _is_remains(package: Path) -> bool:
    """Return whether a folder is no package, and has the stubs' folder or no file at all."""
    if (package / "__init__.py").exists() or not package.is_dir():
        return False
    return (package / "tasks" / FOLDER).is_dir() or not any(f for _, _, f in os.walk(package))


def _contents(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the files below the folder: our stubs (and parts of stubs), and all other files.

    Two empty lists if nothing is there; if the path is no folder, it is itself the other file.
    """
    if not os.path.lexists(folder):
        return [], []
    if folder.is_symlink() or not folder.is_dir():
        return [], [folder]
    files = [path for path in sorted(folder.rglob("*")) if path.is_symlink() or not path.is_dir()]
    own = [path for path in files if _is_stub(path)]
    return own, [path for path in files if path not in own]


def _is_stub(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    if _PART.fullmatch(path.name):
        return True
    marker = MARKER.encode()
    with path.open("rb") as file:
        return file.read(len(marker)) == marker


def _replace(folder: Path, wanted: dict[Path, bytes]) -> None:
    """Replace the folder with the wanted stubs, in whatever state a killed process left it."""
    package = folder.parent.parent
    own, foreign = _contents(folder)
    if foreign:
        raise RegistrationError(_not_ours(foreign))
    _remove_leftovers(package)
    if {stub: stub.read_bytes() for stub in own} == wanted:
        return
    new, old = package / NEW, package / OLD
    try:
        for stub, content in wanted.items():
            staged = new / stub.relative_to(folder)
            staged.parent.mkdir(parents=True, exist_ok=True)
            staged.write_bytes(content)
        if folder.exists():
            os.replace(folder, old)
        os.replace(new, folder)
    finally:
        if old.exists() and not folder.exists():
            os.replace(old, folder)
        _remove_leftovers(package)


def _remove_leftovers(package: Path) -> None:
    for path in (package / NEW, package / OLD):
        if path.exists():
            shutil.rmtree(path)


def _remove_empty_folders(root: Path) -> None:
    """Remove the empty folders below a folder, and then the folder itself if it is empty."""
    for path, _, _ in os.walk(root, topdown=False):
        if not os.listdir(path):
            os.rmdir(path)


@contextmanager
def _locked(package: Path) -> Iterator[None]:
    """Let one process at a time change the stubs; the lock ends with its process."""
    with ExitStack() as held:
        try:
            descriptor = os.open(package, os.O_RDONLY)
            held.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except (AttributeError, OSError):  # no `flock` on Windows and in network folders
            if _made(lock := package.with_name(LOCK)):
                held.callback(lock.unlink, missing_ok=True)
        yield


def _made(lock: Path) -> bool:
    """Make the lock file as soon as no other process has it, and return whether it was made.

    False if this process may not write there: it then has nothing to change either.
    """
    while True:
        try:
            lock.touch(exist_ok=False)
            return True
        except FileExistsError:
            with suppress(FileNotFoundError):
                if time.time() - lock.stat().st_mtime > STALE:
                    lock.unlink()
            time.sleep(0.05)
        except OSError:
            return False


@contextmanager
def _naming(folder: Path, advice: str = "") -> Iterator[None]:
    """Turn an OSError into a RegistrationError that names the folder and ends with the advice."""
    try:
        yield
    except OSError as error:
        raise RegistrationError(f"cannot change {folder}: {error}{advice}") from error


def _not_ours(files: list[Path]) -> str:
    listed = "\n".join(f"  {path}" for path in files)
    return (
        "not registered, because these files are not from `tempanswerqa register`; move them away "
        f"first:\n{listed}{WITHOUT_REGISTERING}"
    )


def _remains(locations: Iterable[str] | None) -> str:
    listed = "\n".join(f"  {location}" for location in locations or ())
    return (
        "`lm_eval` is a folder without a package; an uninstalled harness leaves such a folder. Run "
        "`tempanswerqa unregister`, delete the rest of the folder, and register again:\n"
        f"{listed}"
    )
