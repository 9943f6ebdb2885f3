"""Reads the YAML files of the generators and of the solvers, and tells what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from tempanswerqa.questions.draws import FreshError

try:
    from yaml import CSafeLoader as SafeLoader
except ImportError:  # not on every machine
    from yaml import SafeLoader  # type: ignore[assignment]


class _UniqueKeyLoader(SafeLoader):
    """A loader that takes no key twice; YAML would drop the first one silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [key.value for key, _ in node.value if not key.tag.endswith(":merge")]
        for key in keys:
            if keys.count(key) > 1:
                raise FreshError(f"{key!r} stands twice{node.start_mark}")
        return super().construct_mapping(node, deep)


def declared(path: Path) -> dict[str, Any]:
    """Return the content of a YAML file, in its order; FreshError if a key stands twice."""
    with naming(path.name):
        return yaml.load(path.read_text(encoding="utf-8"), _UniqueKeyLoader)


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Raise FreshError, which names the declaration in this place, for one that cannot be used."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        kind = "" if isinstance(error, FreshError) else f"{type(error).__name__}: "
        raise FreshError(f"{place}: {kind}{error}") from error


def functions(*modules: ModuleType) -> Mapping[str, Callable[..., Any]]:
    """Return the functions that these modules define, by name."""
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__
    }


def bound(known: Mapping[str, Callable[..., Any]], stated: Any) -> Callable[[Any], Any]:
    """Return the function that a declaration names, alone or with its options: `{name: options}`.

    The options follow the one argument that the function is called with. Raises KeyError for an
    unknown function, TypeError for options that it lacks.
    """
    name, options = next(iter(stated.items())) if isinstance(stated, dict) else (stated, {})
    given, named = (options, {}) if isinstance(options, list) else ((), options)
    function = known[name]
    signature(function).bind(None, *given, **named)
    return lambda first: function(first, *given, **named)
