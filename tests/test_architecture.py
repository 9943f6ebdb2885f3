"""Tests the subpackages: their imports, and their public names."""

import importlib
import inspect
import pkgutil
import re
from types import ModuleType

import pytest
from radon.complexity import cc_visit
from support import CHECKOUT, command

import tempanswerqa


def test_rooms_import_what_they_may():
    """The linter has a separate process, as it silences the loggers of the one it runs in."""
    code = "import sys; from importlinter import cli; sys.exit(cli.lint_imports(no_cache=True))"
    done = command("-c", code, cwd=CHECKOUT)
    assert done.returncode == 0, done.stdout + done.stderr


FACES = ("answers", "metrics", "questions", "runs", "twins")
"""The rooms that users of the library may rely on."""


@pytest.mark.parametrize("room", FACES)
def test_a_face_has_what_it_names(room):
    """A module of the subpackage may have the name of a function, and be imported first."""
    face = importlib.import_module(f"tempanswerqa.{room}")
    for module in pkgutil.iter_modules(face.__path__):
        importlib.import_module(f"{face.__name__}.{module.name}")
    for name in face.__all__:
        assert not isinstance(getattr(face, name), ModuleType), name


def test_the_package_shows_its_public_names_alone():
    shown = [name for name in dir(tempanswerqa) if name != "__version__"]
    assert shown == tempanswerqa.__all__
    assert {*FACES} <= {*shown}
    code = (
        "import sys, tempanswerqa; sys.exit(len({'lm_eval', 'torch', 'pandas'} & {*sys.modules}))"
    )
    assert command("-c", code, cwd=CHECKOUT).returncode == 0


COMPUTES = re.compile(
    r"\.(?:mean|std|var|cov)\(|\bnp\.(?:sqrt|average|quantile|nan\w+)\("
    r"|\bmath\.(?:sqrt|fsum)|\bfmean\b|\bstdev\b|\bbincount\b|\bstdtr"
)
ROOMS_OF_NUMBERS = ("analysis.py", "metrics", "runs/details.py")


def test_numbers_of_scores_come_from_few_rooms():
    package = CHECKOUT / "tempanswerqa"
    computing = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if COMPUTES.search(file.read_text(encoding="utf-8"))
    }
    assert {name for name in computing if not name.startswith(ROOMS_OF_NUMBERS)} == set()


def test_no_function_is_too_complex():
    found = {
        f"{path.name}: {block.name}": block.complexity
        for path in (CHECKOUT / "tempanswerqa").rglob("*.py")
        for block in cc_visit(path.read_text(encoding="utf-8"))
    }
    assert len(found) > 500
    assert {name: value for name, value in found.items() if value > 20} == {}


def test_every_public_error_has_the_base_that_the_command_line_catches():
    modules = pkgutil.walk_packages(tempanswerqa.__path__, "tempanswerqa.")
    for module in modules:
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            own = inspect.isclass(value) and value.__module__ == module.name
            if own and issubclass(value, Exception) and not name.startswith("_"):
                assert issubclass(value, tempanswerqa.TempAnswerError), f"{module.name}.{name}"
