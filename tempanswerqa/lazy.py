"""Gives packages names whose modules are imported only at their first use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package whose names are defined elsewhere.

    `homes` maps each name to its full name. Its module is imported when the name is first used.
    """

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, defined = homes[name].rpartition(".")
        value = getattr(import_module(module), defined)
        setattr(sys.modules[package], name, value)
        return value

    return get
