"""Making the tasks known to an installed harness, and unknown again.

The harness looks for tasks in its own package, so registering writes one stub per task file to
``tasks/tempanswerqa/`` there.  A stub only includes the file where this project installed it:
nothing is copied, and ``!function`` keeps meaning the ``utils.py`` beside the included file.

All stubs take their place at once, and one process at a time changes them. One that is killed
leaves at most folders beside ``tasks/``, which the next one removes.
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
from tempanswerqa.files import written_whole
from tempanswerqa.questions import sources

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]  # `flock` raises AttributeError then

FOLDER = "tempanswerqa"
NEW, OLD = f".{FOLDER}-new", f".{FOLDER}-old"
"""Folders beside `tasks/` while the stubs change: those to come, and those that go."""
LOCK = f".{FOLDER}-lock"
"""A file beside the package, where folders cannot be locked."""
STALE = 30.0
"""Seconds after which it is taken for one that a killed process left."""

# Stubs of earlier releases are told from other people's files by this line: it must not change.
MARKER = "# Written by `tempanswerqa register`; `tempanswerqa unregister` removes it.\n"
# Earlier releases that were killed left parts of stubs.
_PART = re.compile(r"\..+\.yaml\.[0-9a-f]{32}\.part")

WITHOUT_REGISTERING = (
    "\nThe tasks also work without registering them:\n"
    '  lm_eval --include_path "$(tempanswerqa tasks --path)" --tasks tempanswerqa ...'
)


class RegistrationError(TempAnswerError):
    """Registering or unregistering is impossible; the message says why and what to do."""


def tasks_folder() -> Path:
    """Return the absolute path of the folder with this project's task families.

    Raises RegistrationError when the package `lm_eval_tasks` is not installed.
    """
    spec = find_spec("lm_eval_tasks")
    if spec is None or not spec.submodule_search_locations:
        raise RegistrationError("the package lm_eval_tasks is missing: install this project again")
    return Path(next(iter(spec.submodule_search_locations))).absolute()


def task_files() -> list[Path]:
    """Return the YAML files that define a task or a group, sorted; [] where the folder has none.

    A name that starts with "_" or "." stands for something else: a base that tasks include, or a
    folder of caches or of an editor's copies.

    Raises RegistrationError when the package `lm_eval_tasks` is not installed.
    """
    folder = tasks_folder()
    return sorted(
        path
        for path in folder.rglob("*.yaml")
        if not any(part.startswith(("_", ".")) for part in path.relative_to(folder).parts)
    )


def harness_tasks_folder() -> Path:
    """Return the `tasks` folder of the `lm_eval` that this Python imports, without importing it.

    Raises RegistrationError when there is no harness, or only the remains of one.
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
    """Return whether the harness has a task file or a folder of tasks of this name; False where
    there is no harness.
    """
    try:
        folder = harness_tasks_folder()
    except RegistrationError:
        return False
    return (folder / name).is_dir() or any(folder.rglob(f"{name}.y*ml"))


def register() -> list[Path]:
    """Make the tasks known to the harness; returns the stubs, one per task file.

    Registering again brings the stubs up to date: those that are right are not touched (so a
    harness that was registered once may be read-only), else all are replaced at once. It also
    mends what a killed process left.

    Raises RegistrationError, with nothing changed, when a package is missing or when the stubs'
    folder holds files of somebody else; also when the harness's folder cannot be written.
    """
    folder = harness_tasks_folder() / FOLDER
    wanted = _wanted(folder)
    if not wanted:
        raise RegistrationError(f"no task files in {tasks_folder()}: install this project again")
    package = folder.parent.parent
    with _naming(folder, WITHOUT_REGISTERING), _locked(package):
        _replace(folder, wanted)
    with suppress(OSError):  # without it, stubs are found while Python finds their package
        if str(package) not in (known := _noted()):
            _note([*known, str(package)])
    return list(wanted)


def unregister() -> list[Path]:
    """Remove the stubs and the folders that are empty without them; returns the removed stubs.

    [] when there were none, or no harness.  Files of somebody else stay.  Works on the remains of
    an uninstalled harness too, of which only the files that an installer left behind are kept, and
    on every harness that `register` noted, such as a checkout that is installed no longer.

    Raises RegistrationError when a stub cannot be removed.
    """
    removed = []
    for package in _packages():
        folder = package / "tasks" / FOLDER
        with _naming(folder), _locked(package):
            own, _ = _contents(folder)
            for path in own:
                path.unlink()
            _remove_leftovers(package)
            # `lm_eval` without files is importable, and hides an editable harness.
            _remove_empty_folders(folder if (package / "__init__.py").exists() else package)
        removed += own
    with suppress(OSError):
        _note([])
    return removed


def is_registered() -> bool:
    """Return whether each task file has its stub, as `register` writes it, and no other is left.

    False where a package is missing or the stubs cannot be read.
    """
    try:
        folder = harness_tasks_folder() / FOLDER
        wanted = _wanted(folder)
        own, _ = _contents(folder)
        return bool(wanted) and {stub: stub.read_bytes() for stub in own} == wanted
    except (RegistrationError, OSError):
        return False


def _wanted(folder: Path) -> dict[Path, bytes]:
    """Return the path and content of every stub that should be in the folder."""
    source = tasks_folder()
    return {folder / path.relative_to(source): _stub(path) for path in task_files()}


def _stub(target: Path) -> bytes:
    return (MARKER + yaml.safe_dump({"include": str(target)})).encode()


def _packages() -> list[Path]:
    """Return the folder of the harness that Python imports, and the remains of others."""
    spec = find_spec("lm_eval")
    places = [*((spec and spec.submodule_search_locations) or [])]
    found = [Path(place).absolute() for place in places]
    live = [path for path in found if (path / "__init__.py").exists()]
    # The import system passes remains over where it finds a package.
    beside = [Path(entry, "lm_eval").absolute() for entry in sys.path]
    noted = [path for path in map(Path, _noted()) if (path / "tasks" / FOLDER).is_dir()]
    return list(dict.fromkeys([*live, *filter(_is_remains, [*found, *beside]), *noted]))


def _notes() -> Path:
    """Return the file in which the harnesses stand that were registered, by Python environment."""
    return sources.cache_folder(sources.TEMPANSWERQA).with_name("registered.json")


def _all_noted() -> dict[str, list[str]]:
    try:
        found = json.loads(_notes().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _noted() -> list[str]:
    """Return the packages of the harness that this environment registered."""
    return _all_noted().get(sys.prefix, [])


def _note(packages: list[str]) -> None:
    """Keep the packages of this environment. Raises OSError where that is impossible."""
    known = {key: own for key, own in _all_noted().items() if key != sys.prefix}
    known |= {sys.prefix: packages} if packages else {}
    path = _notes()
    if known or path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(path, encoding="utf-8") as file:
            json.dump(known, file, indent=1)


def _is_remains(package: Path) -> bool:
    """Return whether a folder is no package, and holds the stubs' folder or no file at all."""
    if (package / "__init__.py").exists() or not package.is_dir():
        return False
    return (package / "tasks" / FOLDER).is_dir() or not any(f for _, _, f in os.walk(package))


def _contents(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the files below the folder: our stubs (and parts of them), and what is not ours.

    Two empty lists when there is no such folder; something else in its place is not ours.
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
    """Put the wanted stubs in the place of the folder, whatever a killed process left of it."""
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
    """Remove what is empty of a folder and those below it, the folder itself last."""
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
        except (AttributeError, OSError):  # not on Windows, nor in folders of other machines
            if _made(lock := package.with_name(LOCK)):
                held.callback(lock.unlink, missing_ok=True)
        yield


def _made(lock: Path) -> bool:
    """Return whether the file was made, as soon as no other process has it.

    False where this one may not write: there it has nothing to change either.
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
        "`lm_eval` is a folder without a package in it, as an uninstalled harness leaves it. Run "
        "`tempanswerqa unregister`, delete what then remains of it, and register again:\n"
        f"{listed}"
    )
