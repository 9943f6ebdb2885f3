"""Other benchmarks of temporal reasoning that the harness runs.

`test_of_time` is the public Test of Time, `tram` the ten tasks of TRAM.
"""

from importlib import import_module
from typing import Any

__all__ = ["test_of_time", "tram"]


def __getattr__(name: str) -> Any:
    """Return a benchmark, which is imported when it is first used."""
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
