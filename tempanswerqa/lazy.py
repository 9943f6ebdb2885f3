"""Gives packages names whose modules are imported only at their first use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(
    package: str, modules: Mapping[str, str], *loaded: str
) -> tuple[list[str], Callable[[str], Any]]:
    """Return `__all__` and `__getattr__` of a package whose names are defined elsewhere.

    `modules` maps a module, relative to the package, to the names that the package takes from it,
    as an import statement has them: `{".scale": "Scale", ".scores": "METRICS, mean as average"}`.
    A module is imported when one of its names is first used. `loaded` are further names of the
    package, which are there already. `__getattr__` raises AttributeError for other names.
    """
    homes = {}
    for module, names in modules.items():
        for stated in names.split(", "):
            defined, _, name = stated.partition(" as ")
            homes[name or defined] = module, defined

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, defined = homes[name]
        value = getattr(import_module(module, package), defined)
        setattr(sys.modules[package], name, value)
        return value

    return sorted([*homes, *loaded]), get
