"""Tests the rooms of the package: their imports, and their faces."""

import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest
from support import CHECKOUT, command

import tempanswerqa

ROOMS = [room.name for room in pkgutil.iter_modules(tempanswerqa.__path__) if room.ispkg]


def test_rooms_import_what_they_may():
    """The linter has a process of its own, as it silences the loggers of the one it runs in."""
    code = "import sys; from importlinter import cli; sys.exit(cli.lint_imports(no_cache=True))"
    done = command("-c", code, cwd=CHECKOUT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("room", ROOMS)
def test_a_face_has_what_it_names(room):
    """A module of the room may have the name of a function, and be imported first."""
    face = importlib.import_module(f"tempanswerqa.{room}")
    for module in pkgutil.iter_modules(face.__path__):
        if module.name in face.__all__:
            importlib.import_module(f"{face.__name__}.{module.name}")
    for name in face.__all__:
        assert isinstance(getattr(face, name), ModuleType) == (room == "neighbours"), name
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = face.nothing


def test_the_package_alone_gives_its_rooms():
    code = "import tempanswerqa as t; print(t.neighbours.test_of_time.ACCURACY, t.answers.strict)"
    done = command("-c", code, cwd=CHECKOUT)
    assert done.returncode == 0, done.stderr
    assert "test_of_time_accuracy" in done.stdout


def test_the_package_shows_its_public_names_alone():
    shown = [name for name in dir(tempanswerqa) if name != "__version__"]
    assert shown == tempanswerqa.__all__
    assert {*shown} == {*ROOMS, "TempAnswerError", "evaluate"} - {"cli"}
    assert all(getattr(tempanswerqa, name) for name in shown)


def test_every_public_error_has_the_base_that_the_command_line_catches():
    modules = pkgutil.walk_packages(tempanswerqa.__path__, "tempanswerqa.")
    for module in (one for one in modules if not one.name.endswith("__main__")):
        for name, value in vars(importlib.import_module(module.name)).items():
            own = inspect.isclass(value) and value.__module__ == module.name
            if own and issubclass(value, Exception) and not name.startswith("_"):
                assert issubclass(value, tempanswerqa.TempAnswerError), f"{module.name}.{name}"
